// What a bot keeps from search to search: a table, or a tree of random games. Each is used by one search at a time.
import { type MctsGroupSearch, MctsMemory, runMctsGroup } from '../hosts/threads/mcts-group.js';
import type { ThreadHandlers, ThreadSource } from '../hosts/threads/pool.js';
import type { SearchReport } from '../hosts/threads/protocol.js';
import { ThreadGroupMemory } from '../hosts/threads/shared-memory.js';
import { runThreadGroup, separateReport } from '../hosts/threads/thread-group.js';

type BotSearch = Omit<MctsGroupSearch, 'memory'>;

/** A transposition table for several threads. */
export class BotTable {
  readonly #memory = new ThreadGroupMemory();
  #settled: Promise<void> = Promise.resolve();

  /** What play mode leaves in a table is not exact: exact searches get a table of their own. */
  async search(
    threads: ThreadSource,
    search: BotSearch,
    handlers: ThreadHandlers,
  ): Promise<SearchReport> {
    await this.#settled;
    const kept = search.request.mode === 'play' ? { memory: this.#memory } : {};
    const found = await runThreadGroup(threads, { ...search, ...kept }, handlers);
    this.#settled = found.settled;
    return separateReport(found).report;
  }
}

/** A tree of random games. */
export class BotTree {
  readonly #memory = new MctsMemory();
  #settled: Promise<void> = Promise.resolve();

  async search(
    threads: ThreadSource,
    search: BotSearch,
    handlers: ThreadHandlers,
  ): Promise<SearchReport> {
    await this.#settled;
    const found = await runMctsGroup(threads, { ...search, memory: this.#memory }, handlers);
    this.#settled = found.settled;
    return found.report;
  }

  /** Begins the next search with an empty tree. */
  async forget(): Promise<void> {
    await this.#settled;
    this.#memory.forget();
  }
}
