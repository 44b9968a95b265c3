// The window a worker searches a piece with (section 5.2.3 and appendix B, preparesearch). It is
// centred on the hypothetical value of the root: a null window where the left branches of the
// principal variation are certain, marginally larger for each that is not and for speculation, and
// the full one for the leaf of the principal variation.
import { INFINITE } from '../../core/score.js';
import { type LeafPlace, priorityBand } from './leaf.js';

/** The master's estimate of the whole search, for its workers. */
export interface RootEstimate {
  /** Hypothetical value of the root. */
  readonly hypothetical: number;
  /** The deepest type-1 node under which a leaf is uncertain, by its ply; -1 when none is. */
  readonly unsurePly: number;
  /** The window of the root; open if not given. */
  readonly alpha?: number;
  readonly beta?: number;
}

/** The piece that a window is wanted for. */
export interface WindowSubject {
  readonly ply: number;
  readonly place: LeafPlace;
  /** 1 where the side of the root is to move, else -1. */
  readonly sign: number;
  readonly speculative: boolean;
}

/** Window (alpha, beta) from the side to move at the leaf; `infinite` is outside every value. */
export function windowFor(
  subject: WindowSubject,
  estimate: RootEstimate,
  width: number,
  aspiration: number,
  infinite = INFINITE,
): readonly [number, number] {
  const { hypothetical, alpha = -infinite, beta = infinite } = estimate;
  const band = priorityBand(subject.place);
  let low = -infinite;
  let high = infinite;
  if (band <= subject.ply) {
    const left = Math.max(0, estimate.unsurePly - (band - 1)) + (subject.speculative ? 1 : 0);
    low = hypothetical - (subject.place.leansRight ? 0 : 1) - left * width;
    high = low + 1 + 2 * left * width;
  } else if (aspiration > 0) {
    low = hypothetical - aspiration;
    high = hypothetical + aspiration;
  }
  // Nothing beyond the window of the root matters: of a window there, the nearest end is left.
  low = Math.max(alpha, Math.min(low, beta - 1));
  high = Math.min(beta, Math.max(high, low + 1));
  return subject.sign > 0 ? [low, high] : [0 - high, 0 - low];
}

/** How much values of the root change from one iteration to the next, at least 1. */
export function learnedWidth(values: readonly number[]): number {
  const last = values.slice(-5);
  let sum = 0;
  for (let i = 1; i < last.length; i++) sum += Math.abs(last[i]! - last[i - 1]!);
  return last.length < 2 ? 1 : Math.max(1, Math.min(MOST, Math.round(sum / (last.length - 1))));
}

/** A win that was found says nothing about how much values change. */
const MOST = 10_000;
