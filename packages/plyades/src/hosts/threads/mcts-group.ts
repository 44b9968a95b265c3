// A search by random games on threads: one tree for all where they can share memory (tree parallelization, Chaslot et
// al. 2008), else a tree for each, whose roots are added up in the end. A memory may outlive a search, so that the next
// one finds the tree.
import { hashBytes, type SearchRequest } from '../../core/search-request.js';
import type { ProcessUse, StopReason } from '../../core/search-result.js';
import { type GameSource, identityOf, openLayout } from '../../games/open.js';
import { createMemory, MctsTree, TREE_PHASES } from '../../kernel/index.js';
import { addRoots } from '../../mcts/root.js';
import {
  type MctsCommand,
  type MctsReply,
  type TreeMemory,
  walkerArenaBytes,
} from './mcts-thread.js';
import type { Thread, ThreadSource } from './pool.js';
import type { SearchReport, SearchSubject } from './protocol.js';
import { sharedNow } from './shared-time.js';
import { autoWorkers, canShareMemory, leaseAll } from './thread-group.js';

/** A tree smaller than this holds no search. */
const LEAST_BYTES = 1 << 16;
/** Threads that are stopped and do not end within this many milliseconds are ended. */
const GRACE_MS = 2000;

export interface MctsGroupSearch extends SearchSubject {
  readonly request: SearchRequest;
  readonly memory?: MctsMemory;
  readonly askedAt: number;
}

export interface MctsGroupHandlers {
  readonly onProgress?: (report: SearchReport) => void;
  readonly signal?: AbortSignal | undefined;
}

export interface MctsGroupResult {
  readonly report: SearchReport & { readonly status: StopReason };
  readonly workers: number;
  /** By thread, of those that have ended; complete when `settled` resolves. */
  readonly uses: readonly (ProcessUse | undefined)[];
  /** Resolves when no thread uses the memory any more, and all have been given back. */
  readonly settled: Promise<void>;
}

interface Layout {
  readonly key: string;
  readonly trees: readonly TreeMemory[];
  /** Undefined where each thread has its own tree. */
  readonly shared: { readonly tree: MctsTree; readonly words: Int32Array } | undefined;
}

/** Keeps trees from search to search, for as long as they ask for the same game and sizes. */
export class MctsMemory {
  #layout: Layout | undefined;
  #position: unknown;

  /** The trees for `threads` threads, and the position at their root if they have one. */
  open(
    game: GameSource,
    threads: number,
    bytes: number,
    share: boolean,
  ): Layout & { readonly previous: unknown } {
    const key = [identityOf(game), threads, bytes, share].join(' ');
    if (this.#layout?.key !== key) {
      this.forget();
      this.#layout = { key, ...(share ? layOut(game, threads, bytes) : ownTrees(threads, bytes)) };
    }
    return { ...this.#layout!, previous: this.#position };
  }

  /** The position that the last search has made the root. */
  remember(position: unknown): void {
    this.#position = position;
  }

  forget(): void {
    this.#layout = undefined;
    this.#position = undefined;
  }
}

function ownTrees(threads: number, bytes: number): Omit<Layout, 'key'> {
  const each = Math.max(LEAST_BYTES, Math.floor(bytes / threads / 64) * 64);
  return {
    trees: Array.from({ length: threads }, () => ({ kind: 'own', bytes: each })),
    shared: undefined,
  };
}

function layOut(game: GameSource, threads: number, asked: number): Omit<Layout, 'key'> {
  const bytes = Math.max(LEAST_BYTES, Math.floor(asked / 64) * 64);
  let each = 0;
  const kernel = openLayout(game, ({ data, probe }) => {
    each = Math.ceil(walkerArenaBytes(probe) / 64) * 64;
    const dataBytes = data === undefined ? 0 : probe.exports.dataBytes() + data.length + 4096;
    return { memory: createMemory(bytes + dataBytes + threads * each + (1 << 20)), data };
  });
  const { memory, dataAddress: data } = kernel;
  const tree = MctsTree.create(kernel, bytes);
  const trees = Array.from({ length: threads }, (): TreeMemory => {
    const start = kernel.allocate(each);
    const arena = { start, end: start + each };
    return { kind: 'shared', memory, arena, data, tree: tree.address };
  });
  return { trees, shared: { tree, words: kernel.i32 } };
}

/** Runs a search; rejects with the first error of a thread, after all have been stopped. */
export async function runMctsGroup(
  pool: ThreadSource,
  search: MctsGroupSearch,
  handlers: MctsGroupHandlers = {},
): Promise<MctsGroupResult> {
  const { workers } = search.request;
  const count = workers === 'auto' ? await autoWorkers() : workers;
  const threads = await leaseAll(pool, count);
  return new MctsGroup(pool, threads, search, handlers).run();
}

class MctsGroup {
  readonly #pool: ThreadSource;
  readonly #threads: readonly Thread[];
  readonly #search: MctsGroupSearch;
  readonly #handlers: MctsGroupHandlers;
  readonly #memory: MctsMemory;
  readonly #stopping: readonly AbortController[];
  readonly #startedAt = sharedNow();
  #grace: ReturnType<typeof setTimeout> | undefined;
  #shared: Layout['shared'];
  readonly #uses: (ProcessUse | undefined)[] = [];

