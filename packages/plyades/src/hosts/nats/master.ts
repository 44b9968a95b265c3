// The master of a job on a cluster: finds workers that fit, gives them places, runs process 0 here, and carries its
// packets. Workers may come and go: whoever says that it has room is given a vacant place, and whoever
// falls silent, dies or leaves loses its places to others. What that means for the search is the
// algorithm's affair, which hears of it as `lost` and `back`.
import type { NatsConnection, Subscription } from '@nats-io/transport-node';
import { type ErrorCode, PlyadesError } from '../../core/errors.js';
import { addCounters, type Counters, createCounters, type Times } from '../../parallel/counters.js';
import { FROM_BELOW, tagged } from '../../parallel/hierarchy/index.js';
import type { Place } from '../../parallel/process.js';
import type { SolverReport } from '../../proof/index.js';
import { tableShares } from '../shares.js';
import type { ProcessReport, Searched } from '../threads/crew-protocol.js';
import type { ThreadSource } from '../threads/pool.js';
import type { SearchReport } from '../threads/protocol.js';
import { hostName } from './announce.js';
import type { Cluster } from './client.js';
import { findWorkers } from './find-workers.js';
import { tryJson } from './json.js';
import { type LocalJob, LocalProcess } from './local-process.js';
import { drawKey, MAX_MAIL, makeMail } from './mail.js';
import type { ClusterNote } from './note.js';
import {
  freeNotice,
  type GameReference,
  type JobStanding,
  MAX_PLACES,
  type News,
  news as newsCheck,
  type Order,
  type Question,
  reply as replyCheck,
  type SeatEntry,
} from './orders.js';
import { Seats, sameWorker } from './seats.js';
import {
  ANY_NAME,
  FREE,
  jobSubject,
  masterSubjects,
  PROTOCOL,
  type WorkerAddress,
  workerSubjects,
} from './subjects.js';
import { randomId } from './worker.js';

/** A worker that says nothing for so long has lost its places. */
const SILENCE_MS = 1500;
/** How often everybody is looked at, and how often workers hear from their master. */
const BEAT_MS = 250;
const ALIVE_MS = 1000;
/** How long a worker may take to say whether it has room. */
const ASK_MS = 2000;
/** With nobody there, workers are waited for so long; those that are busy, until they are free. */
const PATIENCE_MS = 3000;
/** Vacant places are offered around this often, should a worker's word have been lost. */
const LOOK_MS = 5000;
/** At the end, what workers have counted is waited for so long. */
export const COUNT_MS = 1500;
/** So many processes of a worker may die by themselves; then it is given no more. */
const MAX_DEATHS = 3;
/** So many words of having room are followed in a beat; when there are more, everybody is looked for at once instead. */
const MAX_HEEDED = 32;
/** Questions of one look that are under way at the same time. */
const MAX_ASKING = 16;
/** Workers that cannot take part: so many are told of, and so many remembered. */
const MAX_NAMED = 20;
const MAX_REFUSALS = 1000;
/** Places for workers that come later: as many as there are already, and some more. */
const SPARE_PLACES = 8;

/** What every order that gives places says. */
export type OrderBase = Pick<
  Extract<Order, { type: 'start' }>,
  'key' | 'job' | 'game' | 'tableBytes' | 'size' | 'places' | 'absent' | 'seats' | 'seating'
>;

/** What a job is, as far as its places, packets and counts go. */
export interface ClusterWork {
  readonly reference: GameReference;
  /** Of the package. */
  readonly version: string;
  /** Drawn if not given. */
  readonly job: string | undefined;
  /** Slots to use at most; all if not given. */
  readonly workers: number | undefined;
  /** Of all tables together; workers that come later bring as much as the others each. */
  readonly tableBytes: number;
  readonly hasMaster: boolean;
  /** How long the end waits for what workers have counted. */
  readonly countMs: number;
  /** The process that runs here. */
  first(place: Place, tableBytes: number): LocalJob;
  order(base: OrderBase): Order;
  /** Of a middle master's process: what is above it. */
  readonly above?: Above;
  /** For whoever watches. */
  standing(): Pick<JobStanding, 'algorithm' | 'mode' | 'depth' | 'value' | 'pn' | 'dn'>;
}

