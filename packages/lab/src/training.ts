// Positions to try things on: what is chosen by them is reported for others, those of positions.ts. Othello:
// games of the world championships of 1993 and 1994 outside of the final (WTHOR, as there); checkers: ballots
// of the opening; chess: positions of Win At Chess.
import type { TestPosition } from './positions.js';

const OTHELLO = [
  'f5 f6 e6 f4 g5 e7 f7 h5 e3 d3 g4 h4 f3 g6 c4 f8 h6',
  'f5 d6 c5 f4 e3 c6 d3 f6 e6 d7 e7 c7 c4 f3 d8 c8 b8 e2 b6',
  'f5 d6 c3 d3 c4 f4 f6 g5 e3 f3 g6 e2 h5 c5 g4 h6 h7 f7 d7 c6 e6',
  'f5 d6 c3 d3 c4 f4 e3 f6 g4 g3 g5 h4 f7 f3 e2 g6 h3 e6 h6 h5 e7 d7 c8',
  'f5 d6 c4 d3 c5 f4 e3 c6 e6 f3 g4 b4 b5 e7 c7 b3 d7 a6 e8 b6 c3 d2 c2 e2',
  'f5 f6 e6 f4 f3 c5 c4 e7 g4 g3 g5 h6 f7 h4 h5 g6 b5 d6 g7 e8 c7 c6 g8 d7 b6 f2',
];
const MORE_OTHELLO = [
  'f5 f6 e6 f4 g5 e7 f7 h5 e3 d3 g4 h4 f3 g6 h3 h2 c4',
  'f5 f6 e6 f4 e3 c5 g5 g3 g4 f3 g6 d3 f2 h4 e2 h6 c6 d2',
  'f5 d6 c5 f4 e3 c6 d3 f6 e6 d7 g4 c4 g5 c3 b4 e2 f3 d2 b5',
  'f5 d6 c4 d3 c5 f4 e3 f3 c2 c6 e6 d2 g4 b6 b5 g3 c7 a5 f2 b3',
  'f5 d6 c3 d3 c4 f4 c5 b4 b5 c6 f3 e6 e3 g6 f6 g5 d7 g3 b6 e2 d1',
  'f5 d6 c3 d3 c4 b3 c5 e6 c6 f6 e3 b5 b4 f2 a6 g5 d2 c2 f4 a4 a5 a7',
  'f5 d6 c3 d3 c4 f4 f6 f3 g4 g5 e3 h3 e6 f7 c7 d7 d8 c8 b8 c5 g3 c6 h5',
  'f5 d6 c4 d3 e6 f4 e3 f3 c7 c6 b6 g5 g3 g4 c5 f6 h5 h6 h3 g6 f7 e7 c2 d7',
  'f5 d6 c5 f4 e3 c6 e6 f7 e7 f6 g3 b5 g6 d8 e8 f8 c4 g5 h6 d7 a6 a4 b6 c7 g4',
  'f5 f6 e6 f4 g5 d6 f7 g4 f3 h5 c7 d7 e3 d3 c4 g6 h4 h3 e7 c8 c5 f8 c3 c6 d8 g3',
];
const CHECKERS = [
  'B:W20,21,22,23,25,26,27,29,30,31,32:B1,2,3,4,5,6,7,9,10,11,12',
  'B:W17,21,23,24,25,26,28,29,30,31,32:B1,2,3,4,5,6,8,10,11,12,14',
  'B:W19,21,22,23,26,27,28,29,30,31,32:B1,2,3,4,5,7,8,9,10,12,16',
  'B:W20,22,23,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,15',
];
const CHESS = [
  'r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - -',
  '8/8/2R5/1p2qp1k/1P2r3/2PQ2P1/5K2/8 w - -',
  'r2q3n/ppp2pk1/3p4/5Pr1/2NP1Qp1/2P2pP1/PP3K2/4R2R w - -',
  'r4rk1/1b1nqp1p/p5p1/1p2PQ2/2p5/5N2/PP3PPP/R1BR2K1 w - -',
];

const othelloPlaces = (lines: readonly string[], first = 0): TestPosition[] =>
  lines.map((moves, index) => ({ game: 'othello', name: nameOf(first + index), moves }));
const nameOf = (index: number) => `training ${index + 1}`;

/** None of them is among the positions that results are reported for. */
export const trainingPositions: Readonly<Record<TestPosition['game'], readonly TestPosition[]>> = {
  othello: othelloPlaces(OTHELLO),
  checkers: CHECKERS.map((position, index) => ({
    game: 'checkers',
    name: nameOf(index),
    position,
  })),
  chess: CHESS.map((position, index) => ({ game: 'chess', name: nameOf(index), position })),
};

/** For comparisons that need more positions than tuning takes; none of them is reported for either. */
export const moreTraining: Readonly<Partial<typeof trainingPositions>> = {
  othello: othelloPlaces(MORE_OTHELLO, OTHELLO.length),
};
