// The checker of proofs. It knows the rules and the graph, and nothing of how the proof was found: it plays
// every move of the graph from the root and looks whether each side's moves are there and how games end.
// What it does not find in order is a hole, and the first one is named with the moves that lead there.

import { PlyadesError } from '../core/errors.js';
import type { ProofBoard } from './board.js';
import { attackerWins, type Claim, type Question, type Verdict } from './goal.js';
import { END, type ProofGraph, type ProofNode } from './graph.js';
import { findForbiddenCycle } from './perpetual.js';

/** What the checker says. */
export type Checked =
  | { readonly valid: true; readonly positions: number }
  | {
      readonly valid: false;
      /** What is missing or wrong. */
      readonly hole: string;
      /** The moves that lead there. */
      readonly line: readonly number[];
    };

/** A node that was reached: by which move from which node, and where it is. */
interface Reached<P> {
  readonly position: P;
  readonly parent: number;
  readonly move: number;
}

/** A move of the graph that was played. */
interface Edge {
  readonly from: number;
  /** END where the game goes on by the rules of the board, but may be drawn for lack of progress. */
  readonly to: number;
  readonly move: number;
  /** Where the count of moves without progress began anew: what it then leaves. */
  readonly fresh: number | undefined;
}

/** More moves than fit the memory of a program that checks the ways to positions. */
const MAX_EDGES = 2 ** 24;

