// How deep the master's tree is, where the user does not say: deep enough that its minimal tree has
// some pieces of work for every worker, and not deeper than leaves work worth sending.
import { FULL_DEPTH } from '../../core/score.js';
import type { RulesPort } from '../ports.js';
import type { MinimalTreeSettings } from './options.js';

/** Leaves of the minimal tree for each worker. */
const PIECES = 16;

/** Least depth of a piece of work; in a search that takes all depths in turn, smaller ones are not worth it. */
const LEAST_DEPTH = 2;
const LEAST_DEPTH_IN_TURN = 4;

/** Passes over a deeper tree, of full width, take too long in play mode. */
const MOST_PLIES_IN_PLAY = 3;

/** Plies of the master's tree; 0 when the search is not worth dividing. */
export function chooseHorizon<P>(
  rules: RulesPort<P>,
  depth: number,
  workers: number,
  { horizon }: MinimalTreeSettings,
  playing: boolean,
): number {
  const branching = rules.moves(rules.root).length;
  if (workers === 0 || branching === 0) return 0;
  if (horizon !== undefined) return Math.min(horizon, depth - 1);
  const most = Math.min(depth - LEAST_DEPTH, playing ? MOST_PLIES_IN_PLAY : depth);
  let plies = Math.min(1, most);
  const width = Math.max(2, branching);
  while (plies < most && minimalLeaves(width, plies) < PIECES * workers) plies++;
  return Math.max(0, plies);
}

/** Whether a search of `depth` plies is divided by a tree of `horizon` plies. */
export function isWide(
  horizon: number,
  depth: number,
  { horizon: given, deepening }: MinimalTreeSettings,
): boolean {
  // Asked for a tree of no plies, the root itself is its leaf, for one of the workers.
  if (horizon < 1) return given === 0;
  if (depth === FULL_DEPTH) return true;
  const least = given !== undefined ? 1 : deepening ? LEAST_DEPTH_IN_TURN : LEAST_DEPTH;
  return depth >= horizon + least;
}

/** Knuth and Moore: leaves of the minimal tree of uniform branching. */
export const minimalLeaves = (branching: number, plies: number): number =>
  branching ** Math.ceil(plies / 2) + branching ** Math.floor(plies / 2) - 1;
