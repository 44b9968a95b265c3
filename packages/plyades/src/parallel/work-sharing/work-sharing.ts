// Workers that search parts of each other's work, past the thesis: towards the end of an iteration a few large
// pieces would keep all others waiting, so a worker that has nothing required to do searches parts of them. The
// master says which worker helps which. A part is a child of the node nearest the root of a running search that the rule of
// the young brothers allows to split.
import { bounds, FULL_DEPTH } from '../../core/score.js';
import type { ProcessId } from '../actor.js';
import { pliesToEnd } from '../depths.js';
import { follow } from '../path.js';
import { ENTRY_BYTES, type Ports, type SearchPort, type SplitPart } from '../ports.js';
import type { ProcessContext } from '../process.js';
import { addNodes, isOtherWorker } from '../received.js';
import type { RoundTripNodes } from '../round-trip-nodes.js';
import type { WorkSharingMessage } from './messages.js';
import { PartDepth } from './part-depth.js';
import {
  LEASES,
  type OngoingSearch,
  type SplitLease,
  SplitLedger,
  type SplitValue,
} from './split-ledger.js';

type PartMessage = Extract<WorkSharingMessage, { type: 'part' }>;

/** Children of a node of type 2 that are searched one after the other before it is split. */
const REASONABLE = 1;

/** All that was searched for it, in nodes that are not leaves. */
export const sizeOf = <P>({ search, others }: OngoingSearch<P>): number =>
  addNodes(search.nodes - search.leaves + others, search.elsewhere ?? 0);

export class WorkSharing<P> {
  readonly #context: ProcessContext<WorkSharingMessage>;
  readonly #ports: Ports<P>;
  readonly #roundTripNodes: RoundTripNodes;
  readonly #partTrips: number;
  readonly #handsOver: boolean;
  /** Plies to the end of the game from the root, FULL_DEPTH when they are not known. */
  #gameLength: number | undefined;
  /** Sizes of pieces and parts of a limited depth, and of those to the end of the game. */
  readonly #limited = new PartDepth();
  readonly #full = new PartDepth();
  readonly #ledger: SplitLedger<P>;
  /** Processes that wait for a part of this worker's searches, in the order of their arrival. */
  readonly #helpers = new Set<ProcessId>();

