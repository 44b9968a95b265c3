// The content of a state as text: different for whatever a game could tell apart.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentOf } from '#dist/games/plain/same.js';

const distinct: readonly (readonly [unknown, unknown])[] = [
  [1, '1'],
  [0, -0],
  [1, 1n],
  [null, undefined],
  [
    [1, 2],
    [2, 1],
  ],
  [
    [1, [2]],
    [[1], 2],
  ],
  [['a,b'], ['a', 'b']],
  [
    { a: 1, b: 2 },
    { b: 2, a: 1 },
  ],
  [{ a: 1 }, { a: 1, b: undefined }],
  [{ a: 1 }, Object.assign(Object.create(null), { a: 1 })],
  [{ 0: 1 }, [1]],
  [new Uint8Array([1, 2]), new Uint16Array([1, 2])],
  [new Uint8Array([1, 2]), [1, 2]],
  [new Map([[1, 2]]), new Map([[2, 1]])],
  [new Set([1, 2]), new Set([2, 1])],
  [new Set([1]), new Map([[1, 1]])],
  [new Date(1), new Date(2)],
];

test.each(distinct)('%o is not %o', (a, b) => {
  expect(contentOf(a)).not.toBe(contentOf(b));
  expect(contentOf(a)).toBeTypeOf('string');
  expect(contentOf(structuredClone(a))).toBe(contentOf(a));
});

test('what may hide something has no content', () => {
  class Hidden {
    #value = 1;
    get value() {
      return this.#value;
    }
  }
  const itself: unknown[] = [];
  itself.push(itself);
  const named = Object.assign([1], { name: 2 });
  const secret = Object.defineProperty({ a: 1 }, 'b', { value: 2, enumerable: false });
  for (const state of [
    new Hidden(),
    { inner: new Hidden() },
    () => 1,
    Symbol('a'),
    { [Symbol('a')]: 1 },
    // biome-ignore lint/suspicious/noSparseArray: that is the point.
    [1, , 2],
    itself,
    named,
    secret,
    new ArrayBuffer(2),
    new DataView(new ArrayBuffer(2)),
    Object.assign(new Uint8Array(1), { name: 1 }),
    Object.assign(new Map(), { name: 1 }),
    new Number(1),
    /a/,
  ]) {
    expect(contentOf(state)).toBeUndefined();
  }
});

test('JSON values have the same content exactly when they are equal', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), fc.jsonValue({ maxDepth: 3 }), (a, b) => {
      expect(contentOf(a) === contentOf(b)).toBe(stable(a) === stable(b));
      expect(contentOf(structuredClone(a))).toBe(contentOf(a));
    }),
  );
});

/** JSON, in which -0 and 0 differ. */
function stable(value: unknown): string {
  return JSON.stringify(value, (_, each) => (Object.is(each, -0) ? 'minus zero' : each));
}
