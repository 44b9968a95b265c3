// One thread of a search by random games. It walks through a tree of its own or one that threads share; thread 0 makes
// the root and reports. Every thread watches the clock, and any of them stops all that share the tree.
import type { SearchRequest } from '../../core/search-request.js';
import { MAX_DEPTH } from '../../core/search-request.js';
import type { ProcessUse, SearchStatus } from '../../core/search-result.js';
import { identityOf, type OpenedGame, openGame } from '../../games/open.js';
import { type Arena, type Kernel, MctsTree, TREE_PHASES, Walker } from '../../kernel/index.js';
import { findingOf, type RootLines, type RootStatistics } from '../../mcts/root.js';
import { MctsSearch } from '../../mcts/search.js';
import { createCounters } from '../../parallel/counters.js';
import { allow } from '../../search/allowance.js';
import { nothingFound, progressOf } from '../../search/progress.js';
import type { SearchReport, SearchSubject } from './protocol.js';
import { limitsNow, sharedNow } from './shared-time.js';

/** Between two looks at the clock and at messages. */
const SLICE_MS = 4;
const REPORT_MS = 200;
/** A thread that waits for thread 0 looks at its messages this often. */
const WAIT_MS = 20;

/** Where a thread's tree is. */
export type TreeMemory =
  /** In a memory that the thread makes, of this many bytes. */
  | { readonly kind: 'own'; readonly bytes: number }
  /** In a memory that threads share; the arena is this thread's. */
  | {
      readonly kind: 'shared';
      readonly memory: WebAssembly.Memory;
      readonly arena: Arena;
      readonly data: number;
      readonly tree: number;
    };

export type MctsRequest = Pick<
  SearchRequest,
  'depth' | 'nodes' | 'ms' | 'clock' | 'seed' | 'settings' | 'lines' | 'only'
>;

export interface MctsCommand extends SearchSubject {
  readonly type: 'mcts';
  readonly request: MctsRequest;
  readonly thread: number;
  readonly tree: TreeMemory;
  /** The root of the tree that the last search left; undefined when it is to be forgotten. */
  readonly previous: unknown;
  /** When the search began and when it was asked for, by `sharedNow`. */
  readonly startedAt: number;
  readonly askedAt: number;
  /** Whether another search may follow in this memory. */
  readonly keep: boolean;
}

/** Asks for a report of roots that have been added up, of the thread that has the position. */
export interface MctsReportCommand extends SearchSubject {
  readonly type: 'mcts-report';
  readonly root: RootStatistics;
  readonly asked: RootLines;
  readonly status: SearchStatus;
  readonly seconds: number;
}

export interface MctsReply {
  readonly root: RootStatistics;
  readonly report: SearchReport;
  /** The simulations of this thread as nodes. */
  readonly use: ProcessUse;
}

export interface MctsHooks {
  yieldToEventLoop(): Promise<void>;
  aborted(): boolean;
  progress(report: SearchReport): void;
}

/** What a thread keeps from command to command: the game on its kernel, and the tree. */
export interface KeptTree {
  fits(command: MctsCommand): boolean;
  run(command: MctsCommand, hooks: MctsHooks): Promise<MctsReply>;
  report(command: MctsReportCommand): SearchReport;
}

/** Bytes of a thread's own part of a memory: its walker, and the rules with a list of moves. */
export const walkerArenaBytes = (kernel: Kernel): number =>
  Walker.bytes(kernel) +
  2 * kernel.exports.positionBytes() +
  4 * kernel.exports.maxMoves() +
  kernel.exports.recordBytes() +
  4096;

