// The table of df-pn: 16-byte entries, four to a cache line, shared by threads without locks as the
// transposition table is (assembly/search/table.ts): the first word is the key xor the second, so a torn
// entry does not match.
//
// Data, from bit 0: proof number (24 bits, all ones for infinite), disproof number (24), effort (6): about
// the binary logarithm of the nodes that were spent on it, and length (10): of a solved node, plies to the
// end by what was found. Data 0 means empty. A header of 64 bytes: number of buckets u32,
// searches begun so far u32, 1 when an answer is stored that rests on a path u32, address of the page map u32 or 0.
//
// The page map has a byte for each 4,096 bytes of the table from its address on, 1 where something was stored: emptying
// the table of a small search need not write to all of it.
import { GREATEST, INF } from './goal';

const HEADER: usize = 64;
const BUCKET: usize = 64;
const PAGE_BITS: usize = 12;

const MOST: u32 = 0xffffff;
export const LONGEST: u32 = 1023;

export function proofTableBytes(buckets: u32): f64 {
  return <f64>HEADER + <f64>buckets * <f64>BUCKET;
}

/** The memory must be zero, that of the page map, if there is one, too. */
export function initProofTable(table: usize, buckets: u32, pageMap: usize): void {
  store<u32>(table, buckets);
  store<u32>(table, <u32>pageMap, 12);
}

function notePage(table: usize, at: usize): void {
  const pageMap = <usize>load<u32>(table, 12);
  if (pageMap == 0) return;
  const page = pageMap + ((at - table) >> PAGE_BITS);
  // Threads share the map: a page that is noted already is only read.
  if (load<u8>(page) == 0) store<u8>(page, 1);
}

/** Whether an answer that rests on a path was ever stored: most searches never look for one. */
export function hasPaths(table: usize): bool {
  return load<u32>(table, 8) != 0;
}

export function notePath(table: usize): void {
  store<u32>(table, 1, 8);
}

/** A number that no other search on this table has. */
export function nextSearch(table: usize): u32 {
  return atomic.add<u32>(table + 4, 1) + 1;
}

export function packEntry(pn: u32, dn: u32, effort: u32, length: u32): u64 {
  return (
    <u64>squeezed(pn) |
    ((<u64>squeezed(dn)) << 24) |
    ((<u64>min<u32>(effort, 63)) << 48) |
    ((<u64>min(length, LONGEST)) << 54)
  );
}

function squeezed(number: u32): u32 {
  return number >= INF ? MOST : min(number, MOST - 1);
}

function widened(number: u32): u32 {
  return number == MOST ? INF : min(number, GREATEST);
}

export function entryPn(data: u64): u32 {
  return widened(<u32>data & MOST);
}

export function entryDn(data: u64): u32 {
  return widened(<u32>(data >> 24) & MOST);
}

function entryEffort(data: u64): i32 {
  return <i32>((data >> 48) & 63);
}

export function entryLength(data: u64): u32 {
  return <u32>(data >> 54);
}

function bucketOf(table: usize, key: u64): usize {
  return table + HEADER + <usize>(((key >> 32) * <u64>load<u32>(table)) >> 32) * BUCKET;
}

/** The data stored for the key, or 0. */
export function probe(table: usize, key: u64): u64 {
  const bucket = bucketOf(table, key);
  for (let at = bucket; at < bucket + BUCKET; at += 16) {
    const data = load<u64>(at, 8);
    if ((load<u64>(at) ^ data) == key && data != 0) return data;
  }
  return 0;
}

/** Stores over the same key, else over the entry on which least was spent. */
export function remember(table: usize, key: u64, data: u64): void {
  const bucket = bucketOf(table, key);
  let victim = bucket;
  let least = i32.MAX_VALUE;
  for (let at = bucket; at < bucket + BUCKET; at += 16) {
    const old = load<u64>(at, 8);
    if (old == 0 || (load<u64>(at) ^ old) == key) {
      victim = at;
      break;
    }
    const effort = entryEffort(old);
    if (effort < least) {
      least = effort;
      victim = at;
    }
  }
  notePage(table, victim);
  store<u64>(victim, key ^ data);
  store<u64>(victim, data, 8);
}
