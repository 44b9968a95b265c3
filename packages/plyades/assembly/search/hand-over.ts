// What a table knows of the positions below one of them, for a process that is to search it: its entry, its
// children's, theirs, and so on, those nearest to it first, until there is no room for more. Positions
// without an entry lead nowhere, so the walk is a short one.
//
// Layout: entries on their way in or out, the list of moves, the position itself, those that have an entry,
// and one that may have none.
import { Game } from '../contract';
import { ENTRY_BYTES, putEntry } from './shadow';
import { entryPlay, probe, WORD } from './table';

/** Most entries that are handed over. */
export const HANDED_ENTRIES: i32 = 64;

/** Behind the last entry a word is written that is longer than it. */
const MOVES: usize = <usize>HANDED_ENTRIES * ENTRY_BYTES + 64;

function positionsAt<G extends Game>(place: usize): usize {
  const end = place + MOVES + ((<usize>changetype<G>(0).maxMoves()) << 2);
  return (end + 63) & ~(<usize>63);
}

function strideOf<G extends Game>(): usize {
  return (<usize>changetype<G>(0).size() + 63) & ~(<usize>63);
}

/** Bytes of a place for handing over; it begins at a multiple of 64. */
export function handOverBytes<G extends Game>(): usize {
  return positionsAt<G>(0) + <usize>(HANDED_ENTRIES + 2) * strideOf<G>();
}

/** Writes what the table knows below the position of `record` to the place, and returns how many entries. */
export function gather<G extends Game>(table: usize, record: usize, place: usize, play: u32): i32 {
  const stride = strideOf<G>();
  const moves = place + MOVES;
  const first = positionsAt<G>(place);
  changetype<G>(first).load(record);
  let out = place;
  let count = 0;
  let entry = knownOf<G>(table, first, play);
  if (entry != 0) {
    out = putEntry(out, changetype<G>(first).hash(), entry);
    count++;
  }
  let end = first + stride;
  for (let position = first; position < end; position += stride) {
    if (changetype<G>(position).over()) continue;
    const width = changetype<G>(position).generate(moves);
    for (let i: usize = 0; i < (<usize>width) << 2; i += 4) {
      if (count == HANDED_ENTRIES) return count;
      changetype<G>(position).play(load<u32>(moves + i), end);
      entry = knownOf<G>(table, end, play);
      if (entry == 0) continue;
      out = putEntry(out, changetype<G>(end).hash(), entry);
      end += stride;
      count++;
    }
  }
  return count;
}

/** The entry of a position, if a search of this mode may use it, else 0. */
function knownOf<G extends Game>(table: usize, position: usize, play: u32): u64 {
  const word = probe(table, changetype<G>(position).hash()) & WORD;
  return word != 0 && entryPlay(word) <= play ? word : 0;
}
