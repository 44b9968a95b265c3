// The control plane of a worker: it lends its slots to one job after another. It replies to capacity requests, takes the
// seats that a master grants it, once each, keeps a list of who holds the other seats, renews its leases with status
// notices, and gives everything up when the master is silent or the worker leaves. It is a state machine: an event comes
// in with the time, effects go out; it owns no clock, no timer and no socket.
import type {
  CapacityReply,
  CapacityRequest,
  GameReference,
  SeatAssignment,
  SeatEntry,
  Seating,
  SeatingCommand,
  SeatReport,
  StartFields,
  WorkerAddress,
} from './messages.js';
import { type Milliseconds, WORKER_TIMES, type WorkerTimes } from './times.js';

const NEVER = Number.POSITIVE_INFINITY;

export interface WorkerControlOptions {
  readonly slots: number;
  /** Greater with every change of the messages that an older program would not understand. */
  readonly protocol: number;
  /** Version of the package. */
  readonly version: string;
  /** Games that can be searched here. */
  readonly games: readonly GameReference[];
  /** The largest table of all slots together that a job may ask for. */
  readonly maxTableBytes: number;
  readonly times?: WorkerTimes;
}

/** Why a process has ended by itself, or could not begin. */
export interface SeatFailure {
  readonly message: string;
  readonly code?: string | undefined;
}

/** Failures of a thread or of a moment: the worker may do the work next time. */
const PASSING_FAILURES: readonly (string | undefined)[] = ['ERR_WORKER', 'ERR_CLUSTER'];

/** `C` is a start command with what is searched, `A` the report of a process at its end. */
export type WorkerControlEvent<C extends StartFields, A extends SeatReport = SeatReport> =
  /** The worker listens: `free-slots` follows. */
  | { readonly type: 'ready' }
  /** `reply` follows at once. */
  | { readonly type: 'capacity-request'; readonly request: CapacityRequest }
  | { readonly type: 'start'; readonly command: C }
  | { readonly type: 'command'; readonly command: SeatingCommand }
  | { readonly type: 'opened'; readonly opening: number }
  | { readonly type: 'open-failed'; readonly opening: number; readonly failure: SeatFailure }
  | ProcessEnd<A>
  /** The worker leaves the cluster: `drained` follows. */
  | { readonly type: 'drain' }
  | { readonly type: 'tick' };

/** A process has ended: it was stopped and has an answer, or it has failed. */
type ProcessEnd<A> = { readonly type: 'process-ended' } & SeatAssignment &
  ({ readonly answer: A } | { readonly failure: SeatFailure });

/** An entry of a worker's log. */
export type WorkerLogEntry =
  | { readonly type: 'refused'; readonly reason: string }
  | { readonly type: 'job'; readonly job: string; readonly game: string; readonly seats: number }
  | { readonly type: 'job-over'; readonly job: string; readonly reason: string };

export type WorkerControlEffect<C extends StartFields, A extends SeatReport = SeatReport> =
  | { readonly type: 'reply'; readonly reply: CapacityReply }
  /** Tell all masters that this worker has free slots. */
  | { readonly type: 'free-slots' }
  /** Check the command and open its game; `opened` or `open-failed` follows. */
  | { readonly type: 'open'; readonly opening: number; readonly command: C }
  /** Start the process of a seat; `process-ended` follows when it ends. */
  | ({
      readonly type: 'start-process';
      readonly opening: number;
      readonly key: string;
    } & SeatAssignment)
  | ({ readonly type: 'stop-process' } & SeatAssignment)
  /** The process of this seat must know that another one is gone. */
  | { readonly type: 'lost'; readonly seat: number; readonly process: number }
  /** Tell the master which seats this worker has, with what was searched there. */
  | {
      readonly type: 'status';
      readonly key: string;
      readonly seating: number;
      readonly seats: readonly SeatAssignment[];
    }
  /** Tell the master what the process of a seat answers. */
  | ({ readonly type: 'answer'; readonly key: string; readonly answer: A } & SeatAssignment)
  /** Tell the master that a process could not begin, or has ended by itself; `dead` as in the notice. */
  | ({
      readonly type: 'failed';
      readonly key: string;
      readonly dead: boolean;
      readonly failure: SeatFailure;
    } & SeatAssignment)
  | { readonly type: 'leaving'; readonly key: string; readonly seats: readonly number[] }
  | { readonly type: 'log'; readonly entry: WorkerLogEntry }
  /** Nothing runs here any more, or there was no time for more. */
  | { readonly type: 'drained' };

interface HeldSeat {
  readonly incarnation: number;
  isStopping: boolean;
}

interface Opening<C> {
  readonly id: number;
  readonly command: C;
  /** The seats of the command that the master has not ended since. */
  granted: readonly SeatAssignment[];
}

