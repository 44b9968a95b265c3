// What a piece is worth by a set of weights: by its kind, its square and its distances to both kings, and
// in hand by its kind. The distances are the king safety: golds and silvers near their own king, anything
// strong near the other one. There are two sets, one for values and one that tells which moves a tree of
// bounded width keeps; both are made of weights files at instantiation, see assembly/computed.ts.
import * as looks from './looks';
import { KINDS, PAWN } from './pieces';
import { distance, TABLES_END } from './tables';
import * as weights from './weights';

// A set, all of it i16: worth of a kind on the board and in hand, worth of a kind on a square for each
// side, and what distances 0 to 9 to the own and to the other king add.
const ON_BOARD: usize = 0;
const IN_HAND: usize = ON_BOARD + <usize>KINDS * 2;
const ON_SQUARE: usize = IN_HAND + <usize>KINDS * 2;
const GUARDS: usize = ON_SQUARE + 2 * <usize>KINDS * 81 * 2;
const THREATS: usize = GUARDS + <usize>KINDS * 10 * 2;
const SET_BYTES: usize = THREATS + <usize>KINDS * 10 * 2;

/** The set that positions are evaluated by, and the one by which the best moves are kept. */
export const VALUES: usize = TABLES_END;
export const LOOKS: usize = VALUES + SET_BYTES;

/** One past the last table. */
export const WORTH_END: usize = LOOKS + SET_BYTES;

/** What a kind counts on any square. */
export function worth(set: usize, kind: u32): i32 {
  return load<i16>(set + ((<usize>kind) << 1), ON_BOARD);
}

/** What a captured piece of this kind counts in the hand. */
export function worthInHand(set: usize, kind: u32): i32 {
  return load<i16>(set + ((<usize>(kind & 7)) << 1), IN_HAND);
}

/** What a piece counts for its own side. */
export function worthOnSquare(
  set: usize,
  side: u32,
  kind: u32,
  square: u32,
  ownKing: u32,
  otherKing: u32,
): i32 {
  const near = (<usize>(kind * 10 + distance(square, ownKing))) << 1;
  const far = (<usize>(kind * 10 + distance(square, otherKing))) << 1;
  return (
    <i32>load<i16>(set + ((<usize>((side * KINDS + kind) * 81 + square)) << 1), ON_SQUARE) +
    <i32>load<i16>(set + near, GUARDS) +
    <i32>load<i16>(set + far, THREATS)
  );
}

// --- filling ------------------------------------------------------------------------------------

function weight(table: usize, index: u32): i32 {
  return load<i16>(table + ((<usize>index) << 1));
}

function fillMaterial(set: usize, onBoard: usize, inHand: usize): void {
  for (let kind: u32 = PAWN; kind < KINDS; kind++) {
    store<i16>(set + ((<usize>kind) << 1), <i16>weight(onBoard, kind), ON_BOARD);
    if (kind < 8) store<i16>(set + ((<usize>kind) << 1), <i16>weight(inHand, kind), IN_HAND);
  }
}

function fillSquares(set: usize, onBoard: usize, byRank: usize, byFile: usize): void {
  for (let kind: u32 = PAWN; kind < KINDS; kind++) {
    for (let square: u32 = 0; square < 81; square++) {
      const file = square / 9;
      const rank = square % 9;
      const everywhere = weight(onBoard, kind) + weight(byFile, kind * 5 + min(file, 8 - file));
      const black = everywhere + weight(byRank, kind * 9 + rank);
      const white = everywhere + weight(byRank, kind * 9 + 8 - rank);
      const entry = set + ((<usize>(kind * 81 + square)) << 1);
      store<i16>(entry, <i16>black, ON_SQUARE);
      store<i16>(entry, <i16>white, ON_SQUARE + <usize>KINDS * 81 * 2);
    }
  }
}

function fillDistances(set: usize, guard: usize, threat: usize): void {
  for (let kind: u32 = PAWN; kind < KINDS; kind++) {
    for (let steps: u32 = 1; steps <= 4; steps++) {
      const entry = set + ((<usize>(kind * 10 + steps)) << 1);
      store<i16>(entry, <i16>weight(guard, kind * 4 + steps - 1), GUARDS);
      store<i16>(entry, <i16>weight(threat, kind * 4 + steps - 1), THREATS);
    }
  }
}

fillMaterial(VALUES, weights.ON_BOARD, weights.IN_HAND);
fillSquares(VALUES, weights.ON_BOARD, weights.BY_RANK, weights.BY_FILE);
fillDistances(VALUES, weights.GUARD, weights.THREAT);
fillMaterial(LOOKS, looks.ON_BOARD, looks.IN_HAND);
fillSquares(LOOKS, looks.ON_BOARD, looks.BY_RANK, looks.BY_FILE);
fillDistances(LOOKS, looks.GUARD, looks.THREAT);
