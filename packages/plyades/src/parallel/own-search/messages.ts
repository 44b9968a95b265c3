// The messages between master and workers: those of APHID's processes, with two
// differences: positions, moves and entries are the program's own, and there may be several roots, one for
// each prefix of moves that the program made before its root search.
import { pieceKinds } from '../aphid/messages.js';
import { MAX_NODES } from '../received.js';
import { count, defineMessages, type Field, flag, list, type Read, signed } from '../wire.js';

/** Depth of the whole search, plies from the root and numbers of roots stay below this. */
export const MAX_PLIES = 1024;

const number = count(Number.MAX_SAFE_INTEGER);
const iteration = count(2 * MAX_PLIES);
const priority = count(4 * MAX_PLIES + 3);

/** How the program's own values are written. */
export interface Vocabulary<Position, Move, Entry> {
  readonly position: Field<Position>;
  readonly move: Field<Move>;
  readonly entry: Field<Entry>;
}

export function createMessages<Position, Move, Entry>(
  { position, move, entry }: Vocabulary<Position, Move, Entry>,
  maxScore: number,
) {
  const value = signed(maxScore + 1);
  return defineMessages({
    /** A search begins; `last` is the greatest depth of the whole search. */
    begin: { position, last: iteration },
    /** A root search begins, `ply` moves from the root; values of its finished iterations. */
    root: {
      root: number,
      ply: iteration,
      iteration,
      alpha: value,
      beta: value,
      iterations: list(iteration, 2 * MAX_PLIES),
      values: list(value, 2 * MAX_PLIES),
    },
    /** The hypothetical value of a root, and the ply of the deepest unsure type-1 node plus 1. */
    estimate: { root: number, hypothetical: value, unsure: iteration },
    /**
     * A new piece of work. `level` is its ply less extensions: a search of the piece to some depth belongs
     * to the whole search to that depth plus `level`. `rootSide` when the side of the root is to move.
     */
    work: {
      lease: number,
      root: number,
      path: list(move, MAX_PLIES),
      level: signed(MAX_PLIES),
      rootSide: flag,
      priority,
      leansRight: flag,
      done: iteration,
      earlier: iteration,
    },
    ...pieceKinds(value, iteration, priority),
    /** The search is over. */
    end: {},
    /** What is known of a piece at an iteration, and the nodes that were searched for it. */
    score: { lease: number, iteration, lower: value, upper: value, size: count(MAX_NODES) },
    /** All nodes that the worker has counted since the search began. */
    nodes: { nodes: count(MAX_NODES) },
    /** Entries of a worker's table, for another one's. */
    entries: { hashes: list(signed(Number.MAX_SAFE_INTEGER / 2), 256), entries: list(entry, 256) },
  });
}

export type OwnSearchMessage<Position, Move, Entry> = Read<
  ReturnType<typeof createMessages<Position, Move, Entry>>
>;
