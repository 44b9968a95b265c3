// A worker (figure 5): searches its most important task two plies deeper, reports, and looks again. A
// search that is no longer the most important is given up at once; what it has found stays in the
// table, so that it is soon where it was.
import { FULL_DEPTH } from '../../core/score.js';
import type { Micros, ProcessId, Step } from '../actor.js';
import { countSearch } from '../counters.js';
import type { Found, Ports } from '../ports.js';
import { type Behaviour, type Context, idleUntil } from '../process.js';
import type { Message } from './messages.js';
import type { Settings } from './options.js';
import { type Task, TaskQueue } from './queue.js';
import { combine, decides, type Result, resultOf } from './result.js';

/** Plies by which a position is searched deeper. */
const STRIDE = 2;

/** What a worker knows of a position that it owns. */
interface Owned<P> {
  readonly leaf: number;
  readonly ply: number;
  readonly position: P;
  /** The positions before it, from the last one to the root. */
  readonly before: readonly P[];
  readonly results: Map<number, Result>;
}

interface Job<P> {
  task: Task<Owned<P>>;
  readonly depth: number;
  /** The window it is searched in, which may not be the task's any more. */
  alpha: number;
  beta: number;
}

export class MinimalTreeWorker<P> implements Behaviour<Message> {
  readonly #context: Context<Message>;
  readonly #ports: Ports<P>;
  readonly #settings: Settings;
  readonly #owned = new Map<number, Owned<P>>();
  readonly #queue = new TaskQueue<Owned<P>>();
  /** The depth of the search of the root. */
  #depth = 0;
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
      case 'tasks':
        this.#take(message);
        this.#changed = true;
        return;
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

  #own({ leaf, path }: Extract<Message, { type: 'position' }>): void {
    if (this.#owned.has(leaf)) return;
    const line = this.#follow(path);
    if (line === undefined) return;
    const [position, ...before] = line as [P, ...P[]];
    this.#owned.set(leaf, { leaf, ply: path.length, position, before, results: new Map() });
  }

  /** The positions to the one after some moves, that one first; undefined when a move is not legal. */
  #follow(path: readonly number[]): readonly P[] | undefined {
    const { rules } = this.#ports;
    // Only where games can end by the way they took does it count.
    const remembers = rules.resultByPath !== undefined;
    let line = [rules.root];
    for (const move of path) {
      const position = line[0]!;
      if (!rules.moves(position).includes(move)) return undefined;
      const next = rules.play(position, move);
      line = remembers ? [next, ...line] : [next];
    }
    return line;
  }

  #take({
    depth,
    leaves,
    alphas,
    betas,
    signatures,
    dropped,
  }: Extract<Message, { type: 'tasks' }>): void {
    if (depth !== this.#depth) this.#queue.clear();
    this.#depth = depth;
    for (const leaf of dropped) {
      const position = this.#owned.get(leaf);
      if (position !== undefined) this.#queue.drop(position);
    }
    for (const [index, leaf] of leaves.entries()) {
      const position = this.#owned.get(leaf);
      const [alpha, beta, signature] = [alphas[index], betas[index], signatures[index]];
      if (position === undefined || depth <= position.ply) continue;
      if (alpha === undefined || beta === undefined || signature === undefined) continue;
      const required = this.#required(position);
      const done = doneIn(position, alpha, beta);
      if (done === required) {
        // Asked for what it has finished, it says so again.
        this.#queue.drop(position);
        this.#report(position, position.results.get(done)!);
        continue;
      }
      const task = { position, alpha, beta, signature, done: this.#settings.updates ? done : 0 };
      if (this.#settings.resend) this.#queue.add(task);
      else this.#queue.replace(task);
    }
  }

  /** The depth to which a position is to be searched. */
  #required({ ply }: Owned<P>): number {
    return this.#depth === FULL_DEPTH ? FULL_DEPTH : this.#depth - ply;
  }

  #forget(): void {
    this.#abandon();
    this.#queue.clear();
    this.#owned.clear();
  }

  /**
   * Gives up the search under way when another task comes before it, or, with `persist`, only when its
   * position is not wanted any more; a window that holds the new one is as good then.
   */
  #reconsider(): void {
    this.#changed = false;
    const job = this.#job;
    if (job === undefined) return;
    const { persist } = this.#settings;
    const top = persist ? this.#queue.find(job.task.position) : this.#queue.top();
    if (top?.position !== job.task.position) {
      this.#abandon();
      return;
    }
    job.task = top;
    const { alpha, beta } = top;
    if (alpha === job.alpha && beta === job.beta) return;
    const inside = alpha >= job.alpha && beta <= job.beta;
    if (persist && !inside) return;
    if (this.#next(top) !== job.depth) {
      this.#abandon();
      return;
    }
    this.#ports.searches[0]!.rewindow(alpha, beta);
    job.alpha = alpha;
    job.beta = beta;
  }

  #abandon(): void {
    if (this.#job === undefined) return;
    this.#context.counters.abandonedNodes += this.#jobNodes;
    this.#job = undefined;
  }

  #choose(): Job<P> | undefined {
    for (let task = this.#queue.top(); task !== undefined; task = this.#queue.top()) {
      const { position, alpha, beta } = task;
      const done = doneIn(position, alpha, beta);
      if (done < this.#required(position) && alpha < beta) return this.#begin(task);
      this.#queue.remove(task);
    }
    return undefined;
  }

  #begin(task: Task<Owned<P>>): Job<P> {
    const { alpha, beta } = task;
    const { position, before } = task.position;
    const depth = this.#next(task);
    this.#context.counters.jobs++;
    this.#jobNodes = 0;
    this.#ports.searches[0]!.start(position, { depth, alpha, beta, before });
    return { task, depth, alpha, beta };
  }

  /** The depth to search a task to next, so that the last one is the one required. */
  #next({ position, alpha, beta }: Task<Owned<P>>): number {
    const required = this.#required(position);
    const done = doneIn(position, alpha, beta);
    if (required === FULL_DEPTH) {
      const next = done + STRIDE;
      return this.#ports.rules.completes(position.position, next) ? FULL_DEPTH : next;
    }
    if (done === 0) return STRIDE - (required % STRIDE);
    return done + STRIDE - ((required - done) % STRIDE);
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
    const { results } = position;
    const newer = resultOf(found, depth);
    const older = results.get(depth);
    const result = older === undefined ? newer : combine(older, newer);
    results.set(depth, result);
    // The window may have moved on meanwhile.
    const done = doneIn(position, task.alpha, task.beta);
    const required = this.#required(position);
    if (done === required) this.#queue.remove(task);
    else if (this.#settings.updates) task.done = done;
    if (depth === required || this.#settings.updates) this.#report(position, result);
  }

  #report({ leaf }: Owned<P>, { depth, lower, upper, complete, pv }: Result): void {
    this.#context.post(0, { type: 'result', leaf, depth, lower, upper, complete, pv });
  }
}

/** The greatest depth at which everything is known about a position that the window asks for. */
function doneIn({ results }: Owned<unknown>, alpha: number, beta: number): number {
  let done = 0;
  for (const [depth, { lower, upper }] of results) {
    if (depth > done && decides(lower, upper, alpha, beta)) done = depth;
  }
  return done;
}
