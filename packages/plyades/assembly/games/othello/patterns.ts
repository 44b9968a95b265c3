// Othello's midgame evaluation: the disc difference that 46 small parts of the board predict. The
// parts are Logistello's (M. Buro, "Improving heuristic mini-max search by supervised learning",
// 2002): diagonals, rows, edges with their X-squares, corner blocks. The content of each part is a
// number in base 3; a weight per content, part and stage of the game was fitted by
// tools/othello-eval to games the project played against itself. Everything is integer.
//
// The base-3 numbers live in the position and name absolute colours (0 empty, 1 black, 2 white), so
// a move only adds vectors: each square has a vector of 48 u16 with its power of three in every
// part it belongs to. White to move reads a second table in which the colours are exchanged.
//
// Three blocks of bytes, all little-endian:
// - the file (`patternFileBytes`): the header, then per stage one i8 per content; contents that are
//   mirror images of each other appear once, as the smaller number, in increasing order;
// - the data (`patternDataBytes`): the header, the vectors, then per stage and side to move one i8
//   for every content. Written once by `preparePatternData`, shared by all instances of a memory;
// - the header: the letters POP1, a u16 scale per stage, an i16 bias per number of empties 0 .. 60.
import { mobility } from './board';

/** Position layout, shared with the game: own u64, opp u64, 48 part numbers u16, side u32. */
const OPP: usize = 8;
const PARTS: usize = 16;

const SCALES: usize = 4;
const BIASES: usize = 32;
const HEADER: usize = 160;
const VECTORS: usize = HEADER;
const VECTOR_BYTES: usize = 96;
const TABLES: usize = VECTORS + 64 * VECTOR_BYTES;

/** Stages by empties: 0-8, 9-12, 13-16, ..., 49-52, 53-60. */
const STAGES: i32 = 13;
export const CLASSES: i32 = 11;

// Where each class of parts begins in a table; one byte per content.
const DIAGONAL_4: usize = 0;
const DIAGONAL_5: usize = DIAGONAL_4 + 81;
const DIAGONAL_6: usize = DIAGONAL_5 + 243;
const DIAGONAL_7: usize = DIAGONAL_6 + 729;
const DIAGONAL_8: usize = DIAGONAL_7 + 2187;
const ROW_2: usize = DIAGONAL_8 + 6561;
const ROW_3: usize = ROW_2 + 6561;
const ROW_4: usize = ROW_3 + 6561;
const EDGE_2X: usize = ROW_4 + 6561;
const CORNER_2X5: usize = EDGE_2X + 59049;
const CORNER_3X3: usize = CORNER_2X5 + 59049;
const TABLE: usize = CORNER_3X3 + 19683;

/** Contents that are not the mirror image of a smaller one: weights per stage in the file. */
const FILE_WEIGHTS: i32 = 113_877;

/**
 * One row of 16 bytes per class: squares, instances, pairs, then up to 10 squares of its first
 * instance. The mirror image of an instance exchanges digit i with digit (squares - 1 - i) for
 * i < pairs; the squares are listed in an order that makes this so.
 */
// biome-ignore format: one row per class
const SHAPES: usize = memory.data<u8>([
  4, 4, 2, 3, 10, 17, 24, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  5, 4, 2, 4, 11, 18, 25, 32, 0, 0, 0, 0, 0, 0, 0, 0,
  6, 4, 3, 5, 12, 19, 26, 33, 40, 0, 0, 0, 0, 0, 0, 0,
  7, 4, 3, 6, 13, 20, 27, 34, 41, 48, 0, 0, 0, 0, 0, 0,
  8, 2, 4, 7, 14, 21, 28, 35, 42, 49, 56, 0, 0, 0, 0, 0,
  8, 4, 4, 8, 9, 10, 11, 12, 13, 14, 15, 0, 0, 0, 0, 0,
  8, 4, 4, 16, 17, 18, 19, 20, 21, 22, 23, 0, 0, 0, 0, 0,
  8, 4, 4, 24, 25, 26, 27, 28, 29, 30, 31, 0, 0, 0, 0, 0,
  10, 4, 5, 9, 0, 1, 2, 3, 4, 5, 6, 7, 14, 0, 0, 0,
  10, 8, 0, 0, 1, 2, 3, 4, 8, 9, 10, 11, 12, 0, 0, 0,
  9, 4, 3, 1, 2, 10, 0, 9, 18, 17, 16, 8, 0, 0, 0, 0,
]);

/** The prepared data this instance evaluates with; 0 means none, and part numbers stay 0. */
let data: usize = 0;

/** Size of the weights file in bytes. */
export function patternFileBytes(): i32 {
  return <i32>HEADER + STAGES * FILE_WEIGHTS;
}

/** Size of the prepared data in bytes. */
export function patternDataBytes(): i32 {
  return <i32>(TABLES + 2 * <usize>STAGES * TABLE);
}

/** Evaluates with the prepared data at `pointer` from now on: to be called before any position is loaded. */
export function setPatternData(pointer: usize): void {
  data = pointer;
}

