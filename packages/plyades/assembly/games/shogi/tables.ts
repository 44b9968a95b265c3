// Geometry of the board as tables, and the keys of the hash. They are computed when the module is
// instantiated and lie where assembly/computed.ts puts such tables.
import { COMPUTED } from '../../computed';
import { mix } from '../../hash';
import { KINDS, NOWHERE } from './pieces';

/** Directions: the first four lead to greater squares, d ^ 4 is the opposite of d. */
export const TOWARDS_I: u32 = 0;
export const TOWARDS_A: u32 = 4;

/** Entries of a table by square: one before the first, NOWHERE behind the last, both empty. */
const ENTRY: usize = 16;
const ENTRIES: usize = 83;
const BY_SQUARE: usize = ENTRIES * ENTRY;

const SQUARES: usize = COMPUTED;
const RAYS: usize = SQUARES + BY_SQUARE;
const STEPS: usize = RAYS + 8 * BY_SQUARE;
const KING_STEPS: usize = STEPS + 8 * BY_SQUARE;
const CROSSES: usize = KING_STEPS + BY_SQUARE;
const SALTIRES: usize = CROSSES + BY_SQUARE;
const DIRECTIONS: usize = SALTIRES + BY_SQUARE;
const DISTANCES: usize = DIRECTIONS + 82 * 82;
const KEYS: usize = (DISTANCES + 82 * 82 + 15) & ~15;

/** One past the last table, a multiple of 8. */
export const TABLES_END: usize = KEYS + 2 * <usize>KINDS * 81 * 8;

/** Where the entry of a square lies in a table by square, from its beginning. */
function entry(square: u32): usize {
  return (<usize>(square + 1)) << 4;
}

/** The set of one square; empty for NOWHERE. */
export function squareSet(square: u32): v128 {
  return v128.load(entry(square), SQUARES);
}

/** The squares in a direction from a square (-1 to NOWHERE) to the edge, without itself. */
export function ray(direction: u32, square: u32): v128 {
  return v128.load(<usize>direction * BY_SQUARE + entry(square), RAYS);
}

export const STEPS_OF_PAWN: u32 = 0;
export const STEPS_OF_KNIGHT: u32 = 1;
export const STEPS_OF_SILVER: u32 = 2;
export const STEPS_OF_GOLD: u32 = 3;

/** Where a piece of a side that goes single steps may go on an empty board. */
export function steps(side: u32, piece: u32, square: u32): v128 {
  return v128.load(<usize>((side << 2) + piece) * BY_SQUARE + entry(square), STEPS);
}

export function kingSteps(square: u32): v128 {
  return v128.load(entry(square), KING_STEPS);
}

/** What a rook and a bishop reach on an empty board. */
export function cross(square: u32): v128 {
  return v128.load(entry(square), CROSSES);
}

export function saltire(square: u32): v128 {
  return v128.load(entry(square), SALTIRES);
}

/** The direction from one square to another in line with it. */
export function direction(from: u32, to: u32): u32 {
  return load<u8>(<usize>(from * 82 + to), DIRECTIONS);
}

/** Steps of a king from one square to the other; 9 when one of them is NOWHERE. */
export function distance(from: u32, to: u32): u32 {
  return load<u8>(<usize>(from * 82 + to), DISTANCES);
}

/** The part of the hash that a piece on a square is. */
export function pieceKey(side: u32, kind: u32, square: u32): u64 {
  return load<u64>((<usize>((side * KINDS + kind) * 81 + square)) << 3, KEYS);
}

/** The squares strictly between two squares in line. */
export function between(from: u32, to: u32): v128 {
  const towards = direction(from, to);
  return v128.and(ray(towards, from), ray(towards ^ 4, to));
}

// --- filling ------------------------------------------------------------------------------------

function fileStep(direction: u32): i32 {
  const step = direction & 3;
  const ahead = step == 0 ? 0 : 1;
  return direction < 4 ? ahead : -ahead;
}

function rankStep(direction: u32): i32 {
  const step = direction & 3;
  const ahead = step == 0 || step == 2 ? 1 : step == 1 ? 0 : -1;
  return direction < 4 ? ahead : -ahead;
}

