// The threads that the functions of this library share. They are started when first needed, do not
// keep a process alive, and can be ended with closeAll.
import { DriverPool } from '../hosts/epochs/pool.js';
import { ProofMemoryPool } from '../hosts/proof/shared-memory.js';
import { ThreadPool } from '../hosts/threads/pool.js';

export const threads = new ThreadPool();

/** Threads of deterministic searches. */
export const driverThreads = new DriverPool();

/** Memory of parallel solvers. */
export const proofMemory = new ProofMemoryPool();

/** Ends the worker threads that searches have used, and lets memory go that is kept for the next. Running searches fail with ERR_CLOSED. */
export async function closeAll(): Promise<void> {
  proofMemory.clear();
  await Promise.all([threads.close(), driverThreads.close()]);
}
