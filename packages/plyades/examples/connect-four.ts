// Connect Four, the worked example of a game in plain TypeScript: drop a stone into one of seven
// columns of six cells; four of your stones in a row win.
//
// A cell is a bit, column * 7 + row, with row 0 at the bottom; the seventh row stays empty, so that no
// line runs over the top of one column into the next. JavaScript's integers have 32 bits: columns 0
// to 3 are one number (28 bits), columns 4 to 6 another (21 bits).
import { defineGame } from 'plyades';

/** 0 is the leftmost column. */
export type Column = number;

export interface State {
  readonly turn: 0 | 1;
  /** Stones of the side to move, left and right. */
  readonly mineL: number;
  readonly mineR: number;
  /** Stones of the side that has just moved. */
  readonly theirsL: number;
  readonly theirsR: number;
}

const LEFT_BITS = 28;
/** From a cell to the next one up, down-right, right and up-right. */
const STEPS = [1, 6, 7, 8] as const;
const TOP = [5, 12, 19, 26, 5, 12, 19] as const;
const FULL_L = 0b0111111_0111111_0111111_0111111;
const FULL_R = 0b0111111_0111111_0111111;
/** Above the columns, and to the right of the last one. */
const RIM_L = 0b1000000_1000000_1000000_1000000;
const RIM_R = ~FULL_R;
const MIDDLE = 0b0111111 << 21;
const CENTRE_FIRST: readonly Column[] = [3, 2, 4, 1, 5, 0, 6];

const empty: State = { turn: 0, mineL: 0, mineR: 0, theirsL: 0, theirsR: 0 };

function openColumns(s: State): Column[] {
  const left = s.mineL | s.theirsL;
  const right = s.mineR | s.theirsR;
  return CENTRE_FIRST.filter((c) => (((c < 4 ? left : right) >> TOP[c]!) & 1) === 0);
}

/** Adding the bottom cell to a column carries up to its lowest empty cell. */
function drop({ turn, mineL, mineR, theirsL, theirsR }: State, column: Column): State {
  const left = mineL | theirsL;
  const right = mineR | theirsR;
  const stoneL = column < 4 ? (left + (1 << (column * 7))) & ~left : 0;
  const stoneR = column < 4 ? 0 : (right + (1 << ((column - 4) * 7))) & ~right;
  return {
    turn: turn === 0 ? 1 : 0,
    mineL: theirsL,
    mineR: theirsR,
    theirsL: mineL | stoneL,
    theirsR: mineR | stoneR,
  };
}

/** Cells followed by a stone in the same direction make pairs; pairs of pairs are fours. */
function hasFour(left: number, right: number): boolean {
  for (const step of STEPS) {
    const pairsL = left & ((left >> step) | (right << (LEFT_BITS - step)));
    const pairsR = right & (right >> step);
    const foursL = pairsL & ((pairsL >> (2 * step)) | (pairsR << (LEFT_BITS - 2 * step)));
    if (foursL !== 0 || (pairsR & (pairsR >> (2 * step))) !== 0) return true;
  }
  return false;
}

/** Only the side that has just moved can have made a four. */
function winner(s: State): 0 | 1 | 'draw' | undefined {
  if (hasFour(s.theirsL, s.theirsR)) return s.turn === 0 ? 1 : 0;
  const full = (s.mineL | s.theirsL) === FULL_L && (s.mineR | s.theirsR) === FULL_R;
  return full ? 'draw' : undefined;
}

