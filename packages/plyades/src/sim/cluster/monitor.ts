// What must be true of a simulated cluster at all times, checked from the outside: from the messages that pass, from the
// processes that run, and by models of the leases that share no code with the state machines.
import {
  MASTER_TIMES,
  type Milliseconds,
  type SearchedCount,
  type SeatAssignment,
  type SeatEntry,
  type SeatGrant,
  type SeatingCommand,
  type SeatNotice,
  WORKER_TIMES,
  type WorkerAddress,
} from '../../control-plane/index.js';
import { MAX_FREE_SLOT_NOTICES_PER_TICK } from '../../control-plane/recruiting.js';
import type { EventQueue } from './event-queue.js';
import { type ClusterScenario, LATEST_MS } from './scenario.js';

/** For timers that fire late, and messages on their way. */
const SLACK_MS = 400;
/** After this long without faults, what masters and workers know agrees. */
const SETTLED_MS = LATEST_MS + WORKER_TIMES.masterLease + 2000;
/** After this long a free worker has got a vacant seat, though one notice and one request were lost. */
const IDLE_MS = 2 * MASTER_TIMES.rescan + MASTER_TIMES.ask + WORKER_TIMES.reservation + 3000;

/** A worker of which more processes than this have died gets no more seats. */
const MAX_DEATHS = 3;

/** A worker as the monitor sees it. */
export interface WatchedWorker {
  readonly id: string;
  readonly slots: number;
  readonly isFit: boolean;
  readonly lacksMemory: boolean;
  readonly isAlive: boolean;
  readonly isLeaving: boolean;
  readonly wokeAt: Milliseconds;
  readonly pausedUntil: Milliseconds | undefined;
  /** It has been there without a job for this long; 0 when it has one. */
  readonly idleMs: Milliseconds;
  /** One of its processes has failed: its master may have excluded it. */
  readonly hasFailed: boolean;
  /** A seat that it holds: a process runs there, or its game is being opened. */
  holds(key: string, seat: SeatAssignment): boolean;
}

/** A master as the monitor sees it. */
export interface WatchedMaster {
  readonly key: string;
  readonly isSearching: boolean;
  readonly entries: readonly SeatEntry[];
  readonly hasVacant: boolean;
}

interface Lease {
  readonly worker: string;
  readonly incarnation: number;
  readonly grantedAt: Milliseconds;
  renewedAt: Milliseconds;
  isReleased: boolean;
}

interface RunningProcess extends SeatAssignment {
  readonly key: string;
  readonly worker: WatchedWorker;
}

export class Monitor {
  readonly #schedule: EventQueue;
  readonly #scenario: ClusterScenario;
  readonly #leases = new Map<string, Lease>();
  readonly #started = new Set<string>();
  readonly #running = new Map<string, RunningProcess>();
  /** When each worker last received something from the master with a key. */
  readonly #receivedAt = new Map<string, Milliseconds>();
  /** When each list of seats was announced, by key. */
  readonly #announced = new Map<
    string,
    { readonly seating: number; readonly at: Milliseconds }[]
  >();
  readonly #asked = new Map<string, number>();
  /** Slots that workers have reserved, by worker. */
  readonly #reserved = new Map<string, { readonly job: string; readonly until: Milliseconds }>();
  /** Workers that a master has excluded. */
  readonly #excluded = new Set<string>();
  /** Processes that have died, by job and worker. */
  readonly #deaths = new Map<string, { counted: number; all: number }>();
  /** Nodes that workers have counted: by job and seat, for each of its holders. */
  readonly #counted = new Map<string, Map<number, number>>();
  readonly violations: string[] = [];

  constructor(schedule: EventQueue, scenario: ClusterScenario) {
    this.#schedule = schedule;
    this.#scenario = scenario;
  }

  fail(message: string): void {
    if (this.violations.length < 10) {
      this.violations.push(`${(this.#schedule.now / 1000).toFixed(3)} s: ${message}`);
    }
  }

  get hasFailed(): boolean {
    return this.violations.length > 0;
  }

