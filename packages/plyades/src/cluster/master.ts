// The control plane of a job's master: it finds workers that fit, grants them seats, takes back seats whose leases have
// run out, keeps all workers informed of who holds which seat, and ends the job. It is a state machine: an event comes in
// with the time, effects go out; it owns no clock, no timer and no socket, so that a simulation can run it under faults.
// What a lost seat means for the search is the algorithm's affair, which hears of it as `lost`.
import {
  ANY_NAME,
  type CapacityReply,
  type SearchedCount,
  type SeatAssignment,
  type SeatEntry,
  type SeatingCommand,
  type SeatNotice,
  type WorkerAddress,
} from './messages.js';
import type { ClusterNote } from './notes.js';
import { Recruiting } from './recruiting.js';
import { Refusals } from './refusals.js';
import { SearchedTotals } from './searched-totals.js';
import { SeatingLog } from './seating-log.js';
import { Seats } from './seats.js';
import { MASTER_TIMES, type MasterTimes, type Milliseconds } from './times.js';

/** Processes of a job: a master and its seats, the vacant ones included. */
export const MAX_JOB_PROCESSES = 4097;
/** More processes of a worker than this may not die by themselves; then it gets no more seats. */
const MAX_DEATHS = 3;
/** Vacant seats for workers that come later: as many as are taken at first, and at least these. */
const SPARE_SEATS = 8;
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

export interface FoundSlots {
  readonly worker: WorkerAddress;
  readonly slots: number;
}

export type MasterControlEvent =
  /** Once, before all others. */
  | { readonly type: 'start' }
  | { readonly type: 'scanned'; readonly found: readonly FoundSlots[] }
  | { readonly type: 'scan-failed' }
  /** Without a reply: the host knows that none will come. */
  | { readonly type: 'replied'; readonly request: number; readonly reply?: CapacityReply }
  /** A worker says that it has free slots. Anybody can say so, of any worker. */
  | { readonly type: 'free-slots'; readonly worker: WorkerAddress }
  | { readonly type: 'notice'; readonly notice: SeatNotice }
  /** Seats whose processes have lied, all so far in this order. `claim` completes "it has claimed ...". */
  | { readonly type: 'liars'; readonly seats: readonly number[]; readonly claim: string }
  /** The job is not wanted any more; it still begins, for its answer is due. */
  | { readonly type: 'cancel' }
  /** Process 0 has its result. */
  | { readonly type: 'search-over' }
  /** The host gives the job up, whatever its state. */
  | { readonly type: 'stop' }
  | { readonly type: 'tick' };

/** Seats for one worker, with what its start command says about the others. */
export interface SeatGrant {
  readonly worker: WorkerAddress;
  readonly seats: readonly SeatAssignment[];
  readonly size: number;
  readonly absent: readonly number[];
  readonly entries: readonly SeatEntry[];
  readonly seating: number;
}

export interface JobFailure {
  readonly code: string | undefined;
  readonly message: string;
}

export type MasterControlEffect =
  /** Look for all workers; `scanned` or `scan-failed` follows. */
  | { readonly type: 'scan' }
  /** Send a capacity request; `replied` follows with this number. */
  | { readonly type: 'ask'; readonly request: number; readonly worker: WorkerAddress }
  /** Send the first start commands, then start process 0. Once. */
  | {
      readonly type: 'begin';
      readonly size: number;
      readonly absent: readonly number[];
      readonly grants: readonly SeatGrant[];
    }
  /** Send a start command. */
  | { readonly type: 'grant'; readonly grant: SeatGrant }
  | {
      readonly type: 'command';
      readonly to: readonly WorkerAddress[];
      readonly command: SeatingCommand;
    }
  /** Process 0 must know that the process of this seat is gone. */
  | { readonly type: 'lost'; readonly self: number }
  /** All that was searched in this seat so far. */
  | { readonly type: 'searched'; readonly self: number; readonly total: SearchedCount }
  | { readonly type: 'note'; readonly note: ClusterNote }
  /** Publish the status of the job. */
  | { readonly type: 'publish-status' }
  /** The job cannot go on. */
  | { readonly type: 'failed'; readonly failure: JobFailure }
  /** After `search-over`: all workers have answered, or there was no time for more. */
  | { readonly type: 'finished' };

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

