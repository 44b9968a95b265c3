// The control plane of a job's master: it finds workers that fit, lets the seat keeper grant them seats, and ends the job.
// It is a state machine: an event comes in with the time, effects go out. It owns no clock, no timer and no socket, so a
// simulation can run it under faults. The algorithm decides what a lost seat means for the search; it receives `lost`.
import type {
  FoundSlots,
  JobFailure,
  MasterControlEffect,
  MasterControlEvent,
} from './master-events.js';
import type {
  CapacityReply,
  SeatAssignment,
  SeatNotice,
  SeatReport,
  WorkerAddress,
} from './messages.js';
import { Recruiting } from './recruiting.js';
import { Refusals } from './refusals.js';
import { ScanState } from './scan-state.js';
import { SeatKeeper } from './seat-keeper.js';
import { MASTER_TIMES, type MasterTimes, type Milliseconds } from './times.js';

const NEVER = Number.POSITIVE_INFINITY;

export interface MasterControlOptions {
  readonly key: string;
  /** Seats to use at most. */
  readonly maxSeats: number;
  /** Of a middle master, which the master above waits for: its workers may come later. */
  readonly startsWithoutWorkers: boolean;
  /** The end waits this long for what workers have counted. */
  readonly countMs: Milliseconds;
  readonly times?: MasterTimes;
}

type Phase =
  | { readonly type: 'gathering'; readonly until: Milliseconds; readonly step: GatherStep }
  | { readonly type: 'searching' }
  | { readonly type: 'counting'; readonly until: Milliseconds; readonly missing: Set<string> }
  | { readonly type: 'over' };

/** `waiting` ends at the time, or with a free-slot notice. */
type GatherStep =
  | { readonly type: 'scanning' }
  | { readonly type: 'asking' }
  | { readonly type: 'waiting'; readonly until: Milliseconds };

const nameOf = ({ self, incarnation }: SeatAssignment): string => `${self} ${incarnation}`;

/** `A` is the report of a process at its end. */
export class MasterControl<A extends SeatReport = SeatReport> {
  readonly #options: MasterControlOptions;
  readonly #times: MasterTimes;
  readonly #refusals = new Refusals();
  readonly #recruiting = new Recruiting();
  readonly #scanState = new ScanState();
  /** Offers of the first workers. */
  readonly #offers: FoundSlots[] = [];
  #phase: Phase = { type: 'over' };
  /** Undefined before the job begins. */
  #keeper: SeatKeeper<A> | undefined;
  #isCancelled = false;
  #tickAt = NEVER;
  #aliveAt = Number.NEGATIVE_INFINITY;
  #publishedAt = Number.NEGATIVE_INFINITY;
  #effects: MasterControlEffect<A>[] = [];

  constructor(options: MasterControlOptions) {
    this.#options = options;
    this.#times = options.times ?? MASTER_TIMES;
  }

  /** Takes an event; the effects are to be carried out in this order. */
  handle(event: MasterControlEvent<A>, now: Milliseconds): MasterControlEffect<A>[] {
    this.#take(event, now);
    const effects = this.#effects;
    this.#effects = [];
    return effects;
  }

