// Traced simulations: the run is the same run, its trace is the same on any number of threads, and the trace agrees with
// what the run reports.
import { describe, expect, test } from 'vitest';
import { loadKernel, notationOf } from '#dist/games/load.js';
import { openInMemories } from '#dist/hosts/epochs/cell-memory.js';
import {
  type SimulateOptions,
  type Simulation,
  simulate,
  simulatedAlgorithms,
  simulateProof,
} from '#dist/sim/index.js';
import {
  createTraceLog,
  type GrowingTraceLog,
  makePerfetto,
  makeTrace,
  type TraceLog,
} from '#dist/trace/index.js';

const start = notationOf('othello').start();

interface TracedRun {
  readonly simulation: Simulation;
  readonly log: TraceLog;
  /** The same records, but for what is done with them at the end. */
  readonly raw: TraceLog;
}

async function traced(options: Omit<SimulateOptions, 'trace'>): Promise<TracedRun> {
  let log: GrowingTraceLog | undefined;
  let raw: GrowingTraceLog | undefined;
  const simulation = await simulate(start, {
    ...options,
    trace(growing) {
      expect(growing.complete).toBe(false);
      expect(growing.pieces).toEqual([]);
      log = growing as GrowingTraceLog;
      const { append } = log;
      raw = createTraceLog(log.header);
      log.append = (chunk) => {
        raw!.append(chunk);
        return append.call(growing, chunk);
      };
    },
  });
  return { simulation, log: log!, raw: raw! };
}

const algorithms = simulatedAlgorithms;
const optionsOf = (algorithm: string): SimulateOptions => ({
  algorithm,
  processors: algorithm === 'sequential' ? 1 : 5,
  // At smaller depths APHID's master searches alone.
  depth: algorithm === 'aphid' ? 11 : 9,
  hash: 4,
  threads: 0,
});

describe.each(algorithms)('%s', (algorithm) => {
  test.each([
    ['without faults', 1, undefined],
    ['with faults', 2, 'crash:1@0.2ms+0.1ms,pause:2@0.1ms+0.2ms,slow:3x2,lose:5%,double:3%'],
  ] as const)('%s, is the same run with a trace', async (_, seed, faults) => {
    if (algorithm === 'sequential' && faults !== undefined) return;
    const options = { ...optionsOf(algorithm), seed, ...(faults && { faults }) };
    const plain = await simulate(start, options);
    const { simulation, log } = await traced(options);
    expect(simulation.digest).toBe(plain.digest);
    expect({ ...simulation, seconds: 0 }).toEqual({ ...plain, seconds: 0 });
    expect(log.complete).toBe(true);
    expect(log.end).toBe(Math.round(simulation.virtualSeconds * 1e9));
    const times = log.messages.map(({ sentAt }) => sentAt);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    if (faults === undefined) return;
    expect(log.faults.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['crash', 'pause', 'slow']),
    );
    if (log.messages.length > 100) {
      expect(log.messages.some(({ receivedAt }) => Number.isNaN(receivedAt))).toBe(true);
    }
    expect(log.lanes[1]!.states).toContain('down');
  });
});

describe.each(['aphid', 'minimal-tree', 'young-brothers'])('the trace of %s', (algorithm) => {
  test('has the same bytes on one thread, on two and on none', async () => {
    const options = { ...optionsOf(algorithm), seed: 3, faults: 'random' };
    const { log } = await traced(options);
    expect(log.messages.length).toBeGreaterThan(10);
    const file = makeTrace(log);
    for (const threads of [1, 2]) {
      const again = await traced({ ...options, threads });
      expect(makeTrace(again.log)).toEqual(file);
    }
    expect(makePerfetto(log)).toEqual(makePerfetto((await traced(options)).log));
  });
});

test.each(['sequential', 'young-brothers', 'aphid', 'minimal-tree'])(
  'the pieces of %s have all nodes that were searched',
  async (algorithm) => {
    const { simulation, log, raw } = await traced(optionsOf(algorithm));
    // With pieces that were begun after the end of the run, before the end of its epoch.
    const nodes = raw.pieces.reduce((sum, piece) => sum + piece.nodes, 0);
    // Nodes that a master makes for its tree belong to no piece, nor do those of table entries that go to others.
    const { counters } = simulation;
    const made = algorithm === 'minimal-tree' ? madeBy(raw) + counters.entriesSent : 0;
    expect(nodes + made).toBe(counters.nodes);
    expect(log.pieces.length).toBeGreaterThan(3);
    for (const piece of log.pieces) {
      expect(piece.to).toBeGreaterThanOrEqual(piece.from);
      expect(piece.outcome).toBeDefined();
    }
  },
);

