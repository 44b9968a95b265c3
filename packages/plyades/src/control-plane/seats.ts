// Which worker holds which seat of a job, and until when. A seat is leased: the worker renews it with every status
// notice, and the master takes it back when the lease has run out. Each seat has a lease of its own, so a start command
// that was lost costs the seat alone, though its worker renews others. A seat that is given away again gets a greater
// incarnation, by which the links of the processes tell packets of the old holder from those of the new one.
import { type SeatAssignment, type SeatEntry, sameWorker, type WorkerAddress } from './messages.js';
import type { Milliseconds } from './times.js';

interface Seat {
  readonly self: number;
  incarnation: number;
  worker: WorkerAddress | undefined;
  /** The last holder of this incarnation, though its lease has run out: it may renew while the seat is vacant. */
  last: WorkerAddress | undefined;
  renewedAt: Milliseconds;
}

/** The outcome of a renewal: `back` had run out and is valid again; `gone` belongs to another. */
export type SeatClaim = 'kept' | 'back' | 'gone';

export class Seats {
  readonly #seats: Seat[];
  readonly #lease: Milliseconds;
  #taken = 0;
  /** Seats that were lost, counted each time. */
  losses = 0;
  /** Most seats held at the same time. */
  most = 0;

  /** Seats 1 .. size - 1; process 0 is the master's own. */
  constructor(size: number, lease: Milliseconds) {
    this.#lease = lease;
    this.#seats = Array.from({ length: size - 1 }, (_, index) => ({
      self: index + 1,
      incarnation: -1,
      worker: undefined,
      last: undefined,
      renewedAt: 0,
    }));
  }

  /** Processes of the job, process 0 included. */
  get size(): number {
    return this.#seats.length + 1;
  }

  get vacant(): number[] {
    return this.#seats.filter(({ worker }) => worker === undefined).map(({ self }) => self);
  }

  get hasVacant(): boolean {
    return this.#taken < this.#seats.length;
  }

  get taken(): number {
    return this.#taken;
  }

  get entries(): SeatEntry[] {
    return this.#seats.flatMap(({ self, incarnation, worker }) =>
      worker === undefined ? [] : [{ self, incarnation, worker }],
    );
  }

  /** The workers that hold seats, each once. */
  get workers(): WorkerAddress[] {
    const workers = new Map<string, WorkerAddress>();
    for (const { worker } of this.#seats) if (worker !== undefined) workers.set(worker.id, worker);
    return [...workers.values()];
  }

  workerAt(self: number): WorkerAddress | undefined {
    return this.#seats[self - 1]?.worker;
  }

  /** The seats that a worker holds. */
  heldBy(id: string): number[] {
    return this.#seats.flatMap(({ self, worker }) => (worker?.id === id ? [self] : []));
  }

  /** True when this worker holds the seat in this incarnation. */
  holds(worker: WorkerAddress, { self, incarnation }: SeatAssignment): boolean {
    const seat = this.#seats[self - 1];
    return seat?.incarnation === incarnation && sameWorker(seat.worker, worker);
  }

  /** Gives seats to a worker; returns them with their incarnations. `first`: the job has not begun. */
  grant(
    worker: WorkerAddress,
    seats: readonly number[],
    now: Milliseconds,
    first = false,
  ): SeatAssignment[] {
    const granted = seats.map((self) => {
      const seat = this.#seats[self - 1]!;
      seat.incarnation = first ? 0 : Math.max(1, seat.incarnation + 1);
      this.#hold(seat, worker, now);
      return { self, incarnation: seat.incarnation };
    });
    this.most = Math.max(this.most, this.taken);
    return granted;
  }

  /** The worker renews its lease of a seat. */
  renew(
    worker: WorkerAddress,
    { self, incarnation }: SeatAssignment,
    now: Milliseconds,
  ): SeatClaim {
    const seat = this.#seats[self - 1];
    if (seat === undefined || seat.incarnation !== incarnation) return 'gone';
    if (!sameWorker(seat.last, worker)) return 'gone';
    const kept = seat.worker !== undefined;
    this.#hold(seat, worker, now);
    return kept ? 'kept' : 'back';
  }

  /** A seat is given up; its holder cannot renew it. */
  release(self: number): void {
    const seat = this.#seats[self - 1];
    if (seat?.worker === undefined) return;
    this.#vacate(seat);
    seat.last = undefined;
  }

  /** Takes back the seats whose leases have run out. */
  expire(now: Milliseconds): SeatEntry[] {
    return this.#seats.flatMap((seat) => {
      const { self, incarnation, worker, renewedAt } = seat;
      if (worker === undefined || now - renewedAt < this.#lease) return [];
      this.#vacate(seat);
      return [{ self, incarnation, worker }];
    });
  }

  #hold(seat: Seat, worker: WorkerAddress, now: Milliseconds): void {
    if (seat.worker === undefined) this.#taken++;
    seat.worker = worker;
    seat.last = worker;
    seat.renewedAt = now;
  }

  #vacate(seat: Seat): void {
    seat.worker = undefined;
    this.#taken--;
    this.losses++;
  }
}
