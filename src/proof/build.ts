// Builds the graph of a proof: plays every reply of the loser and asks for one move of the winner. Where a
// win is proved, nodes are completed in the order of a walk in depth, and a position that is complete is
// used again, so that no line meets itself. Where a side only holds, positions that are known already may
// come again, in circles: whatever its moves keep out of the other side's reach is enough.
import { PlyadesError } from '../core/errors.js';
import type { ProofBoard } from './board.js';
import { attackerWins, type Question, type Verdict } from './goal.js';
import { END, type ProofGraph, type ProofNode } from './graph.js';

/** More nodes than fit the memory of a program that builds or checks them. */
export const MAX_PROOF_NODES = 4_000_000;

/** Finds the move that keeps the verdict true at a position; yields while it searches. */
export type FindMove<P> = (position: P) => Generator<void, number, void>;

/** A position whose node is not complete. */
interface Pending<P> {
  readonly position: P;
  readonly identity: string;
  /** Moves to follow, and the nodes they lead to so far. */
  readonly moves: readonly number[];
  readonly to: number[];
  /** Moves of the winner that answer all others; undefined when `moves` are all. */
  readonly threats: readonly number[] | undefined;
}

/** What a walk needs to know. */
interface Walk<P> {
  readonly board: ProofBoard<P>;
  readonly question: Question;
  readonly wins: boolean;
  /** The side that proves something. */
  readonly prover: number;
  readonly find: FindMove<P>;
}

/** The graph that proves the verdict at this position. */
export function* buildProof<P>(
  board: ProofBoard<P>,
  root: P,
  question: Question,
  verdict: Verdict,
  find: FindMove<P>,
): Generator<void, ProofGraph, void> {
  const wins = attackerWins(question, verdict);
  const { attacker } = question.attack;
  const walk: Walk<P> = {
    board,
    question,
    wins,
    prover: wins ? attacker : 1 - attacker,
    find,
  };
  return wins ? yield* buildWin(walk, root) : yield* buildHold(walk, root);
}

/** Moves that the graph must follow at a position. */
function* pendingAt<P>(
  walk: Walk<P>,
  position: P,
  identity: string,
): Generator<void, Pending<P>, void> {
  const { board, prover, question } = walk;
  if (board.turn(position) === prover) {
    const moves = [yield* walk.find(position)];
    return { position, identity, moves, to: [], threats: undefined };
  }
  if (board.listsAll(position)) {
    const { checksOnly = false, attacker } = question.attack;
    const barred = (move: number) =>
      checksOnly && board.turn(position) === attacker && !board.checked(board.play(position, move));
    const moves = board.moves(position).filter((move) => !barred(move));
    return { position, identity, moves, to: [], threats: undefined };
  }
  return namedAt(walk, position, identity);
}

/** Replies that need an answer of their own, and enough winning moves to answer all others. */
function namedAt<P>({ board }: Walk<P>, position: P, identity: string): Pending<P> {
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
    missing = board.unanswered(position, moves, threats);
  }
  return { position, identity, moves, to: [], threats };
}

function nodeOf<P>({ board, prover }: Walk<P>, pending: Pending<P>): ProofNode {
  const { position, moves, to, threats } = pending;
  if (board.turn(position) === prover) return { kind: 'move', move: moves[0]!, to: to[0]! };
  return threats === undefined ? { kind: 'all', to } : { kind: 'named', moves, to, threats };
}

function* buildWin<P>(walk: Walk<P>, root: P): Generator<void, ProofGraph, void> {
  const { board } = walk;
  const nodes: ProofNode[] = [];
  const complete = new Map<string, number>();
  const open = new Set<string>();
  const path: Pending<P>[] = [];
  const enter = function* (position: P, identity: string) {
    open.add(identity);
    path.push(yield* pendingAt(walk, position, identity));
  };
  yield* enter(root, board.identity(root));
  while (path.length > 0) {
    const at = path.at(-1)!;
    const move = at.moves[at.to.length];
    if (move === undefined) {
      path.pop();
      open.delete(at.identity);
      nodes.push(nodeOf(walk, at));
      if (nodes.length > MAX_PROOF_NODES) throw tooLarge();
      complete.set(at.identity, nodes.length);
      path.at(-1)?.to.push(nodes.length);
      continue;
    }
    const next = board.play(at.position, move);
    if (board.result(next) !== undefined) {
      at.to.push(END);
      continue;
    }
    const identity = board.identity(next);
    const known = complete.get(identity);
    if (known !== undefined) at.to.push(known);
    else if (open.has(identity)) throw cannot('its lines meet themselves');
    else yield* enter(next, identity);
  }
  return { nodes };
}

/** The root becomes the last node: numbers are given from the end. */
function* buildHold<P>(walk: Walk<P>, root: P): Generator<void, ProofGraph, void> {
  const { board } = walk;
  const order = new Map<string, number>();
  const found: Pending<P>[] = [];
  const waiting: { position: P; identity: string }[] = [];
  const number = (position: P): number => {
    const identity = board.identity(position);
    let known = order.get(identity);
    if (known === undefined) {
      known = order.size;
      order.set(identity, known);
      waiting.push({ position, identity });
    }
    return known;
  };
  number(root);
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const pending = yield* pendingAt(walk, next.position, next.identity);
    for (const move of pending.moves) {
      const after = board.play(next.position, move);
      pending.to.push(board.result(after) !== undefined ? -1 : number(after));
    }
    found.push(pending);
    if (found.length > MAX_PROOF_NODES) throw tooLarge();
  }
  const nodes = found.map((pending) =>
    nodeOf(walk, { ...pending, to: pending.to.map((i) => (i < 0 ? END : found.length - i)) }),
  );
  return { nodes: nodes.reverse() };
}

function cannot(why: string): PlyadesError {
  return new PlyadesError('ERR_PROOF', `the proof cannot be written down: ${why}`);
}

function tooLarge(): PlyadesError {
  return cannot(`it has more than ${MAX_PROOF_NODES} positions`);
}
