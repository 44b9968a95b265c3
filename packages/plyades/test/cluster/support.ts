// A real nats-server and real worker processes, on loopback and on ports that are free.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ClusterNote,
  loadGame,
  type Position,
  type SearchResult,
  search,
  unwrap,
} from 'plyades';
import { findPart } from '../../../../scripts/install-parts.mjs';
import { mainFile } from '../cli/plyades.js';
import { until } from '../support/waiting.js';

export const hasServer: boolean =
  findPart('nats-server') !== undefined && findPart('openssl') !== undefined;

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** Workers that were lost, but not by silence: on a busy machine any worker may seem silent. */
export const lostNotSilent = (notes: readonly ClusterNote[]): ClusterNote[] =>
  notes.filter((note) => note.type === 'lost' && !/silent/.test(note.reason));

export interface Server {
  readonly url: string;
  readonly port: number;
  /** Ends the process, and starts it again on the same port. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

export const folder = mkdtempSync(join(tmpdir(), 'plyades-cluster-'));
const running = new Set<ChildProcess>();

/** A nats-server with more lines in its configuration. */
export async function startServer(configuration = ''): Promise<Server> {
  const port = await freePort();
  const file = join(folder, `server-${port}.conf`);
  writeFileSync(file, `listen: "127.0.0.1:${port}"\n${configuration}\n`);
  let child: ChildProcess | undefined;
  let said = '';
  const server: Server = {
    url: `nats://127.0.0.1:${port}`,
    port,
    async start() {
      said = '';
      const stdio = ['ignore', 'ignore', 'pipe'] as const;
      child = spawn(findPart('nats-server')!, ['-c', file], { stdio: [...stdio] });
      running.add(child);
      child.stderr!.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
      await until(() => said.includes('Server is ready'), `nats-server is ready: ${said}`);
    },
    async stop() {
      await end(child!, 'SIGKILL');
    },
  };
  await server.start();
  return server;
}

interface Event {
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface WorkerProcess {
  readonly id: string;
  /** What it has logged so far. */
  readonly events: readonly Event[];
  /** Everything it wrote to stderr. */
  readonly said: () => string;
  readonly child: ChildProcess;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
}

/** `plyades worker` with these flags; resolves when it is ready. */
export function startWorker(server: string, ...flags: string[]): Promise<WorkerProcess> {
  return startServing(['worker', '--server', server, '--slots', '1', '--log', 'json', ...flags]);
}

/** A command of plyades that serves a cluster, with its log in JSON; resolves when it is ready. */
export async function startServing(words: readonly string[]): Promise<WorkerProcess> {
  const child = spawn(process.execPath, [mainFile, ...words], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  running.add(child);
  const events: Event[] = [];
  let text = '';
  let rest = '';
  child.stderr!.setEncoding('utf8').on('data', (data: string) => {
    text += data;
    const lines = (rest + data).split('\n');
    rest = lines.pop()!;
    for (const line of lines) if (line.startsWith('{')) events.push(JSON.parse(line));
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const ready = () => {
    if (child.exitCode !== null) throw new Error(`the worker has ended: ${text}`);
    return events.find(({ type }) => type === 'ready');
  };
  const { id } = await until(ready, 'a worker is ready');
  return { id: id as string, events, said: () => text, child, ended };
}

export async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  running.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGCONT');
  child.kill(signal);
  await closed;
}

/** Ends all that was started here. */
export async function endAll(): Promise<void> {
  await Promise.all([...running].map((child) => end(child, 'SIGKILL')));
  rmSync(folder, { recursive: true, force: true });
}

/** What the sequential search says. */
export async function sequentially(position: Position, depth: number): Promise<SearchResult> {
  return search({ position, depth, mode: 'exact' }).result;
}

const othello = await loadGame('othello');

/** An opening of Othello, for the command line and for the library. */
export const moves = 'f5 d6 c3 d3 c4 f4';
export const position: Position = unwrap(othello.playMoves(othello.notation.start(), moves));
