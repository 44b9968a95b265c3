// The tree in flat memory: nodes of 20 bytes, the children of a node side by side in one block. A node
// knows no parent, since a thread that works in the tree knows its path. Several threads may share a store:
// each takes blocks from a chunk of its own, keeps its own lists of freed blocks and its own count of nodes, so that
// only taking a new chunk touches a common word.
//
// Node: proof number, disproof number, move that leads here, first child, flag word (u32 each). Flag
// word: bit 0 the lock, bit 1 a thread is expanding the node, bit 2 it has been expanded, bits 8 to 15
// threads at or below the node, bits 16 to 31 number of children. Where threads share a store the flag word
// changes by atomic instructions only; pns.ts says which thread may do what.
import { INF } from './goal';

export const NODE_BYTES: usize = 20;

/** Index of the root; 0 is no node. */
export const ROOT: u32 = 1;

export const LOCK: u32 = 1;
export const BUSY: u32 = 2;
export const EXPANDED: u32 = 4;
export const USER: u32 = 1 << 8;
export const USERS: u32 = 0xff << 8;
export const COUNT: u32 = 16;

/** Where the flag word is. */
export const FLAGS: usize = 16;

/**
 * The head of a store; nodes begin HEADER bytes behind its address. Every step reads it, so what changes with
 * every leaf is in a cache line of its own.
 */
@unmanaged
export class Store {
  /** Nodes that fit, root included. */
  capacity: u32;
  /** 1 when all threads are to stop: the root is solved, memory is full, or the caller wants it. */
  stop: u32;
  /** 1 when the memory was not enough. */
  full: u32;
  /** Threads that share this store; 1 for none but the owner. */
  threads: i32;
  /** 1 when a path became longer than there is room for. */
  deep: u32;
}

/** What changes during a search, COUNTS bytes behind the head. */
@unmanaged
export class Counts {
  /** The next node that was never used. */
  next: u32;
  /**
   * Nodes in use, and the most there have been. Where threads share the store, what each of them has taken and given
   * back since is in its tally, and the most is looked at once a chunk.
   */
  live: u32;
  peak: u32;
  /** Depth of the last leaf of the principal variation. */
  pvDepth: i32;
}

export const COUNTS: usize = 64;

/**
 * Tallies of threads, a cache line each: nodes taken less nodes given back (i32). One common count was a line that
 * each leaf moved from core to core.
 */
export const TALLIES: usize = 128;
const TALLY_BYTES: usize = 64;
/** The most threads that a solver may have. */
const MOST_TALLIES: i32 = 128;
export const HEADER: usize = TALLIES + <usize>MOST_TALLIES * TALLY_BYTES;

export function countsOf(store: usize): Counts {
  return changetype<Counts>(store + COUNTS);
}

export function tallyAt(store: usize, thread: i32): usize {
  return store + TALLIES + <usize>thread * TALLY_BYTES;
}

/** Nodes in use; a guess while other threads work. */
export function liveNodes(at: usize): u32 {
  const threads = changetype<Store>(at).threads;
  let live = countsOf(at).live;
  if (threads == 1) return live;
  for (let thread = 0; thread < threads; thread++) live += load<u32>(tallyAt(at, thread));
  return live;
}

/**
 * A thread's lists of free blocks: a chunk (next, end), the address of its tally, then the first block of each size,
 * u32 each.
 */
export const CHUNK_NODES: u32 = 2048;
const TALLY: usize = 8;
const BLOCKS: usize = 12;

/** Bytes of the lists for blocks of up to `most` nodes. */
export function listsBytes(most: i32): usize {
  return BLOCKS + ((<usize>most + 1) << 2);
}

/** Empties the lists of a thread, for blocks of up to `most` nodes. */
export function initLists(lists: usize, most: i32, tally: usize): void {
  memory.fill(lists, 0, listsBytes(most));
  store<usize>(lists, tally, TALLY);
}

export function tallyOf(lists: usize): usize {
  return load<usize>(lists, TALLY);
}

export function storeBytes(capacity: u32): f64 {
  return <f64>HEADER + <f64>capacity * <f64>NODE_BYTES;
}

