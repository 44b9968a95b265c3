// The nats-server of a cluster that we run, as a child of this process.
import { type ChildProcess, spawn } from 'node:child_process';
import { createConnection, createServer } from 'node:net';
import { PlyadesError } from '../core/errors.js';
import { findProgram } from '../engines/programs.js';
import type { ClusterFolder, ServerAddress } from './folder.js';

const READY_MS = 10_000;

/** Throws a PlyadesError when another program listens on that port. */
export async function requireFreePort(
  folder: ClusterFolder,
  { listen, port }: Pick<ServerAddress, 'listen' | 'port'>,
): Promise<void> {
  const code = await new Promise<string | undefined>((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    probe.listen(port, listen, () => probe.close(() => resolve(undefined)));
  });
  if (code === undefined) return;
  const left = await folder.runningServer();
  const who =
    left === undefined
      ? `port ${port} cannot be used (${code}): give another one with --port`
      : `a nats-server of this folder runs already, process ${left}: end the 'plyades cluster up' that it belongs to, or the process if that has died`;
  throw new PlyadesError('ERR_CLUSTER', who);
}

/** Starts the server of a folder; resolves when it answers. */
export async function startServer(folder: ClusterFolder): Promise<ChildProcess> {
  const program = findProgram('nats-server');
  if (program === undefined) {
    const message = 'nats-server is not installed: apt-get install nats-server';
    throw new PlyadesError('ERR_MISSING_PART', message);
  }
  const child = spawn(program, ['-c', folder.configurationFile], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // Ctrl-C is for us: workers hand their work back before the server goes.
    detached: true,
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4000);
  });
  const { listen, port } = await folder.address();
  const host = listen === '0.0.0.0' ? '127.0.0.1' : listen;
  for (const end = Date.now() + READY_MS; Date.now() < end; ) {
    if (child.exitCode !== null) break;
    // Another one on the same port would answer as well.
    const isOurs = (await folder.runningServer()) === child.pid;
    if (isOurs && (await answers(host, port)) && child.exitCode === null) return child;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill();
  const reason = /\[(?:FTL|ERR)\] (.*)/.exec(said)?.[1] ?? said.trim().split('\n').at(-1) ?? '';
  throw new PlyadesError('ERR_CLUSTER', `nats-server does not start: ${reason.slice(0, 300)}`);
}

/** True when a NATS server answers on this port. */
function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, host);
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(1000, () => end(false));
    socket.once('error', () => end(false));
    socket.once('data', (data) => end(data.toString('latin1').startsWith('INFO ')));
  });
}
