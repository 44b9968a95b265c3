// Games between two engines: a random opening, then searches of a fixed depth. A third repetition, 60
// plies without a capture or a man's move, and 250 plies are draws.
import { randomOpening } from '../support/opening.mjs';
import { start } from './engine.mjs';

const QUIET_PLIES = 60;
const MAX_PLIES = 250;

/** After some random moves. */
export const opening = (rules, random, plies) => randomOpening(rules, start(), random, plies);

/** Plays to the end: all positions, and the result for Black, 1, 0 or -1. */
export function play(record, engines, depth) {
  const positions = [];
  const seen = new Map();
  let quiet = 0;
  let men = '';
  for (let ply = 0; ply < MAX_PLIES; ply++) {
    const black = record[12] === 0;
    const { rules, think } = engines[record[12]];
    if (rules.over(record)) return { positions, result: black ? -1 : 1 };
    const key = record.join();
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    const now = unkinged(record);
    quiet = now === men ? quiet + 1 : 0;
    men = now;
    if (times === 3 || quiet === QUIET_PLIES) return { positions, result: 0 };
    positions.push(record);
    const { move } = think(record, depth);
    record = rules.play(record, move);
  }
  return { positions, result: 0 };
}

/** Men of both sides and the number of kings, as a text that only progress changes. */
function unkinged(record) {
  const view = new DataView(record.buffer, record.byteOffset);
  const [own, opp, kings] = [0, 4, 8].map((at) => view.getUint32(at, true));
  const [black, white] = record[12] === 0 ? [own, opp] : [opp, own];
  let count = 0;
  for (let bits = kings; bits; bits &= bits - 1) count++;
  return [(black & ~kings) >>> 0, (white & ~kings) >>> 0, count].join();
}
