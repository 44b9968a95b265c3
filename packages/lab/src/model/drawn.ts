// The realistic critical tree without formulas: sizes of pieces are drawn, and processors take one piece
// after the other. The thesis adds the largest piece to a perfect distribution instead, as if all
// processors began their last pieces at the same time: this tells how much that matters.
import type { Random } from 'plyades/internal/core/random.js';
import { asynchronousTime, lastPieces, processorsAt } from './asynchronous.js';
import { bottomPositions } from './critical-tree.js';
import {
  type CurvePoint,
  deepen,
  type EfficiencyModel,
  type ModelledSearch,
} from './efficiency.js';
import type { SizeSample } from './sizes.js';
import { meetings } from './synchronous.js';

/** Draws from a sample, scaled to a mean of 1. */
export function drawFrom(sizes: SizeSample, random: Random): () => number {
  const count = sizes.reduce((sum, [, times]) => sum + times, 0);
  const mean = sizes.reduce((sum, [size, times]) => sum + size * times, 0) / count;
  const all = Float64Array.from({ length: count });
  let end = 0;
  for (const [size, times] of sizes) {
    all.fill(size / mean, end, end + times);
    end += times;
  }
  return () => all[random.below(count)]!;
}

/** The model's curve, with times that are means over `repeats` draws. */
export function drawnEfficiencies(
  model: EfficiencyModel,
  search: Omit<ModelledSearch, 'shape'>,
  drawSize: () => number,
  repeats: number,
): CurvePoint[] {
  const { branching, processors } = search;
  const mean = (time: () => number) => {
    let sum = 0;
    for (let repeat = 0; repeat < repeats; repeat++) sum += time();
    return sum / repeats;
  };
  if (model === 'synchronous') {
    return deepen(search, (depth) => {
      const work = meetings(branching, depth);
      if (work.length === 0) return { iteration: bottomPositions(1, branching, depth) };
      const drawn = () =>
        work.reduce(
          (time, { pieces, size }) => time + size * span(pieces, processors, drawSize),
          0,
        );
      return { iteration: mean(drawn) };
    });
  }
  return deepen(search, (depth) => {
    const busy = processorsAt(branching, processors, depth);
    const iteration = asynchronousTime(branching, processors, depth);
    if (busy === 1) return { iteration };
    const { pieces } = lastPieces(branching, busy, depth);
    const size = bottomPositions(1, branching, depth) / pieces;
    const late = mean(() => span(pieces, busy, drawSize) - pieces / busy);
    return { iteration, last: size * late };
  });
}

/** When the last of `pieces` is done, each processor taking the next one whenever it is free. */
export function span(pieces: number, processors: number, drawSize: () => number): number {
  // A heap of the times at which processors are free, the earliest first.
  const free = new Float64Array(Math.min(pieces, processors));
  let latest = 0;
  for (let piece = 0; piece < pieces; piece++) {
    const time = free[0]! + drawSize();
    if (time > latest) latest = time;
    let hole = 0;
    for (let child = 1; child < free.length; child = 2 * hole + 1) {
      if (child + 1 < free.length && free[child + 1]! < free[child]!) child++;
      if (free[child]! >= time) break;
      free[hole] = free[child]!;
      hole = child;
    }
    free[hole] = time;
  }
  return latest;
}
