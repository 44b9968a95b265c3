// A process of Young Brothers Wait. All are equals: who has nothing to do asks another for work, and is
// given a child of the node nearest the root that the rule of the young brothers allows to split. An owner
// that must wait helps its own thieves first.
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
import { Pace } from '../pace.js';
import { follow } from '../path.js';
import type { Found, Part, Ports } from '../ports.js';
import { type Behaviour, type Context, idleUntil } from '../process.js';
import { hasDepth, isLegalLine } from '../received.js';
import { Begging } from './begging.js';
import { Grains } from './grain.js';
import { type Job, type Lease, totalNodes } from './job.js';
import { Jobs, type Value } from './jobs.js';
import type { Message } from './messages.js';
import { Requests } from './requests.js';
import type { YoungBrothersSettings } from './settings.js';
import { split } from './split.js';

type Work = Extract<Message, { type: 'work' }>;

/** A piece is about this share of a whole depth's search, before any piece has been measured. */
const SHARE_OF_DEPTH = 1 / 4;

/** Nodes of a piece between threads, where a round trip is too short to be measured, and at most. */
const USUAL_GRAIN = 1000;
/** At least, whatever is measured. */
const LEAST_GRAIN = 8;

/** Nothing was searched, but there is more to do. */
const BUSY: Step = { nodes: 0, masterNodes: 0, idle: false, wakeAt: 0 };

