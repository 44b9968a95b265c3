// The pieces of work that a worker of APHID knows, and the schedule of those that wait. The worker searches them: it
// takes a piece out of the schedule while its search is under way, where searches can be suspended.
import type { RepeatReason } from '../counters.js';
import { combine, decides, type Window } from '../value-bounds.js';
import type { LeafPlace } from './leaf.js';
import type { Schedule, Scheduled } from './schedule.js';
import type { LeafScore } from './score.js';

/** What a worker knows of a leaf. */
export interface LeafPiece extends Scheduled {
  readonly lease: number;
  place: LeafPlace;
  readonly scores: Map<number, LeafScore>;
  /** The window that the master asked for, at the current iteration or, of a probe, an earlier one. */
  badBound: (Window & { readonly iteration: number }) | undefined;
  size: number;
  /** The iteration to which others have searched it; those up to it are searched again here. */
  readonly earlier: number;
  /** The iterations whose search was broken off last, and that was searched again last; 0 for none. */
  brokenOff: number;
  searchedAgain: number;
}

/** A piece that the master has just given out. */
export const createPiece = ({
  lease,
  priority,
  leansRight,
  done,
  earlier,
}: {
  readonly lease: number;
  readonly priority: number;
  readonly leansRight: boolean;
  readonly done: number;
  readonly earlier: number;
}): LeafPiece => ({
  lease,
  place: { priority, leansRight },
  done,
  earlier,
  brokenOff: 0,
  searchedAgain: 0,
  scores: new Map(),
  badBound: undefined,
  size: 0,
  get priority() {
    return this.place.priority;
  },
  get again() {
    return this.badBound !== undefined;
  },
});

export class PieceBook<T extends LeafPiece> {
  readonly #pieces = new Map<number, T>();
  readonly #scheduleOf: (piece: T) => Schedule<T>;
  readonly #waits: (piece: T) => boolean;

  /** `waits` says whether a piece belongs into the schedule now. */
  constructor(scheduleOf: (piece: T) => Schedule<T>, waits: (piece: T) => boolean = () => true) {
    this.#scheduleOf = scheduleOf;
    this.#waits = waits;
  }

  get size(): number {
    return this.#pieces.size;
  }

  all(): Iterable<T> {
    return this.#pieces.values();
  }

  get(lease: number): T | undefined {
    return this.#pieces.get(lease);
  }

  /** False when the master has taken the piece back. */
  has(piece: T): boolean {
    return this.#pieces.get(piece.lease) === piece;
  }

  add(piece: T): void {
    this.#pieces.set(piece.lease, piece);
    this.#scheduleOf(piece).add(piece);
  }

  /** Takes a piece out; undefined when there is none under this lease. */
  drop(lease: number): T | undefined {
    const piece = this.#pieces.get(lease);
    if (piece === undefined) return undefined;
    this.#pieces.delete(lease);
    if (this.#waits(piece)) this.#scheduleOf(piece).remove(piece);
    return piece;
  }

  clear(): void {
    this.#pieces.clear();
  }

  /** Changes a piece where its place in the schedule may depend on it; undefined when there is none. */
  change(lease: number, change: (piece: T) => void): T | undefined {
    const piece = this.#pieces.get(lease);
    if (piece === undefined) return undefined;
    const schedule = this.#scheduleOf(piece);
    if (this.#waits(piece)) schedule.remove(piece);
    change(piece);
    if (this.#waits(piece)) {
      schedule.remove(piece);
      schedule.add(piece);
    }
    return piece;
  }

  /** Clears a bound that was bad for the last iteration only. */
  clearBadBound(lease: number): void {
    this.change(lease, (piece) => {
      piece.badBound = undefined;
    });
  }
}

/** Why the search of a piece for an iteration is no new one; `required` is the iteration under way. */
export function repeatReason(
  piece: LeafPiece,
  iteration: number,
  required: number,
): RepeatReason | undefined {
  if (piece.badBound !== undefined) return 'window';
  if (piece.brokenOff === iteration) return 'table';
  if (iteration <= piece.earlier) return 'owner';
  return iteration < required ? 'catchUp' : undefined;
}

/** Whether an iteration that is over used what was known of a piece before it began, as far as its worker knows. */
export const wasUsed = (piece: LeafPiece, iteration: number): boolean =>
  piece.scores.has(iteration) && piece.priority > 0 && piece.searchedAgain !== iteration;

/** Adds what a search of a piece has found. */
export function addScore({ scores }: LeafPiece, score: LeafScore): void {
  const older = scores.get(score.iteration);
  scores.set(score.iteration, older === undefined ? score : combine(older, score));
}

/** Forgets a request for another window that the piece's score meets; true when it does. */
export function settleBadBound(piece: LeafPiece): boolean {
  if (piece.badBound === undefined) return false;
  const { alpha, beta, iteration } = piece.badBound;
  const score = piece.scores.get(iteration);
  if (score === undefined || !decides(score, alpha, beta)) return false;
  piece.badBound = undefined;
  return true;
}