  get #now(): Milliseconds {
    return this.#schedule.now;
  }

  // Leases, at the master.

  excluded(key: string, { id }: WorkerAddress): void {
    this.#excluded.add(`${key} ${id}`);
    this.#releaseAll(key, id);
  }

  granted(key: string, { worker, granted }: SeatGrant, maxSeats: number): void {
    if (this.#excluded.has(`${key} ${worker.id}`)) {
      this.fail(`${worker.id} gets seats of ${key}, from which it is excluded`);
    }
    for (const { self, incarnation } of granted) {
      const name = `${key} ${self}`;
      const before = this.#leases.get(name);
      if (before !== undefined && !before.isReleased) {
        const left = before.renewedAt + MASTER_TIMES.seatLease - this.#now;
        if (left > 0) {
          this.fail(
            `seat ${self} of ${key} goes to ${worker.id}, though the lease of ${before.worker} lasts ${left} ms more`,
          );
        }
        if (incarnation <= before.incarnation) {
          this.fail(`seat ${self} of ${key} has incarnation ${incarnation} again`);
        }
      }
      this.#leases.set(name, {
        worker: worker.id,
        incarnation,
        grantedAt: this.#now,
        renewedAt: this.#now,
        isReleased: false,
      });
    }
    const seats = [...this.#leases.keys()].filter((name) => name.startsWith(`${key} `)).length;
    if (seats > maxSeats) this.fail(`${key} uses ${seats} seats of at most ${maxSeats}`);
  }

  noticeDelivered(key: string, notice: SeatNotice): void {
    const own = (self: number, incarnation?: number) => {
      const lease = this.#leases.get(`${key} ${self}`);
      if (lease?.worker !== notice.worker.id) return undefined;
      return incarnation === undefined || lease.incarnation === incarnation ? lease : undefined;
    };
    if (notice.type === 'status') {
      for (const { self, incarnation } of notice.seats) {
        const lease = own(self, incarnation);
        if (lease !== undefined && !lease.isReleased) lease.renewedAt = this.#now;
      }
      this.#checkSeating(key, notice.worker.id, notice.seating);
    } else if (notice.type === 'leaving') {
      for (const self of notice.seats) {
        const lease = own(self);
        if (lease !== undefined) lease.isReleased = true;
      }
    } else {
      const lease = own(notice.self, notice.incarnation);
      if (lease === undefined || lease.isReleased) return;
      lease.isReleased = true;
      if (notice.type === 'failed') this.#failed(key, lease, notice);
    }
  }

  /** A worker that cannot do the work, or loses one process after another, is excluded. */
  #failed(key: string, lease: Lease, notice: Extract<SeatNotice, { type: 'failed' }>): void {
    const { worker, dead } = notice;
    const name = `${key} ${worker.id}`;
    const deaths = this.#deaths.get(name) ?? { counted: 0, all: 0 };
    this.#deaths.set(name, deaths);
    // The master may not count what it receives after the lease has run out.
    const isCounted = this.#now - lease.renewedAt < MASTER_TIMES.seatLease;
    deaths.all++;
    if (isCounted) deaths.counted++;
    if (isCounted && (!dead || deaths.counted > MAX_DEATHS)) this.excluded(key, worker);
    else if (!dead || deaths.all > MAX_DEATHS) this.#releaseAll(key, worker.id);
  }

  #releaseAll(key: string, worker: string): void {
    for (const [name, lease] of this.#leases) {
      if (name.startsWith(`${key} `) && lease.worker === worker) lease.isReleased = true;
    }
  }

  /** Once the faults are over, a worker knows every list that was announced some seconds ago. */
  #checkSeating(key: string, worker: string, seating: number): void {
    if (this.#now < this.#scenario.calmAt + SETTLED_MS) return;
    const old = this.#announced.get(key)?.findLast(({ at }) => at < this.#now - 4000);
    if (old !== undefined && seating < old.seating) {
      this.fail(
        `${worker} of ${key} knows the seats of ${seating}, and ${old.seating} are announced`,
      );
    }
  }

  commandSent(command: SeatingCommand): void {
    if (command.type !== 'moves' && command.type !== 'seats') return;
    const announced = this.#announced.get(command.key) ?? [];
    this.#announced.set(command.key, announced);
    const last = announced.at(-1);
    if (last === undefined || last.seating < command.seating) {
      announced.push({ seating: command.seating, at: this.#now });
    }
  }

  // Nodes.

  /** A worker tells what was searched in a seat. */
  counted(key: string, { self, incarnation }: SeatAssignment, { nodes }: SearchedCount): void {
    const name = `${key} ${self}`;
    const seat = this.#counted.get(name) ?? new Map<number, number>();
    this.#counted.set(name, seat.set(incarnation, Math.max(nodes, seat.get(incarnation) ?? 0)));
  }

  /** A master tells what was searched in a seat by all its holders. */
  totalled(key: string, self: number, { nodes }: SearchedCount): void {
    const counted = [...(this.#counted.get(`${key} ${self}`)?.values() ?? [])];
    const sum = counted.reduce((total, each) => total + each, 0);
    if (nodes > sum) this.fail(`${key} counts ${nodes} nodes in seat ${self}, its workers ${sum}`);
  }

  // Floods.

  askedAfterNotice(key: string): void {
    const asked = (this.#asked.get(key) ?? 0) + 1;
    this.#asked.set(key, asked);
    if (asked > MAX_FREE_SLOT_NOTICES_PER_TICK) {
      this.fail(`the master of ${key} follows ${asked} free-slot notices in one tick`);
    }
  }

  ticked(key: string): void {
    this.#asked.delete(key);
  }

  // Processes, at the worker.

  startDelivered({ id }: WatchedWorker, job: string): void {
    if (this.#reserved.get(id)?.job === job) this.#reserved.delete(id);
  }

  receivedFromMaster(worker: WatchedWorker, key: string): void {
    this.#receivedAt.set(`${worker.id} ${key}`, this.#now);
  }

  reserved({ id }: WatchedWorker, job: string): void {
    const before = this.#reserved.get(id);
    if (before !== undefined && before.job !== job && this.#now < before.until) {
      this.fail(`${id} promises slots to ${job} that it has reserved for ${before.job}`);
    }
    this.#reserved.set(id, { job, until: this.#now + WORKER_TIMES.reservation });
  }

  started(
    worker: WatchedWorker,
    { key, job }: { readonly key: string; readonly job: string },
    { self, incarnation }: SeatAssignment,
  ): void {
    const name = `${worker.id} ${key} ${self} ${incarnation}`;
    const where = `seat ${self}.${incarnation} of ${key} on ${worker.id}`;
    if (!worker.isFit) this.fail(`${where}: the worker has another version or another game`);
    if (worker.lacksMemory) this.fail(`${where}: the worker has too little memory`);
    if (worker.isLeaving) this.fail(`${where}: the worker is leaving`);
    const reserved = this.#reserved.get(worker.id);
    if (reserved !== undefined && reserved.job !== job && this.#now < reserved.until) {
      this.fail(`${where}: its slots are reserved for ${reserved.job}`);
    }
    if (this.#started.has(name)) this.fail(`${where} is started a second time`);
    this.#started.add(name);
    const here = [...this.#running.values()].filter((each) => each.worker === worker);
    if (here.length >= worker.slots) this.fail(`${where}: there are only ${worker.slots} slots`);
    if (here.some((each) => each.key !== key)) this.fail(`${where}: another job runs there`);
    this.#running.set(name, { worker, key, self, incarnation });
  }

  ended(worker: WatchedWorker, key: string, { self, incarnation }: SeatAssignment): void {
    this.#running.delete(`${worker.id} ${key} ${self} ${incarnation}`);
  }

  /** A worker says that a process has failed. */
  failureSent(worker: WatchedWorker, key: string, { self, incarnation }: SeatAssignment): void {
    if (this.#running.has(`${worker.id} ${key} ${self} ${incarnation}`)) {
      this.fail(`${worker.id} says that seat ${self} of ${key} has failed, which runs there`);
    }
  }

  /** A process works: its worker must have received something from the master not too long ago. */
  stepped(worker: WatchedWorker, key: string): void {
    const receivedAt = this.#receivedAt.get(`${worker.id} ${key}`) ?? 0;
    const { masterLease, status } = WORKER_TIMES;
    const until = Math.max(receivedAt + masterLease + status, worker.wokeAt + status) + SLACK_MS;
    if (this.#now > until) {
      this.fail(
        `${worker.id} works for ${key}, though its lease ended ${this.#now - until} ms ago`,
      );
    }
  }

  // From time to time.

  sample(masters: readonly WatchedMaster[], workers: readonly WatchedWorker[]): void {
    this.#checkHolders();
    const { calmAt } = this.#scenario;
    if (this.#now < calmAt + SETTLED_MS) return;
    for (const master of masters) {
      if (!master.isSearching) continue;
      for (const seat of master.entries) this.#checkEntry(master.key, seat, workers);
      if (this.#now > calmAt + SETTLED_MS + IDLE_MS) this.#checkIdle(master, workers);
    }
  }

  /** Of two holders of a seat the older one gives it up in time. */
  #checkHolders(): void {
    const { masterLease, status } = WORKER_TIMES;
    for (const { worker, key, self, incarnation } of this.#running.values()) {
      const lease = this.#leases.get(`${key} ${self}`);
      if (lease === undefined || lease.incarnation <= incarnation) continue;
      if (!worker.isAlive || worker.pausedUntil !== undefined) continue;
      const since = Math.max(lease.grantedAt, worker.wokeAt);
      const over = this.#now - (since + masterLease + status + LATEST_MS + SLACK_MS);
      if (over > 0) {
        this.fail(
          `${worker.id} holds seat ${self} of ${key} for ${over} ms too long: ${lease.worker} has it`,
        );
      }
    }
  }

  /** A seat that a master counts as held is held. */
  #checkEntry(key: string, seat: SeatEntry, workers: readonly WatchedWorker[]): void {
    const lease = this.#leases.get(`${key} ${seat.self}`)!;
    const { seatLease, tick } = MASTER_TIMES;
    if (this.#now - lease.grantedAt < seatLease + tick + SLACK_MS) return;
    const worker = workers.find(({ id }) => id === seat.worker.id);
    if (worker?.isAlive && worker.holds(key, seat)) return;
    if (this.#now - lease.renewedAt < seatLease + tick + SLACK_MS) return;
    this.fail(`the master of ${key} counts on seat ${seat.self}, which ${seat.worker.id} has not`);
  }

  #checkIdle({ key, hasVacant }: WatchedMaster, workers: readonly WatchedWorker[]): void {
    if (!hasVacant) return;
    for (const { id, isAlive, isLeaving, isFit, idleMs, hasFailed } of workers) {
      if (isAlive && isFit && !isLeaving && !hasFailed && idleMs > IDLE_MS) {
        this.fail(`${id} has been free for ${idleMs} ms, and ${key} has vacant seats`);
      }
    }
  }
}
