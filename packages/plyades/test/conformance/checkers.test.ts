import { beforeAll, describe, expect, test } from 'vitest';
import { WIN } from '#dist/core/score.js';
import { checkers } from '#dist/games/checkers/index.js';
import { mostCaptures } from '../support/checkers-captures.js';
import {
  type CheckersGame,
  checkersMoves,
  checkersStart,
  checkersText,
} from '../support/checkers-rules.js';
import { conforms } from '../support/conformance.js';
import { dataLines } from '../support/data.js';
import { type Bench, createRandom, openBench } from '../support/kernels.js';

/** The last depth that takes about a second or less. */
const MAX_COUNTED = 10;

/** depth | leaves, captures counted by their way | ... */
const counts = dataLines('checkers/perft.txt')
  .map((line) => line.split('|').map(Number))
  .filter(([depth]) => depth! <= MAX_COUNTED);

/** A king in the corner of a full grid of men: the longest capture, nine pieces, has one end. */
const NINE = 'B:W6,7,8,14,15,16,22,23,24:BK1';

/** The start, two middle games, kings of both sides, and kings among many men. */
const starts = [
  checkersText(checkersStart),
  ...dataLines('checkers/positions.fen')
    .slice(0, 2)
    .map((line) => line.split(';')[0]!.trim()),
  'B:WK10,K15,K18,22,K31:BK1,K5,12,K24,K28',
  'W:W9,10,11,13,K14,K15,16:BK18,K19,21,22,K23,24,25',
];

conforms({
  id: 'checkers',
  starts,
  perft: counts.map(([depth, leaves]) => ({ depth: depth!, leaves: leaves! })),
  finishedLeaves: 0,
  games: 20,
  plies: 120,
  alternates: true,
  transposes: true,
  result: () => -WIN,
  searchDepth: 4,
});

describe('English checkers by the kernel and by the book', () => {
  let bench: Bench;

  beforeAll(async () => {
    bench = await openBench('checkers');
  });

  const recordOf = (game: CheckersGame) => {
    const position = checkers.parsePosition(checkersText(game));
    if (!position.ok) throw new Error(position.error.message);
    return position.value.record;
  };

  /** Compares all moves of a position, and the positions they lead to. */
  function compare(game: CheckersGame): void {
    const record = recordOf(game);
    const moves = bench.rules.moves(record);
    const ours = moves.map((move) => ({
      text: checkers.makeMove(move),
      next: checkers.makePosition({ game: 'checkers', record: bench.rules.play(record, move) }),
    }));
    const theirs = checkersMoves(game).map(({ text, next }) => ({
      text,
      next: checkersText(next),
    }));
    const sorted = (list: typeof ours) => list.sort((a, b) => (a.text < b.text ? -1 : 1));
    expect([checkersText(game), sorted(ours)]).toEqual([checkersText(game), sorted(theirs)]);
    expect(bench.rules.over(record)).toBe(theirs.length === 0);
  }

  test('have the same moves and lead to the same positions in 80 games', () => {
    let finished = 0;
    for (let seed = 0; seed < 80; seed++) {
      const random = createRandom(seed);
      let game = checkersStart;
      for (let ply = 0; ply < 150; ply++) {
        compare(game);
        const moves = checkersMoves(game);
        if (moves.length === 0) {
          finished++;
          break;
        }
        game = moves[random.below(moves.length)]!.next;
      }
    }
    expect(finished).toBeGreaterThan(20);
  });

  test('agree on set-up positions with up to twelve kings a side', () => {
    const random = createRandom(99);
    let long = 0;
    for (let i = 0; i < 2000; i++) {
      const kings = random.below(5);
      const squares = new Array<string>(32).fill('-');
      for (const colour of ['b', 'w']) {
        for (let n = 1 + random.below(12); n > 0; n--) {
          const at = random.below(32);
          const last = colour === 'b' ? at >= 28 : at < 4;
          if (squares[at] !== '-') continue;
          squares[at] = last || random.below(4) < kings ? colour.toUpperCase() : colour;
        }
      }
      const side = random.below(2) ? 'b' : 'w';
      // The side that has just moved has a piece.
      if (!squares.some((piece) => piece !== '-' && piece.toLowerCase() !== side)) continue;
      const game: CheckersGame = { squares, side };
      compare(game);
      if (checkersMoves(game).some(({ text }) => text.split('x').length > 3)) long++;
    }
    expect(long).toBeGreaterThan(10);
  });

  test('value a position alike when the board is turned and the sides are exchanged', () => {
    const swapped: Record<string, string> = { b: 'w', w: 'b', B: 'W', W: 'B', '-': '-' };
    const random = createRandom(5);
    let game = checkersStart;
    for (let i = 0; i < 2000; i++) {
      const turned: CheckersGame = {
        squares: game.squares.map((piece) => swapped[piece]!).reverse(),
        side: game.side === 'b' ? 'w' : 'b',
      };
      const [one, two] = [recordOf(game), recordOf(turned)];
      expect([checkersText(game), bench.rules.evaluate(two)]).toEqual([
        checkersText(game),
        bench.rules.evaluate(one),
      ]);
      expect(bench.rules.hash(two)).not.toBe(bench.rules.hash(one));
      const moves = checkersMoves(game);
      game = moves.length === 0 ? checkersStart : moves[random.below(moves.length)]!.next;
    }
  });

  test('have room for every capture and every step that a position can have', () => {
    const room = bench.kernel.exports.maxMoves();
    expect(mostCaptures(12, 12)).toBe(40);
    expect(room).toBeGreaterThanOrEqual(40);
    expect(room).toBeGreaterThanOrEqual(4 * 12);
  });

  test('agree on the longest capture there is', () => {
    const game: CheckersGame = { squares: [...'B----www-----www-----www--------'], side: 'b' };
    expect(checkersText(game)).toBe(NINE);
    compare(game);
    const lengths = checkersMoves(game).map(({ text }) => text.split('x').length - 1);
    expect(Math.max(...lengths)).toBe(9);
  });
});

