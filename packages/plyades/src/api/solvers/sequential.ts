// Solves on one thread of the pool.
import type { SolveReply } from '../../hosts/proof/explain.js';
import { threads } from '../threads.js';
import type { SolveBackend } from './index.js';

export const solveOnOneThread: SolveBackend = async (subject, { report, signal }) => {
  const handlers = { onSolving: report, signal };
  const reply = (await threads.run({ ...subject, type: 'solve' }, handlers)) as SolveReply;
  return { ...reply, workers: 1 };
};
