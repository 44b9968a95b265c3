// The positions of experiments: the thesis's test sets (appendix A), as far as they are known. Othello:
// moves 18 to 27 of two games of the World Championship final between Caspard and Shaman, which it dates
// 1994 and which was played in 1993; the database has three, and the first two are taken. Transcripts are
// WTHOR's (French Othello Federation), by way of MartinMSPedersen/othello-games @5f4b0f03. Chess: the
// Bratko-Kopec test (niklasf/python-chess @9c24454d) without 1, 6 and 8, as in its section 6.3.3.
// Checkers: its positions of Tinsley and Chinook, London 1992, are not printed; these are 20 of the games,
// after 16 to 18 plies (eygilbert/CheckerBoard @691ab495). See the README files in test/data.

import { loadGame } from 'plyades/internal/api/games.js';
import type { Position } from 'plyades/internal/core/game.js';
import { unwrap } from 'plyades/internal/core/result.js';
import type { RunDimensions } from './experiment.js';

const FINAL_1993 = [
  'f5 d6 c3 d3 c4 f4 f6 f3 e6 e7 f7 c5 b6 b4 b5 c6 a5 a3 e3 a4 a6 a7 c7 d7 e8 d8',
  'f5 d6 c3 d3 c4 f4 f6 f3 e3 g5 c6 e2 d7 f7 g4 c5 d2 h3 g3 f2 e6 c1 h4 h5 h6 h7',
];
const FIRST_MOVE = 18;
const LAST_MOVE = 27;

/** Number in the test, position, and plies more than the others; see TestPosition. */
const BRATKO_KOPEC: readonly (readonly [number, string, number])[] = [
  [2, '3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - -', 1],
  [3, '2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - -', 1],
  [4, 'rnbqkb1r/p3pppp/1p6/2ppP3/3N4/2P5/PPP1QPPP/R1B1KB1R w KQkq -', 1],
  [5, 'r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - -', 0],
  [7, '1nk1r1r1/pp2n1pp/4p3/q2pPp1N/b1pP1P2/B1P2R2/2P1B1PP/R2Q2K1 w - -', 1],
  [9, '2kr1bnr/pbpq4/2n1pp2/3p3p/3P1P1B/2N2N1Q/PPP3PP/2KR1B1R w - -', 0],
  [10, '3rr1k1/pp3pp1/1qn2np1/8/3p4/PP1R1P2/2P1NQPP/R1B3K1 b - -', 0],
  [11, '2r1nrk1/p2q1ppp/bp1p4/n1pPp3/P1P1P3/2PBB1N1/4QPPP/R4RK1 w - -', 0],
  [12, 'r3r1k1/ppqb1ppp/8/4p1NQ/8/2P5/PP3PPP/R3R1K1 b - -', 1],
  [13, 'r2q1rk1/4bppp/p2p4/2pP4/3pP3/3Q4/PP1B1PPP/R3R1K1 w - -', 0],
  [14, 'rnb2r1k/pp2p2p/2pp2p1/q2P1p2/8/1Pb2NP1/PB2PPBP/R2Q1RK1 w - -', 1],
  [15, '2r3k1/1p2q1pp/2b1pr2/p1pp4/6Q1/1P1PP1R1/P1PN2PP/5RK1 w - -', 1],
  [16, 'r1bqkb1r/4npp1/p1p4p/1p1pP1B1/8/1B6/PPPN1PPP/R2Q1RK1 w kq -', 1],
  [17, 'r2q1rk1/1ppnbppp/p2p1nb1/3Pp3/2P1P1P1/2N2N1P/PPB1QP2/R1B2RK1 b - -', 0],
  [18, 'r1bq1rk1/pp2ppbp/2np2p1/2n5/P3PP2/N1P2N2/1PB3PP/R1B1QRK1 b - -', 0],
  [19, '3rr3/2pq2pk/p2p1pnp/8/2QBPP2/1P6/P5PP/4RRK1 b - -', 1],
  [20, 'r4k2/pb2bp1r/1p1qp2p/3pNp2/3P1P2/2N3P1/PPP1Q2P/2KRR3 w - -', 0],
  [21, '3rn2k/ppb2rpp/2ppqp2/5N2/2P1P3/1P5Q/PB3PPP/3RR1K1 w - -', 0],
  [22, '2r2rk1/1bqnbpp1/1p1ppn1p/pP6/N1P1P3/P2B1N1P/1B2QPP1/R2R2K1 b - -', 0],
  [23, 'r1bqk2r/pp2bppp/2p5/3pP3/P2Q1P2/2N1B3/1PP3PP/R4RK1 b kq -', 1],
  [24, 'r2qnrnk/p2b2b1/1p1p2pp/2pPpp2/1PP1P3/PRNBB3/3QNPPP/5RK1 w - -', 0],
];

