// The threads that the functions of this library share. They are started when first needed, do not
// keep a process alive, and can be ended with closeAll.
import { DriverPool } from '../hosts/epochs/pool.js';
import { ThreadPool } from '../hosts/threads/pool.js';

export const threads = new ThreadPool();

/** Threads of deterministic searches. */
export const driverThreads = new DriverPool();

/** Ends the worker threads that searches have used. Running searches fail with ERR_CLOSED. */
export async function closeAll(): Promise<void> {
  await Promise.all([threads.close(), driverThreads.close()]);
}
