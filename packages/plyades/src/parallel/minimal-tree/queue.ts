// The tasks of a worker, and which of them comes first (section 3.2): those of the pass under way
// before others, then those searched less deep so far, then the ones that depth-first search meets
// first, then narrower windows.

export interface Task<Q> {
  readonly position: Q;
  readonly alpha: number;
  readonly beta: number;
  readonly signature: number;
  /** Number of the pass in which it came, as the worker counts them. */
  readonly pass: number;
  /** The depth it has been searched to in its window. */
  done: number;
}

export class TaskQueue<Q> {
  readonly #tasks: Task<Q>[] = [];
  #pass = 0;

  get size(): number {
    return this.#tasks.length;
  }

  /** A task of the pass under way; it takes the place of an earlier one with the same window. */
  add(task: Omit<Task<Q>, 'pass'>): void {
    const { position, alpha, beta } = task;
    this.#put(task, (one) => one.position === position && one.alpha === alpha && one.beta === beta);
  }

  /** A task that replaces the one of its position, if there is one. */
  replace(task: Omit<Task<Q>, 'pass'>): void {
    this.#put(task, ({ position }) => position === task.position);
  }

  /** The position is not wanted any more. */
  drop(position: Q): void {
    this.#keep((task) => task.position !== position);
  }

  /** The master has finished a pass: what did not come in it is dropped. */
  endPass(): void {
    this.#keep(({ pass }) => pass === this.#pass);
    this.#pass++;
  }

  remove(task: Task<Q>): void {
    this.#keep((one) => one !== task);
  }

  clear(): void {
    this.#tasks.length = 0;
  }

  /** The most important task, but for those of some positions. */
  top(except: readonly Q[] = []): Task<Q> | undefined {
    let best: Task<Q> | undefined;
    for (const task of this.#tasks) {
      if (best !== undefined && !precedes(task, best)) continue;
      if (!except.includes(task.position)) best = task;
    }
    return best;
  }

  /** The most important task of a position. */
  find(position: Q): Task<Q> | undefined {
    let best: Task<Q> | undefined;
    for (const task of this.#tasks) {
      if (task.position !== position) continue;
      if (best === undefined || precedes(task, best)) best = task;
    }
    return best;
  }

  #put(task: Omit<Task<Q>, 'pass'>, isSame: (one: Task<Q>) => boolean): void {
    const { position, alpha, beta, signature, done } = task;
    const made = { position, alpha, beta, signature, done, pass: this.#pass };
    const at = this.#tasks.findIndex(isSame);
    if (at >= 0) this.#tasks[at] = made;
    else this.#tasks.push(made);
  }

  #keep(wanted: (task: Task<Q>) => boolean): void {
    let kept = 0;
    for (const task of this.#tasks) if (wanted(task)) this.#tasks[kept++] = task;
    this.#tasks.length = kept;
  }
}

export function precedes(a: Task<unknown>, b: Task<unknown>): boolean {
  if (a.pass !== b.pass) return a.pass > b.pass;
  if (a.done !== b.done) return a.done < b.done;
  if (a.signature !== b.signature) return a.signature < b.signature;
  return a.beta - a.alpha < b.beta - b.alpha;
}
