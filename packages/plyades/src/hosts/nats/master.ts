// The master of a job on a cluster, as NATS carries it: messages become events of the control plane
// (src/control-plane), and its effects become messages. Process 0 runs here on a thread, and its packets go to the
// workers that hold the seats.
import type { NatsConnection, Subscription } from '@nats-io/transport-node';
import {
  type CapacityReply,
  type ClusterNote,
  type JobFailure,
  MASTER_TIMES,
  MAX_JOB_PROCESSES,
  MasterControl,
  type MasterControlEffect,
  type MasterControlEvent,
  type SeatGrant,
  type WorkerAddress,
} from '../../control-plane/index.js';
import { type ErrorCode, PlyadesError } from '../../core/errors.js';
import { tryJson } from '../../core/schema.js';
import type { ProcessUse } from '../../core/search-result.js';
import { addCounters, type Counters, createCounters, type Times } from '../../parallel/counters.js';
import { FROM_BELOW, tagged } from '../../parallel/hierarchy/index.js';
import type { ProcessSeat } from '../../parallel/process.js';
import type { SolverReport } from '../../proof/index.js';
import type { LiveTrace } from '../live-trace.js';
import { tableShares } from '../shares.js';
import type { ThreadSource } from '../threads/pool.js';
import type { SearchReport } from '../threads/protocol.js';
import { hostName, randomId } from './announce.js';
import type { Cluster } from './client.js';
import type { ClusterJob } from './cluster-job.js';
import { findWorkers } from './find-workers.js';
import { type LocalCommand, LocalProcess } from './local-process.js';
import { drawKey, MAX_MAIL, makeMail } from './mail.js';
import {
  capacityReply,
  freeSlotNotice,
  type JobStatus,
  type StartCommand,
  type WorkerNotice,
  workerNotice,
} from './messages.js';
import { FREE, jobSubject, masterSubjects, PROTOCOL, workerSubjects } from './subjects.js';
import { TickTimer } from './tick-timer.js';

/** The process here sends what it has recorded this often: before the workers do, whose clocks its packets tell. */
const TRACE_CHUNK_MS = 50;
/** At the end, a search waits this long for what workers have counted. */
export const COUNT_MS = 1500;
/** The control plane gives a request up by itself; the client must not do so before. */
const ASK_MS = MASTER_TIMES.ask + 500;
/** A worker that cannot be understood is named, since a busy one would be waited for without end. */
const UNREADABLE: CapacityReply = { type: 'refused', reason: 'its reply cannot be read' };

const FALSE_RESULT = 'a false result';

/** The fields of every start command. */
export type StartBase = Pick<
  StartCommand,
  'key' | 'job' | 'game' | 'tableBytes' | 'size' | 'granted' | 'absent' | 'seats' | 'seating'
>;

/** A job as far as its seats, packets and counts go. */
export interface ClusterWork
  extends Pick<ClusterJob, 'reference' | 'version' | 'job' | 'workers' | 'tableBytes'> {
  readonly hasMaster: boolean;
  /** How long the end waits for what workers have counted. */
  readonly countMs: number;
  /** The process that runs here: on a thread of the pool, or one that the caller has. */
  readonly first:
    | ((seat: ProcessSeat, tableBytes: number) => LocalCommand)
    | { create(seat: ProcessSeat, hooks: FirstHooks): FirstProcess };
  startCommand(base: StartBase): StartCommand;
  /** Of a middle master's process: the level above it. */
  readonly above?: LevelAbove;
  /** Makes the trace of a job of this many processes, the first of which runs here. */
  readonly openTrace?: ((processes: number) => LiveTrace | undefined) | undefined;
  /** For `plyades top`. */
  status(): Pick<JobStatus, 'algorithm' | 'mode' | 'depth' | 'value' | 'pn' | 'dn'>;
}

/** The upper half of a middle master: the process has the numbers of its group, and behind them those of ours. */
export interface LevelAbove {
  readonly size: number;
  /** Of the table of each process here. */
  readonly eachBytes: number;
  send(to: number, packet: Uint8Array): void;
  /** The process runs. */
  started(process: FirstProcess): void;
}

