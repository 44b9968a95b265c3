// The deterministic driver: virtual processes that run side by side under a clock which nothing but
// their work moves. Packets are delivered at multiples of an epoch; in between every process runs on
// its own, in a cell, and cells may be anywhere. With the clock counting nodes this is deterministic
// parallel search; with a cost profile it is the simulation.
//
// When packets take some epochs more than they must, a cell may be as many epochs ahead of the others:
// nothing that they do meanwhile can reach it. Which cell is ahead changes nothing, but none waits for
// another at the end of every epoch.
import type { ActorReport } from '../../parallel/actor.js';
import type { CellEvent, CellOutcome, Nanos, Packet, ProcessTotals } from './cell.js';
import type { Costs } from './costs.js';
import type { RunTrace } from './run-trace.js';

/** An epoch, and what happens at its beginning, in order for each process. */
export interface Span {
  readonly begin: Nanos;
  readonly until: Nanos;
  readonly events: readonly CellEvent[];
  /** Processes that were busy in the last epoch that is finished, on average over its time. */
  readonly busy: number;
}

/** Cells, in one thread or in several. A process number belongs to exactly one of them. */
export interface CellGroup {
  /** All cells may run from one end of an epoch to the other, after those that were begun before. */
  begin(epoch: Span): void;
  /** Waits for the oldest epoch that is not finished. Its packets are in the order of processes. */
  finish(): CellOutcome;
  /** When every epoch is finished, once; `iteration` as a report says it. The cells are not needed any more. */
  processTotals(at: Nanos, iteration?: number): ProcessTotals[];
}

/** The fate of packets and processes. */
export interface World {
  /** Whether, when and how often a packet arrives. */
  arrivals(packet: Packet): readonly Nanos[];
  /** Faults of processes that begin in the epoch that ends at `until`, in order. */
  events(until: Nanos): readonly CellEvent[];
  /** When the next of them begins; Infinity when there is none. */
  readonly nextEvent: Nanos;
}

/** Every packet arrives, after the same time; no process fails. */
export const quietWorld = (latencyNs: Nanos): World => ({
  arrivals: (packet) => [packet.sentAt + latencyNs],
  events: () => [],
  nextEvent: Number.POSITIVE_INFINITY,
});

export interface DriverOptions {
  /** Length of an epoch. */
  readonly epochNs: Nanos;
  /** Epochs that a packet waits after the one in which it was sent; 0 if not given. */
  readonly ahead?: number;
  readonly world: World;
  /** Called after each epoch; false ends the run. */
  readonly goOn?: (at: Nanos) => boolean | Promise<boolean>;
  /** `nodes` were searched until the end of the report's epoch, by all processes. */
  readonly onReport?: (report: ActorReport, at: Nanos, nodes: number) => void;
  readonly onEpoch?: (epoch: Epoch) => void;
  /** A run in which no process has worked for this long is stuck; for ever if not given. */
  readonly patienceNs?: Nanos;
  /** Ends the run when this many nodes have been visited; never if not given. */
  readonly maxWork?: number;
  /** Ends the run after this many epochs; never if not given. */
  readonly maxEpochs?: number;
  /** Ends the run at this time, at the end of an epoch, as `late`; never if not given. */
  readonly deadlineNs?: Nanos;
  /** Of a real host: processor time of each packet, spent by other programs of the same machine. */
  readonly costs?: Costs;
  /** Where a traced search is recorded. */
  readonly trace?: RunTrace | undefined;
}

/** The record of an epoch. */
export interface Epoch extends Span {
  readonly outcome: CellOutcome;
}

/** How a run ended. */
export interface RunEnding {
  /** Virtual time of the last report, or of the end of the run. */
  readonly at: Nanos;
  readonly end: 'done' | 'failed' | 'stopped' | 'late' | 'stuck';
  /** Why it did not get to its end. */
  readonly reason?: string;
  readonly epochs: number;
  readonly processTotals: readonly ProcessTotals[];
  /** Of everything that happened in its epochs, where they are observed. */
  readonly digest?: string;
}

interface Arrival {
  readonly at: Nanos;
  readonly packet: Packet;
  /** Of equal times, the packet that was sent first is delivered first. */
  readonly order: number;
}

const NEVER = Number.POSITIVE_INFINITY;

