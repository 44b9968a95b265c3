// The states of one process, merged when there are too many: in each interval only the state that takes most of it
// stays. Intervals are powers of two, so a lane that is merged again stays as right as its resolution.
import type { ProcessState, TraceTime } from '../core/trace.js';
import { TraceDamage } from './bytes.js';
import type { Lane } from './log.js';

export class GrowingLane implements Lane {
  readonly times: TraceTime[] = [];
  readonly states: ProcessState[] = [];
  readonly #most: number;

  /** Keeps at most `most` states. */
  constructor(most: number) {
    this.#most = most;
  }

  /** From now on the process is in this state. */
  add(at: TraceTime, state: ProcessState): void {
    const last = this.times.at(-1);
    if (last !== undefined && at < last) throw new TraceDamage('states are not in order');
    // The state before took no time.
    if (last === at) {
      this.times.pop();
      this.states.pop();
    }
    if (this.states.at(-1) === state) return;
    if (this.times.length >= this.#most) this.#merge(at);
    if (this.states.at(-1) === state) return;
    this.times.push(at);
    this.states.push(state);
  }

  /** Nothing counts after `end`. */
  cut(end: TraceTime): void {
    while (this.times.length > 0 && this.times.at(-1)! > end) {
      this.times.pop();
      this.states.pop();
    }
  }

  #merge(end: TraceTime): void {
    const { times, states } = this;
    const resolution = 2 ** Math.ceil(Math.log2(end / (this.#most / 2)));
    const merged: { readonly at: TraceTime; readonly state: ProcessState }[] = [];
    const shares = new Map<ProcessState, number>();
    let begin = Math.floor(times[0]! / resolution) * resolution;
    let first = times[0]!;
    const close = () => {
      if (shares.size === 0) return;
      // Of equal shares the first one stays, so that no state is preferred.
      let most: ProcessState | undefined;
      for (const [state, share] of shares) {
        if (most === undefined || share > shares.get(most)!) most = state;
      }
      if (merged.at(-1)?.state !== most) merged.push({ at: first, state: most! });
      shares.clear();
    };
    for (let i = 0; i < times.length; i++) {
      const to = times[i + 1] ?? end;
      const state = states[i]!;
      let from = times[i]!;
      while (from < to) {
        if (from >= begin + resolution) {
          close();
          begin = Math.floor(from / resolution) * resolution;
          first = begin;
          // Whole intervals of one state need no count.
          const whole = Math.floor(to / resolution) * resolution;
          if (from === begin && whole > begin) {
            if (merged.at(-1)?.state !== state) merged.push({ at: begin, state });
            from = whole;
            begin = whole;
            first = whole;
            continue;
          }
        }
        const until = Math.min(to, begin + resolution);
        shares.set(state, (shares.get(state) ?? 0) + until - from);
        from = until;
      }
    }
    close();
    times.length = 0;
    states.length = 0;
    for (const { at, state } of merged) {
      times.push(at);
      states.push(state);
    }
  }
}
