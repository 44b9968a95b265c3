// What the shaders need beside their own text: copies the WGSL files beside the compiled host and writes the
// weights of the games, from the same sources as the kernels, to one file of data.
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import * as chess from '../assembly/games/chess/weights.mjs';
import { order } from '../assembly/games/connect6/order.mjs';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

/** A middle-game value in the low half of a number and an endgame value in the high half. */
const pack = ([middle, end]) => (end << 16) + middle;

/** By piece code and square, of an own piece: see assembly/games/chess/psq.mjs. */
const names = ['', 'bishop', 'rook', 'queen', 'pawn', 'knight', 'king', ''];
const psq = names.flatMap((name) =>
  Array.from({ length: 64 }, (_, square) => {
    if (name === '') return 0;
    const [middle, end] = chess.PLACES[name].map((places) => places[square ^ 56]);
    return pack([chess.VALUES[name][0] + middle, chess.VALUES[name][1] + end]);
  }),
);

/** `export const NAME: i32 = 12;`, one to a line. */
const constants = (text) =>
  Object.fromEntries(
    [...text.matchAll(/^export const (\w+): i32 = (-?\d+);/gm)].map(([, name, value]) => [
      name,
      Number(value),
    ]),
  );

const weights = {
  chess: {
    psq,
    passed: chess.PASSED.map(pack),
    terms: {
      ...Object.fromEntries(Object.entries(chess.TERMS).map(([name, term]) => [name, pack(term)])),
      DANGER: chess.DANGER,
      TEMPO: chess.TEMPO,
    },
  },
  connect6: {
    order,
    terms: constants(await readFile(path('../assembly/games/connect6/weights.ts'), 'utf8')),
  },
};

export async function buildShaders() {
  await rm(path('../dist/gpu/shaders'), { recursive: true, force: true });
  for (const name of await readdir(path('../src/gpu/shaders'))) {
    await cp(path(`../src/gpu/shaders/${name}`), path(`../dist/gpu/shaders/${name}`));
  }
  await writeFile(path('../dist/gpu/shaders/weights.json'), JSON.stringify(weights));
}
