// The searches that a process has under way, and the children that it has given away of them. A child is given away
// under a lease: its owner gets the value, sends the other process narrower windows, and dismisses it when the
// child is cut off. A child may also be leased to the process itself; then the same happens without a message.
//
// The last search of a process is kept for children that came back from a lost process. It is never split, so a
// search in it always ends, and no lease waits for ever.
import type { ProcessId, SearchFinding } from '../actor.js';
import { countRepeat } from '../counters.js';
import { follow } from '../path.js';
import type { Ports, SearchPort, SplitPart } from '../ports.js';
import type { ProcessContext } from '../process.js';
import { addNodes, hasDepth, isLegalLine, isValue } from '../received.js';
import { boundsOf, decides } from '../value-bounds.js';

export type SplitValue = Pick<SearchFinding, 'value' | 'bound' | 'complete' | 'pv'>;

/** A child that was given away. */
export interface SplitLease<P> {
  readonly owner: OngoingSearch<P>;
  readonly ticket: number;
  /** Moves from the root of the game to the child. */
  readonly path: readonly number[];
  readonly part: SplitPart;
  /** The process that searches it; undefined when one must be found. */
  holder: ProcessId | undefined;
  /** Others that were sent to help the holder. */
  helpers: number;
  /** True when a process has searched for it before. */
  again?: boolean;
  /** The window that the holder knows. */
  alpha: number;
  beta: number;
}

/** The lease under which another process gave a search to this one. */
export interface SplitOrigin {
  readonly owner: ProcessId;
  readonly lease: number;
}

/** One search under way. */
export interface OngoingSearch<P> {
  readonly search: SearchPort<P>;
  /** Moves from the root of the game to the root of this search, and its depth. */
  readonly path: readonly number[];
  readonly depth: number;
  /** Undefined when the process searches it on its own account. */
  readonly origin: SplitOrigin | undefined;
  /** The window that it is searched in; that of a child of another search only ever narrows. */
  alpha: number;
  beta: number;
  /** True when no process waits for it yet. */
  speculative: boolean;
  /** By the numbers under which the holders know them. */
  readonly leases: Map<number, SplitLease<P>>;
  /** Nodes that other processes have searched for it, by their counts. */
  others: number;
}

/** A search at its beginning, on the process's own account unless `origin` is given. */
export const ongoingSearch = <P>(
  given: Pick<OngoingSearch<P>, 'search' | 'path' | 'depth' | 'alpha' | 'beta'>,
  origin?: SplitOrigin,
): OngoingSearch<P> => ({
  ...given,
  origin,
  speculative: false,
  leases: new Map(),
  others: 0,
});

/** The messages between the owner of a child and the process that searches it. */
export type SplitMessage =
  | {
      readonly type: 'window';
      readonly lease: number;
      readonly alpha: number;
      readonly beta: number;
    }
  | { readonly type: 'abort'; readonly lease: number }
  | { readonly type: 'decline'; readonly lease: number };

/** The data of an offered child. */
export interface OfferedSplit {
  readonly path: readonly number[];
  readonly depth: number;
  readonly alpha: number;
  readonly beta: number;
  readonly nodeType: number;
}

/** Events that an algorithm handles. */
export interface SplitEvents<P> {
  /** A search was left before its end. */
  dropped?(search: OngoingSearch<P>): void;
  /** The holder of a child that is wanted no more is free. */
  dismissed?(holder: ProcessId): void;
}

/** Leases of one incarnation of a process. */
export const LEASES = 2 ** 30;

export class SplitLedger<P> {
  readonly #context: ProcessContext<SplitMessage>;
  readonly #ports: Pick<Ports<P>, 'rules' | 'searches'>;
  readonly #last: number;
  readonly #events: SplitEvents<P>;
  /** Oldest first. */
  readonly #searches: OngoingSearch<P>[] = [];
  #nextLease: number;

