// Time for the supervisor, through a port, so that tests control every wait.
import type { Clock } from '../core/clock.js';

/** A clock, and calls at a later time. */
export interface Timers extends Clock {
  /** Calls `then` once after `ms` milliseconds, unless the returned function was called before. */
  after(ms: number, then: () => void): () => void;
}

/**
 * The machine's. Before a deadline is declared missed, everything that has arrived is read: this process
 * may have been kept from it by something else.
 */
export const machineTimers: Timers = {
  now: () => performance.now(),
  after(ms, then) {
    let cancelled = false;
    const timer = setTimeout(() => {
      setImmediate(() => {
        setImmediate(() => {
          if (!cancelled) then();
        });
      });
    }, ms);
    return () => {
      cancelled = true;
      clearTimeout(timer);
    };
  },
};

/** Resolves after `ms` milliseconds. */
export function sleep(timers: Timers, ms: number): Promise<void> {
  return new Promise((resolve) => {
    timers.after(ms, resolve);
  });
}
