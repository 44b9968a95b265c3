// What a master of APHID keeps of a leaf (the APHID table, section 5.2.2): what it decides itself, where the leaf lies
// and who searches it, and what the workers have found. The master of a program's own search keeps the same.
import { FULL_DEPTH } from '../../core/score.js';
import type { ProcessId } from '../actor.js';
import type { ResultSource } from '../checks.js';
import { combine, type Window } from '../value-bounds.js';
import type { LeafScore } from './score.js';

/** Where a leaf lies in the master's tree; what workers choose by. */
export interface LeafPlace {
  /**
   * 4 for each type-1 node of its path, 2 in the critical tree, 1 for the first uncertain ones; in a program's own
   * search 1 in the critical tree and 2 for the first ones.
   */
  readonly priority: number;
  /** Whether it is to be shown that the leaf is no better for the side of the root: (v, v + 1). */
  readonly leansRight: boolean;
}

/** The place of a leaf that was not visited in the last pass. */
export const NOWHERE: LeafPlace = { priority: 0, leansRight: true };

/** Type-1 nodes on the path to a leaf: leaves of a higher band are searched first. */
export const priorityBand = ({ priority }: LeafPlace): number => Math.floor(priority / 4);

/** The priority without what changes with each pass: whether the leaf is one of the first uncertain ones. */
export const lastingPriority = (priority: number): number => Math.floor(priority / 2);

/** The scorer of scores that more than one worker has found. */
export const SEVERAL = -1;

export interface LeafRecord {
  /** Ascending by iteration; the first is the evaluation, as the search to the leaf's own ply. */
  scores: LeafScore[];
  /** The workers that found them, where results are checked. */
  readonly sources: Set<ResultSource>;
  /** The worker that has found the scores, or SEVERAL; undefined when they come from an earlier search. */
  scorer: ProcessId | undefined;
  /** The worker, and the number under which it knows the piece; changes whenever the piece moves. */
  owner: ProcessId | undefined;
  lease: number;
  /** The worker that had it in an earlier search, and has it in its table. */
  lastOwner: ProcessId | undefined;
  /** The last pass that came there or left. */
  seen: number;
  /** Whether it belongs to the tree of the last pass, and was uncertain there. */
  present: boolean;
  uncertain: boolean;
  /** NOWHERE unless it is present. */
  place: LeafPlace;
  /** The window it is uncertain in. */
  alpha: number;
  beta: number;
  /** The place and the window that were sent to the worker, the latter with its root search. */
  sentPlace: LeafPlace | undefined;
  sentWindow: (Window & { readonly round: number }) | undefined;
  /** Nodes, leaves excepted, of the search for its last score. */
  size: number;
  /** True when it was moved and nothing has come back since. */
  moved: boolean;
  /** The iteration to which workers had searched it when its scores were dropped. */
  searchedBefore: number;
  /** True when it was split, as it was too large or on the principal variation: the horizon lies deeper here. */
  exempted: boolean;
}

/** A leaf that no worker has, with its evaluation as the search of `iteration` plies. */
export const createLeafRecord = (iteration: number, evaluation: number): LeafRecord => ({
  scores: [{ iteration, lower: evaluation, upper: evaluation, complete: false, pv: [] }],
  sources: new Set(),
  scorer: undefined,
  owner: undefined,
  lease: 0,
  lastOwner: undefined,
  seen: -1,
  present: false,
  uncertain: false,
  place: NOWHERE,
  alpha: 0,
  beta: 0,
  sentPlace: undefined,
  sentWindow: undefined,
  size: 0,
  moved: false,
  searchedBefore: 0,
  exempted: false,
});

/** Which worker has which leaf, under which number. */
export class LeafLeases<L extends LeafRecord> {
  readonly #leases = new Map<number, L>();
  /** Leaves of each worker. */
  readonly #owned = new Map<ProcessId, number>();
  #lastLease = 0;

  /** Gives a leaf to a worker under a new lease; no number is used twice. */
  lease(leaf: L, owner: ProcessId): void {
    this.release(leaf);
    leaf.owner = owner;
    leaf.lease = ++this.#lastLease;
    this.#owned.set(owner, (this.#owned.get(owner) ?? 0) + 1);
    this.#leases.set(leaf.lease, leaf);
  }

