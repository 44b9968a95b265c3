// The evaluation of Othello once more, by the words of assembly/games/othello/patterns.ts alone: parts of
// the board are turned and mirrored on an array, their contents looked up in the weights file itself.
import { readFileSync } from 'node:fs';
import type { OthelloGame } from './othello-rules.js';
import { weightsOf } from './weights.js';

const file = readFileSync(new URL('../../src/games/othello/weights.bin', import.meta.url));
const HEADER = 160;
const STAGES = 13;

/** A kind of part: all its places on the board, and where the weight of each content is in a stage. */
interface Shape {
  readonly places: readonly (readonly number[])[];
  readonly indices: Int32Array;
}

const shapes: Shape[] = [];
let weights = 0;
const rows = weightsOf('othello/patterns.ts', 'SHAPES');
for (let row = 0; row < rows.length; row += 16) {
  const [count = 0, instances, pairs = 0] = rows.slice(row, row + 3);
  const places = placesOf(rows.slice(row + 3, row + 3 + count));
  if (places.length !== instances) throw new Error(`${places.length} places, not ${instances}`);
  const indices = new Int32Array(3 ** count);
  for (let content = 0; content < indices.length; content++) {
    // Of two mirror images the smaller one has a weight in the file, in increasing order.
    const image = mirrored(content, count, pairs);
    indices[content] = image < content ? indices[image]! : weights++;
  }
  shapes.push({ places, indices });
}

/** The different images of a part under the eight symmetries of the board. */
function placesOf(squares: readonly number[]): number[][] {
  const images = new Map<string, number[]>();
  let image = [...squares];
  for (let i = 0; i < 8; i++) {
    images.set([...image].sort().join(), image);
    // A quarter turn; after four of them a reflection.
    image = image.map((at) => 8 * (at % 8) + (7 - Math.floor(at / 8)));
    if (i === 3) image = image.map((at) => 8 * Math.floor(at / 8) + (7 - (at % 8)));
  }
  return [...images.values()];
}

function mirrored(content: number, count: number, pairs: number): number {
  const digits = Array.from({ length: count }, (_, i) => Math.floor(content / 3 ** i) % 3);
  for (let i = 0; i < pairs; i++) {
    const other = count - 1 - i;
    [digits[i], digits[other]] = [digits[other]!, digits[i]!];
  }
  return contentOf(digits);
}

function contentOf(digits: readonly number[]): number {
  return digits.reduce((sum, digit, i) => sum + digit * 3 ** i, 0);
}

/** From the side to move, in hundredths of a disc. */
export function evaluateOthello({ squares, side }: OthelloGame): number {
  const empties = squares.filter((disc) => disc === '-').length;
  const stage = Math.max(0, Math.min(STAGES - 1, Math.ceil((empties - 8) / 4)));
  let sum = 0;
  for (const { places, indices } of shapes) {
    for (const place of places) {
      const digits = place.map((at) => (squares[at] === '-' ? 0 : squares[at] === side ? 1 : 2));
      sum += file.readInt8(HEADER + stage * weights + indices[contentOf(digits)]!);
    }
  }
  const scale = file.readUInt16LE(4 + 2 * stage);
  const bias = file.readInt16LE(32 + 2 * empties);
  return Math.max(-6400, Math.min(6400, Math.floor((sum * scale) / 64) + bias));
}
