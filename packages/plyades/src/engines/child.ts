// An engine's process: lines go in, lines come out, and what comes out is limited. It reports its end, and output
// that no engine makes, but does not interpret the lines.
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
  /** The process cannot be used any more. Called once at most, and never after `end`. */
  fault(code: EngineErrorCode, message: string): void;
}

/**
 * Output that no engine makes: more than MOST_AT_ONCE at once, or more than MOST_PER_SECOND for long. (Stockfish with all
 * moves as lines writes less than 1 MiB in its first second, and some 50 KB for each depth after that.)
 */
const MOST_AT_ONCE = 4 << 20;
const MOST_PER_SECOND = 256 << 10;

/** The end of the error output is kept for messages. */
const KEPT_ERROR_CHARACTERS = 500;

/** Wait for the streams after the process has ended: a process that it started may keep the pipes open for ever. */
const DRAIN_MS = 2000;

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
          // Processes that the engine has started end with it.
          endGroup(this.pid);
          release(this.pid);
        }
        resolve();
        if (this.#over) return;
        // Its last output may still be under way, on both streams.
        const ended = () =>
          this.#fault('ERR_ENGINE_EXIT', `it ended ${how(code, signal)}${this.#errorOutput()}`);
        const cancel = timers.after(DRAIN_MS, ended);
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

  /** Sends a line. */
  send(line: string): void {
    if (!this.#over && !this.#gone) this.#process.stdin.write(`${line}\n`);
  }

  /** Ends the process: sends `line`, waits `graceMs`, then ends it by force. Resolves when it is gone. */
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
    // A write to a process that has ended; `exit` reports the end.
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
      this.#lastWords = (this.#lastWords + chunk.toString('utf8')).slice(-KEPT_ERROR_CHARACTERS);
    });
    for (const stream of [stdout, stderr]) stream.on('error', () => {});
  }

  /** A leaky bucket that empties at the rate of a talkative engine; an engine that fills it writes too much. */
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

  #errorOutput(): string {
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
