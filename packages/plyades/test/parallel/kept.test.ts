// Searches that are cut off at any moment and go on with what the master knew of its tree, under the deterministic
// driver: the value is the sequential one, and what was known is not searched again.
import { describe, expect, test } from 'vitest';
import { createRandom } from '#dist/core/random.js';
import { unwrap } from '#dist/core/result.js';
import { synthetic } from '#dist/games/synthetic/index.js';
import { Cell } from '#dist/hosts/epochs/cell.js';
import { drive, localCells, quietWorld } from '#dist/hosts/epochs/driver.js';
import { createPorts } from '#dist/hosts/ports.js';
import { compileKernel, Kernel, Rules, Searcher, Table } from '#dist/kernel/index.js';
import type { Actor, Outlet, SearchFinding } from '#dist/parallel/actor.js';
import type { Algorithm, SearchPlan } from '#dist/parallel/algorithm.js';
import { aphid } from '#dist/parallel/aphid/index.js';
import { minimalTree } from '#dist/parallel/minimal-tree/index.js';
import { packTree, readTree } from '#dist/parallel/saved-tree.js';
import { recordBoard } from '#dist/search/board.js';
import { TEST_COSTS, TEST_LINK_TIMES } from '../support/parallel.js';

const module = await compileKernel('synthetic');
const MAX_PLY = 60;
const SIZE = 4;
const DEPTH = 9;

/** A search until it ends, or until `cutAt`. */
async function run(
  algorithm: Algorithm,
  record: Uint8Array,
  settings: object,
  plan: Partial<SearchPlan> = {},
  cutAt = 1e9,
  /** What process 1 searches instead. */
  lie = record,
) {
  const kernel = new Kernel(module, { capacity: 64 << 20 });
  const board = recordBoard(new Rules(kernel));
  let master: Actor | undefined;
  let nodes = 0;
  const make = (self: number, incarnation: number, outlet: Outlet) => {
    const table = Table.create(kernel, 1 << 16);
    const { searches } = algorithm;
    const ports = createPorts(kernel, board, self === 1 ? lie : record, table, {
      ...{ searches, maxPly: MAX_PLY },
    });
    const whole: SearchPlan = {
      request: { depth: DEPTH, mode: 'exact', table: 'local', seed: 1, settings: { ...settings } },
      deepening: true,
      linkTimes: TEST_LINK_TIMES,
      ...plan,
    };
    const actor = algorithm.createActor({ self, size: SIZE, incarnation }, outlet, ports, whole);
    if (self === 0) master = actor;
    return actor;
  };
  const findings: SearchFinding[] = [];
  const processes = Array.from({ length: SIZE }, (_, self) => self);
  const { end, at, processTotals } = await drive(
    localCells([new Cell(processes, make, TEST_COSTS)], () => 0),
    {
      epochNs: 500,
      world: quietWorld(TEST_COSTS.latencyNs),
      goOn: (now) => now < cutAt,
      onReport(report) {
        if (report.type === 'depth') findings.push(report.finding);
      },
    },
  );
  for (const { counters } of processTotals) nodes += counters.nodes;
  const finding = findings.at(-1);
  return { end, at, finding, nodes, tree: master!.keep!() };
}

function sequentially(record: Uint8Array): number {
  const searcher = new Searcher(new Kernel(module, { capacity: 16 << 20 }), MAX_PLY);
  searcher.start(record, { maxDepth: DEPTH });
  searcher.run(Number.POSITIVE_INFINITY);
  return searcher.found!.value;
}

/** Small pieces, which reach the master soon. */
const PROMPT = { minSize: 1, updateNodes: 50 };

/** Searches, and how much of what was searched from the last depth on is searched again with the tree, at most. */
const ways = [
  ['aphid', aphid, PROMPT, 0.8],
  ['aphid with checks', aphid, { ...PROMPT, check: 0.2 }, Number.POSITIVE_INFINITY],
  ['minimal-tree', minimalTree, {}, 0.5],
] as const satisfies readonly [string, Algorithm, object, number][];

