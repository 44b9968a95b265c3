// What waiting workers waited for. A worker waits while a message to it is on its way (latency), while the master is
// busy and has not come to it yet, or while the master has nothing to give out, because results of others must come
// first. Without a master the last two are one: the worker found nothing to take over.
import type { LaneIndex } from './lane-index.js';
import type { LaneLog } from './lane-log.js';
import { codeOf } from './states.js';

export const waitCauses = ['latency', 'master', 'work'] as const;
export type WaitCause = (typeof waitCauses)[number];

/** Processors that wait for each of them, on average over the run. */
export type Waits = Readonly<Record<WaitCause, number>>;

/** Undefined when no worker ever waited. */
export function makeWaits({ lanes, end, log }: LaneLog): Waits | undefined {
  const master = log.header.hasMaster ? lanes[0] : undefined;
  const waits = { latency: 0, master: 0, work: 0 };
  for (const worker of master === undefined ? lanes : lanes.slice(1)) {
    const { times, codes } = worker;
    for (const [i, code] of codes.entries()) {
      const from = times[i]!;
      const to = times[i + 1] ?? worker.end;
      if (code === codeOf['on-the-way']) waits.latency += to - from;
      if (code !== codeOf.waiting) continue;
      const busy = master === undefined ? 0 : busyTime(master, from, to);
      waits.master += busy;
      waits.work += to - from - busy;
    }
  }
  const sum = waits.latency + waits.master + waits.work;
  if (!(sum > 0 && end > 0)) return undefined;
  return { latency: waits.latency / end, master: waits.master / end, work: waits.work / end };
}

const busyStates = ['searching', 'ahead', 'given-up', 'deciding', 'messages'] as const;
const sums = new Float64Array(Object.keys(codeOf).length);

/** How long a process is neither idle nor down between two moments. */
function busyTime(lane: LaneIndex, from: number, to: number): number {
  sums.fill(0);
  lane.addSpan(from, to, sums);
  return busyStates.reduce((sum, state) => sum + sums[codeOf[state]]!, 0);
}
