// What `go` means for our own search.
import { describe, expect, test } from 'vitest';
import { limitsOf } from '#dist/engines/limits.js';

describe('limits', () => {
  test.each([
    [{}, {}],
    [{ infinite: true, depth: 3 }, {}],
    [{ depth: 12 }, { depth: 12 }],
    [{ depth: 999 }, { depth: 128 }],
    [{ depth: 0 }, { depth: 1 }],
    [{ nodes: 20_000 }, { nodes: 20_000 }],
    [{ mate: 3 }, { depth: 6 }],
    [{ mate: 3, depth: 4 }, { depth: 4 }],
    [{ moveTime: 1000 }, { ms: 990 }],
    [{ moveTime: 3 }, { ms: 1 }],
    [
      { firstTime: 60_000, secondTime: 5000, firstIncrement: 1000, movesToGo: 20 },
      { clock: { remainingMs: 59_990, incrementMs: 1000, movesToGo: 20 } },
    ],
    [{ firstTime: -50, secondTime: 5000 }, { clock: { remainingMs: 1, incrementMs: 0 } }],
    [{ secondTime: 5000 }, {}],
    [{ firstTime: 0, byoyomi: 5000 }, { ms: 4990 }],
    [{ firstTime: 60_000, byoyomi: 5000 }, { ms: 6990 }],
  ])('%j', (go, expected) => {
    expect(limitsOf(go, 0, 10)).toEqual(expected);
  });

  test('are those of the side to move', () => {
    const go = { firstTime: 60_000, secondTime: 5000, secondIncrement: 100 };
    expect(limitsOf(go, 1, 0)).toEqual({ clock: { remainingMs: 5000, incrementMs: 100 } });
  });
});
