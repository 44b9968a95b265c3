// What an algorithm must provide so that its masters and workers can be stacked: a master for a piece of a
// larger search, in a window, and a worker of that master. They are the state machines that search on one
// level, too.
import type { SearchPlan } from '../algorithm.js';
import type { Ports } from '../ports.js';
import type { Behaviour, ProcessContext } from '../process.js';
import type { SavedTree } from '../saved-tree.js';
import type { Share } from '../sharing.js';
import type { Window } from '../value-bounds.js';
import type { Field } from '../wire.js';

/** A search that is part of a larger one. */
export interface LevelPiece extends Window {
  /** FULL_DEPTH to the end of the game. */
  readonly depth: number;
  /** First depth, where the algorithm deepens. */
  readonly from: number;
  /** Plies of the master's tree; 0: one worker searches all of it. */
  readonly horizon: number;
  /** Of the site's workers. */
  readonly share: Share;
  /** The tree of an earlier search of the position. */
  readonly kept: SavedTree | undefined;
}

export interface PieceMaster<M> extends Behaviour<M> {
  /** The search goes on in another window. */
  rewindow(alpha: number, beta: number): void;
}

/** The messages of both sides, for any algorithm: see work-sharing/messages.ts. */
export interface LevelMessage {
  readonly type: string;
}

export interface Levels<M extends LevelMessage> {
  readonly messages: Field<M>;
  createMaster<P>(
    context: ProcessContext<M>,
    ports: Ports<P>,
    piece: LevelPiece,
    plan: SearchPlan,
  ): PieceMaster<M>;
  /** A worker for a search of `depth` plies; with `delegates`, other processes make its searches. */
  createWorker<P>(
    context: ProcessContext<M>,
    ports: Ports<P>,
    depth: number,
    plan: SearchPlan,
    delegates: boolean,
  ): Behaviour<M>;
  /** How much was searched for what a worker says, in nodes that are not leaves, where it tells. */
  sizeOf?(message: M): number;
}
