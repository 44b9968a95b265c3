// Simulations in a page: each scene gets a link and returns plain data, which the test compares with what the same run is
// in Node.
import { BUILD_ID, makeLink, parseLink, simulateLink } from 'plyades/sim';

/** Milliseconds of the longest task of the page's own thread while `action` ran; 0 for none over 50. */
async function longestTask(action: () => Promise<void>): Promise<number> {
  let longest = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  });
  observer.observe({ type: 'longtask' });
  await action();
  // Entries come in a task of their own.
  await new Promise((resolve) => setTimeout(resolve, 100));
  observer.disconnect();
  return longest;
}

export const scenes = {
  environment: async () => ({ isolated: crossOriginIsolated, build: BUILD_ID }),

  /** Runs a link on this many threads; without a number, on as many as a page gets that says nothing. */
  async runLink(link: string, threads?: number) {
    const parsed = await parseLink(link);
    if (!parsed.ok) return { refused: parsed.error.code };
    const depths: number[] = [];
    const { simulation, identical, sameBuild } = await simulateLink(parsed.value, {
      onDepth: ({ depth }) => depths.push(depth),
      ...(threads !== undefined && { threads }),
    });
    const { digest, failure, linked } = simulation;
    const again = await parseLink(await makeLink(location.href, linked!));
    return { digest, failure, identical, sameBuild, depths, linked: again.ok && again.value };
  },

  /** Whether a run of a link keeps the page's own thread free. */
  async watchPage(link: string) {
    const parsed = await parseLink(link);
    if (!parsed.ok) throw new Error(parsed.error.message);
    return longestTask(async () => void (await simulateLink(parsed.value)));
  },

  /** The code of the refusal of a run. */
  async refuse(link: string) {
    const parsed = await parseLink(link);
    if (!parsed.ok) throw new Error(parsed.error.message);
    return simulateLink(parsed.value).then(
      () => 'no error',
      ({ code, message }) => `${code}: ${message}`,
    );
  },
};

(globalThis as unknown as { scenes: typeof scenes }).scenes = scenes;
