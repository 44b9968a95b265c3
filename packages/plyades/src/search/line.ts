// Completes a principal variation. Table cut-offs shorten the line that a search keeps, and null
// windows keep none at all; the rest is found by searching the last position of the line again with a
// window around the value it must have. The table answers most of it, but not always: so this, too, is
// done in slices and can be left at any time with the line as it is.
import { FULL_DEPTH } from '../core/score.js';
import type { SearchMode } from '../core/search-request.js';
import type { Found, Searcher } from '../kernel/index.js';
import type { Board } from './board.js';

const LINE_SHARE = 0.5;
const LINE_MIN_MS = 200;

/** Milliseconds that the line of a player's search may take, a share of the milliseconds that the search took. */
export const lineMs = (searchMs: number): number => Math.max(LINE_MIN_MS, LINE_SHARE * searchMs);

export class LineCompletion<P> {
  readonly #board: Board<P>;
  readonly #searcher: Searcher;
  readonly #index: number;
  readonly #mode: SearchMode;
  readonly #depth: number;
  readonly #line: number[] = [];
  /** The positions of line and game, the last one first. */
  readonly #path: P[];
  /** What the position at the end of the line is worth. */
  #value: number;
  #searching = false;

  /**
   * Extends the variation of a finished search to its full depth or the end of the game. `game` has the
   * root and then what came before it, the last one first; `index` is the searcher's number on the board.
   */
  constructor(
    board: Board<P>,
    searcher: Searcher,
    game: readonly P[],
    found: Found,
    mode: SearchMode,
    index = 1,
  ) {
    this.#index = index;
    this.#board = board;
    this.#searcher = searcher;
    this.#mode = mode;
    this.#depth = found.depth;
    this.#path = [...game];
    this.#value = found.value;
    for (const move of found.pv) this.#append(move);
  }

  /** The line as far as it is known. */
  get line(): readonly number[] {
    return this.#line;
  }

  /** Searches about `nodeBudget` nodes more; true when the line is complete. */
  step(nodeBudget: number): boolean {
    if (!this.#searching) {
      if (this.#left() <= 0 || this.#isOver()) return true;
      this.#begin();
    }
    if (this.#searcher.run(nodeBudget) === 'running') return false;
    this.#searching = false;
    const move = this.#searcher.found?.move;
    if (move === undefined) return true;
    this.#append(move);
    return false;
  }

  get #position(): P {
    return this.#path[0]!;
  }

  /** Exact trees know neither repetition nor a count of moves without progress. */
  #isOver(): boolean {
    if (this.#board.moves(this.#position).length === 0) return true;
    if (this.#mode === 'exact') return false;
    if (this.#board.pliesToDraw(this.#position) === 0) return true;
    return this.#board.repetition(this.#path.toReversed()) !== undefined;
  }

  /** To the end of the game any depth leads that completes it, such as the searcher's greatest. */
  #left(): number {
    if (this.#depth === FULL_DEPTH) return this.#searcher.maxPly - 1;
    return this.#depth - this.#line.length;
  }

  #begin(): void {
    // In play mode a value need not come out the same again.
    const window = this.#mode === 'play' ? {} : { alpha: this.#value - 1, beta: this.#value + 1 };
    const depth = this.#left();
    this.#searcher.start(this.#board.record(this.#position, this.#index), {
      mode: this.#mode,
      minDepth: depth,
      maxDepth: depth,
      before: this.#board.before(this.#path.slice(1)),
      ...window,
    });
    this.#searching = true;
  }

  #append(move: number): void {
    const next = this.#board.play(this.#position, move);
    if (this.#board.turn(this.#position) !== this.#board.turn(next)) this.#value = -this.#value;
    this.#path.unshift(next);
    this.#line.push(move);
  }
}
