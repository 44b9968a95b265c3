import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // From the root of the repository or from the folder of a package.
    include: ['test/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
    setupFiles: [fileURLToPath(new URL('test/support/working-directory.ts', import.meta.url))],
    // `npm test` leaves these to `npm run test:long`.
    tags: [
      { name: 'long', description: 'more than a few seconds on an idle core', timeout: 900_000 },
    ],
    // The longest of the others take ten seconds on an idle core, and a busy one may be ten times slower.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Vitest would leave one core alone, half of a small machine.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
});
