// Time in tests. A machine may be ten times slower than usual, and may leave a process without a core for
// seconds, so tests wait for what happens and not for how long it takes. How prompt things are on a quiet
// machine is measured by packages/lab/bench/parallel/prompt.mjs.

/** What has not happened by then does not happen any more. */
export const PATIENCE_MS = 120_000;

/** What happens at once has happened by then, on any machine. */
export const AT_ONCE_MS = 15_000;

export const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Looks again and again until something is there. */
export async function until<T>(
  look: () => T | undefined | false | Promise<T | undefined | false>,
  what: string,
): Promise<T> {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await wait(10)) {
    const found = await look();
    if (found) return found;
  }
  throw new Error(`${what}: did not happen within ${PATIENCE_MS} ms`);
}
