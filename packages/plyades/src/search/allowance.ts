// How much of a player's clock one move may take. Two limits: after the soft one no further depth is begun,
// at the hard one the search stops at once. The soft limit gives way to the course of the search: a
// best move that has just changed, or a value that has fallen, is worth another look; one that has stood for
// several depths is not. Pure arithmetic: the caller passes the time.

import type { PlayerClock } from '../core/search-request.js';

/** The end of a search by its clock, in milliseconds after its beginning. 0 < soft <= hard < remaining. */
export interface Allowance {
  readonly softMs: number;
  readonly hardMs: number;
}

/** Moves that a player with no end in sight should have time for. */
const MOVES_AHEAD = 30;

/** Of what is added after the move: not all, so that a nearly empty clock fills again. */
const INCREMENT_SHARE = 0.8;

/** Time between the end of a search and the stopping of the clock: messages, a busy machine, a slice. */
const LEAST_MARGIN_MS = 30;
const MARGIN_SHARE = 0.02;
/** A clock that has less than the margin is shared with it evenly. */
const MARGIN_AT_MOST = 0.5;

/** The next depth takes longer than all before it, so it is not begun when half the share is gone. */
const SOFT_SHARE = 0.5;
/** A depth that has been begun may take this many shares, and never more than this part of the clock. */
const HARD_SHARES = 3;
const HARD_AT_MOST = 0.4;

/** The limits of a move that nothing is known about yet. */
export function allow({ remainingMs, incrementMs = 0, movesToGo }: PlayerClock): Allowance {
  const margin = Math.min(
    MARGIN_AT_MOST * remainingMs,
    Math.max(LEAST_MARGIN_MS, MARGIN_SHARE * remainingMs),
  );
  const usable = remainingMs - margin;
  const moves = Math.min(movesToGo ?? MOVES_AHEAD, MOVES_AHEAD);
  const share = Math.min(usable, usable / moves + INCREMENT_SHARE * incrementMs);
  const hardMs = Math.min(moves === 1 ? usable : HARD_AT_MOST * usable, HARD_SHARES * share);
  return { softMs: Math.min(hardMs, SOFT_SHARE * share), hardMs };
}

/** The same clock some milliseconds later; at least 1 ms is left, since some move has to be made. */
export function afterWaiting(clock: PlayerClock, waitedMs: number): PlayerClock {
  const remainingMs = Math.max(1, clock.remainingMs - Math.max(0, waitedMs));
  return { ...clock, remainingMs };
}

/** By how many depths in a row have had the same best move: what the soft limit is multiplied with. */
const BY_STEADINESS = [1.6, 1.2, 1, 0.8, 0.65] as const;
/** When the value has fallen by much more than it usually changes from depth to depth. */
const FALL = 2;
const AFTER_FALL = 1.5;

/** Follows one search by its clock and says when it is enough. */
export class MoveTimer {
  /** The hard limit. */
  readonly hardMs: number;
  readonly #softMs: number;
  #move: number | undefined;
  #value = 0;
  #depths = 0;
  /** Depths in a row, before the last one, that had its best move. */
  #steady = 0;
  /** Sum of the changes of the value from depth to depth: values have no unit that all games share. */
  #changes = 0;
  #fell = false;

  /** `choices` is the number of legal moves: with one there is nothing to think about. */
  constructor(clock: PlayerClock, choices: number) {
    const { softMs, hardMs } = allow(clock);
    this.hardMs = hardMs;
    this.#softMs = choices > 1 ? softMs : 0;
  }

  /** A depth has been finished with this result. */
  finished(move: number | undefined, value: number): void {
    const usual = this.#changes / Math.max(1, this.#depths - 1);
    this.#fell = this.#depths > 1 && this.#value - value > FALL * usual;
    this.#steady = this.#depths > 0 && move === this.#move ? this.#steady + 1 : 0;
    if (this.#depths > 0) this.#changes += Math.abs(value - this.#value);
    this.#move = move;
    this.#value = value;
    this.#depths++;
  }

  /** Milliseconds after which no further depth should begin, by what is known now. */
  get softMs(): number {
    const steadiness = BY_STEADINESS[Math.min(this.#steady, BY_STEADINESS.length - 1)]!;
    const stretch = steadiness * (this.#fell ? AFTER_FALL : 1);
    return Math.min(this.hardMs, this.#softMs * stretch);
  }
}
