// What ends a search. Any of the limits may be given; the first one reached counts.
import { type InputError, inputError } from '../core/errors.js';
import { err, ok, type Result } from '../core/result.js';

/** What ends a search: the first limit that is reached. */
export interface Limits {
  /** Plies, 1 to MAX_DEPTH. */
  readonly depth?: number;
  /** Positions searched, at least 1; a search may go over by some thousands. */
  readonly nodes?: number;
  /** Wall time in milliseconds, at least 1. */
  readonly ms?: number;
}

/** No line of a search is longer; the kernel's depths end at 254. */
export const MAX_DEPTH = 128;

const MAX_MS = 2 ** 31 - 1;

/** Refuses limits that cannot be met: zero, negative, fractional or absurd ones. */
export function checkLimits(limits: Limits): Result<Limits, InputError> {
  const checks = [
    ['depth', limits.depth, MAX_DEPTH],
    ['nodes', limits.nodes, Number.MAX_SAFE_INTEGER],
    ['ms', limits.ms, MAX_MS],
  ] as const;
  for (const [name, value, most] of checks) {
    if (value === undefined) continue;
    if (!Number.isInteger(value) || value < 1 || value > most) {
      const message = `${name} ${value}: expected a whole number from 1 to ${most}`;
      return err(inputError('ERR_LIMIT', message, String(value)));
    }
  }
  return ok(limits);
}
