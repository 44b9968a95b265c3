// A process of Young Brothers Wait. All are equals: who has nothing to do asks another for work, and is
// given a child of the node nearest the root that the rule of the young brothers allows to split.
// Whoever gave a child away owns it: it hears the value, tells the thief of narrower windows, and
// dismisses it when the child is cut off. An owner that must wait helps its own thieves first.
//
// A process keeps several searches at once, the older ones waiting or ready to go on; the oldest that
// can go on does, since most others depend on it. The last place is kept for children that came back
// from a lost thief. It is never split, so a search in it always ends, and nobody waits for ever.
import { createRandom } from '../../core/random.js';
import { bounds, FULL_DEPTH } from '../../core/score.js';
import type { Micros, ProcessId, Step } from '../actor.js';
import type { Task } from '../algorithm.js';
import { countSearch } from '../counters.js';
import { settled } from '../depths.js';
import { follow } from '../path.js';
import type { Found, Part, Ports } from '../ports.js';
import { type Behaviour, type Context, idleUntil } from '../process.js';
import { Begging } from './begging.js';
import { Grains } from './grain.js';
import { type Job, type Lease, totalNodes } from './job.js';
import type { Message } from './messages.js';
import type { YoungBrothersSettings } from './settings.js';

type Work = Extract<Message, { type: 'work' }>;
type Value = Pick<Found, 'value' | 'bound' | 'complete' | 'pv'>;

/** A piece is about this share of a whole depth's search, before any piece has been measured. */
const SHARE_OF_DEPTH = 1 / 4;
/** Leases of one incarnation of a process. */
const LEASES = 2 ** 30;

/** Nothing was searched, but there is more to do. */
const BUSY: Step = { nodes: 0, masterNodes: 0, idle: false, wakeAt: 0 };

export class YoungBrothersProcess<P> implements Behaviour<Message> {
  readonly #context: Context<Message>;
  readonly #ports: Ports<P>;
  readonly #task: Task;
  readonly #settings: YoungBrothersSettings;
  readonly #begging: Begging;
  readonly #grains: Grains;
  /** Oldest first. */
  readonly #jobs: Job<P>[] = [];
  #nextLease: number;
  /** Processes that wait for work, in the order of their asking. */
  readonly #hungry = new Set<ProcessId>();
  /** Processes that will need work soon; they come after the hungry ones. */
  readonly #foresighted = new Set<ProcessId>();
  /** Whom this process has asked for work that it does not need yet, and when it may ask again. */
  #askedAhead: ProcessId | undefined;
  #askAheadAt: Micros = 0;
  /** True when messages should leave before anything is searched. */
  #urgent = false;
  /** Of the root's search: the depth under way, and all nodes before it. */
  #depth = 0;
  #nodesBefore = 0;
  #over = false;

  constructor(
    context: Context<Message>,
    ports: Ports<P>,
    task: Task,
    settings: YoungBrothersSettings,
  ) {
    this.#context = context;
    this.#ports = ports;
    this.#task = task;
    this.#settings = settings;
    const random = createRandom(Math.imul(task.seed, 0x10001) + context.self);
    this.#begging = new Begging(random, settings.patience, settings.rest);
    this.#grains = new Grains(settings.grain, lengthOfGame(ports));
    this.#nextLease = context.incarnation * LEASES;
    if (context.self === 0) {
      const search = ports.searches[0]!;
      search.start(ports.rules.root, { from: 1, depth: task.depth });
      this.#jobs.push({ search, path: [], origin: undefined, leases: new Map(), others: 0 });
    }
  }

