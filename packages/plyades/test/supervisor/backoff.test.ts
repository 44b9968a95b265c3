// Restarts wait longer each time, by a wait with jitter, and events report that wait.
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { backoffMs } from '#dist/core/backoff.js';
import { createRandom } from '#dist/core/random.js';
import type { EngineEvent } from '#dist/engines/index.js';
import { RESTART_WAITS, startEngine } from '#dist/engines/supervisor.js';
import { machineTimers } from '#dist/engines/timers.js';

const fake = fileURLToPath(new URL('../support/fake-engine.mjs', import.meta.url));

describe('the wait before a restart', () => {
  test('doubles, ends at ten seconds, and half of it is chance', () => {
    const waits = Array.from({ length: 200 }, (_, seed) => {
      const random = createRandom(seed);
      return [1, 2, 3, 6, 7, 30].map((attempt) => backoffMs(attempt, RESTART_WAITS, random));
    });
    const ranges = [0, 1, 2, 3, 4, 5].map((i) => {
      const all = waits.map((each) => each[i]!);
      return [Math.min(...all), Math.max(...all)];
    });
    const most = [200, 400, 800, 6400, 10_000, 10_000];
    for (const [i, [least, longest]] of ranges.entries()) {
      expect(least).toBeGreaterThanOrEqual(most[i]! / 2);
      expect(longest).toBeLessThanOrEqual(most[i]!);
      expect(longest! - least!).toBeGreaterThan(most[i]! / 4);
    }
    expect(waits.flat().every(Number.isInteger)).toBe(true);
  });

  test('that is reported is the wait that is slept', async () => {
    const events: EngineEvent[] = [];
    const slept: number[] = [];
    const reported = () =>
      events.flatMap((event) => (event.type === 'restarting' ? event.waitMs : []));
    const settings = {
      command: process.execPath,
      args: [fake, 'crashes'],
      game: 'chess',
      restarts: 3,
      onEvent: (event: EngineEvent) => events.push(event),
    } as const;
    const engine = await startEngine(settings, {
      now: () => machineTimers.now(),
      after(ms, then) {
        slept.push(ms);
        // Deadlines are no matter here, and the waits are not worth waiting for.
        return machineTimers.after(reported().includes(ms) ? 0 : 60 * ms, then);
      },
    });
    for (let i = 0; i < 4; i++) {
      const search = engine.search({ setup: { moves: [] }, go: { depth: 1 } });
      await expect(search).rejects.toThrow();
    }
    expect(reported()).toHaveLength(3);
    for (const wait of reported()) expect(slept).toContain(wait);
    await engine.close();
  });
});
