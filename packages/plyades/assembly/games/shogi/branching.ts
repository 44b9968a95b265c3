// Trees of bounded width: of all legal moves, the best `limit` by their static score are kept, as in the
// experiments that compare parallel searches at a fixed branching factor. The number of the move decides
// between equal scores, so that the same moves are kept everywhere.
import { rankedMove, rankMoves } from './ordering';

/** Sorts the moves, best first, and returns how many are kept: at most `limit`, which is not 0. */
export function keepBest(position: usize, moves: usize, count: i32, limit: i32): i32 {
  rankMoves(position, moves, count);
  const kept = min(count, limit);
  // Insertion: most moves are worse than the worst that is kept, and end after one comparison.
  const last = (<usize>(kept - 1)) << 2;
  for (let i: usize = 4; i < (<usize>count) << 2; i += 4) {
    const word = load<u32>(moves + i);
    let hole = i;
    if (i > last) {
      if (word < load<u32>(moves + last)) continue;
      hole = last;
    }
    while (hole > 0 && load<u32>(moves + hole - 4) < word) {
      store<u32>(moves + hole, load<u32>(moves + hole - 4));
      hole -= 4;
    }
    store<u32>(moves + hole, word);
  }
  for (let i: usize = 0; i <= last; i += 4) store<u32>(moves + i, rankedMove(load<u32>(moves + i)));
  return kept;
}
