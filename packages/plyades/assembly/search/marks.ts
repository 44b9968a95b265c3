// ABDADA (Weill, "The ABDADA distributed minimax search algorithm", 1996): every thread searches the same tree, and
// marks beside the shared table say which nodes are being searched. A thread that meets a marked younger brother puts
// it off and takes the next; when only marked ones are left it searches them too, by then mostly a look at the table.
//
// Weill counts the processors of a node in its table entry. Here marks stand in 64 KiB of their own, eight to a cache
// line, because an entry has no bit to spare and a mark must not displace one. A mark may get lost, stay behind when a
// thread is ended, or be another position's: it decides the order in which children are searched, never a value.
import { FULL_DEPTH, Game } from '../contract';
import { mix } from '../hash';
import { remainingAt } from './distance';
import { Frame, frameStride, framesAt, Searcher, scoresOf, stateOf } from './searcher';
import { NO_CUT, typeAt } from './splitting';
import {
  BOUND_EXACT,
  BOUND_LOWER,
  entryBound,
  entryDepth,
  entryMove,
  entryOpen,
  entryPlay,
  entryValueAt,
  probe,
} from './table';

const BUCKETS: u64 = 1024;
const BUCKET_BYTES: usize = 64;

export const MARKS_BYTES: usize = <usize>BUCKETS * BUCKET_BYTES;

/** Nodes after which a thread looks again whether another one has decided a node above it. */
export const LOOK: i32 = 1024;

/** Scores of children that were put off, below those of all others: the first one put off is the greatest. */
const PUT_OFF: i32 = -(1 << 29);

/** The marks of a table, 0 when it has none. */
export function marksOf(table: usize): usize {
  return load<u32>(table, 12);
}

/** Gives a table these marks, all cleared. */
export function attachMarks(table: usize, marks: usize): void {
  memory.fill(marks, 0, MARKS_BYTES);
  store<u32>(table, <u32>marks, 12);
}

/**
 * Whether threads can share a tree of this mode. Play mode of some games keeps other things where a frame notes its mark,
 * or knows positions by the way to them.
 */
export function sharesTree<G extends Game>(play: bool): bool {
  const g = changetype<G>(0);
  return !play || (!g.selective() && g.repeats() == 0);
}

/** True when a node is worth a mark. */
function isMarkable<G extends Game>(s: Searcher, state: usize, depth: i32): bool {
  if (depth != FULL_DEPTH) return depth >= s.markDepth;
  return !changetype<G>(state).completes(s.markPlies - 1);
}

/** The name of a search of a position at a depth, in this generation of the table. */
function keyOf(table: usize, hash: u64, depth: i32): u64 {
  return (hash ^ mix(((<u64>load<u32>(table, 4)) << 8) | <u64>depth)) | 1;
}

function bucketOf(marks: usize, key: u64): usize {
  return marks + <usize>(((key >> 32) * BUCKETS) >> 32) * BUCKET_BYTES;
}

/**
 * Marks a node. Returns the address of the mark, or 0 when the node is marked already. A full bucket loses its first
 * mark. It is an exchange, so that of threads that come here at the same moment one marks the node.
 */
export function mark(table: usize, hash: u64, depth: i32): usize {
  const key = keyOf(table, hash, depth);
  const bucket = bucketOf(marksOf(table), key);
  for (let at = bucket; at < bucket + BUCKET_BYTES; at += 8) {
    if (load<u64>(at) == key) return 0;
  }
  for (let at = bucket; at < bucket + BUCKET_BYTES; at += 8) {
    const other = atomic.cmpxchg<u64>(at, 0, key);
    if (other == 0) return at;
    if (other == key) return 0;
  }
  store<u64>(bucket, key);
  return bucket;
}

/** Takes a mark back; of 0 there is none. */
export function unmark(at: usize): void {
  if (at != 0) store<u64>(at, 0);
}

