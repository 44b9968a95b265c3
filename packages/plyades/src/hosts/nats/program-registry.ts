// The programs with a search of their own that a worker runs (plyades/own-search): their modules were named on this
// machine, and a job names one of them by its hash. What runs them stands behind this port.
import type { GameReference } from '../../control-plane/index.js';
import type { ProcessSeat } from '../../parallel/process.js';
import type { LocalHooks } from './local-process.js';
import type { StartCommand } from './messages.js';
import type { SeatProcess } from './worker.js';

export type StartProgramCommand = Extract<StartCommand, { type: 'program' }>;

export interface ProgramRegistry {
  readonly programs: readonly GameReference[];
  /** Checks a start command; what starts the process of a seat. Throws when no program here is meant. */
  open(command: StartProgramCommand): (seat: ProcessSeat, hooks: LocalHooks) => SeatProcess;
}

/** Of a worker that runs no such programs. */
export const NO_PROGRAMS: ProgramRegistry = {
  programs: [],
  open: () => {
    throw new Error('no program here has this hash');
  },
};
