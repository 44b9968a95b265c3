// Positions travel between processes as the moves that lead to them from the root. Nothing received is
// trusted: every move is looked up before it is played.
import type { Rules } from './ports.js';

/** The position after some moves; undefined when one of them is not legal. */
export function follow<P>(rules: Rules<P>, path: readonly number[]): P | undefined {
  let position = rules.root;
  for (const move of path) {
    if (!rules.moves(position).includes(move)) return undefined;
    position = rules.play(position, move);
  }
  return position;
}
