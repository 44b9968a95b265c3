// Compiles one WebAssembly module per game.
import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildKernel } from './compile-kernel.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Game id -> the AssemblyScript file and class that implement it. */
const kernels = {
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

const wanted = process.argv.slice(2);
const folder = join(root, 'dist/wasm');

try {
  await build(wanted);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

/** Builds the kernels of these ids; all of them for none. */
async function build(ids) {
  const unknown = ids.filter((id) => !Object.hasOwn(kernels, id));
  if (unknown.length > 0) {
    const known = Object.keys(kernels).join(', ');
    throw new Error(`there is no kernel '${unknown[0]}': expected one of ${known}`);
  }
  await mkdir(folder, { recursive: true });
  // All of them: a kernel that is no longer built must not stay. Other files here are made by other steps of the build.
  const old = (await readdir(folder)).filter((name) => name.endsWith('.wasm') && ids.length === 0);
  await Promise.all(old.map((name) => rm(join(folder, name))));
  for (const [id, kernel] of Object.entries(kernels)) {
    if (ids.length > 0 && !ids.includes(id)) continue;
    const bytes = await buildKernel(id, kernel, folder);
    console.log(`dist/wasm/${id}.wasm  ${(bytes / 1024).toFixed(1)} KiB`);
  }
  await import('./build-id.mjs');
}
