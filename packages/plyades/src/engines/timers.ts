// Time for the supervisor, through a port: tests look at every wait.

export interface Timers {
  /** Milliseconds of a clock that never decreases. */
  now(): number;
  /** Calls `then` once after so many milliseconds, unless the returned function was called before. */
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

/** Resolves after so many milliseconds. */
export function sleep(timers: Timers, ms: number): Promise<void> {
  return new Promise((resolve) => {
    timers.after(ms, resolve);
  });
}
