// The name of a build follows what decides a simulation, wherever and whenever it is built.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUILD_ID } from 'plyades/sim';
import { afterAll, beforeAll, expect, test } from 'vitest';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const library = join(repository, 'packages/plyades');
let copy = '';

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'plyades-build-id-'));
  for (const name of ['dist', 'scripts', 'package.json']) {
    cpSync(join(library, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(repository, 'node_modules'), join(copy, 'node_modules'), 'dir');
});
afterAll(() => rmSync(copy, { recursive: true }));

/** The name of the copy, after a change of one of its files. */
function nameAfter(path: string, change: (text: string) => string): string {
  const file = join(copy, path);
  const before = readFileSync(file, 'latin1');
  const after = change(before);
  expect(after).not.toBe(before);
  writeFileSync(file, after, 'latin1');
  try {
    const script = join(copy, 'scripts/build-id.mjs');
    const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    return /'(.+)'/.exec(readFileSync(join(copy, 'dist/build-id.js'), 'utf8'))![1]!;
  } finally {
    writeFileSync(file, before, 'latin1');
  }
}

test('a build has the version of the package in its name', () => {
  expect(BUILD_ID).toMatch(/^\d+\.\d+\.\d+-[0-9a-f]{8}$/);
  expect(
    nameAfter('package.json', (text) => text.replace(/"version": "[^"]+"/, '"version": "9.8.7"')),
  ).toBe(BUILD_ID.replace(/^[^-]+/, '9.8.7'));
});

test.each([
  ['a comment', 'dist/sim/record.js', (text: string) => `// Another one.\n${text}`],
  ['the platform', 'dist/platform/node.js', (text: string) => `${text}\nglobalThis.other = 1;\n`],
  ['the command line', 'dist/cli/main.js', (text: string) => `${text}\nglobalThis.other = 1;\n`],
])('%s does not change the name, in another folder', (_, path, change) => {
  expect(nameAfter(path, change)).toBe(BUILD_ID);
});

test.each([
  [
    'an algorithm',
    'dist/parallel/aphid/master.js',
    (text: string) => `${text}
globalThis.other = 1;
`,
  ],
  [
    'a cost',
    'dist/profiles.js',
    (text: string) => text.replace('"nodeNs":44000', '"nodeNs":44001'),
  ],
  ['a kernel', 'dist/wasm/othello.wasm', (text: string) => `${text}\0`],
])('%s changes the name', (_, path, change) => {
  expect(nameAfter(path, change)).not.toBe(BUILD_ID);
});
