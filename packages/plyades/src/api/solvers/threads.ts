// Solves on several threads that share a memory.
import { coreCount } from '../../hosts/cores.js';
import type { SolveSubject } from '../../hosts/proof/explain.js';
import { solveOnThreads } from '../../hosts/proof/parallel.js';
import { threadsThatFit } from '../../hosts/proof/shared-memory.js';
import { MAX_THREADS } from '../solve-options.js';
import { proofMemory, threads } from '../threads.js';
import type { SolveBackend } from './index.js';

export const solveOnSeveralThreads: SolveBackend = async (subject, { report, signal }) => {
  const { selection, stay, seed } = subject.request;
  const workers = await threadsFor(subject);
  const settings = { threads: workers, selection, seed, ...(stay !== undefined && { stay }) };
  const handlers = { onSolving: report, signal };
  return { ...(await solveOnThreads(threads, proofMemory, subject, settings, handlers)), workers };
};

/** One per core, but not more than there is memory for. */
async function threadsFor(subject: SolveSubject): Promise<number> {
  const { workers } = subject.request;
  if (workers !== 'auto') return workers;
  return threadsThatFit(subject, Math.min(MAX_THREADS, await coreCount()));
}
