// The sequential search: one searcher, driven in slices until a limit is reached, then the principal
// variation completed. It owns no thread and no timer: a host calls `step` until it returns true.
import type { Clock } from '../core/clock.js';
import type { SearchMode } from '../core/search-request.js';
import type { SearchProgress, StopReason } from '../core/search-result.js';
import { type Kernel, type KernelMethod, Searcher, type Table } from '../kernel/index.js';
import { MoveTimer } from './allowance.js';
import type { Board } from './board.js';
import { type Limits, MAX_DEPTH } from './limits.js';
import { LineCompletion, lineMs } from './line.js';
import { nothingFound, progressOf } from './progress.js';

export interface SequentialSettings {
  readonly mode: SearchMode;
  readonly method: KernelMethod;
  /** False: play mode leaves nothing out. True if not given. */
  readonly selective?: boolean;
}

/** Plies a searcher has room for: the deepest search and its quiescence or passes. */
export const MAX_PLY = MAX_DEPTH + 32;

/** Searchers that a search uses: one for the root, one for the line. */
export const SEARCHERS = 2;

/** A slice should take about this long, so that a host can look at its messages in between. */
const SLICE_MS = 8;
/** In nodes. A node may cost a microsecond, or a millisecond in a game that plays random games out. */
const FIRST_SLICE = 64;
const SMALLEST_SLICE = 16;
const LARGEST_SLICE = 2_000_000;

/** Bytes that a search needs beside its table. */
export function searchBytes(kernel: { searcherBytes(maxPly: number): number }): number {
  return SEARCHERS * kernel.searcherBytes(MAX_PLY) + (1 << 20);
}

/** The search itself is over, and its line is being completed until a time of the clock. */
interface PendingLine<P> {
  readonly completion: LineCompletion<P>;
  readonly reason: StopReason;
  readonly until: number;
}

export class SequentialSearch<P> {
  readonly #board: Board<P>;
  readonly #table: Table | undefined;
  readonly #clock: Clock;
  readonly #main: Searcher;
  readonly #lines: Searcher;
  #root!: P;
  /** The last one first, as the kernel takes them. */
  #before: readonly P[] = [];
  #limits: Limits = {};
  #settings: SequentialSettings = { mode: 'play', method: 'negascout' };
  #timer: MoveTimer | undefined;
  #depth = 0;
  #startedAt = 0;
  #slice = FIRST_SLICE;
  #stopped: StopReason | undefined;
  #line: PendingLine<P> | undefined;
  /** The line of the result, once it is known. */
  #pv: readonly number[] | undefined;
  #seconds = 0;

  constructor(kernel: Kernel, board: Board<P>, table: Table | undefined, clock: Clock) {
    this.#board = board;
    this.#table = table;
    this.#clock = clock;
    this.#main = new Searcher(kernel, MAX_PLY).attach(table);
    this.#lines = new Searcher(kernel, MAX_PLY).attach(table);
  }

  /** Empties the table and the move ordering: the next search repeats itself node for node. */
  forget(): void {
    this.#table?.clear();
    this.#main.reset();
    this.#lines.reset();
  }

