// Bring your own search: a program that has a recursive alpha-beta of its own becomes parallel with a
// handful of calls (Brockington's thesis, section 5.4 and appendix B).
//
// The design. `plyades` searches games with its own kernel; here the search is the user's, and APHID only
// says where it ends, what its leaves are worth and what is to be searched next. The processes are APHID's,
// made of the same rules (src/parallel/aphid: scores, guesses, windows, priorities, schedule, balance,
// horizon) and the same links; they differ where the user's recursion takes the place of something of ours:
//
// - A pass is not walked by us over a tree that we keep, but by the user's search from the root. The calls at
//   its nodes are all that we see of it, and from their order src/parallel/own-search/walk.ts recovers path,
//   node types and best line.
// - A worker's search cannot be suspended. It looks at messages from within, at `checkAlarm`, and is left
//   when they say so; what was left counts as if it had never been.
// - Positions are never looked into. A piece of work is the moves that lead to it.
//
// src/parallel/own-search has master and worker as behaviours without clock and thread. Three hosts run them:
// threads.ts, where the master sleeps in the event loop of the calling thread and every worker has a thread
// of its own; cluster-host.ts, where workers are seats on other machines, by the cluster's membership and
// packets (src/hosts/nats); and simulated.ts, where all processes live in one thread and a seed decides who
// runs when.

export type { ClusterNote } from '../control-plane/index.js';
export type { AphidOptions } from '../parallel/aphid/options.js';
export {
  type Aphid,
  type PassStatistics,
  type PositionKey,
  type RootMove,
  type RootResult,
  SearchInterrupted,
  type SearchProgram,
  type WindowContext,
} from '../parallel/own-search/program.js';
export type { OwnClusterOptions } from './cluster-options.js';
export {
  type AcceptedValues,
  defineSearch,
  type OwnSearch,
  type SearchDefinition,
} from './definition.js';
export { type BeginOptions, ParallelSearch } from './parallel-search.js';
export { type ParallelizeOptions, parallelize } from './parallelize.js';
export type { OwnOptions } from './processes.js';
export type { SimulationOptions } from './simulated.js';
