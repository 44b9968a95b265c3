// The searches of `plyades bench`. They are exact and sequential, so their node counts depend on the
// search alone: the sum is the signature of its behaviour, and a change of it must be meant. Each
// game, each method, a table of ordinary size, a tiny one and none are in it.
import type { SearchMethod } from '../api/index.js';

export interface BenchSearch {
  readonly game: string;
  readonly about: string;
  /** In the game's notation; the start if not given. */
  readonly position?: string;
  readonly depth: number;
  readonly method: SearchMethod;
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
/** Game 1 of Tinsley against Chinook, London 1992, after 16 plies; a problem of Gould's. */
const CHECKERS_MIDGAME = 'B:W19,21,22,23,24,29,30,31,32:B2,3,4,5,7,10,12,15,16';
const CHECKERS_KINGS = 'W:WK17,K27:B18,K29,K30';
/** From Lines of Action games in Winands' thesis: after 12 plies, and a win in seven plies. */
const LOA_MIDGAME = '--X---X-O-------O--X-XXOO----OXOO---OO--O---X----------O-XXX-X-- X';
const LOA_WIN = '--------------O------XXO---XO-XX------XO---XOXXO-XO----O-------- X';
/** Positions 2 and 3 of the perft page of the Chess Programming Wiki. */
const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';
const ENDING = '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1';
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
  { game: 'checkers', about: 'start', depth: 15, method: 'negascout', hash: 16 },
  {
    game: 'checkers',
    about: 'midgame',
    position: CHECKERS_MIDGAME,
    depth: 13,
    method: 'mtdf',
    hash: 1,
  },
  {
    game: 'checkers',
    about: 'kings, no table',
    position: CHECKERS_KINGS,
    depth: 10,
    method: 'alphabeta',
    hash: 0,
  },
  { game: 'loa', about: 'start', depth: 6, method: 'negascout', hash: 16 },
  { game: 'loa', about: 'midgame', position: LOA_MIDGAME, depth: 6, method: 'mtdf', hash: 16 },
  { game: 'loa', about: 'won in 7', position: LOA_WIN, depth: 7, method: 'alphabeta', hash: 1 },
  { game: 'chess', about: 'start', depth: 7, method: 'negascout', hash: 16 },
  { game: 'chess', about: 'kiwipete', position: KIWIPETE, depth: 4, method: 'mtdf', hash: 1 },
  { game: 'chess', about: 'ending', position: ENDING, depth: 9, method: 'alphabeta', hash: 16 },
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
  {
    game: 'connect6',
    about: 'centre',
    position: CENTRE,
    depth: 5,
    method: 'negascout',
    hash: 16,
  },
];
