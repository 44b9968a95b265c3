// The time that all threads of a process agree on. A player's clock runs from the moment a question is
// asked, but the thread that answers may have to be started first: so a command says when it was asked.
import type { SearchLimits } from '../../core/search-request.js';
import { afterWaiting } from '../../search/allowance.js';

/** Milliseconds since 1970, with a fraction; the same in every thread but for a fraction of a millisecond. */
export function sharedNow(): number {
  return performance.timeOrigin + performance.now();
}

/**
 * The limits of a search that was asked for at `askedAt` and begins now. `spentMs` were spent on it before, on a thread
 * that died.
 */
export function limitsNow(limits: SearchLimits, askedAt = sharedNow(), spentMs = 0): SearchLimits {
  const { ms, clock } = limits;
  return {
    ...limits,
    ...(ms !== undefined && { ms: Math.max(1, ms - spentMs) }),
    ...(clock && { clock: afterWaiting(clock, sharedNow() - askedAt) }),
  };
}
