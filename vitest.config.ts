import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Tests without processes and servers of their own: their files share a process, so that modules load once. */
const pure = [
  ...['conformance', 'control-plane', 'core', 'evaluation', 'games'],
  ...['kernel', 'plain', 'protocols', 'search'],
].map((folder) => `packages/plyades/test/${folder}/**/*.test.ts`);

export default defineConfig({
  test: {
    setupFiles: [fileURLToPath(new URL('test/support/working-directory.ts', import.meta.url))],
    // `npm test` leaves these to `npm run test:long`.
    tags: [
      { name: 'long', description: 'more than a few seconds on an idle core', timeout: 900_000 },
    ],
    // The longest of the others take ten seconds on an idle core, and a busy one may be ten times slower.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // What a test waits for may take a busy browser seconds.
    expect: { poll: { timeout: 30_000 } },
    // Tests of clusters, engines and command lines wait much of their time: one file more than there are cores.
    maxWorkers: availableParallelism() + 1,
    projects: [
      { extends: true, test: { name: 'pure', include: pure, isolate: false } },
      {
        extends: true,
        test: {
          name: 'other',
          include: ['test/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
          exclude: pure,
        },
      },
    ],
  },
});
