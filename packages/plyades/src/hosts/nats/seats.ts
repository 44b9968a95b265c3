// Who sits where: which worker runs which process of a job, since when, and who has fallen silent. A
// place that is given to somebody else gets a greater incarnation, by which the links of the processes
// tell the old one's packets from the new one's. It owns no clock and sends nothing.
import type { SeatEntry } from './orders.js';
import type { WorkerAddress } from './subjects.js';

export type Milliseconds = number;

interface Seat {
  readonly self: number;
  incarnation: number;
  worker: WorkerAddress | undefined;
  /** Whoever sat here last, of this incarnation, though it has fallen silent. */
  last: WorkerAddress | undefined;
}

interface Guest {
  readonly worker: WorkerAddress;
  heardAt: Milliseconds;
}

export const sameWorker = (a: WorkerAddress | undefined, b: WorkerAddress | undefined): boolean =>
  a !== undefined && b !== undefined && a.id === b.id && a.name === b.name;

export class Seats {
  readonly #seats: Seat[];
  readonly #guests = new Map<string, Guest>();
  readonly #silence: Milliseconds;
  /** Places that were lost, however often. */
  losses = 0;
  /** Most workers' places taken at a time. */
  most = 0;

  /** Places 1 .. size - 1; process 0 is the master's own. A worker is lost after `silence`. */
  constructor(size: number, silence: Milliseconds) {
    this.#silence = silence;
    this.#seats = Array.from({ length: size - 1 }, (_, index) => ({
      self: index + 1,
      incarnation: -1,
      worker: undefined,
      last: undefined,
    }));
  }

  get vacant(): number[] {
    return this.#seats.filter(({ worker }) => worker === undefined).map(({ self }) => self);
  }

  get taken(): number {
    return this.#seats.filter(({ worker }) => worker !== undefined).length;
  }

  get entries(): SeatEntry[] {
    return this.#seats.flatMap(({ self, incarnation, worker }) =>
      worker === undefined ? [] : [{ self, incarnation, worker }],
    );
  }

  get workers(): WorkerAddress[] {
    return [...this.#guests.values()].map(({ worker }) => worker);
  }

  workerAt(self: number): WorkerAddress | undefined {
    return this.#seats[self - 1]?.worker;
  }

  /** How many places a worker has now. */
  placesOf(id: string): number {
    return this.#seats.filter(({ worker }) => worker?.id === id).length;
  }

  /** True when this worker sits there now. */
  isSeated(worker: WorkerAddress, self: number, incarnation: number): boolean {
    const seat = this.#seats[self - 1];
    return seat?.incarnation === incarnation && sameWorker(seat.worker, worker);
  }

  /** Gives places away; returns them with their incarnations. `first`: nothing has begun yet. */
  seat(worker: WorkerAddress, places: readonly number[], now: Milliseconds, first = false) {
    this.#guests.set(worker.id, { worker, heardAt: now });
    const given = places.map((self) => {
      const seat = this.#seats[self - 1]!;
      seat.incarnation = first ? 0 : Math.max(1, seat.incarnation + 1);
      seat.worker = worker;
      seat.last = worker;
      return { self, incarnation: seat.incarnation };
    });
    this.most = Math.max(this.most, this.taken);
    return given;
  }

  /**
   * The worker lives and says that it has this place. `back`: it had fallen silent, and has it again;
   * `gone`: it was given to somebody else.
   */
  claim(worker: WorkerAddress, self: number, incarnation: number, now: Milliseconds) {
    const seat = this.#seats[self - 1];
    if (seat === undefined || seat.incarnation !== incarnation) return 'gone';
    if (!sameWorker(seat.last, worker)) return 'gone';
    this.#guests.set(worker.id, { worker, heardAt: now });
    if (sameWorker(seat.worker, worker)) return 'kept';
    seat.worker = worker;
    return 'back';
  }

  /** A place is given up, for good when it will not be claimed again. */
  leave(self: number, forGood: boolean): void {
    const seat = this.#seats[self - 1];
    if (seat?.worker === undefined) return;
    const { id } = seat.worker;
    seat.worker = undefined;
    if (forGood) seat.last = undefined;
    this.losses++;
    if (!this.#seats.some(({ worker }) => worker?.id === id)) this.#guests.delete(id);
  }

  /** Takes the places of workers that have been silent for too long; returns the places. */
  expire(now: Milliseconds): number[] {
    const silent = [...this.#guests.values()].filter(
      ({ heardAt }) => now - heardAt >= this.#silence,
    );
    const places = this.#seats.filter(({ worker }) =>
      silent.some((guest) => sameWorker(guest.worker, worker)),
    );
    for (const { self } of places) this.leave(self, false);
    for (const { worker } of silent) this.#guests.delete(worker.id);
    return places.map(({ self }) => self);
  }
}
