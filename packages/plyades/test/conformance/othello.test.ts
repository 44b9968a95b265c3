import { beforeAll, describe, expect, test } from 'vitest';
import { othello, PASS } from '#dist/games/othello/index.js';
import { conforms, sameFromBothSides } from '../support/conformance.js';
import { dataLines } from '../support/data.js';
import { type Bench, createRandom, openBench } from '../support/kernels.js';
import { testSeeds } from '../support/long.js';
import {
  type OthelloGame,
  othelloStart,
  othelloText,
  placements,
  playOthello,
} from '../support/othello-rules.js';

/** The last depth that takes about a second or less. */
const MAX_COUNTED = 10;

/** depth | leaves, a pass being a ply | ... */
const counts = dataLines('othello/perft.txt')
  .map((line) => line.split('|').map(Number))
  .filter(([depth]) => depth! <= MAX_COUNTED);

/** The start, two middle games, two endings. */
const starts = [
  '---------------------------OX------XO--------------------------- X',
  ...dataLines('othello/positions.obf').slice(0, 2),
  ...dataLines('othello/ffo-01-19.obf').slice(0, 2),
].map((line) => line.split(';')[0]!.trim());

function discs(record: Uint8Array, from: number): number {
  let count = 0;
  for (const byte of record.subarray(from, from + 8)) {
    for (let bits = byte; bits; bits &= bits - 1) count++;
  }
  return count;
}

conforms({
  id: 'othello',
  starts,
  perft: counts.map(([depth, leaves]) => ({ depth: depth!, leaves: leaves! })),
  finishedLeaves: 1,
  games: 25,
  plies: 130,
  ends: true,
  alternates: true,
  transposes: true,
  /** In hundredths of a disc; empty squares count for the winner. */
  result(record) {
    const [own, other] = [discs(record, 0), discs(record, 8)];
    const empty = 64 - own - other;
    if (own === other) return 0;
    return 100 * (own - other + (own > other ? empty : -empty));
  },
  ...sameFromBothSides(16),
  searchDepth: 3,
});

describe('Othello by the kernel and by the book', () => {
  let bench: Bench;

  beforeAll(async () => {
    bench = await openBench('othello');
  });

  const recordOf = (game: OthelloGame) => {
    const position = othello.parsePosition(othelloText(game));
    if (!position.ok) throw new Error(position.error.message);
    return position.value.record;
  };

  testSeeds('have the same moves and lead to the same positions, to the end', 60, 600, (seeds) => {
    let passes = 0;
    let early = 0;
    for (const seed of seeds) {
      const random = createRandom(seed);
      let game = othelloStart;
      let record = recordOf(game);
      while (true) {
        const squares = placements(game);
        const mustPass = squares.length === 0 && placements(playOthello(game, 'pass')).length > 0;
        const expected = mustPass ? [PASS] : squares;
        const moves = bench.rules.moves(record);
        expect([othelloText(game), [...moves].sort((a, b) => a - b)]).toEqual([
          othelloText(game),
          expected,
        ]);
        expect(bench.rules.over(record)).toBe(expected.length === 0);
        if (expected.length === 0) break;
        if (mustPass) passes++;
        const move = moves[random.below(moves.length)]!;
        game = playOthello(game, move === PASS ? 'pass' : move);
        record = bench.rules.play(record, move);
        expect(record).toEqual(recordOf(game));
      }
      if (game.squares.includes('-')) early++;
    }
    // The games are of no use here unless sides pass and games end before the board is full.
    expect(passes).toBeGreaterThan(20);
    expect(early).toBeGreaterThan(0);
  });

  test('agree on set-up positions of every density, where discs are turned in all directions', () => {
    const random = createRandom(99);
    for (let i = 0; i < 400; i++) {
      const density = 1 + random.below(60);
      const squares = Array.from({ length: 64 }, () =>
        random.below(64) < density ? (random.below(2) ? 'X' : 'O') : '-',
      );
      const game: OthelloGame = { squares, side: random.below(2) ? 'X' : 'O' };
      const record = loose(game);
      const squaresOf = placements(game);
      const moves = bench.rules.moves(record).filter((move) => move !== PASS);
      expect([othelloText(game), moves.sort((a, b) => a - b)]).toEqual([
        othelloText(game),
        squaresOf,
      ]);
      for (const move of moves) {
        expect(bench.rules.play(record, move)).toEqual(loose(playOthello(game, move)));
      }
    }
  });
});

/** The record of any board, also of those that no game reaches and the notation refuses. */
function loose({ squares, side }: OthelloGame): Uint8Array {
  const record = new Uint8Array(17);
  for (const [square, stone] of squares.entries()) {
    if (stone === '-') continue;
    record[(stone === side ? 0 : 8) + (square >> 3)]! |= 1 << (square & 7);
  }
  record[16] = side === 'X' ? 0 : 1;
  return record;
}
