// Whether two values have the same content: as structuredClone understands content, for checks of rules, and as a
// text that differs wherever a game could see a difference, for proofs.

/** Compares primitives, arrays, typed arrays, maps, sets, dates and the own properties of objects. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (a instanceof Map && b instanceof Map) return sameSequence([...a], [...b]);
  if (a instanceof Set && b instanceof Set) return sameSequence([...a], [...b]);
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime();
  if (ArrayBuffer.isView(a) && ArrayBuffer.isView(b)) return sameSequence(bytes(a), bytes(b));
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every(
    (key) => Object.hasOwn(b, key) && same(a[key as keyof typeof a], b[key as keyof typeof b]),
  );
}

/** True when every element of one list has its own equal in the other, in any order. */
export function sameMembers(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  const left = [...b];
  return a.every((member) => {
    const at = left.findIndex((other) => same(member, other));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

function sameSequence(a: ArrayLike<unknown>, b: ArrayLike<unknown>): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!same(a[i], b[i])) return false;
  return true;
}

function bytes(view: ArrayBufferView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

/** States are nested a few levels deep; a deeper one, or one that contains itself, is not written down. */
const MAX_DEPTH = 64;

/**
 * The content of a state as text, equal only for states that no function of a game can tell apart. Undefined when
 * a part cannot be written down: an object of a class of its own, which may have private fields, a function, a symbol.
 */
export function contentOf(state: unknown, depth = 0): string | undefined {
  switch (typeof state) {
    case 'string':
      return JSON.stringify(state);
    case 'number':
      return Object.is(state, -0) ? '-0' : String(state);
    case 'bigint':
      return `${state}n`;
    case 'undefined':
    case 'boolean':
      return String(state);
    case 'object':
      if (state === null) return 'null';
      return depth < MAX_DEPTH ? contentOfObject(state, depth + 1) : undefined;
    default:
      return undefined;
  }
}

function contentOfObject(value: object, depth: number): string | undefined {
  const kind = Object.getPrototypeOf(value);
  // Enumerable properties under names say everything, in their order, which a game can see.
  const names = Object.keys(value);
  const isPlain = (hidden: number) => Reflect.ownKeys(value).length === names.length + hidden;
  const list = (open: string, parts: Iterable<unknown>) => {
    const texts: string[] = [];
    for (const part of parts) {
      const text = contentOf(part, depth);
      if (text === undefined) return undefined;
      texts.push(text);
    }
    return `${open}${texts.join()})`;
  };
  if (kind === Array.prototype) {
    const array = value as unknown[];
    // No holes and no names beside the numbers; `length` is the one hidden property.
    return isPlain(1) && names.length === array.length ? list('[', array) : undefined;
  }
  if (kind === Object.prototype || kind === null) {
    if (!isPlain(0)) return undefined;
    const pairs = names.flatMap((name) => [name, value[name as keyof typeof value]]);
    return list(kind === null ? 'null{' : '{', pairs);
  }
  if (ArrayBuffer.isView(value) && TYPED_ARRAYS.has(kind)) {
    const numbers = value as unknown as ArrayLike<number | bigint> & { join(): string };
    return isPlain(0) && names.length === numbers.length
      ? `${Object.prototype.toString.call(value)}${numbers.join()}`
      : undefined;
  }
  if (!isPlain(0) || names.length > 0) return undefined;
  if (kind === Map.prototype) return list('map(', [...(value as Map<unknown, unknown>)].flat());
  if (kind === Set.prototype) return list('set(', value as Set<unknown>);
  if (kind === Date.prototype) return `date(${(value as Date).getTime()})`;
  return undefined;
}

const TYPED_ARRAYS: ReadonlySet<unknown> = new Set(
  [
    Int8Array,
    Uint8Array,
    Uint8ClampedArray,
    Int16Array,
    Uint16Array,
    Int32Array,
    Uint32Array,
    Float32Array,
    Float64Array,
    BigInt64Array,
    BigUint64Array,
  ].map((each) => each.prototype),
);
