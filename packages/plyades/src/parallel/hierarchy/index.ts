// Hierarchies of processes: which process is whose worker, and the actor of each.
import type { Actor, ActorReport, Outlet, ProcessId } from '../actor.js';
import type { Algorithm, SearchPlan } from '../algorithm.js';
import type { LinkTimes } from '../links.js';
import type { Ports } from '../ports.js';
import type { ProcessSeat } from '../process.js';
import type { LevelMessage, Levels } from './levels.js';
import { createLevel, FROM_ABOVE, FROM_BELOW, tagged } from './middle.js';
import { type Hierarchy, MIDDLE, type MiddleSettings, SEARCHES_EACH } from './settings.js';

export type { LevelPiece, Levels, PieceMaster } from './levels.js';
export { FROM_ABOVE, FROM_BELOW, tagged } from './middle.js';
export {
  type Hierarchy,
  MIDDLE,
  type MiddleSettings,
  type Policy,
  policies,
  SEARCHES_EACH,
} from './settings.js';

/** Makes the processes of levels below the top, for any algorithm. */
export interface Stack {
  create<P>(
    seat: ProcessSeat,
    outlet: Outlet,
    ports: Ports<P>,
    plan: SearchPlan,
    times: TimesAround,
  ): Actor;
}

interface TimesAround {
  readonly above?: LinkTimes | undefined;
  readonly below?: LinkTimes | undefined;
}

/** An algorithm's masters and workers on any number of levels. */
export const stack = <M extends LevelMessage>(levels: Levels<M>): Stack => ({
  create: (seat, outlet, ports, plan, times) =>
    createLevel(levels, seat, outlet, ports, plan, middleOf(plan), times),
});

const middleOf = ({ hierarchy, middle }: SearchPlan): MiddleSettings =>
  hierarchy?.middle ?? middle ?? MIDDLE;

/** Kernel searches of each process of a search. */
export function searchesOf(algorithm: Algorithm, plan: SearchPlan): number {
  if (plan.hierarchy === undefined && plan.middle === undefined) return algorithm.searches;
  return Math.max(algorithm.searches, middleOf(plan).tasks * SEARCHES_EACH);
}

/** One process of a hierarchy under one clock, whose processes have numbers of their own. */
export function createInHierarchy<P>(
  algorithm: Algorithm,
  { self, incarnation }: ProcessSeat,
  outlet: Outlet,
  ports: Ports<P>,
  plan: SearchPlan,
  { parents, times = [] }: Hierarchy,
): Actor {
  const below = groupOf(parents, self);
  const level = levelOf(parents, self);
  if (self === 0) {
    const send = sendTo(outlet, parents, below, 0);
    const report = (each: ActorReport) =>
      outlet.report(each.type === 'liar' ? { ...each, process: below[each.process]! } : each);
    const topPlan = { ...aboveMasters(algorithm, plan), ...(times[0] && { linkTimes: times[0] }) };
    return algorithm.createActor(
      { self: 0, size: below.length, incarnation },
      { send, report },
      ports,
      topPlan,
    );
  }
  const parent = parents[self]!;
  const above = groupOf(parents, parent);
  const isMiddle = below.length > 1;
  const toAbove = sendTo(outlet, parents, above, parent);
  const toBelow = sendTo(outlet, parents, below, self);
  const size = above.length;
  const seat: ProcessSeat = {
    self: above.indexOf(self),
    size,
    incarnation,
    beneath: parent !== 0,
    ...(isMiddle && { below: { self: 0, size: below.length, incarnation } }),
  };
  const send = (to: ProcessId, packet: Uint8Array) =>
    to < size ? toAbove(to, packet) : toBelow(to - size, packet);
  return algorithm.stack!.create(
    seat,
    { ...outlet, send },
    ports,
    parent === 0 ? aboveMasters(algorithm, plan) : plan,
    { above: times[level - 1], below: times[level] },
  );
}

/** A master and its workers, in the order of their numbers among each other. */
function groupOf(parents: readonly number[], master: ProcessId): ProcessId[] {
  return [master, ...parents.keys()].filter(
    (each, index) => index === 0 || parents[each] === master,
  );
}

/** Masters above a process. */
function levelOf(parents: readonly number[], self: ProcessId): number {
  let level = 0;
  for (let at = self; at !== 0; at = parents[at]!) level++;
  return level;
}

/** To a member of a group, by its number there. */
function sendTo(
  outlet: Outlet,
  parents: readonly number[],
  group: readonly ProcessId[],
  master: ProcessId,
) {
  const masters = new Set(parents);
  return (to: ProcessId, packet: Uint8Array) => {
    const process = group[to]!;
    const isMiddle = process !== 0 && masters.has(process);
    const tag = process === master ? FROM_BELOW : FROM_ABOVE;
    outlet.send(process, isMiddle ? tagged(tag, packet) : packet);
  };
}

/** The plan of processes whose workers are masters themselves. */
const aboveMasters = ({ aboveMasters: own }: Algorithm, plan: SearchPlan): SearchPlan => ({
  ...plan,
  request: { ...plan.request, settings: { ...plan.request.settings, ...own } },
});
