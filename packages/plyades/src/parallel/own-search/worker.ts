// A worker (section 5.2.3): takes the best piece of work it knows of, has the program search it one step
// deeper, and reports the score. The search cannot be suspended, so messages are looked at from within, at
// the program's own alarm checks; what they change decides whether the search is broken off.
import type { Micros, ProcessId, Step } from '../actor.js';
import { type LeafPlace, priorityBand } from '../aphid/leaf.js';
import type { AphidSettings } from '../aphid/options.js';
import {
  addScore,
  createPiece,
  type LeafPiece,
  PieceBook,
  repeatReason,
  settleBadBound,
  wasUsed,
} from '../aphid/piece-book.js';
import { Schedule } from '../aphid/schedule.js';
import { SpeculativeNodes } from '../aphid/speculative-nodes.js';
import { learnedWidth, type RootEstimate, windowFor } from '../aphid/window.js';
import { countRepeat, type RepeatReason } from '../counters.js';
import { type Behaviour, idleUntil, type ProcessContext } from '../process.js';
import { RoundTripNodes } from '../round-trip-nodes.js';
import type { Delegate } from './delegate.js';
import { EntryBuffer } from './entry-buffer.js';
import { expectedValue } from './expected-value.js';
import type { OwnSearchMessage } from './messages.js';
import { isWindow } from './program.js';
import { searchOwn, type Workplace } from './search.js';

/** What the worker knows of a root: the game's own, or one behind some moves. */
interface Root<Move> {
  readonly schedule: Schedule<Piece<Move>>;
  ply: number;
  alpha: number;
  beta: number;
  values: ReadonlyMap<number, number>;
  width: number;
  estimate: RootEstimate;
}

interface Piece<Move> extends LeafPiece {
  readonly root: Root<Move>;
  readonly path: readonly Move[];
  readonly level: number;
  /** 1 where the side of its root is to move, else -1. */
  readonly sign: number;
}

/** The next piece to search. */
interface Assignment<Move> {
  readonly piece: Piece<Move>;
  readonly iteration: number;
  readonly speculative: boolean;
}

/** The search under way. */
interface Running<Move> {
  readonly assignment: Assignment<Move>;
  /** The requested window, and nodes that were counted before. */
  readonly alpha: number;
  readonly beta: number;
  readonly place: LeafPlace;
  readonly before: number;
  /** Why it is no new search. */
  readonly repeats: RepeatReason | undefined;
}

/** A search with the wrong window goes on for this many nodes, or this share of what it has had. */
const PATIENCE_NODES = 1000;
const PATIENCE = 0.25;

/** A piece that was never searched is first searched this many plies less deep than asked for. */
const FIRST_STEP = 4;

/** Scores are sent at least this often while more is required: a message costs a fiftieth of that. */
const REPORT_EVERY: Micros = 500;

/** Nodes between two times that entries are sent, at least. */
const SHADOW_NODES = 2000;

