// The page stays small: what a reader downloads without kernels and the workers that searches load.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pageFolder } from 'plyades/internal/studio/site.js';
import { expect, test } from 'vitest';

const LIMIT_BYTES = 350_000;

test('the page has less than 350 kB, compressed and without kernels', () => {
  const files = readdirSync(pageFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  // The kernel of games in plain TypeScript travels as a module.
  const counted = files.filter((file) => !/[\\/]foreign-[^\\/]+\.js$/.test(file));
  expect(counted.length).toBe(files.length - 1);
  const bytes = counted.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThan(LIMIT_BYTES);
});
