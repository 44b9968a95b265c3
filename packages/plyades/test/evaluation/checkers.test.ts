// The kernel's evaluation of checkers against a slow one that was written from its definition.
import { beforeAll, expect, test } from 'vitest';
import { unwrap } from '#dist/core/result.js';
import { checkers } from '#dist/games/checkers/index.js';
import { evaluateCheckers } from '../support/checkers-evaluation.js';
import { type CheckersGame, checkersText } from '../support/checkers-rules.js';
import { type Bench, createRandom, openBench } from '../support/kernels.js';
import { differences, ongoingPositions } from '../support/random-games.js';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench('checkers');
});

/** The squares of `B:W21,K22:B1,2`. */
function gameOf(text: string): CheckersGame {
  const squares = Array.from({ length: 32 }, () => '-');
  const [turn, ...sides] = text.split(':');
  for (const list of sides) {
    const colour = list[0]!.toLowerCase();
    for (const [, king, number] of list.matchAll(/(K?)(\d+)/g)) {
      squares[Number(number) - 1] = king === 'K' ? colour.toUpperCase() : colour;
    }
  }
  return { squares, side: turn === 'B' ? 'b' : 'w' };
}

const differing = (positions: readonly Uint8Array[]) =>
  differences(
    positions,
    (record) => checkers.makePosition({ game: 'checkers', record }),
    (record) => bench.rules.evaluate(record),
    (text) => evaluateCheckers(gameOf(text)),
  );

/** Up to 12 pieces of each side on squares where they can be; as many of both in every other one. */
function randomBoard(seed: number): CheckersGame {
  const random = createRandom(seed);
  const squares = Array.from({ length: 32 }, () => '-');
  const most = 1 + random.below(12);
  for (const colour of ['b', 'w'] as const) {
    const lastRow = colour === 'b' ? 7 : 0;
    for (let left = seed % 2 === 0 ? most : 1 + random.below(most); left > 0; ) {
      const square = random.below(32);
      const isKing = random.below(3) === 0;
      if (squares[square] !== '-' || (!isKing && square >> 2 === lastRow)) continue;
      squares[square] = isKing ? colour.toUpperCase() : colour;
      left--;
    }
  }
  return { squares, side: random.below(2) === 0 ? 'b' : 'w' };
}

test('positions of random games are worth what the definition says', () => {
  const positions = ongoingPositions(bench, 8, 80);
  expect(positions.length).toBeGreaterThan(300);
  expect(differing(positions)).toEqual([]);
});

test('so are positions with kings anywhere', () => {
  const positions = Array.from({ length: 600 }, (_, seed) => checkersText(randomBoard(seed)))
    .map((text) => unwrap(checkers.parsePosition(text)).record)
    .filter((record) => !bench.rules.over(record));
  expect(positions.length).toBeGreaterThan(400);
  expect(differing(positions)).toEqual([]);
});
