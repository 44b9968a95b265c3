// `npm test` builds what is older than its sources, whatever the source is.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { outdatedScripts, products } from '../../scripts/build-freshness.mjs';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const library = 'packages/plyades';
const OLD = 1_000;
const BUILT = 2_000;
const NEW = 3_000;

/** A repository in which everything was built after its sources. */
const sources = [
  'assembly/games/chess/weights.mjs',
  'assembly/games/connect6/order.mjs',
  'assembly/games/connect6/weights.ts',
  'src/core/game.ts',
  'src/games/othello/weights.bin',
  'src/gpu/shaders/chess.wgsl',
  'scripts/compile-kernel.mjs',
];
const built = [
  'wasm/chess.wasm',
  'core/game.js',
  'wasm/othello-weights.bin',
  'wasm/foreign.js',
  'browser/index.js',
  'gpu/shaders/weights.json',
  'studio/page/assets/index.js',
];

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'plyades-freshness-'));
  for (const path of sources) write(`${library}/${path}`, OLD);
  for (const path of built) write(`${library}/dist/${path}`, BUILT);
});
afterEach(() => rmSync(root, { recursive: true }));

/** Writes a file whose time, and that of the folders above it, is `time`. */
function write(path: string, time: number): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), '');
  for (let each = path; each !== '.'; each = dirname(each))
    utimesSync(join(root, each), time, time);
}

describe('a script of the build', () => {
  test('does not run when its products are newer than their sources', () => {
    expect(outdatedScripts(root)).toEqual([]);
  });

  test.each([
    ['assembly/games/chess/weights.mjs', ['build:kernels', 'build:assets', 'build:browser']],
    ['assembly/games/connect6/order.mjs', ['build:kernels', 'build:assets', 'build:browser']],
    ['assembly/games/connect6/weights.ts', ['build:kernels', 'build:assets', 'build:browser']],
    ['scripts/compile-kernel.mjs', ['build:kernels', 'build:browser']],
    ['src/core/game.ts', ['build:ts', 'build:browser', 'build:studio']],
    [
      'src/games/othello/weights.bin',
      ['build:ts', 'build:assets', 'build:browser', 'build:studio'],
    ],
    ['src/gpu/shaders/chess.wgsl', ['build:ts', 'build:assets', 'build:browser', 'build:studio']],
  ])('runs when %s changes', (path, scripts) => {
    utimesSync(join(root, library, path), NEW, NEW);
    expect(outdatedScripts(root)).toEqual(scripts);
  });

  test('of the studio runs alone when its page changes', () => {
    write('packages/studio/src/main.tsx', NEW);
    expect(outdatedScripts(root)).toEqual(['build:studio']);
  });

  test('runs after another whose products it uses, although its own are new', () => {
    utimesSync(join(root, library, 'src/core/game.ts'), NEW, NEW);
    write(`${library}/dist/wasm/foreign.js`, NEW);
    write(`${library}/dist/browser/index.js`, NEW);
    expect(outdatedScripts(root)).toEqual(['build:ts', 'build:browser', 'build:studio']);
  });

  test('runs when a source is deleted', () => {
    rmSync(join(root, library, 'src/core/game.ts'));
    expect(outdatedScripts(root)).toEqual(['build:ts', 'build:browser', 'build:studio']);
  });

  test('runs when its products are missing', () => {
    rmSync(join(root, library, 'dist'), { recursive: true });
    expect(outdatedScripts(root)).toEqual([
      'build:kernels',
      'build:ts',
      'build:assets',
      'build:browser',
      'build:studio',
    ]);
  });
});

test('what products are made from exists', () => {
  const missing = products
    .flatMap(({ from }) => from)
    .filter((path) => !existsSync(join(repository, path)));
  expect(missing).toEqual([]);
});

test('whatever the shaders are built from is a source of the assets', () => {
  const script = `${library}/scripts/build-shaders.mjs`;
  const text = readFileSync(join(repository, script), 'utf8');
  const used = [...text.matchAll(/'(\.\.\/(?:src|assembly)\/[^']+)'/g)].map(([, path]) =>
    posix.join(posix.dirname(script), path!),
  );
  expect(used.length).toBeGreaterThan(3);
  const { from } = products.find((product) => product.script === 'build:assets')!;
  expect(used.filter((path) => !from.some((source) => path.startsWith(source)))).toEqual([]);
});
