// What is to be proved, and what ends a line. Inside the kernel there is one kind of goal: the attacker
// wins on the board. 'At least a draw' is the same question about the other side with the answer turned
// round, which the caller does. A line that comes back to a position of its own path is no win, since the
// attacker could have gone on from there at once; so proofs depend on no path, but disproofs may.
import { Game, INCOMPLETE } from '../contract';
import { keyOf } from '../search/repetition';

/** What is known of a position without looking ahead. */
export const OPEN: i32 = 0;
export const PROVED: i32 = 1;
export const DISPROVED: i32 = 2;

/** Bits of `Line.rules`. */
/** The attacker must give check with every move: mate problems of shogi. */
export const CHECKS_ONLY: u32 = 1;
/** A repetition in which the defender, and only he, gave check with every move is won for the attacker. */
export const PERPETUAL_LOSES: u32 = 2;
/** Initial numbers count the moves of the side that has the choice; without it they are 1 and 1. */
export const MOBILITY: u32 = 4;

/** Numbers below INF are finite; sums of finite numbers stop at GREATEST. */
export const INF: u32 = 0x40000000;
export const GREATEST: u32 = INF - 1;

/**
 * A line of play from the root: positions and keys, one per ply, each at its own place. What follows the
 * last position serves to look at its children, one after the other.
 */
@unmanaged
export class Line {
  positions: usize;
  keys: usize;
  /** Room for maxMoves() moves: the list of a node, and scratch for counting those of its children. */
  moves: usize;
  scratch: usize;
  /** Positions beyond this ply do not fit. */
  maxPly: i32;
  /** The side that wants to win, 0 or 1. */
  attacker: i32;
  rules: u32;
  /** 1 when a disproof would rest on moves that were not looked at: trees of bounded width. */
  bounded: u32;
  /** What `look` found: the numbers of the position. */
  pn: u32;
  dn: u32;
  /** After a repetition: the ply at which the position was before, else -1. */
  since: i32;
}

/** The position `ply` plies below the root. */
export function positionAt<G extends Game>(line: Line, ply: i32): usize {
  return line.positions + <usize>ply * <usize>changetype<G>(0).size();
}

export function keyPlace(line: Line, ply: i32): usize {
  return line.keys + ((<usize>ply) << 3);
}

/** Notes the key of the position at `ply`, for games in which positions come again. */
export function noteKey<G extends Game>(line: Line, ply: i32): void {
  if (changetype<G>(0).repeats() == 0) return;
  store<u64>(keyPlace(line, ply), keyOf<G>(positionAt<G>(line, ply)));
}

/** True when the attacker is to move: an OR node. */
export function isOr<G extends Game>(line: Line, ply: i32): bool {
  return changetype<G>(positionAt<G>(line, ply)).turn() == line.attacker;
}

/**
 * Looks at the position at `ply`, whose key is noted: PROVED, DISPROVED or OPEN, and in `pn` and `dn` the
 * numbers that a node begins with.
 */
export function look<G extends Game>(line: Line, ply: i32): i32 {
  const g = changetype<G>(positionAt<G>(line, ply));
  const or = g.turn() == line.attacker;
  line.since = -1;
  line.pn = 1;
  line.dn = 1;
  if (line.rules & MOBILITY) {
    const count = choices<G>(line, g, or);
    if (count == 0) return settle<G>(line, g, or);
    if (count == INCOMPLETE) {
      line.bounded = 1;
      return disprove(line);
    }
    if (or) {
      if (!(line.rules & CHECKS_ONLY)) line.dn = <u32>count;
    } else {
      line.pn = <u32>count;
    }
  } else {
    if (g.over()) return settle<G>(line, g, or);
    if (!or && !g.listsAll() && g.replies(line.scratch) == INCOMPLETE) {
      line.bounded = 1;
      return disprove(line);
    }
  }
  return byPath<G>(line, g, ply);
}

/** Moves of the side to move that have to be looked at, 0 when the game is over. */
function choices<G extends Game>(line: Line, g: G, or: bool): i32 {
  if (!or && !g.listsAll()) {
    if (g.over()) return 0;
    return g.replies(line.scratch);
  }
  const count = g.count(line.scratch);
  return count >= 0 ? count : g.generate(line.scratch);
}

/** A finished game. */
function settle<G extends Game>(line: Line, g: G, or: bool): i32 {
  const result = g.result();
  return (or ? result : -result) > 0 ? prove(line) : disprove(line);
}

/** What the way here decides: too many moves without progress, or a position that came before. */
export function byPath<G extends Game>(line: Line, g: G, ply: i32): i32 {
  if (g.repeats() == 0) return OPEN;
  const plies = g.reversiblePlies();
  if (plies > g.mostReversible()) return disprove(line);
  const here = keyPlace(line, ply);
  const key = load<u64>(here);
  const known = min(ply, plies);
  for (let back = 2; back <= known; back += 2) {
    if (load<u64>(here - ((<usize>back) << 3)) != key) continue;
    line.since = ply - back;
    return line.rules & PERPETUAL_LOSES && onlyDefenderChecks<G>(line, ply, back)
      ? prove(line)
      : disprove(line);
  }
  return OPEN;
}

/** Whether the defender, but not the attacker, has given check with every move of the last `cycle` plies. */
function onlyDefenderChecks<G extends Game>(line: Line, ply: i32, cycle: i32): bool {
  let byDefender = true;
  let byAttacker = true;
  for (let back = 0; back < cycle; back++) {
    const g = changetype<G>(positionAt<G>(line, ply - back));
    if (g.checked()) continue;
    if (g.turn() == line.attacker) byDefender = false;
    else byAttacker = false;
  }
  return byDefender && !byAttacker;
}

function prove(line: Line): i32 {
  line.pn = 0;
  line.dn = INF;
  return PROVED;
}

function disprove(line: Line): i32 {
  line.pn = INF;
  line.dn = 0;
  return DISPROVED;
}

/** Writes the moves that must be looked at from the position at `ply`, and returns their number. */
export function movesOf<G extends Game>(line: Line, ply: i32): i32 {
  const g = changetype<G>(positionAt<G>(line, ply));
  if (g.turn() != line.attacker) {
    if (!g.listsAll()) return max(0, g.replies(line.moves));
  } else if (!g.listsAll()) {
    line.bounded = 1;
  }
  return g.generate(line.moves);
}

/**
 * Plays a move from the position at `ply` to the next one. False when the goal does not allow it to the
 * attacker.
 */
export function descend<G extends Game>(line: Line, ply: i32, move: u32): bool {
  const from = changetype<G>(positionAt<G>(line, ply));
  const to = positionAt<G>(line, ply + 1);
  from.play(move, to);
  if (line.rules & CHECKS_ONLY && from.turn() == line.attacker && !changetype<G>(to).checked()) {
    return false;
  }
  noteKey<G>(line, ply + 1);
  return true;
}

/** Adds finite or infinite numbers. */
export function sum(a: u32, b: u32): u32 {
  if (a >= INF || b >= INF) return INF;
  return min(a + b, GREATEST);
}
