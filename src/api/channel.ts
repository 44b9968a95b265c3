// A search as its caller sees it: progress to iterate over, and a promise of the result.

/** Iterate over it for progress, or await `result`, or both. */
export interface SearchHandle<P, R> extends AsyncIterable<P> {
  readonly result: Promise<R>;
}

/**
 * Starts `work` and hands out what it reports. Each iteration gets the newest report; reports that
 * nobody was waiting for are dropped but for the newest. The iteration ends with the work, and
 * throws when the work fails.
 */
export function observe<P, R>(
  work: (report: (progress: P) => void) => Promise<R>,
): SearchHandle<P, R> {
  let newest: P | undefined;
  let count = 0;
  let ended = false;
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const resume of waiting) resume();
    waiting.clear();
  };
  const result = work((progress) => {
    newest = progress;
    count++;
    wake();
  });
  const settled = result.then(
    () => {},
    () => {},
  );
  void settled.then(() => {
    ended = true;
    wake();
  });
  return {
    result,
    async *[Symbol.asyncIterator]() {
      let seen = 0;
      while (true) {
        if (count > seen && newest !== undefined) {
          seen = count;
          yield newest;
        } else if (ended) {
          await result;
          return;
        } else {
          await new Promise<void>((resolve) => waiting.add(resolve));
        }
      }
    },
  };
}
