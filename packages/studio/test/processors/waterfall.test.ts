import { loadGame, unwrap } from 'plyades';
import { type Simulation, simulate } from 'plyades/sim';
import { describe, expect, test } from 'vitest';
import { greatestLosses, lossKinds, makeWaterfall } from '../../src/processors/waterfall.js';

const othello = await loadGame('othello');
const position = unwrap(othello.playMoves(othello.notation.start(), 'f5 d6 c3 d3 c4'));

const runs = [
  { algorithm: 'aphid', processors: 16, depth: 9, profile: 'paper' },
  { algorithm: 'minimal-tree', processors: 16, depth: 9, profile: 'measured' },
  { algorithm: 'young-brothers', processors: 8, depth: 9, profile: 'paper' },
  { algorithm: 'root-split', processors: 2, depth: 7, profile: 'paper' },
  {
    ...{ algorithm: 'aphid', processors: 8, depth: 9, profile: 'paper' },
    faults: 'crash:3@20ms+30ms,pause:2@10ms+20ms',
  },
];

describe.each(runs)('the waterfall of $algorithm on $processors processors', (options) => {
  const simulation = simulate(position, { faults: 'none', ...options, threads: 1 });

  test('leads from linear speedup to the real one without a gap', async () => {
    const run = await simulation;
    const { processors, speedup, losses } = makeWaterfall(run)!;
    expect(processors).toBe(options.processors);
    expect(losses.map(({ kind }) => kind)).toEqual(lossKinds);
    let level = processors;
    for (const { from, to, processors } of losses) {
      expect(from).toBe(level);
      expect(to).toBe(from - processors);
      level = to;
    }
    expect(level).toBeCloseTo(speedup, 9);
    const lost = losses.reduce((sum, each) => sum + each.processors, 0);
    expect(lost).toBeCloseTo(options.processors - run.speedup, 9);
  });

  test("holds the thesis's overheads", async () => {
    const run = await simulation;
    const { overheads } = run;
    const { speedup, losses } = makeWaterfall(run)!;
    const size = (kind: string) => losses.find((loss) => loss.kind === kind)!.processors;
    // A processor that is only a master is exactly one.
    expect(size('master')).toBeCloseTo(overheads.master > 0 ? 1 : 0, 9);
    expect(size('search') / speedup).toBeCloseTo(overheads.search, 9);
    expect(size('speculative') / speedup).toBeCloseTo(overheads.speculative, 9);
    const parallel = size('startIdle') + size('otherIdle') + size('rest');
    const factor = speedup * (1 + overheads.search + overheads.speculative);
    expect(parallel / factor).toBeCloseTo(overheads.parallelization, 9);
    // All times of the workers together are the run's, so shares of the two are shares of the processors.
    const workers = options.processors - (overheads.master > 0 ? 1 : 0);
    expect(size('startIdle') / workers).toBeCloseTo(overheads.startIdle, 6);
    expect(size('otherIdle') / workers).toBeCloseTo(overheads.otherIdle, 6);
  });

  test('leaves what workers did beside searching, less what the master searched', async () => {
    const run = await simulation;
    const rest = makeWaterfall(run)!.losses.at(-1)!;
    const busy = run.times
      .slice(run.overheads.master > 0 ? 1 : 0)
      .reduce((sum, { busy }) => sum + busy, 0);
    const searching = (run.sequential.virtualSeconds / run.sequential.nodes) * nodesOf(run);
    expect(rest.processors).toBeCloseTo((busy - searching) / run.virtualSeconds, 6);
  });
});

/** Nodes that were searched until the answer. */
const nodesOf = ({ sequential, overheads }: Simulation): number =>
  sequential.nodes * (1 + overheads.search + overheads.speculative);

test('a run without a speedup has no waterfall', async () => {
  const run = await simulate(position, {
    ...{ algorithm: 'aphid', processors: 4, depth: 5, profile: 'paper', threads: 1 },
  });
  expect(makeWaterfall({ ...run, speedup: Number.NaN })).toBeUndefined();
  expect(makeWaterfall({ ...run, virtualSeconds: 0 })).toBeUndefined();
});

test('greatest losses come first, and gains are none', () => {
  const times = { busy: 1, startIdle: 0, otherIdle: 0 };
  const waterfall = makeWaterfall({
    ...{
      processors: 4,
      speedup: 4 / 1.125,
      virtualSeconds: 1,
      times: [times, times, times, times],
    },
    overheads: {
      ...{ total: 0.125, master: 0, search: -0.25, speculative: 0.125 },
      ...{ parallelization: 1.125 / 0.875 - 1, startIdle: 0, otherIdle: 0 },
    },
  })!;
  expect(greatestLosses(waterfall).map(({ kind }) => kind)).toEqual(['rest', 'speculative']);
  expect(waterfall.losses[1]!.to).toBeGreaterThan(4);
  expect(waterfall.losses.at(-1)!.to).toBeCloseTo(4 / 1.125, 9);
});
