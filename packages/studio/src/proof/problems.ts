// Positions that a page solves within seconds, one or two of each game, with what there is to prove.
import type { Goal } from 'plyades';

export interface Problem {
  readonly name: string;
  readonly game: string;
  readonly position: string;
  readonly goal: Goal;
}

export const problems: readonly Problem[] = [
  {
    name: 'Chess: White mates in four',
    game: 'chess',
    position: '8/3p4/1p1N1pK1/kBnppPp1/n1PB4/P1R3P1/2N5/8 w - - 0 1',
    goal: 'mate',
  },
  {
    name: 'Shogi: Black mates in seven plies',
    game: 'shogi',
    position: '9/9/9/4k4/9/4P4/9/9/9 b 4G2r2b4s4n4l17p 1',
    goal: 'mate',
  },
  {
    name: 'Lines of Action: Black connects',
    game: 'loa',
    position: '-------------------------XX--XO----XOXX---X----O-----O----X----- X',
    goal: 'win',
  },
  {
    name: 'Checkers: White wins',
    game: 'checkers',
    position: 'W:W18,26,30:B10,11,19',
    goal: 'win',
  },
  {
    name: 'Connect6: White wins by double threats',
    game: 'connect6',
    position:
      '19/19/19/19/11x7/10o8/6o2o9/6xxoxx8/7ox1x8/6xooxx8/7oxox1x6/7oxooo7/7x2ox7/9o9/8o10/7x11/19/19/19 o 2',
    goal: 'win',
  },
  {
    name: 'Othello: Black wins with 14 squares left',
    game: 'othello',
    position: '--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X',
    goal: 'win',
  },
  {
    name: 'Tic-tac-toe: X does not lose',
    game: 'tic-tac-toe',
    position: '--------- X',
    goal: 'draw',
  },
];
