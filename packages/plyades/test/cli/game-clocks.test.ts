// Two clocks, one of which runs.
import { expect, test } from 'vitest';
import { GameClocks } from '#dist/cli/game-clocks.js';

function clocks(incrementMs: number) {
  const time = { ms: 0, now: () => time.ms };
  return { time, pair: new GameClocks({ remainingMs: 60_000, incrementMs }, time) };
}

test('a clock runs while its side thinks, and gains the increment', () => {
  const { time, pair } = clocks(2000);
  pair.run(0);
  time.ms = 10_000;
  expect(pair.left(0)).toBe(50_000);
  expect(pair.left(1)).toBe(60_000);
  expect(pair.limit(0)).toEqual({ remainingMs: 50_000, incrementMs: 2000 });
  expect(pair.press()).toBe(true);
  pair.run(1);
  time.ms = 15_500;
  expect(pair.text).toBe('clocks  0:52  0:54');
});

test('a clock that is started twice has run from the first time', () => {
  const { time, pair } = clocks(0);
  pair.run(0);
  time.ms = 1000;
  pair.run(0);
  expect(pair.left(0)).toBe(59_000);
});

test('a clock at zero stays there, and the move does not count', () => {
  const { time, pair } = clocks(5000);
  pair.run(1);
  time.ms = 60_000;
  expect(pair.press()).toBe(false);
  expect(pair.left(1)).toBe(0);
  expect(pair.text).toBe('clocks  1:00  0:00.0');
});
