// Workers that help each other, past the thesis: towards the end of an iteration a few large pieces
// would keep everybody waiting, so whoever has nothing required to do searches parts of them. The
// master says who helps whom. A part is a child of the node nearest the root of a running search that
// the rule of the young brothers allows to split; whoever gave it away hears its value, tells the
// helper of narrower windows, and dismisses it when the part is cut off.
//
// The last search of a process is kept for parts that came back from a lost helper. It is never
// split, so a search in it always ends, and nobody waits for ever.
import { bounds, FULL_DEPTH } from '../../core/score.js';
import type { ProcessId } from '../actor.js';
import { boundsOf, decides } from '../known.js';
import type { Pace } from '../pace.js';
import { follow } from '../path.js';
import { ENTRY_BYTES, type Found, type Part, type Ports, type Search } from '../ports.js';
import type { Context } from '../process.js';
import { addNodes, hasDepth, isLegalLine, isOtherWorker, isValue } from '../received.js';
import { Grain } from './grain.js';
import { type Job, type Lease, sizeOf } from './job.js';
import type { TeamMessage } from './messages.js';

type PartMessage = Extract<TeamMessage, { type: 'part' }>;
type Value = Pick<Found, 'value' | 'bound' | 'complete' | 'pv'>;

/** Children of a node of type 2 that are searched one after the other before it is split. */
const REASONABLE = 1;
/** Leases of one incarnation of a process. */
const LEASES = 2 ** 30;

export class Team<P> {
  readonly #context: Context<TeamMessage>;
  readonly #ports: Ports<P>;
  readonly #pace: Pace;
  readonly #partTrips: number;
  /** Depth of the whole search. */
  readonly #last: number;
  readonly #handsOver: boolean;
  /** Plies to the end of the game from the root, FULL_DEPTH when nobody can tell. */
  #gameLength: number | undefined;
  /** Sizes of pieces and parts of a limited depth, and of those to the end of the game. */
  readonly #grain = new Grain();
  readonly #fullGrain = new Grain();
  /** Oldest first. */
  readonly #jobs: Job<P>[] = [];
  /** Those who wait for a part of this worker's jobs, in the order of their coming. */
  readonly #helpers = new Set<ProcessId>();
  readonly #firstLease: number;
  #nextLease: number;

  /**
   * `last` is the depth of the whole search. A part takes at least `partTrips` round trips to search, on average.
   * `handsOver`: with a part goes what the table knows of it.
   */
  constructor(
    context: Context<TeamMessage>,
    ports: Ports<P>,
    pace: Pace,
    last: number,
    partTrips: number,
    handsOver = false,
  ) {
    this.#context = context;
    this.#ports = ports;
    this.#pace = pace;
    this.#last = last;
    this.#partTrips = partTrips;
    this.#handsOver = handsOver;
    this.#firstLease = context.incarnation * LEASES + 1;
    this.#nextLease = this.#firstLease;
  }

  /** All searches under way, oldest first. */
  get jobs(): readonly Job<P>[] {
    return this.#jobs;
  }

