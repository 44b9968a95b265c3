// The package as npm would publish it: what is in it, that a strict TypeScript program can use it with
// nothing else installed, and that a browser can load it.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const repository = join(root, '../..');
const tsc = createRequire(import.meta.url).resolve('typescript/lib/tsc.js');

type Target = string | { readonly browser?: string; readonly default?: string };

interface Manifest {
  readonly version: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly keywords: readonly string[];
  readonly homepage: string;
  readonly repository: { readonly url: string; readonly directory: string };
  readonly exports: Readonly<Record<string, Target>>;
  readonly imports: Readonly<Record<string, Target>>;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** Another project, with the packed package in its node_modules. */
let project: string;
/** The package there. */
let home: string;
let manifest: Manifest;
let files: readonly string[];
let packedBytes: number;

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'plyades-package-'));
  home = join(project, 'node_modules/plyades');
  await mkdir(home, { recursive: true });
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', project], {
    cwd: root,
  });
  const [packed] = JSON.parse(stdout) as [{ filename: string; size: number }];
  packedBytes = packed.size;
  await run('tar', ['-xzf', join(project, packed.filename), '-C', home, '--strip-components=1']);
  manifest = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'));
  for (const name of Object.keys(manifest.dependencies)) {
    await symlink(join(repository, 'node_modules', name), join(project, 'node_modules', name));
  }
  files = (await readdir(home, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(home.length + 1));
});

afterAll(() => rm(project, { recursive: true, force: true }));

describe('the package', () => {
  test('is small and holds only what its users need', () => {
    expect(packedBytes).toBeLessThan(5_000_000);
    const allowed =
      /^(dist\/.*\.(js|d\.ts|wasm|wgsl|bin|json)|dist\/studio\/page\/.*\.(html|css|svg)|examples\/.*\.(js|ts|md)|package\.json|README\.md|LICENSE|CHANGELOG\.md)$/;
    expect(files.filter((file) => !allowed.test(file))).toEqual([]);
    expect(files.filter((file) => file.startsWith('dist/examples/'))).toEqual([]);
  });

  test('runs as a command', async () => {
    const command = join(home, 'dist/cli/main.js');
    const { stdout } = await run(process.execPath, [command, '--version'], { cwd: project });
    expect(stdout.trim()).toBe(manifest.version);
  });
});

describe('what is published', () => {
  test('says where it comes from, and runs nothing when it is installed', () => {
    const { homepage, keywords, repository: origin, scripts } = manifest;
    expect(origin.directory).toBe('packages/plyades');
    expect(origin.url).toBe(`git+${homepage.replace('#readme', '.git')}`);
    expect(keywords.length).toBeGreaterThan(5);
    const atInstallation = ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish'];
    expect(Object.keys(scripts).filter((name) => atInstallation.includes(name))).toEqual([]);
  });

  test('has pages whose links lead to files of the repository, at the tag of the version', async () => {
    const [address] = manifest.homepage.split('#');
    const ours = new RegExp(`${address!.replace(/.*github/, 'github')}/(?:blob/)?([^/]+)/([^#]+)`);
    for (const page of ['README.md', 'CHANGELOG.md']) {
      const text = await readFile(join(home, page), 'utf8');
      const links = [...text.matchAll(/\]\(([^)\s]+)\)|\bsrc(?:set)?="([^"]+)"/g)].map(
        ([, link, picture]) => (link ?? picture)!,
      );
      expect(links.filter((link) => !/^(?:https:\/\/|#)/.test(link))).toEqual([]);
      const own = links.flatMap((link) => {
        const found = ours.exec(link.replace('raw.githubusercontent', 'github'));
        return found ? [{ tag: found[1], path: found[2]! }] : [];
      });
      expect(own.length).toBeGreaterThan(0);
      expect(own.filter(({ tag }) => tag !== `v${manifest.version}`)).toEqual([]);
      expect(own.filter(({ path }) => !existsSync(join(repository, path)))).toEqual([]);
    }
  });

  test('has a change log by Keep a Changelog', async () => {
    const text = await readFile(join(home, 'CHANGELOG.md'), 'utf8');
    const [first, ...others] = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading!);
    expect(first).toMatch(/^\[(?:Unreleased|\d+\.\d+\.\d+)\]/);
    const versions = [first!, ...others.filter((heading) => heading !== 'Known limits')];
    for (const heading of versions) {
      expect(heading).toMatch(/^\[(?:Unreleased\]|\d+\.\d+\.\d+\] - \d{4}-\d{2}-\d{2})$/);
      expect(text).toContain(`\n${heading.split(' ')[0]}: https://`);
    }
    const kinds = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
    const used = [...text.matchAll(/^### (.+)$/gm)].map(([, kind]) => kind!);
    expect(used.filter((kind) => !kinds.includes(kind))).toEqual([]);
  });

  test('has an example that runs where it is', { tags: 'long' }, async () => {
    const example = join(home, 'examples/quick-start/play.js');
    const { stdout } = await run(process.execPath, [example], { cwd: project });
    expect(stdout).toMatch(/^3 4 5: side 0 takes 2 from heap 1\n[\s\S]*\nside 0 wins\n$/);
  });

  test('needs no correction by npm', { tags: 'long' }, async () => {
    // Without the settings of this machine, which may have warnings of their own, and without a network.
    const settings = join(project, 'npmrc');
    const registry = '127.0.0.1:9/';
    await writeFile(
      settings,
      `registry=http://${registry}\n//${registry}:_authToken=none\nfetch-retries=0\n`,
    );
    const args = ['publish', '--dry-run', '--userconfig', settings];
    const env = Object.entries(process.env).filter(([name]) => !/^npm_config_/i.test(name));
    const { stdout, stderr } = await run('npm', args, { cwd: root, env: Object.fromEntries(env) });
    expect(stdout).toContain(`+ plyades@${manifest.version}`);
    expect(stderr.split('\n').filter((line) => /^npm (?:warn|error)/i.test(line))).toEqual([]);
  });
});

