// The games with a board, by name.
import type { BoardGame } from '../picture.js';
import { checkersBoard } from './checkers.js';
import { chessBoard } from './chess.js';
import { connect6Board } from './connect6.js';
import { loaBoard } from './loa.js';
import { othelloBoard } from './othello.js';
import { shogiBoard } from './shogi.js';
import { ticTacToeBoard } from './tic-tac-toe.js';

const boards: Readonly<Record<string, BoardGame>> = {
  othello: othelloBoard,
  chess: chessBoard,
  checkers: checkersBoard,
  shogi: shogiBoard,
  loa: loaBoard,
  connect6: connect6Board,
  'tic-tac-toe': ticTacToeBoard,
};

/** The board of a game; undefined for games without squares and for games in plain TypeScript. */
export function boardGameOf(id: string): BoardGame | undefined {
  return Object.hasOwn(boards, id) ? boards[id] : undefined;
}
