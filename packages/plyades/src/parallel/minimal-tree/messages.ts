// The messages between master and workers. A position is sent once to the worker that owns it; tasks
// name it by its number. In the paper every pass sends all its tasks, and the message that ends a pass
// lets a worker drop those that did not come; where only changes are sent, what is dropped is named.
import { FULL_DEPTH, INFINITE } from '../../core/score.js';
import { count, defineMessages, flag, list, type Read, signed } from '../wire.js';
import { workSharingKinds } from '../work-sharing/messages.js';

const number = count(Number.MAX_SAFE_INTEGER);
const value = signed(INFINITE);
const move = count(2 ** 32 - 1);
const depth = count(FULL_DEPTH);

/** Tasks in one message. */
export const MOST_TASKS = 1024;

export const messages = defineMessages({
  /** A position that the worker owns from now on: moves from the root. */
  position: { leaf: number, path: list(move, 256) },
  /**
   * Positions that are wanted for a search of the root to `depth`, each with its window, seen from
   * there, and its signature; and such that are not wanted any more.
   */
  tasks: {
    depth,
    leaves: list(number, MOST_TASKS),
    alphas: list(value, MOST_TASKS),
    betas: list(value, MOST_TASKS),
    signatures: list(number, MOST_TASKS),
    dropped: list(number, MOST_TASKS),
  },
  /** The master has finished a pass: what did not come in it is not wanted. */
  pass: {},
  /** The search is over. */
  stop: {},
  /** What is known of a position at a depth. */
  score: {
    leaf: number,
    depth,
    lower: value,
    upper: value,
    complete: flag,
    pv: list(move, 256),
  },
  ...workSharingKinds,
});

export type MinimalTreeMessage = Read<typeof messages>;