/** Runs a search to its end. */
export async function drive(cells: CellGroup, options: DriverOptions): Promise<RunEnding> {
  const { epochNs, ahead = 0, world, goOn = () => true, onReport, onEpoch, trace } = options;
  const { patienceNs = NEVER, maxWork = NEVER, maxEpochs = NEVER, deadlineNs = NEVER } = options;
  let work = 0;
  let nodes = 0;
  let workedAt = 0;
  let flying: Arrival[] = [];
  let order = 0;
  /** Where the next epoch begins. */
  let next = 0;
  let epochs = 0;
  let busy = 0;
  const brokerNs = options.costs?.host?.brokerNs ?? 0;
  /** Begun and not finished, oldest first. */
  const underWay: Span[] = [];
  let iteration: number | undefined;
  const end = (how: RunEnding['end'], at: Nanos, reason?: string): RunEnding => {
    // Some cells may have run them already, so all do.
    for (const _ of underWay.splice(0)) cells.finish();
    const processTotals = cells.processTotals(at, iteration);
    trace?.end(at, processTotals);
    return { at, end: how, epochs, processTotals, ...(reason === undefined ? {} : { reason }) };
  };
  for (;;) {
    while (underWay.length <= ahead) {
      const begin = next;
      next += epochNs;
      const due = flying.filter((arrival) => arrival.at <= begin);
      if (due.length > 0) flying = flying.filter((arrival) => arrival.at > begin);
      due.sort((a, b) => a.packet.to - b.packet.to || a.at - b.at || a.order - b.order);
      const events: CellEvent[] = [...world.events(next)];
      for (const { packet } of due) {
        events.push({ type: 'packet', process: packet.to, bytes: packet.bytes });
      }
      // No other process could answer for the search.
      const crash = events.find((event) => event.type === 'crash' && event.process === 0);
      if (crash !== undefined) return end('failed', begin, 'process 0 crashed');
      trace?.faults(begin, events);
      const span = { begin, until: next, events, busy };
      underWay.push(span);
      cells.begin(span);
    }
    const outcome = cells.finish();
    const span = underWay.shift()!;
    const { begin, until } = span;
    epochs++;
    onEpoch?.({ ...span, outcome });
    work += outcome.work;
    nodes += outcome.nodes;
    busy = (outcome.busyNs + outcome.packets.length * brokerNs) / (until - begin);
    if (outcome.work > 0) workedAt = until;
    trace?.segments(outcome.traces);
    for (const packet of outcome.packets) {
      const arrivals = world.arrivals(packet);
      for (const at of arrivals) flying.push({ at, packet, order: order++ });
      trace?.packet(packet, arrivals, next, epochNs);
    }
    for (const { at, report } of outcome.reports) {
      trace?.report(at, report);
      onReport?.(report, at, nodes);
      if (report.type === 'done') {
        iteration = report.iteration;
        return end('done', at);
      }
      if (report.type === 'failed') return end('failed', at, report.reason);
    }
    const more = goOn(until);
    if (!(more instanceof Promise ? await more : more)) return end('stopped', until);
    if (until >= deadlineNs) return end('late', until);
    if (work > maxWork) return end('stopped', until, `more than ${maxWork} nodes were visited`);
    if (epochs >= maxEpochs) return end('stopped', until, `${epochs} epochs have passed`);
    if (until - workedAt > patienceNs) {
      return end('stuck', until, `no process has worked since ${workedAt / 1e9} virtual seconds`);
    }
    if (underWay.some((span) => span.events.length > 0)) continue;
    const quietUntil = Math.min(outcome.quietUntil, world.nextEvent);
    const something = flying.reduce((least, { at }) => Math.min(least, at), quietUntil);
    if (something === Number.POSITIVE_INFINITY) {
      return end('stuck', until, 'no process waits for anything');
    }
    // Whole epochs in which nothing would happen are left out.
    const first = Math.min(something, deadlineNs);
    if (first > next) next = Math.floor(first / epochNs) * epochNs;
  }
}

/** Cells of this thread. */
export function localCells(
  cells: readonly {
    run(begin: Nanos, until: Nanos, events: readonly CellEvent[], busy: number): CellOutcome;
    processTotals(at: Nanos, iteration?: number): ProcessTotals[];
  }[],
  cellOf: (process: number) => number,
): CellGroup {
  const begun: Span[] = [];
  return {
    begin: (epoch) => void begun.push(epoch),
    finish() {
      const { begin, until, events, busy } = begun.shift()!;
      const outcomes = cells.map((cell, index) =>
        cell.run(
          begin,
          until,
          events.filter((event) => cellOf(event.process) === index),
          busy,
        ),
      );
      return merge(outcomes);
    },
    processTotals: (at, iteration) =>
      cells
        .flatMap((cell) => cell.processTotals(at, iteration))
        .sort((a, b) => a.process - b.process),
  };
}

/** The outcomes of several cells as one, in any number and order. */
export function merge(outcomes: readonly CellOutcome[]): CellOutcome {
  if (outcomes.length === 1) return outcomes[0]!;
  const packets = outcomes.flatMap((outcome) => outcome.packets);
  return {
    // Stable: packets of one process stay in the order of their sending.
    packets: packets.sort((a, b) => a.from - b.from),
    reports: outcomes.flatMap((outcome) => outcome.reports),
    quietUntil: Math.min(...outcomes.map((outcome) => outcome.quietUntil)),
    work: outcomes.reduce((sum, outcome) => sum + outcome.work, 0),
    nodes: outcomes.reduce((sum, outcome) => sum + outcome.nodes, 0),
    busyNs: outcomes.reduce((sum, outcome) => sum + outcome.busyNs, 0),
    traces: outcomes.flatMap(({ traces }) => traces).sort((a, b) => a.process - b.process),
  };
}
