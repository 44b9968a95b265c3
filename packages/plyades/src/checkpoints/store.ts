// Where checkpoints are kept. A file is complete at any time: the new one takes the place of the old one, and a disk that is
// full leaves the old one as it was.
import { readRegularFile, replaceFile } from '../hosts/regular-file.js';
import { type Checkpoint, parseCheckpoint } from './checkpoint.js';

/** A place for the newest checkpoint of one search. */
export interface CheckpointStore extends AsyncDisposable {
  /** Replaces what is there. Rejects, and leaves that as it is, when it cannot be written. */
  put(text: string): Promise<void>;
  /** Closes the connection behind the store, if it has one. */
  close(): Promise<void>;
}

/** Keeps checkpoints in a file. */
export function fileStore(path: string): CheckpointStore {
  return {
    put: (text) => replaceFile(path, text),
    close: async () => {},
    [Symbol.asyncDispose]: async () => {},
  };
}

/** Greater than any checkpoint: a master's tree has half a MiB. */
const MAX_CHECKPOINT_BYTES = 2 ** 26;

/** Reads the checkpoint of a file. Rejects with ERR_JOB when it is damaged, with the system's error when it cannot be read. */
export async function loadCheckpoint(path: string): Promise<Checkpoint> {
  return parseCheckpoint(await readRegularFile(path, MAX_CHECKPOINT_BYTES));
}
