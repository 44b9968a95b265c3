// Splitting: a paused search gives one of its unsearched moves away and goes on; another searcher
// searches that child, and the value is delivered later, in any order. This is the kernel's half of
// Young Brothers Wait (Feldmann, "Game Tree Search on Massively Parallel Systems", 1993): where a node
// may be split, what the child needs, and how a value that comes from outside narrows, cuts or
// completes the nodes on the stack. Who works for whom is decided elsewhere.
//
// Play mode is split where a child's value depends on nothing but its position: not where moves are reduced or passes
// tried, nor where repetition counts. A node that asks a shallow search of ProbCut has tried no move of its own yet, and
// that search is no child of it: it is never split itself, its path is that of the node, and windows do not pass through.
//
// Exactness does not rest on the rule that chooses the node. A node leaves only when every child has
// a value or one of them has cut it, windows only ever narrow, and a floor rises with its alpha, so
// a bound that is stored is a true one.
//
// A child that is given away stays in the list of moves, before `index`. Its score is needed no more,
// and its place holds the ticket instead, below all scores: see `claim`. `pending` counts them, and is
// 0 in every frame that is deeper than the current one.
import { FULL_DEPTH, Game, INFINITE } from '../contract';
import { pickMove } from './ordering';
import { asksLow, isProbing } from './probcut';
import {
  Frame,
  frameStride,
  framesAt,
  METHOD_ALPHABETA,
  METHOD_TEXTBOOK,
  MODE_EXACT,
  movesOf,
  NO_SCOUT,
  pvAt,
  Searcher,
  STATUS_RUNNING,
  STATUS_WAITING,
  scoresOf,
  stateOf,
} from './searcher';
import { BOUND_LOWER, BOUND_UPPER } from './table';
import { noteBest } from './width';

/** What `deliver` returns. */
export const DELIVERY_DEAD: i32 = 0;
export const DELIVERY_TAKEN: i32 = 1;
export const DELIVERY_UNDECIDED: i32 = 2;

/** Tickets are 1 .. 2^29 - 1, then 1 again: twice as much stays below every score as a claim. */
const TICKETS: i32 = (1 << 29) - 1;

/** A node with less than this above the horizon is never split: its children would be leaves. */
const LEAST_DEPTH: i32 = 2;

function frameAt<G extends Game>(searcher: usize, ply: i32): usize {
  return framesAt<G>(searcher) + <usize>ply * frameStride<G>();
}

function isUnderWay(s: Searcher): bool {
  return s.status == STATUS_RUNNING || s.status == STATUS_WAITING;
}

/** Whether a child's search needs to know its position only. */
export function isSplittable<G extends Game>(s: Searcher): bool {
  if (s.mode == MODE_EXACT) return true;
  const g = changetype<G>(0);
  return !g.selective() && g.repeats() == 0;
}

/** What stands in place of the score of a child with this ticket: no move is scored below -2^30. */
function claim(ticket: i32, same: bool): i32 {
  return i32.MIN_VALUE | (ticket << 1) | (same ? 1 : 0);
}

/** True when the value of the child under way is from the other side's view. */
function negates<G extends Game>(p: Frame): bool {
  return changetype<G>(0).alternates() || p.sign < 0;
}

/** The type of a node where no cut is expected. */
export const NO_CUT: i32 = 3;

/**
 * The type of a child: 1 on the principal variation, 2 where a cut is expected, 3 where none is. The
 * later brothers of a type 1 node should be refuted; types 2 and 3 alternate with the side to move.
 */
function typeOfChild(type: i32, eldest: bool, negated: bool): i32 {
  if (type == 1 && eldest) return 1;
  const other = type == 2 ? 3 : 2;
  return negated ? other : 5 - other;
}

function typeOfChildUnderWay<G extends Game>(frame: usize, type: i32): i32 {
  // A shallow search of the node itself, which is believed to fail low or high.
  if (isProbing(frame)) return asksLow(frame) ? NO_CUT : 2;
  return typeOfChild(type, isEldestUnderWay<G>(frame), negates<G>(changetype<Frame>(frame)));
}

