// Synchronous search of the critical tree, as by Young Brothers Wait: all processors meet at every node
// of the principal variation (thesis, section 4.4). Times are in bottom positions.
import { bottomPositions, depthOfSize, granulesAbove, granuleType } from './critical-tree.js';

/** Pieces that are expected to be smaller are not given away. */
const LEAST_GRANULE = 1000;

/**
 * The parallelization horizon d', in plies above the leaves. "Expected size" is read as that of a type 1
 * node: so the thesis's figures come out (3, 5 and 12 plies for 38, 10 and 3 moves).
 */
export const horizonOf = (branching: number): number => depthOfSize(branching, LEAST_GRANULE);

/**
 * The time of one search to `depth` on the perfect critical tree by the closed forms of section 4.4.1:
 * SPD_case1 while there are fewer pieces than processors, up to d''; for deeper searches SPD_case2a up to
 * d'' and a speedup of n for the rest. They are meant for many processors: with fewer than the root of
 * `branching`, SPD_case2a would be more than n.
 */
export function closedTime(branching: number, processors: number, depth: number): number {
  const horizon = horizonOf(branching);
  const alone = (plies: number) => bottomPositions(1, branching, plies);
  if (depth <= horizon) return alone(depth);
  let sparse = horizon;
  while (granulesAbove(branching, sparse + 1 - horizon) < processors) sparse++;
  if (depth <= sparse) {
    const plies = depth - horizon;
    return alone(depth) / (branching ** Math.ceil(plies / 2) / ((plies + 1) / 2));
  }
  const speedup = processors / (Math.log(processors) / Math.log(branching) + 1 / 2);
  return alone(sparse) / speedup + (alone(depth) - alone(sparse)) / processors;
}

/** The same time by summing table 4.1: at each meeting the busiest processor has w / n pieces, rounded up. */
export function summedTime(branching: number, processors: number, depth: number): number {
  const horizon = horizonOf(branching);
  if (depth <= horizon) return bottomPositions(1, branching, depth);
  return meetings(branching, depth).reduce(
    (time, { pieces, size }) => time + size * Math.ceil(pieces / processors),
    0,
  );
}

/**
 * What a realistic tree adds to the time of one search (section 4.4.2): at each meeting one waits for the
 * largest of the last pieces, one for each processor that has any.
 */
export function waitingTime(
  branching: number,
  processors: number,
  depth: number,
  penaltyOf: (count: number) => number,
): number {
  return meetings(branching, depth).reduce(
    (time, { pieces, size }) => time + size * penaltyOf(Math.min(pieces, processors)),
    0,
  );
}

export interface Synchronization {
  readonly pieces: number;
  /** Of each piece, in bottom positions. */
  readonly size: number;
}

/** Table 4.1 from the horizon up to the root: the work before each meeting; none in shallow searches. */
export function meetings(branching: number, depth: number): Synchronization[] {
  const horizon = horizonOf(branching);
  return Array.from({ length: Math.max(0, depth - horizon + 1) }, (_, plies) => ({
    pieces: granulesAbove(branching, plies),
    size: bottomPositions(granuleType(plies), branching, horizon),
  }));
}
