// A search under the deterministic driver, as data: everything that the threads which take part in it
// must know, and nothing that depends on how many they are.
import type { GameSource } from '../../games/open.js';
import type { SearchPlan } from '../../parallel/algorithm.js';
import type { LinkTimes } from '../../parallel/links.js';
import type { EpochProof } from '../proof/epoch-cell.js';
import type { Nanos } from './cell.js';
import type { Costs } from './costs.js';

export interface EpochSearch {
  readonly game: GameSource;
  /** A compact record, or the state of a game in plain TypeScript. */
  readonly position: unknown;
  /** Name of the algorithm. */
  readonly algorithm: string;
  /** Virtual processes, process 0 included. */
  readonly processes: number;
  /** Seats of processes that may come later and never do, as on a cluster; 0 if not given. */
  readonly spareSeats?: number;
  readonly plan: SearchPlan;
  /** For a distributed proof: `algorithm` is then only a name, and of the plan only the times of links count. */
  readonly proof?: EpochProof;
  /** Bytes of all local tables together (see tableShares), or of the shared one; 0 for none. */
  readonly tableBytes: number;
  /** Processes of a search that lie, and the share of their results, 0 to 1, that is false. */
  readonly liars?: readonly { readonly process: number; readonly share: number }[];
  readonly costs: Costs;
  readonly epochNs: Nanos;
  /** Epochs that a packet waits, and threads may be ahead of each other; 0 if not given. */
  readonly ahead?: number;
  readonly patienceNs?: Nanos;
  readonly maxWork?: number;
  readonly maxEpochs?: number;
  readonly deadlineNs?: Nanos;
  /** True: processes record what they do. Changes nothing else. */
  readonly traced?: boolean;
}

/** The least virtual time between two counts of a traced process; undefined when the search is not traced. */
export const traceInterval = ({ traced, epochNs }: EpochSearch): Nanos | undefined =>
  traced ? epochNs : undefined;

/**
 * Times for links under a virtual clock: nothing is sent again before it can have arrived, and the
 * heartbeats of all processes take process 0 at most a hundredth of its time.
 */
export function linkTimes(costs: Costs, epochNs: Nanos, processes: number, ahead = 0): LinkTimes {
  const way = costs.latencyNs + (1 + ahead) * epochNs + costs.messageNs;
  const roundTrip = 2 * way + processes * costs.messageNs;
  const micros = (nanos: Nanos) => Math.ceil(nanos / 1000);
  const heartbeat = Math.max(5 * roundTrip, 200 * processes * costs.messageNs);
  return {
    heartbeat: micros(heartbeat),
    silence: micros(10 * heartbeat),
    resend: micros(3 * roundTrip),
    acknowledge: micros(roundTrip / 2),
    roundTrip: micros(roundTrip),
  };
}
