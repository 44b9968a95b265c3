// The shadow table beside a transposition table that is not shared (Brockington 1998, section 5.2.6): a
// few entries, chosen by depth as the search stores them, that its process sends to the others, and the
// keys of the entries that have come from them. A position that another process has sent is searched
// by more than one, so every entry of it is worth sending, however shallow.
//
// A table without a shadow pays one load and one branch for each store.
//
// Layout: a header of 64 bytes (least worth i32, entries i32, answers u32, plies i32), room for entries on
// their way in or out, the entries (key, data), their worths (i32), the keys that came (u32).
import { FULL_DEPTH, INFINITE } from '../contract';
import {
  BOUND_EXACT,
  BOUND_LOWER,
  entryBound,
  entryDepth,
  entryPlay,
  entryValue,
  FOREIGN,
  probe,
  remember,
  shadowOf,
} from './table';

/** Entries of a shadow table, a power of 2. */
export const SHADOW_ENTRIES: usize = 128;
const SLOT_BITS: u64 = 7;

/** Keys that are known to have come from others, a power of 2. */
const KEYS: usize = 65536;
const KEY_BITS: u64 = 16;

/** An entry outside of a table: its key and its data without the generation. */
export const ENTRY_BYTES: usize = 15;

/** What an entry that came from others is worth beyond its depth: more than any depth. */
const IMPORTANT: i32 = 1 << 16;

const EXCHANGE: usize = 64;
const SLOTS: usize = EXCHANGE + SHADOW_ENTRIES * 16;
const WORTHS: usize = SLOTS + SHADOW_ENTRIES * 16;
const RECEIVED: usize = WORTHS + SHADOW_ENTRIES * 4;

/** Bytes of a shadow table. */
export function shadowBytes(): usize {
  return RECEIVED + KEYS * 4;
}

/** Where entries are written to by `collect` and read from by `absorb`. */
export function exchangeAt(shadow: usize): usize {
  return shadow + EXCHANGE;
}

/** An empty shadow for the table; entries of less than `least` plies stay out of it. */
export function attachShadow(table: usize, shadow: usize, least: i32): void {
  memory.fill(shadow, 0, shadowBytes());
  store<i32>(shadow, least);
  store<u32>(table, <u32>shadow, 8);
}

/** From now on entries from `plies` below the root of a search and nearer are put aside, and no others. */
export function limitShadow(shadow: usize, plies: i32): void {
  store<i32>(shadow, plies + 1, 12);
}

/** Keys differ in any of their bits, so all are mixed into the highest. */
function mix(key: u64): u64 {
  return key * 0x9e3779b97f4a7c15;
}

function receivedAt(shadow: usize, key: u64): usize {
  return shadow + RECEIVED + ((<usize>(mix(key) >> (64 - KEY_BITS))) << 2);
}

/**
 * An entry was stored, `ply` plies below the root. It takes its place in the shadow over one that is worth no
 * more; `worth` is the depth, or where all depths are the same what else tells large subtrees from small ones.
 */
export function offer(shadow: usize, key: u64, word: u64, worth: i32, ply: i32): void {
  const plies = load<i32>(shadow, 12);
  if (plies != 0) {
    if (ply >= plies) return;
  } else if (load<u32>(receivedAt(shadow, key)) == <u32>(key >> 32)) {
    worth += IMPORTANT;
  } else if (worth < load<i32>(shadow)) {
    return;
  }
  const index = <usize>(mix(key) >> (64 - SLOT_BITS));
  const slot = shadow + SLOTS + (index << 4);
  const place = shadow + WORTHS + (index << 2);
  if (load<u64>(slot, 8) == 0) store<i32>(shadow, load<i32>(shadow, 4) + 1, 4);
  else if (worth < load<i32>(place) && load<u64>(slot) != key) return;
  store<u64>(slot, key);
  store<u64>(slot, word, 8);
  store<i32>(place, worth);
}

/** Moves the entries out of the shadow, to where they are exchanged; returns how many. */
export function collect(shadow: usize): i32 {
  let out = exchangeAt(shadow);
  let count = 0;
  for (let index: usize = 0; index < SHADOW_ENTRIES; index++) {
    const slot = shadow + SLOTS + (index << 4);
    const word = load<u64>(slot, 8);
    if (word == 0) continue;
    out = putEntry(out, load<u64>(slot), word);
    count++;
    store<u64>(slot, 0, 8);
  }
  store<i32>(shadow, 0, 4);
  return count;
}

/** Writes an entry where entries leave, and returns the place of the next one. */
export function putEntry(out: usize, key: u64, word: u64): usize {
  store<u64>(out, key);
  // The byte too many is the generation, and the next entry's first.
  store<u64>(out, word, 8);
  return out + ENTRY_BYTES;
}

/**
 * Stores the `count` entries at `from` that came from another process, and returns how many were worth it.
 * An entry that no search of `deepest` plies (and of this mode) could have stored is left out.
 */
export function absorb(table: usize, from: usize, count: i32, play: u32, deepest: i32): i32 {
  let taken = 0;
  const shadow = shadowOf(table);
  const end = from + <usize>count * ENTRY_BYTES;
  for (let at = from; at < end; at += ENTRY_BYTES) {
    const key = load<u64>(at);
    const word = load<u64>(at, 7) >> 8;
    const depth = entryDepth(word);
    if (entryBound(word) == 0 || entryPlay(word) > play || abs(entryValue(word)) > INFINITE)
      continue;
    if (depth < 1 || (depth > deepest && depth != FULL_DEPTH)) continue;
    if (shadow != 0) store<u32>(receivedAt(shadow, key), <u32>(key >> 32));
    if (!adds(word, probe(table, key))) continue;
    remember(table, key, word | FOREIGN);
    taken++;
  }
  return taken;
}

/** Whether an entry says more than what is stored for its key. */
function adds(word: u64, old: u64): bool {
  if (old == 0) return true;
  const depth = entryDepth(word);
  const known = entryDepth(old);
  if (depth != known) return depth > known;
  const bound = entryBound(old);
  if (bound == BOUND_EXACT) return false;
  if (bound != entryBound(word)) return true;
  return bound == BOUND_LOWER
    ? entryValue(word) > entryValue(old)
    : entryValue(word) < entryValue(old);
}

/** An entry that came from another process has decided a node. */
export function credit(table: usize): void {
  const shadow = shadowOf(table);
  if (shadow != 0) store<u32>(shadow, load<u32>(shadow, 8) + 1, 8);
}
