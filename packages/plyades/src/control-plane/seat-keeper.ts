// The seats of a running job: grants them, follows the notices of the workers that hold them, takes them back from workers
// that are silent, leave, fail or lie, and announces every change to the others.
import type { FoundSlots, JobFailure, MasterControlEffect, SeatGrant } from './master-events.js';
import {
  ANY_NAME,
  type ReportNotice,
  type SearchedCount,
  type SeatAssignment,
  type SeatingCommand,
  type SeatNotice,
  type SeatReport,
  type WorkerAddress,
} from './messages.js';
import type { ClusterNote } from './notes.js';
import { SearchedTotals } from './searched-totals.js';
import { SeatingLog } from './seating-log.js';
import { Seats } from './seats.js';
import type { Milliseconds } from './times.js';

/** Processes of a job: a master and its seats, the vacant ones included. */
export const MAX_JOB_PROCESSES = 4097;
/** A worker of which more processes than this die by themselves gets no more seats. */
const MAX_DEATHS = 3;
/** Vacant seats for workers that come later: as many as are taken at first, and at least these. */
const SPARE_SEATS = 8;

/** Seats that a job with this number of workers keeps for those that come later. */
export const spareSeatsOf = (workers: number): number => Math.max(SPARE_SEATS, workers);

const lost = (worker: WorkerAddress, reason: string): ClusterNote => ({
  type: 'lost',
  worker: worker.id,
  reason,
});

export interface SeatKeeperPorts<A extends SeatReport> {
  /** Adds an effect. */
  do(effect: MasterControlEffect<A>): void;
  /** Seats have become vacant. */
  vacated(now: Milliseconds): void;
}

export class SeatKeeper<A extends SeatReport> {
  readonly #key: string;
  readonly #ports: SeatKeeperPorts<A>;
  readonly #seats: Seats;
  readonly #seating = new SeatingLog();
  readonly #searched = new SearchedTotals();
  /** Every worker that was ever granted a seat: the end of the job is sent to all, the silent ones too. */
  readonly #granted = new Map<string, WorkerAddress>();
  /** Workers that get no seats any more. */
  readonly #excluded = new Set<string>();
  /** Processes that have died, by worker. */
  readonly #deaths = new Map<string, number>();
  /** Liars of the reported list that were dealt with: the seat of one may belong to another worker by now. */
  #handledLiars = 0;
  /** Why the last worker that was dismissed could not do the work. */
  #failure: JobFailure | undefined;

  /** Grants the first seats and begins the job. */
  constructor(
    { key, maxSeats, seatLease }: { key: string; maxSeats: number; seatLease: Milliseconds },
    offers: readonly FoundSlots[],
    now: Milliseconds,
    ports: SeatKeeperPorts<A>,
  ) {
    this.#key = key;
    this.#ports = ports;
    const offered = offers.reduce((sum, { slots }) => sum + slots, 0);
    const most = Math.min(maxSeats, MAX_JOB_PROCESSES - 1);
    const count = Math.min(offered, most);
    const size = 1 + Math.min(most, count + spareSeatsOf(count));
    this.#seats = new Seats(size, seatLease);
    this.#grantFirst(offers, count, now);
  }

  get seats(): Omit<Seats, 'grant' | 'renew' | 'release' | 'expire'> {
    return this.#seats;
  }

  get failure(): JobFailure | undefined {
    return this.#failure;
  }

  isExcluded({ id }: WorkerAddress): boolean {
    return this.#excluded.has(id);
  }

  /** Offers vacant seats to a worker with free slots. */
  grant({ worker, slots }: FoundSlots, now: Milliseconds): void {
    const seats = this.#seats;
    const free = seats.vacant.slice(0, slots);
    if (free.length === 0 || this.isExcluded(worker)) return;
    const granted = seats.grant(worker, free, now);
    this.#seating.number++;
    for (const self of free) this.#searched.begin(self);
    this.#granted.set(worker.id, worker);
    this.#ports.do({ type: 'grant', grant: { worker, granted, ...this.#overview } });
    this.#noteJoined(worker, granted.length);
  }

  /** Takes back seats whose leases have run out. */
  expire(now: Milliseconds): void {
    const expired = this.#seats.expire(now);
    if (expired.length === 0) return;
    for (const { self } of expired) this.#ports.do({ type: 'lost', self });
    for (const worker of new Map(expired.map((seat) => [seat.worker.id, seat.worker])).values()) {
      this.#ports.do({ type: 'note', note: lost(worker, 'it is silent') });
    }
    this.#seating.number++;
    this.#ports.vacated(now);
  }

