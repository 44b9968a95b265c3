// What solve() can be asked for, and how that becomes a request.
import { refuse } from '../core/errors.js';
import type { Position } from '../core/game.js';
import { checkNames, choice, integer, optionNames, requireValue } from '../core/schema.js';
import { limitFields } from '../core/search-request.js';
import {
  DEFAULT_EXPONENT,
  DEFAULT_MEMORY_MB,
  DEFAULT_SOLVER,
  DISTRIBUTED_SOLVER,
  type Goal,
  goals,
  type InitialNumbers,
  initialNumbers,
  MAX_MEMORY_MB,
  MAX_STAY,
  MIN_MEMORY_MB,
  type ParallelSolver,
  type SelectionRule,
  type SequentialSolver,
  type SolveAlgorithm,
  type SolveRequest,
  selections,
  solverOf,
  solvers,
} from '../proof/index.js';
import type { ClusterOptions } from './cluster-options.js';
import type { Playable } from './games.js';

/** What every solver can be asked for. */
export interface CommonSolveOptions {
  /** `win` if not given; `draw` is at least a draw; `mate` is for chess and shogi. */
  readonly goal?: Goal;
  /** The side that wants it, 0 or 1; the side to move if not given. */
  readonly side?: 0 | 1;
  /** Initial proof and disproof numbers; `mobility` if not given. */
  readonly numbers?: InitialNumbers;
  /** MiB of tree or table, 16 to 4000; 256 if not given. What does not fit ends as `unknown`. */
  readonly memory?: number;
  /** Nodes to evaluate at most. */
  readonly nodes?: number;
  /** Milliseconds after which the answer is `unknown`; no limit if not given. */
  readonly ms?: number;
  /** True to have the file of a proof in the result. */
  readonly proof?: boolean;
  /** Aborting ends with `unknown`; it does not reject. */
  readonly signal?: AbortSignal;
}

/** On one thread; names of parallel solvers that are only known at run time are taken with their usual settings. */
export interface SequentialSolveOptions extends CommonSolveOptions {
  /** `dfpn` if not given. */
  readonly algorithm?: SequentialSolver | ParallelSolver;
  readonly workers?: undefined;
  readonly selection?: undefined;
  readonly stay?: undefined;
  readonly seed?: undefined;
  readonly cluster?: undefined;
  readonly budget?: undefined;
}

/** On several threads, which share a tree or a table. */
export interface ThreadSolveOptions extends CommonSolveOptions {
  readonly algorithm: ParallelSolver;
  /** Threads, 1 to 128; `auto`, the default, is one per core. */
  readonly workers?: number | 'auto';
  /**
   * How the threads of `rp-pns` and `rp-pn2` keep apart: at random near the principal variation, as in the
   * `paper`, or by counting who is below a node (`virtual`, the default).
   */
  readonly selection?: SelectionRule;
  /**
   * `virtual` selection: leaves that a thread expands at most below a node near them before it goes back to the root; 32
   * if not given. With 0 it goes back after each leaf that changed the root.
   */
  readonly stay?: number;
  /** Seed of the threads' random choices; 1 if not given. */
  readonly seed?: number;
  readonly cluster?: undefined;
  readonly budget?: undefined;
}

/**
 * On the workers of a cluster: `memory` is divided among their tables. What a worker claims is shown by moves and
 * checked by the rules before there is an answer.
 */
export interface ClusterSolveOptions extends CommonSolveOptions {
  readonly algorithm?: typeof DISTRIBUTED_SOLVER;
  readonly cluster: ClusterOptions;
  /** Slots to use, 1 to 128; `auto`, the default, is all of them. */
  readonly workers?: number | 'auto';
  /** Nodes of a worker's search of one leaf. */
  readonly budget?: number;
  readonly selection?: undefined;
  readonly stay?: undefined;
  readonly seed?: undefined;
}

/** How to solve: what, by which algorithm, and where it runs. */
export type SolveOptions = SequentialSolveOptions | ThreadSolveOptions | ClusterSolveOptions;

const solveOptionNames = optionNames<SolveOptions>({
  goal: true,
  side: true,
  algorithm: true,
  numbers: true,
  memory: true,
  nodes: true,
  ms: true,
  proof: true,
  workers: true,
  selection: true,
  stay: true,
  seed: true,
  cluster: true,
  budget: true,
  signal: true,
});

/** A node counts the threads below it in eight bits; half of that is more than any machine has use for. */
export const MAX_THREADS = 128;

/** A request whose position has not been opened yet; `side` is missing when it is the side to move. */
export type SolveDraft = Omit<SolveRequest, 'game' | 'position' | 'side'> &
  Partial<Pick<SolveRequest, 'side'>>;

