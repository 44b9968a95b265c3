// Counts move sequences on the board alone, without keys and evaluation. As in all published counts,
// a game goes on where too few pieces are left to win it.
import { playBoard } from './board';
import { countMoves, writeMoves } from './legal';
import { BOARD_BYTES, PROMOTION, TO } from './position';

/** Room for the moves of a position. */
const MOVES: usize = 1024;

/** Bytes of scratch memory per ply. */
export const PERFT_PLY: usize = MOVES + BOARD_BYTES;

/** Leaves at `depth` >= 1; `scratch` has PERFT_PLY bytes for each ply but the last. */
export function perft(position: usize, depth: i32, scratch: usize): u64 {
  if (depth == 1) return countMoves(position);
  const end = writeMoves(position, scratch, 0, ~(<u64>0), true);
  const next = scratch + MOVES;
  let leaves: u64 = 0;
  for (let at = scratch; at < end; at += 4) {
    const move = load<u32>(at);
    playBoard(position, move & 63, (move >> TO) & 63, move >> PROMOTION, next);
    leaves += depth == 2 ? countMoves(next) : perft(next, depth - 1, scratch + PERFT_PLY);
  }
  return leaves;
}
