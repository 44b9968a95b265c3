// The searches of a process, oldest first, and what it has given away of them. Whoever gave a child away
// owns it: it hears the value, tells the thief of narrower windows, and dismisses it when the child is cut
// off. A thief may be the process itself; then the same is done without a message.
import { INFINITE } from '../../core/score.js';
import type { ProcessId } from '../actor.js';
import { boundsOf, decides } from '../known.js';
import type { Found, Part, Search } from '../ports.js';
import type { Context } from '../process.js';
import { addNodes, isValue } from '../received.js';
import { type Job, type Lease, totalNodes } from './job.js';
import type { Message } from './messages.js';

export type Value = Pick<Found, 'value' | 'bound' | 'complete' | 'pv'>;

/** Leases of one incarnation of a process. */
const LEASES = 2 ** 30;

export class Jobs<P> {
  readonly #context: Context<Message>;
  readonly #places: readonly Search<P>[];
  readonly #jobs: Job<P>[] = [];
  readonly #firstLease: number;
  #nextLease: number;

  /** `places`: where searches can be; the last is the reserve. */
  constructor(context: Context<Message>, places: readonly Search<P>[]) {
    this.#context = context;
    this.#places = places;
    this.#firstLease = context.incarnation * LEASES;
    this.#nextLease = this.#firstLease;
  }

  /** Oldest first. */
  get all(): readonly Job<P>[] {
    return this.#jobs;
  }

  get running(): readonly Job<P>[] {
    return this.#jobs.filter(({ search }) => search.status === 'running');
  }

  /** The oldest that can go on: most others depend on it. */
  get runnable(): Job<P> | undefined {
    return this.#jobs.find(({ search }) => search.status === 'running');
  }

  /** The place of children that came back from a lost thief; a search there is never split. */
  get reserve(): Search<P> {
    return this.#places[this.#places.length - 1]!;
  }

  get freePlace(): Search<P> | undefined {
    return this.#places.find((place) => place !== this.reserve && this.#isFree(place));
  }

  get freeReserve(): Search<P> | undefined {
    return this.#isFree(this.reserve) ? this.reserve : undefined;
  }

