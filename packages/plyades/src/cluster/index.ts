// The control plane of a cluster: state machines of masters and workers, and the records they exchange.
export { CHECKPOINT_INTERVAL, CheckpointSchedule } from './checkpoint-schedule.js';
export {
  type FoundSlots,
  type JobFailure,
  MAX_JOB_PROCESSES,
  MasterControl,
  type MasterControlEffect,
  type MasterControlEvent,
  type MasterControlOptions,
  type SeatGrant,
} from './master.js';
export {
  ANY_NAME,
  type CapacityReply,
  type CapacityRequest,
  type GameReference,
  type SeatAssignment,
  type SeatEntry,
  type SeatingCommand,
  type SeatNotice,
  type StartFields,
  sameWorker,
  type WorkerAddress,
} from './messages.js';
export type { ClusterNote } from './notes.js';
export { Seats } from './seats.js';
export {
  MASTER_TIMES,
  type MasterTimes,
  type Milliseconds,
  WORKER_TIMES,
  type WorkerTimes,
} from './times.js';
export {
  type SeatFailure,
  WorkerControl,
  type WorkerControlEffect,
  type WorkerControlEvent,
  type WorkerControlOptions,
  type WorkerLogEntry,
} from './worker.js';
