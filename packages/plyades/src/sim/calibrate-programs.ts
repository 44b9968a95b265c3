// Measures what the processes of an algorithm cost beside the nodes they search, for the hosts of a profile: a master's
// nodes, packets with what the algorithm does about them, the begin of a search. Processes of a small search run in turn
// on this thread, under the driver, and the processor time of each of their steps and packets is taken.

import { cpuMicros, startSleeper } from '#platform';
import type { SearchRequest } from '../core/search-request.js';
import type { GameSource } from '../games/open.js';
import { openInMemories } from '../hosts/epochs/cell-memory.js';
import type { Costs } from '../hosts/epochs/costs.js';
import { quietWorld } from '../hosts/epochs/driver.js';
import { runHere } from '../hosts/epochs/run.js';
import { createPorts } from '../hosts/ports.js';
import { Bells } from '../hosts/threads/bells.js';
import { Mailbox } from '../hosts/threads/mailbox.js';
import { THREAD_LINKS } from '../hosts/threads/thread-group.js';
import { Table } from '../kernel/index.js';
import type { Actor } from '../parallel/actor.js';
import type { Algorithm } from '../parallel/algorithm.js';
import { findAlgorithm } from './algorithms.js';
import type { CalibratedGame } from './calibrate-threads.js';
import type { ProgramCosts } from './host-profile.js';
import { best, middle, round, timeNs } from './timing.js';

/** Runs grow by a ply each until one takes this long; they warm the code up. */
const RUN_MS = 300;
/** A master that has had no nodes by then has none. */
const LONG_RUN_MS = 1000;
/** The last one is made this often, and the best counts. */
const RUNS = 4;
const LEAST_DEPTH = 6;
const MOST_DEPTH = 40;
const HASH = 64;
/** Long epochs, so that caches serve each process for a while, as on a thread of its own. */
const EPOCH_NS = 400_000;
const PACKETS = 2000;
const PACKET_BYTES = 40;
const WAKES = 60;
const JOBS = 400;
/** Plies of searches that are hardly more than their begin, and of those that are hardly anything but nodes. */
const SMALL = 2;
const LARGE = 6;
const MAX_PLY = 64;

/** Times of the processes of a run, in nanoseconds. */
interface Meter {
  receiveNs: number;
  received: number;
  masterNs: number;
  masterNodes: number;
  /** A reading of the clock itself. */
  readonly clockNs: number;
}

/** What one algorithm's processes cost in searches by as many workers as the machine has cores. */
export async function programCosts(
  name: string,
  { source, positions }: CalibratedGame,
  cores: number,
  nodeNs: number,
): Promise<ProgramCosts> {
  const algorithm = findAlgorithm(name);
  const processes = cores + (algorithm.hasMaster ? 1 : 0);
  if (processes < 2) return { masterNodeNs: 0, receiveNs: 0 };
  const subject = { source, position: positions[0] };
  const measure = async (depth: number) => {
    const meter: Meter = { receiveNs: 0, received: 0, masterNs: 0, masterNodes: 0, clockNs };
    await runMetered(algorithm, subject, depth, processes, nodeNs, meter);
    return meter;
  };
  const clockNs = best(() => timeNs(readClock));
  let depth = LEAST_DEPTH;
  for (let took = 0; took < RUN_MS && depth < MOST_DEPTH; depth++) {
    const from = cpuMicros();
    const { received, masterNodes } = await measure(depth);
    const ms = (cpuMicros() - from) / 1000;
    // A search without packets, or without a master's nodes, has been too small for the algorithm; some masters have none.
    const isDivided = received > 0 && (masterNodes > 0 || !algorithm.hasMaster || ms > LONG_RUN_MS);
    took = isDivided ? ms : 0;
  }
  const meters: Meter[] = [];
  for (let run = 0; run < RUNS; run++) meters.push(await measure(depth - 1));
  const least = (costOf: (meter: Meter) => number) => round(Math.min(...meters.map(costOf)));
  return {
    masterNodeNs: least(({ masterNs, masterNodes }) => masterNs / Math.max(1, masterNodes)),
    receiveNs: least(({ receiveNs, received }) => receiveNs / Math.max(1, received)),
  };
}

function readClock(): number {
  const readings = 1000;
  for (let reading = 0; reading < readings; reading++) cpuMicros();
  return readings;
}

async function runMetered(
  algorithm: Algorithm,
  { source, position }: { source: GameSource; position: unknown },
  depth: number,
  processes: number,
  nodeNs: number,
  meter: Meter,
): Promise<void> {
  const metered: Algorithm = {
    ...algorithm,
    createActor: (seat, outlet, ports, plan) =>
      withMeter(algorithm.createActor(seat, outlet, ports, plan), meter),
  };
  const costs: Costs = {
    nodeNs,
    masterNodeNs: 10 * nodeNs,
    messageNs: 1000,
    byteNs: 0,
    latencyNs: 1000,
  };
  const request: SearchRequest = {
    ...{ game: '', position: '', before: [], depth, mode: 'exact', selective: true },
    ...{ algorithm: algorithm.name, settings: {}, workers: 1, table: 'shared', hash: HASH },
    ...{ seed: 1, deterministic: false },
  };
  const plan = { request, deepening: true, linkTimes: THREAD_LINKS };
  const ending = await runHere(
    {
      ...{ game: source, position, algorithm: algorithm.name, processes, plan },
      ...{ tableBytes: HASH * 2 ** 20, costs, epochNs: EPOCH_NS },
    },
    () => metered,
    { world: quietWorld(costs.latencyNs) },
  );
  if (ending.end !== 'done') throw new Error(`${algorithm.name}: the run ended as ${ending.end}`);
}

