// The control plane of a cluster: state machines of masters and workers, and the records they exchange.
export { CHECKPOINT_INTERVAL, CheckpointSchedule } from './checkpoint-schedule.js';
export { MasterControl, type MasterControlOptions } from './master.js';
export type {
  FoundSlots,
  JobFailure,
  MasterControlEffect,
  MasterControlEvent,
  SeatGrant,
} from './master-events.js';
export {
  ANY_NAME,
  type CapacityReply,
  type CapacityRequest,
  type GameReference,
  type ReportNotice,
  type SearchedCount,
  type SeatAssignment,
  type SeatEntry,
  type SeatingCommand,
  type SeatNotice,
  type SeatReport,
  type StartFields,
  sameWorker,
  type WorkerAddress,
} from './messages.js';
export type { ClusterNote } from './notes.js';
export { MAX_JOB_PROCESSES, spareSeatsOf } from './seat-keeper.js';
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
