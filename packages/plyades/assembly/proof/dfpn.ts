// Depth-first proof-number search (Nagai) with the 1 + epsilon trick (Pawlewicz and Lew), as a resumable
// loop over explicit frames. A frame keeps the numbers of its children, so a small table makes the search
// slower but not endless.
//
// Results that rest on a repetition hold on their path only. Each result carries the least ply that it
// rests on; it becomes independent where the repetition lies wholly below a node, because then the
// defender has a region that the attacker cannot leave. Others are stored under a key that contains the
// whole path, and are found again on that path alone (after Kishimoto and Mueller). Where perpetual check
// decides, what a cycle is worth depends on the moves before it, and nothing becomes independent.
import { Game } from '../contract';
import { mix } from '../hash';
import { NO_MOVE } from '../search/table';
import {
  byPath,
  descend,
  GREATEST,
  INF,
  isOr,
  keyPlace,
  Line,
  look,
  movesOf,
  noteKey,
  OPEN,
  PERPETUAL_LOSES,
  positionAt,
} from './goal';
import {
  entryDn,
  entryLength,
  entryPn,
  hasPaths,
  nextSearch,
  notePath,
  packEntry,
  probe,
  remember,
} from './table';

/** A result that rests on no path. */
const FREE: i32 = i32.MAX_VALUE;

/** Makes keys of positions with the attacker to move others than with the defender to move. */
const ATTACKERS_TURN: u64 = 0x7f4a7c159e3779b9;

/** Spreads moves over the bits of a path's hash. */
const MOVE_FACTOR: u64 = 0xd1b54a32d192ed03;

/**
 * Slots of the counters of threads, a power of two. Two bytes belong to a key: how many threads are below it,
 * and how often an answer was stored for it, so that a thread need not look into the table where no thread was.
 */
const SLOTS: u32 = 1 << 16;

/** What a frame does next: makes its moves, looks at one child after the other, goes on below or back. */
const ENTER: u32 = 0;
const LOOK: u32 = 1;
const CONTINUE: u32 = 2;
/** The same, when the children have just been looked at. */
const DECIDE: u32 = 3;
/** With several threads: looks what the others have found about its children. */
const REFRESH: u32 = 4;

@unmanaged
export class Frame {
  thresholdPn: u32;
  thresholdDn: u32;
  pn: u32;
  dn: u32;
  phase: u32;
  /** Moves, how many of them were looked at, and children that came of it. */
  moves: u32;
  next: u32;
  count: u32;
  /** The child that is searched. */
  chosen: u32;
  /** Address of the first child. */
  children: usize;
  key: u64;
  path: u64;
  /** Nodes evaluated when the frame was entered. */
  since: u64;
}

@unmanaged
export class Child {
  move: u32;
  pn: u32;
  dn: u32;
  /** The least ply that the numbers rest on when they are final, FREE for none. */
  rests: i32;
  key: u64;
  length: u32;
  /** Answers stored for it when the table was looked up last. */
  stored: u32;
}

const CHILD: usize = 32;

@unmanaged
export class DepthFirst extends Line {
  table: usize;
  frames: usize;
  children: usize;
  childrenEnd: usize;
  ply: i32;
  /** Where the search began: plies of play before it, which lines must not come back to. */
  base: i32;
  /** 1 when positions have keys of their own; else each path is a node of its own. */
  keyed: i32;
  /** 1: all children are looked at, also when one has decided, so that the shortest way is known. */
  thorough: i32;
  /** Thresholds leave a second best child this fraction behind: 2 for a quarter, and so on. */
  epsilon: i32;
  /** Numbers of the root, and its length. */
  rootPn: u32;
  rootDn: u32;
  rootLength: u32;
  /** The least ply before the root that its numbers rest on when they are final, FREE for none. */
  rootRests: i32;
  /** 1 when a line became too long. */
  deep: u32;
  done: u32;
  /** Counters of threads below positions, 0 when there is one thread; what each of them counts. */
  busy: usize;
  weight: u32;
  evaluated: u64;
  expanded: u64;
}

export const FRAME: usize = 64;

