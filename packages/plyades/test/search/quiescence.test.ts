// Beyond the horizon, exact mode finds the value of the whole tree of tactical moves. The judge is minimax
// without any window, on seeded positions whose trees it can visit; in many of them the tactical moves
// decide, so that a search which stood pat everywhere, or cut where it must not, would be found out.
import { describe, expect, test } from 'vitest';
import { Searcher, Table } from '#dist/kernel/index.js';
import {
  type Bench,
  createRandom,
  isSmall,
  minimax,
  openBench,
  randomPosition,
} from '../support/kernels.js';

const POSITIONS = 300;

/** The largest tree the judge is asked to visit. */
const LIMIT = 3000;

const cases = [
  { name: 'chess', id: 'chess', text: undefined, plies: 80 },
  {
    name: 'chess with few pieces',
    id: 'chess',
    text: '2r3k1/5ppp/8/3n4/8/2N5/5PPP/2R3K1 w - - 0 1',
    plies: 40,
  },
  { name: 'checkers', id: 'checkers', text: undefined, plies: 60 },
  { name: 'shogi', id: 'shogi', text: undefined, plies: 30 },
] as const;

/** The value one ply above evaluations, with no look beyond. */
function withoutQuiescence({ rules }: Bench, record: Uint8Array): number {
  const values = rules.moves(record).map((move) => {
    const next = rules.play(record, move);
    return -(rules.over(next) ? minimax(rules, next, 0) : rules.evaluate(next));
  });
  return Math.max(...values);
}

describe.each(cases)('beyond the horizon of $name', ({ id, text, plies }) => {
  test('every method finds the value of the full tree of tactical moves', async () => {
    const bench = await openBench(id, text);
    const searcher = new Searcher(bench.kernel, 160);
    const table = Table.create(bench.kernel, 1 << 16);
    let decided = 0;
    for (let seed = 0; seed < POSITIONS; seed++) {
      const record = randomPosition(bench, seed % plies, createRandom(seed));
      if (bench.rules.over(record) || !isSmall(bench.rules, record, 1, LIMIT)) continue;
      const truth = minimax(bench.rules, record, 1);
      if (truth !== withoutQuiescence(bench, record)) decided++;
      for (const method of ['negascout', 'alphabeta', 'mtdf'] as const) {
        for (const use of [undefined, table]) {
          use?.clear();
          searcher.attach(use).start(record, { mode: 'exact', method, minDepth: 1, maxDepth: 1 });
          searcher.run(Number.POSITIVE_INFINITY);
          const { value, bound } = searcher.found!;
          expect({ seed, method, value, bound }).toEqual({
            seed,
            method,
            value: truth,
            bound: 'exact',
          });
        }
      }
    }
    expect(decided).toBeGreaterThan(20);
  });
});
