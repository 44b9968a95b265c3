// Where kings walk about, lines come round without end, and a search may never see that nothing is left to
// find. But then few positions can be reached at all: they are listed, and from the finished games backwards it
// is settled which the attacker wins, as endgame tables are made. All others he does not win, whatever he does.
//
// Only where a position says everything: no count of moves without progress, no perpetual check.
import type { ProofBoard } from './board.js';
import { buildProof } from './build.js';
import { settle } from './build-win.js';
import { type AttackGoal, attackerWins, type ProofVerdict } from './goal.js';
import { END, type ProofGraph } from './graph.js';
import { lineOfWin } from './line.js';
import { allowedMoves } from './walk.js';

/** Positions that are listed at most. */
export const MAX_REGION = 100_000;

/** Positions between two breaths. */
const SLICE = 256;
/** A line of a side that holds is as long as this at most. */
const LONGEST_LINE = 100;

/** A position, as `settle` knows it: the attacker wins where his move leads to END, or all others' moves do. */
interface Place<P> {
  readonly position: P;
  /** Whether the attacker is to move. */
  readonly own: boolean;
  readonly moves: readonly number[];
  to: readonly number[];
}

/** Whether all that is to be known of a position lies in the position. */
export function canBeSettled<P>(board: ProofBoard<P>, root: P, { attack }: AttackGoal): boolean {
  return (
    !attack.perpetualLoses &&
    board.listsAll(root) &&
    board.pliesToDraw(root) === Number.POSITIVE_INFINITY
  );
}

/** Lists what can be reached; undefined when that is more than `most` positions. Yields now and then. */
export function* settleRegion<P>(
  board: ProofBoard<P>,
  root: P,
  attackGoal: AttackGoal,
  most = MAX_REGION,
): Generator<void, Region<P> | undefined, void> {
  const { attacker } = attackGoal.attack;
  const numbers = new Map<string, number>();
  // Number 1 stands for games that ended without a win of the attacker: no move leads on from there.
  const places: Place<P>[] = [{ position: root, own: true, moves: [], to: [] }];
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
      // Where the goal allows the attacker no move, he has failed.
      known = moves.length === 0 ? LOST : places.push({ position, own, moves, to: [] });
      numbers.set(identity, known);
    }
    return known;
  };
  const first = number(root);
  if (first === LOST) return undefined;
  for (let i = first - 1; i < places.length; i++) {
    const place = places[i]!;
    place.to = place.moves.map((move) => number(board.play(place.position, move)));
    if (places.length > most) return undefined;
    if (i % SLICE === 0) yield;
  }
  return new Region(board, root, attackGoal, places, numbers);
}

/** Positions that are all settled; explains them as an Explainer does. */
export class Region<P> {
  readonly #board: ProofBoard<P>;
  readonly #root: P;
  readonly #attackGoal: AttackGoal;
  readonly #places: readonly Place<P>[];
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #settled: ReturnType<typeof settle>;

  constructor(
    board: ProofBoard<P>,
    root: P,
    attackGoal: AttackGoal,
    places: readonly Place<P>[],
    numbers: ReadonlyMap<string, number>,
  ) {
    this.#board = board;
    this.#root = root;
    this.#attackGoal = attackGoal;
    this.#places = places;
    this.#numbers = numbers;
    this.#settled = settle(places);
  }

  /** Positions in which the game goes on. */
  get size(): number {
    return this.#places.length - 1;
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
    return number === END || this.#settled.order[number] !== 0;
  }

  /** A move that keeps what is true; where all do, the first. */
  #move(position: P): number | undefined {
    const number = this.#numberOf(position);
    const { own, moves, to } = this.#places[number - 1]!;
    if (!this.#isWon(number)) return moves[to.findIndex((each) => !this.#isWon(each))];
    return moves[own ? this.#settled.via[number]! : 0];
  }
}

/** What is known already, after a breath. */
function* answer<T>(value: T): Generator<void, T, void> {
  yield;
  return value;
}
