// A worker of a cluster: says through NATS's service API what it can search and how fast, lends its slots
// to one job after another, and carries packets between the processes that run here and those elsewhere.
// What a master says is checked before it is used; a master that falls silent has lost its worker.
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { PlyadesError } from '../../core/errors.js';
import type { Place } from '../../parallel/process.js';
import { takeSettings } from '../../parallel/settings.js';
import type { ThreadSource } from '../threads/pool.js';
import type { JobGame } from '../threads/protocol.js';
import { sharedNow } from '../threads/shared-time.js';
import { questionFor } from '../threads/solving.js';
import { announce } from './announce.js';
import type { Cluster } from './client.js';
import { tryJson } from './json.js';
import { linkTimesOf } from './link-times.js';
import { type LocalHooks, type LocalJob, LocalProcess } from './local-process.js';
import { type JobKey, makeMail, readKey, readMail } from './mail.js';
import {
  type GameReference,
  type News,
  type Order,
  order as orderCheck,
  type Question,
  question as questionCheck,
  type Reply,
  type SeatEntry,
  type StartOrder,
} from './orders.js';
import {
  FREE,
  masterSubjects,
  PROTOCOL,
  SERVICE,
  type WorkerAddress,
  workerSubjects,
} from './subjects.js';

/** How often a worker tells its master that it lives. */
export const STATUS_MS = 250;
/** A master that says nothing for so long is given up. */
const MASTER_SILENCE_MS = 5000;
/** Slots are kept so long for a master that was told of them. */
const RESERVED_MS = 5000;
/** A worker that leaves waits so long for its processes to end. */
const DRAIN_MS = 3000;

/** The games of a worker. */
export interface GameShelf {
  /** What can be searched here. */
  readonly games: readonly GameReference[];
  /** A position of a game and those before it, from text; throws when one of them makes no sense. */
  open(
    game: GameReference,
    position: string,
    before: readonly string[],
  ): Promise<{
    readonly game: JobGame;
    readonly position: unknown;
    readonly before: readonly Uint8Array[];
  }>;
}

export interface WorkerOptions {
  readonly slots: number;
  /** Of the package. */
  readonly version: string;
  readonly shelf: GameShelf;
  /** Nodes a second of one slot, as measured. */
  readonly speed: number;
  /** The largest table of all slots together that a job may ask for. */
  readonly maxTableBytes: number;
  /** Makes what runs in a place; a process on a thread here if not given, or if it makes nothing. */
  readonly createProcess?: (
    job: LocalJob,
    hooks: LocalHooks,
    order: StartOrder,
  ) => SeatProcess | undefined;
  readonly log: (event: WorkerEvent) => void;
}

/** What happens to a worker. */
export type WorkerEvent =
  | { readonly type: 'ready'; readonly id: string; readonly slots: number; readonly speed: number }
  | { readonly type: 'job'; readonly job: string; readonly game: string; readonly places: number }
  | {
      readonly type: 'job-over';
      readonly job: string;
      readonly reason: string;
      readonly nodes: number;
    }
  | { readonly type: 'refused'; readonly reason: string };

/** What runs in a place: a process on a thread here, or a middle master with all its workers. */
export type SeatProcess = Pick<
  LocalProcess,
  'deliver' | 'lost' | 'stop' | 'stopping' | 'searched' | 'answer'
>;

type EndOrder = Extract<Order, { type: 'end' }>;

interface Seat {
  readonly incarnation: number;
  readonly process: SeatProcess;
}

interface Job {
  readonly id: string;
  readonly key: JobKey;
  readonly seats: Map<number, Seat>;
  /** Who runs the processes that are not here, and the number of that seating. */
  others: Map<number, SeatEntry>;
  seating: number;
  heardAt: number;
  /** Orders under way: a game may take a while to load. */
  starting: number;
  /** Of places that were left. */
  nodes: number;
  over: string | undefined;
}

export class ClusterWorker {
  readonly address: WorkerAddress;
  readonly #connection: NatsConnection;
  readonly #pool: ThreadSource;
  readonly #options: WorkerOptions;
  #job: Job | undefined;
  #reserved: { readonly job: string; readonly until: number } | undefined;
  /** Places that were given here, of the last job by its key: an order that comes again is known by them. */
  #given = { key: '', places: new Set<string>() };
  #leaving = false;
  /** Messages that made no sense. */
  #refused = 0;
  #jobs = 0;
  #stopService: () => Promise<void> = async () => {};
  #beat: ReturnType<typeof setInterval> | undefined;

  private constructor(cluster: Cluster, pool: ThreadSource, options: WorkerOptions) {
    this.#connection = cluster.connection;
    this.#pool = pool;
    this.#options = options;
    this.address = { name: cluster.name, id: randomId() };
  }

