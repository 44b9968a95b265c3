import { beforeAll, describe, expect, test } from 'vitest';
import { WIN } from '#dist/core/score.js';
import { loa } from '#dist/games/loa/index.js';
import { conforms, sameFromBothSides } from '../support/conformance.js';
import { dataLines } from '../support/data.js';
import { type Bench, createRandom, openBench } from '../support/kernels.js';
import {
  isConnected,
  type LoaGame,
  loaGame,
  loaMoves,
  loaStart,
  loaText,
  moveText,
  playLoa,
} from '../support/loa-rules.js';
import { testSeeds } from '../support/long.js';

/** The most leaves that are counted in about a second. */
const MAX_COUNTED = 60_000_000;

/** name | position | depth:leaves, ... with play stopping at a connection | ... going on. */
const counts = dataLines('loa/perft.txt').flatMap((line) => {
  const [, position, known] = line.split(' | ');
  return known!
    .split(' ')
    .map((pair) => pair.split(':').map(Number))
    .map(([depth, leaves]) => ({ position: position!, depth: depth!, leaves: leaves! }))
    .filter(({ leaves }) => leaves <= MAX_COUNTED);
});

/** White's stones in the corners can neither jump the black ones around them nor stay on the board. */
const HEMMED_IN = 'OX------XX--------------------------------------------XX------XO O';

function gameOf(record: Uint8Array): LoaGame {
  return loaGame(loa.makePosition({ game: 'loa', record }));
}

conforms({
  id: 'loa',
  starts: [
    loaText(loaStart),
    ...dataLines('loa/positions.txt')
      .slice(0, 2)
      .map((line) => line.split(' | ')[0]!),
  ],
  perft: counts,
  finishedLeaves: 0,
  games: 4,
  plies: 3000,
  ends: true,
  alternates: true,
  transposes: true,
  result(record) {
    const game = gameOf(record);
    const own = isConnected(game, game.side);
    const other = isConnected(game, game.side === 'X' ? 'O' : 'X');
    return own === other ? 0 : own ? WIN : -WIN;
  },
  ...sameFromBothSides(16),
  searchDepth: 2,
});

describe('Lines of Action by the kernel and by the book', () => {
  let bench: Bench;

  beforeAll(async () => {
    bench = await openBench('loa');
  });

  /** Compares the moves, and the position after each of them. */
  function compare(game: LoaGame, record: Uint8Array): void {
    const expected = new Map(loaMoves(game).map((move) => [moveText(move), move]));
    const moves = bench.rules.moves(record);
    const texts = moves.map(loa.makeMove);
    expect([loaText(game), texts.toSorted()]).toEqual([
      loaText(game),
      [...expected.keys()].toSorted(),
    ]);
    for (const [i, move] of moves.entries()) {
      const next = playLoa(game, expected.get(texts[i]!)!);
      expect(bench.rules.play(record, move)).toEqual(loose(next));
    }
  }

  testSeeds('have the same moves and positions to the end of a game', 2, 6, (seeds) => {
    for (const seed of seeds) {
      const random = createRandom(seed);
      let game = loaStart;
      while (true) {
        const record = loose(game);
        compare(game, record);
        const moves = loaMoves(game);
        expect(bench.rules.over(record)).toBe(moves.length === 0);
        if (moves.length === 0) break;
        game = playLoa(game, moves[random.below(moves.length)]!);
      }
    }
  });

  test('agree on set-up positions with crowded lines, connections and holes', () => {
    const random = createRandom(99);
    let over = 0;
    for (let i = 0; i < 1000; i++) {
      // Stones in a part of the board only, so that lines are full and groups meet.
      const width = 2 + random.below(7);
      const height = 2 + random.below(7);
      const [left, top] = [random.below(9 - width), random.below(9 - height)];
      const squares = Array.from({ length: 64 }, () => '-');
      for (const stone of ['X', 'O']) {
        for (let n = 1 + random.below(12); n > 0; n--) {
          const at = (top + random.below(height)) * 8 + left + random.below(width);
          if (squares[at] === '-') squares[at] = stone;
        }
      }
      if (!squares.includes('X') || !squares.includes('O')) continue;
      const game: LoaGame = { squares, side: random.below(2) ? 'X' : 'O' };
      const record = loose(game);
      compare(game, record);
      const moves = loaMoves(game);
      if (moves.length === 0) over++;
      expect(bench.rules.over(record)).toBe(moves.length === 0);
    }
    expect(over).toBeGreaterThan(100);
  });

  test('pass when the stones of a side are hemmed in', () => {
    const game = loaGame(HEMMED_IN);
    expect(loaMoves(game)).toEqual(['pass']);
    compare(game, loose(game));
  });

  test('count alike', () => {
    const count = (game: LoaGame, depth: number): number => {
      const moves = loaMoves(game);
      if (depth === 1) return moves.length;
      return moves.reduce((n, move) => n + count(playLoa(game, move), depth - 1), 0);
    };
    for (const { position, depth, leaves } of counts) {
      if (leaves > 50_000) continue;
      expect(count(loaGame(position), depth)).toBe(leaves);
    }
  });

  test('agree on the games of tournaments and how they ended', () => {
    for (const line of dataLines('loa/games.txt')) {
      const [, , winner, written] = line.split('|');
      let record = bench.start;
      for (const text of written!.split(' ')) {
        const move = bench.rules.moves(record).find((code) => {
          return loa.makeMove(code) === text.replace(/[-x]/, '');
        });
        expect([text, move !== undefined]).toEqual([text, true]);
        record = bench.rules.play(record, move!);
      }
      expect(bench.rules.over(record)).toBe(winner !== '?');
      if (winner !== '?') expect(bench.rules.result(record)).toBe(-WIN);
    }
  });
});

/** The record of any board, also of those that no game reaches and the notation refuses. */
function loose({ squares, side }: LoaGame): Uint8Array {
  const record = new Uint8Array(17);
  for (const [square, stone] of squares.entries()) {
    if (stone === '-') continue;
    record[(stone === side ? 0 : 8) + (square >> 3)]! |= 1 << (square & 7);
  }
  record[16] = side === 'X' ? 0 : 1;
  return record;
}
