// The node in view as a parameter of the address.
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';

// The address of the page is no part of what is tested.
vi.mock('../../src/shell/route.js', () => ({
  route: { peek: () => undefined },
  setParameters: () => {},
}));
const { makeNodePath, parseNodePath } = await import('../../src/tree/address.js');

test('a path is read as it was written', () => {
  const path = fc.array(fc.integer({ min: 0, max: 0xffff_ffff }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(path, (moves) => {
      expect(parseNodePath(makeNodePath(moves))).toEqual(moves);
    }),
  );
});

test.each(['', '.', '1.', 'a', '1.-2', '1e9', '12345678901', '1. 2', `${'1.'.repeat(600)}1`])(
  'what is no path is refused: %s',
  (text) => {
    expect(parseNodePath(text)).toBeUndefined();
  },
);
