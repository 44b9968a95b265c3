// A process that is a worker above and a master below (thesis, section 5.2.4): two processes in one, with links
// of their own. The upper one is the algorithm's worker, and the lower one makes its searches.
//
// To its host it has the numbers of the upper group as they are, and behind them those of the lower one.
// Packets to it begin with a byte that says from which of the two they come.
import type { Actor, Outlet } from '../actor.js';
import type { SearchPlan } from '../algorithm.js';
import { createCounters } from '../counters.js';
import type { LinkTimes } from '../links.js';
import type { Ports } from '../ports.js';
import { createProcess, type ProcessSeat } from '../process.js';
import type { LevelMessage, Levels } from './levels.js';
import { siteMessages } from './messages.js';
import type { MiddleSettings } from './settings.js';
import { Site } from './site.js';
import { SiteWorker } from './site-worker.js';

/** The first byte of packets to a middle master. */
export const FROM_ABOVE = 0;
export const FROM_BELOW = 1;

/** A packet to a middle master, as it must arrive there. */
export function tagged(tag: number, packet: Uint8Array): Uint8Array {
  const whole = new Uint8Array(packet.length + 1);
  whole[0] = tag;
  whole.set(packet, 1);
  return whole;
}

/** Times of the links above a process and below it. */
export interface TimesAround {
  readonly above?: LinkTimes | undefined;
  readonly below?: LinkTimes | undefined;
}

/** A worker of any level that is not the top: middle masters and those below them. */
export function createLevel<P, M extends LevelMessage>(
  levels: Levels<M>,
  seat: ProcessSeat,
  outlet: Outlet,
  ports: Ports<P>,
  plan: SearchPlan,
  settings: MiddleSettings,
  { above, below }: TimesAround,
): Actor {
  const counters = createCounters();
  const isSiteWorker = seat.beneath ?? false;
  const middle = seat.below !== undefined;
  const upperPlan = above === undefined ? plan : { ...plan, linkTimes: above };
  const createUpper = (searches: Ports<P>) =>
    isSiteWorker
      ? createProcess(
          seat,
          siteMessages(levels.messages),
          outlet,
          (context) => new SiteWorker(levels, context, searches, upperPlan, settings, middle),
          above,
          counters,
        )
      : createProcess(
          seat,
          levels.messages,
          outlet,
          (context) =>
            levels.createWorker(context, searches, plan.request.depth, upperPlan, middle),
          above,
          counters,
        );
  if (seat.below === undefined) return createUpper(ports);

  const { size } = seat;
  const lowerPlan = below === undefined ? plan : { ...plan, linkTimes: below };
  let site!: Site<P, M>;
  const lower = createProcess(
    seat.below,
    siteMessages(levels.messages),
    { send: (to, packet) => outlet.send(size + to, packet), report: () => {} },
    (context) => {
      site = new Site(levels, context, ports, lowerPlan, settings, isSiteWorker);
      return site;
    },
    below,
    counters,
  );
  // Its own table knows nothing of what others search.
  const upper = createUpper({ rules: ports.rules, searches: site.searches });
  return {
    counters,
    receive(packet, now) {
      const rest = packet.subarray(1);
      if (packet[0] === FROM_ABOVE) upper.receive(rest, now);
      else if (packet[0] === FROM_BELOW) lower.receive(rest, now);
      else counters.refused++;
    },
    lost(process, now) {
      if (process < size) upper.lost(process, now);
      else lower.lost(process - size, now);
    },
    settle: (iteration) => upper.settle?.(iteration),
    step(budget, now) {
      site.begin(now);
      const above = upper.step(budget, now);
      const others = site.runOthers(budget);
      const below = lower.step(0, now);
      return {
        nodes: above.nodes + others,
        masterNodes: site.masterNodes,
        idle: above.idle && below.idle && !site.hasWork,
        wakeAt: Math.min(above.wakeAt, below.wakeAt, site.wakeAt),
      };
    },
  };
}
