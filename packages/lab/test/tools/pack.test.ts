// The packed laboratory works in a folder of its own, without the repository and its npm packages.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { build } from '#dist/build.js';

const TIMEOUT_MS = 120_000;

test('the packed laboratory makes the rows of this build', {
  tags: 'long',
  timeout: TIMEOUT_MS,
}, () => {
  const folder = mkdtempSync(join(tmpdir(), 'plyades-pack-'));
  const node = (...args: string[]) =>
    spawnSync(process.execPath, args, { encoding: 'utf8', cwd: folder, env: {} });
  try {
    const packed = join(folder, 'packed');
    const tool = join(import.meta.dirname, '../../tools/pack.mjs');
    expect(node(tool, '--without-node', '--out', packed)).toMatchObject({ status: 0, stderr: '' });
    const words =
      'experiment aphid/table-6.7 --scale smoke --profile paper --way ours --jobs 2 --json';
    const { status, stdout } = node(join(packed, 'run.mjs'), ...words.split(' '), '--out', 'rows');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ made: 1, failures: [], builds: [build()] });
    expect(readFileSync(join(folder, 'rows/aphid/tables.jsonl'), 'utf8').split('\n')).toHaveLength(
      3,
    );
    expect(node(join(packed, 'run.mjs'), 'calibrate', '--help').stdout).toContain(
      'Usage: plyades calibrate',
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
