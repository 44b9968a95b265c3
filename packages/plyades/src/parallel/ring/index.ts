// A process with a place in the ring. The ring stands beside the links of a process, not on top of them, and an algorithm
// knows nothing of it: any that searches with local tables can have one.
import type { Actor, Outlet, ProcessId } from '../actor.js';
import { LINK_TIMES, type LinkTimes } from '../links.js';
import type { Exchange } from '../ports.js';
import type { ProcessSeat } from '../process.js';
import { isRingPacket, SHADOW_ENTRIES } from './messages.js';
import { Ring } from './ring.js';

/** A shadow table with this many entries goes along when its process sends another message. */
const WORTHWHILE = SHADOW_ENTRIES / 4;
/** One with this many is sent although its process has no other message. */
const FULL = SHADOW_ENTRIES / 2;

/** The ring as one of its members sees it. */
export interface RingOptions {
  readonly members: readonly ProcessId[];
  readonly exchange: Exchange;
  readonly times?: LinkTimes | undefined;
}

/** A process that passes tables of the others on and shares its own; `create` makes the process that searches. */
export function createRingMember(
  create: (outlet: Outlet) => Actor,
  seat: ProcessSeat,
  outlet: Outlet,
  { members, exchange, times = LINK_TIMES }: RingOptions,
): Actor {
  let hasSent = false;
  const send = (to: number, packet: Uint8Array) => {
    hasSent = true;
    outlet.send(to, packet);
  };
  const actor = create({ ...outlet, send });
  const { counters } = actor;
  const ring = new Ring(seat, members, exchange, counters, times, (to, packet) =>
    outlet.send(to, packet),
  );
  return {
    counters,
    receive(packet, now) {
      if (isRingPacket(packet)) ring.receive(packet);
      else actor.receive(packet, now);
    },
    lost: (process, now) => actor.lost(process, now),
    settle: (iteration) => actor.settle?.(iteration),
    get queued() {
      return actor.queued;
    },
    step(budget, now) {
      // Tables of others are passed on before anything is searched: they soon lose their worth.
      if (ring.pass(now)) return { nodes: 0, masterNodes: 0, idle: false, wakeAt: now };
      hasSent = false;
      const step = actor.step(budget, now);
      if (step.idle || exchange.waiting >= (hasSent ? WORTHWHILE : FULL)) ring.share(now);
      return step;
    },
  };
}
