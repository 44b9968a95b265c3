// Counts move sequences. Moves of the last ply are counted a set at a time and never written down, and
// neither hash nor balance is kept.
import { keepBest } from './branching';
import { legalMoves } from './moves';
import { movePiece } from './play';
import { branchingOf, POSITION_BYTES } from './position';
import { Counter, Writer } from './sink';

/** Most legal moves of any position that forty pieces can make. */
export const MAX_MOVES: i32 = 593;

const PLY_BYTES: usize = (<usize>POSITION_BYTES + <usize>MAX_MOVES * 4 + 15) & ~15;

/** Writes the moves that the tree has at this position and returns their number. */
export function generateMoves(position: usize, moves: usize): i32 {
  const count = <i32>((legalMoves<Writer>(position, moves) - moves) >> 2);
  const branching = branchingOf(position);
  return branching == 0 || count == 0 ? count : keepBest(position, moves, count, branching);
}

export function countMoves(position: usize): i32 {
  const count = <i32>(legalMoves<Counter>(position, 0) >> 2);
  const branching = <i32>branchingOf(position);
  return branching == 0 ? count : min(count, branching);
}

/** Leaves at `depth` >= 1; `scratch` has a position and a list of moves per ply. */
export function perft(position: usize, depth: i32, scratch: usize): u64 {
  if (depth == 1) return countMoves(position);
  const moves = scratch + <usize>POSITION_BYTES;
  const end = moves + ((<usize>generateMoves(position, moves)) << 2);
  let leaves: u64 = 0;
  for (let at = moves; at < end; at += 4) {
    movePiece(position, load<u32>(at), scratch);
    leaves += perft(scratch, depth - 1, scratch + PLY_BYTES);
  }
  return leaves;
}
