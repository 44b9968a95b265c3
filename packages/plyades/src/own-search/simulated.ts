// The host in a single thread: all processes side by side, and a seed decides which runs when, which reads its
// messages late, which packets are lost and which workers die. A search cannot be suspended, but while it
// looks at its alarm others may run inside that call: so every interleaving of alarm checks can happen, and
// the same seed makes the same one again.
import { createRandom, type Random } from '../core/random.js';
import type { Micros, Step } from '../parallel/actor.js';
import { LINK_TIMES } from '../parallel/links.js';
import type { OwnMaster } from '../parallel/own-search/master.js';
import type { OwnSearch } from './definition.js';
import {
  type Common,
  createMaster,
  createWorker,
  type MasterProcess,
  type OwnOptions,
  type WorkerProcess,
} from './processes.js';
import type { OwnSearchHost } from './search-host.js';

/** A run in one thread that can be repeated. */
export interface SimulationOptions {
  /** Decides everything that chance decides; an integer. */
  readonly seed: number;
  /** The share of packets that are lost, from 0 to less than 1; 0 if not given. */
  readonly loss?: number;
  /** Workers that die in the middle of a search and are replaced; 0 if not given. */
  readonly deaths?: number;
}

interface Seat<Move, Entry> {
  process: WorkerProcess<Move, Entry>;
  inbox: Uint8Array[];
  running: boolean;
  idle: boolean;
  wakeAt: Micros;
  /** Alarm checks before something happens again. */
  quiet: number;
}

/** Thrown out of an alarm check: the worker is no more. */
class Death extends Error {}

/** Alarm checks between two events, at most; and one in DEATH_ODDS of these is a death, while some are due. */
const LONGEST_QUIET = 48;
const DEATH_ODDS = 40;

export class SimulatedHost<Position, Move, Entry> implements OwnSearchHost<Position, Move, Entry> {
  readonly #common: Common<Position, Move, Entry>;
  readonly #size: number;
  readonly #random: Random;
  readonly #loss: number;
  readonly #process: MasterProcess<Position, Move, Entry>;
  #masterInbox: Uint8Array[] = [];
  readonly #seats: Seat<Move, Entry>[];
  #deathsDue: number;
  #now: Micros = 0;
  replaced = 0;

  constructor(
    definition: OwnSearch<Position, Move, Entry>,
    workers: number,
    options: OwnOptions,
    shared: SharedArrayBuffer | undefined,
    { seed, loss = 0, deaths = 0 }: SimulationOptions,
  ) {
    this.#common = { definition, options, shared, linkTimes: LINK_TIMES };
    this.#size = workers + 1;
    this.#random = createRandom(seed);
    this.#loss = loss;
    this.#deathsDue = deaths;
    this.#process = createMaster(
      this.#common,
      { self: 0, size: this.#size, incarnation: 0 },
      this.#outlet(),
    );
    this.#seats = Array.from({ length: workers }, (_, i) => this.#createSeat(i + 1));
  }

  get master(): OwnMaster<Position, Move, Entry> {
    return this.#process.master;
  }

  step(): Step {
    this.#now += 10;
    for (const packet of this.#masterInbox.splice(0)) {
      this.#process.actor.receive(packet, this.#now);
    }
    return this.#process.actor.step(1, this.#now);
  }

  async wait(until: Micros): Promise<void> {
    // Lets a request to stop the search arrive.
    await new Promise((resolve) => setImmediate(resolve));
    while (
      this.#masterInbox.length === 0 &&
      this.#now < until &&
      this.master.result === undefined
    ) {
      const ready = this.#seats.filter((seat) => this.#isReady(seat));
      if (ready.length > 0) this.#run(ready[this.#random.below(ready.length)]!);
      else this.#now = Math.min(until, ...this.#seats.map(({ wakeAt }) => wakeAt));
    }
  }

  beginSearch(): void {}

  wake(): void {}

  setBusy(): void {}

  async close(): Promise<void> {}

  #isReady({ running, inbox, idle, wakeAt }: Seat<Move, Entry>): boolean {
    return !running && (inbox.length > 0 || !idle || wakeAt <= this.#now);
  }

  #createSeat(self: number, incarnation = 0): Seat<Move, Entry> {
    const place = { self, size: this.#size, incarnation };
    const process = createWorker(this.#common, place, this.#outlet());
    const seat: Seat<Move, Entry> = {
      process,
      inbox: [],
      running: false,
      idle: false,
      wakeAt: 0,
      quiet: 0,
    };
    process.calls.look = (force) => this.#look(seat, force);
    return seat;
  }

  #outlet() {
    return {
      send: (to: number, packet: Uint8Array) => {
        if (this.#loss > 0 && this.#random.below(1e6) < this.#loss * 1e6) return;
        (to === 0 ? this.#masterInbox : this.#seats[to - 1]!.inbox).push(packet);
      },
      report: () => {},
    };
  }

  /** An alarm check of a worker: others run meanwhile, and some of its messages arrive. */
  #look(seat: Seat<Move, Entry>, force: boolean): void {
    this.#now++;
    if (seat.quiet-- > 0 && !force) return;
    seat.quiet = this.#random.below(LONGEST_QUIET);
    if (this.#deathsDue > 0 && this.#random.below(DEATH_ODDS) === 0) throw new Death();
    const chance = this.#random.below(4);
    const other = this.#seats[this.#random.below(this.#seats.length)]!;
    if (chance === 0 && this.#isReady(other)) this.#run(other);
    else if (chance === 1 && this.master.result === undefined) this.step();
    this.#deliver(seat);
  }

  #deliver(seat: Seat<Move, Entry>): void {
    const count = this.#random.below(seat.inbox.length + 1);
    for (const packet of seat.inbox.splice(0, count)) {
      seat.process.actor.receive(packet, this.#now);
    }
  }

  #run(seat: Seat<Move, Entry>): void {
    this.#now += 10;
    seat.running = true;
    try {
      this.#deliver(seat);
      const { idle, wakeAt } = seat.process.actor.step(1, this.#now);
      seat.idle = idle;
      seat.wakeAt = wakeAt;
    } catch (error) {
      if (!(error instanceof Death)) throw error;
      this.#replace(seat);
    } finally {
      seat.running = false;
    }
  }

  /** Another process takes the seat; the others are notified, or find out by themselves. */
  #replace(seat: Seat<Move, Entry>): void {
    this.#deathsDue--;
    this.replaced++;
    const self = this.#seats.indexOf(seat) + 1;
    Object.assign(seat, this.#createSeat(self, this.replaced));
    seat.process.calls.look = (force) => this.#look(seat, force);
    if (this.#random.below(2) === 0) this.#process.actor.lost(self, this.#now);
  }
}