/** The type of the node at `ply`, which is under way. */
export function typeAt<G extends Game>(searcher: usize, ply: i32): i32 {
  const stride = frameStride<G>();
  let frame = framesAt<G>(searcher);
  let type = changetype<Searcher>(searcher).nodeType;
  for (let i = 0; i < ply; i++, frame += stride) type = typeOfChildUnderWay<G>(frame, type);
  return type;
}

/** Moves stand in the order in which they were tried, so the eldest is the first. */
function isEldestUnderWay<G extends Game>(frame: usize): bool {
  return changetype<Frame>(frame).move == load<u32>(movesOf<G>(frame));
}

/** True when the frame has a move to give away whose search would be at least one ply deep. */
function isDivisible(frame: usize): bool {
  const f = changetype<Frame>(frame);
  return !isProbing(frame) && f.depth >= LEAST_DEPTH && f.index < f.count;
}

/**
 * Writes the plies of the paused search that may be split, nearest the root first, as i32 to `out`,
 * at most `most` of them; returns how many. A node qualifies with `minDepth` plies or more below it
 * and when the brothers may start: at type 1 after the eldest child, at type 2 after the first
 * `reasonable` children (the eldest at least), at type 3 at once.
 */
export function candidates<G extends Game>(
  searcher: usize,
  minDepth: i32,
  reasonable: i32,
  most: i32,
  out: usize,
): i32 {
  const s = changetype<Searcher>(searcher);
  // The textbook's search does not know of children that were given away.
  if (!isUnderWay(s) || s.method == METHOD_TEXTBOOK || !isSplittable<G>(s)) return 0;
  const stride = frameStride<G>();
  let frame = framesAt<G>(searcher);
  let type = s.nodeType;
  let found = 0;
  for (let ply = 0; ply < s.ply && found < most; ply++, frame += stride) {
    if (isDivisible(frame) && isDeep<G>(frame, minDepth) && isFree<G>(frame, type, reasonable)) {
      store<i32>(out + ((<usize>found) << 2), ply);
      found++;
    }
    type = typeOfChildUnderWay<G>(frame, type);
  }
  return found;
}

/** To the end of the game it is as far as the least depth that completes it. */
function isDeep<G extends Game>(frame: usize, minDepth: i32): bool {
  const depth = changetype<Frame>(frame).depth;
  if (depth != FULL_DEPTH) return depth >= minDepth;
  return !changetype<G>(stateOf(frame)).completes(minDepth - 1);
}

/** The rule of the young brothers. */
function isFree<G extends Game>(frame: usize, type: i32, reasonable: i32): bool {
  if (type == NO_CUT) return true;
  if (isEldestUnderWay<G>(frame)) return false;
  return type == 1 || changetype<Frame>(frame).index > reasonable;
}

/**
 * Takes the next move out of the node at `ply` and returns its ticket, or 0 when that node cannot be
 * split. Writes the child's compact record to `record`, and to `out` as i32: move, depth, alpha and
 * beta from its own side, sign (+1 when the same side moves again), type, 1 when it should be scouted
 * first, the number of moves that lead to it from the root, and these moves. `scratch` has room for a position.
 */
