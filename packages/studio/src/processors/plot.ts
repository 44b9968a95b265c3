// Where things lie in the timeline: every panel has the same left edge and the same width of time.
import type { TimeSpan } from './lane-bins.js';

/** Pixels beside the plot: names and axes on the left, nothing on the right. */
export const LEFT = 54;
export const RIGHT = 10;

export const plotWidth = (width: number): number => Math.max(1, width - LEFT - RIGHT);

export const xOf = (time: number, span: TimeSpan, width: number): number =>
  LEFT + ((time - span.from) / (span.to - span.from)) * plotWidth(width);

export const timeAt = (x: number, span: TimeSpan, width: number): number =>
  span.from + ((x - LEFT) / plotWidth(width)) * (span.to - span.from);