  /**
   * `last` is the depth of the whole search. A part takes at least `partTrips` round trips to search, on average.
   * `handsOver`: a part is sent with its table entries.
   */
  constructor(
    context: ProcessContext<WorkSharingMessage>,
    ports: Ports<P>,
    roundTripNodes: RoundTripNodes,
    last: number,
    partTrips: number,
    handsOver = false,
  ) {
    this.#context = context;
    this.#ports = ports;
    this.#roundTripNodes = roundTripNodes;
    this.#partTrips = partTrips;
    this.#handsOver = handsOver;
    this.#ledger = new SplitLedger(context, ports, last, context.incarnation * LEASES + 1, {
      dropped: ({ origin }) => {
        if (origin !== undefined) this.#handBack(origin.owner);
      },
      dismissed: (holder) => this.#helpers.add(holder),
    });
  }

  /** All searches under way, oldest first. */
  get searches(): readonly OngoingSearch<P>[] {
    return this.#ledger.searches;
  }

  /** A search for a new piece or part, if there is one. */
  get freeSearch(): SearchPort<P> | undefined {
    return this.#ledger.freeSearch;
  }

  /** A search on this worker's own account has begun. */
  add(search: OngoingSearch<P>): void {
    this.#ledger.add(search);
  }

  /** A search has ended by itself: no helper need work for it any more, and its size is known. */
  finish(ended: OngoingSearch<P>): void {
    this.#ledger.remove(ended);
    const size = sizeOf(ended);
    this.#note(ended.depth, ended.path, size);
    const { origin, search } = ended;
    if (origin === undefined) return;
    const { owner, lease: id } = origin;
    const found = search.found!;
    if (owner === this.#context.self) {
      const lease = this.#ledger.leaseOf(owner, id);
      if (lease !== undefined) this.#deliver(owner, lease, id, size, found);
      return;
    }
    const { value, complete, pv } = found;
    const bound = bounds.indexOf(found.bound);
    this.#context.post(owner, { type: 'result', lease: id, value, bound, complete, pv, size });
    this.#handBack(owner);
  }

  /** Leaves a search whose value is not wanted, with all that was given away of it. */
  drop(search: OngoingSearch<P>): void {
    this.#ledger.drop(search);
  }

  /** Tells helpers what has changed for them; call after a search has run or got a new window. */
  refresh(search: OngoingSearch<P>): void {
    this.#ledger.refresh(search);
  }

  rewindow(search: OngoingSearch<P>, alpha: number, beta: number): void {
    this.#ledger.rewindow(search, alpha, beta);
  }

  /** Gives parts to those who wait for some, as long as there are any; returns the nodes that it looked at. */
  serve(): number {
    let nodes = 0;
    for (const helper of this.#helpers) {
      // The part would be lost, and waited for for ever.
      if (!this.#context.isUp(helper)) {
        this.#helpers.delete(helper);
        continue;
      }
      const lease = this.#ledger.takeOrphan() ?? this.#split();
      if (lease === undefined) break;
      this.#helpers.delete(helper);
      nodes += this.#give(lease, helper);
    }
    for (const helper of this.#helpers) {
      const other = this.#divisible(helper);
      if (other === undefined) break;
      this.#helpers.delete(helper);
      other.helpers++;
      this.#context.post(other.holder!, { type: 'help', helper });
    }
    return nodes;
  }

  /** The largest part that another worker has and may split again, by depth and helpers. */
  #divisible(helper: ProcessId): SplitLease<P> | undefined {
    let best: SplitLease<P> | undefined;
    for (const search of this.searches) {
      if (search.speculative) continue;
      for (const lease of search.leases.values()) {
        const { holder, part } = lease;
        if (holder === undefined || holder === helper || holder === this.#context.self) continue;
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
  ownPart(): OngoingSearch<P> | undefined {
    const ledger = this.#ledger;
    if (!this.searches.some(({ search }) => search.status === 'waiting')) return undefined;
    const search = ledger.freeSearch;
    if (search === undefined && !ledger.isReserveFree) return undefined;
    const lease = ledger.takeOrphan() ?? (search === undefined ? undefined : this.#split());
    return lease && ledger.lendToSelf(lease, search ?? ledger.reserve);
  }

  /** `willing`: whether this worker may search for another one now. */
  message(from: ProcessId, message: WorkSharingMessage, willing: boolean): void {
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
      case 'part': {
        const position = this.#ledger.offered(from, message);
        if (position === undefined) return;
        const accepted = willing && this.#accept(from, message, position);
        if (!accepted) this.#ledger.decline(from, message.lease);
        return;
      }
      case 'result': {
        const { lease: id, size, value, complete, pv } = message;
        const found = { value, complete, pv, bound: bounds[message.bound]! };
        const lease = this.#ledger.answered(from, id, found);
        if (lease !== undefined) this.#deliver(from, lease, id, size, found);
        return;
      }
      case 'decline':
        this.#helpers.delete(from);
        this.#ledger.message(from, message);
        return;
      default:
        this.#ledger.message(from, message);
    }
  }

  /** A process is lost: its parts are dropped, and what it was given is to be done by others. */
  forget(process: ProcessId): void {
    this.#helpers.delete(process);
    this.#ledger.forget(process);
  }

  /** Leaves everything. */
  clear(): void {
    this.#helpers.clear();
    this.#ledger.clear();
  }

  /** Processes that waited for parts of a part go to its owner, when there is nothing else to split. */
  #handBack(owner: ProcessId): void {
    if (this.searches.length > 0 || owner === this.#context.self) return;
    for (const helper of this.#helpers) this.#context.post(owner, { type: 'help', helper });
    this.#helpers.clear();
  }

  #deliver(
    holder: ProcessId,
    lease: SplitLease<P>,
    id: number,
    size: number,
    value: SplitValue,
  ): void {
    this.#ledger.deliver(lease, id, size, value);
    this.#note(lease.part.depth, lease.path, size);
    if (holder !== this.#context.self) this.#helpers.add(holder);
  }

  #split(): SplitLease<P> | undefined {
    return this.#ledger.split(({ depth }) => this.#leastDepth(depth), REASONABLE);
  }

  #leastDepth(depth: number): number {
    const { nodes, leaves } = this.#context.counters;
    const { value } = this.#roundTripNodes;
    const wanted = (this.#partTrips * value * (nodes - leaves)) / Math.max(1, nodes);
    return this.#partDepth(depth).least(Math.max(1, wanted));
  }

  #give(lease: SplitLease<P>, helper: ProcessId): number {
    const id = this.#ledger.lend(lease, helper);
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

  /** False when no search is free for the part. */
  #accept(owner: ProcessId, message: PartMessage, position: P): boolean {
    const search = this.freeSearch;
    if (search === undefined) return false;
    const { depth, alpha, beta, scout, path, lease } = message;
    const type = message.nodeType as SplitPart['type'];
    const part: SplitPart = { depth, alpha, beta, sign: message.same ? 1 : -1, type, scout };
    const origin = { owner, lease };
    if (owner !== 0) this.#ledger.take(search, position, path, part, origin);
    else {
      // The master asks for what another worker has found already: this table knows nothing of it.
      search.start(position, { from: 1, depth, alpha, beta, path });
      this.#ledger.begun(search, path, part, origin);
    }
    return true;
  }

  #partDepth(depth: number): PartDepth {
    return depth === FULL_DEPTH ? this.#full : this.#limited;
  }

  #note(depth: number, path: readonly number[], size: number): void {
    this.#partDepth(depth).note(this.#pliesLeft(depth, path), size);
  }

  #pliesLeft(depth: number, path: readonly number[]): number {
    if (depth !== FULL_DEPTH) return depth;
    this.#gameLength ??= pliesToEnd(this.#ports.rules);
    return Math.max(1, this.#gameLength - path.length);
  }
}