/** Rows of four cells that hold three stones of one side and nothing of the other. */
function threats(left: number, right: number, otherL: number, otherR: number): number {
  const blockedL = otherL | RIM_L;
  const blockedR = otherR | RIM_R;
  let count = 0;
  for (const step of STEPS) {
    const [step2, step3] = [2 * step, 3 * step];
    const [up, up2, up3] = [LEFT_BITS - step, LEFT_BITS - step2, LEFT_BITS - step3];
    // The second, third and fourth cell of the row, brought to the place of its first.
    const [l2, r2] = [(left >> step) | (right << up), right >> step];
    const [l3, r3] = [(left >> step2) | (right << up2), right >> step2];
    const [l4, r4] = [(left >> step3) | (right << up3), right >> step3];
    const threeL = (left & l2 & (l3 | l4)) | (l3 & l4 & (left | l2));
    const threeR = (right & r2 & (r3 | r4)) | (r3 & r4 & (right | r2));
    if ((threeL | threeR) === 0) continue;
    const stopL = blockedL | (blockedL >> step) | (blockedL >> step2) | (blockedL >> step3);
    const overL = (blockedR << up) | (blockedR << up2) | (blockedR << up3);
    const stopR = blockedR | (blockedR >> step) | (blockedR >> step2) | (blockedR >> step3);
    // What was shifted past the left part begins in the right one, and is counted there.
    count += ones(threeL & FULL_L & ~(stopL | overL)) + ones(threeR & ~stopR);
  }
  return count;
}

function ones(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** A row that lacks one stone is worth ten, a stone in the middle column one. */
function evaluate({ mineL, mineR, theirsL, theirsR }: State): number {
  const rows = threats(mineL, mineR, theirsL, theirsR) - threats(theirsL, theirsR, mineL, mineR);
  return 10 * rows + ones(mineL & MIDDLE) - ones(theirsL & MIDDLE);
}

/** A column of h stones is a number below 2^h; adding 2^h - 1 makes room for every height. */
function key({ mineL, mineR, theirsL, theirsR }: State): number {
  return mineL + (mineL | theirsL) + (mineR + (mineR | theirsR)) * 2 ** LEFT_BITS;
}

const COLUMNS: readonly Column[] = [0, 1, 2, 3, 4, 5, 6];
const ROWS = [5, 4, 3, 2, 1, 0] as const;

/** The side that has a stone in a cell. */
function sideAt({ turn, mineL, mineR, theirsL, theirsR }: State, column: Column, row: number) {
  const bit = 1 << ((column < 4 ? column : column - 4) * 7 + row);
  if ((column < 4 ? mineL : mineR) & bit) return turn;
  return (column < 4 ? theirsL : theirsR) & bit ? 1 - turn : undefined;
}

/** Six rows from the top, `.` for an empty cell; the first side has X. */
function drawText(s: State): string {
  const cell = (column: Column, row: number) => ['X', 'O'][sideAt(s, column, row) ?? 2] ?? '.';
  const rows = ROWS.map((row) => COLUMNS.map((column) => cell(column, row)).join(' '));
  return [...rows, COLUMNS.join(' ')].join('\n');
}

/** A frame with holes; a column can be clicked to play it. */
function drawSvg(s: State): string {
  const colours = ['#d8402f', '#f2c230'];
  const column = (c: Column) => {
    const holes = ROWS.map((row, i) => {
      const side = sideAt(s, c, row);
      const fill = side === undefined ? '#e9eef6' : colours[side];
      return `<circle cx="${50 + 100 * c}" cy="${50 + 100 * i}" r="40" fill="${fill}"/>`;
    });
    // Takes clicks between the holes, too.
    const area = `<rect x="${100 * c}" y="0" width="100" height="600" fill-opacity="0"/>`;
    return `<g data-move="${c}">${area}${holes.join('')}</g>`;
  };
  const frame = '<rect width="700" height="600" rx="24" fill="#2b5fae"/>';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 700 600">${frame}${COLUMNS.map(column).join('')}</svg>`;
}

export default defineGame<State, Column>({
  url: import.meta.url,
  title: 'Connect Four',
  start: () => empty,
  turn: (s) => s.turn,
  moves: openColumns,
  play: drop,
  winner,
  evaluate,
  key,
  draw: (s, kind) => (kind === 'svg' ? drawSvg(s) : drawText(s)),
});
