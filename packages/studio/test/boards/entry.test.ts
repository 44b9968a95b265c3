// Every legal move of every position of random games can be entered by touching its squares, and gives that move.
import { type GameName, type LoadedGame, loadGame, type Move, type Position } from 'plyades';
import { describe, expect, test } from 'vitest';
import { type MoveEntry, pathEntry } from '../../src/boards/entry.js';
import { entryFor } from '../../src/boards/entry-for.js';
import { boardGameOf } from '../../src/boards/games/index.js';
import {
  type BoardGame,
  type BoardPicture,
  pictureOf,
  shapeOf,
  type Target,
} from '../../src/boards/picture.js';
import { randomGame } from './random-games.js';

interface Reading {
  /** Names of what is touched, in order. */
  readonly touches: readonly string[];
  /** The word for a choice, where there may be one. */
  readonly choice?: string | undefined;
}

const promotions: Readonly<Record<string, string>> = {
  q: 'Queen',
  r: 'Rook',
  b: 'Bishop',
  n: 'Knight',
};

/** How a player reads the text of a move. */
const readers = {
  othello: (text) => ({ touches: text === 'pass' ? [] : [text] }),
  'tic-tac-toe': (text) => ({ touches: [text] }),
  loa: (text) => ({ touches: text === 'pass' ? [] : [text.slice(0, 2), text.slice(2)] }),
  chess: (text) => ({
    touches: [text.slice(0, 2), text.slice(2, 4)],
    choice: promotions[text.charAt(4)],
  }),
  checkers: (text) => ({ touches: text.split(/[-x]/) }),
  shogi: (text) => {
    if (text[1] === '*') return { touches: [`hand:${text[0]}`, text.slice(2)] };
    const touches = [text.slice(0, 2), text.slice(2, 4)];
    return { touches, choice: text.endsWith('+') ? 'Promote' : 'Do not promote' };
  },
  connect6: (text) => ({ touches: text.match(/[a-s]\d+/g) ?? [] }),
} satisfies Partial<Record<GameName, (text: string) => Reading>>;
type BoardName = keyof typeof readers;
const names = Object.keys(readers) as BoardName[];

/** Positions beside the start, for what random games seldom reach. */
const starts: Readonly<Partial<Record<BoardName, readonly string[]>>> = {
  loa: ['-------------------------XX--XO----XOXX---X----O-----O----X----- X'],
  checkers: [
    'W:WK15,K18:BK3',
    // A king that captures around a circle, back to its square, in two directions.
    'W:WK6:B9,10,17,18',
    // Two ways to one square.
    'B:W10,11,18,19:BK7',
    'W:W30:B18,25,26,10,11',
  ],
  shogi: [
    'l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1',
    '8k/9/PPPPPPPP1/9/9/9/1ppppppp1/9/K8 b RBGSNLrbgsnl 1',
  ],
  chess: [
    'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
    'n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1',
  ],
};

function targetOf(board: BoardGame, picture: BoardPicture, name: string): Target {
  if (name.startsWith('hand:')) {
    const slots = picture.hands![picture.turn].filter(({ count }) => count > 0);
    return slots.find(({ piece }) => piece.kind === name.at(-1))?.target ?? -1;
  }
  return picture.squares.findIndex((_, square) => board.squareName(square) === name);
}

/** The move that these touches lead to, of several the one with that choice. */
function enter(
  entry: MoveEntry,
  targets: readonly Target[],
  choice: string | undefined,
): Move | undefined {
  let picked: readonly Target[] = [];
  for (const [i, target] of targets.entries()) {
    if (!entry.next(picked).has(target)) return undefined;
    const step = entry.touch(picked, target);
    if (step.kind === 'picked') picked = step.picked;
    else if (i < targets.length - 1) return undefined;
    else if (step.kind === 'move') return step.move;
    else return step.shapes.find((shape) => shape.choice?.label === choice)?.move;
  }
  return undefined;
}

function entryOf(game: LoadedGame, board: BoardGame, position: Position) {
  const picture = pictureOf(board, game.notation, position);
  const shapes = game
    .legalMoves(position)
    .map((move) => shapeOf(board, game.notation, picture, move));
  return { picture, shapes, entry: entryFor({ game, board, position, picture, shapes }) };
}

