// The threads that the functions of this library share. They are started when first needed, do not
// keep a process alive, and can be ended with closeAll.
import { ThreadPool } from '../hosts/threads/pool.js';

/** More threads than any machine has use for. */
export const MAX_WORKERS = 256;

export const threads = new ThreadPool();

/** Ends the worker threads that searches have used. Running searches fail with ERR_CLOSED. */
export function closeAll(): Promise<void> {
  return threads.close();
}
