// What one thread needs to run simulations in a tree: the path of the simulation under way, the moves played after it,
// and scratch for positions and lists. Nothing is allocated during a simulation.
import { mix } from '../hash';

/** Nodes on a path at most; what lies deeper is not expanded. */
export const MAX_PATH: i32 = 512;

/** Plies of a random game at most; one that is not over then counts as a draw. */
export const MAX_PLAYOUT: i32 = 1000;

/** Entries of the table of moves played; moves that collide there are not credited. */
const PLAYED_ENTRIES: u32 = 4096;

@unmanaged
export class Walker {
  random: u64;
  /** Number of the simulation, which marks what belongs to it in the table of moves played. */
  stamp: u32;
  /** Nodes on the path, the root included. */
  pathLength: i32;
  /** Moves of the random game. */
  playoutLength: i32;
  pad: i32;
}

const HEADER: usize = 64;
const PATH_BYTES: usize = <usize>MAX_PATH * 8;
const PLAYOUT_BYTES: usize = (<usize>MAX_PLAYOUT + 8) * 4;
const PLAYED_BYTES: usize = <usize>PLAYED_ENTRIES * 8;

/** Bytes for a game with positions of this size and lists of at most this many moves. */
export function walkerBytes(positionBytes: i32, maxMoves: i32): usize {
  return (
    HEADER +
    PATH_BYTES +
    PLAYOUT_BYTES +
    PLAYED_BYTES +
    3 * <usize>positionBytes +
    8 * <usize>maxMoves +
    64
  );
}

/** The path: the address of a node and the move that leads to it, u32 each. */
export function pathOf(walker: Walker): usize {
  return changetype<usize>(walker) + HEADER;
}

/** The moves of a random game: code with the side that moved in bit 0. */
export function playoutOf(walker: Walker): usize {
  return pathOf(walker) + PATH_BYTES;
}

function playedOf(walker: Walker): usize {
  return playoutOf(walker) + PLAYOUT_BYTES;
}

/** Three positions: the root, and two that take turns. */
export function positionsOf(walker: Walker): usize {
  return (playedOf(walker) + PLAYED_BYTES + 15) & ~15;
}

export function listOf(walker: Walker, positionBytes: i32): usize {
  return positionsOf(walker) + 3 * <usize>positionBytes;
}

export function seedWalker(walker: Walker, seed: u32, number: u32): void {
  walker.random = mix(((<u64>seed) << 32) | <u64>(number + 1)) | 1;
  walker.stamp = 0;
  memory.fill(playedOf(walker), 0, PLAYED_BYTES);
}

/** xorshift64*. */
export function nextRandom(walker: Walker): u32 {
  let x = walker.random;
  x ^= x >> 12;
  x ^= x << 25;
  x ^= x >> 27;
  walker.random = x;
  return <u32>((x * 0x2545f4914f6cdd1d) >> 32);
}

/** A number 0 .. n - 1. */
export function below(walker: Walker, n: i32): i32 {
  return <i32>((<u64>nextRandom(walker) * <u64>n) >> 32);
}

/** A move's identity as an even number: bit 0 is for the side. */
export function codeOf(slot: i32): u32 {
  return (<u32>(slot + 1) * 0x9e3779b1) << 1;
}

export function markPlayed(walker: Walker, word: u32): void {
  const at = entryOf(walker, word);
  store<u32>(at, word);
  store<u32>(at, walker.stamp, 4);
}

export function wasPlayed(walker: Walker, word: u32): bool {
  const at = entryOf(walker, word);
  return load<u32>(at) == word && load<u32>(at, 4) == walker.stamp;
}

function entryOf(walker: Walker, word: u32): usize {
  return playedOf(walker) + ((<usize>((word ^ (word >> 15)) & (PLAYED_ENTRIES - 1))) << 3);
}
