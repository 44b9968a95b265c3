// The kernel's evaluation of Lines of Action against a slow one that was written from its definition.
import { beforeAll, expect, test } from 'vitest';
import { unwrap } from '#dist/core/result.js';
import { loa } from '#dist/games/loa/index.js';
import { type Bench, createRandom, openBench } from '../support/kernels.js';
import { evaluateLoa } from '../support/loa-evaluation.js';
import { type LoaGame, loaGame, loaText } from '../support/loa-rules.js';
import { differences, ongoingPositions } from '../support/random-games.js';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench('loa');
});

const text = (record: Uint8Array) => loa.makePosition({ game: 'loa', record });
const differing = (positions: readonly Uint8Array[]) =>
  differences(
    positions,
    text,
    (record) => bench.rules.evaluate(record),
    (written) => evaluateLoa(loaGame(written)),
  );

/** 2 to 12 stones of each side anywhere. */
function randomBoard(seed: number): LoaGame {
  const random = createRandom(seed);
  const squares = Array.from({ length: 64 }, () => '-');
  for (const stone of ['X', 'O']) {
    for (let left = 2 + random.below(11); left > 0; ) {
      const square = random.below(64);
      if (squares[square] !== '-') continue;
      squares[square] = stone;
      left--;
    }
  }
  return { squares, side: random.below(2) === 0 ? 'X' : 'O' };
}

test('positions of random games are worth what the definition says', () => {
  const positions = ongoingPositions(bench, 8, 80);
  expect(positions.length).toBeGreaterThan(300);
  expect(differing(positions)).toEqual([]);
});

test('so are positions of few and of many stones anywhere', () => {
  const positions = Array.from({ length: 400 }, (_, seed) => loaText(randomBoard(seed)))
    .map((written) => unwrap(loa.parsePosition(written)).record)
    .filter((record) => !bench.rules.over(record));
  expect(positions.length).toBeGreaterThan(300);
  expect(differing(positions)).toEqual([]);
});