/** Bytes of a searcher with its frames and children, without line and table. */
export function depthFirstBytes<G extends Game>(maxPly: i32, children: i32): usize {
  return 256 + (<usize>maxPly + 2) * FRAME + <usize>children * CHILD;
}

/** Bytes of the counters of threads. */
export function busyBytes(): usize {
  return <usize>SLOTS * 2;
}

export function initDepthFirst<G extends Game>(at: usize, maxPly: i32, children: i32): void {
  memory.fill(at, 0, 256);
  const d = changetype<DepthFirst>(at);
  d.frames = at + 256;
  d.children = d.frames + (<usize>maxPly + 2) * FRAME;
  d.childrenEnd = d.children + <usize>children * CHILD;
  d.epsilon = 2;
  d.keyed = 1;
}

/**
 * Begins at the position after `count` legal moves (u32 each) from the one of the record. Lines that come back
 * to positions on the way there are repetitions. It ends without an answer when the root's numbers reach these.
 */
export function startDepthFirst<G extends Game>(
  d: DepthFirst,
  record: usize,
  played: usize,
  count: i32,
  mostPn: u32,
  mostDn: u32,
): void {
  changetype<G>(positionAt<G>(d, 0)).load(record);
  noteKey<G>(d, 0);
  // Where paths stand for positions, those of other roots must be others.
  const first = frameAt(d, 0);
  first.key = keyFor<G>(d, 0, d.keyed ? 0 : mix(<u64>nextSearch(d.table)));
  first.path = mix(first.key);
  for (let ply = 0; ply < count; ply++) {
    const move = load<u32>(played + ((<usize>ply) << 2));
    descend<G>(d, ply, move);
    const before = frameAt(d, ply);
    const frame = frameAt(d, ply + 1);
    frame.key = keyFor<G>(d, ply + 1, before.path + <u64>move * MOVE_FACTOR);
    frame.path = mix(before.path ^ frame.key);
  }
  d.base = count;
  d.ply = count;
  d.done = 0;
  d.deep = 0;
  d.bounded = 0;
  d.evaluated = 0;
  d.expanded = 0;
  const known = look<G>(d, count);
  const root = frameAt(d, count);
  root.count = 0;
  if (known != OPEN) {
    finishRoot(d, d.pn, d.dn, 0, d.since >= 0 ? d.since : FREE);
    return;
  }
  root.children = d.children;
  begin(d, root, mostPn, mostDn);
}

function frameAt(d: DepthFirst, ply: i32): Frame {
  return changetype<Frame>(d.frames + <usize>ply * FRAME);
}

function childAt(frame: Frame, i: u32): Child {
  return changetype<Child>(frame.children + <usize>i * CHILD);
}

function begin(d: DepthFirst, frame: Frame, thresholdPn: u32, thresholdDn: u32): void {
  frame.thresholdPn = thresholdPn;
  frame.thresholdDn = thresholdDn;
  frame.phase = ENTER;
  frame.since = d.evaluated;
  if (d.busy) atomic.add<u8>(slotOf(d, frame.key), 1);
}

function slotOf(d: DepthFirst, key: u64): usize {
  return d.busy + <usize>(<u32>key & (SLOTS - 1)) * 2;
}

/** Whether an answer may have been stored for the child since the last look; notes that it was looked. */
function isNews(d: DepthFirst, child: Child): bool {
  const stored = <u32>atomic.load<u8>(slotOf(d, child.key), 1);
  if (stored == child.stored) return false;
  child.stored = stored;
  return true;
}

/** The key of the position at `ply`, reached by a path with this hash. */
function keyFor<G extends Game>(d: DepthFirst, ply: i32, path: u64): u64 {
  if (!d.keyed) return mix(path + 0x9e3779b97f4a7c15);
  const g = changetype<G>(positionAt<G>(d, ply));
  let key = g.repeats() == 0 ? g.hash() : load<u64>(keyPlace(d, ply));
  if (g.turn() == d.attacker) key ^= ATTACKERS_TURN;
  if (g.mostReversible() != i32.MAX_VALUE) key ^= mix(<u64>g.reversiblePlies() + 1);
  return key;
}

