// A search ends at its time, neither before nor much later, whatever was searched before and however slow
// the game is. A slice of it is the most by which it can be late.
import { expect, test } from 'vitest';
import { nodeWorld } from '../support/node-world.js';

/** The longest slice, in milliseconds. */
const SLICE_MS = 8;

test('after many searches that were over in no time', async () => {
  const think = await nodeWorld('synthetic', undefined, 1000);
  for (let i = 0; i < 30; i++) think({ depth: 2 });
  const { stopped, elapsed } = think({ ms: 50 });
  expect(stopped).toBe('time');
  expect(elapsed).toBeGreaterThanOrEqual(50);
  expect(elapsed).toBeLessThan(50 + 2 * SLICE_MS);
});

test('after a long search of the same position', async () => {
  const think = await nodeWorld('othello', undefined, 1000);
  think({ ms: 5000 });
  for (const ms of [1, 5, 30]) {
    const { stopped, elapsed } = think({ ms });
    expect(stopped).toBe('time');
    expect(elapsed).toBeGreaterThanOrEqual(ms);
    expect(elapsed).toBeLessThan(ms + 2 * SLICE_MS);
  }
});

test('in a game that takes a millisecond for a position', async () => {
  const think = await nodeWorld('synthetic', undefined, 1);
  think({ nodes: 5 });
  const { stopped, elapsed, move } = think({ ms: 100 });
  expect(stopped).toBe('time');
  expect(move).toBeDefined();
  expect(elapsed).toBeGreaterThanOrEqual(100);
  // A slice has 16 positions at least, and the first one 64.
  expect(elapsed).toBeLessThan(100 + 2 * 64);
});
