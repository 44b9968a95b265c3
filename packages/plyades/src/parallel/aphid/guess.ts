// The guessed score algorithm (section 5.2.1). Where a leaf has no score that decides the window, the
// deepest earlier one that does is used, scaled by how much the value of the whole search has changed
// since: so a leaf affects the tree as it did before, until there is a new score of it.
import { INFINITE, PROVEN } from '../../core/score.js';
import type { LeafScore } from './score.js';

/** Values of the whole searches, from the side to move at the root. */
export interface RootValues {
  /** Values of finished iterations. */
  readonly values: ReadonlyMap<number, number>;
  /** The hypothetical minimax value of the current one. */
  readonly hypothetical: number;
}

/**
 * The guessed value of a leaf in the window (alpha, beta) at `iteration`. Scores are in ascending
 * order of their iterations, and the first one is exact: the evaluation. `sign` is 1 where the side
 * of the root is to move.
 */
export function guess(
  scores: readonly LeafScore[],
  iteration: number,
  roots: RootValues,
  sign: number,
  alpha: number,
  beta: number,
): number {
  for (let i = scores.length - 1; i > 0; i--) {
    const score = scores[i]!;
    if (score.iteration >= iteration) continue;
    const shift = scaling(score.iteration, roots, sign);
    const lower = scale(score.lower, shift);
    const upper = scale(score.upper, shift);
    if (upper <= alpha) return upper;
    if (lower >= beta || lower === upper) return lower;
  }
  const evaluation = scores[0]!;
  return scale(evaluation.lower, scaling(evaluation.iteration, roots, sign));
}

/** The correction of scores of an earlier iteration. */
export function scaling(iteration: number, roots: RootValues, sign: number): number {
  const root = roots.values.get(iteration);
  const shift = root === undefined ? 0 : sign * (roots.hypothetical - root);
  // From or to a proven value there is no scale.
  return Math.abs(shift) >= PROVEN / 2 ? 0 : shift;
}

/** A bound of an earlier search, scaled to the current one; proven ones stay what they are. */
export function scale(bound: number, shift: number): number {
  if (Math.abs(bound) >= PROVEN) return bound;
  return Math.max(1 - INFINITE, Math.min(INFINITE - 1, bound + shift));
}
