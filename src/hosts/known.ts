// Going on where an earlier search has ended. Its last finished depth is known and need not be searched
// again; but the tables are empty, and moves are ordered by what shallower searches leave there. So
// deepening begins a little below, which costs a small part of what the next depth does.
import type { Finding } from '../parallel/actor.js';
import type { Task } from '../parallel/algorithm.js';

const PLIES_BELOW = 1;

/** What a task gets of what is known. */
export function goOn(known: Pick<Finding, 'depth'> | undefined): Pick<Task, 'from'> {
  return known === undefined ? {} : { from: Math.max(1, known.depth - PLIES_BELOW) };
}
