// Runs of the searchers of one tree, with a device that is made up: it has a clock of its own, so that nothing here depends
// on how fast this machine is. However fast it is, its runs are short, an abort waits for no more than the one that is
// under way, and counts are whole.
import { describe, expect, test } from 'vitest';
import type { ShaderOutput } from '#dist/gpu/program.js';
import { type DeviceRunsRequest, RunBudget, searchInRuns } from '#dist/gpu/shared-tree-runs.js';

const SEARCHERS = 512;
const DEPTH = 9;

interface Made {
  readonly secondsOfRuns: number[];
  readonly nodesOfRuns: number[];
  search(asked?: Partial<DeviceRunsRequest>): ReturnType<typeof searchInRuns>;
}

/** A device that takes `perNode` seconds for a node of a searcher, and decides the root after `nodesToDecide`. */
function device(perNode: number, nodesToDecide: number, budget = new RunBudget(1000)): Made {
  let clock = 0;
  let done = 0;
  const secondsOfRuns: number[] = [];
  const nodesOfRuns: number[] = [];
  const run = async (nodesInRun: number): Promise<ShaderOutput> => {
    const nodes = Math.min(nodesInRun, nodesToDecide - done);
    done += nodes;
    clock += 1000 * (0.0003 + nodes * perNode);
    secondsOfRuns.push(0.0003 + nodes * perNode);
    nodesOfRuns.push(nodesInRun);
    const decided = done >= nodesToDecide ? DEPTH : 0;
    const output = new Uint32Array(16);
    output.set([decided, -7, 21, 0, nodes, 0, 0, 0, 3]);
    return { output, nodes: nodes * SEARCHERS, unfit: 0, deviceSeconds: undefined };
  };
  return {
    secondsOfRuns,
    nodesOfRuns,
    search: (asked = {}) => {
      done = 0;
      const now = () => clock;
      return searchInRuns(run, { depth: DEPTH, searchers: SEARCHERS, budget, now, ...asked });
    },
  };
}

/** Seconds for a node of a searcher: ten times as fast as an H200, as fast, and up to fifty times as slow. */
const speeds = [6e-7, 6e-6, 6e-5, 3e-4];

describe.each(speeds)('a device with %d s for a node', (perNode) => {
  test('no run takes more than 0.3 s, and few runs are shorter than needed', async () => {
    const made = device(perNode, 6 / perNode);
    const { runs, value, nodes, joined, longestRun } = await made.search();
    expect([value, nodes, joined]).toEqual([-7, Math.round((6 / perNode) * SEARCHERS), 3 * runs]);
    expect(Math.max(...made.secondsOfRuns)).toBeLessThanOrEqual(0.31);
    expect(longestRun).toBeCloseTo(Math.max(...made.secondsOfRuns), 6);
    // Six seconds of work.
    expect(runs).toBeLessThan(40);
  });

  test('the next search begins with a run of the right length', async () => {
    const budget = new RunBudget(1000);
    await device(perNode, 2 / perNode, budget).search();
    const next = device(perNode, 0.15 / perNode, budget);
    expect((await next.search()).runs).toBe(1);
    // With another number of searchers nothing is known.
    await next.search({ searchers: 7 });
    expect(next.nodesOfRuns[1]).toBe(1000);
    // And what is known of the others stays.
    const again = next.nodesOfRuns.length;
    await next.search();
    expect(next.nodesOfRuns[again]).toBe(next.nodesOfRuns[0]);
  });
});

test('an abort waits for the run that is under way, and for no other', async () => {
  const abort = new AbortController();
  const made = device(6e-6, Number.POSITIVE_INFINITY);
  const budget = new RunBudget(1000);
  let runs = 0;
  const search = searchInRuns(
    async (nodesInRun) => {
      runs++;
      if (runs === 30) abort.abort(new Error('enough'));
      return { output: new Uint32Array(16), nodes: nodesInRun, unfit: 0, deviceSeconds: undefined };
    },
    { depth: DEPTH, searchers: SEARCHERS, budget, signal: abort.signal },
  );
  await expect(search).rejects.toThrow('enough');
  expect(runs).toBe(30);
  // One that is aborted before it begins does not begin.
  await expect(made.search({ signal: abort.signal })).rejects.toThrow('enough');
  expect(made.nodesOfRuns).toEqual([]);
});

test('counts go beyond 32 bits, and no run reaches them', async () => {
  const made = device(1e-9, 4e7);
  const { nodes, probes } = await made.search();
  expect(nodes).toBe(4e7 * SEARCHERS);
  expect(nodes).toBeGreaterThan(2 ** 32);
  expect(probes).toBe(4e7);
  expect(Math.max(...made.nodesOfRuns) * SEARCHERS).toBeLessThan(2 ** 32);
});

test('a device that is slower than all of them still proves something in a run', async () => {
  const made = device(0.01, 5000);
  expect((await made.search()).runs).toBe(5);
  expect(made.nodesOfRuns).toEqual([1000, 1000, 1000, 1000, 1000]);
});

test('runs get longer with a search that lasts, so that it ends whatever a run forgets', async () => {
  // What is proved is lost with each run: only one of 3 s is enough.
  let clock = 0;
  const lengths: number[] = [];
  const run = async (nodesInRun: number): Promise<ShaderOutput> => {
    const seconds = nodesInRun * 1e-5;
    clock += 1000 * seconds;
    lengths.push(seconds);
    const output = new Uint32Array(16);
    output.set([seconds >= 3 ? DEPTH : 0, 5, 1]);
    return { output, nodes: nodesInRun, unfit: 0, deviceSeconds: undefined };
  };
  const now = () => clock;
  const budget = new RunBudget(1000);
  const asked = { depth: DEPTH, searchers: SEARCHERS, budget, now };
  expect((await searchInRuns(run, asked)).value).toBe(5);
  // An abort never waits for more than 1 % of the search.
  let all = 0;
  for (const seconds of lengths) {
    expect(seconds).toBeLessThanOrEqual(Math.max(0.31, all / 100));
    all += seconds;
  }
  // And what was learnt then does not make the next search's first run long.
  expect(budget.nodesFor(SEARCHERS, 0) * 1e-5).toBeLessThanOrEqual(0.31);
});

test('a search of too many runs ends without a value', async () => {
  const { value, runs } = await device(6e-6, 1e9).search({ mostRuns: 3 });
  expect([value, runs]).toEqual([undefined, 3]);
});