/** The upper half of a middle master: the process has the numbers of its group, and behind them those of ours. */
export interface Above {
  readonly size: number;
  /** Of the table of each process here. */
  readonly eachBytes: number;
  send(to: number, packet: Uint8Array): void;
  /** The process is there. */
  started(process: LocalProcess): void;
}

const NOTHING: Searched = { nodes: 0, leaves: 0 };

export interface MasterHandlers {
  readonly onProgress?: (report: SearchReport) => void;
  readonly onSolving?: (report: SolverReport) => void;
  readonly onNote?: ((note: ClusterNote) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What came of a job. */
export interface ClusterRun<A> {
  /** The answer of process 0. */
  readonly first: A;
  /** Of the processes that could still tell. */
  readonly counters: Readonly<Counters>;
  readonly times: readonly Times[];
  /** Workers' places taken at the same time, at most. */
  readonly workers: number;
  /** Places that were lost. */
  readonly losses: number;
}

/** Runs a job on whatever workers there are. The connection stays open. */
export async function runOnCluster<A extends ProcessReport>(
  cluster: Cluster,
  pool: ThreadSource,
  work: ClusterWork,
  handlers: MasterHandlers,
): Promise<ClusterRun<A>> {
  return new ClusterMaster<A>(cluster, pool, work, handlers).run();
}

const BUSY = 'it is busy';

const lost = (worker: WorkerAddress, reason: string): ClusterNote => ({
  type: 'lost',
  worker: worker.id,
  reason,
});

interface Offer {
  readonly worker: WorkerAddress;
  readonly slots: number;
}

class ClusterMaster<A extends ProcessReport> {
  readonly #connection: NatsConnection;
  readonly #pool: ThreadSource;
  readonly #work: ClusterWork;
  readonly #handlers: MasterHandlers;
  readonly #job: string;
  readonly #key = drawKey();
  readonly #subscriptions: Subscription[] = [];
  readonly #startedAt = performance.now();
  /** What each place that has ended did, by place and incarnation. */
  readonly #answers = new Map<string, { counters: Counters; times: Times }>();
  /** What the places have searched: in earlier incarnations, and in the present one. */
  readonly #searched = new Map<number, { readonly before: Searched; now: Searched }>();
  /** Workers that were refused or have refused, with the reason. */
  readonly #refusals = new Map<string, string>();
  /** Workers that are given no places any more. */
  readonly #shutOut = new Set<string>();
  /** Liars of the list in reports that have been shut out: a place may have somebody else by now. */
  #expelled = 0;
  /** Refusals that were told of. */
  #named = 0;
  readonly #asking = new Set<string>();
  /** Words of having room that were followed since the last beat, and whether there were too many. */
  #heeded = 0;
  #isFlooded = false;
  /** Everybody who was ever given a place. */
  readonly #hired = new Map<string, WorkerAddress>();
  #seats: Seats | undefined;
  #shareBytes = 0;
  #process: LocalProcess<A> | undefined;
  /** Processes that have died, by worker. */
  readonly #deaths = new Map<string, number>();
  /** Why the last worker that has failed could not do the work. */
  #failure: Error | undefined;
  #over = false;
  /** Grows when somebody comes or goes; what it was when all were told, and a while ago. */
  #seating = 0;
  #toldSeating = 0;
  #toldSeats: readonly SeatEntry[] = [];
  #settledSeating = 0;
  #aliveAt = 0;
  #lookedAt = performance.now();
  #standingAt = 0;
  #latencyMs = 0;
  #fail: (error: Error) => void = () => {};
  /** Somebody has room; set while nobody is there. */
  #hopeful: () => void = () => {};

  constructor(cluster: Cluster, pool: ThreadSource, work: ClusterWork, handlers: MasterHandlers) {
    this.#connection = cluster.connection;
    this.#pool = pool;
    this.#work = work;
    this.#handlers = handlers;
    this.#job = work.job ?? randomId();
  }

  async run(): Promise<ClusterRun<A>> {
    this.#listen();
    let beat: ReturnType<typeof setInterval> | undefined;
    const abort = () => {
      this.#hopeful();
      this.#process?.stop();
    };
    const { signal } = this.#handlers;
    signal?.addEventListener('abort', abort, { once: true });
    try {
      const offers = await this.#gather();
      const failed = new Promise<never>((_, reject) => {
        this.#fail = reject;
      });
      failed.catch(() => {});
      const process = await this.#begin(offers);
      if (signal?.aborted) abort();
      beat = setInterval(() => void this.#tick(), BEAT_MS);
      const answer = await Promise.race([process.answer, failed]);
      return await this.#finish(answer);
    } finally {
      signal?.removeEventListener('abort', abort);
      clearInterval(beat);
      this.#over = true;
      this.#process?.stop();
      this.#dismissAll();
      for (const each of this.#subscriptions) each.unsubscribe();
    }
  }

  #listen(): void {
    const { news, mail } = masterSubjects(this.#key.text);
    const on = (subject: string, take: (data: Uint8Array) => void) => {
      const callback = (error: Error | null, message: { data: Uint8Array }) => {
        if (error === null) take(message.data);
      };
      this.#subscriptions.push(this.#connection.subscribe(subject, { callback }));
    };
    on(mail, (data) => {
      if (data.length > MAX_MAIL) return;
      this.#process?.deliver(this.#work.above ? tagged(FROM_BELOW, data) : data.slice());
    });
    on(news, (data) => {
      const news = tryJson(newsCheck, data);
      if (news !== undefined) this.#hear(news);
    });
    on(FREE, (data) => {
      const notice = tryJson(freeNotice, data, 1000);
      if (notice === undefined) return;
      if (this.#seats === undefined) this.#hopeful();
      else this.#heed(notice.worker);
    });
  }

  /** Somebody says that it has room. Anybody can say so, and of anybody: who does not answer is forgotten. */
  #heed(worker: WorkerAddress): void {
    if (this.#seats!.vacant.length === 0) return;
    if (this.#heeded < MAX_HEEDED) {
      this.#heeded++;
      void this.#hire(worker, false);
    } else this.#isFlooded = true;
  }

  /** Everybody who has room now; waits a while when there is nobody. Whoever is interrupted begins without. */
  async #gather(): Promise<Offer[]> {
    const until = performance.now() + PATIENCE_MS;
    while (!this.#handlers.signal?.aborted) {
      const offers = await this.#askAll();
      // A middle master is awaited above; its workers may come later.
      if (offers.length > 0 || this.#work.above) return offers;
      const left = until - performance.now();
      const busy = this.#isAnybodyBusy;
      if (left <= 0 && !busy) throw this.#nobody();
      await new Promise<void>((resolve) => {
        const alarm = setTimeout(resolve, Math.min(busy ? 1000 : left, 1000));
        this.#hopeful = () => {
          clearTimeout(alarm);
          resolve();
        };
      });
    }
    return [];
  }

  async #askAll(): Promise<Offer[]> {
    const workers = await findWorkers(this.#connection);
    this.#forgetBusy();
    const offers = await Promise.all(workers.map(({ address }) => this.#ask(address)));
    return offers.filter((offer) => offer !== undefined);
  }

  #forgetBusy(): void {
    for (const [worker, reason] of this.#refusals) {
      if (reason === BUSY) this.#refusals.delete(worker);
    }
  }

  #nobody(): PlyadesError {
    const refusals = [...this.#refusals].map(([worker, reason]) => `worker ${worker}: ${reason}`);
    const message =
      refusals.length > 0
        ? `no worker of the cluster can take part: ${refusals.slice(0, 3).join('; ')}`
        : "no worker has answered: start some with 'plyades worker --server ADDRESS', or wait until they are free";
    return new PlyadesError('ERR_CLUSTER', message);
  }

  /** Asks one worker for room; undefined when it has none, or does not fit. `known`: it is one, so that it should answer. */
  async #ask(worker: WorkerAddress, known = true): Promise<Offer | undefined> {
    const { version, reference } = this.#work;
    const question: Question = { protocol: PROTOCOL, version, job: this.#job, game: reference };
    if (this.#asking.has(worker.id)) return undefined;
    this.#asking.add(worker.id);
    try {
      const message = await this.#connection.request(
        workerSubjects(worker).ask,
        JSON.stringify(question),
        { timeout: ASK_MS },
      );
      const reply = tryJson(replyCheck, message.data, 10_000);
      if (reply?.type === 'room') return { worker, slots: reply.slots };
      this.#refuse(worker, reply?.type === 'refused' ? reply.reason : BUSY);
    } catch {
      if (known) this.#refuse(worker, 'it does not answer');
    } finally {
      this.#asking.delete(worker.id);
    }
    return undefined;
  }

  #refuse({ id }: WorkerAddress, reason: string): void {
    if (this.#refusals.get(id) === reason) return;
    this.#refusals.set(id, reason);
    if (this.#refusals.size > MAX_REFUSALS) {
      const [oldest] = this.#refusals.keys();
      this.#refusals.delete(oldest!);
    }
    // A worker that has no room now is nobody's fault, and soon has.
    if (reason === BUSY || this.#named > MAX_NAMED) return;
    const isLast = this.#named++ === MAX_NAMED;
    this.#handlers.onNote?.(
      isLast ? { type: 'unnamed', worker: id } : { type: 'refused', worker: id, reason },
    );
  }

  /** Gives out the first places and starts process 0. */
  async #begin(offers: readonly Offer[]): Promise<LocalProcess<A>> {
    const { workers: wanted = MAX_PLACES - 1, tableBytes } = this.#work;
    const there = offers.reduce((sum, { slots }) => sum + slots, 0);
    const count = Math.min(there, wanted, MAX_PLACES - 1);
    const spare = Math.max(SPARE_PLACES, count);
    const size = 1 + Math.min(wanted, MAX_PLACES - 1, count + spare);
    const { above } = this.#work;
    const shares =
      above === undefined
        ? tableShares(this.#work, 1 + Math.max(1, count), tableBytes)
        : [above.eachBytes, above.eachBytes];
    this.#shareBytes = shares[1]!;
    const seats = new Seats(size, SILENCE_MS);
    this.#seats = seats;
    const given: { worker: WorkerAddress; places: { self: number; incarnation: number }[] }[] = [];
    let next = 1;
    for (const { worker, slots } of offers) {
      const places = Array.from({ length: Math.min(slots, count + 1 - next) }, () => next++);
      if (places.length === 0) break;
      given.push({ worker, places: seats.seat(worker, places, performance.now(), true) });
    }
    const absent = seats.vacant;
    this.#toldSeats = seats.entries;
    for (const { worker, places } of given) this.#send(worker, this.#startOrder(places, absent));
    await this.#connection.flush();
    const process = this.#startFirst(size, absent, shares[0]!);
    this.#process = process;
    this.#work.above?.started(process);
    for (const { worker, places } of given) {
      this.#handlers.onNote?.({ type: 'joined', worker: worker.id, places: places.length });
    }
    return process;
  }

  #startFirst(size: number, absent: readonly number[], bytes: number): LocalProcess<A> {
    return new LocalProcess<A>(
      this.#pool,
      this.#work.first({ self: 0, size, incarnation: 0, absent }, bytes),
      {
        send: (to, packet) => {
          const { above } = this.#work;
          if (above !== undefined && to < above.size) above.send(to, packet);
          else this.#carry(to - this.#offset, packet);
        },
        onSolving: (report) => {
          this.#expel('it has claimed what it cannot show', report.liars);
          this.#handlers.onSolving?.(report);
        },
        onProgress: (report) => {
          this.#expel('it has claimed what is not so', report.liars);
          this.#handlers.onProgress?.(report);
        },
      },
    );
  }

  /** Liars are shut out, and their places are given to others. */
  #expel(why: string, liars: readonly number[] = []): void {
    for (const self of liars.slice(this.#expelled)) {
      this.#expelled++;
      const worker = this.#seats?.workerAt(self);
      if (worker === undefined || this.#shutOut.has(worker.id)) continue;
      const whose = worker.name === ANY_NAME ? '' : `; its key is ${worker.name}`;
      const reason = `${why}, and is shut out${whose}`;
      this.#dismiss(worker, { type: 'lost', worker: worker.id, reason });
    }
  }

  /** Takes all places of a worker, which is given none any more. */
  #dismiss(worker: WorkerAddress, note: ClusterNote): void {
    this.#shutOut.add(worker.id);
    const places = this.#seats!.entries.flatMap((seat) =>
      seat.worker.id === worker.id ? [seat.self] : [],
    );
    this.#send(worker, { type: 'end', key: this.#key.text });
    this.#vacate(places, true, note);
  }

  #startOrder(
    places: readonly { readonly self: number; readonly incarnation: number }[],
    absent: readonly number[],
  ): Order {
    return this.#work.order({
      key: this.#key.text,
      job: this.#job,
      game: this.#work.reference,
      tableBytes: this.#shareBytes,
      size: this.#seats!.vacant.length + this.#seats!.taken + 1,
      places: [...places],
      absent: [...absent],
      seats: this.#seats!.entries,
      seating: this.#seating,
    });
  }

