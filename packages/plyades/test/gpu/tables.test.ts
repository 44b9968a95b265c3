// The figures of docs/gpu.md and of README.md are those of the rows that were measured.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('tables of the documents are made from rows that are kept', async () => {
  const script = fileURLToPath(new URL('../../../lab/bench/gpu/tables.mjs', import.meta.url));
  const { stderr } = await promisify(execFile)(process.execPath, [script, '--check']);
  expect(stderr).toBe('');
});
