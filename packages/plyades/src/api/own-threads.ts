// Threads that belong to one opponent or analyst for as long as it lives.
import type { Thread, ThreadSource } from '../hosts/threads/pool.js';

/** Threads that are leased are kept, with the tables they have filled, until this is closed. */
export class OwnThreads implements ThreadSource {
  readonly #source: ThreadSource;
  readonly #all = new Set<Thread>();
  readonly #idle: Thread[] = [];
  #closed = false;

  constructor(source: ThreadSource) {
    this.#source = source;
  }

  async lease(): Promise<Thread> {
    for (let thread = this.#idle.pop(); thread; thread = this.#idle.pop()) {
      if (thread.alive) return thread;
      this.#drop(thread);
    }
    const thread = await this.#source.lease();
    this.#all.add(thread);
    if (this.#closed) await thread.end();
    return thread;
  }

  giveBack(thread: Thread): void {
    if (thread.alive) this.#idle.push(thread);
    else this.#drop(thread);
  }

  /** Ends all threads. */
  async close(): Promise<void> {
    this.#closed = true;
    const all = [...this.#all];
    await Promise.all(all.map((thread) => thread.end()));
    for (const thread of all) this.#drop(thread);
  }

  #drop(thread: Thread): void {
    if (this.#all.delete(thread)) this.#source.giveBack(thread);
  }
}
