// Compiles a kernel for a tool, with the flags of the build and some files' texts replaced: which game it
// is, other weights, an entry that exports more.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import asc from 'assemblyscript/asc';

/** The folder of the kernels' package; `assembly/...` is below it. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '../../../plyades');
const lab = join(dirname(fileURLToPath(import.meta.url)), '../..');

const FLAGS = ['-O3', '--noAssert', '--runtime', 'stub', '--importMemory', '--enable', 'simd'];
const SHARED = ['--sharedMemory', '--initialMemory', '1', '--maximumMemory', '65536'];

/** The text of `assembly/game.ts` that names the game. */
export const gameText = (type, file) => ({
  'assembly/game.ts': `export { ${type} as TheGame } from './games/${file}';\n`,
});

/** As in scripts/build-kernels.mjs: a file that is not there may have a module that makes it. */
async function sourceOf(path) {
  if (existsSync(path)) return readFile(path, 'utf8');
  const maker = path.replace(/\.ts$/, '.mjs');
  return maker !== path && existsSync(maker) ? (await import(pathToFileURL(maker))).default : null;
}

/**
 * The bytes of a module. `texts` are of files by their path in the repository; `change(name, text)` may
 * alter what any other file has.
 */
export async function compile({
  entry = 'assembly/module.ts',
  texts = {},
  change = (_name, text) => text,
  shared = true,
}) {
  let wasm;
  const flags = shared ? [...FLAGS, ...SHARED, '--enable', 'threads'] : FLAGS;
  const { error, stderr } = await asc.main(
    [entry, '--baseDir', root, '--outFile', 'kernel.wasm', ...flags],
    {
      readFile: async (name, baseDir) => {
        if (name in texts) return texts[name];
        const text = await sourceOf(join(name.startsWith('tools/') ? lab : baseDir, name));
        return text === null ? null : change(name, text);
      },
      writeFile: (_name, contents) => {
        wasm = contents;
      },
      listFiles: () => [],
    },
  );
  if (error) throw new Error(`the kernel does not compile\n${stderr.toString()}`);
  return wasm;
}