export async function openKeptTree({ game, tree: at }: MctsCommand): Promise<KeptTree> {
  const opened = await openGame(game, ({ probe, data }) =>
    at.kind === 'own'
      ? { capacity: at.bytes + walkerArenaBytes(probe), data }
      : { memory: at.memory, arena: at.arena, ...(at.data > 0 && { data: at.data }) },
  );
  const { kernel } = opened;
  const tree = at.kind === 'own' ? MctsTree.create(kernel, at.bytes) : MctsTree.at(kernel, at.tree);
  const search = new MctsSearch(opened, tree);
  return {
    fits: (command) =>
      identityOf(command.game) === identityOf(game) && isSamePlace(command.tree, at),
    run: (command, hooks) => new ThreadSearch(opened, search, command, hooks).run(),
    report: ({ position, root, asked, status, seconds }) =>
      reportOf(opened, search, position, { ...asked, root }, status, seconds),
  };
}

/** A thread may get another arena of the same memory; it then opens the game again. */
function isSamePlace(a: TreeMemory, b: TreeMemory): boolean {
  if (a.kind === 'own') return b.kind === 'own' && a.bytes === b.bytes;
  return (
    b.kind === 'shared' && a.memory.buffer === b.memory.buffer && a.arena.start === b.arena.start
  );
}

function reportOf(
  { binding }: OpenedGame,
  { board, tree }: MctsSearch,
  position: unknown,
  { root, ...asked }: RootLines & { readonly root: RootStatistics },
  status: SearchStatus,
  seconds: number,
): SearchReport {
  const searched = { board, root: position, mode: 'play' } as const;
  const found = findingOf(root, asked) ?? nothingFound(searched, asked.only);
  const counts = { nodes: root.simulations, seconds, full: tree.used };
  const progress = progressOf(searched, found, status, counts);
  if (binding === undefined) return progress;
  const plainLine = binding.line(position, progress.line);
  const plainOthers = progress.others?.map(({ line }) => binding.line(position, line));
  return { ...progress, plainLine, plainMove: plainLine[0], ...(plainOthers && { plainOthers }) };
}

/** One command. */
class ThreadSearch {
  readonly #opened: OpenedGame;
  readonly #search: MctsSearch;
  readonly #command: MctsCommand;
  readonly #hooks: MctsHooks;
  readonly #deadline: number;
  #status: SearchStatus = 'searching';
  readonly #beganAt = performance.now();
  readonly #counters = createCounters();
  #busyMs = 0;
  /** Until its first simulation. */
  #waitedMs: number | undefined;

  constructor(opened: OpenedGame, search: MctsSearch, command: MctsCommand, hooks: MctsHooks) {
    this.#opened = opened;
    this.#search = search;
    this.#command = command;
    this.#hooks = hooks;
    // The start of a thread, and the opening of its game, take none of the time.
    this.#deadline = sharedNow() + msOf(command);
  }

  async run(): Promise<MctsReply> {
    const { position, thread, tree: at, request } = this.#command;
    if (thread === 0 || at.kind === 'own') this.#prepare();
    else await this.#waitForRoot();
    const isOver = this.#search.board.moves(position).length === 0;
    if (!isOver) {
      this.#search.start(position, request.seed, thread);
      await this.#walk();
    }
    const root = this.#search.statistics(position);
    if (root.lower === root.upper || isOver || this.#isCompared(root)) this.#status = 'depth';
    const status = this.#status === 'searching' ? 'aborted' : this.#status;
    return { root, report: this.#report(root, status), use: this.#use };
  }

  /** Simulations of this thread alone; returns how many were made. */
  #simulate(budget: number): number {
    const began = performance.now();
    this.#waitedMs ??= began - this.#beganAt;
    const done = this.#search.run(budget);
    this.#busyMs += performance.now() - began;
    this.#counters.nodes += done;
    return done;
  }

  get #use(): ProcessUse {
    const wholeMs = performance.now() - this.#beganAt;
    const startIdleMs = this.#waitedMs ?? wholeMs;
    const otherIdleMs = Math.max(0, wholeMs - startIdleMs - this.#busyMs);
    return {
      counters: this.#counters,
      times: {
        busy: this.#busyMs / 1000,
        startIdle: startIdleMs / 1000,
        otherIdle: otherIdleMs / 1000,
      },
    };
  }

  #prepare(): void {
    const { tree } = this.#search;
    const { position, previous, request, thread } = this.#command;
    this.#search.prepare(position, previous, request.settings);
    tree.begin(request.nodes ?? Number.MAX_SAFE_INTEGER);
    const { only, lines = 1 } = request;
    tree.compare(only === undefined && lines > 1 ? 'all' : undefined);
    if (only !== undefined) {
      // The first simulation expands the root.
      this.#search.start(position, request.seed, thread);
      this.#simulate(1);
      tree.compare(only);
    }
    const { i32 } = this.#opened.kernel;
    Atomics.store(i32, tree.phaseIndex, TREE_PHASES.ready);
    Atomics.notify(i32, tree.phaseIndex);
  }

