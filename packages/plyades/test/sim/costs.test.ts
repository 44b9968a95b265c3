// What a simulated run costs, computed by hand: two processes play one ping-pong of known nodes and
// packets, and every time must come out to the nanosecond.
import { expect, test } from 'vitest';
import { Cell, type CellEvent } from '#dist/hosts/epochs/cell.js';
import type { Costs } from '#dist/hosts/epochs/costs.js';
import { drive, localCells, quietWorld } from '#dist/hosts/epochs/driver.js';
import type { Actor, Outlet, Step } from '#dist/parallel/actor.js';
import { createCounters } from '#dist/parallel/counters.js';
import { createNetwork } from '#dist/sim/network.js';

const COSTS: Costs = {
  nodeNs: 100,
  masterNodeNs: 1000,
  messageNs: 10_000,
  byteNs: 10,
  latencyNs: 50_000,
};
const EPOCH = 100_000;
const PING = new Uint8Array(20);
const PONG = new Uint8Array(5);

const asleep = (nodes: number, masterNodes = 0): Step => ({
  nodes,
  masterNodes,
  idle: true,
  wakeAt: Number.POSITIVE_INFINITY,
});

/** Process 0 visits 7 nodes of a master's tree and searches 3, pings, and ends 2 nodes after the pong. */
class Master implements Actor {
  readonly counters = createCounters();
  #state: 'new' | 'waits' | 'answered' = 'new';

  readonly outlet: Outlet;

  constructor(outlet: Outlet) {
    this.outlet = outlet;
  }

  receive(): void {
    this.#state = 'answered';
  }

  lost(): void {}

  step(): Step {
    if (this.#state === 'new') {
      this.#state = 'waits';
      this.outlet.send(1, PING);
      return asleep(3, 7);
    }
    if (this.#state === 'waits') return asleep(0);
    this.outlet.report({ type: 'done' });
    return asleep(2);
  }
}

/** Process 1 searches 50 nodes for each ping, then answers. */
class Worker implements Actor {
  readonly counters = createCounters();
  #asked = false;

  readonly outlet: Outlet;

  constructor(outlet: Outlet) {
    this.outlet = outlet;
  }

  receive(): void {
    this.#asked = true;
  }

  lost(): void {}

  step(): Step {
    if (!this.#asked) return asleep(0);
    this.#asked = false;
    this.outlet.send(0, PONG);
    return asleep(50);
  }
}

async function play(costs: Costs, first: readonly CellEvent[] = []) {
  const make = (process: number, _: number, outlet: Outlet): Actor =>
    process === 0 ? new Master(outlet) : new Worker(outlet);
  let events = first;
  const world = {
    ...quietWorld(costs.latencyNs),
    events() {
      const now = events;
      events = [];
      return now;
    },
  };
  const cells = localCells([new Cell([0, 1], make, costs)], () => 0);
  const sent: number[] = [];
  const ending = await drive(cells, {
    epochNs: EPOCH,
    world,
    onEpoch: ({ outcome }) => sent.push(...outcome.packets.map(({ sentAt }) => sentAt)),
  });
  const times = ending.processTotals.map(({ times }) =>
    [times.busy, times.startIdle, times.otherIdle].map((seconds) => Math.round(seconds * 1e9)),
  );
  return { end: ending.end, at: ending.at, sent, times };
}

test('nodes, master nodes, packets at both ends, and the way between', async () => {
  expect(await play(COSTS)).toEqual({
    end: 'done',
    // The pong is there at 175,250, taken at 200,000: 10,050 to receive it, 200 for two nodes.
    at: 210_250,
    sent: [
      // 3 nodes, 7 master nodes: 7,300; 20 bytes to send: 10,200.
      17_500,
      // There at 67,500, taken at 100,000: 10,200 to receive, 5,000 to search, 10,050 to send 5 bytes.
      125_250,
    ],
    times: [
      [17_500 + 10_250, 0, 182_500],
      [25_250, 100_000, 85_000],
    ],
  });
});

test('a longer way takes longer, by whole epochs', async () => {
  const { at, sent } = await play({ ...COSTS, latencyNs: 90_000 });
  // The ping is there at 107,500, taken at 200,000; the pong at 315,250, taken at 400,000.
  expect(sent).toEqual([17_500, 225_250]);
  expect(at).toBe(410_250);
});

test.each([
  // The sums of the first test, without one of its costs.
  ['nodeNs', 10, [17_230, 120_750], 210_070],
  ['masterNodeNs', 0, [10_500, 125_250], 210_250],
  ['messageNs', 0, [7500, 105_250], 200_250],
  ['byteNs', 0, [17_300, 125_000], 210_200],
] as const)('%s of %d instead', async (name, cost, sent, at) => {
  expect(await play({ ...COSTS, [name]: cost })).toMatchObject({ sent, at });
});

test('a slow process takes longer for everything', async () => {
  const slow = { type: 'slow', process: 1, factor: 3 } as const;
  const { at, sent, times } = await play(COSTS, [slow]);
  // 3 * (10,200 + 5,000 + 10,050) = 75,750; the pong is there at 225,750, taken at 300,000.
  expect(sent).toEqual([17_500, 175_750]);
  expect(at).toBe(310_250);
  expect(times[1]).toEqual([75_750, 100_000, 134_500]);
});

test('the network of a simulation has the latency of its profile', () => {
  const packets = { lose: 0, late: 0, double: 0, reorder: 0 };
  const network = createNetwork({ seed: 1, faults: { processes: [], packets } }, 1234, EPOCH);
  expect(network.arrivals({ from: 0, to: 1, sentAt: 1000, bytes: PING })).toEqual([2234]);
});

test('what a process does after the end of a run is not counted into its time', () => {
  const busy: Actor = {
    counters: createCounters(),
    receive: () => {},
    lost: () => {},
    step: (nodes) => ({ nodes, masterNodes: 0, idle: false, wakeAt: 0 }),
  };
  const cell = new Cell([0], () => busy, COSTS);
  cell.run(0, EPOCH, []);
  cell.run(EPOCH, 2 * EPOCH, []);
  const [totals] = cell.processTotals(1.25 * EPOCH);
  expect(totals!.times).toEqual({ busy: (1.25 * EPOCH) / 1e9, startIdle: 0, otherIdle: 0 });
  expect(totals!.lateNodes).toBe((0.75 * EPOCH) / COSTS.nodeNs);
});
