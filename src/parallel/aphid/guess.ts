// The guessed score algorithm (section 5.2.1). Where a leaf has no score that decides the window, the
// deepest earlier one that does is used, scaled by how much the value of the whole search has changed
// since: so a leaf affects the tree as it did before, until there is news of it.
import { INFINITE, PROVEN } from '../../core/score.js';
import { decidedValue, decides, type LeafScore } from './score.js';

/** What the whole searches were worth, from the side to move at the root. */
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
    const scaled = scale(score, roots, sign);
    if (decides(scaled, alpha, beta)) return decidedValue(scaled, alpha);
  }
  return scale(scores[0]!, roots, sign).lower;
}

/** A score of an earlier search, scaled to the current one. */
export function scale(score: LeafScore, roots: RootValues, sign: number): LeafScore {
  const root = roots.values.get(score.iteration);
  const shift = root === undefined ? 0 : sign * (roots.hypothetical - root);
  // From or to a proven value there is no scale.
  if (shift === 0 || Math.abs(shift) >= PROVEN / 2) return score;
  return { ...score, lower: move(score.lower, shift), upper: move(score.upper, shift) };
}

function move(bound: number, shift: number): number {
  if (Math.abs(bound) >= PROVEN) return bound;
  return Math.max(1 - INFINITE, Math.min(INFINITE - 1, bound + shift));
}
