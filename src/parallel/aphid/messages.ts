// What master and workers of APHID tell each other: every write into one's half of the table, and
// what the master knows of the whole search.
import { FULL_DEPTH, INFINITE } from '../../core/score.js';
import { ENTRY_BYTES, HANDED_ENTRIES } from '../ports.js';
import {
  bytes,
  count,
  defineMessages,
  flag,
  list,
  type MessageOf,
  type Read,
  signed,
} from '../wire.js';

const number = count(Number.MAX_SAFE_INTEGER);
const value = signed(INFINITE);
const move = count(2 ** 32 - 1);
const process = count(2 ** 16);
const iteration = count(FULL_DEPTH);
const priority = count(4 * 256 + 3);

/** What workers that help each other say, and the master who sends them. */
export const teamKinds = {
  /** Of master to worker: this process has nothing required to do; give it parts of yours. */
  help: { helper: process },
  /** Of master to worker: it has lost this process, so nobody should wait for it. */
  gone: { process },
  /** Of a worker to its helper, before a part: what its table knows of it and below it. */
  known: { entries: bytes(HANDED_ENTRIES * ENTRY_BYTES) },
  /** Of a worker to its helper: a child of the search under way, and how it would search it. */
  part: {
    lease: number,
    path: list(move, 256),
    depth: iteration,
    alpha: value,
    beta: value,
    /** True when the same side moves again in the child. */
    same: flag,
    nodeType: count(3),
    scout: flag,
  },
  /** The window of a part has narrowed; a part is wanted no more. */
  window: { lease: number, alpha: value, beta: value },
  abort: { lease: number },
  /** Of helper to worker: the value of a part, and its size as that of a piece; or no value at all. */
  result: {
    lease: number,
    value,
    /** Index in `bounds`. */
    bound: count(2),
    complete: flag,
    pv: list(move, 256),
    size: number,
  },
  decline: { lease: number },
} as const;

export type TeamMessage = MessageOf<typeof teamKinds>;

export const messages = defineMessages({
  /** A new iteration begins; values of the finished ones, in their order. */
  iteration: { iteration, iterations: list(iteration, 256), values: list(value, 256) },
  /** The hypothetical value of the root, and the ply of the deepest unsure type-1 node plus 1. */
  outlook: { hypothetical: value, unsure: count(256) },
  /** A new piece of work: moves from the root, and the iteration that need not be searched again. */
  work: {
    lease: number,
    path: list(move, 256),
    priority,
    leansRight: flag,
    done: iteration,
  },
  /** A leaf lies elsewhere in the master's tree. */
  place: { lease: number, priority, leansRight: flag },
  /** A bad bound: search this iteration again, with this window seen from the leaf. */
  again: { lease: number, iteration, alpha: value, beta: value },
  /** A piece of work belongs to somebody else now. */
  drop: { lease: number },
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
    size: number,
  },
  ...teamKinds,
});

export type Message = Read<typeof messages>;
