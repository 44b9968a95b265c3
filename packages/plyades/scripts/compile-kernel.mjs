// Compiles the program of all kernels, assembly/module.ts, for one game. What differs is `TheGame`, which
// assembly/game.ts names: the compiler is handed a different text for that one file each time, so that no game
// needs an entry file of its own.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
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

/** The module of the game whose class `type` is in `file`, a path from assembly/; `id` names it in messages. */
export async function compileKernel(id, { file, type }) {
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
  if (error) {
    process.stderr.write(`${id}: ${stderr.toString()}\n`);
    throw error;
  }
  return output.get(`${id}.wasm`);
}
