// The moves of the quiescence search: captures that do not plainly lose material, and pawns that
// promote. Every one of them takes a piece off the board or promotes one, so lines end by themselves,
// and which moves these are depends on the position alone.
import { attackMap } from './attacks';
import { any, everySquare } from './bitboard';
import { legalMoves } from './moves';
import { generateMoves } from './perft';
import { KING, PAWN, PROMOTE } from './pieces';
import { branchingOf, kindAt, sideToMove, squaresOf } from './position';
import { TacticalWriter } from './sink';
import { squareSet } from './tables';
import { VALUES, worth } from './worth';

/** Writes the tactical moves that the tree has at this position and returns their number. */
export function tacticalMoves(position: usize, moves: usize): i32 {
  const end = legalMoves<TacticalWriter>(position, moves);
  if (end == moves) return 0;
  return branchingOf(position) == 0
    ? keepSound(position, moves, end)
    : keepSound(position, moves, best(position, moves));
}

/** Leaves out what plainly loses material. */
function keepSound(position: usize, moves: usize, end: usize): i32 {
  if (end == moves) return 0;
  const them = sideToMove(position) ^ 1;
  const occupied = v128.or(squaresOf(position, 0), squaresOf(position, 1));
  const answered = attackMap(position, them, occupied, everySquare());
  let kept = moves;
  for (let at = moves; at < end; at += 4) {
    const move = load<u32>(at);
    if (!losesMaterial(position, move, answered)) {
      store<u32>(kept, move);
      kept += 4;
    }
  }
  return <i32>((kept - moves) >> 2);
}

/** Captures and promotions of pawns among the moves that a tree of bounded width keeps. */
function best(position: usize, moves: usize): usize {
  const end = moves + ((<usize>generateMoves(position, moves)) << 2);
  const theirs = squaresOf(position, sideToMove(position) ^ 1);
  let kept = moves;
  for (let at = moves; at < end; at += 4) {
    const move = load<u32>(at);
    const isCapture = any(v128.and(theirs, squareSet(move & 127)));
    if (isCapture || (move >= PROMOTE && kindAt(position, (move >> 7) & 127) == PAWN)) {
      store<u32>(kept, move);
      kept += 4;
    }
  }
  return kept;
}

/**
 * A protected piece that is worth less than the one that takes it, or a protected empty square: worth as
 * the kinds of both before the move, on any square, and protected by what sees the square before
 * the move. A king takes nothing that is protected.
 */
function losesMaterial(position: usize, move: u32, answered: v128): bool {
  const to = move & 127;
  if (!any(v128.and(answered, squareSet(to)))) return false;
  const taker = kindAt(position, (move >> 7) & 127);
  return taker != KING && worth(VALUES, kindAt(position, to)) < worth(VALUES, taker);
}