function withMeter(actor: Actor, meter: Meter): Actor {
  return {
    ...actor,
    get queued() {
      return actor.queued;
    },
    counters: actor.counters,
    receive(packet, now) {
      const from = cpuMicros();
      actor.receive(packet, now);
      meter.receiveNs += 1000 * (cpuMicros() - from) - meter.clockNs;
      meter.received++;
    },
    step(budget, now, goesOn) {
      const from = cpuMicros();
      const step = actor.step(budget, now, goesOn);
      // A master that has nothing to do costs as much as its look at the clock.
      if (step.masterNodes > 0) {
        meter.masterNs += 1000 * (cpuMicros() - from) - meter.clockNs;
        meter.masterNodes += step.masterNodes;
      }
      return step;
    },
  };
}

/** The begin of a search of some plies, beside its nodes. */
export async function jobNs({ source, positions }: CalibratedGame): Promise<number> {
  const opened = await openInMemories(source, (HASH + 8) << 20, MAX_PLY, 1);
  const table = Table.create(opened.kernel, HASH * 2 ** 20);
  const [position] = positions as [unknown];
  const options = { searches: 1, maxPly: MAX_PLY };
  const { searches, rules } = createPorts(opened.kernel, opened.board, position, table, options);
  const [search] = searches;
  const children = rules.moves(position).map((move) => rules.play(position, move));
  /** Nodes of some searches, and the time of one. */
  const run = (jobs: number, depth: number) => {
    let nodes = 0;
    const ns = timeNs(() => {
      for (let job = 0; job < jobs; job++) {
        search!.start(children[job % children.length], { depth, path: [] });
        while (search!.status !== 'done') search!.run(100_000);
        nodes += search!.nodes + Number(search!.found === undefined);
      }
      return jobs;
    });
    return { nodes: nodes / jobs, ns };
  };
  run(JOBS, SMALL);
  const nodeNs = best(() => {
    table.clear();
    const { nodes, ns } = run(children.length, LARGE);
    return ns / nodes;
  });
  run(JOBS, SMALL);
  return round(
    best(() => {
      const { nodes, ns } = run(JOBS, SMALL);
      return Math.max(0, ns - nodes * nodeNs);
    }),
  );
}

/** A packet through shared memory, for its sender and for its receiver. */
export function mailboxNs(): { sendNs: number; readNs: number } {
  const bells = new Bells(new SharedArrayBuffer(Bells.bytes(2)), 0, 2);
  const ends: Mailbox[] = [];
  for (const self of [0, 1]) {
    ends.push(
      new Mailbox(self, 2, bells, (to, ring) => {
        if (!(ring instanceof Uint8Array)) ends[to]!.connect(self, ring);
      }),
    );
  }
  const packet = new Uint8Array(PACKET_BYTES);
  const sides = { send: 0, read: 0 };
  const times = Array.from({ length: 9 }, () => {
    sides.send = 0;
    sides.read = 0;
    for (let n = 0; n < PACKETS / 100; n++) {
      const from = performance.now();
      for (let one = 0; one < 100; one++) ends[0]!.send(1, packet);
      const sent = performance.now();
      const read: Uint8Array[] = [];
      if (bells.take(1) !== 0) ends[1]!.readInto(read);
      sides.send += sent - from;
      sides.read += performance.now() - sent;
    }
    return { ...sides };
  });
  const per = (side: 'send' | 'read') =>
    round((Math.min(...times.map((each) => each[side])) * 1e6) / PACKETS);
  return { sendNs: per('send'), readNs: per('read') };
}

/** From the ring of a bell until a thread that sleeps for a millisecond or so has gone on. */
export async function wakeNs(): Promise<number> {
  const words = new Int32Array(new SharedArrayBuffer(8));
  const sleeper = startSleeper();
  sleeper.reference(true);
  try {
    sleeper.post(words);
    const times: number[] = [];
    for (let wake = 1; wake <= WAKES; wake++) {
      await new Promise((resolve) => setTimeout(resolve, wake === 1 ? 200 : 2));
      const from = performance.now();
      Atomics.store(words, 0, wake);
      Atomics.notify(words, 0);
      while (Atomics.load(words, 1) !== wake) if (performance.now() - from > 1000) break;
      times.push((performance.now() - from) * 1e6);
    }
    return round(middle(times.slice(WAKES / 3)));
  } finally {
    Atomics.store(words, 0, -1);
    Atomics.notify(words, 0);
    await sleeper.terminate();
  }
}
