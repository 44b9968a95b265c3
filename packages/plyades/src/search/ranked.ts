// The best lines of a position, not only the best one: one searcher finds the best move of a depth, then the
// best of the others, and so on, before the next depth begins. Each of these is a search of some moves of the
// root; what they have in common they find in the table.
import { isDecided } from '../core/score.js';
import type { Found, Searcher, StartOptions, Status } from '../kernel/index.js';

/** The best line of the last finished depth, and the next ones in order. */
export interface RankedFound extends Found {
  readonly others: readonly Found[];
}

/** What a ranked search is asked for, beside what every search is. */
export interface Ranking {
  /** Moves of the root that are searched, at least one. */
  readonly moves: readonly number[];
  /** Lines wanted, at least 2; no more are found than there are moves. */
  readonly lines: number;
  /** The depth after this one. */
  deepen(depth: number): number;
}

export class RankedSearcher {
  readonly #searcher: Searcher;
  #record: Uint8Array = new Uint8Array(0);
  #options: StartOptions = { maxDepth: 1 };
  #ranking: Ranking = { moves: [], lines: 2, deepen: (depth) => depth + 1 };
  #depth = 0;
  /** Lines of the depth under way, and of the last finished one. */
  #lines: Found[] = [];
  #done: readonly Found[] = [];
  /** Counts of the searches before the one under way. */
  #nodes = 0;
  #leaves = 0;
  #deepest = 0;
  #status: Status = 'idle';

  constructor(searcher: Searcher) {
    this.#searcher = searcher;
  }

  start(record: Uint8Array, options: StartOptions, ranking: Ranking): void {
    this.#record = record;
    this.#options = options;
    this.#ranking = ranking;
    this.#depth = Math.min(options.minDepth ?? 1, options.maxDepth);
    this.#lines = [];
    this.#done = [];
    this.#nodes = 0;
    this.#leaves = 0;
    this.#deepest = 0;
    this.#begin();
  }

  /** Searches about `nodeBudget` nodes more. */
  run(nodeBudget: number): Status {
    const until = this.nodes + nodeBudget;
    while (this.#status === 'running' && this.nodes < until) {
      this.#status = this.#searcher.run(until - this.nodes);
      if (this.#status === 'done') this.#next();
    }
    return this.#status;
  }

  get status(): Status {
    return this.#status;
  }

  get depth(): number {
    return this.#depth;
  }

  get nodes(): number {
    return this.#nodes + this.#searcher.nodes;
  }

  get leaves(): number {
    return this.#leaves + this.#searcher.leaves;
  }

  get deepest(): number {
    return Math.max(this.#deepest, this.#searcher.deepest);
  }

  /** The last depth of which all lines are known. */
  get found(): RankedFound | undefined {
    const [best, ...others] = this.#done;
    return best && { ...best, others };
  }

  /** Play mode: nothing changes by looking deeper. Exact values are those of the depth asked for. */
  get #isSettled(): boolean {
    return this.#options.mode === 'play' && this.#done.every(isSettled);
  }

  /** The next line, or the first of the next depth. */
  #next(): void {
    const found = this.#searcher.found;
    if (found !== undefined) this.#lines.push(found);
    const { moves, lines, deepen } = this.#ranking;
    if (found === undefined || this.#lines.length >= Math.min(lines, moves.length)) {
      // A later line may turn out better than an earlier one: play mode does not search all the same way.
      this.#done = this.#lines.sort((a, b) => b.value - a.value);
      this.#lines = [];
      if (this.#depth >= this.#options.maxDepth || this.#isSettled) return;
      this.#depth = Math.min(deepen(this.#depth), this.#options.maxDepth);
    }
    this.#nodes += this.#searcher.nodes;
    this.#leaves += this.#searcher.leaves;
    this.#deepest = this.deepest;
    this.#begin();
  }

  #begin(): void {
    const known = new Set(this.#lines.map(({ move }) => move));
    const only = this.#ranking.moves.filter((move) => !known.has(move));
    const depth = this.#depth;
    this.#searcher.start(this.#record, {
      ...this.#options,
      minDepth: depth,
      maxDepth: depth,
      only,
    });
    this.#status = 'running';
  }
}

const isSettled = ({ complete, value }: Found): boolean => complete || isDecided(value);
