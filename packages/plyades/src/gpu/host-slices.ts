// Work of the processor in slices. The message that aborts a search waits in the queue of its thread: a search that never
// leaves its turn of the event loop would never see it.

/** Milliseconds of work between two looks at messages; a browser's timer takes 4 ms, 8 % of it. */
const SLICE_MS = 50;

const yieldToEventLoop = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve);
    else setTimeout(resolve, 0);
  });

/** Lets messages in when a slice is over. */
export class HostSlices {
  readonly #signal: AbortSignal | undefined;
  #sliceEnd = performance.now() + SLICE_MS;

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
  }

  /** Rejects with the signal's reason when the search is aborted, at the latest after the slice. */
  async step(): Promise<void> {
    if (performance.now() >= this.#sliceEnd) {
      await yieldToEventLoop();
      this.#sliceEnd = performance.now() + SLICE_MS;
    }
    this.#signal?.throwIfAborted();
  }

  /** Calls `calculate` for each of the items, 0 to `count` - 1, in order. */
  async forEach(count: number, calculate: (index: number) => void): Promise<void> {
    for (let index = 0; index < count; index++) {
      if (performance.now() >= this.#sliceEnd) await this.step();
      calculate(index);
    }
  }
}
