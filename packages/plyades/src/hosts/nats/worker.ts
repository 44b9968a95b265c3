// A worker of a cluster, as NATS carries it: messages become events of the control plane (src/control-plane), and its
// effects become messages and processes on threads. It is found through NATS's service API. Every message is checked
// before it is used.

import type { NatsConnection } from '@nats-io/transport-node';
import {
  type CapacityReply,
  type SeatFailure,
  type WorkerAddress,
  WorkerControl,
  type WorkerControlEffect,
  type WorkerControlEvent,
  type WorkerLogEntry,
} from '../../control-plane/index.js';
import { PlyadesError } from '../../core/errors.js';
import { tryJson } from '../../core/schema.js';
import type { ProcessUse } from '../../core/search-result.js';
import type { ProcessSeat } from '../../parallel/process.js';
import type { ThreadSource } from '../threads/pool.js';
import { type Announcement, announce, randomId } from './announce.js';
import type { Cluster } from './client.js';
import type { GameRegistry } from './game-registry.js';
import { type LocalCommand, type LocalHooks, LocalProcess } from './local-process.js';
import { type JobKey, makeMail, readKey, readMail } from './mail.js';
import {
  capacityRequest,
  isStartCommand,
  MAX_TRACE_TEXT,
  type StartCommand,
  type WorkerNotice,
  workerCommand,
} from './messages.js';
import { openJob } from './open-job.js';
import { NO_PROGRAMS, type ProgramRegistry } from './program-registry.js';
import { FREE, masterSubjects, PROTOCOL, SERVICE, workerSubjects } from './subjects.js';
import { TickTimer } from './tick-timer.js';

export interface WorkerOptions {
  readonly slots: number;
  /** Version of the package. */
  readonly version: string;
  readonly registry: GameRegistry;
  /** Programs with a search of their own; none if not given. */
  readonly programs?: ProgramRegistry;
  /** Nodes a second of one slot, as measured. */
  readonly speed: number;
  /** The largest table of all slots together that a job may ask for. */
  readonly maxTableBytes: number;
  /** Makes the process of a seat; one on a thread here if not given, or if it makes nothing. */
  readonly createProcess?: (
    local: LocalCommand,
    hooks: LocalHooks,
    command: Exclude<StartCommand, { type: 'program' }>,
  ) => SeatProcess | undefined;
  readonly log: (event: WorkerEvent) => void;
}

/** Events for a worker's log. */
export type WorkerEvent =
  | { readonly type: 'ready'; readonly id: string; readonly slots: number; readonly speed: number }
  | Exclude<WorkerLogEntry, { type: 'job-over' }>
  | (Extract<WorkerLogEntry, { type: 'job-over' }> & { readonly nodes: number });

/** The process of a seat: on a thread here, or a middle master with all its workers. */
export type SeatProcess = Pick<LocalProcess, 'deliver' | 'lost' | 'stop' | 'searched' | 'answer'>;

type Answer = Pick<ProcessUse, 'counters' | 'times'>;
type Control = WorkerControl<StartCommand, Answer>;
type Event = WorkerControlEvent<StartCommand, Answer>;
type Effect = WorkerControlEffect<StartCommand, Answer>;

interface RunningSeat {
  readonly key: JobKey;
  readonly process: SeatProcess;
}

/** A start command whose game or program is open. */
interface OpenedJob {
  readonly command: StartCommand;
  start(seat: ProcessSeat, hooks: LocalHooks): SeatProcess;
}

export class ClusterWorker {
  readonly address: WorkerAddress;
  readonly #connection: NatsConnection;
  readonly #pool: ThreadSource;
  readonly #options: WorkerOptions;
  readonly #control: Control;
  readonly #timer = new TickTimer(() => this.#handle({ type: 'tick' }));
  readonly #seats = new Map<number, RunningSeat>();
  readonly #opened = new Map<number, OpenedJob>();
  /** Of the job that runs here, in seats that have ended. */
  #nodes = 0;
  /** Messages that made no sense. */
  #refused = 0;
  #announcement: Announcement | undefined;
  #onDrained: () => void = () => {};

