// The messages of Young Brothers Wait. A lease is the owner's name for a child
// that it gave away; it is used once, so that messages about an earlier attempt are recognised as old.
import { FULL_DEPTH, INFINITE } from '../../core/score.js';
import { MAX_NODES } from '../received.js';
import { count, defineMessages, flag, list, optional, type Read, signed } from '../wire.js';

const move = count(2 ** 32 - 1);
const lease = count(Number.MAX_SAFE_INTEGER);
const process = count(2 ** 16);
const score = signed(INFINITE);
const nodes = count(MAX_NODES);

/** The longest line, from the root of the game to a child. */
const MOST_MOVES = 1024;

export const messages = defineMessages({
  /** The sender waits for work until it cancels; it has some now if it asks `ahead`. */
  ask: { ahead: flag },
  cancel: {},
  /** The sender has no work for the receiver; `hint` is busy, as far as the sender knows. */
  none: { hint: optional(process) },
  /** A child to search: the moves from the root to it, and how its owner would search it. */
  work: {
    lease,
    path: list(move, MOST_MOVES),
    depth: count(FULL_DEPTH),
    alpha: score,
    beta: score,
    /** True when the same side moves again in the child. */
    same: flag,
    nodeType: count(3),
    scout: flag,
    /** The owner's least depth of a piece that is worth giving away. */
    leastDepth: count(FULL_DEPTH),
  },
  /** Of owner to holder: the window has narrowed; the child is wanted no more. */
  window: { lease, alpha: score, beta: score },
  abort: { lease },
  /** Of holder to owner: the value, and how many nodes it took in all; or that there will be none. */
  result: {
    lease,
    value: score,
    /** Index in `bounds`. */
    bound: count(2),
    complete: flag,
    pv: list(move, MOST_MOVES),
    nodes,
  },
  decline: { lease },
  /** Of process 0: it has lost this process, so none should wait for it. */
  gone: { process },
});

export type YoungBrothersMessage = Read<typeof messages>;
