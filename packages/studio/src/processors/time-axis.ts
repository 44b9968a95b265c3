// Ticks of a time axis: round moments with one unit for the whole axis.
import { scaleLinear } from 'd3-scale';
import type { TimeSpan } from './lane-bins.js';

export interface Tick {
  readonly at: number;
  readonly text: string;
}

const units = [
  { nanos: 1e9, name: 's' },
  { nanos: 1e6, name: 'ms' },
  { nanos: 1e3, name: 'µs' },
  { nanos: 1, name: 'ns' },
] as const;

/** About `count` ticks within the span. The unit is the largest of which the span holds two. */
export function timeTicks({ from, to }: TimeSpan, count: number): Tick[] {
  const unit = units.find(({ nanos }) => to - from >= 2 * nanos) ?? units.at(-1)!;
  const scale = scaleLinear().domain([from / unit.nanos, to / unit.nanos]);
  const format = scale.tickFormat(count);
  return scale.ticks(count).map((tick) => ({
    at: tick * unit.nanos,
    text: `${format(tick)} ${unit.name}`,
  }));
}

/** A moment, finer than a length of time: two moments of one run differ in their last digits. */
export function makeMoment(nanos: number): string {
  if (!Number.isFinite(nanos)) return '–';
  const unit = units.find((unit) => Math.abs(nanos) >= unit.nanos) ?? units.at(-1)!;
  const digits = unit.nanos === 1 ? 0 : unit.nanos === 1e3 ? 2 : 4;
  return `${(nanos / unit.nanos).toFixed(digits)} ${unit.name}`;
}
