// Resuming an earlier search. Its last finished depth is known and need not be searched again; but the tables are
// empty, and moves are ordered by what shallower searches leave there. So deepening begins a little below, which
// costs a small part of what the next depth does. With the leaves of the earlier search's tree the known depth costs
// nothing: it is finished again from them.
import type { EarlierResult } from '../core/search-result.js';
import type { SearchFinding } from '../parallel/actor.js';
import type { SearchPlan } from '../parallel/algorithm.js';

const PLIES_BELOW = 1;

/** The part of a plan that comes from an earlier search. */
export function resumePlan(
  earlier: Pick<EarlierResult, 'depth' | 'tree'> | undefined,
): Pick<SearchPlan, 'from' | 'kept'> {
  if (earlier === undefined) return {};
  const { depth, tree } = earlier;
  if (tree !== undefined) return { from: depth, kept: tree };
  return { from: Math.max(1, depth - PLIES_BELOW) };
}

/** The earlier result as process 0 would have reported it. */
export function earlierFinding({
  depth,
  value,
  bound,
  move,
  line: pv,
}: EarlierResult): SearchFinding {
  return { depth, value, bound, move, pv, complete: false };
}
