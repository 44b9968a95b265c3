// Explains an answer: the line of best play, and the proof. Both ask a depth-first search for one move of
// the winner at a time, which a table that has seen the search answers at once, and an empty one after it
// has been filled. So what PNS deleted and PN2 never kept is searched again.
import { DepthFirst, type Kernel, type ProofTable } from '../kernel/index.js';
import type { ProofBoard } from './board.js';
import { type BuildOptions, buildProof } from './build.js';
import { type AttackGoal, attackerWins, type ProofVerdict } from './goal.js';
import type { ProofGraph } from './graph.js';
import { lineOfWin } from './line.js';
import { MAX_LINE } from './options.js';
import { allowedMoves, cannot } from './walk.js';

/** Nodes between two yields. */
const SLICE_NODES = 20_000;

/** Where perpetual check may decide, positions on the way may be harder than the first: nodes for all of them. */
const NODES_OF_CHECKS = 3_000_000;

/** Positions that are looked at for the line of a win whose moves went round in a circle. */
const LINE_POSITIONS = 50_000;

export class Explainer<P> {
  readonly #board: ProofBoard<P>;
  readonly #root: P;
  readonly #attackGoal: AttackGoal;
  readonly #finder: DepthFirst;

  constructor(
    kernel: Kernel,
    board: ProofBoard<P>,
    root: P,
    attackGoal: AttackGoal,
    table: ProofTable,
    keyed: boolean,
  ) {
    this.#board = board;
    this.#root = root;
    this.#attackGoal = attackGoal;
    const options = { keyed, thorough: true };
    this.#finder = new DepthFirst(kernel, table, MAX_LINE, attackGoal.attack, options);
  }

  /**
   * The line of a solved position: the side that proves something plays the shortest way known, the other
   * side its longest. Ends early after `nodes` more nodes; yields now and then. `first` is a move at the root
   * that decides, if one is known.
   */
  *line(verdict: ProofVerdict, nodes: number, first?: number): Generator<void, number[], void> {
    if (verdict === 'unknown') return [];
    const found = yield* this.#lineOfMoves(verdict, nodes, first);
    if (found.ended || !attackerWins(this.#attackGoal, verdict)) return found.line;
    try {
      const how = { clocked: false, most: LINE_POSITIONS };
      return this.lineOf(yield* this.#graph(verdict, how, nodes));
    } catch {
      return found.line;
    }
  }

  /** The line of a graph that proves a win. */
  lineOf(graph: ProofGraph): number[] {
    return lineOfWin(this.#board, this.#root, graph);
  }

  /** Asks for one move after the other: `ended` when that leads to the end of the game. */
  *#lineOfMoves(
    verdict: ProofVerdict,
    nodes: number,
    first: number | undefined,
  ): Generator<void, { readonly line: number[]; readonly ended: boolean }, void> {
    const wins = attackerWins(this.#attackGoal, verdict);
    const { attacker } = this.#attackGoal.attack;
    const prover = wins ? attacker : 1 - attacker;
    const line: number[] = [];
    const seen = new Set<string>();
    let position = this.#root;
    let left = nodes;
    while (!this.#isOver(position) && line.length < MAX_LINE) {
      const identity = this.#board.identity(position);
      if (seen.has(identity)) break;
      seen.add(identity);
      const own = this.#board.turn(position) === prover;
      if (own && line.length === 0 && first !== undefined) {
        line.push(first);
        position = this.#board.play(position, first);
        continue;
      }
      const candidates = own ? [undefined] : allowedMoves(this.#board, this.#attackGoal, position);
      let best: { move: number | undefined; length: number } | undefined;
      for (const move of candidates) {
        const at = move === undefined ? position : this.#board.play(position, move);
        const found = yield* this.#find(at, left);
        left -= this.#finder.evaluated;
        if (!found) return { line, ended: false };
        const { length } = this.#finder;
        if (best === undefined || length > best.length) {
          best = { move: move ?? this.#finder.move, length };
        }
      }
      if (best?.move === undefined) break;
      line.push(best.move);
      position = this.#board.play(position, best.move);
    }
    return { line, ended: this.#isOver(position) };
  }

  /** By the rules, or for lack of progress. */
  #isOver(position: P): boolean {
    return this.#board.result(position) !== undefined || this.#board.pliesToDraw(position) <= 0;
  }

  /** The graph of a solved position; yields now and then. */
  proof(
    verdict: ProofVerdict,
    how: BuildOptions = { clocked: false },
  ): Generator<void, ProofGraph, void> {
    const { perpetualLoses } = this.#attackGoal.attack;
    return this.#graph(verdict, how, perpetualLoses ? NODES_OF_CHECKS : Number.POSITIVE_INFINITY);
  }

  *#graph(
    verdict: ProofVerdict,
    how: BuildOptions,
    nodes: number,
  ): Generator<void, ProofGraph, void> {
    const wins = attackerWins(this.#attackGoal, verdict);
    let left = nodes;
    const spend = () => {
      left -= this.#finder.evaluated;
      if (left < 0) throw cannot('it would take too many nodes');
    };
    const find = this.#length.bind(this);
    const finder = {
      *move(position: P) {
        const length = yield* find(position, wins, left);
        spend();
        return length === undefined ? undefined : this.found();
      },
      found: () => this.#finder.move,
      *length(position: P, most: number) {
        const length = yield* find(position, wins, Math.min(most, left));
        spend();
        return length;
      },
    };
    return yield* buildProof(this.#board, this.#root, this.#attackGoal, verdict, finder, how);
  }

  /** Plies to the end where the attacker wins, or does not; undefined where it is not found to be so. */
  *#length(position: P, wins: boolean, nodes: number): Generator<void, number | undefined, void> {
    const found = yield* this.#find(position, nodes);
    return found && (this.#finder.root.pn === 0) === wins ? this.#finder.length : undefined;
  }

  /** Searches a position for its solution; false after `nodes` nodes. */
  *#find(position: P, nodes: number): Generator<void, boolean, void> {
    this.#finder.start(this.#board.record(position));
    while (!this.#finder.run(SLICE_NODES)) {
      if (this.#finder.evaluated > nodes) return false;
      yield;
    }
    return !this.#finder.deep;
  }
}