  release(leaf: L): void {
    this.#leases.delete(leaf.lease);
    const { owner } = leaf;
    if (owner !== undefined) this.#owned.set(owner, this.#owned.get(owner)! - 1);
    leaf.owner = undefined;
    leaf.sentPlace = undefined;
    leaf.sentWindow = undefined;
  }

  /** Moves a leaf to another worker. */
  move(leaf: L, owner: ProcessId, keepScores: boolean): void {
    this.lease(leaf, owner);
    if (!keepScores) {
      leaf.searchedBefore = Math.max(leaf.searchedBefore, searchedTo(leaf, FULL_DEPTH));
      dropScores(leaf);
    }
    leaf.moved = true;
  }

  /** The leaf that a worker knows under a lease; undefined when it is no longer the worker's. */
  leased(lease: number, owner: ProcessId): L | undefined {
    const leaf = this.#leases.get(lease);
    return leaf?.owner === owner ? leaf : undefined;
  }

  /** Whether a leaf was ever given away under this number. */
  hasLeased(lease: number): boolean {
    return lease >= 1 && lease <= this.#lastLease;
  }

  /** Whether some leaf is this worker's. */
  owns(worker: ProcessId): boolean {
    return (this.#owned.get(worker) ?? 0) > 0;
  }

  protected clearLeases(): void {
    this.#leases.clear();
    this.#owned.clear();
  }
}

/** Adds what a worker has found. */
export function record(leaf: Pick<LeafRecord, 'scores' | 'moved'>, score: LeafScore): void {
  const { scores } = leaf;
  let at = scores.length;
  while (at > 1 && scores[at - 1]!.iteration > score.iteration) at--;
  const same = scores[at - 1]!.iteration === score.iteration;
  if (same) scores[at - 1] = combine(scores[at - 1]!, score);
  else scores.splice(at, 0, score);
  leaf.moved = false;
}

/** The score of exactly this iteration. */
export function scoreAt(
  leaf: Pick<LeafRecord, 'scores'>,
  iteration: number,
): LeafScore | undefined {
  const { scores } = leaf;
  for (let i = scores.length - 1; i > 0; i--) {
    if (scores[i]!.iteration === iteration) return scores[i];
    if (scores[i]!.iteration < iteration) return undefined;
  }
  return undefined;
}

/** The last iteration up to this one that workers have searched the leaf for; 0 when there is none. */
export function searchedTo({ scores }: Pick<LeafRecord, 'scores'>, iteration: number): number {
  for (let i = scores.length - 1; i > 0; i--) {
    if (scores[i]!.iteration <= iteration) return scores[i]!.iteration;
  }
  return 0;
}

/** Forgets what the workers found. */
export function dropScores(leaf: Pick<LeafRecord, 'scores' | 'size' | 'scorer'>): void {
  leaf.scores = [leaf.scores[0]!];
  leaf.scorer = undefined;
  leaf.size = 0;
}

/** What the owner of a leaf must be sent now: all of it, its new place, or nothing. */
export function nextPlaceMessage(leaf: LeafRecord): 'work' | 'place' | undefined {
  const { owner, place, sentPlace } = leaf;
  if (owner === undefined || (sentPlace === undefined && place.priority === 0)) return undefined;
  leaf.sentPlace = place;
  if (sentPlace === undefined) return 'work';
  const { priority, leansRight } = place;
  const isSame = sentPlace.priority === priority && sentPlace.leansRight === leansRight;
  return isSame ? undefined : 'place';
}

/**
 * The window in which the owner of a leaf must search it again, since its score of the iteration says too little in
 * this root search; undefined when it need not, or was asked already.
 */
export function nextWindowMessage(
  leaf: LeafRecord,
  iteration: number,
  round: number,
): Window | undefined {
  const { owner, alpha, beta, sentWindow: sent } = leaf;
  if (owner === undefined || scoreAt(leaf, iteration) === undefined) return undefined;
  if (sent?.round === round && sent.alpha === alpha && sent.beta === beta) return undefined;
  leaf.sentWindow = { round, alpha, beta };
  return { alpha, beta };
}
