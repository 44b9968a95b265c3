// The heading of a list of moves. Where a tree keeps only the best moves of a position, the rules allow more than are
// listed, and the heading says so.
import { branchingOf, type GameNotation, type Position } from '../core/game.js';

/** The heading of `count` moves that the kernel lists for a position. */
export function movesTitle(notation: GameNotation, position: Position, count: number): string {
  if (branchingOf(notation, position) === 0) return 'legal moves';
  return count === 1 ? 'best move' : `best ${count} moves`;
}