  #isFree(place: Search<P>): boolean {
    return !this.#jobs.some(({ search }) => search === place);
  }

  /** The search of the whole game has begun. */
  addRoot(search: Search<P>): void {
    const window = { alpha: -INFINITE, beta: INFINITE };
    this.#jobs.push({
      search,
      path: [],
      origin: undefined,
      ...window,
      leases: new Map(),
      others: 0,
    });
  }

  /** Begins the search of a child. */
  begin(
    search: Search<P>,
    position: P,
    path: readonly number[],
    part: Part,
    origin: NonNullable<Job<P>['origin']>,
  ): Job<P> {
    search.take(position, part);
    const { alpha, beta } = part;
    const job = { search, path, origin, alpha, beta, leases: new Map(), others: 0 };
    this.#jobs.push(job);
    this.#context.counters.jobs++;
    return job;
  }

  /** The search of a child of somebody's. */
  of(owner: ProcessId, lease: number): Job<P> | undefined {
    return this.#jobs.find(({ origin }) => origin?.owner === owner && origin.lease === lease);
  }

  /** Tells thieves what has changed for them; call after a search has run or got a new window. */
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

  narrow(job: Job<P>, alpha: number, beta: number): void {
    job.alpha = alpha;
    job.beta = beta;
    job.search.rewindow(alpha, beta);
    this.refresh(job);
  }

  /** Leaves a search whose value nobody wants, with all that was given away of it. */
  drop(job: Job<P>): void {
    this.#context.counters.abandonedNodes += job.search.nodes;
    this.remove(job);
  }

  /** A search has ended: nobody need work for it any more. Returns the nodes that it took. */
  remove(job: Job<P>): number {
    this.#jobs.splice(this.#jobs.indexOf(job), 1);
    for (const [id, lease] of job.leases) this.#dismiss(lease, id);
    job.leases.clear();
    return totalNodes(job);
  }

  /**
   * Whether a value answers what was asked with a lease. A thief's window is never narrower than the child's, so
   * an honest value always does.
   */
  answers({ job, ticket }: Lease<P>, found: Value): boolean {
    const window = job.search.window(ticket);
    if (window === undefined || !isValue(found.value)) return false;
    return decides(boundsOf(found), window.alpha, window.beta);
  }

  /** Takes the value of a child, which answers what was asked with its lease. */
  deliver(lease: Lease<P>, id: number, nodes: number, value: Value): void {
    const { job, ticket } = lease;
    // A lease ends as soon as its child is unwanted: a value that is not taken would leave the search waiting for ever.
    if (!job.search.deliver(ticket, value)) {
      throw new Error(`lease ${id}: no search waits for its value`);
    }
    job.leases.delete(id);
    job.others = addNodes(job.others, nodes);
    this.refresh(job);
  }

  /** Whether this process has ever given away a child under this number. */
  hasLent(id: number): boolean {
    return id >= this.#firstLease && id < this.#nextLease;
  }

  /** A child of this process that the thief still has. */
  leaseOf(thief: ProcessId, id: number): Lease<P> | undefined {
    for (const { leases } of this.#jobs) {
      const lease = leases.get(id);
      if (lease !== undefined) return lease.thief === thief ? lease : undefined;
    }
    return undefined;
  }

  /** Gives a child to somebody; returns the name of the new lease. */
  lend(lease: Lease<P>, thief: ProcessId | undefined): number {
    const id = this.#nextLease++;
    lease.thief = thief;
    lease.job.leases.set(id, lease);
    return id;
  }

  /** A child that was given away must be searched by somebody else. */
  orphan(lease: Lease<P>, id: number): void {
    lease.job.leases.delete(id);
    this.lend(lease, undefined);
  }

  takeOrphan(): Lease<P> | undefined {
    for (const job of this.#jobs) {
      for (const [id, lease] of job.leases) {
        if (lease.thief !== undefined) continue;
        job.leases.delete(id);
        return lease;
      }
    }
    return undefined;
  }

  /** Takes back what a thief has hardly begun: it has been given something else before. */
  revoke(): Lease<P> | undefined {
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

  /** Those who work for this process. */
  get thieves(): ProcessId[] {
    const thieves = this.#jobs.flatMap(({ leases }) => [...leases.values()].map((l) => l.thief));
    return thieves.filter(
      (thief) => thief !== undefined && thief !== this.#context.self,
    ) as number[];
  }

  /** A process is lost: its work is dropped, and what it was given is to be done by others. */
  forget(process: ProcessId): void {
    for (const job of [...this.#jobs]) {
      // Dropping one job may have dropped others.
      if (job.origin?.owner !== process || !this.#jobs.includes(job)) continue;
      this.drop(job);
      this.#context.post(process, { type: 'decline', lease: job.origin.lease });
    }
    for (const job of this.#jobs) {
      for (const [id, lease] of [...job.leases]) {
        if (lease.thief !== process) continue;
        this.#context.post(process, { type: 'abort', lease: id });
        this.orphan(lease, id);
      }
    }
  }

  #announce({ thief, alpha, beta }: Lease<P>, lease: number): void {
    if (thief === undefined) return;
    if (thief !== this.#context.self) {
      this.#context.post(thief, { type: 'window', lease, alpha, beta });
      return;
    }
    const job = this.of(thief, lease);
    if (job !== undefined) this.narrow(job, alpha, beta);
  }

  #dismiss({ thief }: Lease<P>, lease: number): void {
    if (thief === undefined) return;
    if (thief !== this.#context.self) {
      this.#context.post(thief, { type: 'abort', lease });
      return;
    }
    const job = this.of(thief, lease);
    if (job !== undefined) this.drop(job);
  }
}
