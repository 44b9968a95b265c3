// The checker of proofs. It knows the rules and the graph, and nothing of how the proof was found. It plays every
// move of the graph from the root and checks that each side's moves are present and how games end. The first thing
// that is missing or wrong is a hole, and is named with the moves that lead there.
//
// A node may be reached on several ways. What the rules say of its position is the same on all of them, so each
// node is checked once, with the count of moves without progress at 0. Three rules of games depend on the way, and
// are judged over all ways through the graph, never over the one on which the checker came:
//
// - The count (chess: fifty moves). A win must stand on the way that leaves fewest plies (`findDrawnNode`). A side
//   that holds may stop with a draw by the count only where it is one on the way that leaves most plies
//   (`findOpenEnd`). Whether a move is progress depends on the position alone, not on the count before it.
// - Repetition, a draw. It helps a side that holds. In the graph of a win nodes refer to earlier nodes only, so no
//   line passes a node twice, but a position may have several nodes. If a line passes a position twice, the winner
//   can play at the first visit as at the second: only reversible moves lie between the two, so more plies are
//   left, and what is below is won all the same. Done as long as a position repeats, this ends with a winning
//   strategy that never repeats one.
// - Perpetual check (shogi), which loses for the side that holds (`findForbiddenCycle`). Leave out its moves that
//   give no check, and number the strongly connected parts of what is left so that moves never lead to a higher
//   number. Let the holder play at each position as at its node with the lowest number. On a circle of positions
//   with checks only, no number can fall, so the circle lies in one part, where by the check every move of the
//   other side gives check too: neither side has lost by it. No game has this rule and a count, which would need both
//   arguments at once; the checker refuses a board with both.
import type { ProofBoard } from './board.js';
import { findDrawnNode, findOpenEnd, ProofEdges } from './edges.js';
import { type AttackGoal, attackerWins, type ProofClaim, type ProofVerdict } from './goal.js';
import { END, type ProofGraph, type ProofNode } from './graph.js';
import { findForbiddenCycle } from './perpetual.js';

/** Positions between two reports of progress: a few milliseconds. */
const PROGRESS_POSITIONS = 1024;

/** The checker's result. */
export type ProofVerification =
  | { readonly valid: true; readonly positions: number }
  | {
      readonly valid: false;
      /** The missing or wrong part. */
      readonly hole: string;
      /** The moves that lead there. */
      readonly line: readonly number[];
    };

/** Whether the graph proves the verdict on the claim at this position. */
export function verifyProof<P>(
  board: ProofBoard<P>,
  root: P,
  claim: ProofClaim,
  attackGoal: AttackGoal,
  verdict: ProofVerdict,
  graph: ProofGraph,
  onProgress?: (positions: number) => void,
): ProofVerification {
  const wins = attackerWins(attackGoal, verdict);
  const walk = new ProofWalk(board, root, attackGoal, wins, graph);
  try {
    walk.run(onProgress);
    walk.checkCount();
    walk.checkPerpetual(claim);
    return { valid: true, positions: walk.positions };
  } catch (error) {
    if (!(error instanceof Hole)) throw error;
    return { valid: false, hole: error.message, line: walk.lineTo(error.node, error.move) };
  }
}

/** Something missing or wrong at a node, or at a move from it. */
class Hole extends Error {
  readonly node: number;
  readonly move: number | undefined;

  constructor(message: string, node: number, move?: number) {
    super(message);
    this.node = node;
    this.move = move;
  }
}

/** A node that was reached: its position with the count at 0, and the first move that led there. */
interface Reached<P> {
  readonly position: P;
  readonly parent: number;
  readonly move: number;
}

