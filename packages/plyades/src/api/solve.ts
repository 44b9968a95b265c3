// solve(): is this position won, at least drawn, or mate? On threads of its own, with limits and a signal;
// and verify(): does a file prove what it says?

import { PlyadesError, quote, refuse } from '../core/errors.js';
import { branchingOf, type Move, type Position } from '../core/game.js';
import { unwrap } from '../core/result.js';
import { choice, requireValue } from '../core/schema.js';
import { coreCount } from '../hosts/cores.js';
import type { SolveReply } from '../hosts/proof/explain.js';
import { openProofGame } from '../hosts/proof/game.js';
import { solveOnThreads } from '../hosts/proof/parallel.js';
import { threadsThatFit } from '../hosts/proof/shared-memory.js';
import {
  attackGoalOf,
  DEFAULT_EXPONENT,
  DEFAULT_MEMORY_MB,
  type Goal,
  goals,
  type InitialNumbers,
  initialNumbers,
  MAX_MEMORY_MB,
  MIN_MEMORY_MB,
  type ParallelSolver,
  type ProofHeader,
  type ProofVerdict,
  parallelSolvers,
  parseProofFile,
  type SelectionRule,
  type SequentialSolver,
  type SolverOptions,
  type SolverReport,
  selections,
  sequentialSolvers,
  type UnknownReason,
  verifyProof,
} from '../proof/index.js';
import { requireSoundRules } from './check-game.js';
import type { ClusterOptions } from './cluster-options.js';
import { proveWithCluster } from './cluster-proof.js';
import { checkPosition, namedGame, type Playable, playable } from './games.js';
import { observe, type SearchHandle } from './handle.js';
import { isModulePath } from './plain-game.js';
import { proofMemory, threads } from './threads.js';

export type { Goal, InitialNumbers, ProofVerdict, SelectionRule, UnknownReason };
export { DEFAULT_MEMORY_MB, goals, initialNumbers, MAX_MEMORY_MB, MIN_MEMORY_MB, selections };

/** What `SolveOptions.algorithm` may be. */
export const solvers: readonly SolveAlgorithm[] = [
  ...sequentialSolvers,
  ...parallelSolvers,
  'pns-dfpn',
];
/** One of `solvers`; `pns-dfpn` is for clusters. */
export type SolveAlgorithm = SequentialSolver | ParallelSolver | 'pns-dfpn';

/** How to solve; every part has a default. */
export interface SolveOptions {
  /** `dfpn` if not given. */
  readonly algorithm?: SolveAlgorithm;
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
  /** Threads of a parallel algorithm, 1 to 128; `auto`, the default, is one per core. Others have none. */
  readonly workers?: number | 'auto';
  /**
   * How the threads of `rp-pns` and `rp-pn2` keep apart: at random near the principal variation, as in the
   * `paper`, or by counting who is below a node (`virtual`, the default).
   */
  readonly selection?: SelectionRule;
  /** For what threads draw by lot; 1 if not given. */
  readonly seed?: number;
  /** True to have the file of a proof in the result. */
  readonly proof?: boolean;
  /**
   * A cluster whose workers prove by `pns-dfpn`: `memory` is divided among their tables, and `workers` are slots at
   * most. What a worker claims is shown by moves and checked by the rules before there is an answer.
   */
  readonly cluster?: ClusterOptions;
  /** `pns-dfpn`: nodes of a worker's search of one leaf. */
  readonly budget?: number;
  /** Aborting ends with `unknown`; it does not reject. */
  readonly signal?: AbortSignal;
}

/** A node counts the threads below it in eight bits; half of that is more than any machine has use for. */
export const MAX_THREADS = 128;

/** What is known while a position is being solved. */
export interface SolveProgress {
  readonly nodes: number;
  readonly expanded: number;
  readonly memoryBytes: number;
  /** Numbers of the root, as far as known. */
  readonly pn: number | undefined;
  readonly dn: number | undefined;
}

