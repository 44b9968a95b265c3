// The commands of proofs that a thread takes.
import { runExplain } from './parallel-explain.js';
import { runProofThread } from './parallel-thread.js';
import { runSolve } from './solve.js';

export const proofs = { runSolve, runExplain, runProofThread };
export type ThreadProofs = typeof proofs;
