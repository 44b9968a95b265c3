// The one request of a proof, as core/search-request.ts has the one of a search: the library completes it once, and
// threads and clusters carry it as it is, beside what only they know. It is plain JSON.
import type { SolverOptions } from './options.js';
import type { SelectionRule } from './provers.js';

/** A position to be solved, with every default filled in. */
export interface SolveRequest extends SolverOptions {
  /** A name such as `chess`, or the address of the module of a game in plain TypeScript. */
  readonly game: string;
  /** In the notation of the game. */
  readonly position: string;
  /** Threads, or slots of a cluster; `auto`: one for each core that has memory, or all slots. */
  readonly workers: number | 'auto';
  /** How threads that share a tree keep apart. */
  readonly selection: SelectionRule;
  /** Seed of the threads' random choices. */
  readonly seed: number;
  /** Nodes of a cluster's worker for one leaf; the algorithm's own choice if not given. */
  readonly budget?: number;
  /** True: the answer comes with the file of its proof. */
  readonly proof: boolean;
}