/** Plays every move of a graph, and keeps those whose ways are judged afterwards. */
class ProofWalk<P> {
  readonly #board: ProofBoard<P>;
  readonly #root: P;
  readonly #attack: AttackGoal['attack'];
  readonly #wins: boolean;
  readonly #prover: number;
  readonly #nodes: ProofGraph['nodes'];
  readonly #reached = new Map<number, Reached<P>>();
  readonly #waiting: number[] = [];
  readonly #edges: ProofEdges | undefined;
  /** Plies that a move with progress leaves before the draw; Infinity in games without a count. */
  readonly #fullCount: number;

  constructor(
    board: ProofBoard<P>,
    root: P,
    { attack }: AttackGoal,
    wins: boolean,
    { nodes }: ProofGraph,
  ) {
    this.#board = board;
    this.#root = root;
    this.#attack = attack;
    this.#wins = wins;
    this.#prover = wins ? attack.attacker : 1 - attack.attacker;
    this.#nodes = nodes;
    this.#fullCount = board.pliesToDraw(board.withoutCount(root));
    if (this.#hasCount && attack.perpetualLoses) {
      throw new TypeError('a board with a count of moves and perpetual check');
    }
    if (this.#hasCount || this.#judgesPerpetual) this.#edges = new ProofEdges(nodes.length);
  }

  get #hasCount(): boolean {
    return this.#fullCount !== Number.POSITIVE_INFINITY;
  }