/** The digits of a content, exchanged in pairs: the content of the mirrored part. */
export function mirrorContent(content: i32, squares: i32, pairs: i32): i32 {
  let left = 1;
  let right = 1;
  for (let i = 1; i < squares; i++) right *= 3;
  let image = content;
  for (let i = 0; i < pairs; i++) {
    const difference = ((content / left) % 3) - ((content / right) % 3);
    image += difference * (right - left);
    left *= 3;
    right /= 3;
  }
  return image;
}

/** The content with black and white exchanged. */
export function exchangeColours(content: i32): i32 {
  let image = 0;
  let power = 1;
  while (content) {
    const digit = content % 3;
    image += (digit ? 3 - digit : 0) * power;
    power *= 3;
    content /= 3;
  }
  return image;
}

/** The square of instance `instance` that corresponds to `square` of instance 0. */
function turned(square: i32, instance: i32): i32 {
  let file = square & 7;
  let rank = square >> 3;
  if (instance >= 4) {
    const swap = file;
    file = rank;
    rank = swap;
  }
  for (let i = instance & 3; i > 0; i--) {
    const swap = file;
    file = 7 - rank;
    rank = swap;
  }
  return rank * 8 + file;
}

/** Fields of a row of SHAPES. */
export function shapeSquares(shape: i32): i32 {
  return load<u8>(SHAPES + shape * 16);
}

export function shapeInstances(shape: i32): i32 {
  return load<u8>(SHAPES + shape * 16, 1);
}

export function shapePairs(shape: i32): i32 {
  return load<u8>(SHAPES + shape * 16, 2);
}

function writeVectors(vectors: usize): void {
  memory.fill(vectors, 0, 64 * VECTOR_BYTES);
  let slot: usize = 0;
  for (let shape = 0; shape < CLASSES; shape++) {
    const squares = shapeSquares(shape);
    const instances = shapeInstances(shape);
    for (let instance = 0; instance < instances; instance++) {
      let power: u16 = 1;
      for (let i = 0; i < squares; i++) {
        const square = turned(load<u8>(SHAPES + shape * 16 + i, 3), instance);
        store<u16>(vectors + <usize>square * VECTOR_BYTES + slot * 2, power);
        power *= 3;
      }
      slot++;
    }
  }
}

/** Writes the data that belongs to a weights file; the two blocks must not overlap. Takes some 20 ms. */
export function preparePatternData(file: usize, out: usize): void {
  memory.copy(out, file, HEADER);
  writeVectors(out + VECTORS);
  let weights = file + HEADER;
  let base = out + TABLES;
  for (let shape = 0; shape < CLASSES; shape++) {
    const squares = shapeSquares(shape);
    const pairs = shapePairs(shape);
    let contents = 1;
    for (let i = 0; i < squares; i++) contents *= 3;
    for (let content = 0; content < contents; content++) {
      const mirrored = mirrorContent(content, squares, pairs);
      if (mirrored < content) continue;
      const exchanged = exchangeColours(content);
      const both = exchangeColours(mirrored);
      for (let stage = 0; stage < STAGES; stage++) {
        const weight = load<i8>(weights + stage * FILE_WEIGHTS);
        const black = base + <usize>stage * 2 * TABLE;
        store<i8>(black + content, weight);
        store<i8>(black + mirrored, weight);
        store<i8>(black + TABLE + exchanged, weight);
        store<i8>(black + TABLE + both, weight);
      }
      weights++;
    }
    base += contents;
  }
}

/** The stage of the game with that many empties, 0 .. STAGES - 1. */
function stageOf(empties: i32): i32 {
  const stage = (empties - 5) >> 2;
  return max(0, min(STAGES - 1, stage));
}

/** Fills the part numbers of the position at `state`. */
export function loadPatterns(state: usize, black: u64, white: u64): void {
  memory.fill(state + PARTS, 0, VECTOR_BYTES);
  if (data == 0) return;
  addSquares(state + PARTS, black);
  addSquares(state + PARTS, white);
  addSquares(state + PARTS, white);
}

function addSquares(parts: usize, squares: u64): void {
  for (; squares; squares &= squares - 1) {
    const vector = data + VECTORS + <usize>ctz(squares) * VECTOR_BYTES;
    for (let at: usize = 0; at < VECTOR_BYTES; at += 16) {
      v128.store(parts + at, i16x8.add(v128.load(parts + at), v128.load(vector + at)));
    }
  }
}

/** Copies the part numbers, as a pass does. */
export function copyPatterns(from: usize, to: usize): void {
  v128.store(to, v128.load(from, 16), 16);
  v128.store(to, v128.load(from, 32), 32);
  v128.store(to, v128.load(from, 48), 48);
  v128.store(to, v128.load(from, 64), 64);
  v128.store(to, v128.load(from, 80), 80);
  v128.store(to, v128.load(from, 96), 96);
}

/**
 * Writes to `to` the part numbers after `side` (0 black, 1 white) has played on `square` and turned
 * `flips`. Black adds 1 for its disc and turns 2 into 1; white adds 2 and turns 1 into 2.
 */