const lost = (worker: WorkerAddress, reason: string): ClusterNote => ({
  type: 'lost',
  worker: worker.id,
  reason,
});

const nameOf = ({ self, incarnation }: SeatAssignment): string => `${self} ${incarnation}`;

export class MasterControl {
  readonly #options: MasterControlOptions;
  readonly #times: MasterTimes;
  readonly #refusals = new Refusals();
  readonly #recruiting = new Recruiting();
  readonly #seating = new SeatingLog();
  readonly #searched = new SearchedTotals();
  /** Offers of the first workers. */
  readonly #offers: FoundSlots[] = [];
  /** Every worker that was ever granted a seat: at the end all are told, the silent ones too. */
  readonly #granted = new Map<string, WorkerAddress>();
  /** Workers that get no seats any more. */
  readonly #excluded = new Set<string>();
  /** Processes that have died, by worker. */
  readonly #deaths = new Map<string, number>();
  #phase: Phase = { type: 'over' };
  #seats: Seats | undefined;
  #isCancelled = false;
  /** Liars of the reported list that were dealt with: the seat of one may belong to another worker by now. */
  #handledLiars = 0;
  /** Why the last worker that was dismissed could not do the work. */
  #failure: JobFailure | undefined;
  #scanningUntil = NEVER;
  #isScanning = false;
  /** Seats became vacant during a scan: another one follows. */
  #scanAgain = false;
  #scannedAt = 0;
  #tickAt = NEVER;
  #aliveAt = Number.NEGATIVE_INFINITY;
  #publishedAt = Number.NEGATIVE_INFINITY;
  #effects: MasterControlEffect[] = [];

  constructor(options: MasterControlOptions) {
    this.#options = options;
    this.#times = options.times ?? MASTER_TIMES;
  }

