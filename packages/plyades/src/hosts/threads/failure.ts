// Errors on their way between threads, which copy no classes: what was thrown as data, and back.
import { type ErrorCode, PlyadesError, quote } from '../../core/errors.js';
import type { Failure } from './protocol.js';

/** The error of a command, for the thread that gave it. */
export function describeFailure(thrown: unknown): Failure {
  const error = asError(thrown);
  const { name, stack } = error;
  if (error instanceof WebAssembly.RuntimeError) {
    return { name, message: `the kernel trapped: ${error.message}`, stack, code: 'ERR_TRAP' };
  }
  const { message } = error;
  if (error instanceof RangeError && /memory/i.test(message)) {
    return { name, message, stack, code: 'ERR_MEMORY' };
  }
  // The library of the game may be another copy of this one.
  const code = name === 'PlyadesError' ? (error as PlyadesError).code : undefined;
  return { name, message, stack, code };
}

/** An error as it was thrown in the worker: the user's own errors keep their name and stack. */
export function reviveFailure({ name, message, stack, code }: Failure): Error {
  const own = () => Object.assign(new Error(message), { name });
  const error = code === undefined ? own() : new PlyadesError(code as ErrorCode, message);
  if (stack !== undefined) error.stack = stack;
  return error;
}

/** Why a thread has died. What a thread did not catch comes out of it as a copy without its class. */
export function deathOf(reason: Error): Error {
  if (reason instanceof PlyadesError || reason.name === 'AbortError') return reason;
  if (reason.name === 'PlyadesError') return reviveFailure(describeFailure(reason));
  const message = `a worker thread died: ${reason.message}`;
  return new PlyadesError('ERR_WORKER', message, { cause: reason });
}

/** Only the rules of a game in plain TypeScript throw what is no Error. */
export function asError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown;
  const message = `the game threw ${quote(String(thrown))}, which is no Error; there is no result`;
  return new PlyadesError('ERR_RULES', message);
}
