// Several good moves of a position with their values, found within a node budget: per depth the best move, then the
// best of the others, down to a margin below the best. The result depends on the position and the limits alone.
import { INFINITE, isDecided } from '../core/score.js';
import type { Found, Kernel, Table } from '../kernel/index.js';
import { Searcher } from '../kernel/index.js';
import type { Board } from './board.js';
import { MAX_DEPTH } from './limits.js';

/** How far a search for candidates goes. */
export interface CandidateLimits {
  /** Nodes after which the last finished depth counts; depth 1 is always finished. */
  readonly nodes: number;
  /** Plies. */
  readonly depth: number;
  /** Most candidates. */
  readonly lines: number;
  /** Moves that are worse than the best by more than this are no candidates. */
  readonly margin: number;
}

/** Plies a searcher has room for, quiescence and passes included. */
const MAX_PLY = MAX_DEPTH + 32;

/** Bytes that the search needs beside its table. */
export function candidateBytes(kernel: { searcherBytes(maxPly: number): number }): number {
  return kernel.searcherBytes(MAX_PLY) + (1 << 20);
}

export class CandidateSearch<P> {
  static readonly maxPly = MAX_PLY;
  readonly #board: Board<P>;
  readonly #table: Table | undefined;
  readonly #searcher: Searcher;
  #root!: P;
  #record: Uint8Array = new Uint8Array(0);
  #before: readonly Uint8Array[] = [];
  #limits: CandidateLimits = { nodes: 1, depth: 1, lines: 1, margin: 0 };
  #moves: readonly number[] = [];
  #depth = 0;
  /** Of the depth under way, and of the last finished one. */
  #lines: Found[] = [];
  #done: readonly Found[] = [];
  /** Nodes of the searches before the one under way. */
  #nodes = 0;
  #over = true;

  /** The board has room for one searcher of `CandidateSearch.maxPly` plies. */
  constructor(kernel: Kernel, board: Board<P>, table: Table | undefined) {
    this.#board = board;
    this.#table = table;
    this.#searcher = new Searcher(kernel, MAX_PLY).attach(table);
  }

  /**
   * Forgets all earlier searches and begins. `before` are the positions of the game before the root, the first one
   * first; `only` restricts the moves of the root.
   */
  start(
    root: P,
    limits: CandidateLimits,
    before: readonly P[] = [],
    only: readonly number[] = this.#board.moves(root),
  ): void {
    this.#table?.clear();
    this.#searcher.reset();
    this.#root = root;
    this.#before = this.#board.before(before.toReversed());
    this.#limits = limits;
    this.#moves = only;
    this.#depth = 1;
    this.#lines = [];
    this.#done = [];
    this.#nodes = 0;
    this.#over = only.length === 0;
    this.#record = this.#board.record(root, 0);
    if (!this.#over) this.#begin();
  }

  /** Searches about `nodes` nodes more, at least 1; true when the search is over. */
  run(nodes: number): boolean {
    const until = this.nodes + nodes;
    while (!this.#over && this.nodes < until) {
      const left = this.#done.length === 0 ? until : Math.min(until, this.#limits.nodes);
      const status = this.#searcher.run(Math.max(1, left - this.nodes));
      if (status === 'done') this.#next();
      if (this.#done.length > 0 && this.nodes >= this.#limits.nodes) this.#over = true;
    }
    return this.#over;
  }

  get nodes(): number {
    return this.#nodes + this.#searcher.nodes;
  }

  /** The moves of the last finished depth, the best one first; none before depth 1 is finished. */
  get candidates(): readonly Found[] {
    return this.#done;
  }

  /** The next line of this depth, or the first of the next one. */
  #next(): void {
    const found = this.#searcher.found;
    const [best] = this.#lines;
    const isCandidate =
      found?.move !== undefined && (best === undefined || found.value >= this.#floor(best.value));
    if (isCandidate) this.#lines.push(found);
    const { lines, depth, nodes } = this.#limits;
    if (!isCandidate || this.#lines.length >= Math.min(lines, this.#moves.length)) {
      // Play mode does not search all lines the same way: a later one may turn out better.
      this.#done = this.#lines.sort((a, b) => b.value - a.value);
      this.#lines = [];
      const isEnough = this.#depth >= depth || this.nodes >= nodes;
      if (isEnough || this.#done.every(isSettled)) {
        this.#over = true;
        return;
      }
      const next = this.#board.deepen(this.#root, this.#depth, 'play', true);
      this.#depth = Math.min(next, depth);
    }
    this.#nodes += this.#searcher.nodes;
    this.#begin();
  }

  #floor(best: number): number {
    return Math.max(best - this.#limits.margin, 1 - INFINITE);
  }

  #begin(): void {
    const [best] = this.#lines;
    const known = new Set(this.#lines.map(({ move }) => move));
    this.#searcher.start(this.#record, {
      mode: 'play',
      before: this.#before,
      minDepth: this.#depth,
      maxDepth: this.#depth,
      only: this.#moves.filter((move) => !known.has(move)),
      ...(best && { alpha: this.#floor(best.value) - 1 }),
    });
  }
}

/** Nothing changes by looking deeper. */
const isSettled = ({ complete, value }: Found): boolean => complete || isDecided(value);