/** Whether the graph proves the verdict on the claim at this position. */
export function verifyProof<P>(
  board: ProofBoard<P>,
  root: P,
  claim: Claim,
  question: Question,
  verdict: Verdict,
  graph: ProofGraph,
): Checked {
  const wins = attackerWins(question, verdict);
  const { attacker, checksOnly = false, perpetualLoses = false } = question.attack;
  const prover = wins ? attacker : 1 - attacker;
  const nodes = graph.nodes;
  const reached = new Map<number, Reached<P>>();
  // Only counts of moves without progress and perpetual checks ask for the way to a node.
  const counts = board.pliesToDraw(root) !== Number.POSITIVE_INFINITY;
  const keepsEdges = counts || (!wins && perpetualLoses);
  const edges: Edge[] = [];
  const rootIndex = nodes.length;
  const waiting: number[] = [];

  class Hole extends Error {
    readonly line: number[];
    constructor(message: string, from: number, move?: number) {
      super(message);
      this.line = [...lineTo(from), ...(move === undefined ? [] : [move])];
    }
  }

  function lineTo(index: number): number[] {
    const line: number[] = [];
    let at = reached.get(index);
    while (at !== undefined && at.parent !== 0) {
      line.push(at.move);
      at = reached.get(at.parent);
    }
    return line.reverse();
  }

  /** The attacker may not move so. */
  const isBarred = (position: P, next: P) =>
    checksOnly && board.turn(position) === attacker && !board.checked(next);

  function follow(from: number, move: number, to: number | undefined, next: P): void {
    const { position } = reached.get(from)!;
    const result = board.result(next);
    if (to === undefined) throw new Hole('this move has no answer', from, move);
    if (result !== undefined) {
      const forAttacker = board.turn(next) === attacker ? result : -result;
      if (forAttacker > 0 !== wins) {
        throw new Hole(`the game ends there, and ${wins ? 'is not won' : 'is lost'}`, from, move);
      }
      return;
    }
    const left = board.pliesToDraw(next);
    const fresh = left < board.pliesToDraw(position) ? undefined : left;
    if (to === END) {
      // A side that holds has held when the game is drawn; whether it is, all ways to the node decide.
      const mayBeDrawn = !wins && left !== Number.POSITIVE_INFINITY;
      if (!mayBeDrawn) throw new Hole('the proof ends, but the game does not', from, move);
      keep({ from, to, move, fresh });
      return;
    }
    if (to > nodes.length) throw new Hole(`node ${to} does not exist`, from, move);
    if (wins && to >= from) throw new Hole(`node ${to} is not before node ${from}`, from, move);
    const known = reached.get(to);
    if (known === undefined) {
      reached.set(to, { position: next, parent: from, move });
      waiting.push(to);
    } else if (board.identity(known.position) !== board.identity(next)) {
      throw new Hole(`node ${to} belongs to another position`, from, move);
    }
    if (keepsEdges) keep({ from, to, move, fresh });
  }

  function keep(edge: Edge): void {
    if (edges.push(edge) <= MAX_EDGES) return;
    throw new PlyadesError('ERR_PROOF', `it has more than ${MAX_EDGES} moves to be checked`);
  }

  function check(index: number): void {
    const { position } = reached.get(index)!;
    const node = nodes.at(index - 1)!;
    if (board.turn(position) === prover) checkMove(index, position, node);
    else if (node.kind === 'named') checkNamed(index, position, node);
    else checkAll(index, position, node);
  }

  function checkMove(index: number, position: P, node: ProofNode): void {
    if (node.kind !== 'move') throw new Hole('the side that proves has no move', index);
    if (!board.legal(position, node.move)) throw new Hole('the move is illegal', index);
    const next = board.play(position, node.move);
    if (isBarred(position, next)) throw new Hole('the move gives no check', index, node.move);
    follow(index, node.move, node.to, next);
  }

  function checkAll(index: number, position: P, node: ProofNode): void {
    if (node.kind !== 'all') throw new Hole('the moves of the other side have no answers', index);
    if (!board.listsAll(position)) throw new Hole('there are more moves than are listed', index);
    let answered = 0;
    for (const move of board.moves(position)) {
      const next = board.play(position, move);
      if (isBarred(position, next)) continue;
      follow(index, move, node.to[answered++], next);
    }
    if (answered !== node.to.length) throw new Hole('there are more answers than moves', index);
  }

  function checkNamed(
    index: number,
    position: P,
    { moves, to, threats }: Extract<ProofNode, { kind: 'named' }>,
  ): void {
    if (!wins || board.listsAll(position)) throw new Hole('all moves need an answer', index);
    const missing = board.unanswered(position, moves, threats);
    if (missing !== undefined) throw new Hole('this move has no answer', index, missing);
    moves.forEach((move, i) => {
      if (!board.legal(position, move)) throw new Hole('the move is illegal', index, move);
      follow(index, move, to[i], board.play(position, move));
    });
  }

  try {
    if (board.result(root) !== undefined) throw new Hole('the game is over', 0);
    if (rootIndex === 0) throw new Hole('there is no proof', 0);
    reached.set(rootIndex, { position: root, parent: 0, move: 0 });
    waiting.push(rootIndex);
    while (waiting.length > 0) check(waiting.pop()!);
    if (wins) checkCounts();
    else checkDrawn();
    if (!wins && perpetualLoses) checkPerpetual();
    return { valid: true, positions: reached.size };
  } catch (error) {
    if (!(error instanceof Hole)) throw error;
    return { valid: false, hole: error.message, line: error.line };
  }

  /**
   * A win must come before the draw for lack of progress, on the longest way to each node. Edges lead to
   * smaller numbers, so their order by the node they leave is the order of play.
   */
  function checkCounts(): void {
    if (!counts) return;
    const left = new Map<number, number>([[rootIndex, board.pliesToDraw(root)]]);
    edges.sort((a, b) => b.from - a.from);
    for (const { from, to, fresh } of edges) {
      const here = fresh ?? left.get(from)! - 1;
      left.set(to, Math.min(left.get(to) ?? here, here));
    }
    for (const [index, plies] of left) {
      if (plies <= 0) throw new Hole('the game is drawn for lack of progress', index);
    }
  }

  /**
   * Where the proof ends with a draw for lack of progress, it must be one on every way there: the one with
   * most plies left counts. Ways may go round in circles, on which the count only falls.
   */
  function checkDrawn(): void {
    if (!edges.some(({ to }) => to === END)) return;
    const leaving = new Map<number, Edge[]>();
    for (const edge of edges) {
      const list = leaving.get(edge.from);
      if (list === undefined) leaving.set(edge.from, [edge]);
      else list.push(edge);
    }
    const left = new Map<number, number>([[rootIndex, board.pliesToDraw(root)]]);
    const open = [rootIndex];
    for (let from = open.pop(); from !== undefined; from = open.pop()) {
      for (const { to, move, fresh } of leaving.get(from) ?? []) {
        const here = fresh ?? left.get(from)! - 1;
        if (to === END) {
          if (here > 0) throw new Hole('the proof ends, but the game does not', from, move);
        } else if (here > (left.get(to) ?? Number.NEGATIVE_INFINITY)) {
          left.set(to, here);
          open.push(to);
        }
      }
    }
  }

  /** A side that holds by giving check on and on has lost. */
  function checkPerpetual(): void {
    const moverChecks = (index: number) => board.checked(reached.get(index)!.position);
    const isProvers = (index: number) => board.turn(reached.get(index)!.position) === prover;
    const found = findForbiddenCycle(edges, isProvers, moverChecks);
    if (found !== undefined) {
      throw new Hole(`${claim.goal} by giving check on and on is lost`, found);
    }
  }
}