/** Searches until about `budget` more nodes are evaluated or all is done; true when it is. */
export function runDepthFirst<G extends Game>(d: DepthFirst, budget: i32): bool {
  const end = d.evaluated + <u64>budget;
  while (!d.done && (d.evaluated < end || isInside(frameAt(d, d.ply)))) stepDepthFirst<G>(d);
  return d.done != 0;
}

/**
 * Ends a search that has no answer yet, between two slices: numbers of the nodes on its line go into the table and
 * up to the root, which has those of its children then.
 */
export function leaveDepthFirst<G extends Game>(d: DepthFirst): void {
  while (!d.done) {
    const frame = frameAt(d, d.ply);
    if (frame.phase != ENTER) {
      frame.thresholdPn = 0;
      frame.thresholdDn = 0;
      proceed<G>(d, frame);
    } else if (d.ply == d.base) {
      finishRoot(d, d.pn, d.dn, 0, FREE);
    } else {
      if (d.busy) atomic.sub<u8>(slotOf(d, frame.key), 1);
      d.ply--;
    }
  }
}

/** Address of the root's children and their number, as far as they were looked at. */
export function rootChildren(d: DepthFirst): usize {
  return frameAt(d, d.base).children;
}

export function rootChildCount(d: DepthFirst): u32 {
  return frameAt(d, d.base).count;
}

/** A slice ends between two nodes. */
function isInside(frame: Frame): bool {
  return frame.phase != ENTER && frame.phase != CONTINUE;
}

/** One step: with several threads, what others do between two steps is what they may do on other cores. */
export function stepDepthFirst<G extends Game>(d: DepthFirst): void {
  const frame = frameAt(d, d.ply);
  switch (frame.phase) {
    case ENTER:
      enter<G>(d, frame);
      break;
    case LOOK:
      lookAtNext<G>(d, frame);
      break;
    case REFRESH:
      refresh(d, frame);
      frame.phase = CONTINUE;
      break;
    default:
      proceed<G>(d, frame);
  }
}

/** Makes the moves; ends the search when there is no room. */
function enter<G extends Game>(d: DepthFirst, frame: Frame): void {
  const ply = d.ply;
  d.expanded++;
  if (ply >= d.maxPly || ply >= <i32>0x7ffe) {
    tooDeep(d);
    return;
  }
  const moves = movesOf<G>(d, ply);
  if (frame.children + <usize>moves * CHILD > d.childrenEnd) {
    tooDeep(d);
    return;
  }
  frame.moves = <u32>moves;
  frame.next = 0;
  frame.count = 0;
  frame.phase = moves > 0 ? LOOK : DECIDE;
}

/** Looks at the child of the next move. */
function lookAtNext<G extends Game>(d: DepthFirst, frame: Frame): void {
  const ply = d.ply;
  const move = load<u32>(d.moves + ((<usize>frame.next) << 2));
  frame.next++;
  if (frame.next == frame.moves) frame.phase = DECIDE;
  if (!descend<G>(d, ply, move)) return;
  const child = childAt(frame, frame.count++);
  child.move = move;
  child.key = keyFor<G>(d, ply + 1, frame.path + <u64>move * MOVE_FACTOR);
  if (d.busy) child.stored = <u32>atomic.load<u8>(slotOf(d, child.key), 1);
  lookUp<G>(d, frame, child);
  d.evaluated++;
  // One child decides: the others are not needed.
  if ((isOr<G>(d, ply) ? child.pn : child.dn) == 0 && !(d.thorough && ply == d.base)) {
    if (frame.count > 1) memory.copy(frame.children, changetype<usize>(child), CHILD);
    frame.count = 1;
    frame.phase = DECIDE;
  }
}

function tooDeep(d: DepthFirst): void {
  d.deep = 1;
  d.done = 1;
}

