// Work that is done one after another: a thread has one search at a time.

export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  /** Begins when all earlier work has ended, well or not. */
  take<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work, work);
    this.#last = turn.catch(() => {});
    return turn;
  }
}
