// Checks of a message before a process uses it. A peer may be broken or dishonest, so every field
// is held against what the receiver knows: which processes exist, which moves are legal, which depths the search
// has. A message that fails a check is refused together with its sender (`ProcessContext.refuse`).
import { FULL_DEPTH, INFINITE } from '../core/score.js';
import type { ProcessId } from './actor.js';
import { realDepth } from './depths.js';
import type { RulesPort } from './ports.js';
import type { ValueBounds } from './value-bounds.js';

/**
 * Most nodes that one message may claim. A process that searches 10 million nodes a second needs 325 days for them,
 * and 32 such messages still add up to a safe integer.
 */
export const MAX_NODES = 2 ** 48;

/** Sums of claimed nodes stop here, so that they can be sent on. */
export const addNodes = (sum: number, more: number): number => Math.min(MAX_NODES, sum + more);

/** Whether a search can have this value; the ends of the scale stand for "nothing is known". */
export const isValue = (value: number): boolean => Math.abs(value) < INFINITE;

/** Whether two bounds of a value say something and do not contradict each other. */
export const areBounds = ({ lower, upper }: ValueBounds, infinite = INFINITE): boolean =>
  lower <= upper &&
  lower < infinite &&
  upper > -infinite &&
  (lower > -infinite || upper < infinite);

/** Whether two results about the same search exclude each other. */
export const contradict = (one: ValueBounds, other: ValueBounds): boolean =>
  one.lower > other.upper || other.lower > one.upper;

/** Whether all moves are legal, one after the other, from a position on. */
export function isLegalLine<P>(rules: RulesPort<P>, from: P, line: readonly number[]): boolean {
  let position = from;
  for (const move of line) {
    if (!rules.moves(position).includes(move)) return false;
    position = rules.play(position, move);
  }
  return true;
}

/** Whether a search of the root to `last` plies has a node `ply` moves from the root that is searched to `depth`. */
export function hasDepth<P>(
  rules: RulesPort<P>,
  last: number,
  ply: number,
  depth: number,
): boolean {
  if (depth === FULL_DEPTH) return realDepth(rules, last) === FULL_DEPTH;
  return depth >= 1 && ply + depth <= last;
}

/** Whether this is the number of a worker other than the process itself. */
export const isOtherWorker = (
  process: ProcessId,
  { self, size }: { readonly self: ProcessId; readonly size: number },
): boolean => process > 0 && process < size && process !== self;
