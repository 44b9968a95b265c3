// A worker (section 5.2.3): chooses the best piece of work it knows of, searches it one iteration
// deeper with a window of its own making, and reports the score. It never waits for the master; when
// nothing is required it works ahead, and what is required stops that at once.
import { FULL_DEPTH } from '../../core/score.js';
import type { Micros, ProcessId, Step } from '../actor.js';
import { countRepeat, countSearch, type RepeatReason } from '../counters.js';
import { nextDepth, reached, realDepth } from '../depths.js';
import { lineTo } from '../path.js';
import type { Ports } from '../ports.js';
import { type Behaviour, idleUntil, type ProcessContext } from '../process.js';
import { hasDepth } from '../received.js';
import { RoundTripNodes } from '../round-trip-nodes.js';
import { boundsOf, OPEN_WINDOW, type Window } from '../value-bounds.js';
import { isAmongWorkers } from '../work-sharing/messages.js';
import { type OngoingSearch, ongoingSearch } from '../work-sharing/split-ledger.js';
import { sizeOf, WorkSharing } from '../work-sharing/work-sharing.js';
import { lastingPriority, NOWHERE } from './leaf.js';
import type { AphidMessage } from './messages.js';
import { type AphidSettings, updateTripsOf } from './options.js';
import {
  addScore,
  createPiece,
  type LeafPiece,
  PieceBook,
  repeatReason,
  settleBadBound,
  wasUsed,
} from './piece-book.js';
import { Schedule } from './schedule.js';
import { SpeculativeNodes } from './speculative-nodes.js';
import { learnedWidth, type RootEstimate, windowFor } from './window.js';

/** A piece of work: what the worker knows of a leaf. */
interface Piece<P> extends LeafPiece {
  readonly position: P;
  /** Positions on the way there, the root's last. */
  readonly before: readonly P[];
  readonly path: readonly number[];
  readonly ply: number;
  /** 1 where the side of the root is to move, else -1. */
  readonly sign: number;
  /** Whether the master waits for single searches of a node above the horizon. */
  readonly isProbe: boolean;
  /** Its search under way or suspended; a piece that has one is not in the schedule. */
  ongoing: OwnSearch<P> | undefined;
}

/** A search under way of this worker's own. */
interface OwnSearch<P> extends OngoingSearch<P> {
  readonly origin: undefined;
  /** Undefined for the root, which is searched while there is nothing else. */
  readonly piece: Piece<P> | undefined;
  readonly iteration: number;
  readonly badBound: boolean;
  readonly repeats: RepeatReason | undefined;
  /** How often its window has moved to another place, where it begins again. */
  restarts: number;
}