export class OwnWorker<Position, Move, Entry>
  implements Behaviour<OwnSearchMessage<Position, Move, Entry>>
{
  readonly #context: ProcessContext<OwnSearchMessage<Position, Move, Entry>>;
  readonly #place: Workplace<Position, Move, Entry>;
  readonly #settings: AphidSettings;
  readonly #pieces = new PieceBook<Piece<Move>>(({ root }) => root.schedule);
  readonly #roots = new Map<number, Root<Move>>();
  readonly #ahead: SpeculativeNodes<Piece<Move>>;
  readonly #roundTripNodes = new RoundTripNodes(REPORT_EVERY);
  readonly #shadow: EntryBuffer<Entry>;
  /** The ring sends the entries of the shadow table. */
  readonly #inRing: boolean;
  readonly #delegate: Delegate<Position, Move> | undefined;
  #position: { readonly root: Position; due: boolean } | undefined;
  #last = 0;
  #current: Root<Move> | undefined;
  #iteration = 0;
  #running: Running<Move> | undefined;
  #updates: OwnSearchMessage<Position, Move, Entry>[] = [];
  #nodes = 0;
  #nodesSinceUpdate = 0;
  #nodesSinceShadow = 0;

  /** `ring`: the shadow table of a worker that is a member of a ring; `delegate`: of a middle master. */
  constructor(
    context: ProcessContext<OwnSearchMessage<Position, Move, Entry>>,
    place: Workplace<Position, Move, Entry>,
    settings: AphidSettings,
    ring?: EntryBuffer<Entry>,
    delegate?: Delegate<Position, Move>,
  ) {
    this.#context = context;
    this.#delegate = delegate;
    this.#shadow = ring ?? new EntryBuffer();
    this.#inRing = ring !== undefined;
    this.#ahead = new SpeculativeNodes(
      context.counters,
      (piece, iteration) => this.#pieces.has(piece) && wasUsed(piece, iteration),
    );
    this.#place = place;
    this.#settings = settings;
    place.calls.share = (hash, entry, depth) => this.#share(hash, entry, depth);
  }

  message(from: ProcessId, message: OwnSearchMessage<Position, Move, Entry>): void {
    if (!this.#canBe(from, message)) {
      this.#context.refuse(from);
      return;
    }
    switch (message.type) {
      case 'begin':
        this.#forget();
        this.#position = { root: message.position, due: true };
        this.#last = message.last;
        break;
      case 'root':
        this.#beginRoot(message);
        break;
      case 'estimate':
        this.#root(message.root).estimate = {
          hypothetical: message.hypothetical,
          unsurePly: message.unsure - 1,
        };
        break;
      case 'work':
        this.#take(message);
        break;
      case 'place':
        this.#pieces.change(message.lease, (piece) => {
          piece.place = { priority: message.priority, leansRight: message.leansRight };
        });
        break;
      case 'again':
        this.#searchAgain(message);
        break;
      case 'drop':
        this.#pieces.drop(message.lease);
        break;
      case 'end':
        this.#forget();
        break;
      case 'entries':
        message.entries.forEach((entry, i) => {
          this.#place.program.insertEntry?.(message.hashes[i]!, entry);
        });
        break;
    }
    this.#reconsider();
  }

  /** Whether the process can mean this: entries come from workers, all else from the master. */
  #canBe(from: ProcessId, message: OwnSearchMessage<Position, Move, Entry>): boolean {
    switch (message.type) {
      case 'entries':
        return from !== 0 && message.hashes.length === message.entries.length;
      case 'root': {
        const { iterations, values, iteration, alpha, beta } = message;
        const isWhole = iterations.length === values.length;
        return from === 0 && isWhole && iteration <= this.#last && alpha < beta;
      }
      case 'work':
        return from === 0 && message.level < this.#last;
      case 'again': {
        const { level } = this.#pieces.get(message.lease) ?? {};
        const isDeep = level === undefined || message.iteration > level;
        return from === 0 && isDeep && message.alpha < message.beta;
      }
      case 'score':
      case 'nodes':
        return false;
      default:
        return from === 0;
    }
  }

  /** Without the master there is nothing to search for; of other workers it knows nothing. */
  lost(process: ProcessId): void {
    if (process === 0) this.#forget();
    this.#reconsider();
  }

  back(_process: ProcessId): void {}

  work(_budget: number, now: Micros): Step {
    this.#roundTripNodes.stepBegins(now);
    if (this.#position?.due) {
      this.#position.due = false;
      this.#place.program.setRoot(this.#position.root);
      this.#delegate?.begin(this.#position.root, this.#last);
    }
    if (this.#running !== undefined) return this.#awaitDelegate(this.#running);
    const assignment = this.#choose();
    if (assignment === undefined) {
      this.#report();
      return idleUntil();
    }
    const nodes = this.#run(assignment);
    if (this.#running !== undefined) return { nodes, masterNodes: 0, idle: false, wakeAt: 0 };
    this.#roundTripNodes.stepEnds(nodes, 1);
    this.#report();
    return { nodes, masterNodes: 0, idle: false, wakeAt: 0 };
  }

  #forget(): void {
    this.#delegate?.end();
    this.#pieces.clear();
    this.#roots.clear();
    this.#shadow.clear();
    this.#ahead.clear();
    this.#nodes = 0;
    this.#current = undefined;
    this.#iteration = 0;
    this.#updates = [];
  }

  #root(number: number): Root<Move> {
    const known = this.#roots.get(number);
    if (known !== undefined) return known;
    const root: Root<Move> = {
      schedule: new Schedule(),
      ply: 0,
      alpha: 0,
      beta: 0,
      values: new Map(),
      width: 0,
      estimate: { hypothetical: 0, unsurePly: -1 },
    };
    this.#roots.set(number, root);
    return root;
  }

  #beginRoot(message: Extract<OwnSearchMessage<Position, Move, Entry>, { type: 'root' }>): void {
    const { ply, alpha, beta, iteration, iterations, values } = message;
    const root = this.#root(message.root);
    // Clear bounds that were bad for the last iteration or window only.
    for (const piece of this.#pieces.all()) {
      if (piece.again) this.#pieces.clearBadBound(piece.lease);
      if (piece.root === root) this.#pieces.change(piece.lease, (one) => rewind(one, iteration));
    }
    root.ply = ply;
    root.alpha = alpha;
    root.beta = beta;
    root.values = new Map(iterations.map((one, i) => [one, values[i]!]));
    const { width } = this.#settings;
    root.width = width === 'learned' ? learnedWidth([...root.values.values()]) : width;
    this.#current = root;
    this.#iteration = iteration;
    this.#ahead.reach(iteration);
  }

  #requires(): boolean {
    return this.#current?.schedule.required(this.#iteration) !== undefined;
  }

  /** Whether the search under way is still worth its while. */
  #reconsider(): void {
    const running = this.#running;
    if (running === undefined) return;
    const { piece, iteration } = running.assignment;
    const { calls } = this.#place;
    if (!this.#pieces.has(piece)) calls.alarm = true;
    const awaited =
      piece.root === this.#current && iteration <= this.#iteration && piece.priority > 0;
    if (!awaited && this.#requires()) calls.alarm = true;
    // A change that does not last does not stop a search.
    if (!this.#isStale(running)) calls.alarmAt = Number.POSITIVE_INFINITY;
    else if (calls.alarmAt === Number.POSITIVE_INFINITY) {
      const spent = calls.checks - running.before;
      calls.alarmAt = calls.checks + Math.max(PATIENCE_NODES, Math.round(PATIENCE * spent));
    }
  }

  /**
   * Whether the search under way would have another window by now, which its probable outcome does not
   * decide: alternatives to the principal variation are probably not better.
   */
  #isStale({ assignment, alpha, beta, place }: Running<Move>): boolean {
    const { piece } = assignment;
    if (beta - alpha > 1 || piece.priority === 0) return false;
    const [newAlpha, newBeta] = this.#window(assignment);
    if (newBeta - newAlpha > 1) return false;
    return place.leansRight === piece.sign > 0 ? alpha > newAlpha : beta < newBeta;
  }

  #choose(): Assignment<Move> | undefined {
    const required = this.#current?.schedule.required(this.#iteration);
    if (required !== undefined) return this.#assign(required, false);
    // The master waits for no more than what is done by now.
    this.#report();
    let best: Piece<Move> | undefined;
    for (const root of [this.#current, ...this.#roots.values()]) {
      const piece = root?.schedule.speculative(this.#last);
      if (piece !== undefined && (best === undefined || piece.done < best.done)) best = piece;
    }
    return best && this.#assign(best, true);
  }

  #assign(piece: Piece<Move>, speculative: boolean): Assignment<Move> {
    const iteration =
      piece.badBound === undefined ? this.#next(piece, speculative) : this.#iteration;
    return { piece, iteration, speculative };
  }

  /** The iteration after the one a piece has been searched to. */
  #next({ done, level, path }: Piece<Move>, speculative: boolean): number {
    const last = Math.max(0, done - level);
    const most = (speculative ? this.#last : this.#iteration) - level;
    const { program } = this.#place;
    const next = program.deepen?.(path.length, last, most) ?? nextDepth(last, most, speculative);
    if (!Number.isInteger(next)) throw new RangeError(`deepen returned ${next}: expected a depth`);
    return level + Math.min(most, Math.max(last + 1, next));
  }

  /** Searches the piece, or lets the delegate begin to; returns the nodes that were searched here. */
  #run(assignment: Assignment<Move>): number {
    const { piece, iteration } = assignment;
    const { calls } = this.#place;
    const { path, place } = piece;
    const [alpha, beta] = this.#window(assignment);
    const before = calls.checks;
    const repeats = repeatReason(piece, iteration, this.#iteration);
    const running = { assignment, alpha, beta, place, before, repeats };
    this.#running = running;
    const order = { path, depth: iteration - piece.level, alpha, beta };
    if (this.#delegate?.start(order, iteration)) {
      calls.alarm = false;
      calls.alarmAt = Number.POSITIVE_INFINITY;
      return 0;
    }
    const value = searchOwn(this.#place, this.#position!.root, order);
    const nodes = calls.checks - before + 1;
    if (value !== undefined) this.#delegate?.note(order.depth, nodes);
    this.#conclude(running, value, nodes, nodes);
    return nodes;
  }

  /** The site makes the search under way, which is broken off where one of the worker's own would be. */
  #awaitDelegate(running: Running<Move>): Step {
    const { calls } = this.#place;
    const delegate = this.#delegate!;
    calls.checks = running.before + delegate.nodes;
    if (calls.alarm || calls.checks >= calls.alarmAt) delegate.breakOff();
    const outcome = delegate.takeOutcome();
    if (outcome === undefined) return idleUntil();
    if (outcome.value !== undefined) this.#context.counters.tasks++;
    // The site's workers count their nodes themselves.
    this.#conclude(running, outcome.value, Math.max(1, delegate.nodes), 0);
    this.#report();
    return { nodes: 0, masterNodes: 0, idle: false, wakeAt: 0 };
  }

  /** `counted` of the nodes were searched by this process. */
  #conclude(
    { assignment, alpha, beta, repeats }: Running<Move>,
    value: number | undefined,
    nodes: number,
    counted: number,
  ): void {
    const { piece, iteration } = assignment;
    const { counters } = this.#context;
    this.#running = undefined;
    counters.jobs++;
    counters.nodes += counted;
    this.#nodes += nodes;
    this.#nodesSinceUpdate += nodes;
    this.#nodesSinceShadow += counted;
    if (assignment.speculative) this.#ahead.count(piece, iteration, counted);
    countRepeat(counters, repeats, counted);
    if (repeats === 'window') piece.searchedAgain = iteration;
    if (value === undefined) {
      counters.abandonedNodes += counted;
      piece.brokenOff = iteration;
    } else this.#finish(assignment, value, alpha, beta, nodes);
  }

  #finish(
    assignment: Assignment<Move>,
    value: number,
    alpha: number,
    beta: number,
    size: number,
  ): void {
    const { piece, iteration } = assignment;
    if (!this.#pieces.has(piece)) return;
    const infinite = this.#place.maxScore + 1;
    const lower = value <= alpha ? -infinite : value;
    const upper = value >= beta ? infinite : value;
    addScore(piece, { iteration, lower, upper, complete: false, pv: [] });
    piece.size = size;
    this.#pieces.change(piece.lease, () => {
      if (iteration > piece.done) piece.done = iteration;
      settleBadBound(piece);
    });
    this.#update(piece, iteration);
  }

  #window({ piece, iteration, speculative }: Assignment<Move>): readonly [number, number] {
    if (piece.badBound !== undefined) return [piece.badBound.alpha, piece.badBound.beta];
    const { root, sign, place, path, level } = piece;
    const { program, maxScore } = this.#place;
    const ahead = iteration > this.#iteration || root !== this.#current;
    const earlier =
      root.values.get(iteration) ?? (ahead ? this.#expect(root, iteration) : undefined);
    const estimate =
      earlier === undefined ? root.estimate : { hypothetical: earlier, unsurePly: -1 };
    const ply = path.length;
    const subject = { ply: ply - root.ply, place, sign: 1, speculative };
    const infinite = maxScore + 1;
    let [low, high] = windowFor(subject, estimate, root.width, this.#settings.aspiration, infinite);
    // Nothing outside the window of the root is requested.
    low = Math.max(root.alpha, Math.min(low, root.beta - 1));
    high = Math.min(root.beta, Math.max(high, low + 1));
    const suggested = turned(low, high, sign);
    if (program.chooseWindow === undefined) return suggested;
    const [alpha, beta] = turned(root.alpha, root.beta, sign);
    const band = priorityBand(place);
    const chosen = program.chooseWindow({
      ply,
      depth: iteration - level,
      extension: ply - level,
      alpha,
      beta,
      guess: sign > 0 ? estimate.hypothetical : 0 - estimate.hypothetical,
      speculative,
      leansRight: place.leansRight === sign > 0,
      uncertainBranches: Math.max(0, estimate.unsurePly - (band - 1)),
      onPrincipalVariation: band > subject.ply,
      suggested,
    });
    return checkWindow(chosen, infinite);
  }

  /** The expected value of an iteration that has not begun. */
  #expect(root: Root<Move>, iteration: number): number | undefined {
    const values = new Map(root.values);
    if (root === this.#current) values.set(this.#iteration, root.estimate.hypothetical);
    return expectedValue(values, iteration);
  }

  #update(piece: Piece<Move>, iteration: number): void {
    const { lower, upper } = piece.scores.get(iteration)!;
    const { lease, size } = piece;
    this.#updates.push({ type: 'score', lease, iteration, lower, upper, size });
  }

  /** Sends what is buffered, when enough was searched since or nothing more is required. */
  #report(): void {
    if (this.#updates.length === 0) return;
    const updateNodes = this.#settings.updateNodes || this.#roundTripNodes.value;
    if (this.#nodesSinceUpdate < updateNodes && this.#requires()) return;
    for (const update of this.#updates) this.#context.post(0, update);
    this.#context.post(0, { type: 'nodes', nodes: this.#nodes });
    this.#updates = [];
    this.#nodesSinceUpdate = 0;
    this.#sendShadow();
  }

  #share(hash: number, entry: Entry, depth: number): void {
    if (this.#place.program.insertEntry === undefined || this.#context.size <= 2) return;
    if (!Number.isSafeInteger(2 * hash)) {
      throw new RangeError(`shareEntry: the hash ${hash} is no integer of at most 52 bits`);
    }
    this.#shadow.offer(hash, entry, depth);
  }

  #sendShadow(): void {
    if (this.#inRing || this.#shadow.size === 0 || this.#nodesSinceShadow < SHADOW_NODES) return;
    const { hashes, entries } = this.#shadow.take();
    const { self, size } = this.#context;
    for (let peer = 1; peer < size; peer++) {
      if (peer !== self) this.#context.post(peer, { type: 'entries', hashes, entries });
    }
    this.#nodesSinceShadow = 0;
  }

  #take(work: Extract<OwnSearchMessage<Position, Move, Entry>, { type: 'work' }>): void {
    const root = this.#root(work.root);
    const { path, level } = work;
    const sign = work.rootSide ? 1 : -1;
    this.#pieces.add(Object.assign(createPiece(work), { root, path, level, sign }));
  }

  #searchAgain(request: Extract<OwnSearchMessage<Position, Move, Entry>, { type: 'again' }>): void {
    if (request.iteration !== this.#iteration) return;
    this.#pieces.change(request.lease, (piece) => {
      const { iteration, alpha, beta } = request;
      piece.badBound = { iteration, alpha, beta };
      // A request for a known result sends it again.
      if (settleBadBound(piece)) this.#update(piece, request.iteration);
    });
  }
}