const program = `
import { bot, loadGame, type SearchResult, search } from 'plyades';
import { othello } from 'plyades/games/othello';
import { Kernel } from 'plyades/kernel';

const result: SearchResult = await search({ position: othello.start(), depth: 4 }).result;
const ai = await bot('tic-tac-toe');
const { notation } = await loadGame('tic-tac-toe');
const { move, value } = await ai.move(notation.start());
await ai.close();
console.log(JSON.stringify([result.depth, move !== undefined, value, typeof Kernel]));
`;

/** What the command line can do, from a program: Node alone. */
const nodeProgram = `
import { closeAll, PlyadesError } from 'plyades';
import { fileStore, loadCheckpoint, resumeSearch, searchWithCheckpoints } from 'plyades/checkpoints';
import { connect, parseToken } from 'plyades/cluster';
import { openEngineTeam } from 'plyades/gpp';

await using store = fileStore('kept.json');
const query = { game: 'othello', depth: 5, mode: 'exact' } as const;
const first = await (await searchWithCheckpoints(query, { stores: [store] })).result;
const again = await (await resumeSearch(await loadCheckpoint('kept.json'))).result;

const team = await openEngineTeam({ engines: ['plyades'], workers: 1 });
const { move } = await team.search({ setup: { moves: ['e2e4'] }, go: { nodes: 1000 } });
await team.close();

const codeOf = (error: unknown) => (error instanceof PlyadesError ? error.code : 'another');
let token = '';
try {
  parseToken('ply1_x');
} catch (error) {
  token = codeOf(error);
}
const missing = await connect('nats://127.0.0.1:4222').then(() => 'connected', codeOf);
await closeAll();
console.log(JSON.stringify([first.value === again.value, move?.length, token, missing]));
`;

describe('a strict TypeScript program', () => {
  const strict = {
    target: 'es2022',
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    outDir: 'out',
  };

  async function compile(options: object, source = program): Promise<void> {
    await writeFile(join(project, 'package.json'), '{ "type": "module" }');
    await writeFile(join(project, 'program.ts'), source);
    const config = { compilerOptions: { ...strict, ...options }, files: ['program.ts'] };
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify(config));
    // tsc writes what it has to say to stdout, where a failed execFile does not show it.
    const { stdout } = await run(process.execPath, [tsc, '-p', project]).catch((error) => error);
    expect(stdout).toBe('');
  }

  /** Not before the browser's program is compiled, which does without them. */
  async function installNodeTypes(): Promise<void> {
    const types = join(project, 'node_modules/@types');
    await mkdir(types, { recursive: true });
    const link = join(types, 'node');
    if (!existsSync(link)) await symlink(join(repository, 'node_modules/@types/node'), link);
  }

  test('for a browser compiles with the types of the web alone', { tags: 'long' }, async () => {
    await compile({ lib: ['es2023', 'dom'], types: [] });
  });

  test('for Node compiles with the types of Node alone, and runs', async () => {
    await installNodeTypes();
    // The types of Node have no WebAssembly, which only `plyades/kernel` shows to its users.
    await compile({ lib: ['es2023'], types: ['node'], skipLibCheck: true });
    const { stdout } = await run(process.execPath, [join(project, 'out/program.js')]);
    expect(JSON.parse(stdout)).toEqual([4, true, 0, 'function']);
  });

  test('keeps checkpoints, runs an engine team, and says that the NATS client is missing', {
    tags: 'long',
  }, async () => {
    await installNodeTypes();
    await compile(
      { lib: ['es2023', 'esnext.disposable'], types: ['node'], skipLibCheck: true },
      nodeProgram,
    );
    const program = join(project, 'out/program.js');
    const { stdout } = await run(process.execPath, [program], { cwd: project });
    const line = stdout.trim().split('\n').at(-1)!;
    expect(JSON.parse(line)).toEqual([true, 4, 'ERR_CREDENTIALS', 'ERR_MISSING_PART']);
  });
});

