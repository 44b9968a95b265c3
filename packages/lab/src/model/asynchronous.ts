// Asynchronous search of the critical tree: the tree is dealt out to ever more processors, in steps, and
// from then on no processor waits for another until the end (thesis, section 4.5).
import { bottomPositions, depthOfSize } from './critical-tree.js';

/** A process deals its work out to this many. */
const FANOUT = 16;
/** Pieces that each processor should have, so that work can be balanced. */
const PIECES = 16;
/** Nodes that each piece should have, so that its value is more or less stable. */
const LEAST_PIECE = 20;

/**
 * Processors that search the iteration of this depth. More are taken in when the iteration before had
 * PIECES pieces of LEAST_PIECE nodes for each: this reading gives the thesis's figures.
 */
export function processorsAt(branching: number, processors: number, depth: number): number {
  let busy = 1;
  while (busy < processors) {
    const next = Math.min(busy * FANOUT, processors);
    if (depth <= depthOfSize(branching, next * PIECES * LEAST_PIECE)) return busy;
    busy = next;
  }
  return busy;
}

/** PAR_asynch: the time of one iteration on the perfect critical tree. */
export const asynchronousTime = (branching: number, processors: number, depth: number): number =>
  bottomPositions(1, branching, depth) / processorsAt(branching, processors, depth);

/**
 * What a realistic tree adds once, after the last iteration (section 4.5.2): one waits for the largest of
 * the last pieces. Pieces hang at the least ply v that has PIECES for each processor, so their searches
 * are of d - v plies, and of type 2: the thesis says that they grow every two plies, and so its figures
 * come out.
 */
export function lastWait(
  branching: number,
  processors: number,
  depth: number,
  penaltyOf: (count: number) => number,
): number {
  const busy = processorsAt(branching, processors, depth);
  if (busy === 1) return 0;
  const { size } = lastPieces(branching, busy, depth);
  return size * penaltyOf(busy);
}

/** The pieces of an iteration that `busy` processors search, and the size of each. */
export function lastPieces(branching: number, busy: number, depth: number) {
  const ply = depthOfSize(branching, busy * PIECES);
  return {
    pieces: bottomPositions(1, branching, ply),
    size: bottomPositions(2, branching, depth - ply),
  };
}
