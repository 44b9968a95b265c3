import { expect, test } from 'vitest';
import { unwrap } from '#dist/core/result.js';
import { catalogue, findGame, gameNames } from '#dist/games/catalogue.js';
import { refusal } from '../support/notation-laws.js';

test('every game is found by its name, and no two share one', () => {
  for (const game of catalogue) expect(unwrap(findGame(game.id))).toBe(game);
  expect(new Set(catalogue.map((game) => game.id)).size).toBe(catalogue.length);
});

test('the public names are the ids of the games', () => {
  expect(gameNames).toEqual(catalogue.map(({ id }) => id));
});

test('an unknown game is refused with the names of the known ones', () => {
  const error = refusal(findGame('otello'));
  expect(error).toMatchObject({ code: 'ERR_GAME', input: 'otello' });
  for (const { id } of catalogue) expect(error.message).toContain(id);
});
