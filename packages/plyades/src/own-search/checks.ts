// What callers of the library may give, and how the rest is refused: with a code and the input, before
// anything has changed.
import { type InputErrorCode, inputError, PlyadesError } from '../core/errors.js';

export function refuse(
  message: string,
  input: unknown,
  code: InputErrorCode = 'ERR_OPTION',
): never {
  throw PlyadesError.refusing(inputError(code, message, describe(input)));
}

/** Throws a PlyadesError with ERR_OPTION unless these are options with no other names. */
export function checkNames(group: string, options: unknown, names: readonly string[]): void {
  if (typeof options !== 'object' || options === null) {
    refuse(`${group || 'options'} ${describe(options)}: expected an object`, options);
  }
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const name = group === '' ? unknown : `${group}.${unknown}`;
  refuse(`${name}: expected one of ${names.join(', ')}`, unknown);
}

/** What has no text of its own, such as an object without a prototype, is told by its type. */
function describe(input: unknown): string {
  try {
    return String(input);
  } catch {
    return typeof input;
  }
}
