// Offers the engines of this machine to a cluster: a process for each session, which ends with it. Engines see only
// lines that users may say, and what they write is limited as for any engine.
import type { NatsConnection } from '@nats-io/transport-node';
import { tryJson } from '../core/schema.js';
import { EngineChild } from '../engines/child.js';
import type { EngineGame, EngineProgram } from '../engines/engine.js';
import { machineTimers } from '../engines/timers.js';
import type { ClusterAddress } from '../hosts/nats/address.js';
import { announce, randomId } from '../hosts/nats/announce.js';
import type { Cluster, ConnectionEvent } from '../hosts/nats/client.js';
import { connectAs } from '../hosts/nats/roles.js';
import { masterSubjects, PROTOCOL, workerSubjects } from '../hosts/nats/subjects.js';
import { packageVersion } from '../hosts/package-version.js';
import {
  allowedLine,
  BEAT_MS,
  ENGINE_SERVICE,
  type EngineSessionNotice,
  type EngineSessionReply,
  engineSessionCommand,
  engineSessionRequest,
  SILENCE_MS,
} from './engine-session.js';

/** An engine that is offered: its program, its name for users, and its game. */
export interface HostedEngine extends EngineProgram {
  readonly name: string;
  readonly game: EngineGame;
}

/** Which engines are offered, and what each may use. */
export interface EngineHostOptions {
  readonly engines: readonly HostedEngine[];
  readonly slots: number;
  /** MiB of each engine's table at most. */
  readonly maxHash: number;
  /** Threads of each engine. */
  readonly threads: number;
  /** Called for every event. */
  readonly log?: (event: EngineHostEvent) => void;
}

/** What happens on an engine host, for a log. */
export type EngineHostEvent =
  | { readonly type: 'ready'; readonly id: string; readonly slots: number }
  | { readonly type: 'session'; readonly engine: string; readonly sessions: number }
  | { readonly type: 'session-over'; readonly engine: string; readonly reason: string };

/** Engines on offer. */
export interface OfferedEngines extends AsyncDisposable {
  readonly id: string;
  /** Resolves when the connection is closed and not opened again. */
  readonly closed: Promise<unknown>;
  /** Ends all sessions, then closes the connection. */
  drain(): Promise<void>;
}

/** Connects with a worker's key and offers engines to `plyades gpp --cluster` and `linkEngine` elsewhere. */
export async function offerEngines(
  address: ClusterAddress,
  options: EngineHostOptions,
  onEvent?: (event: ConnectionEvent) => void,
): Promise<OfferedEngines> {
  const cluster = await connectAs('worker', address, 'plyades engine-host', onEvent);
  try {
    const host = await EngineHost.start(cluster, options);
    const drain = () => host.drain();
    const closed = cluster.connection.closed();
    return { id: host.id, closed, drain, [Symbol.asyncDispose]: drain };
  } catch (error) {
    await cluster.connection.close();
    throw error;
  }
}

interface Session {
  readonly key: string;
  readonly engine: HostedEngine;
  readonly child: EngineChild;
  expected: number;
  serial: number;
  receivedAt: number;
  unsent: string[];
}

/** Lines of an engine are sent together this often. */
const FLUSH_MS = 5;

class EngineHost {
  readonly id = randomId();
  readonly #connection: NatsConnection;
  readonly #name: string;
  readonly #options: EngineHostOptions;
  readonly #sessions = new Map<string, Session>();
  #withdraw: () => Promise<void> = async () => {};
  #leaving = false;

  private constructor({ connection, name }: Cluster, options: EngineHostOptions) {
    this.#connection = connection;
    this.#name = name;
    this.#options = options;
  }

  static async start(cluster: Cluster, options: EngineHostOptions): Promise<EngineHost> {
    const host = new EngineHost(cluster, options);
    await host.#announce();
    return host;
  }

  async #announce(): Promise<void> {
    const { engines, slots } = this.#options;
    const version = packageVersion();
    const address = { name: this.#name, id: this.id };
    const subjects = workerSubjects(address);
    const { withdraw } = await announce(this.#connection, {
      name: ENGINE_SERVICE,
      version,
      description: 'offers engines to plyades gpp',
      address,
      slots,
      speed: 0,
      games: engines.map(({ name, game }) => `${game}:${name.replace(/\s+/g, '_')}`),
      answer: (question) => this.#answer(question),
      subscriptions: { [subjects.command]: (data) => this.#onCommand(data) },
    });
    const beat = setInterval(() => this.#tick(), BEAT_MS);
    this.#withdraw = async () => {
      clearInterval(beat);
      await withdraw();
    };
    this.#log({ type: 'ready', id: this.id, slots });
  }

