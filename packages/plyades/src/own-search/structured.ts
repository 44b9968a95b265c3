// Positions, moves and table entries of a program in messages: everything that structuredClone takes, in the
// encoding of V8. Moves are mostly small integers, which take a byte or two.
import { deserialize, serialize } from 'node:v8';
import { type Field, Malformed, Writer } from '../parallel/wire.js';

/** Integers up to this size are written as such. */
const MOST = 2 ** 50;
const INTEGER = 0;
const OTHER = 1;
const MAX_BYTES = 1 << 19;

/**
 * A value of any kind that can be cloned. `accepts` says whether what has arrived is one of the program's; without it
 * any value is.
 */
export function structured<T>(accepts: (value: unknown) => boolean = () => true): Field<T> {
  const accepted = (value: unknown): T => {
    let isAccepted: boolean;
    try {
      isAccepted = accepts(value);
    } catch {
      // A check that trips over a value has refused it: what others send must not end a process.
      isAccepted = false;
    }
    if (isAccepted) return value as T;
    throw new Malformed('the program does not accept this value');
  };
  return {
    write(out, value) {
      if (
        Number.isSafeInteger(value) &&
        Math.abs(value as number) <= MOST &&
        !Object.is(value, -0)
      ) {
        const number = value as number;
        out.unsigned(INTEGER);
        out.unsigned(number < 0 ? -2 * number - 1 : 2 * number);
        return;
      }
      const bytes = serialize(value);
      if (bytes.length > MAX_BYTES) {
        throw new RangeError(`a value of ${bytes.length} bytes is too large: at most ${MAX_BYTES}`);
      }
      out.unsigned(OTHER);
      out.unsigned(bytes.length);
      for (const byte of bytes) out.unsigned(byte);
    },
    read(from) {
      const kind = from.unsigned();
      if (kind === INTEGER) {
        const code = from.unsigned();
        return accepted(code % 2 === 1 ? -(code + 1) / 2 : code / 2);
      }
      const length = from.unsigned();
      if (kind !== OTHER || length > MAX_BYTES) throw new Malformed('no value of a program');
      const bytes = new Uint8Array(length);
      for (let i = 0; i < length; i++) bytes[i] = from.unsigned();
      return accepted(readClone(bytes));
    },
  };
}

/** The encoding holds data and no functions; bytes that are no clone are refused. */
function readClone(bytes: Uint8Array): unknown {
  try {
    return deserialize(bytes);
  } catch {
    throw new Malformed('the bytes are no structured clone');
  }
}

/** Names a list of moves: equal for equal ones. */
export function pathName(path: readonly unknown[]): string {
  const move = structured<unknown>();
  const out = new Writer();
  for (const one of path) move.write(out, one);
  return String.fromCharCode(...out.take());
}
