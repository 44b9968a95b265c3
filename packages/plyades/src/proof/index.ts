// Proof-number search and proofs: solvers on top of a kernel, and a checker that shares nothing with them.
export { type ProofBoard, recordProofBoard, stateProofBoard } from './board.js';
export { buildProof } from './build.js';
export { Explainer } from './explainer.js';
export {
  MAX_PROOF_FILE_BYTES,
  makeProofFile,
  type Proof,
  type ProofHeader,
  parseProofFile,
} from './file.js';
export {
  type AttackGoal,
  attackerWins,
  attackGoalOf,
  type Goal,
  goals,
  type ProofClaim,
  type ProofVerdict,
  verdictOf,
} from './goal.js';
export type { ProofGraph, ProofNode } from './graph.js';
export {
  costOf,
  type Interleaved,
  interleave,
  type StepCosts,
  type StepOrder,
} from './interleave.js';
export { interleaveSearches, interleaveSearchesRandomly } from './interleave-searches.js';
export { lineOfGraph } from './line.js';
export {
  DEFAULT_EXPONENT,
  DEFAULT_MEMORY_MB,
  DEFAULT_SOLVER,
  DISTRIBUTED_SOLVER,
  type InitialNumbers,
  initialNumbers,
  MAX_LINE,
  MAX_MEMORY_MB,
  MIN_MEMORY_MB,
  type ParallelProofSettings,
  type ParallelSolver,
  type SequentialSolver,
  type SolveAlgorithm,
  type SolverDescription,
  type SolverOptions,
  solverDescriptions,
  solverOf,
  solvers,
} from './options.js';
export {
  createProver,
  createProvers,
  DEFAULT_STAY,
  MAX_STAY,
  PAPER_SPREAD,
  type ProverGroupOptions,
  type SelectionRule,
  selections,
  VIRTUAL_SPREAD,
} from './provers.js';
export { analyseRegion, isPathIndependent, MAX_REGION, Region } from './region.js';
export { type SolveRequest, solveRequestSchema } from './request.js';
export { Solver, type SolverReport, sharesOf, type UnknownReason } from './solver.js';
export { type ProofVerification, verifyProof } from './verify.js';
export { named } from './walk.js';
