// The messages between master and workers of APHID: every write into a process's half of the table, and the master's
// knowledge of the whole search.
import { FULL_DEPTH, INFINITE } from '../../core/score.js';
import { MAX_NODES } from '../received.js';
import { count, defineMessages, type Field, flag, list, type Read, signed } from '../wire.js';
import { workSharingKinds } from '../work-sharing/messages.js';

const number = count(Number.MAX_SAFE_INTEGER);

/** Changes of a piece of work, in every search by pieces of work. */
export const pieceKinds = (
  value: Field<number>,
  iteration: Field<number>,
  priority: Field<number>,
) => ({
  /** A leaf lies elsewhere in the master's tree. */
  place: { lease: number, priority, leansRight: flag },
  /** A bad bound: search this iteration again, with this window seen from the leaf. */
  again: { lease: number, iteration, alpha: value, beta: value },
  /** A piece of work belongs to another worker now. */
  drop: { lease: number },
});

const value = signed(INFINITE);
const move = count(2 ** 32 - 1);
const iteration = count(FULL_DEPTH);
const priority = count(4 * 256 + 3);

export const messages = defineMessages({
  /** A new iteration begins; values of the finished ones, in their order. */
  iteration: { iteration, iterations: list(iteration, 256), values: list(value, 256) },
  /** The hypothetical value of the root, and the ply of the deepest unsure type-1 node plus 1. */
  estimate: { hypothetical: value, unsure: count(256) },
  /** The window of the root; open until this message comes. */
  bounds: { alpha: value, beta: value },
  /**
   * A new piece of work: moves from the root, the iteration that need not be searched again, and the one to which workers
   * have searched it, whether their scores are kept or not.
   */
  work: {
    lease: number,
    path: list(move, 256),
    priority,
    leansRight: flag,
    done: iteration,
    earlier: iteration,
  },
  /**
   * Search this node, which lies above the horizon, to `iteration` in this window, seen from the node; a later message for
   * the same lease replaces it.
   */
  probe: {
    lease: number,
    path: list(move, 256),
    priority,
    leansRight: flag,
    iteration,
    alpha: value,
    beta: value,
  },
  ...pieceKinds(value, iteration, priority),
  /** The search is over. */
  stop: {},
  /** What is known of a piece of work at an iteration, and the nodes that were searched for it. */
  score: {
    lease: number,
    iteration,
    lower: value,
    upper: value,
    complete: flag,
    pv: list(move, 256),
    size: count(MAX_NODES),
  },
  ...workSharingKinds,
});

export type AphidMessage = Read<typeof messages>;
