// A worker (section 5.2.3): chooses the best piece of work it knows of, searches it one iteration
// deeper with a window of its own making, and reports the score. It never waits for the master; when
// nothing is required it works ahead, and what is required stops that at once.
import { FULL_DEPTH } from '../../core/score.js';
import type { Micros, ProcessId, Step } from '../actor.js';
import { countSearch } from '../counters.js';
import { nextDepth, realDepth } from '../depths.js';
import type { Ports } from '../ports.js';
import { type Behaviour, type Context, idleUntil } from '../process.js';
import type { Message } from './messages.js';
import type { Settings } from './options.js';
import { Schedule, type Scheduled } from './schedule.js';
import { combine, decides, type LeafScore, scoreOf } from './score.js';
import { NOWHERE, type Place } from './table.js';
import { learnedWidth, type Outlook, windowFor } from './window.js';

/** A piece of work: what the worker knows of a leaf. */
interface Piece<P> extends Scheduled {
  readonly lease: number;
  readonly position: P;
  /** Positions on the way there, the root's last. */
  readonly before: readonly P[];
  readonly ply: number;
  /** 1 where the side of the root is to move, else -1. */
  readonly sign: number;
  place: Place;
  readonly scores: Map<number, LeafScore>;
  /** The window that the master asked for at the current iteration. */
  badBound: { readonly alpha: number; readonly beta: number } | undefined;
  size: number;
}

/** The search under way. */
interface Job<P> {
  /** Undefined for the root, which is searched while there is nothing else. */
  readonly piece: Piece<P> | undefined;
  readonly iteration: number;
  readonly speculative: boolean;
  readonly badBound: boolean;
}

export class AphidWorker<P> implements Behaviour<Message> {
  readonly #context: Context<Message>;
  readonly #ports: Ports<P>;
  readonly #last: number;
  readonly #settings: Settings;
  readonly #searchesRoot: boolean;
  readonly #pieces = new Map<number, Piece<P>>();
  readonly #schedule = new Schedule<Piece<P>>();
  #iteration = 0;
  #values = new Map<number, number>();
  #width = 1;
  #outlook: Outlook = { hypothetical: 0, unsurePly: -1 };
  #job: Job<P> | undefined;
  #updates: Message[] = [];
  #nodesSinceUpdate = 0;
  #jobNodes = 0;
  #rootSearched = false;
  #over = false;

  /** `last` is the depth of the whole search; `searchesRoot` while there is nothing to do. */
  constructor(
    context: Context<Message>,
    ports: Ports<P>,
    last: number,
    settings: Settings,
    searchesRoot: boolean,
  ) {
    this.#context = context;
    this.#ports = ports;
    this.#last = realDepth(ports.rules, last);
    this.#settings = settings;
    this.#searchesRoot = searchesRoot;
    this.#rootSearched = !searchesRoot;
  }

