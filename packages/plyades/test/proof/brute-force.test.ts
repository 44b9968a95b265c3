// Small games, all of whose positions are known: every algorithm gives every one of them the right answer,
// for both sides. In checkers with kings alone nearly every line can go round in circles.
import { describe, expect, test } from 'vitest';
import { notationOf } from '#dist/games/load.js';
import { openBench } from '../support/kernels.js';
import {
  depthFirstSolver,
  reachable,
  type TestSolver,
  treeSolver,
  wonPositions,
} from '../support/proofs.js';

async function open(id: string, texts: readonly string[]) {
  const bench = await openBench(id, undefined, 200 << 20);
  const roots = texts.map((text) => {
    const parsed = notationOf(id).parsePosition(text);
    if (!parsed.ok) throw new Error(parsed.error.message);
    return parsed.value.record;
  });
  return { bench, positions: reachable(bench, roots.length > 0 ? roots : [bench.start]) };
}

/** Compares a solver with the oracle at every `step`-th position; `unknown` is no answer, but not wrong. */
function compare(
  { bench, positions }: Awaited<ReturnType<typeof open>>,
  solver: TestSolver,
  { step = 1, mobility = true, limit = 20_000_000 } = {},
): { right: number; unknown: number } {
  const counts = { right: 0, unknown: 0 };
  for (const attacker of [0, 1]) {
    const won = wonPositions(bench, positions, attacker);
    let i = 0;
    for (const [key, record] of positions) {
      if (i++ % step !== 0 || bench.rules.over(record)) continue;
      const answer = solver.solve(record, { attacker, mobility }, limit);
      if (answer === undefined) {
        counts.unknown++;
      } else if (answer === won.has(key)) {
        counts.right++;
      } else {
        expect({ solver: solver.name, record: [...record], attacker, answer }).toBe(won.has(key));
      }
    }
  }
  return counts;
}

describe('tic-tac-toe', async () => {
  const all = await open('tic-tac-toe', []);
  const { kernel } = all.bench;

  test('has 5,478 positions', () => expect(all.positions.size).toBe(5478));

  test.each([
    treeSolver(kernel, 'PNS'),
    treeSolver(kernel, 'PN2', 100_000, 1000),
    treeSolver(kernel, 'PN2 whose second level expands once', 100_000, 10),
    depthFirstSolver(kernel),
    depthFirstSolver(kernel, 256),
  ])('$name solves every position for both sides', (solver) => {
    expect(compare(all, solver)).toEqual({ right: 2 * 4520, unknown: 0 });
  });

  test('initial numbers of 1 and 1 change no answer', () => {
    const options = { step: 7, mobility: false };
    expect(compare(all, treeSolver(kernel, 'PNS'), options).unknown).toBe(0);
    expect(compare(all, depthFirstSolver(kernel), options).unknown).toBe(0);
  });
});

describe.each([
  ['two kings against one', ['B:WK32:BK1,K2', 'W:WK32:BK1,K2']],
  ['a king and a man against a king', ['B:WK32:BK1,9']],
  ['two men against a king', ['W:WK32:B9,10']],
])('checkers, %s', (name, texts) => {
  const tags = name === 'two men against a king' ? [] : ['long'];
  test('no solver is wrong, however lines go round in circles', { tags }, async () => {
    const all = await open('checkers', texts);
    const { kernel } = all.bench;
    const options = { step: Math.ceil(all.positions.size / 40), limit: 60_000 };
    for (const solver of [
      treeSolver(kernel, 'PNS', 200_000),
      treeSolver(kernel, 'PN2', 100_000, 20_000),
      depthFirstSolver(kernel, 8 << 20),
      depthFirstSolver(kernel, 1 << 14),
    ]) {
      const { right, unknown } = compare(all, solver, options);
      expect(right).toBeGreaterThan(unknown / 4);
    }
  });
});
