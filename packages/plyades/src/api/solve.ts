// solve(): is this position won, at least drawn, or mate? On a thread, on several or on a cluster, with limits and a
// signal.
import { refuse, refuseOption } from '../core/errors.js';
import type { Move, Position } from '../core/game.js';
import { unwrap } from '../core/result.js';
import {
  attackGoalOf,
  type Goal,
  type ProofVerdict,
  type SolveAlgorithm,
  type SolveRequest,
  type UnknownReason,
} from '../proof/index.js';
import { requireSoundRules } from './check-game.js';
import { checkPosition, type Playable, playable } from './games.js';
import { observe, type SearchHandle } from './handle.js';
import {
  checkOwnState,
  isOwnState,
  type OpenedState,
  type OwnState,
  openOwnState,
} from './own-state.js';
import { resolveSolve, type SolveOptions, solveRequestOf } from './solve-options.js';
import { type SolveBackendReply, solveBackendOf } from './solvers/index.js';

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
export interface SolveResult<M = Move> extends SolveProgress {
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
  /** The shortest known way of the winning side, the longest resistance of the other. */
  readonly line: readonly M[];
  /** The bytes of a file for `verify`, when wanted and solved. */
  readonly proof: Uint8Array | undefined;
  /** Why there is no `proof`, when one was wanted and the position is solved. */
  readonly proofError: string | undefined;
}

/**
 * Solves a position. Iterate over the return value for progress, await its `result` for the answer. Throws
 * a PlyadesError at once when an option is invalid; `result` rejects when the game is over or has no such goal,
 * and with ERR_RULES when a short check finds a mistake in the rules of a game in TypeScript. Of a state of that game the
 * result has a line of its own moves, and no file of a proof.
 */
export function solve<State, Own = Move>(
  subject: Position | OwnState<State, Own>,
  options: SolveOptions = {},
): SearchHandle<SolveProgress, SolveResult<Own>> {
  const draft = resolveSolve(options);
  checkSubject(subject, options);
  const handle = observe<SolveProgress, SolveResult>(options.signal, async (report, signal) => {
    const { game, position } = await openSubject(subject);
    const request = solveRequestOf(draft, game, position);
    checkSolvable(game, position, request);
    await requireSoundRules(game.source);
    const opened = { game: game.source, position: game.sourcePosition(position), request };
    const solveWithin = (limit: AbortSignal) =>
      solveBackendOf(request)(opened, { game, cluster: options.cluster, report, signal: limit });
    return resultOf(game, request, await withTimeLimit(options.ms, signal, solveWithin));
  });
  return handle as unknown as SearchHandle<SolveProgress, SolveResult<Own>>;
}

/** Throws at once when it is neither a position nor a state, or a state whose text would be needed. */
function checkSubject(
  subject: Position | OwnState<unknown, unknown>,
  { cluster, proof }: SolveOptions,
): void {
  if (!isOwnState(subject)) {
    checkPosition(subject);
    return;
  }
  checkOwnState(subject);
  const why = 'a state has no text: solve a position';
  if (cluster !== undefined) refuseOption('cluster', undefined, why);
  if (proof) refuseOption('proof', undefined, why);
}

async function openSubject(subject: Position | OwnState<unknown, unknown>): Promise<OpenedState> {
  if (isOwnState(subject)) return openOwnState(subject);
  return { game: await playable(subject.game), position: subject };
}

/** Aborts the work when the time is up, and says that it was the time. */
async function withTimeLimit(
  ms: number | undefined,
  signal: AbortSignal,
  work: (limit: AbortSignal) => Promise<SolveBackendReply>,
): Promise<SolveBackendReply> {
  if (ms === undefined) return work(signal);
  const time = new AbortController();
  const timer = setTimeout(() => time.abort(), ms);
  try {
    const found = await work(AbortSignal.any([signal, time.signal]));
    return found.reason === 'aborted' && !signal.aborted ? { ...found, reason: 'time' } : found;
  } finally {
    clearTimeout(timer);
  }
}

function resultOf(
  game: Playable,
  { algorithm, goal, side }: SolveRequest,
  found: SolveBackendReply,
): SolveResult {
  const { line } = game.translate(found);
  const { plainLine: _, move: __, losses: ___, liars: ____, proof, proofError, ...report } = found;
  return { ...report, game: game.id, algorithm, goal, side, line, proof, proofError };
}

function checkSolvable(
  game: Playable,
  position: Position,
  claim: { readonly goal: Goal; readonly side: 0 | 1 },
): void {
  unwrap(attackGoalOf(game.notation, claim));
  if (game.over(position)) {
    refuse('ERR_IMPOSSIBLE', 'the game is over: there is nothing to solve', '');
  }
  if (game.drawnByCount(position)) {
    const message = 'the game is drawn for lack of progress: there is nothing to solve';
    refuse('ERR_IMPOSSIBLE', message, '');
  }
  const { branching } = game.notation;
  if (branching?.provable === false && branching.of(position) > 0) {
    refuse('ERR_OPTION', 'a proof needs all moves: a tree of bounded width has none', '');
  }
}
