// The result of a match between two players. Games come in pairs with the same opening and colours exchanged, so the
// two games of a pair depend on each other and the pair is what is counted: it has one of five results (the
// pentanomial model), and its variance makes the interval.

/** Pairs by the first player's result in half points: 0 lost both games, 4 won both. */
export type Pentanomial = readonly [number, number, number, number, number];

export interface MatchScore {
  readonly pairs: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly pentanomial: Pentanomial;
  /** Points over games, 0 to 1, of the first player; low and high are the ends of the 95 % interval. */
  readonly score: number;
  readonly low: number;
  readonly high: number;
  /** Elo points that the first player is stronger by. Infinite when it has won or lost everything. */
  readonly elo: number;
  readonly eloLow: number;
  readonly eloHigh: number;
}

/** Points of the first player in the two games of a pair. */
export type PairPoints = readonly [0 | 0.5 | 1, 0 | 0.5 | 1];

/** Two standard deviations, nearly. */
const Z95 = 1.959964;

/**
 * Added to each of the five results when the variance is computed, so that a few equal pairs do not give an interval
 * of no width.
 */
const PRIOR = 0.1;

export function matchScoreOf(pairs: readonly PairPoints[]): MatchScore {
  const counts: [number, number, number, number, number] = [0, 0, 0, 0, 0];
  let [wins, draws, losses] = [0, 0, 0];
  for (const pair of pairs) {
    counts[(pair[0] + pair[1]) * 2]!++;
    for (const points of pair) {
      if (points === 1) wins++;
      else if (points === 0) losses++;
      else draws++;
    }
  }
  const score = pairs.length === 0 ? 0.5 : (wins + draws / 2) / (2 * pairs.length);
  const half = Z95 * Math.sqrt(momentsOf(counts, PRIOR).variance / Math.max(1, pairs.length));
  const [low, high] = [Math.max(0, score - half), Math.min(1, score + half)];
  return {
    pairs: pairs.length,
    wins,
    draws,
    losses,
    pentanomial: counts,
    score,
    low,
    high,
    elo: eloOf(score),
    eloLow: eloOf(low),
    eloHigh: eloOf(high),
  };
}

/** Elo points for a score, 0 to 1. */
export function eloOf(score: number): number {
  return score <= 0 ? -Infinity : score >= 1 ? Infinity : -400 * Math.log10(1 / score - 1);
}

/** The score for this many Elo points. */
export const scoreOfElo = (elo: number): number => 1 / (1 + 10 ** (-elo / 400));

/** Mean and variance of a pair's score, 0 to 1. */
function momentsOf(counts: Pentanomial, prior: number) {
  const all = counts.map((count) => count + prior);
  const total = all.reduce((sum, count) => sum + count, 0);
  const mean = all.reduce((sum, count, i) => sum + (count * i) / 4, 0) / total;
  const variance = all.reduce((sum, count, i) => sum + count * (i / 4 - mean) ** 2, 0) / total;
  return { mean, variance };
}

/** A sequential probability ratio test between two hypotheses about Elo. */
export interface Sprt {
  readonly elo0: number;
  readonly elo1: number;
  /** Probabilities of the two errors. */
  readonly alpha: number;
  readonly beta: number;
}

export interface SprtState {
  /** Logarithm of the likelihood ratio, and the bounds at which the test ends. */
  readonly llr: number;
  readonly lower: number;
  readonly upper: number;
  /** `H1`: at least elo1; `H0`: at most elo0. */
  readonly decision: 'H0' | 'H1' | undefined;
}

/**
 * The generalized ratio over pairs: the likelihood of what was seen if the score is that of elo1, over its likelihood if
 * it is that of elo0, each by the distribution of results that suits it best.
 */
export function sprtOf(
  { elo0, elo1, alpha, beta }: Sprt,
  { pentanomial }: Pick<MatchScore, 'pentanomial'>,
): SprtState {
  const lower = Math.log(beta / (1 - alpha));
  const upper = Math.log((1 - beta) / alpha);
  const llr =
    likelihoodAt(scoreOfElo(elo1), pentanomial) - likelihoodAt(scoreOfElo(elo0), pentanomial);
  const known = pentanomial.reduce((sum, count) => sum + count, 0) >= LEAST_PAIRS;
  const decision = !known ? undefined : llr >= upper ? 'H1' : llr <= lower ? 'H0' : undefined;
  return { llr, lower, upper, decision };
}

/** Before, how results are spread is hardly known: a few lucky pairs would decide too often. */
const LEAST_PAIRS = 10;
/** For results that were not seen yet but can be. */
const UNSEEN = 1e-3;
const BISECTIONS = 60;

/**
 * Logarithm of the likelihood of the results under the likeliest distribution with this mean, up to a constant. With
 * shares q of the results a, it has the shares q / (1 + t (a - mean)), where t is such that they have that mean.
 */
function likelihoodAt(mean: number, counts: Pentanomial): number {
  const seen = counts.map((count) => count + UNSEEN);
  let [low, high] = [-1 / (1 - mean), 1 / mean];
  for (let i = 0; i < BISECTIONS; i++) {
    const t = (low + high) / 2;
    const excess = seen.reduce((sum, count, a) => {
      const off = a / 4 - mean;
      return sum + (count * off) / (1 + t * off);
    }, 0);
    if (excess > 0) low = t;
    else high = t;
  }
  const t = (low + high) / 2;
  return -seen.reduce((sum, count, a) => sum + count * Math.log1p(t * (a / 4 - mean)), 0);
}
