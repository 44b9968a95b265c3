// A cluster on this machine for a bench: a nats-server, workers as processes of their own, and what they cost.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { notationOf } from 'plyades/internal/games/load.js';
import { findPart } from '../../../../scripts/install-parts.mjs';
import { missingPart } from './failure.mjs';

const main = fileURLToPath(new URL('../../../plyades/dist/cli/main.js', import.meta.url));
/** Linux counts a process's time in hundredths of a second. */
const TICKS = 100;

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export function freePort() {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Starts a program and waits for a word in what it says. */
function start(program, words, ready) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text) => {
      said += text;
      if (said.includes(ready)) resolve(Object.assign(child, { said: () => said }));
    });
    child.once('exit', () => reject(missingPart(`${program} has ended: ${said}`)));
  });
}

/** User and system seconds of a process so far; undefined where the system does not tell. */
export function cpuOf({ pid }) {
  if (process.platform !== 'linux') return undefined;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** A nats-server of the bench's own; `end` ends it and all that was started here. */
export class LocalCluster {
  #children = [];

  static async start() {
    const program = findPart('nats-server');
    if (!program) throw missingPart('nats-server is not installed: apt-get install nats-server');
    const cluster = new LocalCluster();
    const port = await freePort();
    const monitor = await freePort();
    cluster.url = `nats://127.0.0.1:${port}`;
    cluster.monitor = `http://127.0.0.1:${monitor}`;
    const words = ['-a', '127.0.0.1', '-p', String(port), '-m', String(monitor)];
    cluster.server = await cluster.#add(program, words, 'Server is ready');
    return cluster;
  }

  /** `plyades worker` with one slot; resolves when it is ready, with its `id`. */
  async startWorker() {
    const words = [main, 'worker', '--server', this.url, '--slots', '1', '--log', 'json'];
    const child = await this.#add(process.execPath, words, '"type":"ready"');
    const line = child
      .said()
      .split('\n')
      .find((each) => each.includes('"ready"'));
    return Object.assign(child, { id: JSON.parse(line).id });
  }

  /** A program of the bench's, with the server's address and more words. */
  startProgram(file, ...words) {
    return this.#add(process.execPath, [fileURLToPath(file), this.url, ...words], 'is ready');
  }

  async #add(program, words, ready) {
    const child = await start(program, words, ready);
    child.removeAllListeners('exit');
    this.#children.push(child);
    return child;
  }

  /** Messages and bytes that the server has taken and handed out so far. */
  async traffic() {
    const { in_msgs, out_msgs, in_bytes, out_bytes } = await (
      await fetch(`${this.monitor}/varz`)
    ).json();
    return { taken: in_msgs, given: out_msgs, takenBytes: in_bytes, givenBytes: out_bytes };
  }

  end() {
    for (const child of this.#children.reverse()) child.kill('SIGKILL');
  }
}

/** A middle game of Othello. */
export function middleGame() {
  const file = new URL('../../../plyades/test/data/othello/positions.obf', import.meta.url);
  const lines = readFileSync(file, 'utf8').split('\n');
  const [text] = lines.filter((line) => line !== '' && !line.startsWith('%'))[2].split(';', 1);
  return notationOf('othello').parsePosition(text).value;
}
