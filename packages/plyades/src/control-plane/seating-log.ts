// The changes of seats that workers have received. Changes are sent together, once a tick: a thousand workers that join at once
// cost one message for each, not a thousand. A worker that missed a change says so by the number in its status, and gets
// the whole list.
import { type SeatEntry, type SeatingCommand, sameWorker } from './messages.js';

type MovesCommand = Extract<SeatingCommand, { type: 'moves' }>;

export class SeatingLog {
  /** Grows whenever a worker takes a seat or loses one. */
  number = 0;
  #announced = 0;
  #announcedSeats: readonly SeatEntry[] = [];
  /** Announced so long ago that every worker should know it. */
  #settled = 0;

  /** The job begins, and its first workers know these seats. */
  begin(seats: readonly SeatEntry[]): void {
    this.#announcedSeats = seats;
  }

  get isChanged(): boolean {
    return this.#announced < this.number;
  }

  /** The command that announces what has changed since the last one. */
  announce(key: string, seats: readonly SeatEntry[]): MovesCommand {
    const before = new Map(this.#announcedSeats.map((seat) => [seat.self, seat]));
    const changed = seats.filter(({ self, incarnation, worker }) => {
      const known = before.get(self);
      return known?.incarnation !== incarnation || !sameWorker(known.worker, worker);
    });
    const taken = new Set(seats.map(({ self }) => self));
    const command: MovesCommand = {
      type: 'moves',
      key,
      from: this.#announced,
      seating: this.number,
      seats: changed,
      gone: [...before.keys()].filter((self) => !taken.has(self)),
    };
    this.#announced = this.number;
    this.#announcedSeats = seats;
    return command;
  }

  /** A while has passed since the last announcement. */
  settle(): void {
    this.#settled = this.#announced;
  }

  /** True for a worker that should know more than this number: a message to it was lost. */
  isBehind(seating: number): boolean {
    return seating < this.#settled;
  }
}
