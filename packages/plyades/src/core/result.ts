// A result is a value or the reason why there is none. Everything that reads input from outside
// returns one, so that a caller cannot forget the second case: the type does not let it.
import { type InputError, inputError, isInputError, PlyadesError } from './errors.js';

/** A success. */
export interface Ok<T> {
  readonly ok: true;
  readonly value: T;
}

/** The reason why there is none. */
export interface Err<E> {
  readonly ok: false;
  readonly error: E;
}

/** A value, or the reason why there is none; look at `ok` before using it. */
export type Result<T, E> = Ok<T> | Err<E>;

/** A successful result. */
export const ok = <T>(value: T): Ok<T> => ({ ok: true, value });

/** A failed result. */
export const err = <E>(error: E): Err<E> => ({ ok: false, error });

/** True for a value; narrows the type. */
export const isOk = <T, E>(result: Result<T, E>): result is Ok<T> => result.ok;

/** True for an error; narrows the type. */
export const isErr = <T, E>(result: Result<T, E>): result is Err<E> => !result.ok;

/** The result with its value replaced; an error passes through. */
export function map<T, U, E>(result: Result<T, E>, change: (value: T) => U): Result<U, E> {
  return result.ok ? ok(change(result.value)) : result;
}

/** The next step, which may fail too; an error passes through. */
export function andThen<T, U, E>(
  result: Result<T, E>,
  next: (value: T) => Result<U, E>,
): Result<U, E> {
  return result.ok ? next(result.value) : result;
}

/** A failed result with an input error. */
export const refusal = (...error: Parameters<typeof inputError>): Err<InputError> =>
  err(inputError(...error));

/**
 * The value. Throws what `toError` makes of the error; if not given, a PlyadesError with the code of a refused input.
 */
export function unwrap<T, E>(result: Result<T, E>, toError: (error: E) => Error = errorOf): T {
  if (result.ok) return result.value;
  throw toError(result.error);
}

function errorOf(error: unknown): Error {
  if (error instanceof Error) return error;
  if (isInputError(error)) return PlyadesError.refusing(error);
  return new Error('unwrapped an error', { cause: error });
}
