// Threads that are kept for the next user when they are given back alive.

interface PooledThread {
  readonly alive: boolean;
  end(): Promise<void>;
}

export class IdlePool<T extends PooledThread> {
  readonly #start: () => Promise<T>;
  readonly #maxIdle: number;
  readonly #idle: T[] = [];
  readonly #all = new Set<T>();

  constructor(start: () => Promise<T>, maxIdle: number) {
    this.#start = start;
    this.#maxIdle = maxIdle;
  }

  /** An idle thread, or a new one. */
  async lease(): Promise<T> {
    for (let thread = this.#idle.pop(); thread; thread = this.#idle.pop()) {
      if (thread.alive) return thread;
      this.#all.delete(thread);
    }
    const thread = await this.#start();
    this.#all.add(thread);
    return thread;
  }

  /** Keeps the thread, or ends it when it is dead, not reusable or one too many. */
  giveBack(thread: T, isReusable = true): Promise<void> | void {
    if (thread.alive && isReusable && this.#idle.length < this.#maxIdle) {
      this.#idle.push(thread);
      return;
    }
    this.#all.delete(thread);
    return thread.end();
  }

  /** Forgets all threads, leased ones too, and returns them for their end. */
  takeAll(): T[] {
    const threads = [...this.#all];
    this.#all.clear();
    this.#idle.length = 0;
    return threads;
  }
}