  async #waitForRoot(): Promise<void> {
    const { i32 } = this.#opened.kernel;
    const at = this.#search.tree.phaseIndex;
    while (
      !this.#hooks.aborted() &&
      Atomics.wait(i32, at, TREE_PHASES.waiting, WAIT_MS) === 'timed-out'
    ) {
      await this.#hooks.yieldToEventLoop();
    }
  }

  async #walk(): Promise<void> {
    const { tree } = this.#search;
    let budget = 1;
    let reportAt = performance.now() + REPORT_MS;
    // Stopped before it began, it still has a move to choose.
    while (this.#status === 'searching') {
      const began = performance.now();
      const done = this.#simulate(budget);
      const ended = performance.now();
      if (done < budget) break;
      budget = nextBudget(budget, ended - began);
      if (sharedNow() >= this.#deadline) this.#end('time');
      else {
        await this.#hooks.yieldToEventLoop();
        if (this.#hooks.aborted()) this.#end('aborted');
      }
      if (this.#command.thread !== 0) continue;
      if (this.#isDeepEnough()) this.#end('depth');
      if (ended < reportAt) continue;
      reportAt = ended + REPORT_MS;
      this.#hooks.progress(
        this.#report(this.#search.statistics(this.#command.position), 'searching'),
      );
    }
    // Another thread may have ended the search: by the clock, or because the simulations are used up.
    if (this.#status !== 'searching') return;
    if (sharedNow() >= this.#deadline) this.#status = 'time';
    else if (tree.exhausted) this.#status = 'nodes';
    else this.#status = 'aborted';
  }

  /** True when every move that was to be compared is solved. */
  #isCompared({ moves }: RootStatistics): boolean {
    const { only } = this.#command.request;
    if (only === undefined) return false;
    return moves.every(({ move, lower, upper }) => lower === upper || !only.includes(move));
  }

  #isDeepEnough(): boolean {
    const { depth } = this.#command.request;
    if (depth >= MAX_DEPTH) return false;
    const found = findingOf(this.#search.statistics(this.#command.position));
    // A full tree grows no further, and its line may stay too short for ever.
    return found !== undefined && (found.pv.length >= depth || this.#search.tree.isFull);
  }

  #end(status: SearchStatus): void {
    this.#status = status;
    this.#search.tree.stop();
  }

  #report(root: RootStatistics, status: SearchStatus): SearchReport {
    const seconds = (sharedNow() - this.#command.startedAt) / 1000;
    const { position, request } = this.#command;
    const asked = { lines: request.lines, only: request.only, root };
    return reportOf(this.#opened, this.#search, position, asked, status, seconds);
  }
}

/** Milliseconds that the search may take. */
function msOf({ request, askedAt }: MctsCommand): number {
  const { ms = Number.POSITIVE_INFINITY, clock } = limitsNow(request, askedAt);
  if (clock === undefined) return ms;
  const { softMs, hardMs } = allow(clock);
  return Math.min(ms, hardMs, 2 * softMs);
}

/** Simulations that take about SLICE_MS. */
function nextBudget(budget: number, ms: number): number {
  const rate = budget / Math.max(ms, 0.01);
  return Math.max(1, Math.min(2 * budget, Math.round(rate * SLICE_MS)));
}
