// Where checkpoints are kept. A file is complete at any time: the new one takes the place of the old one, and a disk that is
// full leaves the old one as it was.
import { open, readFile, rename, rm } from 'node:fs/promises';
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

async function replaceFile(path: string, text: string): Promise<void> {
  // Two programs that write the same checkpoint must not write into each other's.
  const fresh = `${path}.${process.pid}.new`;
  try {
    const file = await open(fresh, 'w');
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(fresh, path);
  } catch (error) {
    await rm(fresh, { force: true }).catch(() => {});
    throw error;
  }
}

/** Reads the checkpoint of a file. Rejects with ERR_JOB when it is damaged, with the system's error when it cannot be read. */
export async function loadCheckpoint(path: string): Promise<Checkpoint> {
  return parseCheckpoint(await readFile(path));
}
