// Time comes in through this port, so that the same code runs under the wall clock and under the
// virtual clock of a simulation.

/** Tells the time. */
export interface Clock {
  /** Milliseconds since a fixed but arbitrary moment; never decreases, may have a fraction. */
  now(): number;
}