export class YoungBrothersProcess<P> implements Behaviour<Message> {
  readonly #context: Context<Message>;
  readonly #ports: Ports<P>;
  readonly #task: Task;
  readonly #settings: YoungBrothersSettings;
  readonly #begging: Begging;
  readonly #grains: Grains;
  /** Measures what a piece should be, where that is not set. */
  readonly #pace: Pace | undefined;
  readonly #jobs: Jobs<P>;
  readonly #requests = new Requests();
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
    const { roundTrip } = task.linkTimes ?? {};
    this.#pace = settings.grain > 0 || roundTrip === undefined ? undefined : new Pace(roundTrip);
    this.#grains = new Grains(settings.grain || USUAL_GRAIN, lengthOfGame(ports));
    this.#jobs = new Jobs(context, ports.searches.slice(0, settings.searches));
    if (context.self === 0) {
      const search = ports.searches[0]!;
      const from = Math.min(task.from ?? 1, task.depth);
      search.start(ports.rules.root, { from, depth: task.depth });
      this.#jobs.addRoot(search);
    }
  }

  message(from: ProcessId, message: Message, now: Micros): void {
    if (this.#over) return;
    this.#urgent = true;
    switch (message.type) {
      case 'ask':
        this.#requests.add(from, message.ahead);
        this.#serve();
        return;
      case 'cancel':
        this.#requests.remove(from);
        return;
      case 'none':
        if (message.hint !== undefined && message.hint >= this.#context.size) {
          this.#context.refuse(from);
          return;
        }
        if (this.#askedAhead === from) this.#askedAhead = undefined;
        if (this.#begging.asked === from) this.#begging.refused(message.hint, now);
        return;
      case 'work':
        this.#takeWork(from, message);
        return;
      case 'window': {
        const job = this.#jobs.of(from, message.lease);
        if (job === undefined) return;
        const { alpha, beta } = message;
        const narrows = alpha < beta && alpha >= job.alpha && beta <= job.beta;
        if (narrows) this.#jobs.narrow(job, alpha, beta);
        else this.#context.refuse(from);
        return;
      }
      case 'abort': {
        const job = this.#jobs.of(from, message.lease);
        if (job !== undefined) this.#jobs.drop(job);
        return;
      }
      case 'result': {
        const bound = bounds[message.bound]!;
        this.#hearResult(from, message.lease, message.nodes, { ...message, bound });
        return;
      }
      case 'decline': {
        const lease = this.#jobs.leaseOf(from, message.lease);
        if (!this.#jobs.hasLent(message.lease)) this.#context.refuse(from);
        if (lease === undefined) return;
        this.#jobs.orphan(lease, message.lease);
        this.#serve();
        return;
      }
      case 'gone':
        if (from === 0 && message.process < this.#context.size) this.#forget(message.process);
        else this.#context.refuse(from);
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
    this.#pace?.stepBegins(now);
    const urgent = this.#urgent;
    this.#urgent = false;
    const job = this.#jobs.runnable ?? this.#ownWork();
    if (job === undefined) return this.#beg(now);
    if (urgent) return BUSY;
    const nodes = countSearch(this.#context.counters, job.search, budget);
    this.#pace?.stepEnds(nodes, budget);
    this.#look(job);
    this.#serve();
    if (this.#over) return { ...idleUntil(), nodes };
    const next = this.#jobs.runnable ?? this.#ownWork();
    if (next === undefined) return { ...this.#beg(now), nodes };
    this.#askAhead(next, now);
    return { ...BUSY, nodes };
  }

  /** Asks whoever gave the work under way for more, when there is nothing after it. */
  #askAhead({ origin }: Job<P>, now: Micros): void {
    if (!this.#settings.ahead || this.#askedAhead !== undefined || now < this.#askAheadAt) return;
    if (origin === undefined || origin.owner === this.#context.self) return;
    if (this.#jobs.running.length > 1 || this.#jobs.freePlace === undefined) return;
    this.#askedAhead = origin.owner;
    this.#askAheadAt = now + this.#settings.patience;
    this.#context.post(origin.owner, { type: 'ask', ahead: true });
  }

  /** What the search of a job has come to. */
  #look(job: Job<P>): void {
    const { search, origin } = job;
    const isDone = search.status === 'done';
    if (origin !== undefined && isDone) {
      this.#finish(job, origin, search.found!);
      return;
    }
    this.#jobs.refresh(job);
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
      this.#measure();
      const share = (nodes - this.#nodesBefore) * SHARE_OF_DEPTH;
      this.#grains.note(found.depth, 0, share);
    }
    this.#nodesBefore = nodes;
  }

  #finish(job: Job<P>, { owner, lease }: NonNullable<Job<P>['origin']>, found: Found): void {
    const nodes = this.#jobs.remove(job);
    if (owner === this.#context.self) {
      const own = this.#jobs.leaseOf(owner, lease);
      if (own !== undefined) this.#result(own, lease, nodes, found);
      return;
    }
    const { value, complete, pv } = found;
    const bound = bounds.indexOf(found.bound);
    this.#context.post(owner, { type: 'result', lease, value, bound, complete, pv, nodes });
  }

  /** The result of another process: nothing of it is certain. */
  #hearResult(thief: ProcessId, id: number, nodes: number, value: Value): void {
    const lease = this.#jobs.leaseOf(thief, id);
    const believed =
      lease === undefined
        ? this.#jobs.hasLent(id)
        : this.#jobs.answers(lease, value) && this.#hasLine(lease, value);
    if (!believed) this.#context.refuse(thief);
    else if (lease !== undefined) this.#result(lease, id, nodes, value);
  }

  /** Only an exact value needs its line. */
  #hasLine({ path }: Lease<P>, { bound, pv }: Value): boolean {
    const { rules } = this.#ports;
    return bound !== 'exact' || isLegalLine(rules, follow(rules, path)!, pv);
  }

  #result(lease: Lease<P>, id: number, nodes: number, value: Value): void {
    this.#measure();
    this.#jobs.deliver(lease, id, nodes, value);
    this.#grains.note(lease.part.depth, lease.path.length, nodes);
  }

  #measure(): void {
    if (this.#pace === undefined) return;
    const nodes = this.#settings.grainTrips * this.#pace.nodesPerTrip;
    this.#grains.want(Math.min(USUAL_GRAIN, Math.max(LEAST_GRAIN, nodes)));
  }

  /** Gives work to those who asked for it, as long as there is any. */
  #serve(): void {
    this.#giveAway(this.#requests.hungry);
    for (const process of this.#requests.hungry) {
      const spare = this.#spare();
      if (spare === undefined) return;
      this.#requests.remove(process);
      this.#jobs.drop(spare);
      const { owner, lease } = spare.origin!;
      this.#decline(owner, lease);
      if (owner === process) continue;
      this.#context.post(process, { type: 'none', hint: owner });
    }
    this.#giveAway(this.#requests.foresighted);
  }

  #giveAway(processes: readonly ProcessId[]): void {
    for (const process of processes) {
      const lease = this.#jobs.takeOrphan() ?? this.#split();
      if (lease === undefined) return;
      this.#requests.remove(process);
      this.#give(lease, process);
    }
  }

  /** A search that has not begun while another is under way; its owner can find it a better place. */
  #spare(): Job<P> | undefined {
    const { running } = this.#jobs;
    if (running.length < 2) return undefined;
    return running.find(
      ({ search, origin }) =>
        search.nodes === 0 && origin !== undefined && origin.owner !== this.#context.self,
    );
  }

  /** Those who work for this process are the only ones that it knows to be busy. */
  #refuseAll(): void {
    const { thieves } = this.#jobs;
    for (const process of [...this.#requests.hungry, ...this.#requests.foresighted]) {
      const hint = thieves.find((thief) => thief !== process);
      this.#context.post(process, { type: 'none', hint });
    }
    this.#requests.clear();
  }

  #split(): Lease<P> | undefined {
    return split(this.#jobs, this.#grains, this.#settings.reasonable);
  }

  #give(lease: Lease<P>, thief: ProcessId): void {
    const id = this.#jobs.lend(lease, thief);
    const { path, part, alpha, beta } = lease;
    const { depth, sign, type: nodeType, scout } = part;
    const { leastDepth } = this.#grains.of(depth);
    const child = { depth, alpha, beta, same: sign === 1, nodeType, scout };
    this.#context.post(thief, { type: 'work', lease: id, path, ...child, leastDepth });
  }

  /** While all searches wait: something of them that this process can do itself. */
  #ownWork(): Job<P> | undefined {
    const jobs = this.#jobs;
    if (jobs.all.length === 0) return undefined;
    const place = jobs.freePlace ?? jobs.freeReserve;
    if (place === undefined) return undefined;
    const lease =
      jobs.takeOrphan() ?? jobs.revoke() ?? (place === jobs.reserve ? undefined : this.#split());
    if (lease === undefined) return undefined;
    const owner = this.#context.self;
    const id = jobs.lend(lease, owner);
    const position = follow(this.#ports.rules, lease.path)!;
    const { path, part, alpha, beta } = lease;
    return jobs.begin(place, position, path, { ...part, alpha, beta }, { owner, lease: id });
  }

  #takeWork(owner: ProcessId, work: Work): void {
    const { path, depth, alpha, beta, nodeType } = work;
    const { rules } = this.#ports;
    const isPart =
      nodeType >= 1 && alpha < beta && hasDepth(rules, this.#task.depth, path.length, depth);
    const position = isPart ? follow(rules, path) : undefined;
    if (position === undefined) this.#context.refuse(owner);
    else if (!this.#accept(owner, work, position)) this.#decline(owner, work.lease);
  }

  /** False when there is no room for the work here. */
  #accept(owner: ProcessId, work: Work, position: P): boolean {
    if (this.#askedAhead === owner) this.#askedAhead = undefined;
    const { asked } = this.#begging;
    if (asked !== undefined && asked !== owner) this.#context.post(asked, { type: 'cancel' });
    this.#begging.succeeded();
    const place = this.#jobs.freePlace;
    const { depth, alpha, beta, scout, path, leastDepth, lease } = work;
    const type = work.nodeType as Part['type'];
    if (place === undefined) return false;
    this.#grains.of(depth).suggest(leastDepth);
    const part: Part = { depth, alpha, beta, sign: work.same ? 1 : -1, type, scout };
    this.#jobs.begin(place, position, path, part, { owner, lease });
    return true;
  }

  #decline(owner: ProcessId, lease: number): void {
    this.#context.post(owner, { type: 'decline', lease });
  }

  #beg(now: Micros): Step {
    this.#refuseAll();
    if (this.#jobs.freePlace === undefined) return idleUntil();
    const begging = this.#begging;
    if (this.#askedAhead !== undefined) begging.prefer(this.#askedAhead);
    this.#askedAhead = undefined;
    if (begging.isDue(now)) {
      const others = this.#reachable();
      if (others.length === 0) return idleUntil();
      const before = begging.asked;
      const asked = begging.ask(others, this.#jobs.thieves, now);
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

  #forget(process: ProcessId): void {
    this.#requests.remove(process);
    if (this.#askedAhead === process) this.#askedAhead = undefined;
    this.#begging.forget(process);
    this.#jobs.forget(process);
    this.#urgent = true;
  }
}

/** Plies to the end of the game from the root, FULL_DEPTH when nobody can tell. */
function lengthOfGame<P>({ rules }: Ports<P>): number {
  let depth = 0;
  while (depth < FULL_DEPTH && !rules.completes(rules.root, depth)) depth++;
  return depth;
}
