/// <reference lib="esnext.disposable" preserve="true" />
// A search as its caller sees it: progress to iterate over, and a promise of the result.

/**
 * Iterate over it for progress, or await `result`, or both. Leaving the last iteration early ends the search, and
 * `result` is then what it has found; so does disposing of the handle.
 */
export interface SearchHandle<P, R> extends AsyncIterable<P>, AsyncDisposable {
  readonly result: Promise<R>;
}

/**
 * Starts `work` and hands out what it reports. Each iteration gets the newest report; reports that no iteration was
 * waiting for are dropped but for the newest. The iteration ends with the work, and throws when the work fails.
 * Leaving the last iteration early aborts the work, as does the caller's own signal.
 */
export function observe<P, R>(
  signal: AbortSignal | undefined,
  work: (report: (progress: P) => void, signal: AbortSignal) => Promise<R>,
): SearchHandle<P, R> {
  let newest: P | undefined;
  let count = 0;
  let ended = false;
  let iterations = 0;
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const resume of waiting) resume();
    waiting.clear();
  };
  const stopping = new AbortController();
  const abort = () => stopping.abort();
  if (signal?.aborted) abort();
  else signal?.addEventListener('abort', abort, { once: true });
  const result = work((progress) => {
    newest = progress;
    count++;
    wake();
  }, stopping.signal);
  const finish = () => {
    signal?.removeEventListener('abort', abort);
    ended = true;
    wake();
  };
  const finished = result.then(finish, finish);
  return {
    result,
    async *[Symbol.asyncIterator]() {
      let seen = 0;
      iterations++;
      try {
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
      } finally {
        iterations--;
        if (iterations === 0 && !ended) abort();
      }
    },
    async [Symbol.asyncDispose]() {
      abort();
      await finished;
    },
  };
}