/** Numbers of the child whose position lies behind the line: by the path, the table, or a first look. */
function lookUp<G extends Game>(d: DepthFirst, frame: Frame, child: Child): void {
  const ply = d.ply + 1;
  const g = changetype<G>(positionAt<G>(d, ply));
  child.rests = FREE;
  child.length = 0;
  if (g.reversiblePlies() <= g.mostReversible()) {
    if (byPath<G>(d, g, ply) != OPEN) {
      take(d, child);
      return;
    }
    if (recall(d, frame, child)) return;
  }
  look<G>(d, ply);
  take(d, child);
}

/** The numbers that the last look found. */
function take(d: DepthFirst, child: Child): void {
  child.pn = d.pn;
  child.dn = d.dn;
  if (d.since >= 0) child.rests = d.since;
}

/** What the table knows of a child: of the position, or of the position at the end of this path. */
function recall(d: DepthFirst, frame: Frame, child: Child): bool {
  const data = probe(d.table, child.key);
  if (data != 0) {
    child.pn = entryPn(data);
    child.dn = entryDn(data);
    child.length = entryLength(data);
    if (child.pn == 0 || child.dn == 0) return true;
  }
  if (!hasPaths(d.table)) return data != 0;
  const onPath = probe(d.table, pathKey(child.key, frame.path));
  if (onPath != 0) {
    child.pn = entryPn(onPath);
    child.dn = entryDn(onPath);
    // Of this kind of entry the length says on which ply it rests.
    child.rests = <i32>entryLength(onPath);
    child.length = 0;
    return true;
  }
  return data != 0;
}

function pathKey(key: u64, parentPath: u64): u64 {
  return mix(key ^ parentPath);
}

/** Goes on at a frame: back to its parent, or to its best child. */
function proceed<G extends Game>(d: DepthFirst, frame: Frame): void {
  const or = isOr<G>(d, d.ply);
  const count = frame.count;
  let least: u32 = INF;
  let second: u32 = INF;
  let total: u32 = 0;
  let best: u32 = 0;
  let leastSeen: u32 = INF;
  for (let i: u32 = 0; i < count; i++) {
    const child = childAt(frame, i);
    const number = or ? child.pn : child.dn;
    const other = or ? child.dn : child.pn;
    total = min(total + other, INF);
    if (number < least) least = number;
    let seen = number;
    if (d.busy && number != 0 && number < INF) {
      seen = min(number + d.weight * <u32>atomic.load<u8>(slotOf(d, child.key)), GREATEST);
    }
    if (seen < leastSeen) {
      second = leastSeen;
      leastSeen = seen;
      best = i;
    } else if (seen < second) {
      second = seen;
    }
  }
  if (least == 0) total = INF;
  else if (total == INF && least < INF) total = GREATEST;
  frame.pn = or ? least : total;
  frame.dn = or ? total : least;
  if (
    frame.pn >= frame.thresholdPn ||
    frame.dn >= frame.thresholdDn ||
    (d.ply > d.base && isStale(d, frame))
  ) {
    goBack<G>(d, frame, or);
    return;
  }
  const child = childAt(frame, best);
  const mine = or ? frame.thresholdPn : frame.thresholdDn;
  const theirs = or ? frame.thresholdDn : frame.thresholdPn;
  const own = or ? child.dn : child.pn;
  const near = second >= INF ? INF : max(second + 1, min(second + (second >> d.epsilon), GREATEST));
  // Another thread's presence must not keep this one from going on below the child.
  const smaller = max(min(mine, near), min((or ? child.pn : child.dn) + 1, GREATEST));
  const rest = theirs >= INF ? INF : theirs - total + own;
  frame.chosen = best;
  frame.phase = CONTINUE;
  descend<G>(d, d.ply, child.move);
  const below = frameAt(d, d.ply + 1);
  below.key = child.key;
  below.path = mix(frame.path ^ child.key);
  below.children = frame.children + <usize>count * CHILD;
  d.ply++;
  begin(d, below, or ? smaller : rest, or ? rest : smaller);
}

/** With several threads: another one has solved the position meanwhile. */
function isStale(d: DepthFirst, frame: Frame): bool {
  if (!d.busy) return false;
  const parent = frameAt(d, d.ply - 1);
  if (!isNews(d, childAt(parent, parent.chosen))) return false;
  const data = probe(d.table, frame.key);
  if (data == 0) return false;
  return entryPn(data) == 0 || entryDn(data) == 0;
}