  /** By so much the process's numbers of ours are greater. */
  get #offset(): number {
    return this.#work.above?.size ?? 0;
  }

  /** A packet of process 0. */
  #carry(to: number, packet: Uint8Array): void {
    const worker = this.#seats?.workerAt(to);
    if (worker === undefined || this.#connection.isClosed()) return;
    this.#connection.publish(workerSubjects(worker).mail, makeMail(this.#key.bytes, to, packet));
  }

  #send(worker: WorkerAddress, order: Order): void {
    if (order.type === 'start' || order.type === 'prove') this.#hired.set(worker.id, worker);
    this.#post(worker, JSON.stringify(order));
  }

  #post(worker: WorkerAddress, order: string): void {
    if (this.#connection.isClosed()) return;
    this.#connection.publish(workerSubjects(worker).order, order);
  }

  /** Offers a vacant place to a worker that may have room. */
  async #hire(worker: WorkerAddress, known = true): Promise<void> {
    const seats = this.#seats;
    if (seats === undefined || this.#over || seats.vacant.length === 0) return;
    if (this.#shutOut.has(worker.id)) return;
    const offer = await this.#ask(worker, known);
    if (offer === undefined || this.#over) return;
    const vacant = seats.vacant.slice(0, offer.slots);
    if (vacant.length === 0) return;
    const places = seats.seat(worker, vacant, performance.now());
    this.#seating++;
    for (const self of vacant) {
      this.#searched.set(self, { before: this.#searchedAt(self), now: NOTHING });
    }
    this.#send(worker, this.#startOrder(places, seats.vacant));
    this.#handlers.onNote?.({ type: 'joined', worker: worker.id, places: places.length });
  }

  #hear(news: News): void {
    const seats = this.#seats;
    if (seats === undefined) return;
    const { worker } = news;
    switch (news.type) {
      case 'status': {
        const gone: { self: number; incarnation: number }[] = [];
        let changed = false;
        for (const { self, incarnation, nodes, leaves } of news.places) {
          const claim = seats.claim(worker, self, incarnation, performance.now());
          if (claim === 'gone') gone.push({ self, incarnation });
          if (claim === 'back') changed = true;
          if (claim !== 'gone') this.#count(self, { nodes, leaves });
        }
        if (gone.length > 0) this.#send(worker, { type: 'end', key: this.#key.text, places: gone });
        if (changed) this.#seating++;
        // It has had its time to hear of that: the message was lost.
        else if (news.seating < this.#settledSeating) {
          const { entries } = seats;
          const key = this.#key.text;
          this.#send(worker, { type: 'seats', key, seats: entries, seating: this.#seating });
        }
        return;
      }
      case 'answer': {
        const { self, incarnation, counters, times } = news;
        const known = seats.isSeated(worker, self, incarnation);
        if (!known) return;
        this.#answers.set(`${self} ${incarnation}`, { counters, times });
        this.#count(self, counters);
        if (this.#over) return;
        this.#vacate([self], true, lost(worker, 'it has left its place'));
        return;
      }
      case 'failed': {
        const { self, incarnation, dead, message, code } = news;
        if (!seats.isSeated(worker, self, incarnation) || this.#over) return;
        const deaths = (this.#deaths.get(worker.id) ?? 0) + 1;
        this.#deaths.set(worker.id, deaths);
        if (dead && deaths <= MAX_DEATHS) {
          this.#vacate([self], true, lost(worker, message));
          return;
        }
        // What one worker cannot do is its own affair: the job ends when there is nobody who can.
        this.#failure =
          code === undefined ? new Error(message) : new PlyadesError(code as ErrorCode, message);
        this.#dismiss(worker, { type: 'refused', worker: worker.id, reason: message });
        return;
      }
      case 'leaving': {
        const places = news.places.filter((self) => seats.workerAt(self)?.id === worker.id);
        this.#vacate(places, true, lost(worker, 'it leaves'));
      }
    }
  }

  /** The place's present incarnation has searched so much. */
  #count(self: number, { nodes, leaves }: Searched): void {
    const { before = NOTHING } = this.#searched.get(self) ?? {};
    this.#searched.set(self, { before, now: { nodes, leaves } });
    this.#process?.setSearched(this.#offset + self, this.#searchedAt(self));
  }

  #searchedAt(self: number): Searched {
    const { before, now } = this.#searched.get(self) ?? { before: NOTHING, now: NOTHING };
    return { nodes: before.nodes + now.nodes, leaves: before.leaves + now.leaves };
  }

  /** Takes places from a worker; what was done there goes to others. */
  #vacate(places: readonly number[], forGood: boolean, note: ClusterNote): void {
    if (places.length === 0) return;
    for (const self of places) {
      this.#seats!.leave(self, forGood);
      this.#process?.lost(this.#offset + self);
    }
    this.#seating++;
    this.#handlers.onNote?.(note);
    void this.#lookAround();
  }

  /** Tells everybody what has changed since they were last told. */
  #tellMoves(): void {
    const { entries, workers } = this.#seats!;
    const before = new Map(this.#toldSeats.map((seat) => [seat.self, seat]));
    const changed = entries.filter(({ self, incarnation, worker }) => {
      const known = before.get(self);
      return known?.incarnation !== incarnation || !sameWorker(known.worker, worker);
    });
    const taken = new Set(entries.map(({ self }) => self));
    const order: Order = {
      type: 'moves',
      key: this.#key.text,
      from: this.#toldSeating,
      seating: this.#seating,
      seats: changed,
      gone: [...before.keys()].filter((self) => !taken.has(self)),
    };
    this.#toldSeating = this.#seating;
    this.#toldSeats = entries;
    const text = JSON.stringify(order);
    for (const worker of workers) this.#post(worker, text);
  }

  #tellAlive(now: number): void {
    this.#aliveAt = now;
    this.#settledSeating = this.#toldSeating;
    const text = JSON.stringify({ type: 'alive', key: this.#key.text } satisfies Order);
    for (const worker of this.#seats!.workers) this.#post(worker, text);
  }

  /** Offers vacant places to everybody. */
  async #lookAround(): Promise<void> {
    this.#lookedAt = performance.now();
    this.#isFlooded = false;
    if (this.#over || this.#connection.isClosed() || this.#seats!.vacant.length === 0) return;
    this.#forgetBusy();
    try {
      const found = await findWorkers(this.#connection);
      const askOneByOne = async () => {
        for (let next = found.pop(); next !== undefined; next = found.pop()) {
          const { address, slots } = next;
          // Of hundreds nearly all have nothing left to give.
          if (this.#seats!.placesOf(address.id) < slots) await this.#hire(address);
        }
      };
      await Promise.all(Array.from({ length: MAX_ASKING }, askOneByOne));
      this.#endWithoutHope();
    } catch {
      // The server is away; there will be another time.
    }
  }

  /** Those who had part in it could not do the work, and there is nobody else who has room or will have. */
  #endWithoutHope(): void {
    if (this.#failure === undefined || this.#over || this.#seats!.taken > 0) return;
    if (this.#asking.size > 0 || this.#isAnybodyBusy) return;
    this.#fail(this.#failure);
  }

  get #isAnybodyBusy(): boolean {
    return [...this.#refusals.values()].includes(BUSY);
  }

  async #tick(): Promise<void> {
    const seats = this.#seats!;
    const now = performance.now();
    const names = new Map(seats.entries.map(({ self, worker }) => [self, worker.id]));
    const silent = seats.expire(now);
    for (const self of silent) this.#process?.lost(this.#offset + self);
    for (const worker of new Set(silent.map((self) => names.get(self)!))) {
      this.#handlers.onNote?.({ type: 'lost', worker, reason: 'it is silent' });
    }
    if (silent.length > 0) {
      void this.#lookAround();
      this.#seating++;
    }
    // A thousand that come at once are told to each other once, not a thousand times.
    if (this.#toldSeating < this.#seating) this.#tellMoves();
    if (now - this.#aliveAt >= ALIVE_MS) this.#tellAlive(now);
    if (now - this.#lookedAt >= (this.#isFlooded ? ALIVE_MS : LOOK_MS)) void this.#lookAround();
    this.#heeded = 0;
    if (now - this.#standingAt >= ALIVE_MS) {
      this.#standingAt = now;
      await this.#publishStanding('searching');
    }
  }

  /** For whoever watches. */
  async #publishStanding(state: JobStanding['state']): Promise<void> {
    if (this.#connection.isClosed()) return;
    const { outMsgs, inMsgs, outBytes, inBytes } = this.#connection.stats();
    const host = await hostName();
    const standing: JobStanding = {
      job: this.#job,
      host,
      game: this.#work.reference.id,
      ...this.#work.standing(),
      nodes: this.#process?.searched.nodes ?? 0,
      seconds: (performance.now() - this.#startedAt) / 1000,
      workers: this.#seats?.workers.length ?? 0,
      places: this.#seats?.taken ?? 0,
      losses: this.#seats?.losses ?? 0,
      messages: outMsgs + inMsgs,
      bytes: outBytes + inBytes,
      latencyMs: this.#latencyMs,
      state,
    };
    if (this.#connection.isClosed()) return;
    this.#connection.publish(jobSubject(this.#job), JSON.stringify(standing));
    if (state === 'done') return;
    const asked = performance.now();
    this.#connection.rtt().then(
      () => {
        this.#latencyMs = performance.now() - asked;
      },
      () => {},
    );
  }

  /** Also those that have fallen silent: they may hear it. */
  #dismissAll(): void {
    for (const worker of this.#hired.values()) {
      this.#send(worker, { type: 'end', key: this.#key.text });
    }
  }

  /** Ends the job everywhere and adds up what was done. */
  async #finish(first: A): Promise<ClusterRun<A>> {
    const seats = this.#seats!;
    const waiting = seats.entries;
    this.#over = true;
    this.#dismissAll();
    const missing = () =>
      waiting.some(({ self, incarnation }) => !this.#answers.has(`${self} ${incarnation}`));
    const until = performance.now() + this.#work.countMs;
    while (missing() && performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await this.#publishStanding('done');
    const counters = createCounters();
    addCounters(counters, first.counters);
    const times = [first.times];
    for (const answer of this.#answers.values()) {
      addCounters(counters, answer.counters);
      times.push(answer.times);
    }
    return { first, counters, times, workers: seats.most, losses: seats.losses };
  }
}
