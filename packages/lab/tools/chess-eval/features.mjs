// What the evaluation counts in a position, as a row of numbers that it is linear in. Pieces and squares are
// counted here; everything else is counted by the kernel itself, with one weight set to 1 and the others to
// 0, so that there is no second evaluation to keep in step.
import { PIECES, SLOTS, TERM_NAMES } from './weights.mjs';

const FULL_PHASE = 24;
/** As in evaluate.ts: towards the middle game, and as a measure of who is stronger. */
const PHASES = { pawn: 0, knight: 1, bishop: 1, rook: 2, queen: 4, king: 0 };
const STRENGTH = { pawn: 0, knight: 3, bishop: 3, rook: 5, queen: 9, king: 0 };

/** Squared pressure is worth DANGER for every 64 of it. */
const PRESSURE_UNIT = 64;

const names = Object.keys(PIECES);
const byCode = Object.fromEntries(names.map((name, i) => [PIECES[name], i]));

/** Slots whose counts the kernel knows, with the weight that makes a count visible, and its unit. */
const countedSlots = [
  ...TERM_NAMES.map((_, i) => [SLOTS.terms + i, 1, 1]),
  ...[1, 2, 3, 4, 5, 6].map((rank) => [SLOTS.passed + rank, 1, 1]),
  [SLOTS.danger, PRESSURE_UNIT, PRESSURE_UNIT],
];

/**
 * Rows of many positions, from the side to move: `slots` and `counts` of row k lie from `begin[k]` to
 * `begin[k + 1]`. `phase` is 1 at the start of a game and 0 when only pawns are left; an endgame value is
 * worth `ahead` of itself when positive, `behind` when negative.
 */
export function rowsOf(engine, records) {
  const slots = [];
  const counts = [];
  const begin = [0];
  const phase = new Float64Array(records.length);
  const ahead = new Float64Array(records.length);
  const behind = new Float64Array(records.length);
  const terms = countTerms(engine, records);
  for (const [k, record] of records.entries()) {
    const row = new Map();
    const add = (slot, count) => row.set(slot, (row.get(slot) ?? 0) + count);
    const sign = record[42] % 2 === 0 ? 1 : -1;
    const strength = { 1: 0, [-1]: 0 };
    const pawns = { 1: 0, [-1]: 0 };
    let sum = 0;
    for (let square = 0; square < 64; square++) {
      const bit = (board) => (record[8 * board + (square >> 3)] >> (square & 7)) & 1;
      const code = bit(1) | (bit(2) << 1) | (bit(3) << 2);
      if (code === 0) continue;
      const piece = byCode[code];
      const name = names[piece];
      const colour = bit(0) ? 1 : -1;
      add(SLOTS.values + piece, sign * colour);
      // Weights are listed as a board is drawn, from a8 to h1.
      const place = colour > 0 ? square ^ 56 : square;
      add(SLOTS.places + 64 * piece + place, sign * colour);
      sum += PHASES[name];
      strength[sign * colour] += STRENGTH[name];
      if (name === 'pawn') pawns[sign * colour]++;
    }
    for (const [i, [slot]] of countedSlots.entries()) add(slot, terms[i][k]);
    for (const [slot, count] of row) {
      if (count === 0) continue;
      slots.push(slot);
      counts.push(count);
    }
    begin.push(slots.length);
    phase[k] = Math.min(1, sum / FULL_PHASE);
    const worth = (side) => (pawns[side] > 0 || strength[side] - strength[-side] > 3 ? 1 : 0.25);
    ahead[k] = worth(1);
    behind[k] = worth(-1);
  }
  return {
    length: records.length,
    slots: Uint16Array.from(slots),
    counts: Float32Array.from(counts),
    begin: Uint32Array.from(begin),
    phase,
    ahead,
    behind,
  };
}

/** The counts of every counted slot in every position. */
function countTerms(engine, records) {
  return countedSlots.map(([slot, weight, unit]) => {
    const list = new Array(2 * SLOTS.end).fill(0);
    list[2 * slot] = weight;
    engine.useTerms(list);
    return records.map((record) => engine.counted(record)[0] / unit);
  });
}

/** The value of row k with these weights, in centipawns, before any rounding. */
export function rowValue(rows, k, weights) {
  let middle = 0;
  let end = 0;
  for (let at = rows.begin[k]; at < rows.begin[k + 1]; at++) {
    const slot = rows.slots[at];
    middle += rows.counts[at] * weights[2 * slot];
    end += rows.counts[at] * weights[2 * slot + 1];
  }
  end *= end > 0 ? rows.ahead[k] : rows.behind[k];
  return middle * rows.phase[k] + end * (1 - rows.phase[k]) + weights[2 * SLOTS.tempo];
}

/** Adds `by` times the derivative of row k's value to a gradient. */
export function addGradient(rows, k, weights, by, gradient) {
  let end = 0;
  for (let at = rows.begin[k]; at < rows.begin[k + 1]; at++) {
    end += rows.counts[at] * weights[2 * rows.slots[at] + 1];
  }
  const middle = by * rows.phase[k];
  const late = by * (1 - rows.phase[k]) * (end > 0 ? rows.ahead[k] : rows.behind[k]);
  for (let at = rows.begin[k]; at < rows.begin[k + 1]; at++) {
    const slot = rows.slots[at];
    gradient[2 * slot] += middle * rows.counts[at];
    gradient[2 * slot + 1] += late * rows.counts[at];
  }
  gradient[2 * SLOTS.tempo] += by;
}
