// A result is a value or the reason why there is none. Everything that reads input from outside
// returns one, so that a caller cannot forget the second case: the type does not let it.

export interface Ok<T> {
  readonly ok: true;
  readonly value: T;
}

export interface Err<E> {
  readonly ok: false;
  readonly error: E;
}

export type Result<T, E> = Ok<T> | Err<E>;

export const ok = <T>(value: T): Ok<T> => ({ ok: true, value });

export const err = <E>(error: E): Err<E> => ({ ok: false, error });

export const isOk = <T, E>(result: Result<T, E>): result is Ok<T> => result.ok;

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

/** The value. Throws what `toError` makes of the error; the default is for broken invariants. */
export function unwrap<T, E>(result: Result<T, E>, toError: (error: E) => Error = unexpected): T {
  if (result.ok) return result.value;
  throw toError(result.error);
}

function unexpected(error: unknown): Error {
  return error instanceof Error ? error : new Error('unwrapped an error', { cause: error });
}