  /** Sends the changes since the last announcement. */
  announce(): void {
    if (!this.#seating.isChanged) return;
    this.command(this.#seats.workers, this.#seating.announce(this.#key, this.#seats.entries));
  }

  sendAlive(): void {
    this.#seating.settle();
    this.command(this.#seats.workers, { type: 'alive', key: this.#key });
  }

  onNotice(notice: SeatNotice<A>, now: Milliseconds): void {
    if (notice.type === 'status') this.#onStatus(notice, now);
    else if (notice.type === 'leaving') {
      const held = this.#seats.heldBy(notice.worker.id);
      const left = notice.seats.filter((self) => held.includes(self));
      this.#vacate(left, lost(notice.worker, 'it leaves'), now);
    } else if (this.#seats.holds(notice.worker, notice)) {
      if (notice.type === 'failed') this.#onFailed(notice, now);
      else {
        this.takeAnswer(notice);
        this.#vacate([notice.self], lost(notice.worker, 'it has left its seat'), now);
      }
    }
  }

  /** Excludes liars; their seats go to other workers. */
  expel(liars: readonly number[], claim: string, now: Milliseconds): void {
    for (const self of liars.slice(this.#handledLiars)) {
      this.#handledLiars++;
      const worker = this.#seats.workerAt(self);
      if (worker === undefined) continue;
      const key = worker.name === ANY_NAME ? '' : `; its key is ${worker.name}`;
      const reason = `it has sent ${claim}, and is excluded${key}`;
      this.#dismiss(worker, lost(worker, reason), now);
    }
  }

  /** An answer of the worker that holds the seat. */
  takeAnswer(notice: ReportNotice<A>): void {
    this.#setSearched(notice.self, notice.counters);
    this.#ports.do({ type: 'answered', notice });
  }

  /** The present holder of a seat has searched this much. */
  #setSearched(self: number, count: SearchedCount): void {
    this.#searched.set(self, count);
    this.#ports.do({ type: 'searched', self, total: this.#searched.total(self) });
  }

  /** Ends the job at one worker. */
  sendEnd(worker: WorkerAddress): void {
    this.command([worker], { type: 'end', key: this.#key });
  }

  /** Ends the job everywhere, also at workers whose leases have run out: they may still receive it. */
  dismissAll(): void {
    this.command([...this.#granted.values()], { type: 'end', key: this.#key });
  }

  command(to: readonly WorkerAddress[], command: SeatingCommand): void {
    if (to.length > 0) this.#ports.do({ type: 'command', to, command });
  }

  #grantFirst(offers: readonly FoundSlots[], count: number, now: Milliseconds): void {
    const seats = this.#seats;
    let next = 1;
    const first = offers.flatMap(({ worker, slots }) => {
      const free = Array.from({ length: Math.min(slots, count + 1 - next) }, () => next++);
      return free.length === 0 ? [] : [{ worker, granted: seats.grant(worker, free, now, true) }];
    });
    const overview = this.#overview;
    const { size, absent } = overview;
    this.#seating.begin(overview.seats);
    const grants = first.map((each) => ({ ...each, ...overview }));
    for (const { worker } of grants) this.#granted.set(worker.id, worker);
    this.#ports.do({ type: 'begin', size, absent, grants });
    for (const each of grants) this.#noteJoined(each.worker, each.granted.length);
  }

  /** The fields about all seats in a start command. */
  get #overview(): Omit<SeatGrant, 'worker' | 'granted'> {
    const { size, vacant: absent, entries: seats } = this.#seats;
    return { size, absent, seats, seating: this.#seating.number };
  }

  #onStatus(notice: Extract<SeatNotice, { type: 'status' }>, now: Milliseconds): void {
    const { worker } = notice;
    const gone: SeatAssignment[] = [];
    let isChanged = false;
    for (const { self, incarnation, nodes, leaves } of notice.seats) {
      const claim = this.#seats.renew(worker, { self, incarnation }, now);
      if (claim === 'gone') gone.push({ self, incarnation });
      else this.#setSearched(self, { nodes, leaves });
      if (claim === 'back') isChanged = true;
    }
    if (gone.length > 0) this.command([worker], { type: 'end', key: this.#key, seats: gone });
    if (isChanged) this.#seating.number++;
    else if (this.#seating.isBehind(notice.seating)) {
      const { entries } = this.#seats;
      const seating = this.#seating.number;
      this.command([worker], { type: 'seats', key: this.#key, seats: entries, seating });
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

  /** Takes all seats of a worker, which gets none any more. */
  #dismiss(worker: WorkerAddress, note: ClusterNote, now: Milliseconds): void {
    this.#excluded.add(worker.id);
    this.sendEnd(worker);
    this.#vacate(this.#seats.heldBy(worker.id), note, now);
  }

  /** Takes seats from their workers for good and reports them lost to the search. */
  #vacate(selves: readonly number[], note: ClusterNote, now: Milliseconds): void {
    if (selves.length === 0) return;
    for (const self of selves) {
      this.#seats.release(self);
      this.#ports.do({ type: 'lost', self });
    }
    this.#seating.number++;
    this.#ports.do({ type: 'note', note });
    this.#ports.vacated(now);
  }

  #noteJoined({ id }: WorkerAddress, seats: number): void {
    this.#ports.do({ type: 'note', note: { type: 'joined', worker: id, seats } });
  }
}