  get #judgesPerpetual(): boolean {
    return !this.#wins && this.#attack.perpetualLoses === true;
  }

  /** Positions that were reached. */
  get positions(): number {
    return this.#reached.size;
  }

  /** The moves that lead to a node, and one more. */
  lineTo(node: number, move?: number): number[] {
    const line = move === undefined ? [] : [move];
    let at = this.#reached.get(node);
    while (at !== undefined && at.parent !== 0) {
      line.push(at.move);
      at = this.#reached.get(at.parent);
    }
    return line.reverse();
  }

  /** Checks every node that can be reached from the root. */
  run(onProgress?: (positions: number) => void): void {
    const first = this.#nodes.length;
    if (this.#board.result(this.#root) !== undefined) throw new Hole('the game is over', 0);
    if (first === 0) throw new Hole('there is no proof', 0);
    this.#reach(first, this.#root, 0, 0);
    let checked = 0;
    for (let at = this.#waiting.pop(); at !== undefined; at = this.#waiting.pop()) {
      if (++checked % PROGRESS_POSITIONS === 0) onProgress?.(checked);
      const { position } = this.#reached.get(at)!;
      const node = this.#nodes.at(at - 1)!;
      if (this.#board.turn(position) === this.#prover) this.#checkMove(at, position, node);
      else if (node.kind === 'named') this.#checkNamed(at, position, node);
      else this.#checkAll(at, position, node);
    }
  }

  #reach(node: number, position: P, parent: number, move: number): void {
    this.#reached.set(node, { position: this.#board.withoutCount(position), parent, move });
    this.#waiting.push(node);
  }

  /** The prover needs one legal move that the goal allows. */
  #checkMove(at: number, position: P, node: ProofNode): void {
    if (node.kind !== 'move') throw new Hole('the side that proves has no move', at);
    if (!this.#board.legal(position, node.move)) throw new Hole('the move is illegal', at);
    const next = this.#board.play(position, node.move);
    if (this.#isBarred(position, next)) throw new Hole('the move gives no check', at, node.move);
    this.#follow(at, node.move, node.to, next);
  }

  /** Every move of the other side that the goal allows needs an answer. */
  #checkAll(at: number, position: P, node: ProofNode): void {
    if (node.kind !== 'all') throw new Hole('the moves of the other side have no answers', at);
    if (!this.#board.listsAll(position)) {
      throw new Hole('there are more moves than are listed', at);
    }
    let answered = 0;
    for (const move of this.#board.moves(position)) {
      const next = this.#board.play(position, move);
      if (this.#isBarred(position, next)) continue;
      this.#follow(at, move, node.to[answered++], next);
    }
    if (answered !== node.to.length) throw new Hole('there are more answers than moves', at);
  }

  /** Where the rules allow too many moves to list: some are named, and threats answer all others. */
  #checkNamed(
    at: number,
    position: P,
    { moves, to, threats }: Extract<ProofNode, { kind: 'named' }>,
  ): void {
    const board = this.#board;
    if (!this.#wins || board.listsAll(position)) throw new Hole('all moves need an answer', at);
    if (!board.canAnswer(moves.length, threats.length)) {
      throw new Hole('more moves or threats are named than a position has', at);
    }
    const missing = board.unanswered(position, moves, threats);
    if (missing !== undefined) throw new Hole('this move has no answer', at, missing);
    moves.forEach((move, i) => {
      if (!board.legal(position, move)) throw new Hole('the move is illegal', at, move);
      this.#follow(at, move, to[i], board.play(position, move));
    });
  }

  /** The attacker must give check with every move, and this one does not. */
  #isBarred(position: P, next: P): boolean {
    const { checksOnly = false, attacker } = this.#attack;
    return checksOnly && this.#board.turn(position) === attacker && !this.#board.checked(next);
  }

  /** Checks where a move leads: to the end of the game, or to a node of the same position. */
  #follow(from: number, move: number, to: number | undefined, next: P): void {
    if (to === undefined) throw new Hole('this move has no answer', from, move);
    const result = this.#board.result(next);
    if (result !== undefined) {
      this.#checkResult(from, move, next, result);
      return;
    }
    const isProgress = this.#board.pliesToDraw(next) >= this.#fullCount;
    if (to === END) {
      // Whether the game is drawn by the count there, all ways to the node decide.
      const mayBeDrawn = !this.#wins && this.#hasCount && !isProgress;
      if (!mayBeDrawn) throw new Hole('the proof ends, but the game does not', from, move);
    } else {
      this.#checkTarget(from, move, to, next);
    }
    this.#edges?.add(from, to, move, isProgress);
  }

  #checkResult(from: number, move: number, next: P, result: number): void {
    const forAttacker = this.#board.turn(next) === this.#attack.attacker ? result : -result;
    if (forAttacker > 0 === this.#wins) return;
    const how = this.#wins ? 'is not won' : 'is lost';
    throw new Hole(`the game ends there, and ${how}`, from, move);
  }

  #checkTarget(from: number, move: number, to: number, next: P): void {
    if (to > this.#nodes.length) throw new Hole(`node ${to} does not exist`, from, move);
    if (this.#wins && to >= from)
      throw new Hole(`node ${to} is not before node ${from}`, from, move);
    const known = this.#reached.get(to);
    if (known === undefined) this.#reach(to, next, from, move);
    else if (this.#board.identity(known.position) !== this.#board.identity(next)) {
      throw new Hole(`node ${to} belongs to another position`, from, move);
    }
  }

  /** A win comes before the draw by the count on every way, and a draw by the count is one on every way. */
  checkCount(): void {
    if (!this.#hasCount) return;
    const left = this.#board.pliesToDraw(this.#root);
    if (this.#wins) {
      const node = findDrawnNode(this.#edges!, left, this.#fullCount);
      if (node !== undefined) throw new Hole('the game is drawn for lack of progress', node);
      return;
    }
    const end = findOpenEnd(this.#edges!, left, this.#fullCount);
    if (end === undefined) return;
    throw new Hole('the proof ends, but the game does not', end.from, end.move);
  }

  /** A side that holds by perpetual check has lost. */
  checkPerpetual({ goal }: ProofClaim): void {
    if (!this.#judgesPerpetual) return;
    const positionOf = (node: number) => this.#reached.get(node)!.position;
    const node = findForbiddenCycle(
      [...this.#edges!],
      (at) => this.#board.turn(positionOf(at)) === this.#prover,
      (at) => this.#board.checked(positionOf(at)),
    );
    if (node !== undefined) throw new Hole(`${goal} by giving check on and on is lost`, node);
  }
}
