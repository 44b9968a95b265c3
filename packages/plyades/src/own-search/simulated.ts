// The host in a single thread: all processes side by side, and a seed decides which runs when, which reads its
// messages late, which packets are lost and which workers die. A search cannot be suspended, but while it
// looks at its alarm others may run inside that call: so every interleaving of alarm checks can happen, and
// the same seed makes the same one again.
import { createRandom, type Random } from '../core/random.js';
import type { Micros, Step } from '../parallel/actor.js';
import { addCounters, type Counters, createCounters } from '../parallel/counters.js';
import { FROM_ABOVE, FROM_BELOW, MIDDLE, tagged } from '../parallel/hierarchy/index.js';
import { LINK_TIMES } from '../parallel/links.js';
import type { OwnMaster } from '../parallel/own-search/master.js';
import type { RingWorker } from '../parallel/own-search/ring.js';
import type { OwnSearch } from './definition.js';
import {
  type Common,
  createMaster,
  createMiddle,
  createRingMember,
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
  /**
   * Workers of each middle master: the search has one worker per middle master, and `workers` is not given. Tables
   * travel round a ring, as on a cluster.
   */
  readonly sites?: readonly number[];
}

/** A process beside the master's: what it is made of, and what of it does not outlive a death. */
interface Seat<Move, Entry> {
  readonly create: (incarnation: number) => SimulatedProcess<Move, Entry>;
  /** Tells its master that it has died. */
  readonly reportLost: () => void;
  process: SimulatedProcess<Move, Entry>;
  inbox: Uint8Array[];
  running: boolean;
  idle: boolean;
  wakeAt: Micros;
  /** Alarm checks before something happens again. */
  quiet: number;
}

type SimulatedProcess<Move, Entry> = WorkerProcess<Move, Entry> & Partial<Pick<RingWorker, 'pass'>>;

type Send = (to: number, packet: Uint8Array) => void;

/** Thrown out of an alarm check: the worker is no more. */
class Death extends Error {}

/** Alarm checks between two events, at most; and one in DEATH_ODDS of these is a death, while some are due. */
const LONGEST_QUIET = 48;
const DEATH_ODDS = 40;

export class SimulatedHost<Position, Move, Entry> implements OwnSearchHost<Position, Move, Entry> {
  readonly #common: Common<Position, Move, Entry>;
  readonly #random: Random;
  readonly #loss: number;
  readonly #process: MasterProcess<Position, Move, Entry>;
  #masterInbox: Uint8Array[] = [];
  readonly #seats: Seat<Move, Entry>[] = [];
  readonly #hasSites: boolean;
  #deathsDue: number;
  #now: Micros = 0;
  replaced = 0;

  constructor(
    definition: OwnSearch<Position, Move, Entry>,
    workers: number,
    options: OwnOptions,
    shared: SharedArrayBuffer | undefined,
    { seed, loss = 0, deaths = 0, sites }: SimulationOptions,
  ) {
    this.#common = { definition, options, shared, linkTimes: LINK_TIMES };
    this.#random = createRandom(seed);
    this.#loss = loss;
    this.#deathsDue = deaths;
    this.#hasSites = sites !== undefined;
    const size = 1 + (sites?.length ?? workers);
    this.#process = createMaster(
      this.#common,
      { self: 0, size, incarnation: 0 },
      this.#outlet((to, packet) => {
        const middle = sites !== undefined;
        this.#seats[to - 1]!.inbox.push(middle ? tagged(FROM_ABOVE, packet) : packet);
      }),
    );
    if (sites === undefined) for (let i = 1; i < size; i++) this.#addWorker(i, size);
    else this.#addSites(sites);
  }

  #addWorker(self: number, size: number): void {
    const outlet = this.#outlet((to, packet) => {
      (to === 0 ? this.#masterInbox : this.#seats[to - 1]!.inbox).push(packet);
    });
    this.#addSeat(
      (incarnation) => createWorker(this.#common, { self, size, incarnation }, outlet),
      () => this.#process.actor.lost(self, this.#now),
    );
  }

  /** The middle masters first, then the workers of each. */
  #addSites(sites: readonly number[]): void {
    const size = 1 + sites.length;
    const { minPieces: pieces = MIDDLE.pieces } = this.#common.options;
    const times = { ringTimes: LINK_TIMES, belowTimes: LINK_TIMES };
    const options = { ...times, middle: { pieces, grain: 1 } };
    const firstOf = (site: number) =>
      sites.slice(0, site).reduce((sum, workers) => sum + workers, sites.length);
    sites.forEach((workers, site) => {
      const self = site + 1;
      const outlet = this.#outlet((to, packet) => {
        if (to === 0) this.#masterInbox.push(packet);
        else if (to < size) this.#seats[to - 1]!.inbox.push(tagged(FROM_ABOVE, packet));
        else this.#seats[firstOf(site) + to - size - 1]!.inbox.push(packet);
      });
      const below = { self: 0, size: workers + 1, absent: [] };
      this.#addSeat(
        (incarnation) => {
          const seat = { self, size, incarnation, below: { ...below, incarnation } };
          return createMiddle(this.#common, seat, outlet, options);
        },
        () => this.#process.actor.lost(self, this.#now),
      );
    });
    sites.forEach((workers, site) => {
      for (let self = 1; self <= workers; self++) this.#addSiteWorker(self, workers, site, size);
    });
  }

  #addSiteWorker(self: number, workers: number, site: number, above: number): void {
    const first = this.#seats.length + 1 - self;
    const outlet = this.#outlet((to, packet) => {
      if (to === 0) this.#seats[site]!.inbox.push(tagged(FROM_BELOW, packet));
      else this.#seats[first + to - 1]!.inbox.push(packet);
    });
    this.#addSeat(
      (incarnation) =>
        createRingMember(
          ...([
            this.#common,
            { self, size: workers + 1, incarnation },
            outlet,
            LINK_TIMES,
          ] as const),
        ),
      () => this.#seats[site]!.process.actor.lost(above + self, this.#now),
    );
  }

  /** Nodes of all processes that live, and entries that they have received. */
  get counters(): Readonly<Counters> {
    const sum = createCounters();
    addCounters(sum, this.#process.actor.counters);
    for (const { process } of this.#seats) addCounters(sum, process.actor.counters);
    return sum;
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

  #addSeat(
    create: (incarnation: number) => SimulatedProcess<Move, Entry>,
    reportLost: () => void,
  ): void {
    const process = create(0);
    const rest = { inbox: [], running: false, idle: false, wakeAt: 0, quiet: 0 };
    const seat: Seat<Move, Entry> = { create, reportLost, process, ...rest };
    process.calls.look = (force) => this.#look(seat, force);
    this.#seats.push(seat);
  }

  /** Packets are lost by chance, and arrive otherwise. */
  #outlet(arrive: Send) {
    return {
      send: (to: number, packet: Uint8Array) => {
        if (this.#loss > 0 && this.#random.below(1e6) < this.#loss * 1e6) return;
        arrive(to, packet);
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
    seat.process.pass?.(this.#now);
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
      // A middle master searches little itself, so it dies between two steps.
      if (this.#hasSites && this.#deathsDue > 0 && this.#random.below(DEATH_ODDS) === 0) {
        throw new Death();
      }
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
    const process = seat.create(this.replaced);
    process.calls.look = (force) => this.#look(seat, force);
    Object.assign(seat, { process, inbox: [], idle: false, wakeAt: 0, quiet: 0 });
    if (this.#random.below(2) === 0) seat.reportLost();
  }
}
