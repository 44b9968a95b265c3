// Positions travel between processes as the moves that lead to them from the root. Nothing received is
// trusted: every move is looked up before it is played.
import type { RulesPort } from './ports.js';

/**
 * The position after some moves, and behind it those on the way, the last one first, where games can end by the
 * way they took; undefined when a move is not legal.
 */
export function lineTo<P>(rules: RulesPort<P>, path: readonly number[]): [P, ...P[]] | undefined {
  const remembers = rules.resultByPath !== undefined;
  let line: [P, ...P[]] = [rules.root];
  for (const move of path) {
    const [position] = line;
    if (!rules.moves(position).includes(move)) return undefined;
    const next = rules.play(position, move);
    line = remembers ? [next, ...line] : [next];
  }
  return line;
}

/** The position after some moves; undefined when one of them is not legal. */
export const follow = <P>(rules: RulesPort<P>, path: readonly number[]): P | undefined =>
  lineTo(rules, path)?.[0];
