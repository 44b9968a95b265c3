// A process of Young Brothers Wait. All are equals: a process that has nothing to do asks another one for work, and is
// given a child of the node nearest the root that the rule of the young brothers allows to split. An owner that must
// wait asks those first that search for it.
//
// A process keeps several searches at once, the older ones waiting or ready to go on; the oldest that can go on does,
// since most others depend on it.
import { createRandom } from '../../core/random.js';
import { bounds, FULL_DEPTH, INFINITE } from '../../core/score.js';
import type { Micros, ProcessId, SearchFinding, Step } from '../actor.js';
import type { SearchPlan } from '../algorithm.js';
import { countSearch } from '../counters.js';
import { pliesToEnd, settled } from '../depths.js';
import type { Ports, SplitPart } from '../ports.js';
import { type Behaviour, idleUntil, type ProcessContext } from '../process.js';
import { addNodes } from '../received.js';
import { RoundTripNodes } from '../round-trip-nodes.js';
import {
  LEASES,
  type OngoingSearch,
  ongoingSearch,
  type SplitLease,
  SplitLedger,
  type SplitOrigin,
  type SplitValue,
} from '../work-sharing/split-ledger.js';
import type { YoungBrothersMessage } from './messages.js';
import type { YoungBrothersSettings } from './settings.js';
import { SplitDepths } from './split-depth.js';
import { VictimChoice } from './victim-choice.js';
import { WorkRequests } from './work-requests.js';

type Work = Extract<YoungBrothersMessage, { type: 'work' }>;

/** A piece is about this share of a whole depth's search, before any piece has been measured. */
const SHARE_OF_DEPTH = 1 / 4;

/** Nodes of a piece between threads, where a round trip is too short to be measured, and at most. */
const USUAL_GRAIN = 1000;
/** At least, with any measured speed. */
const LEAST_GRAIN = 8;

/** Nothing was searched, but there is more to do. */
const BUSY: Step = { nodes: 0, masterNodes: 0, idle: false, wakeAt: 0 };

export class YoungBrothersProcess<P> implements Behaviour<YoungBrothersMessage> {
  readonly #context: ProcessContext<YoungBrothersMessage>;
  readonly #lastDepth: number;
  readonly #settings: YoungBrothersSettings;
  readonly #victims: VictimChoice;
  readonly #splitDepths: SplitDepths;
  /** Measures what a piece should be, where that is not set. */
  readonly #roundTripNodes: RoundTripNodes | undefined;
  readonly #ledger: SplitLedger<P>;
  readonly #requests = new WorkRequests();
  /** The process that this one has asked for work that it does not need yet, and when it may ask again. */
  #askedAhead: ProcessId | undefined;
  #askAheadAt: Micros = 0;
  /** True when messages should leave before anything is searched. */
  #urgent = false;
  /** Of the root's search: the depth under way, and all nodes before it. */
  #depth = 0;
  #nodesBefore = 0;
  /** A search that has run since it was looked at last: the step goes on, unless a message ends it. */
  #unseen: OngoingSearch<P> | undefined;
  #over = false;

  constructor(
    context: ProcessContext<YoungBrothersMessage>,
    ports: Ports<P>,
    plan: SearchPlan,
    settings: YoungBrothersSettings,
  ) {
    this.#context = context;
    const { request, linkTimes, from: first = 1 } = plan;
    const { depth } = request;
    this.#lastDepth = depth;
    this.#settings = settings;
    const random = createRandom(Math.imul(request.seed, 0x10001) + context.self);
    this.#victims = new VictimChoice(random, settings.patience, settings.rest);
    const { roundTrip } = linkTimes ?? {};
    const measures = settings.grain === 0 && roundTrip !== undefined;
    this.#roundTripNodes = measures ? new RoundTripNodes(roundTrip) : undefined;
    this.#splitDepths = new SplitDepths(settings.grain || USUAL_GRAIN, pliesToEnd(ports.rules));
    const { rules } = ports;
    const searches = ports.searches.slice(0, settings.searches);
    const firstLease = context.incarnation * LEASES;
    this.#ledger = new SplitLedger(context, { rules, searches }, depth, firstLease);
    if (context.self === 0) {
      const search = ports.searches[0]!;
      const from = Math.min(first, depth);
      search.start(ports.rules.root, { from, depth });
      const window = { alpha: -INFINITE, beta: INFINITE };
      this.#ledger.add(ongoingSearch({ search, path: [], depth, ...window }));
    }
  }