  constructor(
    pool: ThreadSource,
    threads: readonly Thread[],
    search: MctsGroupSearch,
    handlers: MctsGroupHandlers,
  ) {
    this.#pool = pool;
    this.#threads = threads;
    this.#search = search;
    this.#handlers = handlers;
    this.#memory = search.memory ?? new MctsMemory();
    this.#stopping = threads.map(() => new AbortController());
  }

  async run(): Promise<MctsGroupResult> {
    const { signal } = this.#handlers;
    const stop = () => this.#stop();
    let runs: readonly Promise<MctsReply>[] = [];
    let settled: Promise<void> = Promise.resolve();
    try {
      const commands = this.#commands();
      signal?.addEventListener('abort', stop, { once: true });
      runs = this.#threads.map((thread, i) => this.#runOn(thread, i, commands[i]!));
      const reported = this.#reportOf(runs);
      settled = this.#settle([...runs, reported]);
      if (signal?.aborted) stop();
      const report = await reported;
      this.#memory.remember(this.#search.position);
      return { report, workers: this.#threads.length, uses: this.#uses, settled };
    } catch (error) {
      // What a thread left behind may be half done.
      this.#memory.forget();
      stop();
      if (runs.length === 0) settled = this.#settle([]);
      await settled;
      throw error;
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }

  #commands(): MctsCommand[] {
    const { request, askedAt } = this.#search;
    const subject = this.#subject;
    const count = this.#threads.length;
    const share = request.table === 'shared' && canShareMemory();
    const layout = this.#memory.open(subject.game, count, hashBytes(request), share);
    this.#shared = layout.shared;
    if (layout.shared !== undefined) {
      const { tree, words } = layout.shared;
      Atomics.store(words, tree.phaseIndex, TREE_PHASES.waiting);
    }
    const { depth, nodes, ms, clock, seed, settings, lines, only } = request;
    const most = nodes !== undefined && !share ? Math.ceil(nodes / count) : nodes;
    return layout.trees.map((tree, thread) => ({
      type: 'mcts',
      ...subject,
      request: {
        ...{ depth, seed, settings },
        ...(most !== undefined && { nodes: most }),
        ...(ms !== undefined && { ms }),
        ...(clock !== undefined && { clock }),
        ...(lines !== undefined && { lines }),
        ...(only !== undefined && { only }),
      },
      ...{ thread, tree, previous: layout.previous, startedAt: this.#startedAt, askedAt },
      keep: this.#search.memory !== undefined,
    }));
  }

  async #runOn(thread: Thread, index: number, command: MctsCommand): Promise<MctsReply> {
    const { onProgress } = this.#handlers;
    const reply = (await thread.run(command, {
      signal: this.#stopping[index]!.signal,
      ...(index === 0 && onProgress && { onProgress }),
    })) as MctsReply;
    this.#uses[index] = reply.use;
    // One tree that is solved solves them all.
    if (this.#shared === undefined && reply.report.solved) this.#stop();
    return reply;
  }

  async #reportOf(runs: readonly Promise<MctsReply>[]): Promise<MctsGroupResult['report']> {
    if (this.#shared !== undefined || runs.length === 1) {
      const failed = new Promise<never>((_, reject) => {
        for (const run of runs) run.catch(reject);
      });
      const { report } = await Promise.race([runs[0]!, failed]);
      return ended(report);
    }
    const replies = await Promise.all(runs);
    const status = replies.find(({ report }) => report.solved)?.report.status;
    const report = await this.#threads[0]!.run({
      type: 'mcts-report',
      ...this.#subject,
      root: addRoots(replies.map(({ root }) => root)),
      asked: { lines: this.#search.request.lines, only: this.#search.request.only },
      status: status === undefined ? replies[0]!.report.status : 'depth',
      seconds: (sharedNow() - this.#startedAt) / 1000,
    });
    return ended(report as SearchReport);
  }

  get #subject(): SearchSubject {
    const { game, position, before } = this.#search;
    return { game, position, before };
  }

  #stop(): void {
    this.#shared?.tree.stop();
    for (const controller of this.#stopping) controller.abort();
    this.#grace ??= setTimeout(() => {
      const late = new Error('it did not stop in time');
      for (const thread of this.#threads) if (thread.busy) void thread.end(late);
    }, GRACE_MS);
  }

  /** Waits until no thread runs any more, and gives them back. */
  async #settle(runs: readonly Promise<unknown>[]): Promise<void> {
    await Promise.allSettled(runs);
    clearTimeout(this.#grace);
    for (const thread of this.#threads) this.#pool.giveBack(thread);
  }
}

function ended(report: SearchReport): MctsGroupResult['report'] {
  const { status } = report;
  return { ...report, status: status === 'searching' ? 'aborted' : status };
}
