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

/** Middle games of professionals: 1970, and 1988 in the tree that keeps the best 20 moves. */
const SHOGI = 'ln2r2nl/6gk1/p1g3bp1/4pss1p/PpPP1ppP1/2GSP3P/1PNGSPP2/2K4R1/L1B4NL b 2p 1';
const SHOGI_20 = 'l+B5nl/3sgk1r1/p1pppps1p/4b1p2/9/2P2P1g1/PPSPP1PpP/2K3SR1/LN1G1G1NL b N2P 1 b=20';

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
  { game: 'shogi', about: 'midgame', position: SHOGI, depth: 5, method: 'negascout', hash: 16 },
  { game: 'shogi', about: 'best 20', position: SHOGI_20, depth: 7, method: 'mtdf', hash: 16 },
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
];