describe.each(ways)('%s', (name, algorithm, settings, share) => {
  const tags = name === 'aphid with checks' ? ['long'] : [];
  test('goes on where it was cut off', { tags }, async () => {
    const random = createRandom(7);
    let begun = 0;
    let resumed = 0;
    let withoutTree = 0;
    for (let seed = 1; seed <= 3; seed++) {
      const { record } = unwrap(synthetic.parsePosition(`b=6,seed=${seed}`));
      const value = sequentially(record);
      const whole = await run(algorithm, record, settings);
      expect(whole.finding?.value).toBe(value);
      const cutAt = whole.at * (0.8 + random.below(15) / 100);
      const cut = await run(algorithm, record, settings, {}, cutAt);
      expect(cut.end).not.toBe('done');
      if (cut.tree === undefined || cut.finding === undefined) continue;
      const { depth } = cut.finding;
      const tree = { from: depth, kept: cut.tree };
      const after = await run(algorithm, record, settings, tree);
      const without = await run(algorithm, record, settings, { from: depth - 1 });
      expect(after).toMatchObject({ end: 'done', finding: { depth: DEPTH, value } });
      begun++;
      resumed += after.nodes;
      withoutTree += without.nodes;
    }
    expect(begun).toBe(3);
    expect(resumed).toBeLessThan(share * withoutTree);
  });

  test('does not search again what is all known', async () => {
    const { record } = unwrap(synthetic.parsePosition('b=6,seed=3'));
    const whole = await run(algorithm, record, settings);
    const again = await run(algorithm, record, settings, { from: DEPTH, kept: whole.tree! });
    expect(again.finding?.value).toBe(whole.finding?.value);
    expect(again.nodes).toBeLessThan(0.4 * whole.nodes);
  });

  test('takes no notice of what is no tree, or leads nowhere', async () => {
    const { record } = unwrap(synthetic.parsePosition('b=4,seed=5'));
    const value = sequentially(record);
    const nowhere = packTree({
      horizon: 2,
      granularity: 1,
      leaves: [
        { path: [77, 3], results: [{ depth: 8, lower: 5, upper: 5, complete: true, pv: [] }] },
        { path: [0], results: [] },
        {
          path: Array(12).fill(0),
          results: [{ depth: 1, lower: 0, upper: 0, complete: false, pv: [] }],
        },
      ],
    });
    for (const kept of [new Uint8Array(3), nowhere, nowhere.subarray(0, 9)]) {
      const found = await run(algorithm, record, settings, { from: 6, kept });
      expect(found).toMatchObject({ end: 'done', finding: { depth: DEPTH, value } });
    }
  });
});

test('what is being checked is not kept', { tags: 'long' }, async () => {
  const { record } = unwrap(synthetic.parsePosition('b=6,seed=2'));
  const { record: lie } = unwrap(synthetic.parsePosition('b=6,seed=12'));
  const kernel = new Kernel(module, { capacity: 16 << 20 });
  const rules = new Rules(kernel);
  const searcher = new Searcher(kernel, MAX_PLY);
  const settings = { ...PROMPT, check: 1 };
  const { at } = await run(aphid, record, settings);
  let kept = 0;
  for (let cut = 1; cut <= 20; cut++) {
    const { tree } = await run(aphid, record, settings, {}, (at * cut) / 40, lie);
    for (const { path, results } of tree === undefined ? [] : readTree(tree)!.leaves) {
      const leaf = path.reduce((position, move) => rules.play(position, move), record);
      for (const { depth, lower, upper } of results) {
        searcher.start(leaf, { maxDepth: depth });
        searcher.run(Number.POSITIVE_INFINITY);
        const { value } = searcher.found!;
        expect({ cut, path, value: lower <= value && value <= upper }).toEqual({
          ...{ cut, path, value: true },
        });
        kept++;
      }
    }
  }
  expect(kept).toBeGreaterThan(50);
});

test('what a lying server has kept is found out', async () => {
  const { record } = unwrap(synthetic.parsePosition('b=6,seed=2'));
  const { finding, tree } = await run(aphid, record, PROMPT);
  const { leaves, ...rest } = readTree(tree!)!;
  const lies = leaves.map(({ path, results }) => ({
    path,
    results: results.map((each) => ({ ...each, lower: 4000, upper: 4000, pv: [] })),
  }));
  const kept = packTree({ ...rest, leaves: lies });
  const believed = await run(aphid, record, PROMPT, { from: DEPTH, kept });
  expect(believed.finding?.value).not.toBe(finding?.value);
  const checked = await run(aphid, record, { ...PROMPT, check: 1 }, { from: DEPTH, kept });
  expect(checked.finding?.value).toBe(finding?.value);
});

test('a tree is read as it was written, and refused when a byte is wrong', () => {
  const tree = {
    horizon: 3,
    granularity: 4,
    leaves: [
      {
        path: [1, 4_000_000_000],
        results: [
          { depth: 7, lower: -520_000, upper: -3, complete: false, pv: [] },
          { depth: 255, lower: 9, upper: 9, complete: true, pv: [2, 3] },
        ],
      },
    ],
  };
  const bytes = packTree(tree);
  expect(readTree(bytes)).toEqual(tree);
  for (let at = 0; at < bytes.length; at++) {
    const damaged = bytes.slice();
    damaged[at]! ^= 1;
    expect(readTree(damaged)).toBeUndefined();
  }
});