/** Stores what was found and returns to the parent. */
function goBack<G extends Game>(d: DepthFirst, frame: Frame, or: bool): void {
  const ply = d.ply;
  const known = d.busy ? probe(d.table, frame.key) : 0;
  let pn = frame.pn;
  let dn = frame.dn;
  let rests = FREE;
  let length: u32 = 0;
  if (d.busy) atomic.sub<u8>(slotOf(d, frame.key), 1);
  if (known != 0 && pn != 0 && dn != 0 && (entryPn(known) == 0 || entryDn(known) == 0)) {
    pn = entryPn(known);
    dn = entryDn(known);
    length = entryLength(known);
  } else {
    if (pn == 0 || dn == 0) {
      const decided = decide(d, frame, or == (pn == 0));
      rests = <i32>decided;
      length = <u32>(decided >> 32);
      if (rests >= ply && !(d.rules & PERPETUAL_LOSES)) rests = FREE;
    }
    const effort = 64 - <u32>clz<u64>(d.evaluated - frame.since);
    if (rests == FREE) {
      remember(d.table, frame.key, packEntry(pn, dn, effort, length));
      if (d.busy) atomic.add<u8>(slotOf(d, frame.key), 1, 1);
    } else if (ply > 0) {
      notePath(d.table);
      const key = pathKey(frame.key, frameAt(d, ply - 1).path);
      remember(d.table, key, packEntry(pn, dn, effort, <u32>rests));
    }
  }
  if (ply == d.base) {
    finishRoot(d, pn, dn, length, rests);
    return;
  }
  const parent = frameAt(d, ply - 1);
  const child = childAt(parent, parent.chosen);
  child.pn = pn;
  child.dn = dn;
  child.rests = rests;
  child.length = length;
  d.ply = ply - 1;
  if (d.busy) parent.phase = REFRESH;
}

/** With several threads: what the others have found about the children meanwhile. */
function refresh(d: DepthFirst, frame: Frame): void {
  for (let i: u32 = 0; i < frame.count; i++) {
    const child = childAt(frame, i);
    if (i == frame.chosen || child.pn == 0 || child.dn == 0 || !isNews(d, child)) continue;
    const data = probe(d.table, child.key);
    if (data == 0) continue;
    child.pn = entryPn(data);
    child.dn = entryDn(data);
    child.length = entryLength(data);
  }
}

/**
 * On what a solved frame rests (low word), and its length (high word). `one`: a single child decides it,
 * else all of them do.
 */
function decide(d: DepthFirst, frame: Frame, one: bool): u64 {
  const proved = frame.pn == 0;
  let rests = one ? i32.MIN_VALUE : FREE;
  let length: u32 = one ? u32.MAX_VALUE : 0;
  for (let i: u32 = 0; i < frame.count; i++) {
    const child = childAt(frame, i);
    if (!one) {
      rests = min(rests, child.rests);
      length = max(length, child.length);
    } else if (proved ? child.pn == 0 : child.dn == 0) {
      if (child.rests < rests || (child.rests == rests && child.length >= length)) continue;
      rests = child.rests;
      length = child.length;
    }
  }
  return ((<u64>(length + 1)) << 32) | <u64>(<u32>rests);
}

function finishRoot(d: DepthFirst, pn: u32, dn: u32, length: u32, rests: i32): void {
  d.rootPn = pn;
  d.rootRests = rests;
  d.rootDn = dn;
  d.rootLength = length;
  d.done = 1;
}

/** The move to a child that decides the solved root, the shortest way; NO_MOVE when all children do. */
export function decidingMove(d: DepthFirst): u32 {
  const root = frameAt(d, d.base);
  const proved = d.rootPn == 0;
  let move = NO_MOVE;
  let length = u32.MAX_VALUE;
  for (let i: u32 = 0; i < root.count; i++) {
    const child = childAt(root, i);
    if ((proved ? child.pn : child.dn) != 0 || child.length >= length) continue;
    length = child.length;
    move = child.move;
  }
  return move;
}
