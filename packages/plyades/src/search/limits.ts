// What ends a search. Any of the limits may be given; the first one reached counts.
import { type InputError, inputError } from '../core/errors.js';
import { err, ok, type Result } from '../core/result.js';
import type { PlayerClock } from './allowance.js';

export type { PlayerClock };

/** What ends a search: the first limit that is reached. */
export interface Limits {
  /** Plies, 1 to MAX_DEPTH. */
  readonly depth?: number;
  /** Positions searched, at least 1; a search may go over by some thousands. */
  readonly nodes?: number;
  /** Wall time in milliseconds, at least 1. */
  readonly ms?: number;
  /**
   * The clock of the player to move: the search takes a sensible part of it, more when the best move is
   * in doubt and hardly any when there is only one, and never all.
   */
  readonly clock?: PlayerClock;
}

/** No line of a search is longer; the kernel's depths end at 254. */
export const MAX_DEPTH = 128;

const MAX_MS = 2 ** 31 - 1;

/** More moves than any control of time has in one period. */
const MAX_MOVES_TO_GO = 1000;

/** Refuses limits that cannot be met: zero, negative, fractional or absurd ones. */
export function checkLimits(limits: Limits): Result<Limits, InputError> {
  const { depth, nodes, ms, clock } = limits;
  if (clock !== undefined && (typeof clock !== 'object' || clock?.remainingMs === undefined)) {
    const message =
      'clock: expected an object with remainingMs, and perhaps incrementMs or movesToGo';
    return err(inputError('ERR_LIMIT', message, String(clock)));
  }
  const checks = [
    ['depth', depth, 1, MAX_DEPTH],
    ['nodes', nodes, 1, Number.MAX_SAFE_INTEGER],
    ['ms', ms, 1, MAX_MS],
    ['clock.remainingMs', clock?.remainingMs, 1, MAX_MS],
    ['clock.incrementMs', clock?.incrementMs, 0, MAX_MS],
    ['clock.movesToGo', clock?.movesToGo, 1, MAX_MOVES_TO_GO],
  ] as const;
  for (const [name, value, least, most] of checks) {
    if (value === undefined) continue;
    if (!Number.isInteger(value) || value < least || value > most) {
      const message = `${name} ${value}: expected a whole number from ${least} to ${most}`;
      return err(inputError('ERR_LIMIT', message, String(value)));
    }
  }
  return ok(limits);
}