export function playPatterns(from: usize, to: usize, square: i32, flips: u64, side: u32): void {
  if (data == 0) return copyPatterns(from, to);
  const vectors = data + VECTORS;
  let at = vectors + <usize>ctz(flips) * VECTOR_BYTES;
  let a = v128.load(at);
  let b = v128.load(at, 16);
  let c = v128.load(at, 32);
  let d = v128.load(at, 48);
  let e = v128.load(at, 64);
  let f = v128.load(at, 80);
  for (let rest = flips & (flips - 1); rest; rest &= rest - 1) {
    at = vectors + <usize>ctz(rest) * VECTOR_BYTES;
    a = i16x8.add(a, v128.load(at));
    b = i16x8.add(b, v128.load(at, 16));
    c = i16x8.add(c, v128.load(at, 32));
    d = i16x8.add(d, v128.load(at, 48));
    e = i16x8.add(e, v128.load(at, 64));
    f = i16x8.add(f, v128.load(at, 80));
  }
  at = vectors + <usize>square * VECTOR_BYTES;
  const g = v128.load(at);
  const h = v128.load(at, 16);
  const i = v128.load(at, 32);
  const j = v128.load(at, 48);
  const k = v128.load(at, 64);
  const l = v128.load(at, 80);
  if (side == 0) {
    a = i16x8.sub(g, a);
    b = i16x8.sub(h, b);
    c = i16x8.sub(i, c);
    d = i16x8.sub(j, d);
    e = i16x8.sub(k, e);
    f = i16x8.sub(l, f);
  } else {
    a = i16x8.add(i16x8.add(g, g), a);
    b = i16x8.add(i16x8.add(h, h), b);
    c = i16x8.add(i16x8.add(i, i), c);
    d = i16x8.add(i16x8.add(j, j), d);
    e = i16x8.add(i16x8.add(k, k), e);
    f = i16x8.add(i16x8.add(l, l), f);
  }
  v128.store(to, i16x8.add(v128.load(from, 16), a), 16);
  v128.store(to, i16x8.add(v128.load(from, 32), b), 32);
  v128.store(to, i16x8.add(v128.load(from, 48), c), 48);
  v128.store(to, i16x8.add(v128.load(from, 64), d), 64);
  v128.store(to, i16x8.add(v128.load(from, 80), e), 80);
  v128.store(to, i16x8.add(v128.load(from, 96), f), 96);
}

/** Sums of the weights of consecutive parts of one class, whose weights begin at `table`. */
class Weights {
  @inline
  static two(table: usize, parts: usize): i32 {
    return (
      <i32>load<i8>(table + <usize>load<u16>(parts)) +
      <i32>load<i8>(table + <usize>load<u16>(parts, 2))
    );
  }

  @inline
  static four(table: usize, parts: usize): i32 {
    return (
      <i32>load<i8>(table + <usize>load<u16>(parts)) +
      <i32>load<i8>(table + <usize>load<u16>(parts, 2)) +
      (<i32>load<i8>(table + <usize>load<u16>(parts, 4)) +
        <i32>load<i8>(table + <usize>load<u16>(parts, 6)))
    );
  }
}

/**
 * The predicted final disc difference in 1/100 disc, from the side to move, within +-6400.
 * `empties` is the number of empty squares, `side` the side to move.
 */
export function evaluatePatterns(state: usize, empties: i32, side: u32): i32 {
  if (data == 0) return roughly(load<u64>(state), load<u64>(state, OPP), empties);
  const stage = <usize>stageOf(empties);
  const table = data + TABLES + (stage * 2 + side) * TABLE;
  const parts = state + PARTS;
  const sum =
    Weights.four(table + DIAGONAL_4, parts) +
    Weights.four(table + DIAGONAL_5, parts + 8) +
    Weights.four(table + DIAGONAL_6, parts + 16) +
    Weights.four(table + DIAGONAL_7, parts + 24) +
    (Weights.two(table + DIAGONAL_8, parts + 32) +
      Weights.four(table + ROW_2, parts + 36) +
      Weights.four(table + ROW_3, parts + 44) +
      Weights.four(table + ROW_4, parts + 52)) +
    (Weights.four(table + EDGE_2X, parts + 60) +
      Weights.four(table + CORNER_2X5, parts + 68) +
      Weights.four(table + CORNER_2X5, parts + 76) +
      Weights.four(table + CORNER_3X3, parts + 84));
  const scale = <i32>load<u16>(data + SCALES + stage * 2);
  const bias = <i32>load<i16>(data + BIASES + <usize>empties * 2);
  return max(-6400, min(6400, ((sum * scale) >> 6) + bias));
}

/** Without weights: corners, mobility, and discs that count for more as the board fills. */
function roughly(own: u64, opp: u64, empties: i32): i32 {
  const corners: u64 = 0x8100000000000081;
  const value =
    800 * (popcnt32(own & corners) - popcnt32(opp & corners)) +
    120 * (popcnt32(mobility(own, opp)) - popcnt32(mobility(opp, own))) +
    (40 - empties) * (popcnt32(own) - popcnt32(opp));
  return max(-6400, min(6400, value));
}

function popcnt32(board: u64): i32 {
  return <i32>popcnt(board);
}
