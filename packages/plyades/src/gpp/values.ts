// Values on the way through a master tree. They are on the scale of the protocols: centipawns from the side
// to move, mates beyond them. Going up a ply turns the sign and puts a mate one ply further away; going down
// undoes that.
import { MATE_VALUE, valueBefore } from '../protocols/score.js';

export { MATE_VALUE, valueBefore };

/** Mates that are known to be less than this many plies away are counted. */
export const MATE_PLIES = 1000;

/** A value as the side to move after one of the moves sees it; `valueBefore` leads back. */
export function valueAfter(value: number): number {
  if (value === 0) return 0;
  const nearer = MATE_VALUE - Math.abs(value) < MATE_PLIES ? 1 : 0;
  return value > 0 ? -value - nearer : -value + nearer;
}
