// solve(): is this position won, at least drawn, or mate? On a thread, on several or on a cluster, with limits and a
// signal.
import { PlyadesError, refuse } from '../core/errors.js';
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
  /** The shortest known way of the winning side, the longest resistance of the other. */
  readonly pv: readonly Move[];
  /** The bytes of a file for `verify`, when wanted and solved. */
  readonly proof: Uint8Array | undefined;
  /** Why there is no `proof`, when one was wanted and the position is solved. */
  readonly proofError: string | undefined;
}

/**
 * Solves a position. Iterate over the return value for progress, await its `result` for the answer. Throws
 * a PlyadesError at once when an option is invalid; `result` rejects when the game is over or has no such goal,
 * and with ERR_RULES when a short check finds a mistake in the rules of a game in TypeScript.
 */
export function solve(
  position: Position,
  options: SolveOptions = {},
): SearchHandle<SolveProgress, SolveResult> {
  const draft = resolveSolve(options);
  checkPosition(position);
  return observe(options.signal, async (report, signal) => {
    const game = await playable(position.game);
    const request = solveRequestOf(draft, game, position);
    checkSolvable(game, position, request);
    await requireSoundRules(game.source);
    const subject = { game: game.source, position: game.sourcePosition(position), request };
    const solveWithin = (limit: AbortSignal) =>
      solveBackendOf(request)(subject, { game, cluster: options.cluster, report, signal: limit });
    return resultOf(game, request, await withTimeLimit(options.ms, signal, solveWithin));
  });
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
  const { pv } = game.translate(found);
  const { plainPv: _, move: __, losses: ___, liars: ____, proof, proofError, ...report } = found;
  return { ...report, game: game.id, algorithm, goal, side, pv, proof, proofError };
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
  const { branching } = game.notation;
  if (branching?.provable === false && branching.of(position) > 0) {
    refuse('ERR_OPTION', 'a proof needs all moves: a tree of bounded width has none', '');
  }
}
