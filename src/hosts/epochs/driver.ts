// The deterministic driver: virtual processes that run side by side under a clock which nothing but
// their work moves. Packets are delivered at multiples of an epoch; in between every process runs on
// its own, in a cell, and cells may be anywhere. With the clock counting nodes this is deterministic
// parallel search; with a cost profile it is the simulation.
import type { Report } from '../../parallel/actor.js';
import type { Event, Nanos, Outcome, Packet, Standing } from './cell.js';

/** Cells, wherever they are. A process number belongs to exactly one of them. */
export interface Crew {
  /** Runs all cells from one end of an epoch to the other. Packets of the outcome are in the order of processes. */
  run(begin: Nanos, until: Nanos, events: readonly Event[]): Promise<Outcome> | Outcome;
  standings(at: Nanos): Promise<Standing[]> | Standing[];
}

/** What becomes of packets, and of processes, on the way. */
export interface World {
  /** Whether, when and how often a packet arrives. */
  arrivals(packet: Packet): readonly Nanos[];
  /** Faults of processes that begin in the epoch that ends at `until`, in order. */
  events(until: Nanos): readonly Event[];
  /** When the next of them begins; Infinity when there is none. */
  readonly nextEvent: Nanos;
}

/** Every packet arrives, after the same time; nobody fails. */
export const quietWorld = (latencyNs: Nanos): World => ({
  arrivals: (packet) => [packet.sentAt + latencyNs],
  events: () => [],
  nextEvent: Number.POSITIVE_INFINITY,
});

export interface DriverOptions {
  /** Length of an epoch. */
  readonly epochNs: Nanos;
  readonly world: World;
  /** Called after each epoch; false ends the run. */
  readonly goOn?: (at: Nanos) => boolean | Promise<boolean>;
  readonly onReport?: (report: Report, at: Nanos) => void;
  readonly onEpoch?: (epoch: Epoch) => void;
  /** A run in which nobody has worked for so long is stuck; for ever if not given. */
  readonly patienceNs?: Nanos;
  /** Ends the run when so many nodes have been visited; never if not given. */
  readonly maxWork?: number;
  /** Ends the run after so many epochs; never if not given. */
  readonly maxEpochs?: number;
}

/** What happened in an epoch. */
export interface Epoch {
  readonly begin: Nanos;
  readonly until: Nanos;
  readonly events: readonly Event[];
  readonly outcome: Outcome;
}

/** How a run ended. */
export interface Ending {
  /** Virtual time of the last report, or of the end of the run. */
  readonly at: Nanos;
  readonly end: 'done' | 'failed' | 'stopped' | 'stuck';
  /** Why it did not get to its end. */
  readonly reason?: string;
  readonly epochs: number;
  readonly standings: readonly Standing[];
}

interface Arrival {
  readonly at: Nanos;
  readonly packet: Packet;
  /** Of equal times, the packet that was sent first is delivered first. */
  readonly order: number;
}

const NEVER = Number.POSITIVE_INFINITY;

/** Runs a search to its end. */
export async function drive(crew: Crew, options: DriverOptions): Promise<Ending> {
  const { epochNs, world, goOn = () => true, onReport, onEpoch } = options;
  const { patienceNs = NEVER, maxWork = NEVER, maxEpochs = NEVER } = options;
  let work = 0;
  let workedAt = 0;
  let flying: Arrival[] = [];
  let order = 0;
  let until = 0;
  let epochs = 0;
  const finish = async (end: Ending['end'], at: Nanos, reason?: string): Promise<Ending> => ({
    at,
    end,
    epochs,
    standings: await crew.standings(at),
    ...(reason === undefined ? {} : { reason }),
  });
  for (;;) {
    const begin = until;
    until += epochNs;
    epochs++;
    const due = flying.filter((arrival) => arrival.at <= begin);
    flying = flying.filter((arrival) => arrival.at > begin);
    due.sort((a, b) => a.packet.to - b.packet.to || a.at - b.at || a.order - b.order);
    const events: Event[] = [...world.events(until)];
    for (const { packet } of due) {
      events.push({ type: 'packet', process: packet.to, bytes: packet.bytes });
    }
    // Nobody else could answer for the search.
    const end = events.find((event) => event.type === 'crash' && event.process === 0);
    if (end !== undefined) return finish('failed', begin, 'process 0 crashed');
    const running = crew.run(begin, until, events);
    const outcome = running instanceof Promise ? await running : running;
    onEpoch?.({ begin, until, events, outcome });
    work += outcome.work;
    if (outcome.work > 0) workedAt = until;
    for (const packet of outcome.packets) {
      for (const at of world.arrivals(packet)) flying.push({ at, packet, order: order++ });
    }
    for (const { at, report } of outcome.reports) {
      onReport?.(report, at);
      if (report.type === 'done') return finish('done', at);
      if (report.type === 'failed') return finish('failed', at, report.reason);
    }
    const more = goOn(until);
    if (!(more instanceof Promise ? await more : more)) return finish('stopped', until);
    if (work > maxWork) return finish('stopped', until, `more than ${maxWork} nodes were visited`);
    if (epochs >= maxEpochs) return finish('stopped', until, `${epochs} epochs have passed`);
    if (until - workedAt > patienceNs) {
      return finish('stuck', until, `nobody has worked since ${workedAt / 1e9} virtual seconds`);
    }
    const quietUntil = Math.min(outcome.quietUntil, world.nextEvent);
    const next = flying.reduce((least, { at }) => Math.min(least, at), quietUntil);
    if (next === Number.POSITIVE_INFINITY) {
      return finish('stuck', until, 'nobody waits for anything');
    }
    // Whole epochs in which nothing would happen are left out.
    if (next > until) until = Math.floor(next / epochNs) * epochNs;
  }
}

/** Cells of this thread. */
export function localCrew(
  cells: readonly {
    run(begin: Nanos, until: Nanos, events: readonly Event[]): Outcome;
    standings(at: Nanos): Standing[];
  }[],
  cellOf: (process: number) => number,
): Crew {
  return {
    run(begin, until, events) {
      const outcomes = cells.map((cell, index) =>
        cell.run(
          begin,
          until,
          events.filter((event) => cellOf(event.process) === index),
        ),
      );
      return merge(outcomes);
    },
    standings: (at) =>
      cells.flatMap((cell) => cell.standings(at)).sort((a, b) => a.process - b.process),
  };
}

/** The outcomes of several cells as one, whatever their number and order. */
export function merge(outcomes: readonly Outcome[]): Outcome {
  const packets = outcomes.flatMap((outcome) => outcome.packets);
  return {
    // Stable: packets of one process stay in the order of their sending.
    packets: packets.sort((a, b) => a.from - b.from),
    reports: outcomes.flatMap((outcome) => outcome.reports),
    quietUntil: Math.min(...outcomes.map((outcome) => outcome.quietUntil)),
    work: outcomes.reduce((sum, outcome) => sum + outcome.work, 0),
  };
}
