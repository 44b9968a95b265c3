// How far off a win is. A finished game counts WIN plus the plies that remain of the root's depth, so that a
// quicker win is worth more and a value at the root says in how many plies the game ends. In exact mode the
// depth of a node says what remains. In play mode it does not: checks are searched deeper, late moves less
// deep, and the reply to a pass less deep too. There the plies from the root are counted instead.
//
// The table knows no root. An entry holds a win as a search of its own depth would have scored it, and is
// read with the plies that remain where it is used.
import { FULL_DEPTH, PROVEN, WIN } from '../contract';
import { Searcher } from './searcher';

/** A finished game at `remaining` plies from the horizon: a quicker win is worth more. */
export function settle(result: i32, remaining: i32): i32 {
  if (result > PROVEN) return result + remaining;
  if (result < -PROVEN) return result - remaining;
  return result;
}

/** Plies of the root's depth that remain at a node `ply` plies below the root, which is searched to `depth`. */
export function remainingAt(s: Searcher, ply: i32, depth: i32, play: u32): i32 {
  return play == 0 || depth == FULL_DEPTH ? depth : s.depth - ply;
}

/** A win that is scored with `from` plies remaining, as it is scored with `to` of them. */
export function rescored(value: i32, from: i32, to: i32): i32 {
  if (from == FULL_DEPTH || to == FULL_DEPTH) return value;
  if (value > PROVEN) return value + to - from;
  if (value < -PROVEN) return value - to + from;
  return value;
}

/** The best that the side to move of an unfinished game can reach: it wins with this move. */
export function quickestWin(remaining: i32): i32 {
  return WIN + remaining - 1;
}

/** The worst: the game is over, and lost. */
export function quickestLoss(remaining: i32): i32 {
  return -WIN - remaining;
}
