// Runs the command line in the process of the test, without input, terminal or signals. A process of its own takes a
// third of a second each time, and there are some three hundred command lines; each command is also tested in one.
import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { closeAll } from '#dist/api/index.js';
import { runProgram } from '#dist/cli/program.js';
import { report } from '#dist/cli/report.js';
import type { Ended } from './plyades.js';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Removes the listeners that a command leaves to the end of its process; Vitest ends its workers by SIGTERM. */
function keepListeners(): () => void {
  const before = SIGNALS.map((signal) => process.listeners(signal));
  return () => {
    for (const [i, signal] of SIGNALS.entries()) {
      for (const listener of process.listeners(signal)) {
        if (!before[i]!.includes(listener)) process.off(signal, listener);
      }
    }
  };
}

/** `plyades` with these words; one at a time, since it takes the process's streams. */
export async function plyadesHere(words: readonly string[]): Promise<Ended> {
  const output = { stdout: '', stderr: '' };
  const restore = [
    capture('stdout', output),
    capture('stderr', output),
    captureConsole(output),
    keepListeners(),
  ];
  try {
    await runProgram(words);
    return { code: Number(process.exitCode ?? 0), ...output };
  } catch (error) {
    const code = report(error);
    return { code, ...output };
  } finally {
    await closeAll();
    process.exitCode = undefined;
    for (const undo of restore) undo();
  }
}

type Output = Record<'stdout' | 'stderr', string>;

function capture(name: keyof Output, output: Output): () => void {
  const stream = process[name];
  const { write } = stream;
  stream.write = (text: string | Uint8Array): boolean => {
    output[name] += typeof text === 'string' ? text : Buffer.from(text).toString('utf8');
    return true;
  };
  return () => {
    stream.write = write;
  };
}

/** Vitest's console has streams of its own. */
function captureConsole(output: Output): () => void {
  const usual = globalThis.console;
  const into = (name: keyof Output) =>
    new Writable({
      write(text, _, done) {
        output[name] += String(text);
        done();
      },
    });
  globalThis.console = new Console(into('stdout'), into('stderr'));
  return () => {
    globalThis.console = usual;
  };
}
