// The positions of experiments. Othello: the thesis (appendix A.3) takes moves 18 to 27 of two games of
// the World Championship final between Caspard and Shaman, which it dates 1994 and which was played in
// 1993; the database has three, and the first two are taken. Transcripts are WTHOR's (French Othello
// Federation), by way of MartinMSPedersen/othello-games @5f4b0f03; see test/data/othello/README.md.
// Chess: the Bratko-Kopec test, as in its appendix A.1. Checkers: games of Tinsley and Chinook, London
// 1992, after 16 plies; see test/data/checkers/README.md.

import { loadGame } from '../api/games.js';
import { PlyadesError } from '../core/errors.js';
import type { Position } from '../core/game.js';
import { unwrap } from '../core/result.js';

const FINAL_1993 = [
  'f5 d6 c3 d3 c4 f4 f6 f3 e6 e7 f7 c5 b6 b4 b5 c6 a5 a3 e3 a4 a6 a7 c7 d7 e8 d8',
  'f5 d6 c3 d3 c4 f4 f6 f3 e3 g5 c6 e2 d7 f7 g4 c5 d2 h3 g3 f2 e6 c1 h4 h5 h6 h7',
];
const FIRST_MOVE = 18;
const LAST_MOVE = 27;

const BRATKO_KOPEC = [
  '1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - -',
  '3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - -',
  '2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - -',
];

const TINSLEY_CHINOOK = [
  'B:W19,21,22,23,24,29,30,31,32:B2,3,4,5,7,10,12,15,16',
  'B:W19,21,22,24,26,27,29,30,32:B2,3,4,7,9,10,11,12,15',
  'B:W19,21,23,25,26,28,30,31,32:B1,2,3,6,7,8,12,14,20',
];

/** Moves that lead to a position of the start, or the position as text. */
export interface Place {
  readonly game: 'othello' | 'chess' | 'checkers';
  readonly name: string;
  readonly position?: string;
  readonly moves?: string;
}

/** The positions before moves 18 to 27 of the two games, the games in turn. */
export const othelloFinal: readonly Place[] = Array.from(
  { length: 2 * (LAST_MOVE - FIRST_MOVE + 1) },
  (_, index): Place => {
    const game = index % 2;
    const move = FIRST_MOVE + (index >> 1);
    const moves = FINAL_1993[game]!.split(' ')
      .slice(0, move - 1)
      .join(' ');
    return { game: 'othello', name: `game ${game + 1}, move ${move}`, moves };
  },
);

export const chessPositions: readonly Place[] = BRATKO_KOPEC.map((position, index) => ({
  game: 'chess',
  name: `Bratko-Kopec ${index + 1}`,
  position,
}));

export const checkersPositions: readonly Place[] = TINSLEY_CHINOOK.map((position, index) => ({
  game: 'checkers',
  name: `London 1992, ${index + 1}`,
  position,
}));

export async function positionOf({ game: id, position, moves }: Place): Promise<Position> {
  const game = await loadGame(id);
  const text = position ?? game.notation.makePosition(game.notation.start());
  return unwrap(game.parsePosition(text, moves), PlyadesError.refusing);
}
