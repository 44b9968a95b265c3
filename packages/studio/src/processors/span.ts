// The visible span of time, and how zooming and panning change it. Spans never leave the run.
import type { TimeSpan } from './lane-bins.js';

export type { TimeSpan };

/** The shortest span that can be shown, in nanoseconds. */
export const MIN_SPAN = 100;

export function clampSpan({ from, to }: TimeSpan, end: number): TimeSpan {
  const length = Math.min(Math.max(to - from, Math.min(MIN_SPAN, end)), end);
  const start = Math.max(0, Math.min(from, end - length));
  return { from: start, to: start + length };
}

/** Makes the span longer (factor > 1) or shorter around a moment. */
export function zoomSpan(span: TimeSpan, factor: number, around: number, end: number): TimeSpan {
  const length = Math.max((span.to - span.from) * factor, MIN_SPAN);
  const share = (around - span.from) / (span.to - span.from);
  const from = around - share * length;
  return clampSpan({ from, to: from + length }, end);
}

/** Moves the span by a share of its length. */
export function panSpan(span: TimeSpan, share: number, end: number): TimeSpan {
  const by = (span.to - span.from) * share;
  return clampSpan({ from: span.from + by, to: span.to + by }, end);
}

/** The span moved as little as needed to hold a moment, with a tenth of it left on either side. */
export function spanWith(span: TimeSpan, moment: number, end: number): TimeSpan {
  const length = span.to - span.from;
  const margin = length / 10;
  if (moment < span.from + margin)
    return panSpan(span, (moment - margin - span.from) / length, end);
  if (moment > span.to - margin) return panSpan(span, (moment + margin - span.to) / length, end);
  return span;
}

export const isWhole = (span: TimeSpan, end: number): boolean => span.from <= 0 && span.to >= end;