  static async start(
    cluster: Cluster,
    pool: ThreadSource,
    options: WorkerOptions,
  ): Promise<ClusterWorker> {
    const worker = new ClusterWorker(cluster, pool, options);
    await worker.#announce();
    return worker;
  }

  async #announce(): Promise<void> {
    const { slots, version, shelf, speed, log } = this.#options;
    const { id } = this.address;
    const subjects = workerSubjects(this.address);
    this.#stopService = await announce(this.#connection, {
      name: SERVICE,
      version,
      description: 'searches game trees for masters of plyades',
      address: this.address,
      slots,
      speed,
      games: shelf.games.map((game) => `${game.id}=${game.hash}`),
      metadata: { protocol: String(PROTOCOL) },
      answer: (question) => this.#answer(question),
      stats: () => this.#stats(),
    });
    this.#connection.subscribe(subjects.order, {
      callback: (error, message) => {
        if (error === null) this.#obey(message);
      },
    });
    this.#connection.subscribe(subjects.mail, {
      callback: (error, message) => {
        if (error === null) this.#deliver(message.data);
      },
    });
    await this.#connection.flush();
    log({ type: 'ready', id, slots, speed });
    this.#tellFree();
  }

  /** For the service API: what `plyades top` shows. */
  #stats() {
    const job = this.#job;
    const { user, system } = process.cpuUsage();
    return {
      job: job?.id ?? '',
      slots: this.#options.slots,
      busy: job?.seats.size ?? 0,
      nodes: job === undefined ? 0 : nodesOf(job),
      cpuMs: (user + system) / 1000,
      jobs: this.#jobs,
      refused: this.#refused,
    };
  }

  #answer(data: Uint8Array): Reply {
    const question = tryJson(questionCheck, data, 10_000);
    if (question === undefined) {
      this.#refused++;
      return { type: 'refused', reason: 'the question makes no sense here' };
    }
    const wrong = this.#mismatch(question);
    if (wrong !== undefined) {
      this.#options.log({ type: 'refused', reason: wrong });
      return { type: 'refused', reason: wrong };
    }
    if (this.#leaving) return { type: 'busy' };
    const job = this.#job;
    if (job !== undefined && (job.id !== question.job || job.over !== undefined))
      return { type: 'busy' };
    const now = performance.now();
    const kept = this.#reserved;
    if (kept !== undefined && kept.until > now && kept.job !== question.job)
      return { type: 'busy' };
    const slots = this.#options.slots - (job?.seats.size ?? 0);
    if (slots < 1 || (job?.starting ?? 0) > 0) return { type: 'busy' };
    this.#reserved = { job: question.job, until: now + RESERVED_MS };
    return { type: 'room', slots };
  }

  /** Why a job cannot be served here, ever. */
  #mismatch({ protocol, version, game }: Question): string | undefined {
    const { version: ours, shelf } = this.#options;
    if (protocol !== PROTOCOL || version !== ours) {
      return `it runs plyades ${ours} (protocol ${PROTOCOL}), the master ${version} (protocol ${protocol}): install the same version`;
    }
    const same = shelf.games.find(({ id }) => id === game.id);
    if (shelf.games.some(({ hash }) => hash === game.hash)) return undefined;
    return same === undefined
      ? `the game ${game.id} is not installed there: start the worker with --game MODULE, the same file as the master's`
      : `its ${game.id} differs from the master's: install the same build`;
  }

  #obey(message: Msg): void {
    const order = tryJson(orderCheck, message.data);
    if (order === undefined) {
      this.#refused++;
      return;
    }
    const job = this.#job;
    if (order.type === 'start' || order.type === 'prove') {
      void this.#start(order);
    } else if (job === undefined || job.key.text !== order.key) {
      // It is of a job that is over here.
    } else if (order.type === 'end') {
      this.#end(job, order.places);
    } else {
      job.heardAt = performance.now();
      if (order.type === 'seats') this.#seatOthers(job, order);
      else if (order.type === 'moves') this.#moveOthers(job, order);
    }
  }

  async #start(order: StartOrder): Promise<void> {
    const key = readKey(order.key);
    const now = performance.now();
    if (key === undefined || this.#leaving) return;
    if (
      this.#job !== undefined &&
      (this.#job.key.text !== key.text || this.#job.over !== undefined)
    )
      return;
    if (this.#job === undefined && this.#reserved?.job !== order.job) return;
    if (!this.#isNew(order)) return;
    this.#reserved = undefined;
    this.#job ??= {
      id: order.job,
      key,
      seats: new Map(),
      others: new Map(),
      seating: 0,
      heardAt: now,
      starting: 0,
      nodes: 0,
      over: undefined,
    };
    const job = this.#job;
    job.starting++;
    job.heardAt = now;
    this.#beat ??= setInterval(() => this.#tick(), STATUS_MS);
    try {
      await this.#take(job, order);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#options.log({ type: 'refused', reason: message });
      for (const { self, incarnation } of order.places)
        this.#tellFailed(job, self, incarnation, error);
    } finally {
      job.starting--;
      this.#settle(job);
    }
  }

  /** False for an order that was obeyed already. */
  #isNew({ key, places }: StartOrder): boolean {
    if (this.#given.key !== key) this.#given = { key, places: new Set() };
    const given = this.#given.places;
    const names = places.map(({ self, incarnation }) => `${self} ${incarnation}`);
    if (names.some((name) => given.has(name))) return false;
    for (const name of names) given.add(name);
    return true;
  }

  /** Starts the processes of some places. */
  async #take(job: Job, order: StartOrder): Promise<void> {
    const { places, size, absent, tableBytes } = order;
    const { slots, maxTableBytes, log } = this.#options;
    if (places.length === 0 || places.length > slots - job.seats.size) {
      throw new PlyadesError('ERR_CLUSTER', `there is no room for ${places.length} processes`);
    }
    if (tableBytes * slots > maxTableBytes) {
      const message = `a table of ${Math.ceil(tableBytes / 2 ** 20)} MiB for each of ${slots} slots is too large here: search with a smaller --hash, or start the worker with a larger --max-hash`;
      throw new PlyadesError('ERR_MEMORY', message);
    }
    const jobAt = await this.#prepare(order);
    if (job.over !== undefined) return;
    this.#seatOthers(job, order);
    this.#jobs++;
    log({ type: 'job', job: job.id, game: order.game.id, places: places.length });
    for (const { self, incarnation } of places) {
      if (self < 1 || self >= size || job.seats.has(self)) continue;
      const process = this.#createProcess(jobAt({ self, size, incarnation, absent }), job, order);
      const seat = { incarnation, process };
      job.seats.set(self, seat);
      void this.#follow(job, self, seat);
    }
  }

  #createProcess(local: LocalJob, job: Job, order: StartOrder): SeatProcess {
    const hooks = { send: (to: number, packet: Uint8Array) => this.#send(job, to, packet) };
    const { createProcess } = this.#options;
    return createProcess?.(local, hooks, order) ?? new LocalProcess(this.#pool, local, hooks);
  }

  /** Checks an order as a whole and opens its game: the job of each place. */
  async #prepare(order: StartOrder): Promise<(place: Place) => LocalJob> {
    const { shelf } = this.#options;
    const { tableBytes } = order;
    if (order.type === 'prove') {
      const { game, position } = await shelf.open(order.game, order.position, []);
      const { settings, show, claim } = order;
      return (place) => ({
        type: 'proof-process',
        game,
        position,
        question: questionFor({ game, options: { ...claim, side: claim.side as 0 | 1 } }),
        proof: { settings, show },
        linkTimes: linkTimesOf(place.size),
        place,
        tableBytes,
        nodes: Number.POSITIVE_INFINITY,
        claim: { goal: claim.goal, side: claim.side as 0 | 1 },
      });
    }
    const { algorithm, task } = order;
    const { settings, beneath, ...asked } = task;
    const checked = takeSettings(algorithm, settings);
    const { game, position, before } = await shelf.open(order.game, order.position, order.before);
    return (place) => ({
      type: 'process',
      game,
      position,
      before,
      algorithm,
      task: {
        ...asked,
        deepening: true,
        linkTimes: linkTimesOf(place.size),
        ...checked,
        ...(beneath && { middle: beneath }),
      },
      mode: task.mode,
      place: beneath === undefined ? place : { ...place, beneath: true },
      home: { kind: 'own', bytes: tableBytes },
      limits: {},
      askedAt: sharedNow(),
    });
  }

  /** Waits for the end of a process and tells the master. */
  async #follow(job: Job, self: number, seat: Seat): Promise<void> {
    const { incarnation, process } = seat;
    try {
      const { counters, times } = await process.answer;
      const worker = this.address;
      this.#tell(job, { type: 'answer', worker, self, incarnation, counters, times });
    } catch (error) {
      if (!process.stopping) this.#tellFailed(job, self, incarnation, error);
    }
    job.nodes += process.searched.nodes;
    if (job.seats.get(self) === seat) job.seats.delete(self);
    this.#settle(job);
  }

  #tellFailed(job: Job, self: number, incarnation: number, error: unknown): void {
    const known = error instanceof PlyadesError ? error.code : undefined;
    const message = (error instanceof Error ? error.message : String(error)).slice(0, 2000);
    this.#tell(job, {
      type: 'failed',
      worker: this.address,
      self,
      incarnation,
      dead: known === 'ERR_WORKER' || known === 'ERR_CLUSTER',
      message,
      ...(known !== undefined && { code: known }),
    });
  }

  /** Frees the worker when nothing of the job is left. */
  #settle(job: Job): void {
    if (job !== this.#job || job.seats.size > 0 || job.starting > 0) return;
    this.#job = undefined;
    clearInterval(this.#beat);
    this.#beat = undefined;
    const reason = job.over ?? 'its processes have ended';
    this.#options.log({ type: 'job-over', job: job.id, reason, nodes: job.nodes });
    if (!this.#leaving) this.#tellFree();
  }

  #end(job: Job, places: EndOrder['places'], reason = 'the search is over'): void {
    if (places === undefined) job.over ??= reason;
    for (const [self, { process, incarnation }] of job.seats) {
      const isMeant = (place: { self: number; incarnation: number }) =>
        place.self === self && place.incarnation === incarnation;
      if (places === undefined || places.some(isMeant)) process.stop();
    }
    this.#settle(job);
  }

  #tick(): void {
    const job = this.#job;
    if (job === undefined) return;
    if (performance.now() - job.heardAt > MASTER_SILENCE_MS) {
      this.#end(job, undefined, 'its master is gone');
      return;
    }
    const places = [...job.seats].map(([self, { incarnation, process }]) => {
      const { nodes, leaves } = process.searched;
      return { self, incarnation, nodes, leaves };
    });
    if (places.length === 0) return;
    this.#tell(job, { type: 'status', worker: this.address, seating: job.seating, places });
  }

  /** What has changed, if all before that is known; what is missing the master sees by the number. */
  #moveOthers(job: Job, { seats, gone, from, seating }: Extract<Order, { type: 'moves' }>): void {
    if (from > job.seating || seating <= job.seating) return;
    const others = new Map(job.others);
    for (const self of gone) others.delete(self);
    for (const seat of seats) others.set(seat.self, seat);
    this.#seatOthers(job, { seats: [...others.values()], seating });
  }

  /** Takes note of who is where; processes hear of those who are gone. */
  #seatOthers(job: Job, { seats, seating }: Pick<StartOrder, 'seats' | 'seating'>): void {
    if (seating < job.seating) return;
    job.seating = seating;
    const before = job.others;
    job.others = new Map(seats.map((seat) => [seat.self, seat]));
    for (const [self, { incarnation }] of before) {
      if (job.others.get(self)?.incarnation === incarnation) continue;
      for (const [own, { process }] of job.seats) if (own !== self) process.lost(self);
    }
  }

  #send(job: Job, to: number, packet: Uint8Array): void {
    if (this.#connection.isClosed()) return;
    const here = job.seats.get(to);
    if (to === 0) {
      this.#connection.publish(masterSubjects(job.key.text).mail, packet);
    } else if (here !== undefined) {
      here.process.deliver(packet);
    } else {
      const seat = job.others.get(to);
      if (seat === undefined) return;
      this.#connection.publish(
        workerSubjects(seat.worker).mail,
        makeMail(job.key.bytes, to, packet),
      );
    }
  }

  #deliver(data: Uint8Array): void {
    const job = this.#job;
    const mail = job && readMail(job.key.bytes, data);
    if (mail === undefined) this.#refused++;
    else job!.seats.get(mail.to)?.process.deliver(mail.packet);
  }

  #tell(job: Job, news: News): void {
    if (this.#connection.isClosed()) return;
    this.#connection.publish(masterSubjects(job.key.text).news, JSON.stringify(news));
  }

  #tellFree(): void {
    if (this.#connection.isClosed()) return;
    this.#connection.publish(FREE, JSON.stringify({ worker: this.address }));
  }

  /** Hands all work back and leaves. Resolves when everything has been said. */
  async drain(): Promise<void> {
    if (this.#leaving) return;
    this.#leaving = true;
    const job = this.#job;
    if (job !== undefined) {
      const processes = [...job.seats.values()].map(({ process }) => process.answer);
      this.#tell(job, { type: 'leaving', worker: this.address, places: [...job.seats.keys()] });
      this.#end(job, undefined, 'this worker leaves');
      const patience = new Promise((resolve) => setTimeout(resolve, DRAIN_MS).unref());
      await Promise.race([Promise.allSettled(processes), patience]);
    }
    clearInterval(this.#beat);
    try {
      await this.#stopService();
      await this.#connection.drain();
    } catch {
      // The server is away: there is nobody left to tell.
      await this.#connection.close();
    }
  }
}

const nodesOf = ({ nodes, seats }: Job): number =>
  [...seats.values()].reduce((sum, { process }) => sum + process.searched.nodes, nodes);

export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
