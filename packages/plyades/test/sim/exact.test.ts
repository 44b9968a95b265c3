// In exact mode the value of every algorithm is the sequential one, and its line leads to a position of
// that value, whatever crashes, pauses, is slow, lost, late, doubled or reordered. A failure prints the command that
// runs it again.
import { describe, expect } from 'vitest';
import type { Position } from '#dist/core/game.js';
import { createRandom, type Random } from '#dist/core/random.js';
import { unwrap } from '#dist/core/result.js';
import { loadKernel, notationOf } from '#dist/games/load.js';
import { Kernel, Rules } from '#dist/kernel/index.js';
import { algorithmsOn, findAlgorithm } from '#dist/parallel/algorithms.js';
import { type Simulation, simulate } from '#dist/sim/simulate.js';
import { worthOfLine } from '../support/lines.js';
import { testSeeds } from '../support/long.js';

/** Depths that take some milliseconds, from the least to the greatest. */
const games = [
  { game: 'synthetic', depths: [5, 7] },
  { game: 'synthetic', depths: [5, 7] },
  { game: 'synthetic', depths: [5, 7] },
  { game: 'tic-tac-toe', depths: [1, 9] },
  { game: 'othello', depths: [4, 7] },
  { game: 'checkers', depths: [5, 8] },
  { game: 'chess', depths: [2, 4] },
  { game: 'loa', depths: [2, 3] },
] as const;

/** Settings of algorithms that keep small pieces of work whole: here searches of milliseconds are divided too. */
const settings: Readonly<Record<string, object>> = {
  aphid: { settings: { minSize: 1, minPieces: 2 } },
  'young-brothers': { settings: { grain: 1 } },
};

async function rulesOf(game: string): Promise<Rules> {
  const { module, data } = await loadKernel(game);
  return new Rules(new Kernel(module, { capacity: 1 << 20, ...(data && { data }) }));
}

/** Some random moves into the game, not to its end. */
function randomPosition(game: string, rules: Rules, random: Random): Position {
  const notation = notationOf(game);
  if (game === 'synthetic') {
    const text = `b=${2 + random.below(9)},seed=${random.below(1e6)}`;
    return unwrap(notation.parsePosition(text));
  }
  let { record } = notation.start();
  for (let plies = random.below(game === 'tic-tac-toe' ? 5 : 30); plies > 0; plies--) {
    const moves = rules.moves(record);
    const next = rules.play(record, moves[random.below(moves.length)]!);
    if (rules.moves(next).length === 0) break;
    record = next;
  }
  return { game, record };
}

/** Whether others than process 0 have searched: by an assignment, or busy with the root as process 0 is. */
function isDivided({ algorithm, counters, times, virtualSeconds }: Simulation): boolean {
  if (!findAlgorithm(algorithm).searchesRoot) return counters.jobs > 0;
  return times.slice(1).some(({ busy }) => busy > virtualSeconds / 2);
}

/** What it returns, or what it throws, as text. */
function attempt<T>(judge: () => T): T | string {
  try {
    return judge();
  } catch (error) {
    return String(error);
  }
}

describe.each([...algorithmsOn('deterministic')])('%s', (algorithm) => {
  testSeeds('finds the sequential value under any faults', 15, 300, async (seeds) => {
    let divided = 0;
    for (const seed of seeds) {
      const random = createRandom(seed);
      const { game, depths } = games[random.below(games.length)]!;
      const rules = await rulesOf(game);
      const position = randomPosition(game, rules, random);
      const options = {
        algorithm,
        processors: 2 + random.below(random.below(4) === 0 ? 30 : 7),
        depth: depths[0] + random.below(depths[1] - depths[0] + 1),
        profile: random.below(2) === 0 ? 'measured' : 'paper',
        table: (['shared', 'ring', 'ring', 'local'] as const)[random.below(4)]!,
        hash: [0, 1, 4][random.below(3)]!,
        faults: random.below(5) === 0 ? 'none' : 'random',
        seed,
        threads: 0,
        ...settings[algorithm],
      } as const;
      const text = notationOf(game).makePosition(position);
      const run = await simulate(position, options).catch((cause: unknown) => {
        throw new Error(`seed ${seed}: ${game} ${text} ${JSON.stringify(options)}`, { cause });
      });
      const where = `seed ${seed}; run again with: ${run.command}`;
      expect(run.failure, where).toBeUndefined();
      expect(run.line[0], where).toBe(run.move);
      const worth = attempt(() => worthOfLine(rules, position.record, run.depth, run.line));
      expect(worth ?? run.value, where).toBe(run.value);
      if (isDivided(run)) divided++;
    }
    const advice =
      'runs in which a worker searched, by `counters.jobs`; if small trees are not divided, add a row to `settings` in this file';
    expect(divided, advice).toBeGreaterThanOrEqual(seeds.length / 3);
  });
});
