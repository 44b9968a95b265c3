// What other tools say of the packed library: publint, are-the-types-wrong, and the compilers from TypeScript 5.4 to
// the newest, with and without lib `dom`, reading every declaration of the library.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyModules, run } from '../workspace.mjs';

/** @type {import('../table.mjs').Cell[]} */
export const cells = [
  {
    name: 'publint',
    async run(workspace) {
      const { publint } = await workspace.import('publint/src/index-node.js');
      const tarball = new Uint8Array(readFileSync(workspace.tarball)).buffer;
      const { messages } = await publint({ pack: { tarball }, strict: true });
      if (messages.length > 0)
        throw new Error(messages.map((each) => JSON.stringify(each)).join('\n'));
    },
  },
  {
    name: 'are the types wrong',
    async run(workspace) {
      const attw = workspace.tool('@arethetypeswrong/cli/dist/index.js');
      // The package has ES modules alone: `require` of them and the resolution of Node 10 are no part of it.
      const args = [attw, workspace.tarball, '--profile', 'esm-only', '--format', 'ascii'];
      await run(process.execPath, args, { env: { ...process.env, NO_COLOR: '1' } });
    },
  },
  ...[
    ['5.4', 'typescript-5.4'],
    ['6.0', 'typescript'],
    ['7.0', 'typescript-7'],
  ].map(([version, name]) => ({
    name: `TypeScript ${version}`,
    run: (workspace) => checkTypes(workspace, workspace.tool(`${name}/bin/tsc`), version),
  })),
];

/** `plyades/cluster` shows types of the NATS client, which its users install beside it. */
const NOT_CHECKED = /^\.\/(?:internal\/|cluster$)/;

/** The entries of the package that have types, stars replaced by what is there, and whether they need Node. */
function entriesOf(library) {
  const { exports } = JSON.parse(readFileSync(join(library, 'package.json'), 'utf8'));
  return Object.entries(exports)
    .filter(([entry, target]) => target.types !== undefined && !NOT_CHECKED.test(entry))
    .flatMap(([entry, target]) =>
      starsOf(library, target.types).map((star) => ({
        name: `plyades${entry.slice(1).replace('*', star)}`,
        needsNode: target.default === undefined,
      })),
    );
}

/** What the star of a path may stand for; the empty text when it has none. */
function starsOf(library, path) {
  const [before, after] = path.split('*');
  if (after === undefined) return [''];
  return readdirSync(join(library, before)).filter((name) =>
    existsSync(join(library, before + name + after)),
  );
}

/** Libraries and module resolution of a program: for a page, for Node, and with nothing but the language. */
const nodenext = { module: 'nodenext', moduleResolution: 'nodenext' };
const bundler = { module: 'esnext', moduleResolution: 'bundler' };
const programs = [
  { name: 'page', lib: ['es2022', 'dom'], types: [], ...bundler, files: ['scenario.ts'] },
  { name: 'node', lib: ['es2022'], types: ['node'], ...nodenext, files: ['node.ts'] },
  { name: 'bare', lib: ['es2022'], types: [], ...nodenext, files: [] },
];
const strict = {
  target: 'es2022',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  skipLibCheck: false,
};

async function checkTypes(workspace, tsc, version) {
  const project = workspace.project(`types-${version}`);
  const types = join(project, 'node_modules/@types');
  mkdirSync(types, { recursive: true });
  cpSync(workspace.tool('@types/node'), join(types, 'node'), { recursive: true });
  copyModules(project, 'connect-four', 'scenario');
  const entries = entriesOf(workspace.library);
  const write = (file, wanted) => {
    const imports = wanted.map(({ name }, i) => `export * as e${i} from '${name}';\n`);
    writeFileSync(join(project, file), imports.join(''));
  };
  write(
    'everywhere.ts',
    entries.filter(({ needsNode }) => !needsNode),
  );
  write(
    'node.ts',
    entries.filter(({ needsNode }) => needsNode),
  );

  for (const { name, files, ...options } of programs) {
    const compilerOptions = { ...strict, ...options };
    const config = { compilerOptions, files: ['everywhere.ts', ...files] };
    const path = join(project, `tsconfig.${name}.json`);
    writeFileSync(path, JSON.stringify(config));
    try {
      await run(process.execPath, [tsc, '-p', path], { cwd: project });
    } catch (error) {
      throw new Error(`the program for ${name}: ${error.message}`);
    }
  }
  return { note: `${entries.length} entries` };
}
