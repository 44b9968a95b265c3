// Runs the built command line the way a user does, as a process of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const mainFile = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

export interface Ended {
  /** The exit code; null when a signal ended the process. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly main?: string;
  /** What stdin holds. */
  readonly input?: string;
  /** Leaves stdin open after the input, as a terminal would. */
  readonly keepOpen?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** The working directory. */
  readonly cwd?: string;
  /** Called once with the process, to interrupt it or to close its pipes. */
  readonly during?: (child: ChildProcess) => void;
}

/** `plyades` with these words. */
export function plyades(words: readonly string[], options: RunOptions = {}): Promise<Ended> {
  return run(process.execPath, [options.main ?? mainFile, ...words], options);
}

/** A module given as text, in which `dist/` stands for the folder of built files. */
export function script(source: string, options: RunOptions = {}): Promise<Ended> {
  const dist = new URL('../../dist/', import.meta.url).href;
  const text = source.replaceAll('dist/', dist);
  return run(process.execPath, ['--input-type=module', '--eval', text], options);
}

export function run(
  command: string,
  words: readonly string[],
  options: RunOptions = {},
): Promise<Ended> {
  const { PLYADES_DEBUG, NO_COLOR, FORCE_COLOR, ...env } = process.env;
  const child = spawn(command, words, {
    env: { ...env, ...options.env },
    ...(options.cwd !== undefined && { cwd: options.cwd }),
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  // A process that ends early closes its stdin; what it has not read does not matter.
  child.stdin.on('error', () => {});
  child.stdin.write(options.input ?? '');
  if (!options.keepOpen) child.stdin.end();
  options.during?.(child);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...output }));
  });
}

/** Calls `then` once, when the program has printed this. */
export function onceItPrints(child: ChildProcess, pattern: RegExp, then: () => void): void {
  let printed = '';
  const listen = (text: string) => {
    printed += text;
    if (!pattern.test(printed)) return;
    child.stdout!.off('data', listen);
    then();
  };
  child.stdout!.on('data', listen);
}

/** Sends Ctrl-C when the program has printed this. */
export function interruptAfter(pattern: RegExp): Pick<RunOptions, 'during'> {
  return {
    during(child) {
      onceItPrints(child, pattern, () => child.kill('SIGINT'));
    },
  };
}

/** Sends Ctrl-C, or another signal, when a program that prints nothing has worked for `seconds` of a core's time. */
export function interruptAfterWork(
  seconds: number,
  signal: NodeJS.Signals = 'SIGINT',
): Pick<RunOptions, 'during'> {
  return {
    during(child) {
      const began = performance.now();
      const poll = setInterval(() => {
        if (workSeconds(child, (performance.now() - began) / 1000) < seconds) return;
        clearInterval(poll);
        child.kill(signal);
      }, 50);
      child.once('exit', () => clearInterval(poll));
    },
  };
}

/** The time that a process has had a core for, as Linux counts it in hundredths; elsewhere, wall time. */
function workSeconds({ pid }: ChildProcess, wallSeconds: number): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return wallSeconds;
  const fields = readFileSync(file, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** The object in the last line of stdout. */
export function lastJson({ stdout }: Ended): Record<string, unknown> {
  return JSON.parse(stdout.trimEnd().split('\n').at(-1)!);
}

/** The lines of stderr. */
export function errorLines({ stderr }: Ended): string[] {
  return stderr.split('\n').filter((line) => line !== '');
}