/** The answer, and what it took. */
export interface SolveResult extends SolveProgress {
  readonly game: string;
  readonly algorithm: SolveAlgorithm;
  readonly goal: Goal;
  readonly side: 0 | 1;
  /** `disproved`: the side cannot reach the goal. That it cannot win does not mean that it loses. */
  readonly result: ProofVerdict;
  /** Why the result is unknown. */
  readonly reason: UnknownReason | undefined;
  /** Time until the answer was known; line and proof are not counted. */
  readonly seconds: number;
  readonly workers: number;
  /** The shortest way known of the side that has its will, the longest resistance of the other. */
  readonly pv: readonly Move[];
  /** The bytes of a file for `verify`, when wanted and solved. */
  readonly proof: Uint8Array | undefined;
  /** Why there is no `proof`, when one was wanted and the position is solved. */
  readonly proofError: string | undefined;
}

/**
 * Solves a position. Iterate over the return value for progress, await its `result` for the answer. Throws
 * a PlyadesError at once when options cannot be; `result` rejects when the game is over or has no such goal,
 * and with ERR_RULES when a short check finds a mistake in the rules of a game in TypeScript.
 */
export function solve(
  position: Position,
  options: SolveOptions = {},
): SearchHandle<SolveProgress, SolveResult> {
  const { goal = 'win', numbers = 'mobility' } = options;
  const { algorithm = options.cluster === undefined ? 'dfpn' : 'pns-dfpn' } = options;
  checkChoices(options, { algorithm, goal, numbers });
  const memory = checkMemory(options.memory ?? DEFAULT_MEMORY_MB);
  const nodes = checkNodes(options.nodes);
  checkPosition(position);
  return observe(options.signal, async (report, signal) => {
    const game = await playable(position.game);
    const side = options.side ?? game.turn(position);
    checkSolvable(game, position, { goal, side });
    await requireSoundRules(game.job);
    if (algorithm === 'pns-dfpn') {
      const how = { goal, side, numbers, memoryBytes: memory * 2 ** 20, nodes };
      const found = await proveWithCluster(game, position, how, options, { report, signal });
      return resultOf(game, { algorithm, goal, side }, found, found.workers);
    }
    const settings: SolverOptions = {
      algorithm,
      goal,
      side,
      numbers,
      memoryBytes: memory * 2 ** 20,
      nodes,
      exponent: DEFAULT_EXPONENT,
    };
    const where = {
      game: game.job,
      position: game.jobPosition(position),
      options: settings,
      ...(options.proof && {
        proof: { game: game.id, position: game.notation.makePosition(position) },
      }),
    };
    const handlers = { onSolving: (solving: SolverReport) => report(solving), signal };
    let found: SolveReply;
    let workers = 1;
    if (isParallel(algorithm)) {
      workers = await threadsOf(options, where);
      const { selection = 'virtual', seed = 1 } = options;
      const request = { ...where, settings: { threads: workers, selection, seed } };
      found = await solveOnThreads(threads, proofMemory, request, handlers);
    } else {
      found = (await threads.run({ ...where, type: 'solve' }, handlers)) as SolveReply;
    }
    return resultOf(game, { algorithm, goal, side }, found, workers);
  });
}

function resultOf(
  game: Playable,
  asked: Pick<SolveResult, 'algorithm' | 'goal' | 'side'>,
  found: SolveReply,
  workers: number,
): SolveResult {
  const { pv } = game.translate(found);
  const { result, reason, nodes, expanded, memoryBytes, pn, dn, seconds } = found;
  const { proof, proofError } = found;
  const counts = { nodes, expanded, memoryBytes, pn, dn, seconds };
  return { game: game.id, ...asked, result, reason, ...counts, workers, pv, proof, proofError };
}

/** What `verify` says of a file that could be read. */
export interface Verified extends ProofHeader {
  readonly valid: boolean;
  /** The first thing that is missing or wrong, and the moves that lead there, as text. */
  readonly hole: string | undefined;
  readonly line: readonly string[];
  /** Positions that were checked. */
  readonly positions: number;
}

/** What a caller knows of a proof. */
export interface VerifyOptions {
  /**
   * The game that the proof is of, a name or the module of a game in TypeScript. The latter must be given:
   * a file does not choose what code is run.
   */
  readonly game?: string;
}

/**
 * Checks the file of a proof with the rules of the game alone. Throws a PlyadesError: ERR_PROOF when the
 * file is none, or is cut or damaged; ERR_GAME when it is of no game of the library, and none was given, or
 * of another game than was given.
 */