/** Where the mark of the child under way of a frame is noted. Where trees are shared no move is passed, and the word is free. */
function markAt(frame: usize): usize {
  return frame + offsetof<Frame>('passing');
}

/**
 * The child at `state` of the node at `ply`, of the move that was picked, is to be searched next: marks it. False, and the
 * move is put off, when another thread is searching it, unless it was put off before. The eldest is put off only where no
 * cut is expected: elsewhere it may spare the search of its brothers.
 */
export function claimChild<G extends Game>(
  searcher: usize,
  ply: i32,
  frame: usize,
  state: usize,
  depth: i32,
): bool {
  const s = changetype<Searcher>(searcher);
  store<u32>(markAt(frame), 0);
  if (!isMarkable<G>(s, state, depth)) return true;
  const at = mark(s.table, changetype<G>(state).hash(), depth);
  const isYounger = changetype<Frame>(frame).index > 0;
  if (at == 0 && !wasPutOff<G>(frame) && (isYounger || typeAt<G>(searcher, ply) == NO_CUT)) {
    putOff<G>(frame);
    s.putOff++;
    return false;
  }
  store<u32>(markAt(frame), <u32>at);
  return true;
}

/** The child under way has returned, or is abandoned. */
export function clearMark(frame: usize): void {
  unmark(<usize>load<u32>(markAt(frame)));
  store<u32>(markAt(frame), 0);
}

/** Clears the marks of all frames from `ply` to the one above `last`. */
export function clearMarks<G extends Game>(searcher: usize, ply: i32, last: i32): void {
  const stride = frameStride<G>();
  let frame = framesAt<G>(searcher) + <usize>ply * stride;
  for (; ply < last; ply++, frame += stride) clearMark(frame);
}

/** Puts the move at `index`, which was picked, behind all that have not been put off. */
function putOff<G extends Game>(frame: usize): void {
  const f = changetype<Frame>(frame);
  const scores = scoresOf<G>(frame);
  let score = PUT_OFF;
  for (let i = f.index; i < f.count; i++) {
    score = min(score, load<i32>(scores + ((<usize>i) << 2)) - 1);
  }
  store<i32>(scores + ((<usize>f.index) << 2), score);
}

/** True when the move at `index`, which was picked, has been put off before. */
function wasPutOff<G extends Game>(frame: usize): bool {
  const f = changetype<Frame>(frame);
  return load<i32>(scoresOf<G>(frame) + ((<usize>f.index) << 2)) <= PUT_OFF;
}

/**
 * The ply of the node nearest to the root that another thread has decided meanwhile, or -1: what lies below it need not
 * be searched any more. The node's frame then has value, move and `open` as if it had been searched.
 */
export function decidedAbove<G extends Game>(searcher: usize, last: i32, play: u32): i32 {
  const s = changetype<Searcher>(searcher);
  const stride = frameStride<G>();
  let frame = framesAt<G>(searcher);
  // Of a root that is searched for some of its moves only, the table knows nothing.
  let ply = 0;
  if (s.rootCount != 0) {
    frame += stride;
    ply++;
  }
  for (; ply < last; ply++, frame += stride) {
    const f = changetype<Frame>(frame);
    if (!isMarkable<G>(s, stateOf(frame), f.depth)) return -1;
    const data = probe(s.table, f.hash);
    if (data == 0 || entryPlay(data) > play) continue;
    const depth = entryDepth(data);
    if (depth != f.depth && !(play && depth > f.depth)) continue;
    const bound = entryBound(data);
    const value = entryValueAt(data, remainingAt(s, ply, f.depth, play));
    if (bound != BOUND_EXACT && (bound == BOUND_LOWER ? value < f.beta : value > f.alpha)) continue;
    f.best = value;
    f.bestMove = entryMove(data);
    f.open = entryOpen(data);
    f.pvLength = 0;
    return ply;
  }
  return -1;
}
