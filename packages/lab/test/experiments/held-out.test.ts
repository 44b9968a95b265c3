// The held-out middle games are those that the lot drew, legal, and no position of the tables or of training.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { heldOutPositions } from '#dist/aphid/held-out.js';
import { othelloFinal, positionOf } from '#dist/positions.js';
import { moreTraining, trainingPositions } from '#dist/training.js';
import { draw } from '../../tools/othello-held-out/draw.mjs';

test('the held-out positions are drawn by lot', () => {
  const file = new URL('../../data/othello-held-out.txt', import.meta.url);
  expect(readFileSync(file, 'utf8')).toBe(draw());
});

test('the held-out positions are legal, and of no other set', async () => {
  const places = heldOutPositions();
  expect(places).toHaveLength(20);
  expect(new Set(places.map(({ name }) => name)).size).toBe(20);
  const others = [
    ...othelloFinal,
    ...trainingPositions.othello,
    ...(moreTraining.othello ?? []),
  ].map(({ moves }) => moves);
  for (const place of places) {
    expect(others).not.toContain(place.moves);
    const moves = place.moves!.split(' ').length;
    expect(moves).toBeGreaterThanOrEqual(17);
    expect(moves).toBeLessThanOrEqual(26);
    expect((await positionOf(place)).game).toBe('othello');
  }
});