  /** Takes an event; the effects are to be carried out in this order. */
  handle(event: MasterControlEvent, now: Milliseconds): MasterControlEffect[] {
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
    const scan = this.#isScanning ? this.#scanningUntil : NEVER;
    const requests = Math.min(scan, this.#recruiting.nextOverdue);
    if (phase.type === 'searching') return Math.min(requests, this.#tickAt);
    return phase.step.type === 'waiting' ? Math.min(requests, phase.step.until) : requests;
  }

  /** Who holds which seat; undefined before the job begins. */
  get seats(): Omit<Seats, 'grant' | 'renew' | 'release' | 'expire'> | undefined {
    return this.#seats;
  }

  workerAt(self: number): WorkerAddress | undefined {
    return this.#seats?.workerAt(self);
  }

  #take(event: MasterControlEvent, now: Milliseconds): void {
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
      this.#dismissAll();
      this.#phase = { type: 'over' };
    }
    if (this.#phase.type === 'over') return;
    switch (event.type) {
      case 'scanned':
        if (this.#isScanning) this.#onScanned(event.found, now);
        return;
      case 'scan-failed':
        if (this.#isScanning) this.#onScanned([], now);
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
        this.#expel(event.seats, event.claim, now);
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
    if (this.#isScanning && now >= this.#scanningUntil) this.#onScanned([], now);
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

  /** What is done at every tick of the search. */
  #keepSeats(now: Milliseconds): void {
    const { tick, alive, rescan } = this.#times;
    const seats = this.#seats!;
    this.#tickAt = now + tick;
    const expired = seats.expire(now);
    for (const { self } of expired) this.#do({ type: 'lost', self });
    for (const worker of new Map(expired.map((seat) => [seat.worker.id, seat.worker])).values()) {
      this.#do({ type: 'note', note: lost(worker, 'it is silent') });
    }
    if (expired.length > 0) {
      this.#seating.number++;
      this.#scan(now);
    }
    if (this.#seating.isChanged) {
      this.#command(seats.workers, this.#seating.announce(this.#key, seats.entries));
    }
    if (now - this.#aliveAt >= alive) {
      this.#aliveAt = now;
      this.#seating.settle();
      this.#command(seats.workers, { type: 'alive', key: this.#key });
    }
    if (now - this.#scannedAt >= (this.#recruiting.isFlooded ? alive : rescan)) this.#scan(now);
    this.#recruiting.forgetNotices();
    if (now - this.#publishedAt >= alive) {
      this.#publishedAt = now;
      this.#do({ type: 'publish-status' });
    }
  }

  // Finding workers.

  #scan(now: Milliseconds): void {
    this.#scannedAt = now;
    this.#recruiting.scanBegins();
    if (this.#seats?.hasVacant === false) return;
    if (this.#isScanning) {
      this.#scanAgain = true;
      return;
    }
    this.#isScanning = true;
    this.#scanningUntil = now + this.#times.scanLimit;
    this.#do({ type: 'scan' });
  }

  #onScanned(found: readonly FoundSlots[], now: Milliseconds): void {
    // The scan lasts until its workers have replied; only its time is not limited any more.
    this.#scanningUntil = NEVER;
    this.#refusals.forgetBusy();
    const phase = this.#phase;
    if (phase.type === 'gathering') {
      this.#isScanning = false;
      this.#phase = { ...phase, step: { type: 'asking' } };
      for (const { worker } of found) this.#ask(worker, now, { expected: true, ofScan: false });
      this.#decide(now);
      return;
    }
    const seats = this.#seats!;
    // Of hundreds of workers nearly all have no slot left.
    const free = found.filter(({ worker, slots }) => seats.heldBy(worker.id).length < slots);
    this.#recruiting.wait(free.map(({ worker }) => worker));
    this.#goOnWithScan(now);
  }

  /** Asks the next workers of a scan, and ends it after the last reply. */
  #goOnWithScan(now: Milliseconds): void {
    if (!this.#isScanning || this.#scanningUntil !== NEVER) return;
    for (let next = this.#recruiting.next(); next !== undefined; next = this.#recruiting.next()) {
      this.#recruit(next, now, { expected: true, ofScan: true });
    }
    if (!this.#recruiting.isScanDone) return;
    this.#isScanning = false;
    if (this.#scanAgain) {
      this.#scanAgain = false;
      this.#scan(now);
    } else this.#failWithoutWorkers();
  }

  /** Offers vacant seats to a worker that may have free slots. */
  #recruit(worker: WorkerAddress, now: Milliseconds, how: { expected: boolean; ofScan: boolean }) {
    if (this.#phase.type !== 'searching' || !this.#seats!.hasVacant) return;
    if (!this.#excluded.has(worker.id)) this.#ask(worker, now, how);
  }

  #ask(worker: WorkerAddress, now: Milliseconds, how: { expected: boolean; ofScan: boolean }) {
    const request = this.#recruiting.open(worker, now + this.#times.ask, how);
    if (request !== undefined) this.#do({ type: 'ask', request: request.id, worker });
  }

  #onReply(id: number, reply: CapacityReply | undefined, now: Milliseconds): void {
    const request = this.#recruiting.close(id);
    if (request === undefined) return;
    const { worker, expected } = request;
    if (reply?.type === 'room') this.#onOffer({ worker, slots: reply.slots }, now);
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
    else if (this.#phase.type === 'searching') this.#grant(offer, now);
  }

  #onFreeSlots(worker: WorkerAddress, now: Milliseconds): void {
    const phase = this.#phase;
    if (phase.type === 'gathering') {
      if (phase.step.type === 'waiting') this.#gatherAgain(now);
    } else if (phase.type === 'searching' && this.#seats!.hasVacant) {
      if (this.#recruiting.followNotice()) {
        this.#recruit(worker, now, { expected: false, ofScan: false });
      }
    }
  }

  /** Those who had seats could not do the work, and no other worker has a free slot or will have. */
  #failWithoutWorkers(): void {
    if (this.#failure === undefined || this.#phase.type !== 'searching') return;
    if (this.#seats!.taken > 0 || this.#recruiting.underWay > 0) return;
    if (this.#refusals.isAnyBusy) return;
    this.#do({ type: 'failed', failure: this.#failure });
    this.#dismissAll();
    this.#phase = { type: 'over' };
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
      this.#do({ type: 'failed', failure: { code: 'ERR_CLUSTER', message } });
      this.#phase = { type: 'over' };
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

  /** Grants the first seats and starts process 0. */
  #begin(now: Milliseconds): void {
    const offered = this.#offers.reduce((sum, { slots }) => sum + slots, 0);
    const most = Math.min(this.#options.maxSeats, MAX_JOB_PROCESSES - 1);
    const count = Math.min(offered, most);
    const size = 1 + Math.min(most, count + Math.max(SPARE_SEATS, count));
    const seats = new Seats(size, this.#times.seatLease);
    this.#seats = seats;
    this.#phase = { type: 'searching' };
    this.#scannedAt = now;
    this.#tickAt = now + this.#times.tick;
    let next = 1;
    const granted = this.#offers.flatMap(({ worker, slots }) => {
      const free = Array.from({ length: Math.min(slots, count + 1 - next) }, () => next++);
      return free.length === 0 ? [] : [{ worker, seats: seats.grant(worker, free, now, true) }];
    });
    const { entries, vacant: absent } = seats;
    this.#seating.begin(entries);
    const grants = granted.map(({ worker, seats }) => {
      this.#granted.set(worker.id, worker);
      return { worker, seats, size, absent, entries, seating: this.#seating.number };
    });
    this.#do({ type: 'begin', size, absent, grants });
    for (const { worker, seats } of grants) this.#noteJoined(worker, seats.length);
  }

  // Seats.

  #grant({ worker, slots }: FoundSlots, now: Milliseconds): void {
    const seats = this.#seats!;
    const free = seats.vacant.slice(0, slots);
    if (free.length === 0 || this.#excluded.has(worker.id)) return;
    const granted = seats.grant(worker, free, now);
    this.#seating.number++;
    for (const self of free) this.#searched.begin(self);
    this.#granted.set(worker.id, worker);
    const grant: SeatGrant = {
      worker,
      seats: granted,
      size: seats.size,
      absent: seats.vacant,
      entries: seats.entries,
      seating: this.#seating.number,
    };
    this.#do({ type: 'grant', grant });
    this.#noteJoined(worker, granted.length);
  }

  #onNotice(notice: SeatNotice, now: Milliseconds): void {
    const phase = this.#phase;
    if (this.#seats === undefined) return;
    if (phase.type === 'counting') this.#onLateNotice(notice, phase);
    else if (notice.type === 'status') this.#onStatus(notice, now);
    else if (notice.type === 'leaving') {
      const held = this.#seats.heldBy(notice.worker.id);
      const left = notice.places.filter((self) => held.includes(self));
      this.#vacate(left, lost(notice.worker, 'it leaves'), now);
    } else if (this.#seats.holds(notice.worker, notice)) {
      if (notice.type === 'failed') this.#onFailed(notice, now);
      else {
        this.#setSearched(notice.self, notice.counters);
        this.#vacate([notice.self], lost(notice.worker, 'it has left its place'), now);
      }
    }
  }

  #onStatus(notice: Extract<SeatNotice, { type: 'status' }>, now: Milliseconds): void {
    const seats = this.#seats!;
    const { worker } = notice;
    const gone: SeatAssignment[] = [];
    let isChanged = false;
    for (const { self, incarnation, nodes, leaves } of notice.places) {
      const claim = seats.renew(worker, { self, incarnation }, now);
      if (claim === 'gone') gone.push({ self, incarnation });
      else this.#setSearched(self, { nodes, leaves });
      if (claim === 'back') isChanged = true;
    }
    if (gone.length > 0) this.#command([worker], { type: 'end', key: this.#key, places: gone });
    if (isChanged) this.#seating.number++;
    else if (this.#seating.isBehind(notice.seating)) {
      const { entries } = seats;
      const seating = this.#seating.number;
      this.#command([worker], { type: 'seats', key: this.#key, seats: entries, seating });
    }
  }

  #onFailed(notice: Extract<SeatNotice, { type: 'failed' }>, now: Milliseconds): void {
    const { worker, self, dead, message, code } = notice;
    const deaths = (this.#deaths.get(worker.id) ?? 0) + 1;
    this.#deaths.set(worker.id, deaths);
    if (dead && deaths <= MAX_DEATHS) {
      this.#vacate([self], lost(worker, message), now);
      return;
    }
    // One worker that cannot do the work is excluded; the job fails when none is left that can.
    this.#failure = { code, message };
    this.#dismiss(worker, { type: 'refused', worker: worker.id, reason: message }, now);
  }

  /** Excludes liars; their seats go to other workers. */
  #expel(liars: readonly number[], claim: string, now: Milliseconds): void {
    for (const self of liars.slice(this.#handledLiars)) {
      this.#handledLiars++;
      const worker = this.workerAt(self);
      if (worker === undefined || this.#phase.type !== 'searching') continue;
      const key = worker.name === ANY_NAME ? '' : `; its key is ${worker.name}`;
      const reason = `it has claimed ${claim}, and is shut out${key}`;
      this.#dismiss(worker, lost(worker, reason), now);
    }
  }

  /** Takes all seats of a worker, which gets none any more. */
  #dismiss(worker: WorkerAddress, note: ClusterNote, now: Milliseconds): void {
    this.#excluded.add(worker.id);
    this.#command([worker], { type: 'end', key: this.#key });
    this.#vacate(this.#seats!.heldBy(worker.id), note, now);
  }

  /** Takes seats from their workers for good; the search hears of it. */
  #vacate(selves: readonly number[], note: ClusterNote, now: Milliseconds): void {
    if (selves.length === 0) return;
    for (const self of selves) {
      this.#seats!.release(self);
      this.#do({ type: 'lost', self });
    }
    this.#seating.number++;
    this.#do({ type: 'note', note });
    this.#scan(now);
  }

  /** The present holder of a seat has searched this much. */
  #setSearched(self: number, count: SearchedCount): void {
    this.#searched.set(self, count);
    this.#do({ type: 'searched', self, total: this.#searched.total(self) });
  }

  // Ending.

  /** Ends the job everywhere and waits for what workers have counted. */
  #count(now: Milliseconds): void {
    if (this.#phase.type !== 'searching') return;
    this.#dismissAll();
    const missing = new Set(this.#seats!.entries.map(nameOf));
    this.#phase = { type: 'counting', until: now + this.#options.countMs, missing };
    if (missing.size === 0) this.#finish();
  }

  #onLateNotice(notice: SeatNotice, { missing }: Extract<Phase, { type: 'counting' }>): void {
    if (notice.type === 'status') {
      // The command to end was lost.
      this.#command([notice.worker], { type: 'end', key: this.#key });
    } else if (notice.type !== 'leaving' && this.#seats!.holds(notice.worker, notice)) {
      if (notice.type === 'answer') this.#setSearched(notice.self, notice.counters);
      missing.delete(nameOf(notice));
      if (missing.size === 0) this.#finish();
    }
  }

  #finish(): void {
    this.#phase = { type: 'over' };
    this.#do({ type: 'finished' });
  }

  /** Also those whose leases have run out: they may hear it. */
  #dismissAll(): void {
    const all = [...this.#granted.values()];
    if (all.length > 0) this.#command(all, { type: 'end', key: this.#key });
  }

  get #key(): string {
    return this.#options.key;
  }

  #noteJoined({ id }: WorkerAddress, places: number): void {
    this.#do({ type: 'note', note: { type: 'joined', worker: id, places } });
  }

  #command(to: readonly WorkerAddress[], command: SeatingCommand): void {
    if (to.length > 0) this.#do({ type: 'command', to, command });
  }

  #do(effect: MasterControlEffect): void {
    this.#effects.push(effect);
  }
}