test('what a browser loads imports nothing but files of the package', async () => {
  // Exports without `default` are for Node alone.
  const entries = Object.values(manifest.exports)
    .flatMap((target) => inBrowser(target) ?? [])
    .filter((target) => target.endsWith('.js'))
    .flatMap((target) => files.filter((file) => matches(target.slice(2), file)));
  const waiting = [...entries, 'dist/hosts/threads/worker.js', 'dist/hosts/epochs/worker.js'];
  const seen = new Set<string>();
  const foreign: string[] = [];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const specifier of imports(await readFile(join(home, file), 'utf8'))) {
      const own = manifest.imports[specifier];
      if (specifier.startsWith('.')) waiting.push(join(dirname(file), specifier));
      else if (own !== undefined) waiting.push(inBrowser(own)!.slice(2));
      else foreign.push(`${file} imports ${specifier}`);
    }
  }
  expect(foreign).toEqual([]);
  expect(seen).toContain('dist/api/index.js');
  expect(seen).toContain('dist/games/othello/index.js');
  expect(seen).toContain('dist/platform/browser.js');
  expect(seen).not.toContain('dist/platform/node.js');
});

test('the bundles for browsers name every file so that bundlers find it, and import nothing', async () => {
  const named = /new URL\("(\.[^"]+)",\s*import\.meta\.url\)/g;
  for (const file of ['index', 'worker', 'epochs-worker', 'sim-worker', 'serve']) {
    const text = await readFile(join(home, `dist/browser/${file}.js`), 'utf8');
    expect(imports(text), file).toEqual([]);
    for (const [, path] of text.matchAll(named)) {
      expect(files).toContain(join('dist/browser', path!));
    }
    // The import of a game's module, by its address, is left to the browser.
    for (const [call] of text.matchAll(/\bimport\((?!["'])[^)]*\)/g)) {
      expect(call).toContain('/* @vite-ignore */ /* webpackIgnore: true */');
    }
  }
  const page = await readFile(join(home, 'dist/browser/index.js'), 'utf8');
  const worker = 'new Worker(new URL("./worker.js",import.meta.url),{type:"module"})';
  expect(page).toContain(worker);
  expect([...page.matchAll(named)].map(([, path]) => path)).toContain('../wasm/chess.wasm');
  const served = await readFile(join(home, 'dist/browser/serve.js'), 'utf8');
  expect([...served.matchAll(named)]).toEqual([]);
});

test('every kernel is named by a literal address', async () => {
  const table = await readFile(join(home, 'dist/kernel/assets.js'), 'utf8');
  const kernels = files.filter((file) => file.startsWith('dist/wasm/') && file.endsWith('.wasm'));
  expect(kernels.length).toBeGreaterThan(8);
  for (const kernel of kernels) {
    // `foreign` travels as a module.
    if (kernel.endsWith('foreign.wasm')) continue;
    const literal = `new URL('${kernel.replace('dist', '..')}', import.meta.url)`;
    expect(table).toContain(literal);
  }
});

/** The file that a browser gets: by its condition, else by default. */
const inBrowser = (target: Target): string | undefined =>
  typeof target === 'string' ? target : (target.browser ?? target.default);

/** Whether a file is one that a target of `exports`, which may have one star, stands for. */
function matches(target: string, file: string): boolean {
  const [before, after] = target.split('*') as [string, string?];
  if (after === undefined) return file === target;
  return file.startsWith(before) && file.endsWith(after);
}

/** What a module imports, when it is loaded or later by a call. */
const imports = (source: string): string[] =>
  ts.preProcessFile(source, true, true).importedFiles.map(({ fileName }) => fileName);

test.each(['.', 'matrix'])(
  'the lockfile of %s installs on every platform, from any registry',
  async (folder) => {
    const script = join(repository, 'scripts/complete-lockfile.mjs');
    const args = [script, folder, '--check'];
    const { stdout } = await run(process.execPath, args).catch((error) => error);
    expect(stdout).toBe('');
    const lockfile = await readFile(join(repository, folder, 'package-lock.json'), 'utf8');
    expect(lockfile).not.toMatch(/"resolved": "\w+:/);
  },
);
