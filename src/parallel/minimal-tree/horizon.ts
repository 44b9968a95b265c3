// How deep the master's tree is, where the user does not say: deep enough that its minimal tree has
// some pieces of work for every worker, and not deeper than leaves work worth sending.
import type { Rules } from '../ports.js';
import type { Settings } from './options.js';

/** Leaves of the minimal tree for each worker. */
const PIECES = 16;

/** Least depth of a piece of work. */
const LEAST_DEPTH = 2;

/** Plies of the master's tree; 0 when the search is not worth dividing. */
export function chooseHorizon<P>(
  rules: Rules<P>,
  depth: number,
  workers: number,
  { horizon }: Settings,
): number {
  const most = depth - LEAST_DEPTH;
  if (workers === 0 || most < 1 || rules.moves(rules.root).length === 0) return 0;
  if (horizon !== undefined) return Math.min(horizon, depth - 1);
  const branching = Math.max(2, rules.moves(rules.root).length);
  let plies = 1;
  while (plies < most && minimalLeaves(branching, plies) < PIECES * workers) plies++;
  return plies;
}

/** Knuth and Moore: leaves of the minimal tree of uniform branching. */
export const minimalLeaves = (branching: number, plies: number): number =>
  branching ** Math.ceil(plies / 2) + branching ** Math.floor(plies / 2) - 1;