/** The square at this distance in files and ranks, empty when it is off the board. */
function stepFrom(square: u32, files: i32, ranks: i32): v128 {
  const file = <i32>(square / 9) + files;
  const rank = <i32>(square % 9) + ranks;
  const isInside = file >= 0 && file < 9 && rank >= 0 && rank < 9;
  return squareSet(isInside ? <u32>(file * 9 + rank) : NOWHERE);
}

function fillSquares(): void {
  for (let square: u32 = 0; square < 81; square++) {
    const set =
      square < 63
        ? i64x2.replace_lane(i64x2.splat(0), 0, (<i64>1) << square)
        : i64x2.replace_lane(i64x2.splat(0), 1, (<i64>1) << (square - 63));
    v128.store(entry(square), set, SQUARES);
  }
}

function fillRays(): void {
  for (let from: u32 = 0; from < 81; from++) {
    for (let towards: u32 = 0; towards < 8; towards++) {
      let set = i64x2.splat(0);
      let file = <i32>(from / 9) + fileStep(towards);
      let rank = <i32>(from % 9) + rankStep(towards);
      while (file >= 0 && file < 9 && rank >= 0 && rank < 9) {
        const to = <u32>(file * 9 + rank);
        set = v128.or(set, squareSet(to));
        store<u8>(<usize>(from * 82 + to), <u8>towards, DIRECTIONS);
        file += fileStep(towards);
        rank += rankStep(towards);
      }
      v128.store(<usize>towards * BY_SQUARE + entry(from), set, RAYS);
    }
    const straight = v128.or(
      v128.or(ray(0, from), ray(1, from)),
      v128.or(ray(4, from), ray(5, from)),
    );
    const diagonal = v128.or(
      v128.or(ray(2, from), ray(3, from)),
      v128.or(ray(6, from), ray(7, from)),
    );
    v128.store(entry(from), straight, CROSSES);
    v128.store(entry(from), diagonal, SALTIRES);
  }
}

/** Each set is made first and stored once, as others may already read it. */
function fillSteps(): void {
  for (let square: u32 = 0; square < 81; square++) {
    let around = i64x2.splat(0);
    for (let towards: u32 = 0; towards < 8; towards++) {
      around = v128.or(around, stepFrom(square, fileStep(towards), rankStep(towards)));
    }
    v128.store(entry(square), around, KING_STEPS);
    for (let side: u32 = 0; side < 2; side++) fillStepsOf(side, square);
  }
}

function fillStepsOf(side: u32, square: u32): void {
  const ahead = side == 0 ? -1 : 1;
  const pawn = stepFrom(square, 0, ahead);
  const front = v128.or(pawn, beside(square, ahead));
  storeSteps(side, STEPS_OF_PAWN, square, pawn);
  storeSteps(side, STEPS_OF_KNIGHT, square, beside(square, 2 * ahead));
  storeSteps(side, STEPS_OF_SILVER, square, v128.or(front, beside(square, -ahead)));
  const back = v128.or(beside(square, 0), stepFrom(square, 0, -ahead));
  storeSteps(side, STEPS_OF_GOLD, square, v128.or(front, back));
}

function storeSteps(side: u32, piece: u32, square: u32, set: v128): void {
  v128.store(<usize>((side << 2) + piece) * BY_SQUARE + entry(square), set, STEPS);
}

/** The squares on both neighbouring files at this distance in ranks. */
function beside(square: u32, ranks: i32): v128 {
  return v128.or(stepFrom(square, -1, ranks), stepFrom(square, 1, ranks));
}

function fillDistances(): void {
  for (let from: u32 = 0; from <= NOWHERE; from++) {
    for (let to: u32 = 0; to <= NOWHERE; to++) {
      const files = abs(<i32>(from / 9) - <i32>(to / 9));
      const ranks = abs(<i32>(from % 9) - <i32>(to % 9));
      const steps = from == NOWHERE || to == NOWHERE ? 9 : max(files, ranks);
      store<u8>(<usize>(from * 82 + to), <u8>steps, DISTANCES);
    }
  }
}

function fillKeys(): void {
  for (let index: u32 = 0; index < 2 * KINDS * 81; index++) {
    store<u64>((<usize>index) << 3, mix((<u64>index + 1) * 0x9e3779b97f4a7c15), KEYS);
  }
}

fillSquares();
fillRays();
fillSteps();
fillDistances();
fillKeys();