/**
 * The depth after `last`, where `most` is asked for. What comes into the tree late is not deepened ply by
 * ply: a program that searches alone would not do that either. One shallow search tells what to guess.
 */
function nextDepth(last: number, most: number, speculative: boolean): number {
  if (speculative) return last + 1;
  return last === 0 ? most - FIRST_STEP : most;
}

/** A piece that went past an iteration in a larger step must be searched for it all the same. */
function rewind(piece: Piece<unknown>, iteration: number): void {
  if (piece.scores.has(iteration)) piece.done = Math.max(piece.done, iteration);
  else if (piece.done > iteration) {
    piece.done = Math.max(0, ...[...piece.scores.keys()].filter((done) => done < iteration));
  }
}

/** A window seen from the root's side, as the other side sees it when `sign` is -1. */
const turned = (low: number, high: number, sign: number): readonly [number, number] =>
  sign > 0 ? [low, high] : [0 - high, 0 - low];

function checkWindow(
  [alpha, beta]: readonly [number, number],
  infinite: number,
): readonly [number, number] {
  if (!isWindow(alpha, beta)) {
    const window = `(${alpha}, ${beta})`;
    throw new RangeError(`chooseWindow returned ${window}: expected integers, alpha below beta`);
  }
  return [Math.max(alpha, -infinite), Math.min(beta, infinite)];
}