/** Makes an empty store; the root has no numbers yet. */
export function initStore(at: usize, capacity: u32, threads: i32): void {
  const head = changetype<Store>(at);
  head.capacity = capacity;
  const counts = countsOf(at);
  counts.next = ROOT + 1;
  counts.live = 1;
  counts.peak = 1;
  counts.pvDepth = 1;
  head.stop = 0;
  head.full = 0;
  head.threads = threads;
  head.deep = 0;
  if (threads > 1) memory.fill(tallyAt(at, 0), 0, <usize>threads * TALLY_BYTES);
  const root = nodeAt(at, ROOT);
  memory.fill(root, 0, NODE_BYTES);
  setNumbers(root, 1, 1);
}

export function nodeAt(store: usize, index: u32): usize {
  return store + HEADER + <usize>(index - 1) * NODE_BYTES;
}

export function pnOf(node: usize): u32 {
  return load<u32>(node);
}

export function dnOf(node: usize): u32 {
  return load<u32>(node, 4);
}

export function setNumbers(node: usize, pn: u32, dn: u32): void {
  store<u32>(node, pn);
  store<u32>(node, dn, 4);
}

export function moveTo(node: usize): u32 {
  return load<u32>(node, 8);
}

export function firstChild(node: usize): u32 {
  return load<u32>(node, 12);
}

export function flagsOf(node: usize): u32 {
  return load<u32>(node, 16);
}

export function setFlags(node: usize, flags: u32): void {
  store<u32>(node, flags, 16);
}

export function countOf(node: usize): u32 {
  return flagsOf(node) >> COUNT;
}

export function isSolved(node: usize): bool {
  return pnOf(node) == 0 || dnOf(node) == 0;
}

/** Takes the lock if it is free. A thread that waits only reads, and leaves the cache line to the others. */
export function tryLock(node: usize): bool {
  if (atomic.load<u32>(node + FLAGS) & LOCK) return false;
  return (atomic.or<u32>(node + FLAGS, LOCK) & LOCK) == 0;
}

export function unlock(node: usize): void {
  atomic.and<u32>(node + FLAGS, ~LOCK);
}

/** Counts one thread more in the node. */
export function enter(node: usize): void {
  atomic.add<u32>(node + FLAGS, USER);
}

/** Counts one thread less; how many are left, times USER. */
export function exit(node: usize): u32 {
  return (atomic.sub<u32>(node + FLAGS, USER) & USERS) - USER;
}

/** Counts one thread less, and gives the lock back that it holds. */
export function exitUnlocking(node: usize): void {
  atomic.sub<u32>(node + FLAGS, USER | LOCK);
}

/** Marks a leaf as being expanded; false when another thread was first. */
export function mark(node: usize): bool {
  let flags = atomic.load<u32>(node + FLAGS);
  while ((flags & (BUSY | EXPANDED)) == 0) {
    const seen = atomic.cmpxchg<u32>(node + FLAGS, flags, flags | BUSY);
    if (seen == flags) return true;
    flags = seen;
  }
  return false;
}

/** Writes a node without children. */
export function writeLeaf(node: usize, pn: u32, dn: u32, move: u32): void {
  setNumbers(node, pn, dn);
  store<u32>(node, move, 8);
  store<u32>(node, 0, 12);
  setFlags(node, 0);
}

/** Gives a leaf its children, a block of `count` nodes from `first`, and takes the mark away. */
export function attachChildren(node: usize, first: u32, count: u32, shared: bool): void {
  store<u32>(node, first, 12);
  const change = EXPANDED + (count << COUNT);
  if (shared) atomic.add<u32>(node + FLAGS, change - BUSY);
  else setFlags(node, flagsOf(node) + change);
}

/** Forgets the children of a node that no thread is in. */
function detachChildren(node: usize, shared: bool): void {
  store<u32>(node, 0, 12);
  if (shared) atomic.and<u32>(node + FLAGS, 0xffff);
  else setFlags(node, flagsOf(node) & 0xffff);
}

/** A block of `count` nodes, or 0 when the memory is used up. `lists` belong to the calling thread. */
export function allocate(at: usize, lists: usize, count: u32, most: u32): u32 {
  const shared = changetype<Store>(at).threads > 1;
  let block = take(at, lists, count);
  if (block == 0) block = takeFresh(at, lists, count, shared);
  for (let size = count + 1; block == 0 && size <= most; size++) {
    block = take(at, lists, size);
    if (block) give(at, lists, block + count, size - count);
  }
  if (block) countLive(at, lists, <i32>count, shared);
  return block;
}