interface HeldJob<C> {
  readonly id: string;
  readonly key: string;
  readonly seats: Map<number, HeldSeat>;
  /** Start commands whose games are being opened, which may take a while. */
  readonly openings: Map<number, Opening<C>>;
  /** The holders of the job's seats, and the number of that list. */
  others: ReadonlyMap<number, SeatEntry>;
  seating: number;
  receivedAt: Milliseconds;
  /** Why the job is over here. */
  over: string | undefined;
}

export class WorkerControl<C extends StartFields, A extends SeatReport = SeatReport> {
  readonly #options: WorkerControlOptions;
  readonly #times: WorkerTimes;
  #job: HeldJob<C> | undefined;
  #reserved: { readonly job: string; readonly until: Milliseconds } | undefined;
  /** Seats that were taken here, of the last job by its key: a start command that comes again is known by them. */
  #taken = { key: '', seats: new Set<string>() };
  #statusAt = NEVER;
  #drainUntil = NEVER;
  #isLeaving = false;
  #isDrained = false;
  #openings = 0;
  /** Start commands obeyed so far. */
  jobs = 0;
  #effects: WorkerControlEffect<C, A>[] = [];

  constructor(options: WorkerControlOptions) {
    this.#options = options;
    this.#times = options.times ?? WORKER_TIMES;
  }

  /** Takes an event; the effects are to be carried out in this order. */
  handle(event: WorkerControlEvent<C, A>, now: Milliseconds): WorkerControlEffect<C, A>[] {
    this.#take(event, now);
    const effects = this.#effects;
    this.#effects = [];
    return effects;
  }

  /** When a tick is due; Infinity when none is. */
  get nextTick(): Milliseconds {
    return Math.min(this.#statusAt, this.#drainUntil);
  }

  /** Games that can be searched here. */
  get games(): readonly GameReference[] {
    return this.#options.games;
  }

  /** The job that this worker has seats of. */
  get job(): string | undefined {
    return this.#job?.id;
  }

  /** Seats held, those whose processes are about to end included. */
  get busy(): number {
    return this.#job?.seats.size ?? 0;
  }

  get isLeaving(): boolean {
    return this.#isLeaving;
  }

  /** The worker that holds another seat of the job with this key, if it is known. */
  holderOf(key: string, self: number): WorkerAddress | undefined {
    return this.#job?.key === key ? this.#job.others.get(self)?.worker : undefined;
  }

  #take(event: WorkerControlEvent<C, A>, now: Milliseconds): void {
    switch (event.type) {
      case 'ready':
        this.#do({ type: 'free-slots' });
        return;
      case 'capacity-request':
        this.#do({ type: 'reply', reply: this.#reply(event.request, now) });
        return;
      case 'start':
        this.#start(event.command, now);
        return;
      case 'command':
        this.#obey(event.command, now);
        return;
      case 'opened':
        this.#onOpened(event.opening);
        return;
      case 'open-failed':
        this.#onOpenFailed(event.opening, event.failure);
        return;
      case 'process-ended':
        this.#onProcessEnded(event);
        return;
      case 'drain':
        this.#drain(now);
        return;
      case 'tick':
        this.#tick(now);
    }
  }

  // Capacity.

