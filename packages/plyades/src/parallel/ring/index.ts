// Makes the processes of a search, on one level or several, with or without a ring. The ring stands beside the links of a process,
// not on top of them, and an algorithm knows nothing of it: any that searches with local tables can have
// one.
import type { Actor, Outlet } from '../actor.js';
import type { Algorithm, SearchPlan } from '../algorithm.js';
import { createInHierarchy } from '../hierarchy/index.js';
import { LINK_TIMES } from '../links.js';
import type { Ports } from '../ports.js';
import type { ProcessSeat } from '../process.js';
import { isRingPacket, SHADOW_ENTRIES } from './messages.js';
import { Ring } from './ring.js';

/** A shadow table with this many entries goes along when its process sends another message. */
const WORTHWHILE = SHADOW_ENTRIES / 4;
/** One with this many is sent although its process has no other message. */
const FULL = SHADOW_ENTRIES / 2;

/** One process of a search; with tables of the kind `ring` it is a member, unless it is a master. */
export function createActor<P>(
  algorithm: Algorithm,
  place: ProcessSeat,
  outlet: Outlet,
  ports: Ports<P>,
  plan: SearchPlan,
): Actor {
  if (plan.hierarchy !== undefined) {
    return createInHierarchy(algorithm, place, outlet, ports, plan, plan.hierarchy);
  }
  if (place.below !== undefined || place.beneath) {
    const times = { above: plan.linkTimes, below: plan.linkTimes };
    return algorithm.stack!.create(place, outlet, ports, plan, times);
  }
  const { exchange } = ports;
  const first = algorithm.hasMaster ? 1 : 0;
  const members = Array.from({ length: place.size - first }, (_, index) => first + index);
  const alone = members.length < 2 || place.self < first;
  if (plan.request.table !== 'ring' || exchange === undefined || alone) {
    return algorithm.createActor(place, outlet, ports, plan);
  }
  let hasSent = false;
  const send = (to: number, packet: Uint8Array) => {
    hasSent = true;
    outlet.send(to, packet);
  };
  const actor = algorithm.createActor(place, { ...outlet, send }, ports, plan);
  const { counters } = actor;
  const times = plan.linkTimes ?? LINK_TIMES;
  const ring = new Ring(place, members, exchange, counters, times, (to, packet) =>
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