/** The nodes that process 0 has counted beside those of its pieces. */
function madeBy(log: TraceLog): number {
  const own = log.pieces.filter(({ process }) => process === 0);
  const last = log.samples.filter(({ process }) => process === 0).at(-1)!;
  return last.nodes - own.reduce((sum, { nodes }) => sum + nodes, 0);
}

test.each(['young-brothers', 'aphid', 'minimal-tree'])(
  'the states of %s take as long as the run says',
  async (algorithm) => {
    const { simulation, log } = await traced(optionsOf(algorithm));
    simulation.times.forEach((times, process) => {
      const lane = log.lanes[process]!;
      const took: Record<string, number> = {};
      lane.times.forEach((from, i) => {
        const state = lane.states[i]!;
        took[state] = (took[state] ?? 0) + ((lane.times[i + 1] ?? log.end) - from) / 1e9;
      });
      const sum = (...states: string[]) => states.reduce((all, each) => all + (took[each] ?? 0), 0);
      // The run counts the whole of a packet that was handled over the end of an epoch.
      const tolerance = 1e-5;
      expect(Math.abs(sum('searching', 'deciding', 'messages') - times.busy)).toBeLessThan(
        tolerance,
      );
      expect(Math.abs(sum('starting') - times.startIdle)).toBeLessThan(tolerance);
      expect(Math.abs(sum('waiting', 'down') - times.otherIdle)).toBeLessThan(tolerance);
    });
  },
);

test.each(['aphid', 'minimal-tree'])('the tree of %s ends with the value', async (algorithm) => {
  const { simulation, log } = await traced({ ...optionsOf(algorithm), depth: 11 });
  const nodes = new Map(log.tree.map((each) => [each.node, each]));
  expect(nodes.get(0)).toMatchObject({
    ...{ parent: -1, state: 'certain', predicted: true },
    ...{ value: simulation.value, lower: simulation.value, upper: simulation.value },
  });
  // The first move of the line leads to a node of the predicted tree with the same value for the other side.
  const best = [...nodes.values()].find(
    ({ parent, move }) => parent === 0 && move === simulation.move,
  );
  expect(best).toMatchObject({ predicted: true, state: 'certain', value: -simulation.value! });
  expect(log.tree.some(({ state, owner }) => state === 'searching' && owner > 0)).toBe(true);
  expect(log.tree.some(({ state }) => state === 'cut')).toBe(true);
  expect(log.passes.length).toBeGreaterThan(2);
  expect(log.passes.at(-1)).toMatchObject({ process: 0, uncertain: 0, value: simulation.value });
  expect(log.passes.every(({ from, to }) => from <= to)).toBe(true);
});

test('every piece begins at the root: its path can be played', async () => {
  const game = { kind: 'kernel', kernel: await loadKernel('othello') } as const;
  const { board } = await openInMemories(game, 1 << 22, 64, 1);
  for (const algorithm of ['root-split', 'young-brothers', 'aphid', 'minimal-tree']) {
    const { log } = await traced(optionsOf(algorithm));
    for (const { path, depth } of log.pieces) {
      let position: unknown = start.record;
      for (const move of path) {
        expect(board.moves(position)).toContain(move);
        position = board.play(position, move);
      }
      // A piece and the way to it are never deeper than the whole search.
      expect(path.length + depth).toBeLessThanOrEqual(optionsOf(algorithm).depth);
    }
    expect(log.pieces.some(({ path }) => path.length > 0)).toBe(true);
  }
});

test('a proof records its tree of proof numbers', async () => {
  const position = notationOf('tic-tac-toe').start();
  const run = async (threads: number, trace?: (log: TraceLog) => void) =>
    simulateProof(position, { processors: 4, threads, ...(trace && { trace }) });
  const plain = await run(1);
  const logs: TraceLog[] = [];
  for (const threads of [1, 2]) {
    const found = await run(threads, (log) => logs.push(log));
    expect(found.digest).toBe(plain.digest);
    expect(found.result).toBe('disproved');
  }
  const [log] = logs;
  expect(makeTrace(logs[1]!)).toEqual(makeTrace(log!));
  const root = log!.tree.findLast(({ node }) => node === 0);
  expect(root).toMatchObject({ state: 'certain', proof: Number.POSITIVE_INFINITY, disproof: 0 });
  expect(log!.tree.find(({ node }) => node === 0)).toMatchObject({ state: 'searching' });
  const nodes = log!.pieces.reduce((sum, piece) => sum + piece.nodes, 0);
  expect(nodes).toBe(plain.counters.nodes);
});