/** Moves that their touches do not lead to, as text. */
function missedMoves(game: LoadedGame, board: BoardGame, position: Position): string[] {
  const { picture, shapes, entry } = entryOf(game, board, position);
  return shapes.flatMap(({ move }) => {
    const text = game.notation.makeMove(move);
    const { touches, choice } = readers[game.id as BoardName](text) as Reading;
    if (touches.length === 0) return shapes.length === 1 ? [] : [`${text} beside other moves`];
    const targets = touches.map((name) => targetOf(board, picture, name));
    const found = [enter(entry, targets, choice)];
    if (board.placesStones !== undefined) found.push(enter(entry, targets.toReversed(), choice));
    return found.every((each) => each === move) ? [] : [text];
  });
}

function startsOf(game: LoadedGame): Position[] {
  const given = (starts[game.id as BoardName] ?? []).map((text) => {
    const position = game.parsePosition(text);
    return position.ok ? position.value : expect.fail(position.error.message);
  });
  return [game.notation.start(), ...given];
}

describe.each(names)('moves of %s', (name) => {
  test('are entered by touching their squares', async () => {
    const game = await loadGame(name);
    const board = boardGameOf(name)!;
    let moves = 0;
    for (const start of startsOf(game)) {
      for (let seed = 0; seed < 4; seed++) {
        for (const position of randomGame(game, seed, 80, start).positions) {
          moves += game.legalMoves(position).length;
          const missed = missedMoves(game, board, position);
          if (missed.length > 0) {
            expect.fail(`${game.notation.makePosition(position)}: ${missed.join(' ')}`);
          }
        }
      }
    }
    expect(moves).toBeGreaterThan(50);
  });

  test('begin on a piece of the side to move, or on an empty square', async () => {
    const game = await loadGame(name);
    const board = boardGameOf(name)!;
    for (const position of randomGame(game, 7, 60).positions) {
      const { picture, shapes, entry } = entryOf(game, board, position);
      const places = shapes.some(({ path, stones }) => path.length === 1 || stones === true);
      for (const first of shapes.length === 0 ? [] : entry.next([])) {
        const slot = picture.hands?.flat().find(({ target }) => target === first);
        const piece = picture.squares[first] ?? slot?.piece;
        expect(piece?.side).toBe(places ? undefined : picture.turn);
      }
    }
  });
});

describe('checkers', () => {
  test('the last square of a capture is enough where one capture ends there', async () => {
    const game = await loadGame('checkers');
    const board = boardGameOf('checkers')!;
    const read = game.parsePosition('W:W30:B26,18,10');
    const { entry, picture } = entryOf(game, board, read.ok ? read.value : expect.fail());
    const touch = (number: string) => targetOf(board, picture, number);
    const step = entry.touch([touch('30')], touch('7'));
    expect(step.kind === 'move' && game.notation.makeMove(step.move)).toBe('30x23x14x7');
  });

  test('where two captures end on a square, a square between decides', async () => {
    const game = await loadGame('checkers');
    const board = boardGameOf('checkers')!;
    const read = game.parsePosition('B:W10,11,18,19:BK7');
    const { entry, picture } = entryOf(game, board, read.ok ? read.value : expect.fail());
    const touch = (number: string) => targetOf(board, picture, number);
    const king = [touch('7')];
    expect(entry.next(king).has(touch('23'))).toBe(false);
    expect(entry.touch(king, touch('14')).kind).toBe('picked');
  });
});

describe('picking', () => {
  const shapes = [
    { move: 1, path: [10, 20] },
    { move: 2, path: [11, 21] },
    { move: 3, path: [12, 22, 32] },
  ];
  const entry = pathEntry(shapes);

  test('another piece takes the place of the one picked', () => {
    expect(entry.touch([10], 11)).toEqual({ kind: 'picked', picked: [11] });
  });

  test('the same piece again, or a square out of reach, drops what was picked', () => {
    expect(entry.touch([10], 10)).toEqual({ kind: 'picked', picked: [] });
    expect(entry.touch([10], 21)).toEqual({ kind: 'picked', picked: [] });
    expect(entry.touch([10], 32)).toEqual({ kind: 'picked', picked: [] });
  });

  test('a square on which no move begins picks nothing', () => {
    expect(entry.touch([], 20)).toEqual({ kind: 'picked', picked: [] });
  });
});
