// The simulated network and its faults as the driver's world. What becomes of a packet depends on the
// seed, on who sends it to whom, and on how many went that way before it: on nothing that the number of
// threads could change.
import type { CellEvent, Nanos, Packet } from '../hosts/epochs/cell.js';
import type { World } from '../hosts/epochs/driver.js';
import type { FaultPlan, ProcessFault } from './faults.js';
import { latencyBetween, type Ways } from './ways.js';

export interface NetworkSettings {
  readonly seed: number;
  readonly faults: FaultPlan;
  /** Where processes are not all equally far from each other. */
  readonly ways?: Ways | undefined;
}

const LATEST = 100;
const REORDERED = 4;

/** A world with these faults. Packets take `latencyNs`; delays are multiples of it and of an epoch. */
export function createNetwork(
  { seed, faults, ways }: NetworkSettings,
  latencyNs: Nanos,
  epochNs: Nanos,
): World {
  const { lose, late, double, reorder } = faults.packets;
  const bad = lose + late + double + reorder > 0;
  const latency = ways === undefined ? () => latencyNs : latencyBetween(ways);
  const serials = new Map<number, number>();
  const coming = faults.processes
    .map((fault) => ({ at: fault.at * 1e9, event: eventOf(fault) }))
    .sort((a, b) => a.at - b.at);
  let next = 0;
  return {
    arrivals(packet: Packet) {
      const latencyNs = latency(packet.from, packet.to);
      const arrival = packet.sentAt + latencyNs;
      const unit = latencyNs + epochNs;
      if (!bad) return [arrival];
      const way = packet.from * 2 ** 20 + packet.to;
      const serial = serials.get(way) ?? 0;
      serials.set(way, serial + 1);
      /** 0 .. 1, for one of the questions about this packet. */
      const lot = (question: number) =>
        mix(mix(mix(mix(seed, packet.from), packet.to), serial), question) / 2 ** 32;
      const delay = (question: number) => {
        if (100 * lot(question) < late) return LATEST * unit * lot(question + 1);
        if (100 * lot(question + 2) < reorder) return REORDERED * unit * lot(question + 3);
        return 0;
      };
      const times: Nanos[] = [];
      if (100 * lot(0) >= lose) times.push(arrival + delay(1));
      if (100 * lot(5) < double) times.push(arrival + REORDERED * unit * lot(6) + delay(7));
      return times;
    },
    events(until: Nanos) {
      const events: CellEvent[] = [];
      for (; next < coming.length && coming[next]!.at < until; next++) {
        events.push(coming[next]!.event);
      }
      return events;
    },
    get nextEvent() {
      return coming[next]?.at ?? Number.POSITIVE_INFINITY;
    },
  };
}

function eventOf(fault: ProcessFault): CellEvent {
  const { process, at } = fault;
  switch (fault.type) {
    case 'crash':
      return { type: 'crash', process, restartAt: (at + fault.seconds) * 1e9 };
    case 'pause':
      return { type: 'pause', process, until: (at + fault.seconds) * 1e9 };
    case 'slow':
      return { type: 'slow', process, factor: fault.factor };
  }
}

/** A 32-bit number that every bit of both reaches. */
function mix(hash: number, value: number): number {
  let mixed = Math.imul(hash ^ Math.imul(value + 0x9e3779b9, 0x85ebca6b), 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}
