// The searches of `plyades bench`. They are exact and sequential, so their node counts depend on the
// search alone: the sum is the signature of its behaviour, and a change of it must be meant. Each
// game, each method, a table of ordinary size, a tiny one and none are in it.
import type { Method } from '../api/index.js';

export interface BenchSearch {
  readonly game: string;
  readonly about: string;
  /** In the game's notation; the start if not given. */
  readonly position?: string;
  readonly depth: number;
  readonly method: Method;
  /** MiB */
  readonly hash: number;
}

/** From games of the World Othello Championships of 1993, after 14 and 22 plies. */
const OPENING = '------------------XO-O---OOOOO----OOOX---X-OXX------OX---------- X';
const MIDGAME = '--O--------OOO----XXOOXO--XOXOO---OXXOO---XXXO-----X-O---------- X';
/** FFO endgames 1 and 30, won by 18 discs and drawn. */
const ENDGAME_14 = '--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X';
const ENDGAME_20 = '-XXX----X-XOO---XXOXOO--XOXOXO--XOOXOXXXXOOXXOX---OOOOO--XXXXX-- X';

/** Black has begun in the centre, as in the experiments of the paper on game trees on GPUs. */
const CENTRE = `${'19/'.repeat(9)}9x9${'/19'.repeat(9)} o 2`;

export const benchSet: readonly BenchSearch[] = [
  { game: 'othello', about: 'start', depth: 14, method: 'negascout', hash: 16 },
  { game: 'othello', about: 'opening', position: OPENING, depth: 10, method: 'mtdf', hash: 16 },
  { game: 'othello', about: 'midgame', position: MIDGAME, depth: 11, method: 'alphabeta', hash: 1 },
  { game: 'othello', about: 'endgame', position: ENDGAME_14, depth: 14, method: 'mtdf', hash: 1 },
  {
    game: 'othello',
    about: 'endgame',
    position: ENDGAME_20,
    depth: 20,
    method: 'negascout',
    hash: 16,
  },
  { game: 'tic-tac-toe', about: 'solved', depth: 9, method: 'negascout', hash: 1 },
  { game: 'tic-tac-toe', about: 'no table', depth: 9, method: 'alphabeta', hash: 0 },
  { game: 'synthetic', about: 'b=8', depth: 11, method: 'negascout', hash: 0 },
  {
    game: 'synthetic',
    about: 'b=20, sorted',
    position: 'b=20,seed=3,order=700',
    depth: 8,
    method: 'mtdf',
    hash: 16,
  },
  {
    game: 'synthetic',
    about: 'b=2, normal',
    position: 'b=2,seed=7,dist=normal',
    depth: 32,
    method: 'alphabeta',
    hash: 16,
  },
  {
    game: 'connect6',
    about: 'centre',
    position: CENTRE,
    depth: 4,
    method: 'negascout',
    hash: 16,
  },
];
