import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Property tests take about 2 s each on an idle core, and a busy one may be several times slower.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Vitest would leave one core alone, half of a small machine.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
});
