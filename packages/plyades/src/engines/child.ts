// An engine's process: lines go in, lines come out, and what comes out is limited. It tells of its end, and
// of output that no engine makes, but does not know what the lines mean.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { StringDecoder } from 'node:string_decoder';
import { type EngineErrorCode, quote } from '../core/errors.js';
import { LineSplitter, MAX_LINE } from '../protocols/index.js';
import type { EngineProgram } from './engine.js';
import { guard, release } from './guard.js';
import { endGroup, hasGroups } from './process-group.js';
import { programPath } from './programs.js';
import { sleep, type Timers } from './timers.js';

export interface EngineChildEvents {
  line(text: string): void;
  /** The process is of no use any more. Called once at most, and never after `end`. */
  fault(code: EngineErrorCode, message: string): void;
}

/**
 * More output than any engine makes: so many bytes at once, and so many a second for long. (Stockfish with all
 * moves as lines writes less than 1 MiB in its first second, and some 50 KB for each depth after that.)
 */
const MOST_AT_ONCE = 4 << 20;
const MOST_PER_SECOND = 256 << 10;

/** What is kept of the error output, for messages. */
const LAST_WORDS = 500;

/** Wait for them after the end: somebody who left the group of processes may keep the pipes open for ever. */
const LAST_WORDS_MS = 2000;

export class EngineChild {
  readonly pid: number | undefined;
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #events: EngineChildEvents;
  readonly #timers: Timers;
  readonly #exited: Promise<void>;
  #lastWords = '';
  #over = false;
  #gone = false;
  #meteredAt = 0;
  #bucket = 0;

  constructor({ command, args = [] }: EngineProgram, events: EngineChildEvents, timers: Timers) {
    this.#events = events;
    this.#timers = timers;
    this.#process = spawn(command, args, {
      stdio: 'pipe',
      env: { ...process.env, PATH: programPath() },
      // A group of its own: what it starts is ended with it, and Ctrl-C is for us to handle.
      detached: hasGroups,
      windowsHide: true,
    });
    this.pid = this.#process.pid;
    if (this.pid !== undefined) guard(this.pid);
    this.#exited = new Promise((resolve) => {
      this.#process.once('exit', (code, signal) => {
        this.#gone = true;
        if (this.pid !== undefined) {
          // What it has started is its own affair no longer.
          endGroup(this.pid);
          release(this.pid);
        }
        resolve();
        if (this.#over) return;
        // What it wrote last may still be on its way, on both streams.
        const ended = () =>
          this.#fault('ERR_ENGINE_EXIT', `it ended ${how(code, signal)}${this.#said()}`);
        const cancel = timers.after(LAST_WORDS_MS, ended);
        this.#process.once('close', () => {
          cancel();
          ended();
        });
      });
      this.#process.once('error', (error) => {
        if (this.pid !== undefined) return;
        this.#gone = true;
        this.#fault('ERR_ENGINE_START', `it could not be started: ${error.message}`);
        resolve();
      });
    });
    this.#listen();
  }

  /** Says a line. */
  send(line: string): void {
    if (!this.#over && !this.#gone) this.#process.stdin.write(`${line}\n`);
  }

  /** Ends the process: asks first with `line`, then takes `graceMs`, then force. Resolves when it is gone. */
  async end(line?: string, graceMs = 0): Promise<void> {
    if (line !== undefined) this.send(line);
    this.#over = true;
    if (!this.#gone) {
      this.#process.stdin.end();
      if (graceMs > 0) await Promise.race([this.#exited, sleep(this.#timers, graceMs)]);
      if (!this.#gone && this.pid !== undefined) endGroup(this.pid);
    }
    await this.#exited;
    this.#process.stdout.destroy();
    this.#process.stderr.destroy();
  }

  #listen(): void {
    const { stdin, stdout, stderr } = this.#process;
    // Writing to a process that has ended; its end is told elsewhere.
    stdin.on('error', () => {});
    const decoder = new StringDecoder('utf8');
    const splitter = new LineSplitter((line, cut) => {
      if (this.#over) return;
      if (!cut) this.#events.line(line);
      else {
        const begin = `a line of more than ${MAX_LINE} characters, beginning with ${quote(line)}`;
        this.#fault('ERR_ENGINE_OUTPUT', `it wrote ${begin}`);
      }
    });
    stdout.on('data', (chunk: Buffer) => {
      if (this.#over) return;
      this.#meter(chunk.length);
      splitter.push(decoder.write(chunk));
    });
    stdout.on('end', () => splitter.end());
    stderr.on('data', (chunk: Buffer) => {
      this.#meter(chunk.length);
      this.#lastWords = (this.#lastWords + chunk.toString('utf8')).slice(-LAST_WORDS);
    });
    for (const stream of [stdout, stderr]) stream.on('error', () => {});
  }

  /** A bucket that runs out at the rate of a talkative engine; whoever fills it says too much. */
  #meter(bytes: number): void {
    const now = this.#timers.now();
    const ran = (MOST_PER_SECOND * (now - this.#meteredAt)) / 1000;
    this.#meteredAt = now;
    this.#bucket = Math.max(0, this.#bucket - ran) + bytes;
    if (this.#bucket > MOST_AT_ONCE) {
      const most = `${MOST_AT_ONCE >> 20} MiB at once, or ${MOST_PER_SECOND >> 10} KiB a second for long`;
      this.#fault('ERR_ENGINE_OUTPUT', `it wrote more than ${most}`);
    }
  }

  #said(): string {
    const words = this.#lastWords.trim().split('\n').at(-1)?.trim() ?? '';
    return words === '' ? '' : `; it said ${quote(words)}`;
  }

  #fault(code: EngineErrorCode, message: string): void {
    if (this.#over) return;
    this.#over = true;
    if (!this.#gone && this.pid !== undefined) endGroup(this.pid);
    this.#events.fault(code, message);
  }
}

function how(code: number | null, signal: NodeJS.Signals | null): string {
  return signal === null ? `by itself with exit code ${code}` : `by ${signal}`;
}
