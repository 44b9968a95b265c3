// Where the matrix runs: a folder outside of the repository, so that nothing is found there that a user would not
// have. `tools` has the bundlers and runtimes of our lockfile, `consumer` the packed library as npm installs it, and
// projects for bundlers lie below `tools`, each with the library in its own node_modules.
import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import ts from 'typescript';

const here = fileURLToPath(new URL('.', import.meta.url));
export const repository = join(here, '..');
const execute = promisify(execFile);

/**
 * Runs a program without a terminal; an error has what it printed in its message.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {import('node:child_process').ExecFileOptions} [options]
 * @returns {Promise<string>} What it printed.
 */
export async function run(program, args, options = {}) {
  const limits = { timeout: 300_000, maxBuffer: 64 << 20 };
  try {
    const { stdout } = await execute(program, [...args], { ...limits, ...options });
    return String(stdout);
  } catch (error) {
    const said = `${error.stdout ?? ''}\n${error.stderr ?? ''}`.trim();
    const ended = error.killed ? 'was stopped after its time' : `ended with ${error.code}`;
    throw Object.assign(new Error(`${basename(program)} ${ended}:\n${said}`), { said });
  }
}

/** A cell that needs the tool cannot run. */
export class MissingTool extends Error {}

/** Everything that cells need; made once. */
export class Workspace {
  /** The same folder for the same lockfile and clone, so that a second run installs nothing. */
  constructor() {
    const lock = readFileSync(join(here, 'package-lock.json'));
    const mark = createHash('sha256').update(lock).update(here).digest('hex').slice(0, 12);
    this.folder = join(tmpdir(), `plyades-matrix-${mark}`);
    this.tools = join(this.folder, 'tools');
    this.consumer = join(this.folder, 'consumer');
    this.tarball = '';
    this.examples = join(repository, 'examples');
  }

  /** Installs the tools of the lockfile; why not, in a line, when that fails. */
  async installTools() {
    const mark = join(this.tools, 'installed');
    if (existsSync(mark)) return undefined;
    mkdirSync(this.tools, { recursive: true });
    for (const name of ['package.json', 'package-lock.json', '.npmrc']) {
      cpSync(join(here, name), join(this.tools, name));
    }
    try {
      await run('npm', ['ci', '--prefer-offline', '--ignore-scripts'], { cwd: this.tools });
    } catch (error) {
      return `npm ci failed in ${this.tools}: ${lastLine(error.message)}`;
    }
    writeFileSync(mark, '');
    return undefined;
  }

  /** Packs the library and installs the file in a new project, where nothing else is. */
  async installLibrary() {
    rmSync(this.consumer, { recursive: true, force: true });
    mkdirSync(this.consumer, { recursive: true });
    writeFileSync(
      join(this.consumer, 'package.json'),
      JSON.stringify({ name: 'consumer', private: true, type: 'module' }),
    );
    const packed = await run(
      'npm',
      ['pack', '--json', '--pack-destination', this.folder, '-w', 'plyades'],
      { cwd: repository },
    );
    const [{ filename }] = JSON.parse(packed.slice(packed.indexOf('[')));
    this.tarball = join(this.folder, filename);
    await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', this.tarball], {
      cwd: this.consumer,
    });
  }

  /** The folder of the installed library. */
  get library() {
    return join(this.consumer, 'node_modules/plyades');
  }

  /** The path of a file in the tools' node_modules; throws MissingTool when it is not there. */
  tool(path) {
    const found = join(this.tools, 'node_modules', path);
    if (!existsSync(found)) throw new MissingTool(`${path} is not installed in ${this.tools}`);
    return found;
  }

  /** A module of the tools. */
  async import(path) {
    return import(this.tool(path));
  }

  /**
   * A runtime: from the tools, else from PATH; undefined when there is none.
   * @param {string} path Below the tools' node_modules.
   * @param {string} program
   */
  findRuntime(path, program) {
    const installed = join(this.tools, 'node_modules', path);
    if (existsSync(installed)) return installed;
    return (process.env.PATH ?? '')
      .split(delimiter)
      .map((folder) => join(folder, program))
      .find((candidate) => existsSync(candidate));
  }

  /**
   * A project below the tools with the library in its node_modules, without the tools' lockfile in its way.
   * @param {string} name
   * @param {string} [example] A folder of `examples/` to begin with.
   */
  project(name, example) {
    const folder = join(this.tools, 'projects', name);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(join(folder, 'node_modules'), { recursive: true });
    linkFolder(this.library, join(folder, 'node_modules/plyades'));
    if (example) {
      const own = (path) => !/[\\/](?:node_modules|dist|\.next)$/.test(path);
      cpSync(join(this.examples, example), folder, { recursive: true, filter: own });
    } else {
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, type: 'module' }));
    }
    return folder;
  }
}

/** Hard links are as good as copies, and 1000 files take 50 ms. */
function linkFolder(from, to) {
  const { status } = spawnSync('cp', ['-al', from, to]);
  if (status !== 0) cpSync(from, to, { recursive: true });
}

/** The modules of the scenario, whose sources are TypeScript. */
const sources = {
  'connect-four': 'examples/vite-app/src/connect-four.ts',
  'connect-four.worker': 'examples/vite-app/src/connect-four.worker.ts',
  scenario: 'matrix/fixtures/scenario.ts',
  program: 'matrix/fixtures/program.ts',
  expose: 'matrix/fixtures/expose.ts',
  page: 'matrix/fixtures/page.ts',
  classic: 'matrix/fixtures/classic.ts',
  'one-file': 'matrix/fixtures/one-file.ts',
};

/**
 * Writes modules of the scenario to a folder as JavaScript whose imports name files.
 * @param {string} folder
 * @param {...keyof typeof sources} names
 */
export function writeModules(folder, ...names) {
  for (const name of names) {
    const text = readFileSync(join(repository, sources[name]), 'utf8');
    const { outputText } = ts.transpileModule(text, {
      compilerOptions: {
        target: ts.ScriptTarget.ES2022,
        module: ts.ModuleKind.ESNext,
        verbatimModuleSyntax: true,
      },
    });
    const named = outputText.replace(/(from '\.\/[\w.-]+)'/g, "$1.js'");
    writeFileSync(join(folder, `${name}.js`), named);
  }
}

/** The modules of a page with a worker for its own game. @type {(keyof typeof sources)[]} */
export const PAGE_MODULES = ['connect-four', 'connect-four.worker', 'scenario', 'expose', 'page'];

/** Copies the same modules as they are, in TypeScript. */
export function copyModules(folder, ...names) {
  for (const name of names) cpSync(join(repository, sources[name]), join(folder, `${name}.ts`));
}

function lastLine(text) {
  return text.trim().split('\n').at(-1);
}