  private constructor(cluster: Cluster, pool: ThreadSource, options: WorkerOptions) {
    const { slots, version, registry, maxTableBytes } = options;
    this.#connection = cluster.connection;
    this.#pool = pool;
    this.#options = options;
    this.address = { name: cluster.name, id: randomId() };
    const games = [...registry.games, ...(options.programs?.programs ?? [])];
    const protocol = PROTOCOL;
    this.#control = new WorkerControl({ slots, protocol, version, games, maxTableBytes });
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
    const { slots, version, speed, log } = this.#options;
    const { id } = this.address;
    const subjects = workerSubjects(this.address);
    this.#announcement = await announce(this.#connection, {
      name: SERVICE,
      version,
      description: 'searches game trees for masters of plyades',
      address: this.address,
      slots,
      speed,
      games: this.#control.games.map((game) => `${game.id}=${game.hash}`),
      metadata: { protocol: String(PROTOCOL) },
      answer: (request) => this.#answer(request),
      stats: () => this.#stats(),
      subscriptions: {
        [subjects.command]: (data) => this.#obey(data),
        [subjects.mail]: (data) => this.#deliver(data),
      },
    });
    log({ type: 'ready', id, slots, speed });
    this.#handle({ type: 'ready' });
  }

  /** For the service API, which `plyades top` asks. */
  #stats() {
    const { job = '', busy, jobs } = this.#control;
    const { user, system } = process.cpuUsage();
    return {
      job,
      slots: this.#options.slots,
      busy,
      nodes: this.#jobNodes,
      cpuMs: (user + system) / 1000,
      jobs,
      refused: this.#refused,
    };
  }

  get #jobNodes(): number {
    let nodes = this.#nodes;
    for (const { process } of this.#seats.values()) nodes += process.searched.nodes;
    return nodes;
  }

  #answer(data: Uint8Array): CapacityReply {
    const request = tryJson(capacityRequest, data, 10_000);
    if (request === undefined) {
      this.#refused++;
      return { type: 'refused', reason: 'the capacity request is malformed' };
    }
    const effects = this.#handle({ type: 'capacity-request', request });
    return effects.find((effect) => effect.type === 'reply')!.reply;
  }

  #obey(data: Uint8Array): void {
    const command = tryJson(workerCommand, data);
    if (command === undefined) this.#refused++;
    else if (isStartCommand(command)) this.#handle({ type: 'start', command });
    else this.#handle({ type: 'command', command });
  }

  #handle(event: Event): Effect[] {
    const effects = this.#control.handle(event, performance.now());
    this.#timer.set(this.#control.nextTick);
    for (const effect of effects) this.#carryOut(effect);
    return effects;
  }

  #carryOut(effect: Effect): void {
    switch (effect.type) {
      case 'reply':
        // `#answer` returns it.
        return;
      case 'free-slots':
        this.#publish(FREE, { worker: this.address });
        return;
      case 'open':
        void this.#open(effect.opening, effect.command);
        return;
      case 'start-process':
        this.#startProcess(effect);
        return;
      case 'stop-process':
        this.#seats.get(effect.self)?.process.stop();
        return;
      case 'lost':
        this.#seats.get(effect.seat)?.process.lost(effect.process);
        return;
      case 'status': {
        const seats = effect.seats.map(({ self, incarnation }) => {
          const { nodes = 0, leaves = 0 } = this.#seats.get(self)?.process.searched ?? {};
          return { self, incarnation, nodes, leaves };
        });
        const { key, seating } = effect;
        this.#tell(key, { type: 'status', worker: this.address, seating, seats });
        return;
      }
      case 'answer': {
        const { key, self, incarnation, answer } = effect;
        this.#tell(key, { type: 'answer', worker: this.address, self, incarnation, ...answer });
        return;
      }
      case 'failed': {
        const { key, self, incarnation, dead, failure } = effect;
        const { code } = failure;
        this.#tell(key, {
          ...{ type: 'failed', worker: this.address, self, incarnation, dead },
          message: failure.message.slice(0, 2000),
          ...(code !== undefined && { code }),
        });
        return;
      }
      case 'leaving': {
        const { key, seats } = effect;
        this.#tell(key, { type: 'leaving', worker: this.address, seats: [...seats] });
        return;
      }
      case 'log':
        this.#log(effect.entry);
        return;
      case 'drained':
        this.#onDrained();
    }
  }

  #log(entry: WorkerLogEntry): void {
    const { log } = this.#options;
    if (entry.type !== 'job-over') {
      log(entry);
      return;
    }
    log({ ...entry, nodes: this.#nodes });
    this.#nodes = 0;
  }

  async #open(opening: number, command: StartCommand): Promise<void> {
    try {
      this.#opened.set(opening, { command, start: await this.#openCommand(command) });
      this.#handle({ type: 'opened', opening });
    } catch (error) {
      this.#handle({ type: 'open-failed', opening, failure: failureOf(error) });
    } finally {
      this.#opened.delete(opening);
    }
  }

  async #openCommand(command: StartCommand): Promise<OpenedJob['start']> {
    const { registry, programs = NO_PROGRAMS, createProcess } = this.#options;
    if (command.type === 'program') return programs.open(command);
    const commandAt = await openJob(command, registry);
    return (seat, hooks) => {
      const local = commandAt(seat);
      return createProcess?.(local, hooks, command) ?? new LocalProcess(this.#pool, local, hooks);
    };
  }

  #startProcess(effect: Extract<Effect, { type: 'start-process' }>): void {
    const { opening, self, incarnation } = effect;
    const { command, start } = this.#opened.get(opening)!;
    const { size, absent } = command;
    const key = readKey(command.key)!;
    const hooks = {
      send: (to: number, packet: Uint8Array) => this.#send(key, to, packet),
      onTraced: (chunk: Uint8Array) => this.#sendTrace(key, { self, incarnation }, chunk),
    };
    const process = start({ self, size, incarnation, absent }, hooks);
    this.#seats.set(self, { key, process });
    void this.#follow(self, incarnation, process);
  }

  /** Waits for the end of a process. */
  async #follow(self: number, incarnation: number, process: SeatProcess): Promise<void> {
    const end = await process.answer.then(
      ({ counters, times }) => ({ answer: { counters, times } }),
      (error) => ({ failure: failureOf(error) }),
    );
    this.#nodes += process.searched.nodes;
    this.#seats.delete(self);
    this.#handle({ type: 'process-ended', self, incarnation, ...end });
  }

  /** A packet of a process here. */
  #send({ text, bytes }: JobKey, to: number, packet: Uint8Array): void {
    if (this.#connection.isClosed()) return;
    const here = this.#seats.get(to);
    if (to === 0) this.#connection.publish(masterSubjects(text).mail, packet);
    else if (here !== undefined) here.process.deliver(packet);
    else {
      const worker = this.#control.holderOf(text, to);
      if (worker === undefined) return;
      this.#connection.publish(workerSubjects(worker).mail, makeMail(bytes, to, packet));
    }
  }

  /** What a process here has recorded; a chunk that is too long is left out. */
  #sendTrace(
    key: JobKey,
    seat: { readonly self: number; readonly incarnation: number },
    bytes: Uint8Array,
  ): void {
    const chunk = Buffer.from(bytes).toString('base64');
    if (chunk.length > MAX_TRACE_TEXT) return;
    this.#tell(key.text, { type: 'trace', worker: this.address, ...seat, chunk });
  }

  #deliver(data: Uint8Array): void {
    const [seat] = this.#seats.values();
    const mail = seat && readMail(seat.key.bytes, data);
    if (mail === undefined) this.#refused++;
    else this.#seats.get(mail.to)?.process.deliver(mail.packet);
  }

  #tell(key: string, notice: WorkerNotice): void {
    this.#publish(masterSubjects(key).notice, notice);
  }

  #publish(subject: string, message: object): void {
    if (!this.#connection.isClosed()) this.#connection.publish(subject, JSON.stringify(message));
  }

  /** Hands all work back and leaves the cluster. Resolves when all messages are sent. */
  async drain(): Promise<void> {
    if (this.#control.isLeaving) return;
    await new Promise<void>((resolve) => {
      this.#onDrained = resolve;
      this.#handle({ type: 'drain' });
    });
    this.#timer.clear();
    await this.#announcement?.withdraw();
  }
}

function failureOf(error: unknown): SeatFailure {
  const message = error instanceof Error ? error.message : String(error);
  return error instanceof PlyadesError ? { message, code: error.code } : { message };
}
