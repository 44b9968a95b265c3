// Named positions to search: the examples of each notation, and positions in the middle of a game, whose trees are wide
// enough to occupy many processors.
import type { Example, GameNotation } from 'plyades';
import { problems } from '../proof/problems.js';

export interface NamedPosition {
  readonly name: string;
  /** Empty for the start. */
  readonly text: string;
}

/** Othello: after 18 moves of the second game between Caspard and Shaman, World Championship 1993. */
export const OTHELLO_MIDGAME = '-----------XO-----XXXO-O--XOXXO---OOOOO---XX-O-----X-O---------- X';

const middleGames: Readonly<Record<string, readonly Example[]>> = {
  othello: [{ text: OTHELLO_MIDGAME, about: 'middle game, World Championship 1993, move 18' }],
  chess: [
    {
      text: 'r1bq1rk1/pp2ppbp/2np2p1/2n5/P3PP2/N1P2N2/1PB3PP/R1B1QRK1 b - - 0 1',
      about: 'middle game, Bratko-Kopec test 18',
    },
  ],
  checkers: [
    {
      text: 'B:W18,19,21,22,23,26,27,30,31,32:B2,3,5,6,7,9,10,11,12,14',
      about: 'middle game, Tinsley against Chinook 1992, game 9',
    },
  ],
  synthetic: [
    { text: 'b=5,seed=1,order=1000', about: 'five moves a node, well sorted' },
    { text: 'b=20,seed=1,order=1000', about: 'twenty moves a node, well sorted' },
  ],
};

/** Positions of a game that are worth a simulation; the start first. Those of games that are over are left out. */
export function namedPositions(
  { id, positionExamples }: GameNotation,
  isProof = false,
): readonly NamedPosition[] {
  const found: NamedPosition[] = [{ name: 'The start', text: '' }];
  for (const { game, name, position } of isProof ? problems : []) {
    if (game === id) found.push({ name: name.replace(/^.*?: /, ''), text: position });
  }
  for (const { text, about } of [...(middleGames[id] ?? []), ...positionExamples.slice(1)]) {
    if (about.endsWith('has won')) continue;
    found.push({ name: `${about[0]!.toUpperCase()}${about.slice(1)}`, text });
  }
  return found;
}

/** A depth that a simulation in a page reaches within seconds. */
export const usualDepth: Readonly<Record<string, number>> = {
  othello: 9,
  chess: 5,
  checkers: 9,
  shogi: 4,
  loa: 5,
  connect6: 3,
  'tic-tac-toe': 9,
  synthetic: 8,
};
