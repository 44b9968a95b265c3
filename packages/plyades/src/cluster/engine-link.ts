// An engine of another machine as a program of this one: its lines come in and out of a session with an engine host.
// When the session ends, so does the program, and the supervisor of engines starts another one.

import { PlyadesError } from '../core/errors.js';
import { tryJson } from '../core/schema.js';
import type { EngineGame } from '../engines/engine.js';
import type { ClusterAddress } from '../hosts/nats/address.js';
import type { Cluster } from '../hosts/nats/client.js';
import { findWorkers } from '../hosts/nats/find-workers.js';
import { drawKey } from '../hosts/nats/mail.js';
import { connectAs } from '../hosts/nats/roles.js';
import { masterSubjects, PROTOCOL, workerSubjects } from '../hosts/nats/subjects.js';
import {
  BEAT_MS,
  ENGINE_SERVICE,
  type EngineSessionCommand,
  type EngineSessionRequest,
  engineSessionNotice,
  engineSessionReply,
  SILENCE_MS,
} from './engine-session.js';

const ASK_MS = 3000;

/** Engines of a game that hosts of a cluster offer, all together. */
export async function countEngines(address: ClusterAddress, game: EngineGame): Promise<number> {
  const { connection } = await connectAs('master', address, 'plyades gpp');
  const hosts = await findWorkers(connection, ENGINE_SERVICE).finally(() => connection.close());
  return hosts
    .filter(({ games }) => games.some((each) => each.startsWith(`${game}:`)))
    .reduce((sum, { slots }) => sum + slots, 0);
}

/** The two directions of an engine's lines. */
export interface LinkPorts {
  /** Lines for the engine; ends when there are no more. */
  readonly input: AsyncIterable<string>;
  /** Takes a line of the engine. */
  write(line: string): void;
}

/**
 * A session with an engine of another machine: carries lines until one side ends. `engine` is its name at its host, any
 * one of the game if not given. Rejects when no host has one free (ERR_CLUSTER), or when the session is lost.
 */
export async function linkEngine(
  address: ClusterAddress,
  { game, engine = '' }: { readonly game: EngineGame; readonly engine?: string },
  { input, write }: LinkPorts,
): Promise<void> {
  // Lines that come before there is a session wait for it.
  const lines = input[Symbol.asyncIterator]();
  const cluster = await connectAs('master', address, 'plyades engine-link');
  try {
    await carryLines(cluster, { game, engine }, lines, write);
  } finally {
    await cluster.connection.close();
  }
}

async function carryLines(
  cluster: Cluster,
  { game, engine }: { readonly game: EngineGame; readonly engine: string },
  waiting: AsyncIterator<string>,
  write: (line: string) => void,
): Promise<void> {
  const { connection } = cluster;
  const key = drawKey().text;
  let receivedAt = performance.now();
  let expected = 0;
  let over = false;
  let fail: (error: Error) => void = () => {};
  const lost = new Promise<never>((_, reject) => {
    fail = (error) => {
      over = true;
      reject(error);
    };
  });
  lost.catch(() => {});
  connection.subscribe(masterSubjects(key).mail, {
    callback(error, { data }) {
      const message = error === null && !over ? tryJson(engineSessionNotice, data) : undefined;
      if (message === undefined) return;
      receivedAt = performance.now();
      if (message.type === 'ended') return fail(new PlyadesError('ERR_CLUSTER', message.reason));
      if (message.serial < expected) return;
      if (message.serial > expected) {
        return fail(new PlyadesError('ERR_CLUSTER', 'lines were lost on the way'));
      }
      expected++;
      for (const line of message.lines) write(line);
    },
  });
  const subject = await openSession(cluster, { protocol: PROTOCOL, game, engine, key });
  receivedAt = performance.now();
  let serial = 0;
  const send = (message: EngineSessionCommand) => {
    if (!connection.isClosed()) connection.publish(subject, JSON.stringify(message));
  };
  const say = (lines: readonly string[]) =>
    send({ type: 'say', key, serial: serial++, lines: [...lines] });
  const beat = setInterval(() => {
    if (performance.now() - receivedAt > SILENCE_MS) {
      fail(new PlyadesError('ERR_CLUSTER', 'the engine host is silent'));
    } else say([]);
  }, BEAT_MS);
  const talk = async () => {
    for (let next = await waiting.next(); !next.done; next = await waiting.next()) {
      say([next.value]);
      if (next.value.trim() === 'quit') return;
    }
  };
  try {
    await Promise.race([talk(), lost]);
  } finally {
    over = true;
    clearInterval(beat);
    send({ type: 'end', key });
    await connection.flush().catch(() => {});
  }
}

/** A session with the first host that has a free slot; the subject of its commands. */
async function openSession(
  { connection }: Cluster,
  question: EngineSessionRequest,
): Promise<string> {
  const reasons: string[] = [];
  for (const { address, host } of await findWorkers(connection, ENGINE_SERVICE)) {
    const { ask, command } = workerSubjects(address);
    try {
      const { data } = await connection.request(ask, JSON.stringify(question), { timeout: ASK_MS });
      const reply = tryJson(engineSessionReply, data, 10_000);
      if (reply?.type === 'open') return command;
      reasons.push(`${host}: ${reply?.type === 'refused' ? reply.reason : 'it is busy'}`);
    } catch {
      reasons.push(`${host}: it does not answer`);
    }
  }
  const why =
    reasons.length === 0
      ? "no engine host has answered: start one with 'plyades engine-host --engine NAME'"
      : `no engine host can help: ${reasons.slice(0, 3).join('; ')}`;
  throw new PlyadesError('ERR_CLUSTER', why);
}
