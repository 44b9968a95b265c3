// Retrograde analysis of a small region. Kings that move back and forth make lines without end, and a search may never
// find that nothing is left. But few positions can be reached then: this module lists them and decides from the finished
// games backwards which the attacker wins, as endgame tables are built. The attacker does not win the others.
//
// Only in games where a position alone decides: no count of moves without progress, no perpetual check.
import type { ProofBoard } from './board.js';
import { buildProof } from './build.js';
import { orderWins } from './build-win.js';
import { type AttackGoal, attackerWins, type ProofVerdict } from './goal.js';
import { END, type ProofGraph } from './graph.js';
import { lineOfWin } from './line.js';
import { allowedMoves } from './walk.js';

/** Positions that are listed at most. */
export const MAX_REGION = 100_000;

/** Positions between two yields. */
const SLICE = 256;
/** A line of a side that holds is as long as this at most. */
const LONGEST_LINE = 100;

/** A node for `orderWins`: the attacker wins where one of its own moves leads to END, or all moves of the other side. */
interface RegionNode<P> {
  readonly position: P;
  /** Whether the attacker is to move. */
  readonly own: boolean;
  readonly moves: readonly number[];
  to: readonly number[];
}

/** Whether the value of a position depends on the position alone. */
export function isPathIndependent<P>(
  board: ProofBoard<P>,
  root: P,
  { attack }: AttackGoal,
): boolean {
  return (
    !attack.perpetualLoses &&
    board.listsAll(root) &&
    board.pliesToDraw(root) === Number.POSITIVE_INFINITY
  );
}

/** Lists the positions that can be reached; undefined when these are more than `most`. Yields every SLICE positions. */
export function* analyseRegion<P>(
  board: ProofBoard<P>,
  root: P,
  attackGoal: AttackGoal,
  most = MAX_REGION,
): Generator<void, Region<P> | undefined, void> {
  const { attacker } = attackGoal.attack;
  const numbers = new Map<string, number>();
  // Number 1 stands for games that ended without a win of the attacker: no move leads on from there.
  const nodes: RegionNode<P>[] = [{ position: root, own: true, moves: [], to: [] }];
  const LOST = 1;
  const number = (position: P): number => {
    const result = board.result(position);
    if (result !== undefined) {
      return (board.turn(position) === attacker ? result : -result) > 0 ? END : LOST;
    }
    const identity = board.identity(position);
    let known = numbers.get(identity);
    if (known === undefined) {
      const own = board.turn(position) === attacker;
      const moves = allowedMoves(board, attackGoal, position);
      // Where the goal allows the attacker no move, it has failed.
      known = moves.length === 0 ? LOST : nodes.push({ position, own, moves, to: [] });
      numbers.set(identity, known);
    }
    return known;
  };
  const first = number(root);
  if (first === LOST) return undefined;
  for (let i = first - 1; i < nodes.length; i++) {
    const node = nodes[i]!;
    node.to = node.moves.map((move) => number(board.play(node.position, move)));
    if (nodes.length > most) return undefined;
    if (i % SLICE === 0) yield;
  }
  return new Region(board, root, attackGoal, nodes, numbers);
}

/** Positions that are all decided; explains them as an Explainer does. */
export class Region<P> {
  readonly #board: ProofBoard<P>;
  readonly #root: P;
  readonly #attackGoal: AttackGoal;
  readonly #nodes: readonly RegionNode<P>[];
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #wins: ReturnType<typeof orderWins>;

  constructor(
    board: ProofBoard<P>,
    root: P,
    attackGoal: AttackGoal,
    nodes: readonly RegionNode<P>[],
    numbers: ReadonlyMap<string, number>,
  ) {
    this.#board = board;
    this.#root = root;
    this.#attackGoal = attackGoal;
    this.#nodes = nodes;
    this.#numbers = numbers;
    this.#wins = orderWins(nodes);
  }

  /** Positions in which the game goes on. */
  get size(): number {
    return this.#nodes.length - 1;
  }

  /** Whether the attacker wins at the root. */
  get wins(): boolean {
    return this.#isWon(this.#numberOf(this.#root));
  }

  proof(verdict: ProofVerdict): Generator<void, ProofGraph, void> {
    const finder = {
      move: (position: P) => answer(this.#move(position)),
      length: () => answer(undefined),
    };
    const how = { clocked: false };
    return buildProof(this.#board, this.#root, this.#attackGoal, verdict, finder, how);
  }

  *line(verdict: ProofVerdict): Generator<void, number[], void> {
    if (attackerWins(this.#attackGoal, verdict)) return this.lineOf(yield* this.proof(verdict));
    const line: number[] = [];
    let position = this.#root;
    while (this.#board.result(position) === undefined && line.length < LONGEST_LINE) {
      const move = this.#move(position);
      if (move === undefined) break;
      line.push(move);
      position = this.#board.play(position, move);
    }
    return line;
  }

  lineOf(graph: ProofGraph): number[] {
    return lineOfWin(this.#board, this.#root, graph);
  }

  #numberOf(position: P): number {
    return this.#numbers.get(this.#board.identity(position))!;
  }

  #isWon(number: number): boolean {
    return number === END || this.#wins.order[number] !== 0;
  }

  /** A move that keeps the result; where all do, the first. */
  #move(position: P): number | undefined {
    const number = this.#numberOf(position);
    const { own, moves, to } = this.#nodes[number - 1]!;
    if (!this.#isWon(number)) return moves[to.findIndex((each) => !this.#isWon(each))];
    return moves[own ? this.#wins.via[number]! : 0];
  }
}

/** Yields once, then returns the value. */
function* answer<T>(value: T): Generator<void, T, void> {
  yield;
  return value;
}
