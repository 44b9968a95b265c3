// Turns whatever went wrong into what the user sees: one line with a code, and the exit code. Refused
// input is the user's affair (2), a part that is not there too (3); a trap, exhausted memory and
// everything unexpected are ours (1) and are called by their name.
import { PlyadesError } from '../api/index.js';
import { inputErrorCodes } from '../core/errors.js';
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

function classify(error: unknown): Report {
  if (error instanceof Refusal) return refused(error);
  if (error instanceof PlyadesError) {
    if (error.code === 'ERR_MISSING_PART') {
      const message = `${error.message}; 'plyades doctor' says what this machine has`;
      return { exit: exitCodes.missingPart, code: error.code, message };
    }
    const input = (inputErrorCodes as readonly string[]).includes(error.code);
    const exit = input ? exitCodes.badInput : exitCodes.internal;
    return { exit, code: error.code, message: error.message };
  }
  if (isOutOfMemory(error)) {
    const message = `out of memory (${messageOf(error)}): try a smaller --hash or fewer --workers`;
    return { exit: exitCodes.internal, code: 'ERR_MEMORY', message };
  }
  if (error instanceof WebAssembly.RuntimeError) {
    const message = `the WebAssembly kernel trapped (${messageOf(error)}); there is no result`;
    return { exit: exitCodes.internal, code: 'ERR_TRAP', message };
  }
  const advice = process.env.PLYADES_DEBUG ? '' : '; set PLYADES_DEBUG=1 for the stack trace';
  const message = `unexpected: ${messageOf(error)}${advice}`;
  return { exit: exitCodes.internal, code: 'ERR_INTERNAL', message };
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
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
