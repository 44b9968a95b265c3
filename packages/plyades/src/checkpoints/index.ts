// `plyades/checkpoints`: searches that outlive their program. Save while it runs, load, resume. Node only; jobs of a
// cluster are at `plyades/cluster`.
export { type Checkpoint, earlierResult, newJob, parseCheckpoint } from './checkpoint.js';
export {
  type CheckpointOptions,
  checkVersion,
  queryOf,
  type ResumeOptions,
  resumeSearch,
  searchWithCheckpoints,
} from './search.js';
export { type CheckpointStore, fileStore, loadCheckpoint } from './store.js';
