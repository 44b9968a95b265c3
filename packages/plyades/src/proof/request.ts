// The one request of a proof, as core/search-request.ts has the one of a search: the library completes it once, and
// threads, messages of a cluster and their processes carry it unchanged, beside what only they know. It is plain JSON.
import {
  boolean,
  choice,
  either,
  integer,
  number,
  type RecordSchema,
  record,
  text,
} from '../core/schema.js';
import { MAX_POSITION_TEXT } from '../core/search-request.js';
import { goals } from './goal.js';
import {
  initialNumbers,
  MAX_MEMORY_MB,
  type SolveAlgorithm,
  type SolverOptions,
} from './options.js';
import { MAX_STAY, type SelectionRule, selections } from './provers.js';

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
  /** Leaves that a thread expands at most before it goes back to the root; the algorithm's own choice if not given. */
  readonly stay?: number;
  /** Seed of the threads' random choices. */
  readonly seed: number;
  /** Nodes of a cluster's worker for one leaf; the algorithm's own choice if not given. */
  readonly budget?: number;
  /** True: the answer comes with the file of its proof. */
  readonly proof: boolean;
}

const MOST = Number.MAX_SAFE_INTEGER;

/** The request as JSON; `algorithms` are the names that it may have. */
export const solveRequestSchema = (
  algorithms: readonly SolveAlgorithm[],
): RecordSchema<SolveRequest> =>
  record(
    {
      game: text(4096),
      position: text(MAX_POSITION_TEXT),
      algorithm: choice(algorithms),
      goal: choice(goals),
      side: integer(0, 1),
      numbers: choice(initialNumbers),
      memoryBytes: integer(0, MAX_MEMORY_MB * 2 ** 20),
      nodes: integer(1, MOST),
      exponent: number(0, 1),
      workers: either([choice(['auto']), integer(1, MOST)]),
      selection: choice(selections),
      seed: integer(0, 2 ** 32 - 1),
      proof: boolean(),
    },
    { budget: integer(1, MOST), stay: integer(0, MAX_STAY) },
  ) as RecordSchema<SolveRequest>;