describe('rules of English checkers', () => {
  let bench: Bench;

  beforeAll(async () => {
    bench = await openBench('checkers');
  });

  const movesOf = (text: string) => {
    const position = checkers.parsePosition(text);
    if (!position.ok) throw new Error(position.error.message);
    return bench.rules.moves(position.value.record).map(checkers.makeMove).sort();
  };

  test('who can capture must, with any piece and by any way', () => {
    expect(movesOf('B:W18,24:B2,14,15')).toEqual(['14x23', '15x22']);
    expect(movesOf('B:W15,14,21:B10,4')).toEqual(['10x17', '10x19']);
  });

  test('a capture is carried on to its end', () => {
    expect(movesOf('W:W30:B26,18,10')).toEqual(['30x23x14x7']);
  });

  test('a man that becomes a king by a capture stops', () => {
    expect(movesOf('W:W11:B8,7,6')).toEqual(['11x2', '11x4']);
    expect(movesOf('W:WK11:B8,7,6')).toEqual(['11x2x9', '11x4']);
  });

  test('men go forwards only, kings both ways by one square', () => {
    expect(movesOf('B:W32:B14')).toEqual(['14-17', '14-18']);
    expect(movesOf('B:W32:BK14')).toEqual(['14-10', '14-17', '14-18', '14-9']);
  });

  test('a king may end where it began', () => {
    expect(movesOf('B:W6,7,14,15:BK1')).toEqual(['1x10x17', '1x10x19', '1x10x3'].sort());
    expect(movesOf('B:W6,7,14,15:BK2').every((text) => text.endsWith('x2'))).toBe(true);
  });

  test('a side without a move has lost, with or without pieces', () => {
    for (const text of ['B:W21:B', 'B:W9,10,14:B5', 'W:W12:B8,3']) {
      const position = checkers.parsePosition(text);
      if (!position.ok) throw new Error(position.error.message);
      expect([text, movesOf(text)]).toEqual([text, []]);
      expect(bench.rules.result(position.value.record)).toBe(-WIN);
    }
  });
});
