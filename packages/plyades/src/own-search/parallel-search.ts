// A program's parallel search, as the program sees it: start and end of a search, root searches, and the
// moves before them. It drives the master and waits for news; what is decided, the master decides.

import { PlyadesError, refuse } from '../core/errors.js';
import { checkNames } from '../core/schema.js';
import type { Counters } from '../core/search-result.js';
import type { PassStatistics, RootResult } from '../parallel/own-search/program.js';

import type { OwnSearchHost } from './search-host.js';

/** What ends a search early, and how deep it may go. */
export interface BeginOptions {
  /**
   * The greatest depth that will be asked for, and to which workers look ahead; 64 if not given, at most
   * 1,024. Premoves count.
   */
  readonly maxDepth?: number;
  /** Ends root searches, at once and until `end`, with what is known. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The same, for a clock of your own: called after every pass, and now and then in searches that are made
   * on this thread alone. True ends the root search under way.
   */
  readonly stop?: ((statistics: PassStatistics) => boolean) | undefined;
}

const NAMES = ['maxDepth', 'signal', 'stop'];
const DEFAULT_DEPTH = 64;
const GREATEST_DEPTH = 1024;

/** A program whose search runs on several threads; made by `parallelize`. */
export class ParallelSearch<Position, Move> implements AsyncDisposable {
  readonly #host: OwnSearchHost<Position, Move, unknown>;
  /** Threads that search, on a cluster those of the beginning. The one that calls is not among them. */
  readonly workers: number;
  #signal: AbortSignal | undefined;
  #searching = false;
  #closed = false;
  readonly #abort = () => {
    this.#host.master.stop();
    this.#host.wake();
  };

  /** @internal */
  constructor(host: OwnSearchHost<Position, Move, unknown>, workers: number) {
    this.#host = host;
    this.workers = workers;
  }

  /** Workers that died and were replaced; on a cluster seats that were lost. */
  get replaced(): number {
    return this.#host.replaced;
  }

  /** In a simulation, and once a search on a cluster is closed: the counts of all processes that could still tell. */
  get counters(): Readonly<Counters> | undefined {
    return this.#host.counters;
  }

  /**
   * Begins a search of this position: all processes make it their root. Everything searched until `end`
   * belongs to it. A search that was not ended ends here.
   */
  begin(position: Position, options: BeginOptions = {}): void {
    this.#checkFree('begin');
    const { maxDepth, signal, stop } = checkOptions(options);
    this.#leave();
    this.#host.beginSearch();
    this.#host.master.begin(position, { maxDepth, stop });
    signal?.addEventListener('abort', this.#abort, { once: true });
    this.#signal = signal;
    if (signal?.aborted) this.#abort();
    this.#host.step();
  }

  /**
   * For programs that handle the root themselves: the move at `ply` of all that is searched from now on.
   * A root search of ply n begins behind the premoves at plies 0 to n - 1; APHID plays them.
   */
  premove(ply: number, move: Move): void {
    this.#checkBegun('premove');
    this.#host.master.premove(ply, move);
  }

  /**
   * Searches in parallel: what your own `search(ply, depth, alpha, beta)` would return, and the best moves.
   * Rejects with the error that a function of the program throws, here or in a worker; the workers are ended then.
   */
  async rootSearch(
    ply: number,
    depth: number,
    alpha: number,
    beta: number,
  ): Promise<RootResult<Move>> {
    this.#checkBegun('rootSearch');
    const host = this.#host;
    const { master } = host;
    master.start(ply, depth, alpha, beta);
    this.#searching = true;
    host.setBusy(true);
    try {
      while (true) {
        const { idle, wakeAt } = host.step();
        if (master.result !== undefined) {
          if (master.result.certain) host.onFound?.(ply + depth, master.result.value);
          return master.result;
        }
        await (idle ? host.wait(wakeAt) : immediately());
        this.#checkOpen('rootSearch');
      }
    } catch (error) {
      await this.close();
      throw error;
    } finally {
      host.setBusy(false);
      this.#searching = false;
    }
  }

  /** Ends the search: workers rest until the next one begins. */
  end(): void {
    this.#checkFree('end');
    this.#leave();
    if (!this.#host.master.searching) return;
    this.#host.master.end();
    this.#host.step();
  }

  /** Ends the workers. A root search under way is rejected with ERR_CLOSED. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#leave();
    await this.#host.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #leave(): void {
    this.#signal?.removeEventListener('abort', this.#abort);
    this.#signal = undefined;
  }

  #checkOpen(call: string): void {
    if (this.#closed) throw new PlyadesError('ERR_CLOSED', `${call}: the search has been closed`);
  }

  #checkFree(call: string): void {
    this.#checkOpen(call);
    if (this.#searching) {
      throw new PlyadesError('ERR_OPTION', `${call}: a root search is under way; await it first`);
    }
  }

  #checkBegun(call: string): void {
    this.#checkFree(call);
    if (!this.#host.master.searching) {
      throw new PlyadesError('ERR_OPTION', `${call}: no search has begun; call begin first`);
    }
  }
}

function checkOptions(options: BeginOptions) {
  checkNames('', options, NAMES);
  const { maxDepth = DEFAULT_DEPTH, signal, stop } = options;
  if (!(Number.isInteger(maxDepth) && maxDepth >= 1 && maxDepth <= GREATEST_DEPTH)) {
    refuse('ERR_LIMIT', `maxDepth: expected 1 to ${GREATEST_DEPTH}, not ${maxDepth}`, maxDepth);
  }
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    refuse('ERR_OPTION', 'signal: expected an AbortSignal', signal);
  }
  if (stop !== undefined && typeof stop !== 'function') {
    refuse('ERR_OPTION', 'stop: expected a function that says when to stop', stop);
  }
  return { maxDepth, signal, stop };
}

const immediately = () => new Promise<void>((resolve) => setImmediate(resolve));
