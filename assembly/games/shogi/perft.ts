// Counts move sequences. Moves of the last ply are counted a set at a time and never written down, and
// neither hash nor balance is kept.
import { legalMoves } from './moves';
import { movePiece } from './play';
import { POSITION_BYTES } from './position';
import { Counter, Writer } from './sink';

/** Most legal moves of any position that forty pieces can make. */
export const MAX_MOVES: i32 = 593;

const PLY_BYTES: usize = (<usize>POSITION_BYTES + <usize>MAX_MOVES * 4 + 15) & ~15;

export function countMoves(position: usize): u32 {
  return <u32>(legalMoves<Counter>(position, 0) >> 2);
}

/** Leaves at `depth` >= 1; `scratch` has a position and a list of moves per ply. */
export function perft(position: usize, depth: i32, scratch: usize): u64 {
  if (depth == 1) return countMoves(position);
  const moves = scratch + <usize>POSITION_BYTES;
  const end = legalMoves<Writer>(position, moves);
  let leaves: u64 = 0;
  for (let at = moves; at < end; at += 4) {
    movePiece(position, load<u32>(at), scratch);
    leaves += perft(scratch, depth - 1, scratch + PLY_BYTES);
  }
  return leaves;
}