export async function verify(file: Uint8Array, options: VerifyOptions = {}): Promise<Verified> {
  const proof = unwrap(await parseProofFile(file), PlyadesError.refusing);
  const game = await gameOf(proof.header, options.game);
  const position = unwrap(game.parsePosition(proof.header.position), PlyadesError.refusing);
  // The position in our own words: what else stands in the file is a stranger's text.
  const header = { ...proof.header, game: game.id, position: game.notation.makePosition(position) };
  const { graph } = proof;
  const attackGoal = unwrap(attackGoalOf(game.notation, header), PlyadesError.refusing);
  const { board, plain } = await openProofGame(game.job);
  const root = game.jobPosition(position);
  const checked = verifyProof(board, root, header, attackGoal, header.result, graph);
  if (checked.valid) {
    return { ...header, valid: true, hole: undefined, line: [], positions: checked.positions };
  }
  const line = [...checked.line];
  const plainPv = plain?.(root, line);
  const { pv } = game.translate({ pv: line, ...(plainPv && { plainPv }) });
  const moves = pv.map(game.notation.makeMove);
  return { ...header, valid: false, hole: checked.hole, line: moves, positions: 0 };
}

/** Where a module lies is another matter on every machine, so the file's own word for it does not count. */
async function gameOf({ game: said }: ProofHeader, given: string | undefined): Promise<Playable> {
  const isOwn = isModulePath(said);
  if (given === undefined) {
    if (!isOwn) return namedGame(said);
    refuse(
      'ERR_GAME',
      `the proof is of a game in TypeScript, ${quote(said)}: say where its module is`,
      said,
    );
  }
  const fits = isOwn ? isModulePath(given) : given === said;
  if (!fits) refuse('ERR_GAME', `the proof is of ${quote(said)}, not of ${quote(given)}`, said);
  return playable(given);
}

function checkSolvable(
  game: Playable,
  position: Position,
  claim: { readonly goal: Goal; readonly side: 0 | 1 },
): void {
  unwrap(attackGoalOf(game.notation, claim), PlyadesError.refusing);
  if (game.over(position)) {
    refuse('ERR_IMPOSSIBLE', 'the game is over: there is nothing to solve', '');
  }
  if (game.drawnByCount(position)) {
    const message = 'the game is drawn for lack of progress: there is nothing to solve';
    refuse('ERR_IMPOSSIBLE', message, '');
  }
  if (game.id === 'shogi' && branchingOf(game.notation, position) > 0) {
    refuse('ERR_OPTION', 'a proof needs all moves: a tree of bounded width has none', '');
  }
}

function checkChoices(
  { side, workers, selection, seed, cluster, budget }: SolveOptions,
  { algorithm, goal, numbers }: { algorithm: string; goal: string; numbers: string },
): void {
  requireValue(choice(solvers), algorithm, 'algorithm');
  requireValue(choice(goals), goal, 'goal');
  requireValue(choice(initialNumbers), numbers, 'numbers');
  if (selection !== undefined) requireValue(choice(selections), selection, 'selection');
  const distributed = algorithm === 'pns-dfpn';
  if (distributed !== (cluster !== undefined)) {
    const where = distributed ? 'searches on a cluster: name one' : 'does not search on a cluster';
    refuse('ERR_OPTION', `${algorithm} ${where}`, algorithm);
  }
  if (budget !== undefined && !(Number.isSafeInteger(budget) && budget >= 1 && distributed)) {
    refuse('ERR_OPTION', `budget ${budget}: expected a whole number from 1, for pns-dfpn`, budget);
  }
  for (const [name, value] of Object.entries({ selection, seed })) {
    if (value !== undefined && !isParallel(algorithm)) {
      const why = distributed ? 'draws nothing by lot' : 'searches on one thread';
      refuse('ERR_OPTION', `${name} ${value}: ${algorithm} ${why}`, value);
    }
  }
  if (workers !== undefined && !isParallel(algorithm) && !distributed) {
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

const isParallel = (algorithm: string): algorithm is ParallelSolver =>
  (parallelSolvers as readonly string[]).includes(algorithm);

/** One per core, but not more than there is memory for. */
async function threadsOf(
  { workers = 'auto' }: SolveOptions,
  where: Parameters<typeof threadsThatFit>[0],
): Promise<number> {
  if (workers !== 'auto') return workers;
  return threadsThatFit(where, Math.min(MAX_THREADS, await coreCount()));
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
