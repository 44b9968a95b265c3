// The signature of the parallel searches: what fixed simulations cost, to the node and the packet. The tests
// of values cannot see a rule that only saves work; here its loss changes a number. A change that is meant to
// cost more or less renews the numbers, and its commit says which and why:
//
//   npx vitest run test/sim/signature.test.ts -u
import { describe, expect, test } from 'vitest';
import { loadGame } from '#dist/api/games.js';
import { unwrap } from '#dist/core/result.js';
import connectFour from '#dist/examples/connect-four.js';
import fourInParallel, { INFINITE } from '#dist/examples/own-search/parallel.js';
import { notationOf } from '#dist/games/load.js';
import { parallelize } from '#dist/own-search/index.js';
import { PAPER } from '#dist/parallel/minimal-tree/options.js';
import type { SimulateOptions } from '#dist/sim/options.js';
import { simulate } from '#dist/sim/simulate.js';

const { playMoves } = await loadGame('othello');
const othello = unwrap(
  playMoves(notationOf('othello').start(), 'f5 d6 c3 d3 c4 f4 f6 f3 e6 e7 f7 c5 b6 b4 b5 c6 a5'),
);

/** Virtual time is made of constants here, so that a new calibration changes nothing. */
const usual = { profile: 'paper', threads: 0 } as const;

async function costs(options: SimulateOptions, position = othello): Promise<string> {
  const { value, sequential, counters, virtualSeconds } = await simulate(position, options);
  expect(value).toBe(sequential.value);
  const { nodes, passes, jobs, messages, entriesSent } = counters;
  return `${virtualSeconds.toFixed(3)} s, ${nodes} nodes, ${passes} passes, ${jobs} jobs, ${messages} messages, ${entriesSent} entries`;
}

const aphid = { ...usual, algorithm: 'aphid', hash: 16 } as const;

test('APHID with local tables', async () => {
  expect(await costs({ ...aphid, processors: 8, depth: 10 })).toMatchInlineSnapshot(
    `"4.536 s, 695100 nodes, 275 passes, 1049 jobs, 2012 messages, 0 entries"`,
  );
});

test('APHID with a ring', async () => {
  const options = { ...aphid, processors: 8, depth: 9, table: 'ring' } as const;
  expect(await costs(options)).toMatchInlineSnapshot(
    `"2.326 s, 325164 nodes, 158 passes, 782 jobs, 2594 messages, 7297 entries"`,
  );
});

test('APHID with many workers and one table', async () => {
  const options = { ...aphid, processors: 64, depth: 8, table: 'shared' } as const;
  expect(await costs(options)).toMatchInlineSnapshot(
    `"1.333 s, 163246 nodes, 23 passes, 1413 jobs, 2122 messages, 0 entries"`,
  );
});

describe('predicted minimal trees', () => {
  const options = { ...usual, algorithm: 'minimal-tree', processors: 8, hash: 16 } as const;
  const shogi = unwrap(
    notationOf('shogi').parsePosition(
      'ln3g1nl/1r3skb1/3g1p1p1/p1pps1p1p/1p7/P1PPSPP1P/1PB3NP1/2R1G1SK1/LN3G2L b Pp b=5',
    ),
  );

  test('by our rules', async () => {
    expect(await costs({ ...options, depth: 8 })).toMatchInlineSnapshot(
      `"0.777 s, 99421 nodes, 89 passes, 736 jobs, 908 messages, 0 entries"`,
    );
  });

  test('by our rules, with too many processors to put all children in order', async () => {
    const many = { ...options, processors: 40, depth: 8, horizon: 4 };
    expect(await costs(many, shogi)).toMatchInlineSnapshot(
      `"0.175 s, 14408 nodes, 76 passes, 364 jobs, 1346 messages, 0 entries"`,
    );
  });

  test("by the paper's rules", async () => {
    const paper = { ...options, depth: 8, settings: PAPER };
    expect(await costs(paper)).toMatchInlineSnapshot(
      `"1.767 s, 247621 nodes, 145 passes, 1134 jobs, 1969 messages, 0 entries"`,
    );
  });

  test("by the paper's rules without updates", async () => {
    const paper = { ...options, depth: 8, settings: { ...PAPER, updates: false } };
    expect(await costs(paper)).toMatchInlineSnapshot(
      `"1.391 s, 206266 nodes, 76 passes, 600 jobs, 1013 messages, 0 entries"`,
    );
  });

  test("by the paper's rules with epsilon-windows", async () => {
    const settings = { ...PAPER, negascout: true, epsilon: 100 } as const;
    expect(await costs({ ...options, depth: 8, settings })).toMatchInlineSnapshot(
      `"0.972 s, 126763 nodes, 82 passes, 1232 jobs, 1261 messages, 0 entries"`,
    );
  });

  test('in shogi with five moves at each node and a ring', async () => {
    const ring = { ...options, depth: 8, horizon: 4, table: 'ring' } as const;
    expect(await costs(ring, shogi)).toMatchInlineSnapshot(
      `"0.230 s, 11436 nodes, 82 passes, 257 jobs, 634 messages, 335 entries"`,
    );
  });
});

test('a search at the root', async () => {
  const options = { ...usual, algorithm: 'root-split', processors: 4, hash: 16 } as const;
  expect(await costs({ ...options, depth: 8 })).toMatchInlineSnapshot(
    `"4.155 s, 119472 nodes, 0 passes, 48 jobs, 248 messages, 0 entries"`,
  );
});

test('a search of one’s own', async () => {
  const position = [3, 3, 2, 4].reduce(connectFour.play, connectFour.start());
  const search = await parallelize(fourInParallel, { workers: 3, simulate: { seed: 1 } });
  search.begin(position, { maxDepth: 12 });
  const found: string[] = [];
  for (let depth = 1; depth <= 11; depth++) {
    const { value, passes, leaves, nodes } = await search.rootSearch(0, depth, -INFINITE, INFINITE);
    found.push(`${depth}: ${value}, ${passes} passes, ${leaves} leaves, ${nodes} nodes`);
  }
  expect(found.slice(-4).join('\n')).toMatchInlineSnapshot(`
    "8: -8, 0 passes, 0 leaves, 8174 nodes
    9: 10, 55 passes, 82 leaves, 24208 nodes
    10: -1, 86 passes, 100 leaves, 68643 nodes
    11: 10, 109 passes, 100 leaves, 140578 nodes"
  `);
});
