// Compiles one WebAssembly module per game. Every module is the same program, assembly/module.ts;
// what differs is `TheGame`, which assembly/game.ts names. The compiler is handed a different
// text for that one file each time, so that no game needs an entry file of its own.
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import asc from 'assemblyscript/asc';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Game id -> the AssemblyScript file and class that implement it. */
export const kernels = {
  chess: { file: './games/chess/chess', type: 'Chess' },
  othello: { file: './games/othello/othello', type: 'Othello' },
  connect6: { file: './games/connect6/connect6', type: 'Connect6' },
  loa: { file: './games/loa/loa', type: 'LinesOfAction' },
  'tic-tac-toe': { file: './games/tic-tac-toe/tic-tac-toe', type: 'TicTacToe' },
  checkers: { file: './games/checkers/checkers', type: 'Checkers' },
  synthetic: { file: './games/synthetic/synthetic', type: 'Synthetic' },
  shogi: { file: './games/shogi/shogi', type: 'Shogi' },
  foreign: { file: './games/foreign/foreign', type: 'Foreign' },
};

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

async function compile(id, { file, type }) {
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
  const wasm = output.get(`${id}.wasm`);
  await writeFile(join(root, 'dist/wasm', `${id}.wasm`), wasm);
  return wasm.length;
}

const wanted = process.argv.slice(2);
await mkdir(join(root, 'dist/wasm'), { recursive: true });
for (const [id, kernel] of Object.entries(kernels)) {
  if (wanted.length > 0 && !wanted.includes(id)) continue;
  const bytes = await compile(id, kernel);
  console.log(`dist/wasm/${id}.wasm  ${(bytes / 1024).toFixed(1)} KiB`);
}
