// Imports point one way only: from the terminal down to the core. The table is the design; the test
// reads every import under src, static, dynamic or of types, and compares.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const search = ['core', 'platform', 'kernel', 'games'];
const hosts = [
  ...[...search, 'search', 'levels', 'parallel', 'control-plane'],
  ...['proof', 'gpu', 'mcts', 'trace'],
];
const team = ['core', 'kernel', 'search', 'games', 'protocols', 'api', 'engines', 'gpp'];
const play = ['protocols', 'engines', 'gpp', 'gpp/engines', 'match'];

/** Folder of src -> the other folders it may import. Only cli may import sim. */
const directions: Readonly<Record<string, readonly string[]>> = {
  core: [],
  platform: ['core'],
  kernel: ['core', 'platform'],
  games: ['core', 'platform', 'kernel'],
  search,
  levels: [...search, 'search', 'mcts'],
  parallel: ['core'],
  'control-plane': ['core'],
  trace: ['core'],
  proof: ['core', 'kernel', 'games'],
  protocols: ['core', 'games'],
  gpu: ['core', 'platform', 'kernel', 'games'],
  mcts: ['core', 'kernel', 'games', 'search'],
  hosts,
  sim: [...hosts, 'hosts'],
  api: [...hosts, 'hosts'],
  worker: [...hosts, 'hosts'],
  script: [...hosts, 'hosts', 'api', 'worker'],
  engines: ['core', 'games', 'search', 'levels', 'protocols', 'api'],
  gpp: ['core', 'protocols'],
  'gpp/engines': [...team, 'platform', 'parallel', 'trace'],
  match: [...team, 'gpp/engines'],
  checkpoints: [...hosts, 'hosts', 'api'],
  cluster: [...hosts, 'hosts', 'api', 'protocols', 'engines', 'checkpoints', 'own-search'],
  adapters: ['core', 'games', 'api'],
  'own-search': ['core', 'platform', 'parallel', 'control-plane', 'hosts'],
  studio: [...hosts, 'hosts', 'api', 'cluster'],
  cli: [...hosts, ...play, 'checkpoints', 'cluster', 'hosts', 'sim', 'api', 'studio'],
};

/** Folders that own no clock, no socket and no thread: they import no package and no node: module. */
const pure: readonly string[] = ['core', 'parallel', 'control-plane', 'trace', 'gpp'];

/** Imports that are another file in a browser (`imports` of package.json) -> their folder. */
const conditional: Readonly<Record<string, string>> = {
  '#platform': 'platform',
  '#foreign-kernel': 'platform',
  '#build-id': 'platform',
  '#profiles': 'sim',
  '#notations': 'games',
  '#cluster': 'hosts',
};

/** The imports of a source, given with its path below src, that point the wrong way. */
function wrongImports(path: string, source: string): string[] {
  const folder = folderOf(path);
  const allowed = directions[folder];
  if (allowed === undefined) return [`${path} is in no folder of the design`];
  return ts.preProcessFile(source).importedFiles.flatMap(({ fileName: specifier }) => {
    const wrong = `${path} imports ${specifier}`;
    if (Object.hasOwn(conditional, specifier)) {
      const target = conditional[specifier]!;
      return target === folder || allowed.includes(target) ? [] : [wrong];
    }
    if (!specifier.startsWith('.')) {
      const ownPackage = specifier === 'plyades' || specifier.startsWith('plyades/');
      return pure.includes(folder) || ownPackage ? [wrong] : [];
    }
    const target = folderOf(posix.join(posix.dirname(path), specifier));
    return target === folder || allowed.includes(target) ? [] : [wrong];
  });
}

/** Folders within a folder that have imports of their own. */
const INNER = ['gpp/engines'];

function folderOf(path: string): string {
  const inner = INNER.find((folder) => path.startsWith(`${folder}/`));
  if (inner !== undefined) return inner;
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : '';
}