export class AphidWorker<P> implements Behaviour<AphidMessage> {
  readonly #context: ProcessContext<AphidMessage>;
  readonly #ports: Ports<P>;
  readonly #last: number;
  /** Work ahead goes no deeper. */
  readonly #lastAhead: number;
  readonly #settings: AphidSettings;
  readonly #delegates: boolean;
  readonly #hasOwnTable: boolean;
  readonly #schedule = new Schedule<Piece<P>>();
  readonly #pieces = new PieceBook<Piece<P>>(
    () => this.#schedule,
    ({ ongoing }) => ongoing === undefined,
  );
  readonly #ahead: SpeculativeNodes<Piece<P>>;
  #iteration = 0;
  #values = new Map<number, number>();
  #width = 1;
  #estimate: RootEstimate = { hypothetical: 0, unsurePly: -1 };
  /** The window of the root. */
  #bounds: Partial<Window> = {};
  readonly #sharing: WorkSharing<P>;
  readonly #roundTripNodes: RoundTripNodes;
  #updates: AphidMessage[] = [];
  #nodesSinceUpdate = 0;
  #rootSearched = false;
  #over = false;

  /** `last` is the depth of the whole search; a worker with a table of its own searches the root while there is nothing else. */
  constructor(
    context: ProcessContext<AphidMessage>,
    ports: Ports<P>,
    last: number,
    settings: AphidSettings,
    hasOwnTable: boolean,
    roundTrip: Micros,
  ) {
    this.#context = context;
    this.#ports = ports;
    this.#last = realDepth(ports.rules, last);
    this.#settings = settings;
    this.#delegates = ports.searches.some((search) => search.elsewhere !== undefined);
    // Masters of sites know searches to the last iteration only.
    const beyond = this.#delegates ? 0 : settings.beyond;
    this.#lastAhead =
      this.#last === FULL_DEPTH || beyond === 0
        ? this.#last
        : realDepth(ports.rules, last + beyond);
    this.#hasOwnTable = hasOwnTable;
    this.#rootSearched = !hasOwnTable;
    this.#ahead = new SpeculativeNodes(
      context.counters,
      (piece, iteration) => this.#pieces.has(piece) && wasUsed(piece, iteration),
    );
    this.#roundTripNodes = new RoundTripNodes(roundTrip);
    this.#sharing = new WorkSharing(
      context,
      ports,
      this.#roundTripNodes,
      last + beyond,
      settings.partTrips,
    );
  }

  message(from: ProcessId, message: AphidMessage): void {
    // Where workers may lie, only messages of the master count.
    const isAccepted = from === 0 || (this.#settings.check === 0 && isAmongWorkers(message));
    if (!isAccepted || (from === 0 && !this.#isOrder(message))) {
      this.#context.refuse(from);
      return;
    }
    switch (message.type) {
      case 'iteration':
        this.#iteration = message.iteration;
        this.#ahead.reach(message.iteration);
        for (const { lease, again } of this.#pieces.all()) if (again) this.#clearBadBound(lease);
        for (const ongoing of [...this.#sharing.searches])
          if (isOwn(ongoing) && ongoing.badBound) this.#abandon(ongoing);
        this.#values = new Map(
          message.iterations.map((iteration, i) => [iteration, message.values[i] ?? 0]),
        );
        this.#width =
          this.#settings.width === 'learned'
            ? learnedWidth([...this.#values.values()])
            : this.#settings.width;
        return;
      case 'estimate':
        this.#estimate = {
          hypothetical: message.hypothetical,
          unsurePly: message.unsure - 1,
        };
        if (this.#settings.followUpdates) this.#narrow();
        return;
      case 'bounds':
        this.#bounds = { alpha: message.alpha, beta: message.beta };
        if (this.#settings.followUpdates) this.#narrow();
        return;
      case 'work':
        this.#take(message);
        return;
      case 'probe':
        this.#takeProbe(message);
        return;
      case 'place':
        this.#change(message.lease, (piece) => {
          piece.place = { priority: message.priority, leansRight: message.leansRight };
        });
        return;
      case 'again':
        this.#searchAgain(message);
        return;
      case 'drop':
        this.#drop(message.lease);
        return;
      case 'stop':
        this.#ahead.settle(this.#iteration);
        this.#forget();
        this.#over = true;
        return;
      case 'part':
        if (!this.#requires() && this.#sharing.freeSearch === undefined) this.#evict();
        this.#sharing.message(from, message, !this.#over && !this.#requires());
        return;
      case 'score':
        return;
      default:
        this.#sharing.message(from, message, false);
    }
  }

  /** Whether the master can mean this. */
  #isOrder(message: AphidMessage): boolean {
    switch (message.type) {
      case 'score':
        return false;
      case 'iteration':
        return (
          message.iterations.length === message.values.length &&
          hasDepth(this.#ports.rules, this.#last, 0, message.iteration)
        );
      case 'bounds':
        return message.alpha < message.beta;
      case 'again':
        return message.alpha < message.beta && this.#reaches(message.lease, message.iteration);
      case 'work':
        return message.path.length < this.#last;
      case 'probe':
        return (
          message.alpha < message.beta &&
          message.path.length < message.iteration &&
          message.iteration < this.#last
        );
      default:
        return true;
    }
  }

  /** Whether an iteration searches a piece at all; one that this worker does not have any more is no matter. */
  #reaches(lease: number, iteration: number): boolean {
    const piece = this.#pieces.get(lease);
    return piece === undefined || iteration > piece.ply;
  }

  /** Without the master there is nothing to search for; another worker leaves its parts behind. */
  lost(process: ProcessId): void {
    if (process === 0) this.#forget();
    else this.#sharing.forget(process);
  }

  back(process: ProcessId): void {
    if (process === 0) this.#over = false;
  }

  settle(iteration: number): void {
    this.#ahead.settle(iteration);
  }

  get queued(): number {
    return this.#schedule.countRequired(this.#iteration);
  }

  #forget(): void {
    this.#sharing.clear();
    this.#pieces.clear();
    this.#schedule.clear();
    this.#updates = [];
    this.#bounds = {};
    this.#rootSearched = !this.#hasOwnTable;
  }

  work(budget: number, now: Micros): Step {
    this.#roundTripNodes.stepBegins(now);
    let nodes = 0;
    while (nodes < budget) {
      const ongoing = this.#choose();
      if (ongoing === undefined) break;
      const asked = budget - nodes;
      const searched = this.#run(ongoing, asked);
      nodes += searched;
      // A message has come: it may change what is searched next.
      if (searched < asked && ongoing.search.status === 'running') break;
    }
    this.#report();
    if (this.#sharing.searches.some((ongoing) => !ongoing.speculative)) this.#sharing.serve();
    else this.#sharing.dismissHelpers();
    this.#roundTripNodes.stepEnds(nodes, budget);
    if (nodes === 0 && this.#choose() === undefined) return idleUntil();
    return { nodes, masterNodes: 0, idle: false, wakeAt: 0 };
  }

  #run(ongoing: OngoingSearch<P>, budget: number): number {
    const { search } = ongoing;
    const isShallow = search.depth < ongoing.depth;
    const nodes = countSearch(this.#context.counters, search, budget);
    this.#nodesSinceUpdate += nodes;
    this.#count(ongoing, nodes, isShallow);
    if (search.status !== 'done') {
      this.#sharing.refresh(ongoing);
      return nodes;
    }
    this.#sharing.finish(ongoing);
    if (isOwn(ongoing)) {
      if (ongoing.piece === undefined) this.#rootSearched = true;
      else this.#finish(ongoing.piece, ongoing);
    }
    return nodes;
  }

  /** `isShallow`: the search was below its depth before, where only a piece that others have searched begins. */
  #count(ongoing: OngoingSearch<P>, nodes: number, isShallow: boolean): void {
    const { counters, self } = this.#context;
    if (!isOwn(ongoing)) {
      if (ongoing.origin!.owner !== self) counters.helpNodes += nodes;
      return;
    }
    const { piece, iteration, repeats } = ongoing;
    // No master asks for the root.
    if (piece === undefined) {
      counters.speculativeNodes += nodes;
      return;
    }
    if (ongoing.speculative) this.#ahead.count(piece, iteration, nodes);
    countRepeat(counters, repeats ?? (isShallow && piece.earlier > 0 ? 'owner' : undefined), nodes);
  }

  #finish(piece: Piece<P>, ongoing: OwnSearch<P>): void {
    const { search, iteration } = ongoing;
    const found = reached(search.found!, ongoing.depth);
    const { complete } = found;
    const pv = found.bound === 'exact' ? found.pv : [];
    addScore(piece, { ...boundsOf(found), iteration, complete, pv });
    piece.size = sizeOf(ongoing);
    piece.ongoing = undefined;
    if (iteration > piece.done) piece.done = iteration;
    settleBadBound(piece);
    this.#schedule.add(piece);
    this.#update(piece, iteration);
  }

  #update(piece: Piece<P>, iteration: number): void {
    const { lower, upper, complete, pv } = piece.scores.get(iteration)!;
    const { lease, size } = piece;
    this.#updates.push({ type: 'score', lease, iteration, lower, upper, complete, pv, size });
  }

  /** Sends what is buffered, when enough was searched since, by others in any case, or nothing more is required. */
  #report(): void {
    if (this.#updates.length === 0) return;
    const { aheadTimes } = this.#settings;
    const usual = updateTripsOf(this.#settings, this.#context.size) * this.#roundTripNodes.value;
    const updateNodes = this.#settings.updateNodes || usual;
    const aheadNodes = this.#settings.aheadNodes || aheadTimes * usual;
    const awaited = this.#updates.some(
      (update) => update.type === 'score' && update.iteration <= this.#iteration,
    );
    const due = this.#delegates || this.#nodesSinceUpdate >= (awaited ? updateNodes : aheadNodes);
    if (!due && (!awaited || this.#requires())) return;
    for (const update of this.#updates) this.#context.post(0, update);
    this.#updates = [];
    this.#nodesSinceUpdate = 0;
  }

  /** Whether something of this worker's own is required that has no value yet. */
  #requires(): boolean {
    if (this.#schedule.required(this.#iteration) !== undefined) return true;
    return this.#sharing.searches.some(
      (ongoing) => isOwn(ongoing) && !this.#isSpeculative(ongoing),
    );
  }

  /** Speculation may be required by now. */
  #isSpeculative(ongoing: OngoingSearch<P>): boolean {
    if (ongoing.speculative && isOwn(ongoing) && ongoing.piece !== undefined) {
      ongoing.speculative = ongoing.iteration > this.#iteration;
      if (!ongoing.speculative) ongoing.search.hurry?.();
    }
    return ongoing.speculative;
  }

  /** The next search: required ones before those that may be required later. */
  #choose(): OngoingSearch<P> | undefined {
    if (this.#over) return undefined;
    const { searches } = this.#sharing;
    const isRunning = ({ search }: OngoingSearch<P>) => search.status !== 'waiting';
    const required = this.#schedule.required(this.#iteration);
    const underWay = this.#mostImportant(
      searches.filter((ongoing) => isRunning(ongoing) && !this.#isSpeculative(ongoing)),
    );
    if (underWay !== undefined) {
      const isBehind = required !== undefined && this.#preempts(required, underWay);
      return isBehind ? this.#begin(required, false) : underWay;
    }
    if (required !== undefined) {
      if (!this.#settings.suspend) this.#evictAll();
      else if (this.#sharing.freeSearch === undefined) this.#evict();
      if (this.#sharing.freeSearch !== undefined) return this.#begin(required, false);
    }
    const part = this.#sharing.ownPart();
    if (part !== undefined) return part;
    if (required !== undefined) return undefined;
    // The master waits for no more than what is done by now.
    this.#report();
    const { followUpdates } = this.#settings;
    const suspended = searches.find(
      (ongoing) =>
        isRunning(ongoing) && isOwn(ongoing) && (!followUpdates || ongoing.piece?.priority !== 0),
    );
    if (suspended !== undefined) return suspended;
    // Searches that others make go on side by side; none makes room for another that is as uncertain.
    if (this.#sharing.freeSearch === undefined && !this.#delegates) this.#evict();
    if (this.#sharing.freeSearch === undefined) return undefined;
    const ahead = this.#schedule.speculative(this.#lastAhead);
    if (ahead !== undefined) return this.#begin(ahead, true);
    if (this.#rootSearched || this.#pieces.size > 0) return undefined;
    return this.#beginRoot();
  }

  /** Whether a search under way has to wait for a piece; makes room for its search. */
  #preempts(piece: Piece<P>, underWay: OngoingSearch<P>): boolean {
    const { preempt, followUpdates } = this.#settings;
    if (!preempt || this.#delegates) return false;
    const importance = this.#importanceOf(underWay);
    if (lastingPriority(piece.priority) <= lastingPriority(importance)) return false;
    // A piece that left the tree need not wait; a part would be waited for for ever.
    if (followUpdates && importance === 0 && isOwn(underWay)) {
      this.#abandon(underWay);
      return true;
    }
    const required = this.#sharing.searches.filter((ongoing) => !this.#isSpeculative(ongoing));
    if (required.length >= MOST_REQUIRED) return false;
    if (this.#sharing.freeSearch === undefined) this.#evict();
    return this.#sharing.freeSearch !== undefined;
  }

  /** The oldest search; where pieces preempt each other, of those with the highest priority. */
  #mostImportant(searches: readonly OngoingSearch<P>[]): OngoingSearch<P> | undefined {
    let best = searches[0];
    if (best === undefined || !this.#settings.preempt) return best;
    for (const one of searches) if (this.#importanceOf(one) > this.#importanceOf(best)) best = one;
    return best;
  }

  /** The priority of the piece that is searched. Another worker waits for its parts, so they come first. */
  #importanceOf(ongoing: OngoingSearch<P>): number {
    if (isOwn(ongoing)) return ongoing.piece?.priority ?? 0;
    if (ongoing.origin!.owner !== this.#context.self) return Number.POSITIVE_INFINITY;
    const waiting = this.#sharing.searches.filter(({ search }) => search.status === 'waiting');
    const importances = waiting.map((one) =>
      isOwn(one) ? (one.piece?.priority ?? 0) : Number.POSITIVE_INFINITY,
    );
    return Math.max(0, ...importances);
  }

  /** Gives up the search ahead that is least likely to be of use. */
  #evict(): void {
    let worst: OngoingSearch<P> | undefined;
    const worth = (ongoing: OngoingSearch<P>) =>
      isOwn(ongoing) ? (ongoing.piece?.priority ?? -1) : 0;
    for (const ongoing of this.#sharing.searches) {
      if (this.#isSpeculative(ongoing) && (worst === undefined || worth(ongoing) <= worth(worst)))
        worst = ongoing;
    }
    if (worst !== undefined) this.#abandon(worst);
  }

  #evictAll(): void {
    for (const ongoing of [...this.#sharing.searches])
      if (this.#isSpeculative(ongoing)) this.#abandon(ongoing);
  }

  #abandon(ongoing: OngoingSearch<P>): void {
    this.#sharing.drop(ongoing);
    if (!isOwn(ongoing) || ongoing.piece === undefined) return;
    ongoing.piece.ongoing = undefined;
    if (ongoing.search.nodes > 0) ongoing.piece.brokenOff = ongoing.iteration;
    if (this.#pieces.has(ongoing.piece)) this.#schedule.add(ongoing.piece);
  }

  #beginRoot(): OngoingSearch<P> {
    const { rules } = this.#ports;
    const search = this.#sharing.freeSearch!;
    const depth = this.#last;
    search.start(rules.root, { from: 1, depth, path: [], ahead: true });
    const ongoing: OwnSearch<P> = {
      ...ongoingSearch({ search, path: [], depth, ...OPEN_WINDOW }),
      ...{ origin: undefined, piece: undefined, iteration: depth },
      ...{ speculative: true, badBound: false, repeats: undefined, restarts: 0 },
    };
    this.#sharing.add(ongoing);
    return ongoing;
  }

  #begin(piece: Piece<P>, speculative: boolean): OngoingSearch<P> {
    const search = this.#sharing.freeSearch!;
    const bad = piece.badBound;
    const iteration = bad?.iteration ?? this.#next(piece);
    const depth = iteration === FULL_DEPTH ? FULL_DEPTH : iteration - piece.ply;
    const [alpha, beta] =
      bad === undefined ? this.#window(piece, iteration, speculative) : [bad.alpha, bad.beta];
    this.#context.counters.jobs++;
    const repeats = piece.isProbe ? undefined : repeatReason(piece, iteration, this.#iteration);
    if (repeats === 'window') piece.searchedAgain = iteration;
    // A piece without any score is deepened from the beginning, unless the table knows it from another worker.
    const isKnown = piece.earlier > 0 && !this.#hasOwnTable && !this.#settings.deepenMoved;
    const from = piece.scores.size === 0 && !isKnown ? 1 : depth;
    const { position, before } = piece;
    const { path } = piece;
    const keepOrdering = this.#settings.keepHistory;
    const order = { depth, alpha, beta, before, path, ahead: speculative, keepOrdering };
    search.start(position, { ...order, from: Math.min(from, depth) });
    const ongoing: OwnSearch<P> = {
      ...ongoingSearch({ search, path, depth, alpha, beta }),
      ...{ origin: undefined, piece, iteration, speculative, badBound: bad !== undefined },
      ...{ repeats, restarts: 0 },
    };
    this.#schedule.remove(piece);
    piece.ongoing = ongoing;
    this.#sharing.add(ongoing);
    return ongoing;
  }

  #window(piece: Piece<P>, iteration: number, speculative: boolean): readonly [number, number] {
    const { place, ply, sign } = piece;
    const earlier = this.#settings.catchUpWindows ? this.#values.get(iteration) : undefined;
    const estimate =
      earlier === undefined ? this.#estimate : { hypothetical: earlier, unsurePly: -1 };
    const subject = { ply, place, sign, speculative };
    return windowFor(
      subject,
      { ...estimate, ...this.#bounds },
      this.#width,
      this.#settings.aspiration,
    );
  }

  /** The iteration that a piece is searched for next. */
  #next({ done, ply }: Piece<P>): number {
    let iteration = done;
    do iteration = this.#iterationAfter(iteration);
    while (iteration <= ply);
    const current = this.#iteration;
    const behind = current - iteration;
    if (this.#settings.catchUp === 'each' || current === FULL_DEPTH || behind <= 0)
      return iteration;
    return behind % 2 === 0 ? iteration : this.#iterationAfter(iteration);
  }

  /** The last iteration may be none that deepening would come to. */
  #iterationAfter(iteration: number): number {
    const last = iteration < this.#last ? this.#last : this.#lastAhead;
    return nextDepth(this.#ports.rules, iteration, last);
  }

  #take(work: Extract<AphidMessage, { type: 'work' }>): void {
    const known = this.#pieces.get(work.lease);
    if (known !== undefined) {
      for (const iteration of known.scores.keys()) this.#update(known, iteration);
      return;
    }
    this.#add(work, false);
  }

  /** A search of a node above the horizon; see probe.ts. */
  #takeProbe(probe: Extract<AphidMessage, { type: 'probe' }>): void {
    const { lease, priority, leansRight, iteration, alpha, beta } = probe;
    if (iteration > this.#iteration) return;
    // There is nothing to search but what the master asks for.
    if (this.#pieces.get(lease) === undefined)
      this.#add({ ...probe, done: FULL_DEPTH, earlier: 0 }, true);
    const { ongoing } = this.#pieces.get(lease) ?? {};
    if (ongoing !== undefined) {
      const isSame = ongoing.alpha === alpha && ongoing.beta === beta;
      if (ongoing.iteration !== iteration || !isSame) this.#abandon(ongoing);
    }
    this.#change(lease, (piece) => {
      piece.place = { priority, leansRight };
      piece.badBound = { iteration, alpha, beta };
      if (settleBadBound(piece)) this.#update(piece, iteration);
    });
  }

  #add(work: Parameters<typeof createPiece>[0] & { path: readonly number[] }, isProbe: boolean) {
    const line = lineTo(this.#ports.rules, work.path);
    if (line === undefined) return;
    const [position, ...before] = line;
    const { rules } = this.#ports;
    const piece: Piece<P> = Object.assign(createPiece(work), {
      position,
      before,
      path: work.path,
      ply: work.path.length,
      sign: rules.turn(position) === rules.turn(rules.root) ? 1 : -1,
      isProbe,
      ongoing: undefined,
    });
    this.#pieces.add(piece);
    const root = this.#sharing.searches.find(
      (ongoing) => isOwn(ongoing) && ongoing.piece === undefined,
    );
    if (root !== undefined) this.#abandon(root);
  }

  #searchAgain(request: Extract<AphidMessage, { type: 'again' }>): void {
    if (request.iteration !== this.#iteration) return;
    this.#change(request.lease, (piece) => {
      const { iteration, alpha, beta } = request;
      piece.badBound = { iteration, alpha, beta };
      // A request for a known result sends it again.
      if (settleBadBound(piece)) this.#update(piece, request.iteration);
      // Its speculative search comes later.
      else if (piece.ongoing !== undefined && this.#isSpeculative(piece.ongoing))
        this.#abandon(piece.ongoing);
    });
  }

  /** Clears a bound that was bad for the last iteration only. */
  #clearBadBound(lease: number): void {
    this.#change(lease, (piece) => {
      piece.badBound = undefined;
    });
  }

  #change(lease: number, change: (piece: Piece<P>) => void): void {
    const piece = this.#pieces.change(lease, change);
    if (piece?.ongoing === undefined) return;
    if (piece.priority > 0 || !this.#settings.followUpdates || this.#isSpeculative(piece.ongoing))
      return;
    if (this.#schedule.required(this.#iteration) !== undefined) this.#abandon(piece.ongoing);
  }

  #drop(lease: number): void {
    const { ongoing } = this.#pieces.drop(lease) ?? {};
    if (ongoing !== undefined) this.#abandon(ongoing);
  }

  /** The windows of searches under way, where they would be others by now. */
  #narrow(): void {
    for (const ongoing of this.#sharing.searches) {
      if (!isOwn<P>(ongoing) || ongoing.piece === undefined || ongoing.badBound) continue;
      const { piece, iteration } = ongoing;
      if (piece.place === NOWHERE || piece.priority === 0) continue;
      const [alpha, beta] = this.#window(piece, iteration, this.#isSpeculative(ongoing));
      const isInside = alpha >= ongoing.alpha && beta <= ongoing.beta;
      // Estimates may go back and forth as long as no score comes.
      if (!isInside && ++ongoing.restarts > MOST_RESTARTS) continue;
      this.#sharing.rewindow(ongoing, alpha, beta);
    }
  }
}

/** Required searches of a worker at a time: of six one is kept for parts that come back, one for other workers' parts. */
const MOST_REQUIRED = 4;

/**
 * After as many restarts a search goes on in the window that it has, and ends. Othello, 13 plies, 64 processors,
 * simulated: 16 cost no speed, 4 cost 2 %.
 */
const MOST_RESTARTS = 16;

const isOwn = <P>(ongoing: OngoingSearch<P>): ongoing is OwnSearch<P> =>
  ongoing.origin === undefined;
