// The transposition table: 16-byte entries, four to a cache line, any number of lines. It may lie in
// memory that several threads share and is never locked: the first word of an entry is the position's
// key xor the second word, so an entry torn by two writers does not match its key and is ignored
// (plain loads and stores: 1.9x node rate on two threads, against 1.6x with atomics).
//
// Layout: a header of 64 bytes (number of buckets u32, generation u32, addresses of the shadow table and of the marks
// u32, 0 for none), then the buckets. Entry: key ^ data, data. Data, from bit 0: value + 2^19 (20 bits), depth
// (8), bound (2), open (1), play mode (1), move (24), generation (7), foreign (1): found by another process.
// Data 0 means empty: no entry has bound 0.
import { rescored } from './distance';

export const TABLE_HEADER: usize = 64;
export const BUCKET_BYTES: usize = 64;

export const BOUND_LOWER: u32 = 1;
export const BOUND_UPPER: u32 = 2;
export const BOUND_EXACT: u32 = 3;

/** Stands for 'no move' where a move is stored; moves fit 24 bits and never have this value. */
export const NO_MOVE: u32 = 0xffffff;

/** Set in the data of an entry that another process found; see shadow.ts. */
export const FOREIGN: u64 = (<u64>1) << 63;

/** The part of an entry's data that says something of the position: all but generation and `foreign`. */
export const WORD: u64 = ((<u64>1) << 56) - 1;

const GENERATIONS: u32 = 0x7f;

const BIAS: i32 = 1 << 19;

/** Packs an entry's data word. `value` must lie within +-(2^19 - 1), `depth` within 0 .. 255. */
export function pack(value: i32, depth: i32, bound: u32, open: u32, play: u32, move: u32): u64 {
  const low =
    <u32>(value + BIAS) | ((<u32>depth) << 20) | (bound << 28) | (open << 30) | (play << 31);
  return <u64>low | ((<u64>(move & NO_MOVE)) << 32);
}

export function entryValue(data: u64): i32 {
  return <i32>(<u32>data & 0xfffff) - BIAS;
}

export function entryDepth(data: u64): i32 {
  return <i32>((<u32>data >> 20) & 0xff);
}

export function entryBound(data: u64): u32 {
  return (<u32>data >> 28) & 3;
}

/** 1 when the value rests on an evaluation somewhere: the game below was not searched to its end. */
export function entryOpen(data: u64): u32 {
  return (<u32>data >> 30) & 1;
}

export function entryPlay(data: u64): u32 {
  return <u32>data >> 31;
}

export function entryForeign(data: u64): bool {
  return <i64>data < 0;
}

export function entryMove(data: u64): u32 {
  return <u32>(data >> 32) & NO_MOVE;
}

/** The value of an entry where `remaining` plies of the root's depth are left. */
export function entryValueAt(data: u64, remaining: i32): i32 {
  return rescored(entryValue(data), entryDepth(data), remaining);
}

function bucketOf(table: usize, key: u64): usize {
  const buckets = <u64>load<u32>(table);
  return table + TABLE_HEADER + <usize>(((key >> 32) * buckets) >> 32) * BUCKET_BYTES;
}

/** The data word stored for the key, or 0. */
export function probe(table: usize, key: u64): u64 {
  const bucket = bucketOf(table, key);
  let data = load<u64>(bucket, 8);
  if ((load<u64>(bucket) ^ data) == key && data != 0) return data;
  data = load<u64>(bucket, 24);
  if ((load<u64>(bucket, 16) ^ data) == key && data != 0) return data;
  data = load<u64>(bucket, 40);
  if ((load<u64>(bucket, 32) ^ data) == key && data != 0) return data;
  data = load<u64>(bucket, 56);
  if ((load<u64>(bucket, 48) ^ data) == key && data != 0) return data;
  return 0;
}

/**
 * Stores an entry over the same key, else over an empty place, else over the shallowest entry of the
 * bucket, where each generation of age counts as much as four plies. Of equals, the key decides: a
 * search to the end of the game has entries of one depth only, and they must not all meet in one place.
 */
export function remember(table: usize, key: u64, word: u64): void {
  const generation = load<u32>(table, 4) & GENERATIONS;
  const data = word | ((<u64>generation) << 56);
  const bucket = bucketOf(table, key);
  const first = (<usize>(key & 3)) << 4;
  let victim = bucket;
  let worst = i32.MAX_VALUE;
  for (let i: usize = 0; i < BUCKET_BYTES; i += 16) {
    const at = bucket + ((first + i) & 48);
    const old = load<u64>(at, 8);
    if (old == 0 || (load<u64>(at) ^ old) == key) {
      victim = at;
      break;
    }
    const age = (generation - <u32>(old >> 56)) & GENERATIONS;
    const worth = entryDepth(old) - <i32>(age << 2);
    if (worth < worst) {
      worst = worth;
      victim = at;
    }
  }
  store<u64>(victim, key ^ data);
  store<u64>(victim, data, 8);
}

/** Address of the table's shadow, 0 when it has none. */
export function shadowOf(table: usize): usize {
  return load<u32>(table, 8);
}

/** Bytes of a table with this many buckets. */
export function tableBytes(buckets: u32): usize {
  return TABLE_HEADER + <usize>buckets * BUCKET_BYTES;
}

/** Makes an empty table at an address that is a multiple of 64; a table that was there keeps its shadow and marks. */
export function initTable(table: usize, buckets: u32): void {
  const attached = load<u64>(table, 8);
  memory.fill(table, 0, tableBytes(buckets));
  store<u32>(table, buckets);
  store<u64>(table, attached, 8);
}

/**
 * Empties `count` buckets from `first` on. Others may be writing: an entry that is half emptied does not match its key.
 */
export function clearBuckets(table: usize, first: u32, count: u32): void {
  const from = table + TABLE_HEADER + <usize>first * BUCKET_BYTES;
  memory.fill(from, 0, <usize>count * BUCKET_BYTES);
}

/** Starts a new generation: entries of earlier searches become the first to be replaced. */
export function ageTable(table: usize): void {
  store<u32>(table, load<u32>(table, 4) + 1, 4);
}
