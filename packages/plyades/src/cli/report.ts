// Turns an error into what the user sees: one line with a code, and the exit code. Refused input exits with 2, a
// missing part with 3; a trap, exhausted memory and everything unexpected exit with 1 and are called by their name.
import { PlyadesError } from '../api/index.js';
import { gameErrorCodes, inputErrorCodes } from '../core/errors.js';
import { asError } from '../hosts/threads/failure.js';
import { exitCodes, Refusal } from './exit.js';
import { colours } from './terminal.js';

interface Report {
  readonly exit: number;
  readonly code: string;
  readonly message: string;
  /** The place in the text, for the caret line. */
  readonly caret?: { readonly text: string; readonly at: number };
}

/** Writes the error to stderr and returns the exit code. */
export function report(error: unknown): number {
  const { exit, code, message, caret } = classify(error);
  const paint = colours(process.stderr);
  process.stderr.write(`${paint.red('plyades:')} ${paint.bold(code)}: ${oneLine(message)}\n`);
  if (caret && process.stderr.isTTY) process.stderr.write(`${drawCaret(caret.text, caret.at)}\n`);
  if (process.env.PLYADES_DEBUG && error instanceof Error) {
    process.stderr.write(`${error.stack}\n`);
    if (error.cause instanceof Error) process.stderr.write(`caused by ${error.cause.stack}\n`);
  }
  return exit;
}

function classify(thrown: unknown): Report {
  const error = asError(thrown);
  if (error instanceof Refusal) return refused(error);
  const byOption = refusedOption(error);
  if (byOption !== undefined) return refused(byOption);
  const byGame = thrownByGame(error);
  if (byGame !== undefined) return byGame;
  const code = codeOf(error);
  const reason = error.message;
  const advice = ADVICE[code];
  return {
    exit: exitOf(code),
    code,
    message: advice === undefined ? reason : `${reason}; ${advice}`,
  };
}

/** Flags whose names are not those of the library's options. */
const FLAGS: Readonly<Record<string, string>> = { ms: '--time', stores: '--checkpoint' };

/** An option that the library refuses, as the flag that gave it. */
function refusedOption(error: Error): Refusal | undefined {
  const { option, code, message } = (error instanceof PlyadesError && error.refused) || {};
  if (option === undefined) return undefined;
  const why = message!.slice(message!.indexOf(': ') + 2);
  return new Refusal(code!, why, { where: FLAGS[option] ?? `--${option}` });
}

/** The file name of the user's game, when the command line named one. */
let gameModule: string | undefined;

/** Exceptions whose stack names this module are its author's. */
export function blameModule(path: string): void {
  gameModule = path.split(/[\\/]/).at(-1);
}

/** An exception out of a game in plain TypeScript: the author gets the message and the place. */
function thrownByGame(error: Error): Report | undefined {
  if (error instanceof PlyadesError) return undefined;
  const frames = (error.stack ?? '').match(/file:\/\/[^\s()]+/g) ?? [];
  const place = frames.find(
    (frame) => gameModule !== undefined && frame.includes(`/${gameModule}:`),
  );
  if (place === undefined) return undefined;
  const message = `the game threw ${error.name}: ${error.message}, at ${place}; there is no result`;
  return { exit: exitCodes.badInput, code: 'ERR_RULES', message };
}

/** The next step after failures that are not refused input. */
const ADVICE: Readonly<Record<string, string>> = {
  ERR_MISSING_PART: "'plyades doctor' says what this machine has",
  ERR_MEMORY: 'out of memory, there is no result: try a smaller --hash or fewer --workers',
  ERR_TRAP: 'a WebAssembly trap is a mistake of ours, there is no result: please report it',
  ERR_INTERNAL: 'that is unexpected, there is no result: PLYADES_DEBUG=1 shows where it happened',
};

function codeOf(error: unknown): string {
  if (error instanceof PlyadesError) return error.code;
  if (error instanceof WebAssembly.RuntimeError) return 'ERR_TRAP';
  return isOutOfMemory(error) ? 'ERR_MEMORY' : 'ERR_INTERNAL';
}

function exitOf(code: string): number {
  // A broken engine counts as a missing one.
  const missing = ['ERR_MISSING_PART', 'ERR_CLUSTER'].includes(code) || /^ERR_ENGINE_/.test(code);
  if (missing) return exitCodes.missingPart;
  const input: readonly string[] = [...inputErrorCodes, ...gameErrorCodes];
  return input.includes(code) ? exitCodes.badInput : exitCodes.internal;
}

function refused({ code, message, at, place }: Refusal): Report {
  const { where, text, advice } = place;
  const character = at === undefined ? '' : `, character ${at + 1}`;
  const parts = [where === undefined ? message : `${where}${character}: ${message}`];
  if (advice !== undefined) parts.push(advice);
  const report = { exit: exitCodes.badInput, code, message: parts.join('; ') };
  return text === undefined || at === undefined ? report : { ...report, caret: { text, at } };
}

function isOutOfMemory(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return (
    code === 'ERR_WORKER_OUT_OF_MEMORY' ||
    (error instanceof RangeError && /memory|allocat/i.test(error.message))
  );
}

function oneLine(text: string): string {
  return text.trim().replace(/\s*\n\s*/g, ' ');
}

/** The part of the text around `at`, and a caret under that character. */
function drawCaret(text: string, at: number): string {
  const width = Math.max(20, (process.stderr.columns || 80) - 4);
  const from = Math.max(0, Math.min(at - width + 10, text.length - width));
  const shown = text.slice(from, from + width).replace(/[^\x20-\x7e]/g, '?');
  return `  ${shown}\n  ${' '.repeat(at - from)}^`;
}
