// The kernel's evaluation of Othello against a slow one that was written from its definition.
import { beforeAll, expect, test } from 'vitest';
import { othello } from '#dist/games/othello/index.js';
import { type Bench, openBench } from '../support/kernels.js';
import { evaluateOthello } from '../support/othello-evaluation.js';
import { differences, ongoingPositions } from '../support/random-games.js';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench('othello');
});

test('positions of random games are worth what the definition says', () => {
  const positions = ongoingPositions(bench, 10, 70);
  expect(positions.length).toBeGreaterThan(500);
  const differing = differences(
    positions,
    (record) => othello.makePosition({ game: 'othello', record }),
    (record) => bench.rules.evaluate(record),
    (text) =>
      evaluateOthello({
        squares: [...text.slice(0, 64)],
        side: text.charAt(65) === 'X' ? 'X' : 'O',
      }),
  );
  expect(differing).toEqual([]);
});
