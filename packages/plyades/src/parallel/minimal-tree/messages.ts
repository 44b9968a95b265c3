// The messages between master and workers. A position is sent once to the worker that owns it; tasks
// name it by its number. In the paper every pass sends all its tasks, and the message that ends a pass
// lets a worker drop those that did not come; where only changes are sent, what is dropped is named.
import { FULL_DEPTH, INFINITE } from '../../core/score.js';
import { count, defineMessages, flag, list, type Read, signed } from '../wire.js';
import { workSharingKinds } from '../work-sharing/messages.js';
import { MOST_FACTS, MOST_KIND } from './facts.js';

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
  /**
   * A node of the master's tree that the worker is to expand, for a search of the root to `depth`: moves from the
   * root, plies to look ahead, and the window of the pass, seen from there.
   */
  expand: {
    request: number,
    path: list(move, 256),
    depth,
    plies: depth,
    alpha: value,
    beta: value,
  },
  /** What the worker has made for one request; see facts.ts. */
  expanded: {
    request: number,
    widths: list(count(MOST_FACTS), MOST_FACTS),
    guesses: list(value, MOST_FACTS),
    moves: list(move, MOST_FACTS),
    kinds: list(count(MOST_KIND), MOST_FACTS),
    values: list(value, MOST_FACTS),
    keys: list(count(2 ** 32 - 1), 2 * MOST_FACTS),
  },
  /** The moves from the root that the master has sent cannot be played, or end the game: a worker has made them up. */
  illegal: { path: list(move, 256) },
});

export type MinimalTreeMessage = Read<typeof messages>;
