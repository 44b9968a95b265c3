// Compiles the program of all kernels, assembly/module.ts, for one game. What differs is `TheGame`, which
// assembly/game.ts names: the compiler is handed a different text for that one file each time, so that no game
// needs an entry file of its own.
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import asc from 'assemblyscript/asc';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const flags = [
  '-O3',
  '--noAssert',
  '--runtime',
  'stub',
  '--importMemory',
  '--sharedMemory',
  '--initialMemory',
  '1',
  '--maximumMemory',
  '65536',
  '--enable',
  'simd',
  '--enable',
  'threads',
];

/** The text of a file that is not there but has a module beside it that makes it: tables of a game. */
async function computed(name) {
  const maker = name.replace(/\.ts$/, '.mjs');
  if (maker === name || !existsSync(maker)) return null;
  return (await import(pathToFileURL(maker))).default;
}

/** Throws unless the file has the class, so that a wrong row of `kernels` is not met inside assembly/module.ts. */
async function checkRow(id, { file, type }) {
  const path = join(root, 'assembly', `${file}.ts`);
  const row = `kernel ${id}: its row in scripts/build-kernels.mjs`;
  if (!existsSync(path)) {
    throw new Error(
      `${row} names the file ${file}: expected assembly/${file.slice(2)}.ts to exist`,
    );
  }
  const classes = [...(await readFile(path, 'utf8')).matchAll(/^export class (\w+)/gm)];
  const names = classes.map(([, name]) => name);
  if (names.includes(type)) return;
  const found = names.length === 0 ? 'exports no class' : `exports ${names.join(', ')}`;
  throw new Error(`${row} names the class ${type}, but assembly/${file.slice(2)}.ts ${found}`);
}

/** Throws when a module imports the handler of failed checks, which no host provides. */
function checkImports(id, wasm) {
  const imports = WebAssembly.Module.imports(new WebAssembly.Module(wasm));
  if (!imports.some(({ module, name }) => module === 'env' && name === 'abort')) return;
  throw new Error(
    `kernel ${id}: an array access is checked at run time and needs env.abort, which kernels do not get; ` +
      'write unchecked(array[i]) or load<T>(address) instead of array[i]',
  );
}

/** The module of the game whose class `type` is in `file`, a path from assembly/; `id` names it in messages. */
export async function compileKernel(id, { file, type }) {
  await checkRow(id, { file, type });
  const output = new Map();
  const bound = `export { ${type} as TheGame } from '${file}';\n`;
  const { error, stderr } = await asc.main(
    ['assembly/module.ts', '--baseDir', root, '--outFile', `${id}.wasm`, ...flags],
    {
      readFile: async (name, baseDir) => {
        if (name === 'assembly/game.ts') return bound;
        try {
          return await readFile(join(baseDir, name), 'utf8');
        } catch {
          return computed(join(baseDir, name));
        }
      },
      writeFile: (name, contents) => {
        output.set(name, contents);
      },
      listFiles: () => [],
    },
  );
  if (error) throw new Error(`kernel ${id}: ${stderr.toString()}`, { cause: error });
  const wasm = output.get(`${id}.wasm`);
  checkImports(id, wasm);
  return wasm;
}

/** Compiles a kernel to `<id>.wasm` of a folder and returns its bytes; no file stays there when it does not compile. */
export async function buildKernel(id, kernel, folder) {
  const path = join(folder, `${id}.wasm`);
  await rm(path, { force: true });
  const wasm = await compileKernel(id, kernel);
  await writeFile(path, wasm);
  return wasm.length;
}