  /**
   * Begins to search a position. The table is kept from the search before, as old entries. `before` are
   * the positions of the game before the root, the first one first.
   */
  start(root: P, limits: Limits, settings: SequentialSettings, before: readonly P[] = []): void {
    this.#root = root;
    this.#before = before.toReversed();
    this.#limits = limits;
    this.#settings = settings;
    this.#stopped = undefined;
    this.#pv = undefined;
    this.#line = undefined;
    this.#startedAt = this.#clock.now();
    const { clock } = limits;
    this.#timer = clock && new MoveTimer(clock, this.#board.moves(root).length);
    this.#depth = 0;
    // The first slice has no other to learn from how little time there is.
    this.#slice = bounded(this.#slice * Math.min(1, this.#latestMs / SLICE_MS));
    this.#table?.age();
    this.#main.start(this.#board.record(root, 0), {
      ...settings,
      before: this.#board.before(this.#before),
      maxDepth: Math.min(limits.depth ?? MAX_DEPTH, MAX_DEPTH),
    });
  }

  /** Searches for some milliseconds; true when the search is over. */
  step(): boolean {
    if (this.#stopped) return true;
    if (this.#line) return this.#extendLine(this.#line);
    const { nodes = Number.POSITIVE_INFINITY } = this.#limits;
    const before = this.#clock.now();
    const nodesBefore = this.#main.nodes;
    const status = this.#main.run(Math.max(1, Math.min(this.#slice, nodes - nodesBefore)));
    const now = this.#clock.now();
    // A slice that ended early says nothing about the speed.
    const whole = this.#main.nodes - nodesBefore >= this.#slice;
    if (whole) this.#adjustSlice(now - before, this.#latestMs - (now - this.#startedAt));
    if (status === 'done') this.#finish(this.progress.solved ? 'solved' : 'depth');
    else if (this.#main.nodes >= nodes) this.#finish('nodes');
    else if (this.#isTimeUp(now - this.#startedAt)) this.#finish('time');
    return this.#line ? this.#extendLine(this.#line) : this.#stopped !== undefined;
  }

  /** Ends the search with what it has. */
  abort(): void {
    if (this.#line) this.#end(this.#line.reason, this.#line.completion.line);
    else if (!this.#stopped) this.#finish('aborted');
  }

  get stopped(): StopReason | undefined {
    return this.#stopped;
  }

  get progress(): SearchProgress {
    const searched = { board: this.#board, root: this.#root, mode: this.#settings.mode };
    const { found, nodes, leaves } = this.#main;
    const seconds = this.#stopped ? this.#seconds : this.#elapsed();
    const counts = { nodes, leaves, seconds };
    const status = this.#stopped ?? 'searching';
    return progressOf(searched, found ?? nothingFound(searched), status, counts, this.#pv);
  }

  #finish(reason: StopReason): void {
    const found = this.#main.found;
    if (!found || reason === 'aborted' || reason === 'time') {
      this.#end(reason, found?.pv);
      return;
    }
    const { mode } = this.#settings;
    const { ms = Number.POSITIVE_INFINITY } = this.#limits;
    // A player's clock is not spent on a line that no caller waits for.
    const latest = Math.min(ms, this.#timer?.softMs ?? Number.POSITIVE_INFINITY);
    // An exact search promises the whole line, unless it has a limit.
    const allowed = mode === 'play' ? lineMs(1000 * this.#elapsed()) : Number.POSITIVE_INFINITY;
    this.#line = {
      completion: new LineCompletion(
        this.#board,
        this.#lines,
        [this.#root, ...this.#before],
        found,
        mode,
      ),
      reason,
      until: Math.min(this.#clock.now() + allowed, this.#startedAt + latest),
    };
  }

  #extendLine({ completion, reason, until }: PendingLine<P>): boolean {
    const complete = completion.step(this.#slice);
    if (complete || this.#clock.now() >= until) this.#end(reason, completion.line);
    return this.#stopped !== undefined;
  }

  #end(reason: StopReason, pv: readonly number[] | undefined): void {
    this.#stopped = reason;
    this.#line = undefined;
    this.#pv = pv;
    this.#seconds = this.#elapsed();
  }

  /** Milliseconds after its beginning at which the search ends, if nothing else ends it before. */
  get #latestMs(): number {
    const { ms = Number.POSITIVE_INFINITY } = this.#limits;
    return Math.min(ms, this.#timer?.hardMs ?? Number.POSITIVE_INFINITY);
  }

  /** At the latest when there is no time left; with a player's clock also when another depth is too much. */
  #isTimeUp(elapsedMs: number): boolean {
    if (elapsedMs >= this.#latestMs) return true;
    const found = this.#main.found;
    if (!this.#timer || !found || found.depth <= this.#depth) return false;
    this.#depth = found.depth;
    this.#timer.finished(found.move, found.value);
    return elapsedMs >= this.#timer.softMs;
  }

  #adjustSlice(took: number, left: number): void {
    const wanted = Math.min(SLICE_MS, Math.max(left, 0.1));
    const factor = took > 0 ? wanted / took : 2;
    const next = this.#slice * Math.min(2, Math.max(0.1, factor));
    this.#slice = bounded(next);
  }

  #elapsed(): number {
    return (this.#clock.now() - this.#startedAt) / 1000;
  }
}

/** A number of nodes that a slice can have. */
function bounded(slice: number): number {
  return Math.round(Math.min(LARGEST_SLICE, Math.max(SMALLEST_SLICE, slice)));
}