/** Process 0 of a job, or the process of a middle master; `answer` resolves when it has ended. */
export type FirstProcess<A extends ProcessUse = ProcessUse> = Pick<
  LocalProcess<A>,
  'deliver' | 'lost' | 'stop' | 'searched' | 'setSearched' | 'answer'
>;

export interface FirstHooks {
  send(to: number, packet: Uint8Array): void;
  /** All processes of which it knows that they have lied. */
  reportLiars(seats: readonly number[]): void;
}

export interface MasterHandlers {
  readonly onProgress?: (report: SearchReport) => void;
  readonly onSolving?: (report: SolverReport) => void;
  readonly onNote?: ((note: ClusterNote) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The outcome of a job. */
export interface ClusterRun<A> {
  /** The answer of process 0. */
  readonly first: A;
  /** Of the processes that could still tell. */
  readonly counters: Readonly<Counters>;
  readonly times: readonly Times[];
  /** Workers' seats taken at the same time, at most. */
  readonly workers: number;
  /** Seats that were lost. */
  readonly losses: number;
}

/** Runs a job on the workers of a cluster. The connection stays open. */
export async function runOnCluster<A extends ProcessUse>(
  cluster: Cluster,
  pool: ThreadSource,
  work: ClusterWork,
  handlers: MasterHandlers,
): Promise<ClusterRun<A>> {
  return new ClusterMaster<A>(cluster, pool, work, handlers).run();
}

type Answer = Pick<Extract<WorkerNotice, { type: 'answer' }>, 'counters' | 'times'>;

class ClusterMaster<A extends ProcessUse> {
  readonly #connection: NatsConnection;
  readonly #pool: ThreadSource;
  readonly #work: ClusterWork;
  readonly #handlers: MasterHandlers;
  readonly #job: string;
  readonly #key = drawKey();
  readonly #control: MasterControl<Answer>;
  readonly #timer = new TickTimer(() => this.#handle({ type: 'tick' }));
  readonly #subscriptions: Subscription[] = [];
  readonly #startedAt = performance.now();
  /** Of workers' processes. */
  readonly #answers: Answer[] = [];
  /** Of process 0; rejects when the job cannot go on. */
  readonly #answer = deferred<A>();
  readonly #finished = deferred<void>();
  #shareBytes = 0;
  #process: FirstProcess<A> | undefined;
  #latencyMs = 0;
  #trace: LiveTrace | undefined;

  constructor(cluster: Cluster, pool: ThreadSource, work: ClusterWork, handlers: MasterHandlers) {
    this.#connection = cluster.connection;
    this.#pool = pool;
    this.#work = work;
    this.#handlers = handlers;
    this.#job = work.job ?? randomId();
    this.#control = new MasterControl({
      key: this.#key.text,
      maxSeats: work.workers ?? MAX_JOB_PROCESSES - 1,
      startsWithoutWorkers: work.above !== undefined,
      countMs: work.countMs,
    });
  }

  async run(): Promise<ClusterRun<A>> {
    this.#listen();
    const cancel = () => {
      this.#handle({ type: 'cancel' });
      this.#process?.stop();
    };
    const { signal } = this.#handlers;
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      this.#handle({ type: 'start' });
      if (signal?.aborted) cancel();
      const first = await this.#answer.promise;
      this.#handle({ type: 'search-over' });
      await this.#finished.promise;
      await this.#publishStatus('done');
      return this.#result(first);
    } finally {
      signal?.removeEventListener('abort', cancel);
      this.#process?.stop();
      this.#handle({ type: 'stop' });
      this.#timer.clear();
      for (const each of this.#subscriptions) each.unsubscribe();
    }
  }

  #listen(): void {
    const { notice, mail } = masterSubjects(this.#key.text);
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
    on(notice, (data) => {
      const notice = tryJson(workerNotice, data);
      if (notice?.type === 'trace') this.#addTrace(notice);
      else if (notice !== undefined) this.#handle({ type: 'notice', notice });
    });
    on(FREE, (data) => {
      const notice = tryJson(freeSlotNotice, data, 1000);
      if (notice !== undefined) this.#handle({ type: 'free-slots', worker: notice.worker });
    });
  }