  /** A search for a new piece or part, if there is one. */
  get freePlace(): Search<P> | undefined {
    const { searches } = this.#ports;
    // A single search is never split.
    for (let i = 0; i < Math.max(1, searches.length - 1); i++) {
      if (this.#isFree(searches[i]!)) return searches[i];
    }
    return undefined;
  }

  /** A job of this worker's own has begun. */
  add(job: Job<P>): void {
    this.#jobs.push(job);
  }

  /** A search has ended by itself: nobody need work for it any more, and its size is known. */
  finish(job: Job<P>): void {
    this.#remove(job);
    this.#grainOf(job.depth).note(this.#pliesLeft(job.depth, job.path), sizeOf(job));
    const { origin, search } = job;
    if (origin === undefined) return;
    const { owner, lease } = origin;
    const found = search.found!;
    const size = sizeOf(job);
    if (owner === this.#context.self) {
      const own = this.#leaseOf(owner, lease);
      if (own !== undefined) this.#deliver(own, lease, size, found);
      return;
    }
    const { value, complete, pv } = found;
    const bound = bounds.indexOf(found.bound);
    this.#context.post(owner, { type: 'result', lease, value, bound, complete, pv, size });
    this.#handBack(owner);
  }

  /** Leaves a search whose value nobody wants, with all that was given away of it. */
  drop(job: Job<P>): void {
    this.#context.counters.abandonedNodes += job.search.nodes;
    this.#remove(job);
    if (job.origin !== undefined) this.#handBack(job.origin.owner);
  }

  /** Tells helpers what has changed for them; call after a search has run or got a new window. */
  refresh(job: Job<P>): void {
    for (const [id, lease] of job.leases) {
      const window = job.search.window(lease.ticket);
      if (window === undefined) {
        job.leases.delete(id);
        this.#dismiss(lease, id);
      } else if (window.alpha > lease.alpha || window.beta < lease.beta) {
        lease.alpha = window.alpha;
        lease.beta = window.beta;
        this.#announce(lease, id);
      }
    }
  }

  /** Gives parts to those who wait for some, as long as there are any; returns the nodes that it looked at. */
  serve(): number {
    let nodes = 0;
    for (const helper of this.#helpers) {
      // What it is sent would be lost, and its part waited for for ever.
      if (!this.#context.isUp(helper)) {
        this.#helpers.delete(helper);
        continue;
      }
      const lease = this.#takeOrphan() ?? this.#split();
      if (lease === undefined) break;
      this.#helpers.delete(helper);
      nodes += this.#give(lease, helper);
    }
    for (const helper of this.#helpers) {
      const other = this.#divisible(helper);
      if (other === undefined) break;
      this.#helpers.delete(helper);
      other.helpers++;
      this.#context.post(other.helper!, { type: 'help', helper });
    }
    return nodes;
  }

  /** The largest part that is with somebody else and may be split again, by depth and helpers. */
  #divisible(helper: ProcessId): Lease<P> | undefined {
    let best: Lease<P> | undefined;
    for (const job of this.#jobs) {
      if (job.speculative) continue;
      for (const lease of job.leases.values()) {
        const { helper: other, part } = lease;
        if (other === undefined || other === helper || other === this.#context.self) continue;
        if (part.depth <= this.#leastDepth(part.depth)) continue;
        if (lease.helpers > 0) continue;
        if (best === undefined || part.depth > best.part.depth) best = lease;
      }
    }
    return best;
  }

  /** There is nothing left to be helped with; the master finds the helpers something else. */
  dismissHelpers(): void {
    this.#helpers.clear();
  }

  /** While all searches wait: a part of them that this worker can search itself. */
  ownPart(): Job<P> | undefined {
    if (!this.#jobs.some(({ search }) => search.status === 'waiting')) return undefined;
    const place = this.freePlace;
    const reserve = this.#reserve;
    const { self } = this.#context;
    if (place === undefined && !this.#isFree(reserve)) return undefined;
    const lease = this.#takeOrphan() ?? (place === undefined ? undefined : this.#split());
    if (lease === undefined) return undefined;
    const id = this.#lend(lease, self);
    const { path, part, alpha, beta } = lease;
    const position = follow(this.#ports.rules, path)!;
    return this.#begin(place ?? reserve, position, path, { ...part, alpha, beta }, self, id);
  }

  /** `willing`: whether this worker may search for somebody else now. */
  message(from: ProcessId, message: TeamMessage, willing: boolean): void {
    switch (message.type) {
      case 'help':
        if (message.helper === this.#context.self) return;
        if (isOtherWorker(message.helper, this.#context)) this.#helpers.add(message.helper);
        else this.#context.refuse(from);
        return;
      case 'gone':
        if (from === 0 && message.process < this.#context.size) this.forget(message.process);
        else this.#context.refuse(from);
        return;
      case 'known':
        if (message.entries.length % ENTRY_BYTES !== 0) this.#context.refuse(from);
        else if (willing) this.#learn(message.entries);
        return;
      case 'part':
        this.#takePart(from, message, willing);
        return;
      case 'window': {
        const job = this.#jobOf(from, message.lease);
        if (job === undefined) return;
        const { alpha, beta } = message;
        const narrows = alpha < beta && alpha >= job.alpha && beta <= job.beta;
        if (narrows) this.#narrow(job, alpha, beta);
        else this.#context.refuse(from);
        return;
      }
      case 'abort': {
        const job = this.#jobOf(from, message.lease);
        if (job !== undefined) this.drop(job);
        return;
      }
      case 'result': {
        const { lease, size, value, complete, pv } = message;
        this.#hearResult(from, lease, size, { value, complete, pv, bound: bounds[message.bound]! });
        return;
      }
      case 'decline': {
        const lease = this.#leaseOf(from, message.lease);
        if (!this.#hasLent(message.lease)) this.#context.refuse(from);
        if (lease !== undefined) this.#orphan(lease, message.lease);
        this.#helpers.delete(from);
      }
    }
  }

  /** A process is lost: its parts are dropped, and what it was given is to be done by others. */
  forget(process: ProcessId): void {
    this.#helpers.delete(process);
    for (const job of [...this.#jobs]) {
      // Dropping one job may have dropped others.
      if (job.origin?.owner !== process || !this.#jobs.includes(job)) continue;
      this.drop(job);
      this.#decline(process, job.origin.lease);
    }
    for (const job of this.#jobs) {
      for (const [id, lease] of [...job.leases]) {
        if (lease.helper !== process) continue;
        this.#context.post(process, { type: 'abort', lease: id });
        this.#orphan(lease, id);
      }
    }
  }

  /** Leaves everything. */
  clear(): void {
    this.#helpers.clear();
    for (const job of [...this.#jobs]) {
      if (!this.#jobs.includes(job)) continue;
      this.drop(job);
      const { origin } = job;
      if (origin !== undefined && origin.owner !== this.#context.self) {
        this.#decline(origin.owner, origin.lease);
      }
    }
  }

  #remove(job: Job<P>): void {
    this.#jobs.splice(this.#jobs.indexOf(job), 1);
    job.search.release?.();
    for (const [id, lease] of job.leases) this.#dismiss(lease, id);
    job.leases.clear();
  }

  /** Those who waited for parts of a part go to its owner, when there is nothing else to split. */
  #handBack(owner: ProcessId): void {
    if (this.#jobs.length > 0 || owner === this.#context.self) return;
    for (const helper of this.#helpers) this.#context.post(owner, { type: 'help', helper });
    this.#helpers.clear();
  }

  /** The result of another process: nothing of it is certain. */
  #hearResult(helper: ProcessId, id: number, size: number, value: Value): void {
    const lease = this.#leaseOf(helper, id);
    const believed = lease === undefined ? this.#hasLent(id) : this.#answers(lease, value);
    if (!believed) this.#context.refuse(helper);
    else if (lease !== undefined) this.#deliver(lease, id, size, value);
  }

  /** Whether this process has ever given away a part under this number. */
  #hasLent(id: number): boolean {
    return id >= this.#firstLease && id < this.#nextLease;
  }

  /**
   * Whether a value answers what was asked with a lease. A helper's window is never narrower than the part's, so an
   * honest value always does. Only an exact value needs its line.
   */
  #answers({ job, ticket, path }: Lease<P>, found: Value): boolean {
    const { rules } = this.#ports;
    const window = job.search.window(ticket);
    if (window === undefined || !isValue(found.value)) return false;
    if (!decides(boundsOf(found), window.alpha, window.beta)) return false;
    return found.bound !== 'exact' || isLegalLine(rules, follow(rules, path)!, found.pv);
  }

  #deliver(lease: Lease<P>, id: number, size: number, value: Value): void {
    const { job, part, path, ticket } = lease;
    const helper = lease.helper!;
    // A lease ends as soon as its part is unwanted: a value that is not taken would leave the search waiting for ever.
    if (!job.search.deliver(ticket, value)) {
      throw new Error(`part ${id} of process ${helper}: no search waits for its value`);
    }
    job.leases.delete(id);
    job.others = addNodes(job.others, size);
    this.#grainOf(part.depth).note(this.#pliesLeft(part.depth, path), size);
    this.refresh(job);
    if (helper !== this.#context.self) this.#helpers.add(helper);
  }

  #announce({ helper, alpha, beta }: Lease<P>, lease: number): void {
    if (helper === undefined) return;
    if (helper !== this.#context.self) {
      this.#context.post(helper, { type: 'window', lease, alpha, beta });
      return;
    }
    const job = this.#jobOf(helper, lease);
    if (job !== undefined) this.#narrow(job, alpha, beta);
  }

  /** The helper of a part that is wanted no more is free for another one. */
  #dismiss({ helper }: Lease<P>, lease: number): void {
    if (helper === undefined) return;
    if (helper !== this.#context.self) {
      this.#context.post(helper, { type: 'abort', lease });
      this.#helpers.add(helper);
      return;
    }
    const job = this.#jobOf(helper, lease);
    if (job !== undefined) this.drop(job);
  }

  #narrow(job: Job<P>, alpha: number, beta: number): void {
    job.alpha = alpha;
    job.beta = beta;
    job.search.rewindow(alpha, beta);
    this.refresh(job);
  }

  /** Splits the node nearest the root of the game, of all searches that somebody waits for. */
  #split(): Lease<P> | undefined {
    let best: { readonly job: Job<P>; readonly ply: number } | undefined;
    for (const job of this.#jobs) {
      if (job.search === this.#reserve || job.speculative) continue;
      const minDepth = this.#leastDepth(job.depth) + 1;
      const ply = job.search.candidate({ minDepth, reasonable: REASONABLE });
      if (ply === undefined) continue;
      if (best === undefined || job.path.length + ply < best.job.path.length + best.ply) {
        best = { job, ply };
      }
    }
    const split = best?.job.search.split(best.ply);
    if (best === undefined || split === undefined) return undefined;
    const { ticket, path, depth, alpha, beta, sign, type, scout } = split;
    const part = { depth, alpha, beta, sign, type, scout };
    const whole = [...best.job.path, ...path];
    return { job: best.job, ticket, path: whole, part, helper: undefined, helpers: 0, alpha, beta };
  }

  #leastDepth(depth: number): number {
    const { nodes, leaves } = this.#context.counters;
    const wanted =
      (this.#partTrips * this.#pace.nodesPerTrip * (nodes - leaves)) / Math.max(1, nodes);
    return this.#grainOf(depth).leastDepth(Math.max(1, wanted));
  }

  #give(lease: Lease<P>, helper: ProcessId): number {
    const id = this.#lend(lease, helper);
    const { path, part, alpha, beta } = lease;
    const { depth, sign, type: nodeType, scout } = part;
    const child = { depth, alpha, beta, same: sign === 1, nodeType, scout };
    const nodes = this.#handOver(helper, path);
    this.#context.post(helper, { type: 'part', lease: id, path, ...child });
    return nodes;
  }

  /** Its moves are generated and played for each entry, so each costs a node. */
  #handOver(helper: ProcessId, path: readonly number[]): number {
    const { handOver, rules } = this.#ports;
    if (!this.#handsOver || handOver === undefined) return 0;
    const entries = handOver.below(follow(rules, path)!);
    if (entries.length === 0) return 0;
    const nodes = entries.length / ENTRY_BYTES;
    const { counters } = this.#context;
    counters.entriesSent += nodes;
    counters.nodes += nodes;
    this.#context.post(helper, { type: 'known', entries });
    return nodes;
  }

  #learn(entries: Uint8Array): void {
    const { handOver } = this.#ports;
    if (handOver === undefined) return;
    this.#context.counters.entriesReceived += handOver.give(entries);
  }

  #lend(lease: Lease<P>, helper: ProcessId | undefined): number {
    const id = this.#nextLease++;
    lease.helper = helper;
    lease.job.leases.set(id, lease);
    return id;
  }

  /** A part that was given away must be searched by somebody else. */
  #orphan(lease: Lease<P>, id: number): void {
    lease.job.leases.delete(id);
    this.#lend(lease, undefined);
  }

  #takeOrphan(): Lease<P> | undefined {
    for (const job of this.#jobs) {
      for (const [id, lease] of job.leases) {
        if (lease.helper !== undefined) continue;
        job.leases.delete(id);
        return lease;
      }
    }
    return undefined;
  }

  #begin(
    search: Search<P>,
    position: P,
    path: readonly number[],
    part: Part,
    owner: ProcessId,
    lease: number,
  ): Job<P> {
    const { depth, alpha, beta } = part;
    // The master asks for what somebody else has found already: nobody knows anything of it here.
    if (owner === 0) search.start(position, { from: 1, depth, alpha, beta, path });
    else search.take(position, part, path);
    const origin = { owner, lease };
    const job: Job<P> = {
      ...{ search, path, depth, origin, alpha, beta },
      ...{ speculative: false, leases: new Map(), others: 0 },
    };
    this.#jobs.push(job);
    this.#context.counters.jobs++;
    return job;
  }

  #takePart(owner: ProcessId, message: PartMessage, willing: boolean): void {
    const { path, depth, alpha, beta, nodeType } = message;
    const { rules } = this.#ports;
    const isPart = nodeType >= 1 && alpha < beta && hasDepth(rules, this.#last, path.length, depth);
    const position = isPart ? follow(rules, path) : undefined;
    if (position === undefined) this.#context.refuse(owner);
    else if (!willing || !this.#accept(owner, message, position)) {
      this.#decline(owner, message.lease);
    }
  }

  /** False when there is no room for the part here. */
  #accept(owner: ProcessId, message: PartMessage, position: P): boolean {
    const place = this.freePlace;
    const { depth, alpha, beta, scout, path, lease } = message;
    if (place === undefined) return false;
    const type = message.nodeType as Part['type'];
    const part: Part = { depth, alpha, beta, sign: message.same ? 1 : -1, type, scout };
    this.#begin(place, position, path, part, owner, lease);
    return true;
  }

  #decline(owner: ProcessId, lease: number): void {
    this.#context.post(owner, { type: 'decline', lease });
  }

