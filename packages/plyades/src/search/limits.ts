// What ends a search. Any of the limits may be given; the first one reached counts.
import { type InputError, inputError } from '../core/errors.js';
import { err, ok, type Result } from '../core/result.js';
import { makeRefusal, parseValue } from '../core/schema.js';
import {
  limitsSchema,
  MAX_DEPTH,
  type PlayerClock,
  type SearchLimits,
} from '../core/search-request.js';

export { MAX_DEPTH, type PlayerClock, type SearchLimits as Limits };

/** Refuses limits that cannot be met: zero, negative or absurd ones. */
export function checkLimits(limits: SearchLimits): Result<SearchLimits, InputError> {
  const { depth, nodes, ms, clock } = limits;
  const parsed = parseValue(limitsSchema, { depth, nodes, ms, clock });
  if (parsed.ok) return ok(limits);
  const { error } = parsed;
  return err(inputError('ERR_LIMIT', makeRefusal(error), String(error.value)));
}
