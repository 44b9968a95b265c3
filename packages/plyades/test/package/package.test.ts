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

interface Manifest {
  readonly version: string;
  readonly exports: Readonly<Record<string, string | { readonly default?: string }>>;
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
      /^(dist\/.*\.(js|d\.ts|wasm|wgsl|bin|json)|dist\/sim\/profiles\/\w+\.json|package\.json|README\.md|LICENSE|CHANGELOG\.md)$/;
    expect(files.filter((file) => !allowed.test(file))).toEqual([]);
    expect(files.filter((file) => file.startsWith('dist/examples/'))).toEqual([]);
  });

  test('runs as a command', async () => {
    const command = join(home, 'dist/cli/main.js');
    const { stdout } = await run(process.execPath, [command, '--version'], { cwd: project });
    expect(stdout.trim()).toBe(manifest.version);
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
    .flatMap((target) => (typeof target === 'string' ? target : (target.default ?? [])))
    .filter((target) => target.endsWith('.js'))
    .flatMap((target) => files.filter((file) => matches(target.slice(2), file)));
  const waiting = [...entries, 'dist/hosts/threads/worker.js'];
  const seen = new Set<string>();
  const foreign: string[] = [];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const specifier of staticImports(await readFile(join(home, file), 'utf8'))) {
      if (specifier.startsWith('.')) waiting.push(join(dirname(file), specifier));
      else foreign.push(`${file} imports ${specifier}`);
    }
  }
  expect(foreign).toEqual([]);
  expect(seen).toContain('dist/api/index.js');
  expect(seen).toContain('dist/games/othello/index.js');
});

/** Whether a file is one that a target of `exports`, which may have one star, stands for. */
function matches(target: string, file: string): boolean {
  const [before, after] = target.split('*') as [string, string?];
  if (after === undefined) return file === target;
  return file.startsWith(before) && file.endsWith(after);
}

/** What a module imports when it is loaded; what it imports later, by a call, does not count. */
function staticImports(source: string): string[] {
  const { statements } = ts.createSourceFile('x.js', source, ts.ScriptTarget.ES2022);
  return statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const specifier = statement.moduleSpecifier;
    return specifier && ts.isStringLiteral(specifier) ? [specifier.text] : [];
  });
}

test('the lockfile installs on every platform, from any registry', async () => {
  const script = join(repository, 'scripts/complete-lockfile.mjs');
  const { stdout } = await run(process.execPath, [script, '--check']).catch((error) => error);
  expect(stdout).toBe('');
  expect(await readFile(join(repository, 'package-lock.json'), 'utf8')).not.toMatch(
    /"resolved": "\w+:/,
  );
});