  message(_from: ProcessId, message: Message): void {
    switch (message.type) {
      case 'iteration':
        this.#iteration = message.iteration;
        for (const { lease, again } of this.#pieces.values()) if (again) this.#forgive(lease);
        this.#values = new Map(
          message.iterations.map((iteration, i) => [iteration, message.values[i] ?? 0]),
        );
        this.#width =
          this.#settings.width === 'learned'
            ? learnedWidth([...this.#values.values()])
            : this.#settings.width;
        return;
      case 'outlook':
        this.#outlook = {
          hypothetical: message.hypothetical,
          unsurePly: message.unsure - 1,
        };
        if (this.#settings.followNews) this.#narrow();
        return;
      case 'work':
        this.#take(message);
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
        this.#forget();
        this.#over = true;
        return;
      case 'score':
    }
  }

  /** Without the master there is nothing to search for; of other workers it knows nothing. */
  lost(process: ProcessId): void {
    if (process === 0) this.#forget();
  }

  back(process: ProcessId): void {
    if (process === 0) this.#over = false;
  }

  #forget(): void {
    this.#abandon();
    this.#pieces.clear();
    this.#schedule.clear();
    this.#updates = [];
    this.#rootSearched = !this.#searchesRoot;
  }

  work(budget: number, _now: Micros): Step {
    let nodes = 0;
    while (nodes < budget) {
      this.#preempt();
      this.#job ??= this.#choose();
      if (this.#job === undefined) break;
      nodes += this.#run(budget - nodes);
    }
    this.#report();
    if (nodes === 0 && this.#job === undefined) return idleUntil();
    return { nodes, masterNodes: 0, idle: false, wakeAt: 0 };
  }

  #run(budget: number): number {
    const search = this.#ports.searches[0]!;
    const job = this.#job!;
    const nodes = countSearch(this.#context.counters, search, budget);
    this.#jobNodes += nodes;
    this.#nodesSinceUpdate += nodes;
    if (job.speculative) this.#context.counters.speculativeNodes += nodes;
    if (search.status === 'running') return nodes;
    this.#job = undefined;
    if (job.piece === undefined) this.#rootSearched = true;
    else this.#finish(job.piece, job);
    return nodes;
  }

  #finish(piece: Piece<P>, job: Job<P>): void {
    const search = this.#ports.searches[0]!;
    const found = search.found;
    if (found === undefined) return;
    const { iteration } = job;
    const older = piece.scores.get(iteration);
    const newer: LeafScore = {
      ...scoreOf(found),
      iteration,
      complete: found.complete,
      pv: found.bound === 'exact' ? found.pv : [],
    };
    piece.scores.set(iteration, older === undefined ? newer : combine(older, newer));
    piece.size = search.nodes - search.leaves;
    this.#schedule.remove(piece);
    if (iteration > piece.done) piece.done = iteration;
    this.#settleBadBound(piece);
    this.#schedule.add(piece);
    this.#update(piece, iteration);
  }

  #update(piece: Piece<P>, iteration: number): void {
    const { lower, upper, complete, pv } = piece.scores.get(iteration)!;
    const { lease, size } = piece;
    this.#updates.push({ type: 'score', lease, iteration, lower, upper, complete, pv, size });
  }

  /** Sends what is buffered, when enough was searched since or nothing more is required. */
  #report(): void {
    if (this.#updates.length === 0) return;
    const { updateNodes, aheadNodes } = this.#settings;
    const awaited = this.#updates.some(
      (update) => update.type === 'score' && update.iteration <= this.#iteration,
    );
    const due = this.#nodesSinceUpdate >= (awaited ? updateNodes : aheadNodes);
    if (!due && (!awaited || this.#requires())) return;
    for (const update of this.#updates) this.#context.post(0, update);
    this.#updates = [];
    this.#nodesSinceUpdate = 0;
  }

  /** Required work does not wait for speculation. */
  #preempt(): void {
    if (this.#job?.speculative !== true) return;
    const { piece, iteration } = this.#job;
    if (piece !== undefined && iteration <= this.#iteration) {
      // What was speculation is required by now.
      this.#job = { ...this.#job, speculative: false };
      return;
    }
    if (piece === undefined ? this.#pieces.size > 0 : this.#requires()) this.#abandon();
  }

  #requires(): boolean {
    return this.#schedule.required(this.#iteration) !== undefined;
  }

  #abandon(): void {
    if (this.#job === undefined) return;
    this.#context.counters.abandonedNodes += this.#jobNodes;
    this.#job = undefined;
  }

  #choose(): Job<P> | undefined {
    if (this.#over) return undefined;
    const required = this.#schedule.required(this.#iteration);
    if (required !== undefined) return this.#begin(required, false);
    // Whatever is done by now is all that the master waits for.
    this.#report();
    const ahead = this.#schedule.speculative(this.#last);
    if (ahead !== undefined) return this.#begin(ahead, true);
    if (this.#rootSearched || this.#pieces.size > 0) return undefined;
    const { rules, searches } = this.#ports;
    this.#jobNodes = 0;
    searches[0]!.start(rules.root, { from: 1, depth: this.#last });
    return { piece: undefined, iteration: this.#last, speculative: true, badBound: false };
  }

  #begin(piece: Piece<P>, speculative: boolean): Job<P> {
    const { searches } = this.#ports;
    const bad = piece.badBound;
    const iteration = bad === undefined ? this.#next(piece) : this.#iteration;
    const depth = iteration === FULL_DEPTH ? FULL_DEPTH : iteration - piece.ply;
    const [alpha, beta] =
      bad === undefined ? this.#window(piece, iteration, speculative) : [bad.alpha, bad.beta];
    this.#context.counters.jobs++;
    this.#jobNodes = 0;
    // A piece without any score is deepened from the beginning.
    const from = piece.scores.size === 0 ? 1 : depth;
    const { position, before } = piece;
    searches[0]!.start(position, { from: Math.min(from, depth), depth, alpha, beta, before });
    return { piece, iteration, speculative, badBound: bad !== undefined };
  }

  #window(piece: Piece<P>, iteration: number, speculative: boolean): readonly [number, number] {
    const { place, ply, sign } = piece;
    const earlier = this.#values.get(iteration);
    const outlook =
      earlier === undefined ? this.#outlook : { hypothetical: earlier, unsurePly: -1 };
    const aim = { ply, place, sign, speculative };
    return windowFor(aim, outlook, this.#width, this.#settings.aspiration);
  }

  /** The iteration after the one a piece has been searched to, in which it has a depth. */
  #next(piece: Piece<P>): number {
    const { rules } = this.#ports;
    let iteration = piece.done;
    do iteration = nextDepth(rules, iteration, this.#last);
    while (iteration <= piece.ply);
    return iteration;
  }

  #take(work: Extract<Message, { type: 'work' }>): void {
    const known = this.#pieces.get(work.lease);
    if (known !== undefined) {
      for (const iteration of known.scores.keys()) this.#update(known, iteration);
      return;
    }
    const line = this.#follow(work.path);
    if (line === undefined) return;
    const [position, ...before] = line as [P, ...P[]];
    const { rules } = this.#ports;
    const piece: Piece<P> = {
      lease: work.lease,
      position,
      before,
      ply: work.path.length,
      sign: rules.turn(position) === rules.turn(rules.root) ? 1 : -1,
      place: { priority: work.priority, leansRight: work.leansRight },
      done: work.done,
      scores: new Map(),
      badBound: undefined,
      size: 0,
      get priority() {
        return this.place.priority;
      },
      get again() {
        return this.badBound !== undefined;
      },
    };
    this.#pieces.set(work.lease, piece);
    this.#schedule.add(piece);
  }

  /** The positions to the one after some moves, that one first; undefined when a move is not legal. */
  #follow(path: readonly number[]): readonly P[] | undefined {
    const { rules } = this.#ports;
    const line = [rules.root];
    for (const move of path) {
      const position = line[0]!;
      if (!rules.moves(position).includes(move)) return undefined;
      line.unshift(rules.play(position, move));
    }
    return line;
  }

  #searchAgain(request: Extract<Message, { type: 'again' }>): void {
    if (request.iteration !== this.#iteration) return;
    this.#change(request.lease, (piece) => {
      piece.badBound = { alpha: request.alpha, beta: request.beta };
      // Asked for what is known already, it says so again.
      if (this.#settleBadBound(piece)) this.#update(piece, request.iteration);
    });
  }

  /** Forgets a request that has been met; true when it was. */
  #settleBadBound(piece: Piece<P>): boolean {
    const score = piece.scores.get(this.#iteration);
    if (piece.badBound === undefined || score === undefined) return false;
    const { alpha, beta } = piece.badBound;
    if (!decides(score, alpha, beta)) return false;
    piece.badBound = undefined;
    return true;
  }

  /** A bound that was bad for the last iteration is of no interest for the next. */
  #forgive(lease: number): void {
    this.#change(lease, (piece) => {
      piece.badBound = undefined;
    });
  }

  #change(lease: number, change: (piece: Piece<P>) => void): void {
    const piece = this.#pieces.get(lease);
    if (piece === undefined) return;
    this.#schedule.remove(piece);
    change(piece);
    this.#schedule.add(piece);
    const left = this.#job?.piece === piece && piece.priority === 0;
    if (left && this.#settings.followNews && this.#requires()) this.#abandon();
  }

  #drop(lease: number): void {
    const piece = this.#pieces.get(lease);
    if (piece === undefined) return;
    this.#schedule.remove(piece);
    this.#pieces.delete(lease);
    if (this.#job?.piece === piece) this.#abandon();
  }

  /** The window of the search under way, if it would be narrower by now. */
  #narrow(): void {
    const job = this.#job;
    if (job?.piece === undefined || job.badBound || job.piece.place === NOWHERE) return;
    if (job.piece.priority === 0) return;
    const [alpha, beta] = this.#window(job.piece, job.iteration, job.speculative);
    this.#ports.searches[0]!.rewindow(alpha, beta);
  }
}