/** The first block of the list of this size. */
function take(at: usize, lists: usize, count: u32): u32 {
  const head = lists + BLOCKS + ((<usize>count) << 2);
  const block = load<u32>(head);
  if (block) store<u32>(head, pnOf(nodeAt(at, block)));
  return block;
}

/** Puts a block into the list of its size. */
function give(at: usize, lists: usize, block: u32, count: u32): void {
  const head = lists + BLOCKS + ((<usize>count) << 2);
  store<u32>(nodeAt(at, block), load<u32>(head));
  store<u32>(head, block);
}

/** From the thread's chunk, or from a new one; what is left of the old chunk goes into the lists. */
function takeFresh(at: usize, lists: usize, count: u32, shared: bool): u32 {
  const head = changetype<Store>(at);
  if (!shared) {
    const block = countsOf(at).next;
    if (count > head.capacity + 1 - block) return 0;
    countsOf(at).next = block + count;
    return block;
  }
  let next = load<u32>(lists);
  let end = load<u32>(lists, 4);
  if (end - next < count) {
    if (end > next) give(at, lists, next, end - next);
    notePeak(countsOf(at), liveNodes(at));
    const size = max(count, CHUNK_NODES);
    next = atomic.add<u32>(at + COUNTS + offsetof<Counts>('next'), size);
    end = min(next + size, head.capacity + 1);
    // The others may go on adding: the word must not wrap round.
    if (next > head.capacity) {
      atomic.store<u32>(at + COUNTS + offsetof<Counts>('next'), head.capacity + 1);
      end = next;
    }
    store<u32>(lists, next);
    store<u32>(lists, end, 4);
    if (end < next + count) return 0;
  }
  store<u32>(lists, next + count);
  return next;
}

function countLive(at: usize, lists: usize, count: i32, shared: bool): void {
  if (shared) {
    const tally = tallyOf(lists);
    store<i32>(tally, load<i32>(tally) + count);
    return;
  }
  const counts = countsOf(at);
  counts.live += <u32>count;
  notePeak(counts, counts.live);
}

function notePeak(counts: Counts, live: u32): void {
  if (live > counts.peak) counts.peak = live;
}

/**
 * Gives back everything below a node that no thread is in, and returns how many nodes that were; the caller holds
 * its lock, where there are locks.
 */
export function freeBelow(at: usize, lists: usize, node: usize): i32 {
  if (countOf(node) == 0) return 0;
  const shared = changetype<Store>(at).threads > 1;
  const freed = <i32>freeChildren(at, lists, node);
  detachChildren(node, shared);
  countLive(at, lists, -freed, shared);
  return freed;
}

/** No thread is below the node, so none can come between: its children are written again when they are used. */
function freeChildren(at: usize, lists: usize, node: usize): u32 {
  const count = countOf(node);
  if (count == 0) return 0;
  const first = firstChild(node);
  let freed = count;
  for (let i: u32 = 0; i < count; i++) freed += freeChildren(at, lists, nodeAt(at, first + i));
  give(at, lists, first, count);
  return freed;
}

/** Numbers of a node from those of its children. */
export function fromChildren(at: usize, node: usize, or: bool): u64 {
  const count = countOf(node);
  let child = nodeAt(at, firstChild(node));
  let least: u32 = INF;
  let total: u32 = 0;
  const minAt: usize = or ? 0 : 4;
  const sumAt: usize = or ? 4 : 0;
  for (let i: u32 = 0; i < count; i++) {
    least = min(least, load<u32>(child + minAt));
    // Two infinite numbers still fit a word.
    total = min(total + load<u32>(child + sumAt), INF);
    child += NODE_BYTES;
  }
  // A sum of finite numbers is finite; one infinite number is so because another one is 0.
  if (least == 0) total = INF;
  else if (total == INF && least < INF) total = INF - 1;
  return or ? ((<u64>total) << 32) | least : ((<u64>least) << 32) | total;
}
