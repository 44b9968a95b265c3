// A played game: moves, walking, branches, endings, and the rows in which players read it.
import { loadGame, unwrap } from 'plyades';
import { expect, test } from 'vitest';
import {
  beginGame,
  cutAfter,
  endingAt,
  type GameOnBoard,
  goTo,
  isAtEnd,
  lastMove,
  lineTo,
  playMove,
  positionAt,
  replayGame,
} from '../../src/board/game-on-board.js';
import { moveRows } from '../../src/board/move-rows.js';

const chess = await loadGame('chess');

function playAll(played: GameOnBoard, moves: string): GameOnBoard {
  let now = played;
  for (const text of moves.split(' ')) {
    now = playMove(now, unwrap(now.game.readMove(positionAt(now), text)));
  }
  return now;
}

test('moves follow each other, and rows have a number, a move and an answer', () => {
  const played = playAll(beginGame(chess), 'e4 e5 Nf3');
  expect(played.positions).toHaveLength(4);
  expect(isAtEnd(played)).toBe(true);
  expect(chess.notation.makeMove(lastMove(played)!)).toBe('g1f3');
  expect(moveRows(played)).toEqual([
    {
      number: 1,
      cells: [
        { at: 1, side: 0, text: 'e4' },
        { at: 2, side: 1, text: 'e5' },
      ],
    },
    { number: 2, cells: [{ at: 3, side: 0, text: 'Nf3' }, undefined] },
  ]);
});

test('a game that begins with the second side leaves a gap in its first row', () => {
  const fen = '4k3/8/8/8/8/8/8/4K2R b - - 0 1';
  const played = playAll(beginGame(chess, unwrap(chess.parsePosition(fen))), 'Kd7 Rh2');
  expect(moveRows(played).map(({ cells }) => cells.map((cell) => cell?.text))).toEqual([
    [undefined, 'Kd7'],
    ['Rh2', undefined],
  ]);
});

test('walking back keeps the moves; the same move walks on, another one replaces them', () => {
  const played = playAll(beginGame(chess), 'e4 e5 Nf3');
  const back = goTo(played, 1);
  expect(lineTo(back)).toHaveLength(2);
  expect(back.moves).toHaveLength(3);
  expect(playAll(back, 'e5')).toEqual(goTo(played, 2));
  expect(playAll(back, 'c5').moves).toHaveLength(2);
  expect(goTo(played, -5).at).toBe(0);
  expect(goTo(played, Number.POSITIVE_INFINITY).at).toBe(3);
  expect(goTo(played, 3)).toBe(played);
});

test('an illegal move is refused, and replaying one finds nothing', () => {
  const first = beginGame(chess);
  const far = unwrap(chess.notation.parseMove('e2e5'));
  expect(() => playMove(first, far)).toThrow(RangeError);
  expect(replayGame(chess, chess.notation.start(), [far])).toBeUndefined();
});

test('a game ends by the rules, by repetition, or by resignation until it is cut', () => {
  const mate = playAll(beginGame(chess), 'f3 e5 g4 Qh4');
  expect(endingAt(mate)).toMatchObject({ winner: 1, reason: 'checkmate' });
  expect(endingAt(goTo(mate, 2))).toBeUndefined();
  const dance = 'Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8';
  expect(endingAt(playAll(beginGame(chess), dance))).toMatchObject({ winner: undefined });
  const resigned: GameOnBoard = { ...playAll(beginGame(chess), 'e4'), resigned: 0 };
  expect(endingAt(resigned)).toEqual({ winner: 1, reason: 'resignation' });
  expect(endingAt(goTo(resigned, 0))).toBeUndefined();
  expect(endingAt(cutAfter(resigned, 1))).toBeUndefined();
  expect(cutAfter(mate, 2).moves).toHaveLength(2);
});
