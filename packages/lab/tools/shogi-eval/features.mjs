// The evaluation as a sum of weights: which weights of the file count how often in a position. Written
// from the meaning of the tables, not from the kernel; train.mjs holds the two against each other.
import { countInHand, HAND_ORDER, KING, WHITE } from 'plyades/internal/games/shogi/pieces.js';
import { fileOf, rankOf } from 'plyades/internal/games/shogi/squares.js';

/** Where each table begins in the list of weights, in the order of the file. */
const ON_BOARD = 0;
const IN_HAND = ON_BOARD + 15;
const BY_RANK = IN_HAND + 8;
const BY_FILE = BY_RANK + 15 * 9;
const GUARD = BY_FILE + 15 * 5;
const THREAT = GUARD + 15 * 4;
export const WEIGHTS = THREAT + 15 * 4;

/** Beyond this many steps a king does not count. */
const NEAR = 4;

/** How often each weight counts for Black, as [weight, times] without those that cancel out. */
export function countsOf(record) {
  const counts = new Map();
  const add = (weight, times) => counts.set(weight, (counts.get(weight) ?? 0) + times);
  const kings = [0, 1].map((side) => record.indexOf(KING + side * WHITE));
  for (let square = 0; square < 81; square++) {
    const piece = record[square];
    if (piece === 0) continue;
    const side = piece < WHITE ? 0 : 1;
    const kind = piece % WHITE;
    const sign = side === 0 ? 1 : -1;
    const file = fileOf(square);
    const rank = side === 0 ? rankOf(square) : 8 - rankOf(square);
    add(ON_BOARD + kind, sign);
    add(BY_RANK + kind * 9 + rank, sign);
    add(BY_FILE + kind * 5 + Math.min(file, 8 - file), sign);
    const toOwn = distance(square, kings[side]);
    const toOther = distance(square, kings[1 - side]);
    if (toOwn > 0 && toOwn <= NEAR) add(GUARD + kind * NEAR + toOwn - 1, sign);
    if (toOther <= NEAR) add(THREAT + kind * NEAR + toOther - 1, sign);
  }
  for (const kind of HAND_ORDER) {
    add(IN_HAND + kind, countInHand(record, 0, kind) - countInHand(record, 1, kind));
  }
  return [...counts].filter(([, times]) => times !== 0);
}

/** Steps of a king. */
function distance(a, b) {
  return Math.max(Math.abs(fileOf(a) - fileOf(b)), Math.abs(rankOf(a) - rankOf(b)));
}