  #answer(data: Uint8Array): EngineSessionReply {
    const question = tryJson(engineSessionRequest, data, 10_000);
    if (question === undefined)
      return { type: 'refused', reason: 'the question makes no sense here' };
    if (question.protocol !== PROTOCOL) {
      const reason = `it speaks protocol ${PROTOCOL}, not ${question.protocol}: install the same version`;
      return { type: 'refused', reason };
    }
    const { engines, slots } = this.#options;
    const engine = engines.find(
      ({ name, game }) =>
        game === question.game && (question.engine === '' || question.engine === name),
    );
    if (engine === undefined) return { type: 'refused', reason: 'it has no such engine' };
    const taken = this.#sessions.size >= slots || this.#sessions.has(question.key);
    if (this.#leaving || taken) return { type: 'busy' };
    this.#open(question.key, engine);
    return { type: 'open', engine: engine.name, speed: 0 };
  }

  #open(key: string, engine: HostedEngine): void {
    const child = new EngineChild(
      engine,
      {
        line: (text) => this.#say(key, text),
        fault: (_, message) => this.#end(key, message),
      },
      machineTimers,
    );
    const receivedAt = performance.now();
    this.#sessions.set(key, { key, engine, child, expected: 0, serial: 0, receivedAt, unsent: [] });
    const sessions = this.#sessions.size;
    this.#log({ type: 'session', engine: engine.name, sessions });
  }

  #onCommand(data: Uint8Array): void {
    const command = tryJson(engineSessionCommand, data);
    const session = command && this.#sessions.get(command.key);
    if (session === undefined) return;
    session.receivedAt = performance.now();
    if (command!.type === 'end') {
      this.#end(session.key, 'its user has ended it');
      return;
    }
    const { serial, lines } = command as Extract<typeof command, { type: 'say' }>;
    if (serial < session.expected) return;
    if (serial > session.expected) {
      this.#end(session.key, 'lines were lost on the way');
      return;
    }
    session.expected++;
    const { maxHash, threads } = this.#options;
    for (const line of lines) {
      // Before the engine says that it is ready it has the threads that it may use.
      if (line === 'isready') session.child.send(`setoption name Threads value ${threads}`);
      const allowed = allowedLine(line, maxHash);
      if (allowed !== undefined) session.child.send(allowed);
    }
  }

  #say(key: string, text: string): void {
    const session = this.#sessions.get(key);
    if (session === undefined) return;
    session.unsent.push(text);
    if (session.unsent.length === 1) setTimeout(() => this.#flush(session), FLUSH_MS);
  }

  #flush(session: Session): void {
    if (!this.#sessions.has(session.key)) return;
    const lines = session.unsent.splice(0, 500);
    this.#send(session.key, { type: 'said', serial: session.serial++, lines });
    if (session.unsent.length > 0) this.#flush(session);
  }

  #send(key: string, message: EngineSessionNotice): void {
    if (this.#connection.isClosed()) return;
    this.#connection.publish(masterSubjects(key).mail, JSON.stringify(message));
  }

  #tick(): void {
    for (const session of this.#sessions.values()) {
      if (performance.now() - session.receivedAt > SILENCE_MS) {
        this.#end(session.key, 'its user is gone');
      } else if (session.unsent.length === 0) {
        this.#flush(session);
      }
    }
  }

  #end(key: string, reason: string): void {
    const session = this.#sessions.get(key);
    if (session === undefined) return;
    this.#flush(session);
    this.#sessions.delete(key);
    this.#send(key, { type: 'ended', reason: reason.slice(0, 500) });
    this.#log({ type: 'session-over', engine: session.engine.name, reason });
    void session.child.end('quit', 1000);
  }

  #log(event: EngineHostEvent): void {
    this.#options.log?.(event);
  }

  /** Ends all sessions and leaves. */
  async drain(): Promise<void> {
    this.#leaving = true;
    const children = [...this.#sessions.values()].map(({ child }) => child);
    for (const key of [...this.#sessions.keys()]) this.#end(key, 'the host leaves');
    await Promise.all(children.map((child) => child.end()));
    await this.#withdraw();
  }
}
