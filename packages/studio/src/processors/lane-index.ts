// A lane prepared for quick pictures: every 32 changes a checkpoint says how long the process has been in each state
// until then. So the shares of any span cost two searches and at most 64 changes, whatever the span holds.
import type { ShownLane } from './flights.js';
import { STATES } from './states.js';

/** Changes between two checkpoints. */
export const STRIDE = 32;

export class LaneIndex {
  readonly times: Float64Array;
  readonly codes: Uint8Array;
  /** The end of the last state. */
  readonly end: number;
  /** Time in each state before the change `STRIDE * k`, at `STATES * k`. */
  readonly #sums: Float64Array;

  constructor({ times, codes }: ShownLane, end: number) {
    this.times = times;
    this.codes = codes;
    this.end = Math.max(end, times.at(-1) ?? 0);
    const checkpoints = Math.floor(times.length / STRIDE) + 1;
    this.#sums = new Float64Array(checkpoints * STATES);
    const sum = new Float64Array(STATES);
    for (let i = 0; i < times.length; i++) {
      if (i % STRIDE === 0) this.#sums.set(sum, (i / STRIDE) * STATES);
      sum[codes[i]!]! += (times[i + 1] ?? this.end) - times[i]!;
    }
    if (times.length % STRIDE === 0) this.#sums.set(sum, (times.length / STRIDE) * STATES);
  }

  /** The last change at or before a time; -1 before the first. `from` may be any change at or before it. */
  changeAt(time: number, from = -1): number {
    const { times } = this;
    // Forward searches mostly end nearby.
    let low = from;
    let step = 1;
    while (low + step < times.length && times[low + step]! <= time) {
      low += step;
      step *= 2;
    }
    let high = Math.min(low + step, times.length);
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if (times[middle]! <= time) low = middle;
      else high = middle;
    }
    return low;
  }

  /** Adds the time in each state of the changes `first` to `last - 1`, all of them whole. */
  addChanges(first: number, last: number, out: Float64Array): void {
    const { times, codes } = this;
    let i = first;
    const alone = Math.min(last, Math.ceil(first / STRIDE) * STRIDE);
    for (; i < alone; i++) {
      out[codes[i]!]! += (times[i + 1] ?? this.end) - times[i]!;
    }
    const whole = Math.floor(last / STRIDE);
    if (i % STRIDE === 0 && whole > i / STRIDE) {
      const sums = this.#sums;
      const a = (i / STRIDE) * STATES;
      const b = whole * STATES;
      for (let state = 0; state < STATES; state++) {
        out[state]! += sums[b + state]! - sums[a + state]!;
      }
      i = whole * STRIDE;
    }
    for (; i < last; i++) {
      out[codes[i]!]! += (times[i + 1] ?? this.end) - times[i]!;
    }
  }

  /** Adds the time in each state between two times. */
  addSpan(from: number, to: number, out: Float64Array): void {
    const { times, codes } = this;
    const begin = Math.max(from, times[0] ?? this.end);
    const until = Math.min(to, this.end);
    if (!(until > begin)) return;
    const first = this.changeAt(begin);
    const last = this.changeAt(until, first);
    if (first === last) {
      out[codes[first]!]! += until - begin;
      return;
    }
    out[codes[first]!]! += times[first + 1]! - begin;
    this.addChanges(first + 1, last, out);
    out[codes[last]!]! += until - times[last]!;
  }
}
