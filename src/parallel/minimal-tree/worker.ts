// A worker (figure 5): searches its most important task two plies deeper, reports, and looks again. A
// search that is no longer the most important is given up at once; what it has found stays in the
// table, so that it is soon where it was.
import { FULL_DEPTH, INFINITE } from '../../core/score.js';
import type { Micros, ProcessId, Step } from '../actor.js';
import { countSearch } from '../counters.js';
import type { Found, Ports } from '../ports.js';
import { type Behaviour, type Context, idleUntil } from '../process.js';
import type { Message } from './messages.js';
import type { Settings } from './options.js';
import { type Task, TaskQueue } from './queue.js';
import { combine, type Result } from './tree.js';

/** Plies by which a position is searched deeper. */
const STRIDE = 2;

/** What a worker knows of a position that it owns. */
interface Owned<P> {
  readonly lease: number;
  readonly position: P;
  /** The depth required. */
  readonly depth: number;
  readonly results: Map<number, Result>;
}

interface Job<P> {
  readonly task: Task<Owned<P>>;
  readonly depth: number;
}

export class MinimalTreeWorker<P> implements Behaviour<Message> {
  readonly #context: Context<Message>;
  readonly #ports: Ports<P>;
  readonly #settings: Settings;
  readonly #owned = new Map<number, Owned<P>>();
  readonly #queue = new TaskQueue<Owned<P>>();
  #job: Job<P> | undefined;
  #jobNodes = 0;
  #changed = false;

  constructor(context: Context<Message>, ports: Ports<P>, settings: Settings) {
    this.#context = context;
    this.#ports = ports;
    this.#settings = settings;
  }

  message(_from: ProcessId, message: Message): void {
    switch (message.type) {
      case 'position':
        this.#own(message);
        return;
      case 'task': {
        const position = this.#owned.get(message.lease);
        if (position === undefined) return;
        const { alpha, beta, rank } = message;
        this.#queue.add({ position, alpha, beta, rank, done: doneIn(position, alpha, beta) });
        this.#changed = true;
        return;
      }
      case 'pass':
        this.#queue.endPass();
        this.#changed = true;
        return;
      case 'stop':
        this.#forget();
        return;
      case 'result':
    }
  }

  /** Without the master there is nothing to search for; of other workers it knows nothing. */
  lost(process: ProcessId): void {
    if (process === 0) this.#forget();
  }

  back(): void {}

  work(budget: number, _now: Micros): Step {
    let nodes = 0;
    while (nodes < budget) {
      if (this.#changed) this.#reconsider();
      this.#job ??= this.#choose();
      if (this.#job === undefined) break;
      nodes += this.#run(this.#job, budget - nodes);
    }
    if (nodes === 0 && this.#job === undefined) return idleUntil();
    return { nodes, masterNodes: 0, idle: false, wakeAt: 0 };
  }

  #own({ lease, path, depth }: Extract<Message, { type: 'position' }>): void {
    if (this.#owned.has(lease)) return;
    const position = this.#follow(path);
    if (position === undefined || depth < 1) return;
    this.#owned.set(lease, { lease, position, depth, results: new Map() });
  }

  /** The position after some moves; undefined when one of them is not legal. */
  #follow(path: readonly number[]): P | undefined {
    const { rules } = this.#ports;
    let position = rules.root;
    for (const move of path) {
      if (!rules.moves(position).includes(move)) return undefined;
      position = rules.play(position, move);
    }
    return position;
  }

  #forget(): void {
    this.#abandon();
    this.#queue.clear();
    this.#owned.clear();
  }

  /** Gives up the search under way when another task comes before it. */
  #reconsider(): void {
    this.#changed = false;
    if (this.#job === undefined) return;
    const { task } = this.#job;
    const top = this.#queue.top();
    const same =
      top?.position === task.position && top.alpha === task.alpha && top.beta === task.beta;
    if (!same) this.#abandon();
    else if (top !== task) this.#job = { ...this.#job, task: top };
  }

  #abandon(): void {
    if (this.#job === undefined) return;
    this.#context.counters.abandonedNodes += this.#jobNodes;
    this.#job = undefined;
  }

  #choose(): Job<P> | undefined {
    for (let task = this.#queue.top(); task !== undefined; task = this.#queue.top()) {
      const { position, alpha, beta } = task;
      if (task.done < position.depth && alpha < beta) return this.#begin(task);
      this.#queue.remove(task);
    }
    return undefined;
  }

  #begin(task: Task<Owned<P>>): Job<P> {
    const { position, alpha, beta } = task;
    const depth = this.#next(position, task.done);
    this.#context.counters.jobs++;
    this.#jobNodes = 0;
    this.#ports.searches[0]!.start(position.position, { depth, alpha, beta });
    return { task, depth };
  }

  /** The depth after one that is done, so that the last one is the one required. */
  #next({ position, depth }: Owned<P>, done: number): number {
    if (depth !== FULL_DEPTH) return done === 0 ? 2 - (depth % 2) : done + STRIDE;
    return this.#ports.rules.completes(position, done + STRIDE) ? FULL_DEPTH : done + STRIDE;
  }

  #run(job: Job<P>, budget: number): number {
    const search = this.#ports.searches[0]!;
    const nodes = countSearch(this.#context.counters, search, budget);
    this.#jobNodes += nodes;
    if (search.status === 'running') return nodes;
    this.#job = undefined;
    if (search.found !== undefined) this.#finish(job, search.found);
    return nodes;
  }

  #finish({ task, depth }: Job<P>, found: Found): void {
    const { position } = task;
    const newer: Result = {
      depth,
      lower: found.bound === 'upper' ? -INFINITE : found.value,
      upper: found.bound === 'lower' ? INFINITE : found.value,
      complete: found.complete,
      pv: found.bound === 'exact' ? found.pv : [],
    };
    const older = position.results.get(depth);
    const result = older === undefined ? newer : combine(older, newer);
    position.results.set(depth, result);
    task.done = depth;
    if (depth === position.depth) this.#queue.remove(task);
    if (depth < position.depth && !this.#settings.updates) return;
    this.#context.post(0, { type: 'result', lease: position.lease, ...result });
  }
}

/** The greatest depth at which everything is known about a position that the window asks for. */
function doneIn({ results }: Owned<unknown>, alpha: number, beta: number): number {
  let done = 0;
  for (const [depth, { lower, upper }] of results) {
    const decided = lower === upper || upper <= alpha || lower >= beta;
    if (decided && depth > done) done = depth;
  }
  return done;
}
