// Makes the processes of a search: on one level or in a hierarchy, with or without a ring of tables.
import type { Actor, Outlet } from './actor.js';
import type { Algorithm, SearchPlan } from './algorithm.js';
import { createInHierarchy } from './hierarchy/index.js';
import type { Ports } from './ports.js';
import type { ProcessSeat } from './process.js';
import { createRingMember } from './ring/index.js';

/** One process of a search; with tables of the kind `ring` it is a member of the ring, unless it is a master. */
export function createActor<P>(
  algorithm: Algorithm,
  seat: ProcessSeat,
  outlet: Outlet,
  ports: Ports<P>,
  plan: SearchPlan,
): Actor {
  if (plan.hierarchy !== undefined) {
    return createInHierarchy(algorithm, seat, outlet, ports, plan, plan.hierarchy);
  }
  if (seat.below !== undefined || seat.beneath) {
    const times = { above: plan.linkTimes, below: plan.linkTimes };
    return algorithm.stack!.create(seat, outlet, ports, plan, times);
  }
  const { exchange } = ports;
  const first = algorithm.hasMaster ? 1 : 0;
  const members = Array.from({ length: seat.size - first }, (_, index) => first + index);
  const alone = members.length < 2 || seat.self < first;
  if (plan.request.table !== 'ring' || exchange === undefined || alone) {
    return algorithm.createActor(seat, outlet, ports, plan);
  }
  const create = (through: Outlet) => algorithm.createActor(seat, through, ports, plan);
  return createRingMember(create, seat, outlet, { members, exchange, times: plan.linkTimes });
}