  message(from: ProcessId, message: YoungBrothersMessage, now: Micros): void {
    this.#lookAtUnseen();
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
        if (this.#victims.asked === from) this.#victims.refused(message.hint, now);
        return;
      case 'work':
        this.#takeWork(from, message);
        return;
      case 'result': {
        const { lease: id, nodes, value, complete, pv } = message;
        const found = { value, complete, pv, bound: bounds[message.bound]! };
        const lease = this.#ledger.answered(from, id, found);
        if (lease !== undefined) this.#result(lease, id, nodes, found);
        return;
      }
      case 'window':
      case 'abort':
        this.#ledger.message(from, message);
        return;
      case 'decline': {
        const isHeld = this.#ledger.leaseOf(from, message.lease) !== undefined;
        this.#ledger.message(from, message);
        if (isHeld) this.#serve();
        return;
      }
      case 'gone':
        if (from === 0 && message.process < this.#context.size) this.#forget(message.process);
        else this.#context.refuse(from);
    }
  }

  lost(process: ProcessId): void {
    this.#lookAtUnseen();
    this.#forget(process);
    if (this.#context.self !== 0) return;
    // Only process 0 and the others watch each other, so all must learn of a loss from it.
    for (let to = 1; to < this.#context.size; to++) {
      if (to !== process) this.#context.post(to, { type: 'gone', process });
    }
  }

  back(): void {}

  work(budget: number, now: Micros, goesOn = false): Step {
    if (this.#over) return idleUntil();
    this.#roundTripNodes?.stepBegins(now);
    const urgent = this.#urgent;
    this.#urgent = false;
    const current = this.#runnable ?? this.#ownWork();
    if (current === undefined) return this.#askForWork(now);
    if (urgent) return BUSY;
    const nodes = countSearch(this.#context.counters, current.search, budget);
    const { counters, self } = this.#context;
    if (current.origin !== undefined && current.origin.owner !== self) counters.helpNodes += nodes;
    if (goesOn && nodes >= budget && current.search.status === 'running') {
      this.#unseen = current;
      return { ...BUSY, nodes };
    }
    this.#unseen = undefined;
    this.#roundTripNodes?.stepEnds(nodes, budget);
    this.#look(current);
    this.#serve();
    if (this.#over) return { ...idleUntil(), nodes };
    const next = this.#runnable ?? this.#ownWork();
    if (next === undefined) return { ...this.#askForWork(now), nodes };
    this.#askAhead(next, now);
    return { ...BUSY, nodes };
  }

  /** The oldest search that can go on: most others depend on it. */
  get #runnable(): OngoingSearch<P> | undefined {
    return this.#ledger.searches.find(({ search }) => search.status === 'running');
  }

  get #running(): readonly OngoingSearch<P>[] {
    return this.#ledger.searches.filter(({ search }) => search.status === 'running');
  }

  /** Asks the owner of the work under way for more, when there is nothing after it. */
  #askAhead({ origin }: OngoingSearch<P>, now: Micros): void {
    if (!this.#settings.ahead || this.#askedAhead !== undefined || now < this.#askAheadAt) return;
    if (origin === undefined || origin.owner === this.#context.self) return;
    if (this.#running.length > 1 || this.#ledger.freeSearch === undefined) return;
    this.#askedAhead = origin.owner;
    this.#askAheadAt = now + this.#settings.patience;
    this.#context.post(origin.owner, { type: 'ask', ahead: true });
  }

  /** What a search has left must be known before a message about it is judged. */
  #lookAtUnseen(): void {
    const ran = this.#unseen;
    this.#unseen = undefined;
    if (ran !== undefined) this.#look(ran);
  }

  /** Looks at the state of a search. */
  #look(ran: OngoingSearch<P>): void {
    const { search, origin } = ran;
    const isDone = search.status === 'done';
    if (origin !== undefined && isDone) {
      this.#finish(ran, origin, search.found!);
      return;
    }
    this.#ledger.refresh(ran);
    if (origin !== undefined) return;
    if (isDone || search.depth !== this.#depth) {
      this.#depth = search.depth;
      if (search.found !== undefined) this.#report(ran, search.found);
    }
    if (isDone) {
      this.#over = true;
      this.#context.report({ type: 'done' });
    }
  }

  #report(root: OngoingSearch<P>, found: SearchFinding): void {
    const finding = settled(found, this.#lastDepth) ?? found;
    this.#context.report({ type: 'depth', finding });
    const nodes = totalNodes(root);
    if (found.depth < FULL_DEPTH) {
      this.#measure();
      const share = (nodes - this.#nodesBefore) * SHARE_OF_DEPTH;
      this.#splitDepths.note(found.depth, 0, share);
    }
    this.#nodesBefore = nodes;
  }

  #finish(ended: OngoingSearch<P>, { owner, lease: id }: SplitOrigin, found: SearchFinding): void {
    this.#ledger.remove(ended);
    const nodes = totalNodes(ended);
    if (owner === this.#context.self) {
      const lease = this.#ledger.leaseOf(owner, id);
      if (lease !== undefined) this.#result(lease, id, nodes, found);
      return;
    }
    const { value, complete, pv } = found;
    const bound = bounds.indexOf(found.bound);
    this.#context.post(owner, { type: 'result', lease: id, value, bound, complete, pv, nodes });
  }

  #result(lease: SplitLease<P>, id: number, nodes: number, value: SplitValue): void {
    this.#measure();
    this.#ledger.deliver(lease, id, nodes, value);
    this.#splitDepths.note(lease.part.depth, lease.path.length, nodes);
  }

  #measure(): void {
    if (this.#roundTripNodes === undefined) return;
    const nodes = this.#settings.grainTrips * this.#roundTripNodes.value;
    this.#splitDepths.want(Math.min(USUAL_GRAIN, Math.max(LEAST_GRAIN, nodes)));
  }

  /** Gives work to those who asked for it, as long as there is any. */
  #serve(): void {
    this.#giveAway(this.#requests.idle);
    for (const process of this.#requests.idle) {
      const spare = this.#spare();
      if (spare === undefined) return;
      this.#requests.remove(process);
      this.#ledger.drop(spare);
      const { owner, lease } = spare.origin!;
      this.#ledger.decline(owner, lease);
      if (owner === process) continue;
      this.#context.post(process, { type: 'none', hint: owner });
    }
    this.#giveAway(this.#requests.ahead);
  }

  #giveAway(processes: readonly ProcessId[]): void {
    for (const process of processes) {
      const lease = this.#ledger.takeOrphan() ?? this.#split();
      if (lease === undefined) return;
      this.#requests.remove(process);
      this.#give(lease, process);
    }
  }

  /** A search that has not begun while another is under way; its owner can find another process for it. */
  #spare(): OngoingSearch<P> | undefined {
    const running = this.#running;
    if (running.length < 2) return undefined;
    return running.find(
      ({ search, origin }) =>
        search.nodes === 0 && origin !== undefined && origin.owner !== this.#context.self,
    );
  }

