// A worker (figure 5): searches its most important task two plies deeper, reports, and looks again. A
// search that is no longer the most important is given up at once; what it has found stays in the
// table, so that it is soon where it was.
import { FULL_DEPTH, INFINITE } from '../../core/score.js';
import type { Micros, ProcessId, SearchFinding, Step } from '../actor.js';
import { countRepeat, countSearch, type RepeatReason } from '../counters.js';
import { lineTo } from '../path.js';
import type { Ports, SearchPort } from '../ports.js';
import { type Behaviour, idleUntil, type ProcessContext } from '../process.js';
import { RoundTripNodes, USUAL_ROUND_TRIP } from '../round-trip-nodes.js';
import { combine, decides } from '../value-bounds.js';
import { isAmongWorkers } from '../work-sharing/messages.js';
import { type OngoingSearch, ongoingSearch } from '../work-sharing/split-ledger.js';
import { WorkSharing } from '../work-sharing/work-sharing.js';
import { Expander } from './expander.js';
import type { MinimalTreeMessage } from './messages.js';
import type { MinimalTreeSettings } from './options.js';
import { type Task, TaskQueue } from './queue.js';
import { type LeafResult, resultOf } from './result.js';

/** Plies by which a position is searched deeper. */
const STRIDE = 2;

/** Least round trips that the search of a part takes on average, for it to be given away. */
const PART_TRIPS = 0.25;

/** What a worker knows of a position that it owns. */
interface Owned<P> {
  readonly leaf: number;
  /** Moves from the root. */
  readonly path: readonly number[];
  readonly position: P;
  /** The positions before it, from the last one to the root. */
  readonly before: readonly P[];
  readonly results: Map<number, LeafResult>;
  /** The depth at which its search was broken off last; 0 for none. */
  brokenOff: number;
}

/** A search of a task of its own. */
interface OwnSearch<P> extends OngoingSearch<P> {
  readonly origin: undefined;
  /** Its window may not be the one it is searched in any more. */
  task: Task<Owned<P>>;
  readonly repeats: RepeatReason | undefined;
}

export class MinimalTreeWorker<P> implements Behaviour<MinimalTreeMessage> {
  readonly #context: ProcessContext<MinimalTreeMessage>;
  readonly #ports: Ports<P>;
  readonly #settings: MinimalTreeSettings;
  readonly #owned = new Map<number, Owned<P>>();
  readonly #queue = new TaskQueue<Owned<P>>();
  readonly #expander: Expander<P>;
  /** The depth of the search of the root. */
  #depth = 0;
  /** The searches under way, and those that others search parts of. */
  readonly #sharing: WorkSharing<P>;
  readonly #roundTripNodes: RoundTripNodes;
  #changed = false;

