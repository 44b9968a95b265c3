// Compiles one WebAssembly module per game.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileKernel } from './compile-kernel.mjs';

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

const wanted = process.argv.slice(2);
// All of them: a kernel that is no longer built must not stay.
if (wanted.length === 0) await rm(join(root, 'dist/wasm'), { recursive: true, force: true });
await mkdir(join(root, 'dist/wasm'), { recursive: true });
for (const [id, kernel] of Object.entries(kernels)) {
  if (wanted.length > 0 && !wanted.includes(id)) continue;
  const wasm = await compileKernel(id, kernel);
  await writeFile(join(root, 'dist/wasm', `${id}.wasm`), wasm);
  console.log(`dist/wasm/${id}.wasm  ${(wasm.length / 1024).toFixed(1)} KiB`);
}