/** Checks the options and fills in what is not given. Throws a PlyadesError when they cannot be met. */
export function resolveSolve(options: SolveOptions): SolveDraft {
  checkNames('', options, solveOptionNames);
  const { goal = 'win', numbers = 'mobility', side, budget } = options;
  const { algorithm = options.cluster === undefined ? DEFAULT_SOLVER : DISTRIBUTED_SOLVER } =
    options;
  checkChoices(options, { algorithm, goal, numbers });
  if (options.ms !== undefined) requireValue(limitFields.ms, options.ms, 'ms');
  return {
    ...{ algorithm, goal, numbers, exponent: DEFAULT_EXPONENT },
    ...(side !== undefined && { side }),
    memoryBytes: checkMemory(options.memory ?? DEFAULT_MEMORY_MB) * 2 ** 20,
    nodes: checkNodes(options.nodes),
    workers: solverOf(algorithm).host === 'thread' ? 1 : (options.workers ?? 'auto'),
    selection: options.selection ?? 'virtual',
    ...(options.stay !== undefined && { stay: options.stay }),
    seed: options.seed ?? 1,
    ...(budget !== undefined && { budget }),
    proof: options.proof ?? false,
  };
}

/** The request for a position of an open game. */
export const solveRequestOf = (
  draft: SolveDraft,
  game: Playable,
  position: Position,
): SolveRequest => ({
  ...draft,
  game: game.id,
  position: game.notation.makePosition(position),
  side: draft.side ?? game.turn(position),
});

function checkChoices(
  { side, workers, selection, stay, seed, cluster, budget }: SolveOptions,
  { algorithm, goal, numbers }: { algorithm: SolveAlgorithm; goal: string; numbers: string },
): void {
  requireValue(choice(solvers), algorithm, 'algorithm');
  requireValue(choice(goals), goal, 'goal');
  requireValue(choice(initialNumbers), numbers, 'numbers');
  if (selection !== undefined) requireValue(choice(selections), selection, 'selection');
  if (stay !== undefined) requireValue(integer(0, MAX_STAY), stay, 'stay');
  if (stay !== undefined && selection === 'paper') {
    refuse('ERR_OPTION', `stay ${stay}: with selection paper a thread always goes back`, stay);
  }
  const { host } = solverOf(algorithm);
  const distributed = host === 'cluster';
  if (distributed !== (cluster !== undefined)) {
    const where = distributed ? 'searches on a cluster: name one' : 'does not search on a cluster';
    refuse('ERR_OPTION', `${algorithm} ${where}`, algorithm);
  }
  if (budget !== undefined && !(Number.isSafeInteger(budget) && budget >= 1 && distributed)) {
    refuse(
      'ERR_OPTION',
      `budget ${budget}: expected a whole number from 1, for ${DISTRIBUTED_SOLVER}`,
      budget,
    );
  }
  for (const [name, value] of Object.entries({ selection, stay, seed })) {
    if (value !== undefined && host !== 'threads') {
      const why = distributed ? 'makes no random choices' : 'searches on one thread';
      refuse('ERR_OPTION', `${name} ${value}: ${algorithm} ${why}`, value);
    }
  }
  if (workers !== undefined && host === 'thread') {
    refuse('ERR_OPTION', `workers ${workers}: ${algorithm} searches on one thread`, workers);
  }
  const count = workers === undefined || workers === 'auto' ? 1 : workers;
  if (!(Number.isInteger(count) && count >= 1 && count <= MAX_THREADS)) {
    const message = `workers ${workers}: expected auto or a whole number from 1 to ${MAX_THREADS}`;
    refuse('ERR_LIMIT', message, workers);
  }
  if (side === undefined || side === 0 || side === 1) return;
  refuse('ERR_OPTION', `side ${side}: expected 0 or 1`, side);
}

function checkMemory(memory: number): number {
  if (typeof memory === 'number' && memory >= MIN_MEMORY_MB && memory <= MAX_MEMORY_MB) {
    return Math.floor(memory);
  }
  const message = `memory ${memory}: expected MiB from ${MIN_MEMORY_MB} to ${MAX_MEMORY_MB}`;
  refuse('ERR_LIMIT', message, memory);
}

function checkNodes(nodes: number | undefined): number {
  if (nodes === undefined) return Number.MAX_SAFE_INTEGER;
  if (Number.isSafeInteger(nodes) && nodes >= 1) return nodes;
  const message = `nodes ${nodes}: expected a whole number of at least 1`;
  refuse('ERR_LIMIT', message, nodes);
}
