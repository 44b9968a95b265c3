// JSON from the network, checked before it is used: a message is declared once, and the declaration gives
// its type and refuses whatever is too long, of another kind, out of range or has a field too many.
import { printable } from '../../core/errors.js';
import { Malformed } from '../../parallel/wire.js';

/** Bytes of the longest message that is read at all. */
export const MAX_JSON = 1 << 20;

/** Returns the value if it is one; throws Malformed with the place otherwise. */
export type Check<T> = (value: unknown, where: string) => T;

/** The type that a check passes. */
export type Checked<C> = C extends Check<infer T> ? T : never;

export const text =
  (most: number, pattern?: RegExp): Check<string> =>
  (value, where) => {
    if (typeof value !== 'string') throw new Malformed(`${where} is no text`);
    if (value.length > most) throw new Malformed(`${where} is longer than ${most} characters`);
    if (pattern && !pattern.test(value)) throw new Malformed(`${where} is not well formed`);
    return value;
  };

/** Text for people: nothing in it can move the cursor of a terminal, colour it or begin a line. */
export const words =
  (most: number): Check<string> =>
  (value, where) =>
    printable(text(most)(value, where));

export const whole =
  (least: number, most: number): Check<number> =>
  (value, where) => {
    if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) {
      return value;
    }
    throw new Malformed(`${where} is no whole number from ${least} to ${most}`);
  };

export const real =
  (least: number, most: number): Check<number> =>
  (value, where) => {
    if (typeof value === 'number' && value >= least && value <= most) return value;
    throw new Malformed(`${where} is no number from ${least} to ${most}`);
  };

export const yesNo: Check<boolean> = (value, where) => {
  if (typeof value !== 'boolean') throw new Malformed(`${where} is neither true nor false`);
  return value;
};

export const oneOf =
  <T extends string>(...names: readonly T[]): Check<T> =>
  (value, where) => {
    if ((names as readonly unknown[]).includes(value)) return value as T;
    throw new Malformed(`${where} is none of ${names.join(', ')}`);
  };

export const list =
  <T>(item: Check<T>, most: number): Check<readonly T[]> =>
  (value, where) => {
    if (!Array.isArray(value)) throw new Malformed(`${where} is no list`);
    if (value.length > most) throw new Malformed(`${where} has more than ${most} items`);
    return value.map((each, index) => item(each, `${where}[${index}]`));
  };

/** An object of any fields with plain values; whoever takes it checks the fields. */
export const loose: Check<Readonly<Record<string, unknown>>> = (value, where) => {
  if (isObject(value)) return value;
  throw new Malformed(`${where} is no object`);
};

type Shape = Readonly<Record<string, Check<unknown>>>;
type Shaped<S extends Shape> = { readonly [K in keyof S]: Checked<S[K]> };

/** An object with exactly these fields, and perhaps some of the `may` ones. */
export const object =
  <S extends Shape, O extends Shape = Record<never, never>>(
    fields: S,
    may: O = {} as O,
  ): Check<Shaped<S> & Partial<Shaped<O>>> =>
  (value, where) => {
    if (!isObject(value)) throw new Malformed(`${where} is no object`);
    const result: Record<string, unknown> = {};
    for (const [name, check] of Object.entries(fields)) {
      result[name] = check(value[name], `${where}.${name}`);
    }
    for (const [name, check] of Object.entries(may)) {
      if (value[name] !== undefined) result[name] = check(value[name], `${where}.${name}`);
    }
    const stranger = Object.keys(value).find((name) => !(name in result));
    if (stranger !== undefined) throw new Malformed(`${where} has a field it should not have`);
    return result as Shaped<S> & Partial<Shaped<O>>;
  };

/** Messages by their `type`. */
export const variants =
  <V extends Readonly<Record<string, Check<object>>>>(
    kinds: V,
  ): Check<{ [K in keyof V & string]: { readonly type: K } & Checked<V[K]> }[keyof V & string]> =>
  (value, where) => {
    if (!isObject(value)) throw new Malformed(`${where} is no object`);
    const { type, ...rest } = value;
    const check = typeof type === 'string' && Object.hasOwn(kinds, type) ? kinds[type] : undefined;
    if (check === undefined) throw new Malformed(`${where} is of no known type`);
    return { type, ...check(rest, `${where} ${type}`) } as never;
  };

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Reads a message; throws Malformed. */
export function readJson<T>(check: Check<T>, bytes: Uint8Array, most = MAX_JSON): T {
  if (bytes.length > most) throw new Malformed(`${bytes.length} bytes are too many`);
  let value: unknown;
  try {
    value = JSON.parse(decoder.decode(bytes));
  } catch {
    throw new Malformed('that is no JSON');
  }
  return check(value, 'message');
}

/** Reads a message; undefined when it makes no sense. */
export function tryJson<T>(check: Check<T>, bytes: Uint8Array, most = MAX_JSON): T | undefined {
  try {
    return readJson(check, bytes, most);
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}
