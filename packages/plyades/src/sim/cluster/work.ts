// The searches in the seats of a simulated job, and the place of its checkpoints.
import type { StartFields } from '../../control-plane/index.js';
import type { SearchFinding } from '../../parallel/actor.js';
import type { SearchPlan } from '../../parallel/algorithm.js';
import type { AlgorithmName } from '../../parallel/algorithms.js';
import { LINK_TIMES } from '../../parallel/links.js';

/** Undefined where nothing is searched. */
export interface SimWork {
  readonly algorithm: AlgorithmName;
  readonly tree: number;
  readonly plan: SearchPlan;
  /** Milliseconds of a node. */
  readonly nodeMs: number;
}

export interface SimStartCommand extends StartFields {
  readonly type: 'start';
  readonly work: SimWork | undefined;
}

/** Fewer heartbeats than on a real cluster: they are most of what a simulation costs. */
export const SIM_LINK_TIMES = {
  ...LINK_TIMES,
  heartbeat: 2 * LINK_TIMES.heartbeat,
  silence: 2 * LINK_TIMES.silence,
  resend: 2 * LINK_TIMES.resend,
  roundTrip: 60_000,
};

/** The contents of a checkpoint: the last finding, and the master's tree. */
export interface SimFinding extends SearchFinding {
  readonly tree?: Uint8Array;
}

export const SIM_VERSION = '1.0.0';
export const SIM_PROTOCOL = 1;
/** Of the table of each seat. */
export const SIM_TABLE_BYTES = 2 ** 20;
export const SIM_GAME = { id: 'synthetic', hash: 'aa' };
export const OTHER_BUILD_GAME = { id: 'synthetic', hash: 'bb' };