/** Number of the game, position, and plies more than the others. */
const TINSLEY_CHINOOK: readonly (readonly [number, string, number])[] = [
  [1, 'B:W19,21,22,23,24,29,30,31,32:B2,3,4,5,7,10,12,15,16', 0],
  [2, 'B:W19,21,22,24,26,27,29,30,32:B2,3,4,7,9,10,11,12,15', 1],
  [3, 'B:W19,21,23,25,26,28,30,31,32:B1,2,3,6,7,8,12,14,20', 0],
  [5, 'B:W13,19,20,25,26,27,28,30,31,32:B1,2,3,5,6,7,8,12,17,18', 1],
  [6, 'B:W13,19,21,23,25,26,27,30,31,32:B1,2,3,6,7,10,11,12,14,16', 2],
  [7, 'B:W18,19,21,23,24,26,27,29,31,32:B1,3,5,6,7,9,10,11,12,14', 3],
  [8, 'B:W14,15,17,25,26,27,29,30,31,32:B1,2,3,5,6,8,9,12,16,18', 0],
  [9, 'B:W18,19,21,22,23,26,27,30,31,32:B2,3,5,6,7,9,10,11,12,14', 2],
  [10, 'B:W18,20,21,22,23,26,27,30,31,32:B2,3,5,6,7,9,10,11,12,14', 3],
  [13, 'B:W13,22,23,27,28,29,30,31,32:B1,2,3,4,6,10,11,14,20', 0],
  [15, 'W:W21,22,23,26,27,28,29,30,32:B1,3,6,7,9,11,12,14,16', 0],
  [16, 'B:W17,20,21,24,26,27,29,31,32:B2,3,4,5,6,8,11,12,18', 0],
  [17, 'B:W18,21,23,25,26,27,28,30,32:B1,3,5,6,7,9,11,12,13', 1],
  [18, 'W:W19,21,23,24,26,28,29,31,32:B2,3,4,8,10,11,12,14,15', 3],
  [19, 'B:W15,21,25,26,28,29,31,32:B1,2,4,6,7,12,13,16', 0],
  [21, 'W:W19,21,23,24,26,29,30,31,32:B1,2,3,7,10,11,12,13,14', 0],
  [22, 'B:W13,19,22,24,27,28,30,31,32:B2,3,5,6,7,10,11,12,15', 2],
  [23, 'W:W13,19,21,22,23,27,29,30,31,32:B1,2,3,6,7,10,11,12,14,20', 1],
  [25, 'B:W18,20,21,23,24,26,28,29,30,31:B2,3,5,6,8,9,10,11,12,13', 2],
  [26, 'B:W18,20,21,22,23,24,25,28,29,30,31:B2,5,6,7,8,9,10,11,12,13,15', 5],
];

/** A position of a test set: moves from the start, or the position as text. */
export interface TestPosition<Game extends string = 'othello' | 'chess' | 'checkers'> {
  readonly game: Game;
  readonly name: string;
  readonly position?: string;
  readonly moves?: string;
  /** Plies to search it deeper than others of its set, so that all searches are of about one size. */
  readonly extra?: number;
}

/** The dimensions of a search of a position. */
export function dimensionsOf({
  place: { game, name, extra = 0 },
  depth,
  processors,
}: {
  readonly place: TestPosition;
  readonly depth: number;
  readonly processors?: number;
}): RunDimensions {
  const common = { game, position: name, depth: depth - extra };
  return processors === undefined ? common : { ...common, processors };
}

/** The positions before moves 18 to 27 of the two games, the games in turn. */
export const othelloFinal: readonly TestPosition[] = Array.from(
  { length: 2 * (LAST_MOVE - FIRST_MOVE + 1) },
  (_, index): TestPosition => {
    const game = index % 2;
    const move = FIRST_MOVE + (index >> 1);
    const moves = FINAL_1993[game]!.split(' ')
      .slice(0, move - 1)
      .join(' ');
    return { game: 'othello', name: `game ${game + 1}, move ${move}`, moves };
  },
);

export const chessPositions: readonly TestPosition[] = BRATKO_KOPEC.map(
  ([number, position, extra]) => ({
    game: 'chess',
    name: `Bratko-Kopec ${number}`,
    position,
    extra,
  }),
);

export const checkersPositions: readonly TestPosition[] = TINSLEY_CHINOOK.map(
  ([number, position, extra]) => ({
    game: 'checkers',
    name: `London 1992, game ${number}`,
    position,
    extra,
  }),
);

/** `count` items of a list, spread evenly from the first one on. */
export function spread<T>(all: readonly T[], count: number): readonly T[] {
  const step = all.length / count;
  return Array.from({ length: count }, (_, index) => all[Math.floor(index * step)]!);
}

export async function positionOf(place: TestPosition<string>): Promise<Position> {
  const { game: id, position, moves } = place;
  const game = await loadGame(id);
  const text = position ?? game.notation.makePosition(game.notation.start());
  return unwrap(game.parsePosition(text, moves));
}
