import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // The longest tests take half a minute on an idle core, and a busy one may be ten times slower.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Vitest would leave one core alone, half of a small machine.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
});