  /** `last` is the depth of the whole search. */
  constructor(
    context: ProcessContext<MinimalTreeMessage>,
    ports: Ports<P>,
    last: number,
    settings: MinimalTreeSettings,
    roundTrip: Micros = USUAL_ROUND_TRIP,
  ) {
    this.#context = context;
    this.#ports = ports;
    this.#settings = settings;
    this.#expander = new Expander(ports.rules, settings);
    this.#roundTripNodes = new RoundTripNodes(roundTrip);
    this.#sharing = new WorkSharing(
      context,
      ports,
      this.#roundTripNodes,
      last,
      PART_TRIPS,
      settings.handOver,
    );
    if (settings.sharing !== undefined) ports.exchange?.limit(settings.sharing);
  }

  message(from: ProcessId, message: MinimalTreeMessage): void {
    if (from !== 0 && !isAmongWorkers(message)) {
      this.#context.refuse(from);
      return;
    }
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
      case 'expand':
        this.#receiveExpansion(message);
        return;
      case 'score':
      case 'expanded':
      case 'illegal':
        this.#context.refuse(from);
        return;
      default:
        this.#sharing.message(from, message, !this.#isBusy);
    }
  }

  /** Without the master there is nothing to search for; another worker leaves its parts behind. */
  lost(process: ProcessId): void {
    if (process === 0) this.#forget();
    else this.#sharing.forget(process);
  }

  back(): void {}

  get queued(): number {
    return this.#queue.size;
  }

  work(budget: number, now: Micros): Step {
    this.#roundTripNodes.stepBegins(now);
    let nodes = 0;
    // The master waits for what it asks for, and it is soon made.
    while (nodes < budget && this.#expander.size > 0) nodes += this.#expand(budget - nodes);
    while (nodes < budget) {
      if (this.#changed) this.#reconsider();
      const ongoing = this.#choose();
      if (ongoing === undefined) break;
      const asked = budget - nodes;
      const searched = this.#run(ongoing, asked);
      nodes += searched;
      // A message has come: it may change what is searched next.
      if (searched < asked && ongoing.search.status === 'running') break;
    }
    if (this.#sharing.searches.length > 0) nodes += this.#sharing.serve();
    else this.#sharing.dismissHelpers();
    this.#roundTripNodes.stepEnds(nodes, budget);
    if (nodes === 0 && this.#choose() === undefined) return idleUntil();
    return { nodes, masterNodes: 0, idle: false, wakeAt: 0 };
  }

  /** Whether it has something of its own to search. */
  get #isBusy(): boolean {
    return this.#queue.size + this.#expander.size > 0 || this.#sharing.searches.some(isOwn);
  }

  #own({ leaf, path }: Extract<MinimalTreeMessage, { type: 'position' }>): void {
    if (this.#owned.has(leaf)) return;
    const line = this.#play(path);
    if (line === undefined) return;
    const [position, ...before] = line;
    this.#owned.set(leaf, { leaf, path, position, before, results: new Map(), brokenOff: 0 });
  }

  #take({
    depth,
    leaves,
    alphas,
    betas,
    signatures,
    dropped,
  }: Extract<MinimalTreeMessage, { type: 'tasks' }>): void {
    const counts = [alphas, betas, signatures].map(({ length }) => length);
    if (counts.some((count) => count !== leaves.length)) {
      this.#context.refuse(0);
      return;
    }
    if (depth !== this.#depth) this.#queue.clear();
    this.#depth = depth;
    for (const leaf of dropped) {
      const position = this.#owned.get(leaf);
      if (position !== undefined) this.#queue.drop(position);
    }
    for (const [index, leaf] of leaves.entries()) {
      const position = this.#owned.get(leaf);
      const [alpha, beta, signature] = [alphas[index]!, betas[index]!, signatures[index]!];
      if (position === undefined || depth <= position.path.length || alpha >= beta) continue;
      const required = this.#required(position);
      const done = doneIn(position, alpha, beta);
      if (done === required) {
        // A request for a finished task sends its result again.
        this.#queue.drop(position);
        this.#report(position, position.results.get(done)!);
        continue;
      }
      const task = { position, alpha, beta, signature, done: this.#settings.updates ? done : 0 };
      if (this.#settings.resend) this.#queue.add(task);
      else this.#queue.replace(task);
    }
  }

  /** The positions after moves of the master; undefined, which the master learns, when they cannot be played. */
  #play(path: readonly number[]): [P, ...P[]] | undefined {
    const { rules } = this.#ports;
    const line = lineTo(rules, path);
    const isOver = path.length > 0 && line !== undefined && rules.moves(line[0]).length === 0;
    if (line !== undefined && !isOver) return line;
    this.#context.post(0, { type: 'illegal', path });
    return undefined;
  }

  #receiveExpansion(message: Extract<MinimalTreeMessage, { type: 'expand' }>): void {
    const { path, depth, plies, alpha, beta } = message;
    if (depth <= path.length || plies < 1 || alpha >= beta) {
      this.#context.refuse(0);
      return;
    }
    const position = this.#play(path)?.[0];
    if (position !== undefined) this.#expander.add({ ...message, position });
  }

  #expand(budget: number): number {
    const { nodes, request, facts } = this.#expander.run(budget);
    this.#context.counters.nodes += nodes;
    if (facts !== undefined) this.#context.post(0, { type: 'expanded', request, ...facts });
    return nodes;
  }

  /** The depth to which a position is to be searched. */
  #required({ path }: Owned<P>): number {
    return this.#depth === FULL_DEPTH ? FULL_DEPTH : this.#depth - path.length;
  }

  #forget(): void {
    this.#sharing.clear();
    this.#queue.clear();
    this.#owned.clear();
    this.#expander.clear();
  }

  /**
   * Gives up a search under way when another task comes before it, or, with `persist`, only when its
   * position is not wanted any more; a window that holds the new one is as good then.
   */
  #reconsider(): void {
    this.#changed = false;
    for (const ongoing of this.#sharing.searches.filter(isOwn<P>)) {
      const { persist } = this.#settings;
      const { position } = ongoing.task;
      const top = persist ? this.#queue.find(position) : this.#queue.top();
      if (top?.position === position) this.#follow(ongoing, top);
      else this.#breakOff(ongoing);
    }
  }

  /** The task of a search under way has come again, maybe with another window. */
  #follow(ongoing: OwnSearch<P>, task: Task<Owned<P>>): void {
    ongoing.task = task;
    const { alpha, beta } = task;
    if (alpha === ongoing.alpha && beta === ongoing.beta) return;
    const inside = alpha >= ongoing.alpha && beta <= ongoing.beta;
    if (this.#settings.persist && !inside) return;
    if (this.#next(task) !== ongoing.depth) {
      this.#breakOff(ongoing);
      return;
    }
    this.#sharing.rewindow(ongoing, alpha, beta);
  }

  /** The next search: the one under way, then the most important task, then parts of its own. */
  #choose(): OngoingSearch<P> | undefined {
    const running = this.#sharing.searches.find(({ search }) => search.status !== 'waiting');
    return running ?? this.#beginNext() ?? this.#sharing.ownPart();
  }

  #beginNext(): OngoingSearch<P> | undefined {
    const search = this.#sharing.freeSearch;
    if (search === undefined) return undefined;
    const underWay = this.#sharing.searches.filter(isOwn<P>).map(({ task }) => task.position);
    for (;;) {
      const task = this.#queue.top(underWay);
      if (task === undefined) return undefined;
      const { position, alpha, beta } = task;
      const done = doneIn(position, alpha, beta);
      if (done < this.#required(position) && alpha < beta) return this.#begin(search, task);
      this.#queue.remove(task);
    }
  }

  #begin(search: SearchPort<P>, task: Task<Owned<P>>): OngoingSearch<P> {
    const { alpha, beta } = task;
    const { position, path, before } = task.position;
    const depth = this.#next(task);
    this.#context.counters.jobs++;
    const { textbook } = this.#settings;
    search.start(position, { depth, alpha, beta, before, path, textbook });
    const begun = ongoingSearch({ search, path, depth, alpha, beta });
    const repeats = this.#repeatReason(task, depth);
    const ongoing: OwnSearch<P> = { ...begun, origin: undefined, task, repeats };
    this.#sharing.add(ongoing);
    return ongoing;
  }

  #repeatReason({ position }: Task<Owned<P>>, depth: number): RepeatReason | undefined {
    if (position.results.has(depth)) return 'window';
    if (position.brokenOff === depth) return 'table';
    return depth < this.#required(position) ? 'catchUp' : undefined;
  }

  /** Leaves a search of its own; what it has found stays in the table. */
  #breakOff(ongoing: OwnSearch<P>): void {
    if (ongoing.search.nodes > 0) ongoing.task.position.brokenOff = ongoing.depth;
    this.#sharing.drop(ongoing);
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

  #run(ongoing: OngoingSearch<P>, budget: number): number {
    const { search } = ongoing;
    const { counters, self } = this.#context;
    const nodes = countSearch(counters, search, budget);
    if (isOwn(ongoing)) countRepeat(counters, ongoing.repeats, nodes);
    else if (ongoing.origin!.owner !== self) counters.helpNodes += nodes;
    if (search.status !== 'done') {
      this.#sharing.refresh(ongoing);
      return nodes;
    }
    this.#sharing.finish(ongoing);
    if (isOwn(ongoing)) this.#finish(ongoing, search.found!);
    return nodes;
  }

  #finish({ task, depth }: OwnSearch<P>, found: SearchFinding): void {
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
    if (depth === required) this.#count(task);
  }

  #count({ alpha, beta }: Task<Owned<P>>): void {
    const { counters } = this.#context;
    counters.tasks++;
    if (alpha <= -INFINITE && beta >= INFINITE) counters.openTasks++;
  }

  #report({ leaf }: Owned<P>, { depth, lower, upper, complete, pv }: LeafResult): void {
    this.#context.post(0, { type: 'score', leaf, depth, lower, upper, complete, pv });
  }
}

const isOwn = <P>(ongoing: OngoingSearch<P>): ongoing is OwnSearch<P> =>
  ongoing.origin === undefined;

/** The greatest depth at which everything is known about a position that the window asks for. */
function doneIn({ results }: Owned<unknown>, alpha: number, beta: number): number {
  let done = 0;
  for (const [depth, result] of results) {
    if (depth > done && decides(result, alpha, beta)) done = depth;
  }
  return done;
}