  #handle(event: MasterControlEvent<Answer>): void {
    const effects = this.#control.handle(event, performance.now());
    this.#timer.set(this.#control.nextTick);
    for (const effect of effects) this.#carryOut(effect);
  }

  #carryOut(effect: MasterControlEffect<Answer>): void {
    switch (effect.type) {
      case 'scan':
        void this.#scan();
        return;
      case 'ask':
        void this.#ask(effect.request, effect.worker);
        return;
      case 'begin':
        this.#begin(effect);
        return;
      case 'grant':
        this.#start(effect.grant);
        return;
      case 'command': {
        const text = JSON.stringify(effect.command);
        for (const worker of effect.to) this.#post(worker, text);
        return;
      }
      case 'lost':
        this.#trace?.lost(effect.self);
        this.#process?.lost(this.#offset + effect.self);
        return;
      case 'searched':
        this.#process?.setSearched(this.#offset + effect.self, effect.total);
        return;
      case 'answered':
        this.#answers.push(effect.notice);
        return;
      case 'note':
        this.#handlers.onNote?.(effect.note);
        return;
      case 'publish-status':
        void this.#publishStatus('searching');
        return;
      case 'failed':
        this.#answer.reject(errorOf(effect.failure));
        return;
      case 'finished':
        this.#finished.resolve();
    }
  }

  async #scan(): Promise<void> {
    try {
      const found = await findWorkers(this.#connection);
      const slots = found.map(({ address: worker, slots }) => ({ worker, slots }));
      this.#handle({ type: 'scanned', found: slots });
    } catch (error) {
      // The server is away. The client finds it again, unless the connection is closed by us.
      if (this.#connection.isClosed() && this.#process === undefined) this.#answer.reject(error);
      this.#handle({ type: 'scan-failed' });
    }
  }

  async #ask(request: number, worker: WorkerAddress): Promise<void> {
    const { version, reference: game } = this.#work;
    const body = JSON.stringify({ protocol: PROTOCOL, version, job: this.#job, game });
    try {
      const { ask } = workerSubjects(worker);
      const { data } = await this.#connection.request(ask, body, { timeout: ASK_MS });
      const reply = tryJson(capacityReply, data, 10_000) ?? UNREADABLE;
      this.#handle({ type: 'replied', request, reply });
    } catch {
      this.#handle({ type: 'replied', request });
    }
  }

  /** Sends the first start commands and starts process 0, at once: effects that follow are for that process. */
  #begin({ size, absent, grants }: Extract<MasterControlEffect, { type: 'begin' }>) {
    try {
      const { above, tableBytes } = this.#work;
      const count = grants.reduce((sum, { granted }) => sum + granted.length, 0);
      const shares =
        above === undefined
          ? tableShares(this.#work, 1 + Math.max(1, count), tableBytes)
          : [above.eachBytes, above.eachBytes];
      this.#shareBytes = shares[1]!;
      this.#trace = this.#work.openTrace?.(this.#lanesOf(size, grants));
      for (const grant of grants) this.#start(grant);
      const process = this.#startFirst({ self: 0, size, incarnation: 0, absent }, shares[0]!);
      this.#process = process;
      above?.started(process);
      if (this.#handlers.signal?.aborted) process.stop();
      process.answer.then(this.#answer.resolve, this.#answer.reject);
    } catch (error) {
      this.#answer.reject(error);
    }
  }

  /** Where the number of workers is open, those that take part from the beginning have lanes. */
  #lanesOf(size: number, grants: readonly SeatGrant[]): number {
    if (this.#work.workers !== undefined) return size;
    const seats = grants.flatMap(({ granted }) => granted.map(({ self }) => self));
    return 1 + Math.max(1, ...seats);
  }

  /** What a process elsewhere has recorded, if it has that seat. */
  #addTrace({ worker, self, chunk }: Extract<WorkerNotice, { type: 'trace' }>): void {
    const holder = this.#control.workerAt(self);
    if (holder?.id !== worker.id || holder.name !== worker.name) return;
    this.#trace?.addRemote(self, Buffer.from(chunk, 'base64'));
  }

  #startFirst(seat: ProcessSeat, bytes: number): FirstProcess<A> {
    const { above, first } = this.#work;
    const send = (to: number, packet: Uint8Array) => {
      if (above !== undefined && to < above.size) above.send(to, packet);
      else this.#carryPacket(to - this.#offset, packet);
    };
    if (typeof first !== 'function') {
      const reportLiars = (seats: readonly number[]) => this.#reportLiars(FALSE_RESULT, seats);
      return first.create(seat, { send, reportLiars }) as FirstProcess<A>;
    }
    const trace = this.#trace;
    const command = first(seat, bytes);
    const traced = trace && { trace: { from: trace.from, chunkMs: TRACE_CHUNK_MS } };
    return new LocalProcess<A>(this.#pool, { ...command, ...traced } as LocalCommand, {
      ...(trace && { onTraced: (chunk: Uint8Array) => trace.add(0, chunk) }),
      send,
      onSolving: (report) => {
        this.#reportLiars('a claim that it cannot demonstrate', report.liars);
        this.#handlers.onSolving?.(report);
      },
      onProgress: (report) => {
        this.#reportLiars(FALSE_RESULT, report.liars);
        this.#handlers.onProgress?.(report);
      },
    });
  }

  #reportLiars(claim: string, seats: readonly number[] = []): void {
    if (seats.length > 0) this.#handle({ type: 'liars', seats, claim });
  }

  #start({ worker, ...seats }: SeatGrant): void {
    const command = this.#work.startCommand({
      key: this.#key.text,
      job: this.#job,
      game: this.#work.reference,
      tableBytes: this.#shareBytes,
      ...seats,
    });
    this.#post(worker, JSON.stringify(command));
  }

  /** The numbers of our processes are greater by this in the process of a middle master. */
  get #offset(): number {
    return this.#work.above?.size ?? 0;
  }

  /** A packet of process 0. */
  #carryPacket(to: number, packet: Uint8Array): void {
    const worker = this.#control.workerAt(to);
    if (worker === undefined || this.#connection.isClosed()) return;
    this.#connection.publish(workerSubjects(worker).mail, makeMail(this.#key.bytes, to, packet));
  }

  #post(worker: WorkerAddress, command: string): void {
    if (this.#connection.isClosed()) return;
    this.#connection.publish(workerSubjects(worker).command, command);
  }

  async #publishStatus(state: JobStatus['state']): Promise<void> {
    if (this.#connection.isClosed()) return;
    const { outMsgs, inMsgs, outBytes, inBytes } = this.#connection.stats();
    const { seats } = this.#control;
    const status: JobStatus = {
      job: this.#job,
      host: await hostName(),
      game: this.#work.reference.id,
      ...this.#work.status(),
      nodes: this.#process?.searched.nodes ?? 0,
      seconds: (performance.now() - this.#startedAt) / 1000,
      machines: seats?.workers.length ?? 0,
      seats: seats?.taken ?? 0,
      losses: seats?.losses ?? 0,
      messages: outMsgs + inMsgs,
      bytes: outBytes + inBytes,
      latencyMs: this.#latencyMs,
      state,
    };
    if (this.#connection.isClosed()) return;
    this.#connection.publish(jobSubject(this.#job), JSON.stringify(status));
    if (state === 'done') return;
    const askedAt = performance.now();
    this.#connection.rtt().then(
      () => {
        this.#latencyMs = performance.now() - askedAt;
      },
      () => {},
    );
  }

  #result(first: A): ClusterRun<A> {
    const counters = createCounters();
    addCounters(counters, first.counters);
    const times = [first.times];
    for (const answer of this.#answers) {
      addCounters(counters, answer.counters);
      times.push(answer.times);
    }
    const { most = 0, losses = 0 } = this.#control.seats ?? {};
    return { first, counters, times, workers: most, losses };
  }
}

interface Deferred<T> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
  reject(error: unknown): void;
}

function deferred<T>(): Deferred<T> {
  let resolve!: Deferred<T>['resolve'];
  let reject!: Deferred<T>['reject'];
  const promise = new Promise<T>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  // It may be rejected before anything waits for it.
  promise.catch(() => {});
  return { promise, resolve, reject };
}

const errorOf = ({ code, message }: JobFailure): Error =>
  code === undefined ? new Error(message) : new PlyadesError(code as ErrorCode, message);
