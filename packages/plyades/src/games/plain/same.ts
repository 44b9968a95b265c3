// Whether two values have the same content, as structuredClone understands content.

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
