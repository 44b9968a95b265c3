// The timer of a state machine that says when its next tick is due: one timeout, set again whenever that time changes.

export class TickTimer {
  readonly #tick: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #at = Number.POSITIVE_INFINITY;

  constructor(tick: () => void) {
    this.#tick = tick;
  }

  /** `at` by the clock of `performance.now`; never for Infinity. */
  set(at: number): void {
    if (at === this.#at) return;
    this.clear();
    if (at === Number.POSITIVE_INFINITY) return;
    this.#at = at;
    const wait = Math.max(0, at - performance.now());
    this.#timer = setTimeout(() => {
      this.#at = Number.POSITIVE_INFINITY;
      this.#tick();
    }, wait);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#at = Number.POSITIVE_INFINITY;
  }
}
