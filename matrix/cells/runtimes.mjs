// The library in programs: Node 20, 22 and 24, Bun and Deno, in a project that has nothing but the packed library.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { run, writeModules } from '../workspace.mjs';

/** What a game and its bot in one file must end with, at once. */
const ONE_FILE = /put the game in a module of its own/;
/** Far less than the time in which threads that start threads fill a machine. */
const AT_ONCE_MS = 20_000;

const major = process.versions.node.split('.')[0];

/** @type {readonly { name: string, path: string, program: string, args: string[], version: RegExp }[]} */
const runtimes = [
  node(20),
  node(22),
  node(24),
  {
    name: 'Bun 1.4',
    path: '@oven/bun-linux-x64/bin/bun',
    program: 'bun',
    args: [],
    version: /^1\./,
  },
  {
    name: 'Deno 2.9',
    path: '@deno/linux-x64-glibc/deno',
    program: 'deno',
    args: ['run', '--allow-all', '--quiet'],
    version: /^deno 2\./,
  },
];

function node(version) {
  return {
    name: `Node ${version}`,
    path: `node-${version}/bin/node`,
    program: 'node',
    args: [],
    version: new RegExp(`^v${version}\\.`),
  };
}

/** @type {import('../table.mjs').Cell[]} */
export const cells = runtimes.map((runtime) => ({
  name: runtime.name,
  async run(workspace) {
    const program = await find(workspace, runtime);
    if (program === undefined) return { notRun: `${runtime.name} is not installed` };
    const folder = join(workspace.consumer, runtime.name.toLowerCase().replaceAll(' ', '-'));
    mkdirSync(folder, { recursive: true });
    writeModules(folder, 'connect-four', 'scenario', 'program', 'one-file');
    const start = (file, timeout) =>
      run(program, [...runtime.args, join(folder, file)], { cwd: folder, timeout });
    const printed = await start('program.js', 120_000);
    const facts = JSON.parse(printed.trim().split('\n').at(-1));
    await refusesOneFile(() => start('one-file.js', AT_ONCE_MS));
    return { facts };
  },
}));

async function refusesOneFile(start) {
  const error = await start().then(
    () => new Error('a game and its bot in one file: no error'),
    (reason) => reason,
  );
  if (!ONE_FILE.test(error.said ?? '')) {
    throw new Error(`a game and its bot in one file: ${error.message.slice(0, 500)}`);
  }
}

/** The Node that runs the matrix is one of them. */
async function find(workspace, { path, program, version, name }) {
  if (name === `Node ${major}`) return process.execPath;
  const found = workspace.findRuntime(path, program);
  if (found === undefined) return undefined;
  return version.test(await run(found, ['--version'])) ? found : undefined;
}
