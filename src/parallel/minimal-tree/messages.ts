// What master and workers tell each other. Tasks come again with every pass for as long as they are
// wanted; the message that ends a pass lets a worker drop those that did not come.
import { FULL_DEPTH, INFINITE } from '../../core/score.js';
import { count, defineMessages, flag, list, type Read, signed } from '../wire.js';

const number = count(Number.MAX_SAFE_INTEGER);
const value = signed(INFINITE);
const move = count(2 ** 32 - 1);
const depth = count(FULL_DEPTH);

export const messages = defineMessages({
  /** A position that the worker owns from now on: moves from the root, and the depth required of it. */
  position: { lease: number, path: list(move, 256), depth },
  /** A position of the worker's is wanted in a window, seen from there; smaller ranks come first. */
  task: { lease: number, alpha: value, beta: value, rank: number },
  /** The master has finished a pass. */
  pass: {},
  /** The search is over. */
  stop: {},
  /** What is known of a position at a depth. */
  result: {
    lease: number,
    depth,
    lower: value,
    upper: value,
    complete: flag,
    pv: list(move, 256),
  },
});

export type Message = Read<typeof messages>;