  /** When a tick is due; Infinity when none is. */
  get nextTick(): Milliseconds {
    const phase = this.#phase;
    if (phase.type === 'over') return NEVER;
    if (phase.type === 'counting') return phase.until;
    const requests = Math.min(this.#scanState.until, this.#recruiting.nextOverdue);
    if (phase.type === 'searching') return Math.min(requests, this.#tickAt);
    return phase.step.type === 'waiting' ? Math.min(requests, phase.step.until) : requests;
  }

  /** Who holds which seat; undefined before the job begins. */
  get seats(): SeatKeeper<A>['seats'] | undefined {
    return this.#keeper?.seats;
  }

  workerAt(self: number): WorkerAddress | undefined {
    return this.seats?.workerAt(self);
  }

  #take(event: MasterControlEvent<A>, now: Milliseconds): void {
    if (event.type === 'start') {
      this.#phase = {
        type: 'gathering',
        until: now + this.#times.patience,
        step: { type: 'scanning' },
      };
      this.#scan(now);
      return;
    }
    if (event.type === 'stop') {
      this.#keeper?.dismissAll();
      this.#phase = { type: 'over' };
    }
    if (this.#phase.type === 'over') return;
    switch (event.type) {
      case 'scanned':
        if (this.#scanState.isRunning) this.#onScanned(event.found, now);
        return;
      case 'scan-failed':
        if (this.#scanState.isRunning) this.#onScanned([], now);
        return;
      case 'replied':
        this.#onReply(event.request, event.reply, now);
        return;
      case 'free-slots':
        this.#onFreeSlots(event.worker, now);
        return;
      case 'notice':
        this.#onNotice(event.notice, now);
        return;
      case 'liars':
        if (this.#phase.type === 'searching') this.#keeper!.expel(event.seats, event.claim, now);
        return;
      case 'cancel':
        this.#isCancelled = true;
        if (this.#phase.type === 'gathering' && this.#phase.step.type === 'waiting') {
          this.#begin(now);
        }
        return;
      case 'search-over':
        this.#count(now);
        return;
      case 'tick':
        this.#tick(now);
    }
  }

  #tick(now: Milliseconds): void {
    if (now >= this.#scanState.until) this.#onScanned([], now);
    for (const { id } of this.#recruiting.overdue(now)) this.#onReply(id, undefined, now);
    const phase = this.#phase;
    if (phase.type === 'gathering') {
      if (phase.step.type === 'waiting' && now >= phase.step.until) this.#gatherAgain(now);
    } else if (phase.type === 'searching') {
      if (now >= this.#tickAt) this.#keepSeats(now);
    } else if (phase.type === 'counting') {
      if (now >= phase.until) this.#finish();
    }
  }

  /** At every tick of the search. */
  #keepSeats(now: Milliseconds): void {
    const { tick, alive, rescan } = this.#times;
    const keeper = this.#keeper!;
    this.#tickAt = now + tick;
    keeper.expire(now);
    keeper.announce();
    if (now - this.#aliveAt >= alive) {
      this.#aliveAt = now;
      keeper.sendAlive();
    }
    const pause = this.#recruiting.isFlooded ? alive : rescan;
    if (now - this.#scanState.wantedAt >= pause) this.#scan(now);
    this.#recruiting.forgetNotices();
    if (now - this.#publishedAt >= alive) {
      this.#publishedAt = now;
      this.#do({ type: 'publish-status' });
    }
  }

  // Finding workers.

  #scan(now: Milliseconds): void {
    this.#scanState.wantedAt = now;
    this.#recruiting.scanBegins();
    if (this.seats?.hasVacant === false) return;
    if (this.#scanState.begin(now + this.#times.scanLimit)) this.#do({ type: 'scan' });
  }

  #onScanned(found: readonly FoundSlots[], now: Milliseconds): void {
    this.#scanState.workersFound();
    this.#refusals.forgetBusy();
    const phase = this.#phase;
    if (phase.type === 'gathering') {
      this.#scanState.end();
      this.#phase = { ...phase, step: { type: 'asking' } };
      for (const { worker } of found) this.#ask(worker, now, { expected: true, ofScan: false });
      this.#decide(now);
      return;
    }
    const { seats } = this.#keeper!;
    // Of hundreds of workers nearly all have no slot left.
    const free = found.filter(({ worker, slots }) => seats.heldBy(worker.id).length < slots);
    this.#recruiting.wait(free.map(({ worker }) => worker));
    this.#goOnWithScan(now);
  }

  /** Asks the next workers of a scan, and ends it after the last reply. */
  #goOnWithScan(now: Milliseconds): void {
    if (!this.#scanState.isAsking) return;
    for (let next = this.#recruiting.next(); next !== undefined; next = this.#recruiting.next()) {
      this.#recruit(next, now, { expected: true, ofScan: true });
    }
    if (!this.#recruiting.isScanDone) return;
    this.#scanState.end();
    if (this.#scanState.takeRepeat()) this.#scan(now);
    else this.#failWithoutWorkers();
  }

  /** Offers vacant seats to a worker that may have free slots. */
  #recruit(worker: WorkerAddress, now: Milliseconds, how: { expected: boolean; ofScan: boolean }) {
    const keeper = this.#keeper;
    if (this.#phase.type !== 'searching' || !keeper?.seats.hasVacant) return;
    if (!keeper.isExcluded(worker)) this.#ask(worker, now, how);
  }

  #ask(worker: WorkerAddress, now: Milliseconds, how: { expected: boolean; ofScan: boolean }) {
    const request = this.#recruiting.open(worker, now + this.#times.ask, how);
    if (request !== undefined) this.#do({ type: 'ask', request: request.id, worker });
  }

  #onReply(id: number, reply: CapacityReply | undefined, now: Milliseconds): void {
    const request = this.#recruiting.close(id);
    if (request === undefined) return;
    const { worker, expected } = request;
    if (reply?.type === 'available') this.#onOffer({ worker, slots: reply.slots }, now);
    else if (reply?.type === 'busy') this.#refusals.addBusy(worker);
    else if (reply !== undefined || expected) {
      const note = this.#refusals.add(worker, reply?.reason ?? 'it does not answer');
      if (note !== undefined) this.#do({ type: 'note', note });
    }
    if (this.#phase.type === 'gathering') this.#decide(now);
    else this.#goOnWithScan(now);
  }

  #onOffer(offer: FoundSlots, now: Milliseconds): void {
    if (this.#phase.type === 'gathering') this.#offers.push(offer);
    else if (this.#phase.type === 'searching') this.#keeper!.grant(offer, now);
  }

  #onFreeSlots(worker: WorkerAddress, now: Milliseconds): void {
    const phase = this.#phase;
    if (phase.type === 'gathering') {
      if (phase.step.type === 'waiting') this.#gatherAgain(now);
    } else if (phase.type === 'searching' && this.#keeper!.seats.hasVacant) {
      if (this.#recruiting.followNotice()) {
        this.#recruit(worker, now, { expected: false, ofScan: false });
      }
    }
  }

  /** Fails when the workers that had seats could not do the work, and no other has or will have a free slot. */
  #failWithoutWorkers(): void {
    const keeper = this.#keeper;
    if (keeper?.failure === undefined || this.#phase.type !== 'searching') return;
    if (keeper.seats.taken > 0 || this.#recruiting.underWay > 0) return;
    if (this.#refusals.isAnyBusy) return;
    this.#fail(keeper.failure);
    keeper.dismissAll();
  }

  // Beginning.

  /** All workers of the scan have replied: the job begins, waits for workers, or fails. */
  #decide(now: Milliseconds): void {
    const phase = this.#phase;
    if (phase.type !== 'gathering' || this.#recruiting.underWay > 0) return;
    if (phase.step.type !== 'asking') return;
    if (this.#offers.length > 0 || this.#options.startsWithoutWorkers || this.#isCancelled) {
      this.#begin(now);
      return;
    }
    const isBusy = this.#refusals.isAnyBusy;
    const left = phase.until - now;
    if (left <= 0 && !isBusy) {
      const message = this.#refusals.summary;
      this.#fail({ code: 'ERR_CLUSTER', message });
      return;
    }
    const { retry } = this.#times;
    const until = now + (isBusy ? retry : Math.min(left, retry));
    this.#phase = { ...phase, step: { type: 'waiting', until } };
  }

  #gatherAgain(now: Milliseconds): void {
    const phase = this.#phase;
    if (phase.type !== 'gathering') return;
    this.#phase = { ...phase, step: { type: 'scanning' } };
    this.#scan(now);
  }

  #fail(failure: JobFailure): void {
    this.#do({ type: 'failed', failure });
    this.#phase = { type: 'over' };
  }

  /** Grants the first seats and starts process 0. */
  #begin(now: Milliseconds): void {
    this.#phase = { type: 'searching' };
    this.#scanState.wantedAt = now;
    this.#tickAt = now + this.#times.tick;
    const { key, maxSeats } = this.#options;
    const { seatLease } = this.#times;
    this.#keeper = new SeatKeeper<A>({ key, maxSeats, seatLease }, this.#offers, now, {
      do: (effect) => this.#do(effect),
      vacated: (at) => this.#scan(at),
    });
  }

  // Ending.

  /** Ends the job everywhere and waits for the counts of the workers. */
  #count(now: Milliseconds): void {
    if (this.#phase.type !== 'searching') return;
    const keeper = this.#keeper!;
    keeper.dismissAll();
    const missing = new Set(keeper.seats.entries.map(nameOf));
    this.#phase = { type: 'counting', until: now + this.#options.countMs, missing };
    if (missing.size === 0) this.#finish();
  }

  #onNotice(notice: SeatNotice<A>, now: Milliseconds): void {
    if (this.#keeper === undefined) return;
    if (this.#phase.type === 'counting') this.#onLateNotice(notice, this.#phase);
    else this.#keeper.onNotice(notice, now);
  }

  #onLateNotice(notice: SeatNotice<A>, { missing }: Extract<Phase, { type: 'counting' }>): void {
    const keeper = this.#keeper!;
    if (notice.type === 'status') {
      // The command to end was lost.
      keeper.sendEnd(notice.worker);
    } else if (notice.type !== 'leaving' && keeper.seats.holds(notice.worker, notice)) {
      if (!missing.delete(nameOf(notice))) return;
      if (notice.type === 'answer') keeper.takeAnswer(notice);
      if (missing.size === 0) this.#finish();
    }
  }

  #finish(): void {
    this.#phase = { type: 'over' };
    this.#do({ type: 'finished' });
  }

  #do(effect: MasterControlEffect<A>): void {
    this.#effects.push(effect);
  }
}