  get #reserve(): Search<P> {
    return this.#ports.searches[this.#ports.searches.length - 1]!;
  }

  #isFree(place: Search<P>): boolean {
    return !this.#jobs.some(({ search }) => search === place);
  }

  #jobOf(owner: ProcessId, lease: number): Job<P> | undefined {
    return this.#jobs.find(({ origin }) => origin?.owner === owner && origin.lease === lease);
  }

  /** A part of this worker's searches that the helper still has. */
  #leaseOf(helper: ProcessId, id: number): Lease<P> | undefined {
    for (const { leases } of this.#jobs) {
      const lease = leases.get(id);
      if (lease !== undefined) return lease.helper === helper ? lease : undefined;
    }
    return undefined;
  }

  #grainOf(depth: number): Grain {
    return depth === FULL_DEPTH ? this.#fullGrain : this.#grain;
  }

  #pliesLeft(depth: number, path: readonly number[]): number {
    if (depth !== FULL_DEPTH) return depth;
    this.#gameLength ??= lengthOfGame(this.#ports);
    return Math.max(1, this.#gameLength - path.length);
  }
}

function lengthOfGame<P>({ rules }: Ports<P>): number {
  let depth = 0;
  while (depth < FULL_DEPTH && !rules.completes(rules.root, depth)) depth++;
  return depth;
}