describe('imports', () => {
  test('under src point the way of the design', () => {
    const root = fileURLToPath(new URL('../packages/plyades/src', import.meta.url));
    const files = readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.[cm]?tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name));
    expect(files).toContain(join(root, 'core', 'game.ts'));
    const wrong = files.flatMap((file) => {
      return wrongImports(relative(root, file).split(sep).join('/'), readFileSync(file, 'utf8'));
    });
    expect(wrong).toEqual([]);
  });

  test('of the library in its tests name the built code, so that all tests run one program', () => {
    const root = fileURLToPath(new URL('../packages/plyades/test', import.meta.url));
    const files = readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:ts|mjs)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name));
    expect(files).toContain(join(root, 'games', 'tic-tac-toe.test.ts'));
    const wrong = files.flatMap((file) =>
      ts
        .preProcessFile(readFileSync(file, 'utf8'))
        .importedFiles.filter(({ fileName }) => /^\.\.\/.*\bsrc\//.test(fileName))
        .map(({ fileName }) => `${relative(root, file)} imports ${fileName}: expected #dist/`),
    );
    expect(wrong).toEqual([]);
  });

  test('name folders that the design knows', () => {
    for (const allowed of Object.values(directions)) {
      for (const folder of allowed) expect(Object.keys(directions)).toContain(folder);
    }
    expect(Object.values(directions).flat()).not.toContain('cli');
  });

  test('are never circular between folders', () => {
    const reaches = (from: string, to: string): boolean =>
      directions[from]!.some((next) => next === to || reaches(next, to));
    for (const folder of Object.keys(directions)) expect(reaches(folder, folder)).toBe(false);
  });
});

describe('state machines', () => {
  test('own no clock, no timer and no source of chance', () => {
    const impure =
      /\b(?:performance|Date|crypto)\.|\b(?:setTimeout|setInterval|queueMicrotask)\(|Math\.random/;
    const root = fileURLToPath(new URL('../packages/plyades/src', import.meta.url));
    const sources = ['parallel', 'control-plane'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name)),
    );
    expect(sources).toContain(join(root, 'control-plane', 'master.ts'));
    expect(sources.filter((file) => impure.test(readFileSync(file, 'utf8')))).toEqual([]);
    expect(impure.test('const now = performance.now();')).toBe(true);
  });
});

describe('the check of imports', () => {
  test('accepts what points down, stays inside, or is another package', () => {
    expect(wrongImports('games/othello/index.ts', "import { ok } from '../../core/x.js';")).toEqual(
      [],
    );
    expect(wrongImports('core/game.ts', "import { ok } from './result.js';")).toEqual([]);
    expect(wrongImports('kernel/load.ts', "import { readFile } from 'node:fs/promises';")).toEqual(
      [],
    );
    expect(wrongImports('cli/main.ts', "import { x } from '../sim/index.js';")).toEqual([]);
  });

  test.each([
    ['core/game.ts', "import { x } from '../kernel/index.js';"],
    ['core/game.ts', "import { readFileSync } from 'node:fs';"],
    ['core/game.ts', "import type { X } from '../games/othello/index.js';"],
    ['parallel/aphid/master.ts', "import { Worker } from 'node:worker_threads';"],
    ['parallel/aphid/master.ts', "export { x } from '../../hosts/threads.js';"],
    ['search/search.ts', "const x = await import('../parallel/aphid/master.js');"],
    ['kernel/load.ts', "export * from '../games/catalogue.js';"],
    ['api/index.ts', "import { x } from '../sim/index.js';"],
    ['hosts/threads.ts', "import '../cli/main.js';"],
    ['games/othello/index.ts', "import { x } from 'plyades/sim';"],
    ['games/othello/index.ts', "import { x } from '../../../test/support/data.js';"],
    ['cli/main.ts', "import { x } from '../misc.js';"],
    ['core/game.ts', "import { coreCount } from '#platform';"],
    ['search/search.ts', "await import('#cluster');"],
    ['misc.ts', 'export const x = 1;'],
    ['utils/misc.ts', 'export const x = 1;'],
  ])('refuses, in %s, %s', (path, source) => {
    expect(wrongImports(path, source)).toHaveLength(1);
  });
});
