// Positions from which few others can be reached are settled whole: kings of checkers that walk about for ever,
// and a game in TypeScript whose lines come round. A search alone never ends there.
import { afterAll, describe, expect, test } from 'vitest';
import { closeAll, loadGame, type SolveOptions, solve, verify } from '#dist/api/index.js';
import { unwrap } from '#dist/core/result.js';
import { notationOf } from '#dist/games/load.js';
import { analyseRegion, attackGoalOf, recordProofBoard } from '#dist/proof/index.js';
import { openBench } from '../support/kernels.js';
import { reachable, wonPositions } from '../support/proofs.js';

afterAll(closeAll);

const finish = <T>(work: Generator<void, T, void>): T => {
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value;
};

/** The region of a position, and the truth about it. */
async function regionOf(id: string, text: string, attacker: 0 | 1, most?: number) {
  const bench = await openBench(id, text);
  const notation = notationOf(id);
  const attackGoal = unwrap(attackGoalOf(notation, { goal: 'win', side: attacker }));
  const board = recordProofBoard(bench.rules, notation);
  return { bench, region: finish(analyseRegion(board, bench.start, attackGoal, most)) };
}

describe('a region', () => {
  test.each([
    ['checkers', 'W:WK1:BK32', 1],
    ['checkers', 'B:WK28:BK14,K18', 0],
    ['checkers', 'W:WK10:BK23,K18', 0],
    ['tic-tac-toe', 'X---O---- X', 0],
    ['tic-tac-toe', 'X-------- O', 1],
  ] as const)(
    'of %s, %s, for side %i is settled as brute force settles it',
    async (id, text, side) => {
      const { bench, region } = await regionOf(id, text, side);
      const all = reachable(bench, [bench.start]);
      const won = wonPositions(bench, all, side);
      const [key] = [...all.keys()];
      expect(region!.wins).toBe(won.has(key!));
      const open = [...all.values()].filter((record) => !bench.rules.over(record));
      expect(region!.size).toBe(open.length);
    },
  );

  test('that is larger than allowed is none', async () => {
    expect((await regionOf('checkers', 'W:WK1:BK32', 1, 200)).region).toBeUndefined();
  });
});

describe('solve', () => {
  const ask = async (game: string, text: string, options: SolveOptions) => {
    const position = unwrap((await loadGame(game)).parsePosition(text));
    const found = await solve(position, { memory: 32, proof: true, ...options }).result;
    expect(found.proofError).toBeUndefined();
    const checked = await verify(found.proof!, { game });
    expect(checked).toMatchObject({ valid: true, result: found.result });
    return found.result;
  };

  test('decides two kings that cannot be caught', async () => {
    const position = 'W:WK1:BK32';
    expect(await ask('checkers', position, {})).toBe('disproved');
    expect(await ask('checkers', position, { goal: 'draw' })).toBe('proved');
    // Threads look when they have ended.
    const threads = { algorithm: 'parallel-dfpn', workers: 2, nodes: 1_100_000 } as const;
    expect(await ask('checkers', position, threads)).toBe('disproved');
  });

  test('settles a game in TypeScript whose lines come round', async () => {
    const ring = new URL('../support/ring.mjs', import.meta.url).pathname;
    expect(await ask(ring, 'start', {})).toBe('disproved');
    expect(await ask(ring, 'start 1 0', { goal: 'draw' })).toBe('proved');
    expect(await ask(ring, 'start 1', { side: 0 })).toBe('disproved');
    expect(await ask(ring, 'start 1 1', { side: 0 })).toBe('proved');
  });
});