export function split<G extends Game>(
  searcher: usize,
  ply: i32,
  scratch: usize,
  record: usize,
  out: usize,
): i32 {
  const s = changetype<Searcher>(searcher);
  if (!isUnderWay(s) || !isSplittable<G>(s) || ply < 0 || ply >= s.ply) return 0;
  const frame = frameAt<G>(searcher, ply);
  const p = changetype<Frame>(frame);
  if (!isDivisible(frame)) return 0;

  const place = (<usize>p.index) << 2;
  const move = pickMove<G>(frame, p.index, p.count);
  const g = changetype<G>(stateOf(frame));
  const c = changetype<G>(scratch);
  g.play(move, scratch);
  c.store(record);
  const same = !g.alternates() && g.turn() == c.turn();
  // Where states live outside, the new child has taken the place of the one under way.
  g.play(p.move, stateOf(frame + frameStride<G>()));

  s.lastTicket = s.lastTicket == TICKETS ? 1 : s.lastTicket + 1;
  store<i32>(scoresOf<G>(frame) + place, claim(s.lastTicket, same));
  p.index++;
  p.pending++;

  // Before there is a value to compare with, a scout would have nothing to ask.
  const scouts = s.method != METHOD_ALPHABETA && p.beta - p.alpha > 1 && p.alpha > -INFINITE;
  store<u32>(out, move);
  store<i32>(out, p.depth == FULL_DEPTH ? FULL_DEPTH : p.depth - 1, 4);
  store<i32>(out, same ? p.alpha : -p.beta, 8);
  store<i32>(out, same ? p.beta : -p.alpha, 12);
  store<i32>(out, same ? 1 : -1, 16);
  store<i32>(out, typeOfChild(typeAt<G>(searcher, ply), false, !same), 20);
  store<i32>(out, scouts ? 1 : 0, 24);
  let moves = out + 32;
  for (let i = 0; i < ply; i++) {
    const above = frameAt<G>(searcher, i);
    if (isProbing(above)) continue;
    store<u32>(moves, changetype<Frame>(above).move);
    moves += 4;
  }
  store<u32>(moves, move);
  store<i32>(out, <i32>((moves - out - 28) >> 2), 28);
  return s.lastTicket;
}

/** The ply of the node that waits for this ticket, or -1. */
function plyOf<G extends Game>(searcher: usize, ticket: i32): i32 {
  const s = changetype<Searcher>(searcher);
  if (!isUnderWay(s)) return -1;
  const stride = frameStride<G>();
  let frame = framesAt<G>(searcher);
  for (let ply = 0; ply <= s.ply; ply++, frame += stride) {
    if (changetype<Frame>(frame).pending != 0 && placeOf<G>(frame, ticket) >= 0) return ply;
  }
  return -1;
}

/** Where in the list of moves the child with this ticket stands, or -1. */
function placeOf<G extends Game>(frame: usize, ticket: i32): i32 {
  const scores = scoresOf<G>(frame);
  const wanted = claim(ticket, false);
  for (let i = changetype<Frame>(frame).index - 1; i >= 0; i--) {
    if ((load<i32>(scores + ((<usize>i) << 2)) & ~1) == wanted) return i;
  }
  return -1;
}

/**
 * Writes the window that the child would be given now, two i32 from its own side, to `out`. False when
 * its value is no longer wanted.
 */
export function windowOf<G extends Game>(searcher: usize, ticket: i32, out: usize): bool {
  const ply = plyOf<G>(searcher, ticket);
  if (ply < 0) return false;
  const frame = frameAt<G>(searcher, ply);
  const p = changetype<Frame>(frame);
  const place = (<usize>placeOf<G>(frame, ticket)) << 2;
  const same = (load<i32>(scoresOf<G>(frame) + place) & 1) != 0;
  store<i32>(out, same ? p.alpha : -p.beta);
  store<i32>(out, same ? p.beta : -p.alpha, 4);
  return true;
}

/**
 * Delivers the value of a child, from its own side, with its bound, whether it rests on an evaluation,
 * and its variation, `pvLength` moves at `pv`. DELIVERY_UNDECIDED, and nothing happens, when a bound
 * settles nothing in the node's window: it was not searched with a window that `split` or `windowOf`
 * gave.
 */
