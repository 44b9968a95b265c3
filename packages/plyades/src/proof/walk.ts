// The steps of every builder of a proof: which moves the graph must follow at a position, and when two
// positions share a node. Where the fifty-move rule decides, equal positions with different clocks are
// different nodes; elsewhere they are one, since their clocks only make the graph larger.
import { PlyadesError } from '../core/errors.js';
import type { ProofBoard } from './board.js';
import type { AttackGoal } from './goal.js';
import { END, type ProofNode } from './graph.js';

/** Finds moves that keep the verdict true; yields while it searches. */
export interface MoveFinder<P> {
  /** A move of the side that proves something, which is to move; undefined when it finds none. */
  move(position: P): Generator<void, number | undefined, void>;
  /** Plies to the end where the verdict holds at a position; undefined after `nodes` nodes, or where not. */
  length(position: P, nodes: number): Generator<void, number | undefined, void>;
}

/** The input of a walk. */
export interface GraphWalk<P> {
  readonly board: ProofBoard<P>;
  readonly attackGoal: AttackGoal;
  readonly wins: boolean;
  /** The side that proves something. */
  readonly prover: number;
  readonly finder: MoveFinder<P>;
  /** True when clocks belong to nodes. */
  readonly clocked: boolean;
  /** Positions that may be looked at. */
  readonly most: number;
}

/** Moves that the graph follows at a position. */
export interface Followed {
  readonly moves: readonly number[];
  /** Moves of the winner that answer all others; undefined when `moves` are all. */
  readonly threats: readonly number[] | undefined;
}

/** Equal exactly for positions that share a node. */
export function identityOf<P>({ board, clocked }: GraphWalk<P>, position: P): string {
  const identity = board.identity(position);
  return clocked ? `${identity} ${board.pliesToDraw(position)}` : identity;
}

/** Whether the side that proves something is to move. */
export function isProvers<P>({ board, prover }: GraphWalk<P>, position: P): boolean {
  return board.turn(position) === prover;
}

/** Legal moves that the goal allows. */
export const allowed = <P>({ board, attackGoal }: GraphWalk<P>, position: P): readonly number[] =>
  allowedMoves(board, attackGoal, position);

export function allowedMoves<P>(
  board: ProofBoard<P>,
  attackGoal: AttackGoal,
  position: P,
): readonly number[] {
  const { checksOnly = false, attacker } = attackGoal.attack;
  const moves = board.moves(position);
  if (!checksOnly || board.turn(position) !== attacker) return moves;
  return moves.filter((move) => board.checked(board.play(position, move)));
}

/** Moves that the graph must follow at a position: one found for the prover, all of the other side. */
export function* followed<P>(walk: GraphWalk<P>, position: P): Generator<void, Followed, void> {
  if (isProvers(walk, position)) {
    const move = yield* walk.finder.move(position);
    if (move === undefined) throw cannot('a position on the way is not decided for itself');
    return { moves: [move], threats: undefined };
  }
  if (walk.board.listsAll(position)) {
    return { moves: allowed(walk, position), threats: undefined };
  }
  return named(walk, position);
}

/** Replies that need an answer of their own, and enough winning moves to answer all others. */
export function named<P>({ board }: Pick<GraphWalk<P>, 'board'>, position: P): Followed {
  const moves = board.replies(position);
  if (moves === undefined) throw cannot('a position has replies that cannot be listed');
  const threats: number[] = [];
  let missing = board.unanswered(position, moves, threats);
  while (missing !== undefined) {
    const next = board.play(position, missing);
    const wins = board.moves(next).filter((move) => {
      const result = board.result(board.play(next, move));
      return result !== undefined && result < 0 && !threats.includes(move);
    });
    if (wins.length === 0) throw cannot('a reply has no answer');
    threats.push(...wins);
    if (!board.canAnswer(moves.length, threats.length))
      throw cannot('a reply needs too many threats');
    missing = board.unanswered(position, moves, threats);
  }
  return { moves, threats };
}

/** The node of a position: the move numbered `chosen` where the prover is to move, else all of them. */
export function nodeOf(
  own: boolean,
  { moves, threats }: Followed,
  to: readonly number[],
  chosen = 0,
): ProofNode {
  if (own) return { kind: 'move', move: moves[chosen]!, to: to[chosen] ?? END };
  return threats === undefined ? { kind: 'all', to } : { kind: 'named', moves, to, threats };
}

export function cannot(why: string): PlyadesError {
  return new PlyadesError('ERR_UNWRITTEN', why);
}

export function tooLarge({ most }: Pick<GraphWalk<unknown>, 'most'>): PlyadesError {
  return cannot(`it has more than ${most} positions`);
}
