// The settings of the middle level of a hierarchy. The thesis (section 5.2.4) and the paper on minimal
// trees (section 6) leave open how a middle master chooses among what it was given; these are the choices.
import type { LinkTimes } from '../links.js';

/**
 * Which of the searches that a middle master has under way its workers make first: the one begun first; the
 * shallowest, whose results come soonest; or all alike, each worker beginning with another one.
 */
export const policies = ['oldest', 'shallow', 'even'] as const;
export type Policy = (typeof policies)[number];

/** Settings of the middle masters of a hierarchy. */
export interface MiddleSettings {
  /** Searches that a middle master has under way at the same time. */
  readonly tasks: number;
  readonly policy: Policy;
  /** Leaves of a middle master's tree for each worker that a search can count on. */
  readonly pieces: number;
  /** Least plies of a leaf of a middle master; a smaller search is given to one worker as a whole. */
  readonly grain: number;
}

export const MIDDLE: MiddleSettings = { tasks: 6, policy: 'oldest', pieces: 4, grain: 4 };

/** Kernel searches of a worker for each search of its middle master that it takes part in. */
export const SEARCHES_EACH = 3;

/** A hierarchy under one clock: processes are numbered from the top, each before those below it. */
export interface Hierarchy {
  /** The number of each process's master; of the first, -1. */
  readonly parents: readonly number[];
  /** Times of the links between a master of each level, the top first, and its workers. */
  readonly times?: readonly LinkTimes[];
  readonly middle: MiddleSettings;
}