export function deliver<G extends Game>(
  searcher: usize,
  ticket: i32,
  value: i32,
  bound: i32,
  open: u32,
  pv: usize,
  pvLength: i32,
): i32 {
  const ply = plyOf<G>(searcher, ticket);
  if (ply < 0) return DELIVERY_DEAD;
  const s = changetype<Searcher>(searcher);
  const frame = frameAt<G>(searcher, ply);
  const p = changetype<Frame>(frame);
  const place = (<usize>placeOf<G>(frame, ticket)) << 2;
  const at = scoresOf<G>(frame) + place;
  const same = (load<i32>(at) & 1) != 0;
  const v = same ? value : -value;
  if (v < p.beta && bound == (same ? BOUND_LOWER : BOUND_UPPER)) return DELIVERY_UNDECIDED;
  if (v > p.alpha && bound == (same ? BOUND_UPPER : BOUND_LOWER)) return DELIVERY_UNDECIDED;

  store<i32>(at, 0);
  p.pending--;
  p.open |= open;
  const move = load<u32>(movesOf<G>(frame) + place);
  if (v > p.best) {
    p.best = v;
    p.bestMove = move;
    noteBest<G>(p, open);
  }
  if (p.best >= p.beta) {
    leaveNext<G>(searcher, ply);
  } else if (v > p.alpha) {
    p.alpha = v;
    const row = pvAt<G>(searcher, ply);
    const length = min(pvLength, s.maxPly - ply - 1);
    store<u32>(row, move);
    memory.copy(row + 4, pv, (<usize>length) << 2);
    p.pvLength = length + 1;
    tightenBelow<G>(searcher, ply);
  }
  if (s.status == STATUS_WAITING && s.ply == ply && p.pending == 0) leaveNext<G>(searcher, ply);
  return DELIVERY_TAKEN;
}

/** The search goes on with the node at `ply` leaving; what is below it is abandoned. */
function leaveNext<G extends Game>(searcher: usize, ply: i32): void {
  const s = changetype<Searcher>(searcher);
  dropPending<G>(searcher, ply);
  s.ply = ply;
  s.leaving = 1;
  s.status = STATUS_RUNNING;
}

/** Forgets the children given away at `ply` and below. */
export function dropPending<G extends Game>(searcher: usize, ply: i32): void {
  const last = changetype<Searcher>(searcher).ply;
  for (let i = ply; i <= last; i++) changetype<Frame>(frameAt<G>(searcher, i)).pending = 0;
}

/** Narrows the root, whose search is under way, to (alpha, beta) inside its window. */
export function tightenRoot<G extends Game>(searcher: usize, alpha: i32, beta: i32): void {
  if (narrow(framesAt<G>(searcher), alpha, beta)) leaveNext<G>(searcher, 0);
  else tightenBelow<G>(searcher, 0);
}

/**
 * Narrows the window of a node in which children have been tried; true when it is cut by that. What
 * its children found at or below the new alpha may be a bound from above only, so the floor rises too.
 */
function narrow(frame: usize, alpha: i32, beta: i32): bool {
  const f = changetype<Frame>(frame);
  f.alpha = max(f.alpha, alpha);
  f.floor = max(f.floor, alpha);
  f.beta = min(f.beta, beta);
  return f.best >= f.beta;
}

/**
 * The window of the node at `ply` has narrowed: so do those below it, as far as they depend on it. A
 * scout keeps its window, since its question is not part of the new one; its answer is judged when it
 * returns.
 */
function tightenBelow<G extends Game>(searcher: usize, ply: i32): void {
  const s = changetype<Searcher>(searcher);
  const entering = s.status == STATUS_RUNNING && s.leaving == 0;
  for (; ply < s.ply; ply++) {
    const frame = frameAt<G>(searcher, ply);
    const p = changetype<Frame>(frame);
    if (p.scout != NO_SCOUT || isProbing(frame)) return;
    const child = frame + frameStride<G>();
    const c = changetype<Frame>(child);
    const negated = negates<G>(p);
    const alpha = negated ? -p.beta : p.alpha;
    const beta = negated ? -p.alpha : p.beta;
    const fresh = entering && ply + 1 == s.ply;
    if (!fresh && c.best >= beta) {
      narrow(child, alpha, beta);
      leaveNext<G>(searcher, ply + 1);
      return;
    }
    if (max(c.alpha, alpha) >= min(c.beta, beta)) {
      // The child is searched again because its scout promised more than this node now needs.
      p.best = p.beta;
      p.bestMove = p.move;
      noteBest<G>(p, 1);
      leaveNext<G>(searcher, ply);
      return;
    }
    if (fresh) {
      c.alpha = max(c.alpha, alpha);
      c.beta = min(c.beta, beta);
    } else {
      narrow(child, alpha, beta);
    }
  }
}
