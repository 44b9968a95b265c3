// The messages between master and workers of root splitting.
import { FULL_DEPTH, INFINITE } from '../../core/score.js';
import { count, defineMessages, flag, list, type Read, signed } from '../wire.js';

const number = count(Number.MAX_SAFE_INTEGER);
const value = signed(INFINITE);
const move = count(2 ** 32 - 1);

export const messages = defineMessages({
  /** Search the position after a move of the root, with this window seen from that position. */
  search: { lease: number, move, depth: count(FULL_DEPTH), alpha: value, beta: value },
  /** The result under a lease, seen from the position after the move. */
  result: { lease: number, lower: value, upper: value, pv: list(move, 256), complete: flag },
});

export type RootSplitMessage = Read<typeof messages>;
