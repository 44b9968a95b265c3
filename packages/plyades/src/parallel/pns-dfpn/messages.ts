// The messages between master and workers of a distributed proof. Positions travel as moves from the root, the reply to
// an assignment carries its lease, and explanations are cut into parts.
import { count, defineMessages, flag, list, optional, type Read, record } from '../wire.js';

/** Plies of a path. */
export const MAX_PATH = 2000;
/** As in the kernel: numbers below it are finite. */
export const INFINITE_NUMBER = 2 ** 30;
/** Moves of an explanation in one message, and in all. */
export const PART_MOVES = 4096;
export const MAX_EXPLANATION = 4_000_000;

const lease = count(Number.MAX_SAFE_INTEGER);
const move = count(2 ** 32 - 1);
const path = list(move, MAX_PATH);
const number = count(INFINITE_NUMBER);
/** Of solved positions whose answer rests on a position of the path: its ply. */
const rests = optional(count(MAX_PATH));

export const messages = defineMessages({
  /**
   * Search the position at the end of a path, until its numbers reach `pn` or `dn`: at least `least` and at most
   * `budget` nodes.
   */
  search: { lease, path, budget: count(2 ** 40), least: count(2 ** 40), pn: number, dn: number },
  /** The answer is not needed any more. */
  stop: { lease },
  /** Show that the attacker wins there, or does not: within `budget` nodes, when it was another worker's claim. */
  show: { lease, path, wins: flag, budget: optional(count(2 ** 40)) },
  /** What is known of a position: an answer, or numbers for each of its moves. */
  result: {
    lease,
    pn: number,
    dn: number,
    rests,
    /** Nodes that it took. */
    nodes: count(2 ** 40),
    deep: flag,
    children: list(record({ pn: number, dn: number, rests }), 1 << 16),
  },
  /** Moves of the winning or holding side, in the order of a walk; `last` marks the last part. */
  part: { lease, moves: list(move, PART_MOVES), last: flag },
  /** There is no explanation, or it took too long. */
  unable: { lease },
});

export type ProofMessage = Read<typeof messages>;