  /** `last` is the depth of the whole search; leases are numbered from `firstLease` on. */
  constructor(
    context: ProcessContext<SplitMessage>,
    ports: Pick<Ports<P>, 'rules' | 'searches'>,
    last: number,
    firstLease: number,
    events: SplitEvents<P> = {},
  ) {
    this.#context = context;
    this.#ports = ports;
    this.#last = last;
    this.#events = events;
    this.#nextLease = firstLease;
  }

  /** All searches under way, oldest first. */
  get searches(): readonly OngoingSearch<P>[] {
    return this.#searches;
  }

  /** The search for children that came back. */
  get reserve(): SearchPort<P> {
    return this.#ports.searches[this.#ports.searches.length - 1]!;
  }

  get isReserveFree(): boolean {
    return this.#isFree(this.reserve);
  }

  /** A search that is not used; a single one is never split, so it needs no reserve. */
  get freeSearch(): SearchPort<P> | undefined {
    const { searches } = this.#ports;
    for (let i = 0; i < Math.max(1, searches.length - 1); i++) {
      if (this.#isFree(searches[i]!)) return searches[i];
    }
    return undefined;
  }

  /** A search has begun. */
  add(search: OngoingSearch<P>): void {
    this.#searches.push(search);
  }

  /** Begins the search of a child. */
  take(
    search: SearchPort<P>,
    position: P,
    path: readonly number[],
    part: SplitPart,
    origin: SplitOrigin,
  ): OngoingSearch<P> {
    search.take(position, part, path);
    return this.begun(search, path, part, origin);
  }

  /** The search of a child has begun. */
  begun(
    search: SearchPort<P>,
    path: readonly number[],
    { depth, alpha, beta }: SplitPart,
    origin: SplitOrigin,
  ): OngoingSearch<P> {
    const begun = ongoingSearch({ search, path, depth, alpha, beta }, origin);
    this.#searches.push(begun);
    this.#context.counters.jobs++;
    return begun;
  }

  /** The search of a child of another process. */
  searchOf(owner: ProcessId, lease: number): OngoingSearch<P> | undefined {
    return this.#searches.find(({ origin }) => origin?.owner === owner && origin.lease === lease);
  }

  /** Tells holders what has changed for them; call after a search has run or got a new window. */
  refresh(search: OngoingSearch<P>): void {
    for (const [id, lease] of search.leases) {
      const window = search.search.window(lease.ticket);
      if (window === undefined) {
        search.leases.delete(id);
        this.#dismiss(lease, id);
      } else if (window.alpha > lease.alpha || window.beta < lease.beta) {
        lease.alpha = window.alpha;
        lease.beta = window.beta;
        this.#announce(lease, id);
      }
    }
  }

  /** The search goes on in another window, and what was given away of it. */
  rewindow(search: OngoingSearch<P>, alpha: number, beta: number): void {
    search.alpha = alpha;
    search.beta = beta;
    search.search.rewindow(alpha, beta);
    this.refresh(search);
  }

  /** Leaves a search whose value is not wanted, with all that was given away of it. */
  drop(search: OngoingSearch<P>): void {
    this.#context.counters.abandonedNodes += search.search.nodes;
    this.remove(search);
    this.#events.dropped?.(search);
  }

  /** A search has ended: no process need work for it any more. */
  remove(search: OngoingSearch<P>): void {
    this.#searches.splice(this.#searches.indexOf(search), 1);
    search.search.release?.();
    for (const [id, lease] of search.leases) this.#dismiss(lease, id);
    search.leases.clear();
  }

  /**
   * Splits the node nearest the root of the game, of all searches that some process waits for, where children are
   * at least as deep as `leastDepth` says. Undefined when no node can be split.
   */
  split(
    leastDepth: (search: OngoingSearch<P>) => number,
    reasonable: number,
  ): SplitLease<P> | undefined {
    let best: { readonly owner: OngoingSearch<P>; readonly ply: number } | undefined;
    for (const owner of this.#searches) {
      if (owner.search === this.reserve || owner.speculative) continue;
      const ply = owner.search.candidate({ minDepth: leastDepth(owner) + 1, reasonable });
      if (ply === undefined) continue;
      if (best === undefined || owner.path.length + ply < best.owner.path.length + best.ply) {
        best = { owner, ply };
      }
    }
    const child = best?.owner.search.split(best.ply);
    if (best === undefined || child === undefined) return undefined;
    const { ticket, depth, alpha, beta, sign, type, scout } = child;
    const part = { depth, alpha, beta, sign, type, scout };
    const path = [...best.owner.path, ...child.path];
    return { owner: best.owner, ticket, path, part, holder: undefined, helpers: 0, alpha, beta };
  }

  /** Gives a child to a process; returns the number of the new lease. */
  lend(lease: SplitLease<P>, holder: ProcessId | undefined): number {
    const id = this.#nextLease++;
    lease.holder = holder;
    lease.owner.leases.set(id, lease);
    return id;
  }

  /** Searches a child here. */
  lendToSelf(lease: SplitLease<P>, search: SearchPort<P>): OngoingSearch<P> {
    const owner = this.#context.self;
    const id = this.lend(lease, owner);
    const { path, part, alpha, beta } = lease;
    const position = follow(this.#ports.rules, path)!;
    return this.take(search, position, path, { ...part, alpha, beta }, { owner, lease: id });
  }

  /** A child that was given away must be searched by another process. */
  orphan(lease: SplitLease<P>, id: number): void {
    lease.owner.leases.delete(id);
    this.lend(lease, undefined);
  }

  takeOrphan(): SplitLease<P> | undefined {
    for (const { leases } of this.#searches) {
      for (const [id, lease] of leases) {
        if (lease.holder !== undefined) continue;
        leases.delete(id);
        return lease;
      }
    }
    return undefined;
  }

  /** Takes back what a holder has hardly begun: it has been given something else before. */
  revoke(): SplitLease<P> | undefined {
    const seen = new Set<ProcessId>();
    let last: { readonly id: number; readonly lease: SplitLease<P> } | undefined;
    for (const { leases } of this.#searches) {
      for (const [id, lease] of leases) {
        if (lease.holder === undefined || lease.holder === this.#context.self) continue;
        if (seen.has(lease.holder) && (last === undefined || id > last.id)) last = { id, lease };
        seen.add(lease.holder);
      }
    }
    if (last === undefined) return undefined;
    last.lease.owner.leases.delete(last.id);
    this.#dismiss(last.lease, last.id);
    return last.lease;
  }

  /** A child of this process that the holder still has. */
  leaseOf(holder: ProcessId, id: number): SplitLease<P> | undefined {
    for (const { leases } of this.#searches) {
      const lease = leases.get(id);
      if (lease !== undefined) return lease.holder === holder ? lease : undefined;
    }
    return undefined;
  }

  /** Other processes that search for this one. */
  get holders(): ProcessId[] {
    const holders = this.#searches.flatMap(({ leases }) =>
      [...leases.values()].map(({ holder }) => holder),
    );
    return holders.filter(
      (holder) => holder !== undefined && holder !== this.#context.self,
    ) as ProcessId[];
  }

  /** Takes the value of a child, and how much was searched for it. */
  deliver(lease: SplitLease<P>, id: number, size: number, value: SplitValue): void {
    const { owner, ticket } = lease;
    // A lease ends as soon as its child is unwanted: a value that is not taken would leave the search waiting for ever.
    if (!owner.search.deliver(ticket, value)) {
      throw new Error(`lease ${id}: no search waits for its value`);
    }
    owner.leases.delete(id);
    owner.others = addNodes(owner.others, size);
    if (lease.again) countRepeat(this.#context.counters, 'owner', size);
    this.refresh(owner);
  }

  /** Handles a message about a lease; the sender of one that cannot be right is refused. */
  message(from: ProcessId, message: SplitMessage): void {
    const search = this.searchOf(from, message.lease);
    switch (message.type) {
      case 'window': {
        if (search === undefined) return;
        const { alpha, beta } = message;
        const narrows = alpha < beta && alpha >= search.alpha && beta <= search.beta;
        if (narrows) this.rewindow(search, alpha, beta);
        else this.#context.refuse(from);
        return;
      }
      case 'abort':
        if (search !== undefined) this.drop(search);
        return;
      case 'decline': {
        const lease = this.leaseOf(from, message.lease);
        if (lease !== undefined) this.orphan(lease, message.lease);
        else if (!this.#hasLent(message.lease)) this.#context.refuse(from);
      }
    }
  }

  /**
   * The lease that another process's value answers. Undefined when the lease is over by now, or when the value
   * cannot be right: then its sender is refused.
   */
  answered(from: ProcessId, id: number, value: SplitValue): SplitLease<P> | undefined {
    const lease = this.leaseOf(from, id);
    const believed = lease === undefined ? this.#hasLent(id) : this.#answers(lease, value);
    if (believed) return lease;
    this.#context.refuse(from);
    return undefined;
  }

  /** The position of a child that another process offers; one that cannot be right is refused with its sender. */
  offered(from: ProcessId, offer: OfferedSplit): P | undefined {
    const { path, depth, alpha, beta, nodeType } = offer;
    const { rules } = this.#ports;
    const isPart = nodeType >= 1 && alpha < beta && hasDepth(rules, this.#last, path.length, depth);
    const position = isPart ? follow(rules, path) : undefined;
    if (position === undefined) this.#context.refuse(from);
    return position;
  }

  /** A process is lost: its children are dropped, and what it was given is to be searched by others. */
  forget(process: ProcessId): void {
    for (const search of [...this.#searches]) {
      // Dropping one may have dropped others.
      if (search.origin?.owner !== process || !this.#searches.includes(search)) continue;
      this.drop(search);
      this.decline(process, search.origin.lease);
    }
    for (const { leases } of this.#searches) {
      for (const [id, lease] of [...leases]) {
        if (lease.holder !== process) continue;
        this.#context.post(process, { type: 'abort', lease: id });
        lease.again = true;
        this.orphan(lease, id);
      }
    }
  }

  /** Leaves everything. */
  clear(): void {
    for (const search of [...this.#searches]) {
      if (!this.#searches.includes(search)) continue;
      this.drop(search);
      const { origin } = search;
      if (origin !== undefined && origin.owner !== this.#context.self) {
        this.decline(origin.owner, origin.lease);
      }
    }
  }

  decline(owner: ProcessId, lease: number): void {
    this.#context.post(owner, { type: 'decline', lease });
  }

  /** Whether this process may have given away a child under this number, now or before it was lost. */
  #hasLent(id: number): boolean {
    return id < this.#nextLease;
  }

  /**
   * Whether a value answers what was asked with a lease. A holder's window is never narrower than the child's, so an
   * honest value always does. Only an exact value needs its line.
   */
  #answers({ owner, ticket, path }: SplitLease<P>, found: SplitValue): boolean {
    const { rules } = this.#ports;
    const window = owner.search.window(ticket);
    if (window === undefined || !isValue(found.value)) return false;
    if (!decides(boundsOf(found), window.alpha, window.beta)) return false;
    return found.bound !== 'exact' || isLegalLine(rules, follow(rules, path)!, found.pv);
  }

  #announce({ holder, alpha, beta }: SplitLease<P>, lease: number): void {
    if (holder === undefined) return;
    if (holder !== this.#context.self) {
      this.#context.post(holder, { type: 'window', lease, alpha, beta });
      return;
    }
    const search = this.searchOf(holder, lease);
    if (search !== undefined) this.rewindow(search, alpha, beta);
  }

  #dismiss({ holder }: SplitLease<P>, lease: number): void {
    if (holder === undefined) return;
    if (holder !== this.#context.self) {
      this.#context.post(holder, { type: 'abort', lease });
      this.#events.dismissed?.(holder);
      return;
    }
    const search = this.searchOf(holder, lease);
    if (search !== undefined) this.drop(search);
  }

  #isFree(place: SearchPort<P>): boolean {
    return !this.#searches.some(({ search }) => search === place);
  }
}
