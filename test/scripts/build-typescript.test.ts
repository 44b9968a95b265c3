// A build of TypeScript leaves nothing in dist that has no source.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const script = fileURLToPath(new URL('../../scripts/build-typescript.mjs', import.meta.url));
/** Without a library of types the compiler needs a tenth of the time. */
const compilerOptions = {
  rootDir: 'src',
  outDir: 'dist',
  declaration: true,
  module: 'nodenext',
  noLib: true,
  types: [],
};
const noLibrary = [
  'Array',
  'Boolean',
  'Function',
  'IArguments',
  'Number',
  'Object',
  'RegExp',
  'String',
  'CallableFunction',
  'NewableFunction',
]
  .map((name) => `interface ${name}${name === 'Array' ? '<T>' : ''} {}`)
  .join('\n');

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plyades-build-'));
  mkdirSync(join(folder, 'src/deep'), { recursive: true });
  mkdirSync(join(folder, 'dist/data'), { recursive: true });
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['src'] }),
  );
  writeFileSync(join(folder, 'src/library.d.ts'), noLibrary);
  writeFileSync(join(folder, 'src/kept.ts'), 'export const kept = 1;\n');
  writeFileSync(join(folder, 'src/deep/gone.ts'), 'export const gone = 1;\n');
  writeFileSync(join(folder, 'dist/data/weights.bin'), 'made by another script');
});
afterEach(() => rmSync(folder, { recursive: true }));

const build = () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, 'tsconfig.json'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
};
const files = () =>
  readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .sort();

test('a deleted module leaves dist, files of other scripts stay', () => {
  expect(build()).toEqual({ status: 0, said: '' });
  expect(files()).toContain('deep/gone.js');
  rmSync(join(folder, 'src/deep'), { recursive: true });
  expect(build()).toEqual({ status: 0, said: '' });
  expect(files()).toEqual(['data', 'data/weights.bin', 'kept.d.ts', 'kept.js']);
});

test('an error of types ends the build, removes nothing, and the products count as old', () => {
  expect(build().status).toBe(0);
  rmSync(join(folder, 'src/deep'), { recursive: true });
  writeFileSync(join(folder, 'src/kept.ts'), "export const kept: number = 'text';\n");
  const { status, said } = build();
  expect(status).not.toBe(0);
  expect(said).toContain('src/kept.ts(1,14): error TS2322');
  expect(existsSync(join(folder, 'dist/deep/gone.js'))).toBe(true);
  expect(statSync(join(folder, 'dist/kept.js')).mtimeMs).toBe(0);
});