  /** Those that search for this process are the only ones that it knows to be busy. */
  #refuseAll(): void {
    const { holders } = this.#ledger;
    for (const process of [...this.#requests.idle, ...this.#requests.ahead]) {
      const hint = holders.find((holder) => holder !== process);
      this.#context.post(process, { type: 'none', hint });
    }
    this.#requests.clear();
  }

  #split(): SplitLease<P> | undefined {
    return this.#ledger.split(
      ({ search }) => this.#splitDepths.of(search.depth).least,
      this.#settings.reasonable,
    );
  }

  #give(lease: SplitLease<P>, holder: ProcessId): void {
    const id = this.#ledger.lend(lease, holder);
    const { path, part, alpha, beta } = lease;
    const { depth, sign, type: nodeType, scout } = part;
    const { least: leastDepth } = this.#splitDepths.of(depth);
    const child = { depth, alpha, beta, same: sign === 1, nodeType, scout };
    this.#context.post(holder, { type: 'work', lease: id, path, ...child, leastDepth });
  }

  /** While all searches wait: a child of them that this process can search itself. */
  #ownWork(): OngoingSearch<P> | undefined {
    const ledger = this.#ledger;
    if (ledger.searches.length === 0) return undefined;
    const free = ledger.freeSearch;
    if (free === undefined && !ledger.isReserveFree) return undefined;
    const lease =
      ledger.takeOrphan() ?? ledger.revoke() ?? (free === undefined ? undefined : this.#split());
    return lease && ledger.lendToSelf(lease, free ?? ledger.reserve);
  }

  #takeWork(owner: ProcessId, work: Work): void {
    const position = this.#ledger.offered(owner, work);
    if (position === undefined) return;
    if (!this.#accept(owner, work, position)) this.#ledger.decline(owner, work.lease);
  }

  /** False when no search is free for the work. */
  #accept(owner: ProcessId, work: Work, position: P): boolean {
    if (this.#askedAhead === owner) this.#askedAhead = undefined;
    const { asked } = this.#victims;
    if (asked !== undefined && asked !== owner) this.#context.post(asked, { type: 'cancel' });
    this.#victims.succeeded();
    const search = this.#ledger.freeSearch;
    if (search === undefined) return false;
    const { depth, alpha, beta, scout, path, leastDepth, lease } = work;
    const type = work.nodeType as SplitPart['type'];
    this.#splitDepths.of(depth).suggest(leastDepth);
    const part: SplitPart = { depth, alpha, beta, sign: work.same ? 1 : -1, type, scout };
    this.#ledger.take(search, position, path, part, { owner, lease });
    return true;
  }

  #askForWork(now: Micros): Step {
    this.#refuseAll();
    if (this.#ledger.freeSearch === undefined) return idleUntil();
    const victims = this.#victims;
    if (this.#askedAhead !== undefined) victims.prefer(this.#askedAhead);
    this.#askedAhead = undefined;
    if (victims.isDue(now)) {
      const others = this.#reachable();
      if (others.length === 0) return idleUntil();
      const before = victims.asked;
      const asked = victims.ask(others, this.#ledger.holders, now);
      if (before !== undefined) this.#context.post(before, { type: 'cancel' });
      this.#context.post(asked, { type: 'ask', ahead: false });
    }
    return idleUntil(victims.wakeAt);
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
    this.#victims.forget(process);
    this.#ledger.forget(process);
    this.#urgent = true;
  }
}

/** Nodes of a search, with those that other processes have searched for it. */
const totalNodes = <P>({ search, others }: OngoingSearch<P>): number =>
  addNodes(search.nodes, others);