  #reply(request: CapacityRequest, now: Milliseconds): CapacityReply {
    const reason = this.mismatch(request);
    if (reason !== undefined) {
      this.#log({ type: 'refused', reason });
      return { type: 'refused', reason };
    }
    const slots = this.freeSlots(request.job, now);
    if (slots < 1) return { type: 'busy' };
    this.#reserved = { job: request.job, until: now + this.#times.reservation };
    return { type: 'available', slots };
  }

  /** Why a job can never be served here; undefined when it can. */
  protected mismatch({ protocol, version, game }: CapacityRequest): string | undefined {
    const { protocol: own, version: ours, games } = this.#options;
    if (protocol !== own || version !== ours) {
      return `it runs plyades ${ours} (protocol ${own}), the master ${version} (protocol ${protocol}): install the same version`;
    }
    if (games.some(({ hash }) => hash === game.hash)) return undefined;
    if (game.kind === 'program') {
      const advice = "start the worker with --own-search MODULE, the same file as the master's";
      return games.some(({ id, kind }) => id === game.id && kind === game.kind)
        ? `its ${game.id} differs from the master's: ${advice}`
        : `the program ${game.id} is not installed there: ${advice}`;
    }
    return games.some(({ id }) => id === game.id)
      ? `its ${game.id} differs from the master's: install the same build`
      : `the game ${game.id} is not installed there: start the worker with --game MODULE, the same file as the master's`;
  }

  /** Slots that this job could have now. */
  protected freeSlots(id: string, now: Milliseconds): number {
    if (this.isLeaving) return 0;
    const job = this.#job;
    const isOthers = job !== undefined && (job.id !== id || job.over !== undefined);
    if (isOthers || (job?.openings.size ?? 0) > 0) return 0;
    const reserved = this.#reserved;
    if (reserved !== undefined && reserved.until > now && reserved.job !== id) return 0;
    return this.#options.slots - (job?.seats.size ?? 0);
  }

  // Seats.

  #start(command: C, now: Milliseconds): void {
    if (!this.accepts(command) || this.isRepeated(command)) return;
    this.#reserved = undefined;
    this.#job ??= {
      id: command.job,
      key: command.key,
      seats: new Map(),
      openings: new Map(),
      others: new Map(),
      seating: 0,
      receivedAt: now,
      over: undefined,
    };
    const job = this.#job;
    job.receivedAt = now;
    this.#takeList(job, command);
    if (this.#statusAt === NEVER) this.#statusAt = now + this.#times.status;
    const failure = this.#excess(command);
    if (failure === undefined) {
      const id = ++this.#openings;
      job.openings.set(id, { id, command, granted: command.granted });
      this.#do({ type: 'open', opening: id, command });
    } else {
      this.#refuse(job, command.granted, failure);
      this.#settle(job);
    }
  }

  /** Seats are taken for the master that they are reserved for, or whose job runs here already. */
  protected accepts({ key, job: id }: C): boolean {
    if (this.isLeaving) return false;
    const job = this.#job;
    if (job === undefined) return this.#reserved?.job === id;
    return job.key === key && job.over === undefined;
  }

  /** True for a start command that was obeyed already. */
  protected isRepeated({ key, granted }: C): boolean {
    if (this.#taken.key !== key) this.#taken = { key, seats: new Set() };
    const taken = this.#taken.seats;
    const names = granted.map(({ self, incarnation }) => `${self} ${incarnation}`);
    if (names.some((name) => taken.has(name))) return true;
    for (const name of names) taken.add(name);
    return false;
  }

  /** The reason why a command asks for more than this worker has. */
  #excess({ granted, tableBytes }: C): SeatFailure | undefined {
    const { slots, maxTableBytes } = this.#options;
    if (granted.length === 0 || granted.length > slots - this.#held(this.#job!).length) {
      return {
        code: 'ERR_CLUSTER',
        message: `the worker has no free slots for ${granted.length} processes`,
      };
    }
    if (tableBytes * slots <= maxTableBytes) return undefined;
    const mib = Math.ceil(tableBytes / 2 ** 20);
    const message = `a table of ${mib} MiB for each of ${slots} slots is too large here: search with a smaller --hash, or start the worker with a larger --max-hash`;
    return { code: 'ERR_MEMORY', message };
  }

  #onOpened(id: number): void {
    const job = this.#job;
    const opening = job?.openings.get(id);
    if (job === undefined || opening === undefined) return;
    job.openings.delete(id);
    if (job.over === undefined) this.#seat(job, opening);
    this.#settle(job);
  }

  #onOpenFailed(id: number, failure: SeatFailure): void {
    const job = this.#job;
    const opening = job?.openings.get(id);
    if (job === undefined || opening === undefined) return;
    job.openings.delete(id);
    this.#refuse(job, opening.granted, failure);
    this.#settle(job);
  }

  #refuse(job: HeldJob<C>, granted: readonly SeatAssignment[], failure: SeatFailure): void {
    this.#log({ type: 'refused', reason: failure.message });
    for (const seat of granted) this.#fail(job, seat, failure);
  }

  #fail({ key }: HeldJob<C>, { self, incarnation }: SeatAssignment, failure: SeatFailure): void {
    const dead = PASSING_FAILURES.includes(failure.code);
    this.#do({ type: 'failed', key, self, incarnation, dead, failure });
  }

  #seat(job: HeldJob<C>, { id, command, granted }: Opening<C>): void {
    const { size, game, key } = command;
    if (granted.length === 0) return;
    this.jobs++;
    this.#log({ type: 'job', job: job.id, game: game.id, seats: granted.length });
    for (const { self, incarnation } of granted) {
      if (self < 1 || self >= size || job.seats.has(self)) continue;
      job.seats.set(self, { incarnation, isStopping: false });
      this.#do({ type: 'start-process', opening: id, key, self, incarnation });
      // Seats may have changed while the game was being opened.
      this.#tellLost(job, command.seats, [self]);
    }
  }

  #onProcessEnded(end: ProcessEnd<A>): void {
    const { self, incarnation } = end;
    const job = this.#job;
    const seat = job?.seats.get(self);
    if (job === undefined || seat?.incarnation !== incarnation) return;
    job.seats.delete(self);
    const { key } = job;
    if ('answer' in end) this.#do({ type: 'answer', key, self, incarnation, answer: end.answer });
    // A process that was stopped may end in any way.
    else if (!seat.isStopping) this.#fail(job, end, end.failure);
    this.#settle(job);
  }

  /** The worker is free when nothing of the job is left. */
  #settle(job: HeldJob<C>): void {
    if (job !== this.#job || job.seats.size > 0 || job.openings.size > 0) return;
    this.#job = undefined;
    this.#statusAt = NEVER;
    const reason = job.over ?? 'its processes have ended';
    this.#log({ type: 'job-over', job: job.id, reason });
    if (this.#isLeaving) this.#setDrained();
    else this.#do({ type: 'free-slots' });
  }

  // Messages of the master.

  #obey(command: SeatingCommand, now: Milliseconds): void {
    const job = this.#job;
    if (job === undefined || job.key !== command.key) return;
    if (command.type === 'end') {
      this.#end(job, command.seats, 'the search is over');
      return;
    }
    job.receivedAt = now;
    if (command.type === 'seats') this.#takeList(job, command);
    else if (command.type === 'moves') this.#takeMoves(job, command);
  }

  #end(job: HeldJob<C>, seats: readonly SeatAssignment[] | undefined, reason: string): void {
    if (seats === undefined) job.over ??= reason;
    const isMeant = ({ self, incarnation }: SeatAssignment) =>
      seats?.some((each) => each.self === self && each.incarnation === incarnation) ?? true;
    for (const opening of job.openings.values()) {
      opening.granted = opening.granted.filter((seat) => !isMeant(seat));
    }
    for (const [self, seat] of job.seats) {
      const { incarnation } = seat;
      if (seat.isStopping || !isMeant({ self, incarnation })) continue;
      seat.isStopping = true;
      this.#do({ type: 'stop-process', self, incarnation });
    }
    this.#settle(job);
  }

  /** Changes count when all before them are known; the master sees by the number in the status when they are not. */
  #takeMoves(job: HeldJob<C>, command: Extract<SeatingCommand, { type: 'moves' }>): void {
    const { seats, gone, from, seating } = command;
    if (from > job.seating || seating <= job.seating) return;
    const others = new Map(job.others);
    for (const self of gone) others.delete(self);
    for (const seat of seats) others.set(seat.self, seat);
    this.#takeList(job, { seats: [...others.values()], seating });
  }

  /** Reports changed holders of seats to the processes here. */
  #takeList(job: HeldJob<C>, { seats, seating }: Seating): void {
    if (seating < job.seating) return;
    job.seating = seating;
    const before = job.others;
    job.others = new Map(seats.map((seat) => [seat.self, seat]));
    this.#tellLost(job, before.values(), [...job.seats.keys()]);
  }

  #tellLost(job: HeldJob<C>, before: Iterable<SeatEntry>, seats: readonly number[]): void {
    for (const { self: process, incarnation } of before) {
      if (job.others.get(process)?.incarnation === incarnation) continue;
      for (const seat of seats) if (seat !== process) this.#do({ type: 'lost', seat, process });
    }
  }

  // Time.

  #tick(now: Milliseconds): void {
    if (now >= this.#drainUntil) this.#setDrained();
    const job = this.#job;
    if (job === undefined || now < this.#statusAt) return;
    this.#statusAt = now + this.#times.status;
    if (now - job.receivedAt > this.#times.masterLease) {
      this.#end(job, undefined, 'its master is gone');
      return;
    }
    const seats = this.#held(job);
    if (seats.length === 0) return;
    this.#do({ type: 'status', key: job.key, seating: job.seating, seats });
  }

  /** Seats with a process, and those whose game is being opened. */
  #held({ seats, openings }: HeldJob<C>): SeatAssignment[] {
    const held = [...seats].map(([self, { incarnation }]) => ({ self, incarnation }));
    return [...held, ...[...openings.values()].flatMap(({ granted }) => granted)];
  }

  #drain(now: Milliseconds): void {
    if (this.#isLeaving) return;
    this.#isLeaving = true;
    this.#drainUntil = now + this.#times.drain;
    const job = this.#job;
    if (job === undefined) {
      this.#setDrained();
      return;
    }
    const seats = this.#held(job).map(({ self }) => self);
    this.#do({ type: 'leaving', key: job.key, seats });
    this.#end(job, undefined, 'this worker leaves');
  }

  #setDrained(): void {
    this.#drainUntil = NEVER;
    if (this.#isDrained) return;
    this.#isDrained = true;
    this.#do({ type: 'drained' });
  }

  #log(entry: WorkerLogEntry): void {
    this.#do({ type: 'log', entry });
  }

  #do(effect: WorkerControlEffect<C, A>): void {
    this.#effects.push(effect);
  }
}
