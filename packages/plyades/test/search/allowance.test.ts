// A player's clock as a limit: how much of it a move may take, and what a search does with that.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PlayerClock } from '#dist/core/search-request.js';
import { afterWaiting, allow, MoveTimer } from '#dist/search/allowance.js';
import { checkLimits } from '#dist/search/limits.js';
import { nodeWorld } from '../support/node-world.js';

const clocks: fc.Arbitrary<PlayerClock> = fc.record(
  {
    remainingMs: fc.oneof(
      fc.integer({ min: 1, max: 200 }),
      fc.integer({ min: 1, max: 2 ** 31 - 1 }),
    ),
    incrementMs: fc.integer({ min: 0, max: 600_000 }),
    movesToGo: fc.integer({ min: 1, max: 1000 }),
  },
  { requiredKeys: ['remainingMs'] },
);

const courses = fc.array(
  fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: -900, max: 900 })),
);

describe('the allowance of a move', () => {
  test('is more than nothing and less than what is left, whatever the increment', () => {
    fc.assert(
      fc.property(clocks, (clock) => {
        const { softMs, hardMs } = allow(clock);
        expect(softMs).toBeGreaterThan(0);
        expect(softMs).toBeLessThanOrEqual(hardMs);
        expect(hardMs).toBeLessThan(clock.remainingMs);
      }),
    );
  });

  test('is within the hard limit whatever course the search takes', () => {
    fc.assert(
      fc.property(clocks, fc.integer({ min: 0, max: 40 }), courses, (clock, choices, course) => {
        const timer = new MoveTimer(clock, choices);
        for (const [move, value] of course) {
          timer.finished(move, value);
          expect(timer.softMs).toBeLessThanOrEqual(timer.hardMs);
        }
        expect(timer.hardMs).toBeLessThan(clock.remainingMs);
      }),
    );
  });

  test('leaves time for the moves to come, though each takes as long as it may', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10_000, max: 7_200_000 }), (start) => {
        let remainingMs = start;
        for (let move = 0; move < 60; move++) {
          remainingMs = Math.floor(remainingMs - allow({ remainingMs }).hardMs);
        }
        expect(remainingMs).toBeGreaterThan(1);
      }),
    );
  });

  test('grows with the clock and the increment, and shrinks with the moves to go', () => {
    const soft = (clock: PlayerClock) => allow(clock).softMs;
    const minute = { remainingMs: 60_000 };
    expect(soft({ remainingMs: 120_000 })).toBeGreaterThan(soft(minute));
    expect(soft({ ...minute, incrementMs: 1000 })).toBeGreaterThan(soft(minute));
    expect(soft({ ...minute, movesToGo: 5 })).toBeGreaterThan(soft({ ...minute, movesToGo: 20 }));
    expect(allow({ ...minute, movesToGo: 1 }).hardMs).toBeGreaterThan(50_000);
  });

  test('is less by the time that went by before the search began', () => {
    expect(afterWaiting({ remainingMs: 500, incrementMs: 9 }, 200)).toEqual({
      remainingMs: 300,
      incrementMs: 9,
    });
    expect(afterWaiting({ remainingMs: 500 }, 900).remainingMs).toBe(1);
    expect(afterWaiting({ remainingMs: 500 }, -3).remainingMs).toBe(500);
  });
});

describe('the soft limit', () => {
  const minute = { remainingMs: 60_000 };
  const softAfter = (...course: [number, number][]) => {
    const timer = new MoveTimer(minute, 20);
    for (const [move, value] of course) timer.finished(move, value);
    return timer.softMs;
  };

  test('is stretched when the best move has changed', () => {
    expect(softAfter([1, 0], [1, 0], [2, 0])).toBeGreaterThan(softAfter([1, 0], [2, 0], [2, 0]));
  });

  test('is shortened when the best move stands', () => {
    const steady: [number, number][] = Array.from({ length: 6 }, () => [1, 0]);
    expect(softAfter(...steady)).toBeLessThan(softAfter([1, 0], [1, 0]));
  });

  test('is stretched when the value has fallen by more than it usually changes', () => {
    expect(softAfter([1, 0], [1, 10], [1, -90])).toBeGreaterThan(
      softAfter([1, 0], [1, 10], [1, 0]),
    );
    expect(softAfter([1, 0], [1, 10], [1, 90])).toBe(softAfter([1, 0], [1, 10], [1, 0]));
  });

  test('is nothing where there is one move to make', () => {
    expect(new MoveTimer(minute, 1).softMs).toBe(0);
  });
});

describe('limits', () => {
  test.each([
    [{ remainingMs: 0 }],
    [{ remainingMs: -5 }],
    [{ remainingMs: Number.NaN }],
    [{ remainingMs: 2 ** 31 }],
    [{ remainingMs: 1000, incrementMs: -1 }],
    [{ remainingMs: 1000, movesToGo: 0 }],
    [{}],
    [null],
    [60_000],
  ])('with the clock %j are refused', (clock) => {
    const checked = checkLimits({ clock: clock as PlayerClock });
    expect(checked).toMatchObject({ ok: false, error: { code: 'ERR_LIMIT' } });
  });

  test('with a clock are accepted', () => {
    const clock = { remainingMs: 1, incrementMs: 0, movesToGo: 40 };
    expect(checkLimits({ clock, depth: 3 }).ok).toBe(true);
  });
});

describe('a search by the clock', () => {
  const NODES_PER_MS = 100;

  async function think(id: string, text: string | undefined, clock: PlayerClock) {
    return (await nodeWorld(id, text, NODES_PER_MS))({ clock });
  }

  test.each([
    ['synthetic', 'b=30,seed=3,spread=1000'],
    ['othello', undefined],
    ['chess', undefined],
  ] as const)('of %s stops in time', async (id, text) => {
    for (const remainingMs of [5, 20, 200, 5000]) {
      const { stopped, move, elapsed } = await think(id, text, { remainingMs });
      expect(stopped).toBe('time');
      expect(move).toBeDefined();
      expect(elapsed).toBeLessThan(remainingMs);
    }
  });

  test('hardly thinks about the only move', async () => {
    const check = 'rnb1kbnr/pppp1ppp/8/4P3/7q/8/PPPPP1PP/RNBQKBNR w KQkq - 1 3';
    const { stopped, elapsed } = await think('chess', check, { remainingMs: 600_000 });
    expect(stopped).toBe('time');
    expect(elapsed).toBeLessThan(100);
  });

  test('thinks longer with more on the clock', async () => {
    const short = await think('chess', undefined, { remainingMs: 1000 });
    const long = await think('chess', undefined, { remainingMs: 10_000 });
    expect(long.elapsed).toBeGreaterThan(short.elapsed);
    expect(long.depth).toBeGreaterThanOrEqual(short.depth);
  });
});
