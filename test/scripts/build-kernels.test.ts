// The build of kernels refuses what cannot run, names its cause, and leaves no kernel of an earlier source.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildKernel, compileKernel } from '../../packages/plyades/scripts/compile-kernel.mjs';
import { library } from '../support/pages.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plyades-kernels-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('an unknown id is refused with the known ones', () => {
  const script = join(library, 'scripts/build-kernels.mjs');
  const run = spawnSync(process.execPath, [script, 'otello'], { encoding: 'utf8' });
  expect(run.status).toBe(1);
  expect(run.stderr).toMatch(/^there is no kernel 'otello': expected one of chess, othello, /);
});

test('a row with a wrong class or file is named', async () => {
  const file = './games/tic-tac-toe/tic-tac-toe';
  await expect(compileKernel('misere', { file, type: 'Misere' })).rejects.toThrow(
    'kernel misere: its row in scripts/build-kernels.mjs names the class Misere, but assembly/games/tic-tac-toe/tic-tac-toe.ts exports TicTacToe',
  );
  const row = { file: './games/misere/misere', type: 'Misere' };
  await expect(compileKernel('misere', row)).rejects.toThrow(
    'names the file ./games/misere/misere: expected assembly/games/misere/misere.ts to exist',
  );
});

test('a kernel that does not compile leaves none of an earlier source', async () => {
  const old = join(folder, 'misere.wasm');
  writeFileSync(old, 'old');
  const row = { file: './games/misere/misere', type: 'Misere' };
  await expect(buildKernel('misere', row, folder)).rejects.toThrow('kernel misere');
  expect(existsSync(old)).toBe(false);
});

test('an array access that is checked at run time is refused', { tags: 'long' }, async () => {
  const row = { file: './testing/checked-access', type: 'CheckedAccess' };
  await expect(buildKernel('checked', row, folder)).rejects.toThrow(
    /kernel checked: .* write unchecked\(array\[i\]\)/,
  );
  expect(existsSync(join(folder, 'checked.wasm'))).toBe(false);
});
