// The kernel's evaluation of Connect6, and with it its threats and how many stones stop them, against a
// slow one that looks at every window and tries every defence.
import { beforeAll, expect, test } from 'vitest';
import { unwrap } from '#dist/core/result.js';
import { connect6 } from '#dist/games/connect6/index.js';
import { evaluateConnect6, stonesToStop } from '../support/connect6-evaluation.js';
import { collectedGames, crowdedPosition, puzzles } from '../support/connect6-positions.js';
import {
  type Connect6Game,
  connect6Start,
  connect6Text,
  isOver,
  playConnect6,
  threatsOf,
} from '../support/connect6-rules.js';
import { type Bench, createRandom, openBench } from '../support/kernels.js';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench('connect6');
});

const recordOf = (game: Connect6Game) => unwrap(connect6.parsePosition(connect6Text(game))).record;

function differing(games: readonly Connect6Game[]): unknown[] {
  return games
    .map((game) => ({
      text: connect6Text(game),
      kernel: bench.rules.evaluate(recordOf(game)),
      slow: evaluateConnect6(game),
    }))
    .filter(({ kernel, slow }) => kernel !== slow);
}

/** White to move; Black has some of the points of one to three windows, White stones anywhere. */
function threatened(seed: number): Connect6Game {
  const random = createRandom(seed);
  const stones = [...connect6Start.stones];
  let balance = 0;
  const place = (point: number, side: 'x' | 'o') => {
    if (stones[point] !== '.') return;
    stones[point] = side;
    balance += side === 'x' ? 1 : -1;
  };
  for (let line = 1 + random.below(3); line > 0; line--) {
    const step = [1, 19, 20, 18][random.below(4)]!;
    const first = 5 + random.below(9) + 19 * random.below(14);
    for (let i = 0; i < 6; i++) if (random.below(4) > 0) place(first + i * step, 'x');
  }
  // When White is to move, Black has an odd number of stones, one more than White.
  const isOdd = stones.filter((stone) => stone === 'x').length % 2 === 1;
  for (let goal = isOdd ? balance : balance + 1; balance < goal; ) place(random.below(361), 'x');
  while (balance > 1) place(random.below(361), 'o');
  return { stones, side: 'o' };
}

test('positions of games and problems are worth what the definition says', () => {
  const played = collectedGames().flatMap((moves) =>
    moves.map((_, turns) => moves.slice(0, turns).reduce(playConnect6, connect6Start)),
  );
  const games = [...played, ...puzzles().map(({ game }) => game)].filter((game) => !isOver(game));
  expect(games.length).toBeGreaterThan(200);
  expect(differing(games)).toEqual([]);
});

test('so are crowded positions', () => {
  const games = Array.from({ length: 200 }, (_, seed) => crowdedPosition(createRandom(seed)));
  expect(differing(games)).toEqual([]);
});

test('so are threats that take none, one, two or too many stones to stop', () => {
  const games = Array.from({ length: 400 }, (_, seed) => threatened(seed)).filter(
    (game) => !isOver(game) && threatsOf(game, 'o').length === 0,
  );
  const met = [0, 0, 0, 0];
  for (const game of games) met[stonesToStop(game)]!++;
  expect(Math.min(...met), `stones to stop: ${met}`).toBeGreaterThan(20);
  expect(differing(games)).toEqual([]);
});