  message(from: ProcessId, message: Message, now: Micros): void {
    if (this.#over) return;
    this.#urgent = true;
    switch (message.type) {
      case 'ask':
        this.#hungry.delete(from);
        this.#foresighted.delete(from);
        (message.ahead ? this.#foresighted : this.#hungry).add(from);
        this.#serve();
        return;
      case 'cancel':
        this.#hungry.delete(from);
        this.#foresighted.delete(from);
        return;
      case 'none':
        if (this.#askedAhead === from) this.#askedAhead = undefined;
        if (this.#begging.asked === from) this.#begging.refused(message.hint, now);
        return;
      case 'work':
        if (!this.#accept(from, message)) this.#decline(from, message.lease);
        return;
      case 'window': {
        const job = this.#jobOf(from, message.lease);
        const { alpha, beta } = message;
        if (job !== undefined && alpha < beta) this.#narrow(job, alpha, beta);
        return;
      }
      case 'abort': {
        const job = this.#jobOf(from, message.lease);
        if (job !== undefined) this.#drop(job);
        return;
      }
      case 'result': {
        const bound = bounds[message.bound]!;
        this.#result(from, message.lease, message.nodes, { ...message, bound });
        return;
      }
      case 'decline': {
        const lease = this.#leaseOf(from, message.lease);
        if (lease === undefined) return;
        this.#orphan(lease, message.lease);
        this.#serve();
        return;
      }
      case 'gone':
        if (from === 0) this.#forget(message.process);
    }
  }

  lost(process: ProcessId): void {
    this.#forget(process);
    if (this.#context.self !== 0) return;
    // Only process 0 and the others watch each other, so all must hear of a loss from it.
    for (let to = 1; to < this.#context.size; to++) {
      if (to !== process) this.#context.post(to, { type: 'gone', process });
    }
  }

  back(): void {}

  work(budget: number, now: Micros): Step {
    if (this.#over) return idleUntil();
    const urgent = this.#urgent;
    this.#urgent = false;
    const job = this.#runnable() ?? this.#ownWork();
    if (job === undefined) return this.#beg(now);
    if (urgent) return BUSY;
    const nodes = countSearch(this.#context.counters, job.search, budget);
    this.#look(job);
    this.#serve();
    if (this.#over) return { ...idleUntil(), nodes };
    const next = this.#runnable() ?? this.#ownWork();
    if (next === undefined) return { ...this.#beg(now), nodes };
    this.#askAhead(next, now);
    return { ...BUSY, nodes };
  }

  /** Asks whoever gave the work under way for more, when there is nothing after it. */
  #askAhead({ origin }: Job<P>, now: Micros): void {
    if (!this.#settings.ahead || this.#askedAhead !== undefined || now < this.#askAheadAt) return;
    if (origin === undefined || origin.owner === this.#context.self) return;
    const runnable = this.#jobs.filter(({ search }) => search.status === 'running');
    if (runnable.length > 1 || this.#freePlace() === undefined) return;
    this.#askedAhead = origin.owner;
    this.#askAheadAt = now + this.#settings.patience;
    this.#context.post(origin.owner, { type: 'ask', ahead: true });
  }

  #runnable(): Job<P> | undefined {
    return this.#jobs.find(({ search }) => search.status === 'running');
  }

  /** What the search of a job has come to. */
  #look(job: Job<P>): void {
    const { search, origin } = job;
    const isDone = search.status === 'done';
    if (origin !== undefined && isDone) {
      this.#finish(job, origin, search.found!);
      return;
    }
    this.#refresh(job);
    if (origin !== undefined) return;
    if (isDone || search.depth !== this.#depth) {
      this.#depth = search.depth;
      if (search.found !== undefined) this.#report(job, search.found);
    }
    if (isDone) {
      this.#over = true;
      this.#context.report({ type: 'done' });
    }
  }

  #report(job: Job<P>, found: Found): void {
    const finding = settled(found, this.#task.depth) ?? found;
    this.#context.report({ type: 'depth', finding });
    const nodes = totalNodes(job);
    if (found.depth < FULL_DEPTH) {
      const share = (nodes - this.#nodesBefore) * SHARE_OF_DEPTH;
      this.#grains.note(found.depth, 0, share);
    }
    this.#nodesBefore = nodes;
  }

  #finish(job: Job<P>, { owner, lease }: NonNullable<Job<P>['origin']>, found: Found): void {
    this.#remove(job);
    this.#recall(job);
    const nodes = totalNodes(job);
    if (owner === this.#context.self) {
      this.#result(owner, lease, nodes, found);
      return;
    }
    const { value, complete, pv } = found;
    const bound = bounds.indexOf(found.bound);
    this.#context.post(owner, { type: 'result', lease, value, bound, complete, pv, nodes });
  }

  #result(thief: ProcessId, id: number, nodes: number, value: Value): void {
    const lease = this.#leaseOf(thief, id);
    if (lease === undefined) return;
    const { job, part, path, ticket } = lease;
    // A lease ends as soon as its child is unwanted, and a thief's window is never narrower than the
    // child's: a value that is not taken would leave the search waiting for ever.
    if (!job.search.deliver(ticket, value)) {
      throw new Error(`lease ${id} of process ${thief}: no search waits for its value`);
    }
    job.leases.delete(id);
    job.others += nodes;
    this.#grains.note(part.depth, path.length, nodes);
    this.#refresh(job);
  }

  /** Tells thieves what has changed for them. */
  #refresh(job: Job<P>): void {
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

  #announce({ thief, alpha, beta }: Lease<P>, lease: number): void {
    if (thief === undefined) return;
    if (thief !== this.#context.self) {
      this.#context.post(thief, { type: 'window', lease, alpha, beta });
      return;
    }
    const job = this.#jobOf(thief, lease);
    if (job !== undefined) this.#narrow(job, alpha, beta);
  }

  #dismiss({ thief }: Lease<P>, lease: number): void {
    if (thief === undefined) return;
    if (thief !== this.#context.self) {
      this.#context.post(thief, { type: 'abort', lease });
      return;
    }
    const job = this.#jobOf(thief, lease);
    if (job !== undefined) this.#drop(job);
  }

  #narrow(job: Job<P>, alpha: number, beta: number): void {
    job.search.rewindow(alpha, beta);
    this.#refresh(job);
  }

  /** Leaves a search whose value nobody wants, with all that was given away of it. */
  #drop(job: Job<P>): void {
    this.#remove(job);
    this.#context.counters.abandonedNodes += job.search.nodes;
    this.#recall(job);
  }

  /** Dismisses all who work for a search: it is dropped, or was cut off at its root. */
  #recall(job: Job<P>): void {
    for (const [id, lease] of job.leases) this.#dismiss(lease, id);
    job.leases.clear();
  }

  #remove(job: Job<P>): void {
    this.#jobs.splice(this.#jobs.indexOf(job), 1);
  }

  /** Gives work to those who asked for it, as long as there is any. */
  #serve(): void {
    for (const process of this.#hungry) {
      const lease = this.#takeOrphan() ?? this.#split();
      if (lease === undefined) break;
      this.#hungry.delete(process);
      this.#give(lease, process);
    }
    for (const process of this.#hungry) {
      const spare = this.#spare();
      if (spare === undefined) break;
      this.#hungry.delete(process);
      this.#drop(spare);
      const { owner, lease } = spare.origin!;
      this.#decline(owner, lease);
      if (owner === process) continue;
      this.#context.post(process, { type: 'none', hint: owner });
    }
    if (this.#hungry.size > 0) return;
    for (const process of this.#foresighted) {
      const lease = this.#takeOrphan() ?? this.#split();
      if (lease === undefined) break;
      this.#foresighted.delete(process);
      this.#give(lease, process);
    }
  }

  /** A search that has not begun while another is under way; its owner can find it a better place. */
  #spare(): Job<P> | undefined {
    const running = this.#jobs.filter(({ search }) => search.status === 'running');
    if (running.length < 2) return undefined;
    return running.find(
      ({ search, origin }) =>
        search.nodes === 0 && origin !== undefined && origin.owner !== this.#context.self,
    );
  }

  /** Those who work for this process are the only ones that it knows to be busy. */
  #refuseHungry(): void {
    const thieves = this.#thieves();
    for (const process of [...this.#hungry, ...this.#foresighted]) {
      const hint = thieves.find((thief) => thief !== process);
      this.#context.post(process, { type: 'none', hint });
    }
    this.#hungry.clear();
    this.#foresighted.clear();
  }

  /** Splits the node nearest the root of the game, of all searches. */
  #split(): Lease<P> | undefined {
    let best: { readonly job: Job<P>; readonly ply: number } | undefined;
    for (const job of this.#jobs) {
      if (job.search === this.#reserve) continue;
      const minDepth = this.#grains.of(job.search.depth).leastDepth + 1;
      const ply = job.search.candidate({ minDepth, reasonable: this.#settings.reasonable });
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
    return { job: best.job, ticket, path: whole, part, thief: undefined, alpha, beta };
  }

  #give(lease: Lease<P>, thief: ProcessId): void {
    const id = this.#lend(lease, thief);
    const { path, part, alpha, beta } = lease;
    const { depth, sign, type: nodeType, scout } = part;
    const { leastDepth } = this.#grains.of(depth);
    const child = { depth, alpha, beta, same: sign === 1, nodeType, scout };
    this.#context.post(thief, { type: 'work', lease: id, path, ...child, leastDepth });
  }

  #lend(lease: Lease<P>, thief: ProcessId | undefined): number {
    const id = this.#nextLease++;
    lease.thief = thief;
    lease.job.leases.set(id, lease);
    return id;
  }

  /** A child that was given away must be searched by somebody else. */
  #orphan(lease: Lease<P>, id: number): void {
    lease.job.leases.delete(id);
    this.#lend(lease, undefined);
  }

  /** Takes back what a thief has hardly begun: it has been given something else before. */
  #revoke(): Lease<P> | undefined {
    const seen = new Set<ProcessId>();
    let last: { readonly id: number; readonly lease: Lease<P> } | undefined;
    for (const { leases } of this.#jobs) {
      for (const [id, lease] of leases) {
        if (lease.thief === undefined || lease.thief === this.#context.self) continue;
        if (seen.has(lease.thief) && (last === undefined || id > last.id)) last = { id, lease };
        seen.add(lease.thief);
      }
    }
    if (last === undefined) return undefined;
    last.lease.job.leases.delete(last.id);
    this.#dismiss(last.lease, last.id);
    return last.lease;
  }

  #takeOrphan(): Lease<P> | undefined {
    for (const job of this.#jobs) {
      for (const [id, lease] of job.leases) {
        if (lease.thief !== undefined) continue;
        job.leases.delete(id);
        return lease;
      }
    }
    return undefined;
  }

  /** While all searches wait: something of them that this process can do itself. */
  #ownWork(): Job<P> | undefined {
    if (this.#jobs.length === 0) return undefined;
    const place = this.#freePlace() ?? this.#freeReserve();
    if (place === undefined) return undefined;
    const lease =
      this.#takeOrphan() ?? this.#revoke() ?? (place === this.#reserve ? undefined : this.#split());
    if (lease === undefined) return undefined;
    const id = this.#lend(lease, this.#context.self);
    const position = follow(this.#ports.rules, lease.path)!;
    const { path, part, alpha, beta } = lease;
    return this.#begin(place, position, path, { ...part, alpha, beta }, this.#context.self, id);
  }

  #begin(
    search: Job<P>['search'],
    position: P,
    path: readonly number[],
    part: Part,
    owner: ProcessId,
    lease: number,
  ): Job<P> {
    search.take(position, part);
    const job = { search, path, origin: { owner, lease }, leases: new Map(), others: 0 };
    this.#jobs.push(job);
    this.#context.counters.jobs++;
    return job;
  }

  /** False when the work cannot be done here. */
  #accept(owner: ProcessId, work: Work): boolean {
    if (this.#askedAhead === owner) this.#askedAhead = undefined;
    const { asked } = this.#begging;
    if (asked !== undefined && asked !== owner) this.#context.post(asked, { type: 'cancel' });
    this.#begging.succeeded();
    const place = this.#freePlace();
    const { depth, alpha, beta, scout, path, leastDepth } = work;
    const type = ([1, 2, 3] as const)[work.nodeType - 1];
    const isDeep = depth >= 1 && (depth <= this.#task.depth || depth === FULL_DEPTH);
    if (place === undefined || type === undefined || !isDeep || alpha >= beta) return false;
    const position = follow(this.#ports.rules, path);
    if (position === undefined) return false;
    this.#grains.of(depth).suggest(leastDepth);
    const part: Part = { depth, alpha, beta, sign: work.same ? 1 : -1, type, scout };
    this.#begin(place, position, path, part, owner, work.lease);
    return true;
  }

  #decline(owner: ProcessId, lease: number): void {
    this.#context.post(owner, { type: 'decline', lease });
  }

  #beg(now: Micros): Step {
    this.#refuseHungry();
    if (this.#freePlace() === undefined) return idleUntil();
    const begging = this.#begging;
    if (this.#askedAhead !== undefined) begging.prefer(this.#askedAhead);
    this.#askedAhead = undefined;
    if (begging.isDue(now)) {
      const others = this.#reachable();
      if (others.length === 0) return idleUntil();
      const before = begging.asked;
      const asked = begging.ask(others, this.#thieves(), now);
      if (before !== undefined) this.#context.post(before, { type: 'cancel' });
      this.#context.post(asked, { type: 'ask', ahead: false });
    }
    return idleUntil(begging.wakeAt);
  }

  #reachable(): ProcessId[] {
    const { self, size } = this.#context;
    return Array.from({ length: size }, (_, process) => process).filter(
      (process) => process !== self && this.#context.isUp(process),
    );
  }

  /** Those who work for this process. */
  #thieves(): ProcessId[] {
    const thieves = this.#jobs.flatMap(({ leases }) => [...leases.values()].map((l) => l.thief));
    return thieves.filter(
      (thief) => thief !== undefined && thief !== this.#context.self,
    ) as number[];
  }

  /** A process is lost: its work is dropped, and what it was given is to be done by others. */
  #forget(process: ProcessId): void {
    this.#hungry.delete(process);
    this.#foresighted.delete(process);
    if (this.#askedAhead === process) this.#askedAhead = undefined;
    this.#begging.forget(process);
    for (const job of [...this.#jobs]) {
      // Dropping one job may have dropped others.
      if (job.origin?.owner !== process || !this.#jobs.includes(job)) continue;
      this.#drop(job);
      this.#decline(process, job.origin.lease);
    }
    for (const job of this.#jobs) {
      for (const [id, lease] of [...job.leases]) {
        if (lease.thief !== process) continue;
        this.#context.post(process, { type: 'abort', lease: id });
        this.#orphan(lease, id);
      }
    }
    this.#urgent = true;
  }

  get #reserve(): Job<P>['search'] {
    return this.#ports.searches[this.#settings.searches - 1]!;
  }

  #freePlace(): Job<P>['search'] | undefined {
    const places = this.#ports.searches.slice(0, this.#settings.searches - 1);
    return places.find((place) => this.#isFree(place));
  }

  #freeReserve(): Job<P>['search'] | undefined {
    return this.#isFree(this.#reserve) ? this.#reserve : undefined;
  }

  #isFree(place: Job<P>['search']): boolean {
    return !this.#jobs.some(({ search }) => search === place);
  }

  #jobOf(owner: ProcessId, lease: number): Job<P> | undefined {
    return this.#jobs.find(({ origin }) => origin?.owner === owner && origin.lease === lease);
  }

  /** A child of this process that the thief still has. */
  #leaseOf(thief: ProcessId, id: number): Lease<P> | undefined {
    for (const { leases } of this.#jobs) {
      const lease = leases.get(id);
      if (lease !== undefined) return lease.thief === thief ? lease : undefined;
    }
    return undefined;
  }
}

/** Plies to the end of the game from the root, FULL_DEPTH when nobody can tell. */
function lengthOfGame<P>({ rules }: Ports<P>): number {
  let depth = 0;
  while (depth < FULL_DEPTH && !rules.completes(rules.root, depth)) depth++;
  return depth;
}
