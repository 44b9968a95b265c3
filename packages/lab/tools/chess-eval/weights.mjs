// The weights of the evaluation as a list of numbers, and as the file that the kernel is built with. A
// list has a pair for every slot, for the middle game and for the endgame in turn; slots are in the order
// of SLOTS.
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The file that the kernel is built with. */
export const WEIGHTS_FILE = fileURLToPath(
  new URL('../../../plyades/assembly/games/chess/weights.mjs', import.meta.url),
);

/** In the order of the file; the codes are those of assembly/games/chess/position.ts. */
export const PIECES = { pawn: 4, knight: 5, bishop: 1, rook: 2, queen: 3, king: 6 };

const initial = await import(pathToFileURL(WEIGHTS_FILE));
export const TERM_NAMES = Object.keys(initial.TERMS);
const PASSED_RANKS = 8;

/** Where a list begins to speak of what, in slots. */
export const SLOTS = {
  values: 0,
  /** 64 for every piece, as a board is drawn, a8 first. */
  places: 6,
  terms: 6 + 6 * 64,
  passed: 6 + 6 * 64 + TERM_NAMES.length,
  /** One number, its endgame half is 0. */
  danger: 6 + 6 * 64 + TERM_NAMES.length + PASSED_RANKS,
  /** One number, both halves alike. */
  tempo: 6 + 6 * 64 + TERM_NAMES.length + PASSED_RANKS + 1,
  end: 6 + 6 * 64 + TERM_NAMES.length + PASSED_RANKS + 2,
};

export async function readWeights(file) {
  const { VALUES, PLACES, TERMS, PASSED, DANGER, TEMPO } = await import(
    pathToFileURL(resolve(file))
  );
  const names = Object.keys(PIECES);
  return [
    ...names.map((name) => VALUES[name]),
    ...names.flatMap((name) => PLACES[name][0].map((middle, i) => [middle, PLACES[name][1][i]])),
    ...TERM_NAMES.map((name) => TERMS[name]),
    ...PASSED,
    [DANGER, 0],
    [TEMPO, TEMPO],
  ].flat();
}

/** Writes a weights file; `npx biome format --write` then breaks its lines. */
export async function writeWeights(file, list) {
  const pair = (slot) => `[${list[2 * slot]}, ${list[2 * slot + 1]}]`;
  const names = Object.keys(PIECES);
  const lines = (count, line) =>
    Array.from({ length: count }, (_, i) => `  ${line(i)},\n`).join('');
  const board = (piece, half) => {
    const slots = Array.from({ length: 64 }, (_, square) => SLOTS.places + 64 * piece + square);
    return `[${slots.map((slot) => list[2 * slot + half]).join(', ')}]`;
  };
  const text = `// The weights of the evaluation, in centipawns, for the middle game and for the endgame. Fitted to games by
// tools/chess-eval/train.mjs, which writes this file.

/** Values of the pieces. */
export const VALUES = {
${lines(6, (i) => `${names[i]}: ${pair(SLOTS.values + i)}`)}};

/** What a piece is worth more or less on a square: two boards each, drawn with White at the bottom. */
export const PLACES = {
${lines(6, (i) => `${names[i]}: [${board(i, 0)}, ${board(i, 1)}]`)}};

/** What is counted once for every time it occurs. */
export const TERMS = {
${lines(TERM_NAMES.length, (i) => `${TERM_NAMES[i]}: ${pair(SLOTS.terms + i)}`)}};

/** A passed pawn by its rank, 1 to 8. */
export const PASSED = [
${lines(PASSED_RANKS, (i) => pair(SLOTS.passed + i))}];

/** For 64 of the squared pressure on a king, in the middle game. */
export const DANGER = ${list[2 * SLOTS.danger]};

/** For the side that may move. */
export const TEMPO = ${list[2 * SLOTS.tempo]};
`;
  await writeFile(file, text);
}
