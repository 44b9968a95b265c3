// The window in which a worker searches a leaf. The paper first gives it the task window, which proved
// values alone have narrowed (section 3.1), and later the window of the pass, widened by epsilon on both
// sides, so that what is found is still of use when the prediction moves a little (section 5.4).

import type { Window } from '../value-bounds.js';
import type { MinimalTreeSettings } from './options.js';
import type { LeafRequest } from './pass.js';

/**
 * The window for a leaf whose owner searches it in `sent`, if it does. A window that holds the one of
 * the pass is kept unless it is wider than a new one would be: another one would find less in the table.
 */
export function windowFor(
  request: Readonly<LeafRequest>,
  sent: Window | undefined,
  epsilon: number | undefined,
  { negascout, estimateWindows }: MinimalTreeSettings,
): Window {
  const { alpha, beta, taskAlpha, taskBeta } = request;
  const isNull = beta - alpha <= 1;
  if (epsilon === undefined || !(negascout || estimateWindows)) {
    return { alpha: taskAlpha, beta: taskBeta };
  }
  const wider = isNull || estimateWindows ? epsilon : 0;
  const keeps =
    sent !== undefined &&
    sent.alpha <= alpha &&
    sent.beta >= beta &&
    sent.beta - sent.alpha <= beta - alpha + 2 * wider;
  return keeps
    ? { alpha: Math.max(sent.alpha, taskAlpha), beta: Math.min(sent.beta, taskBeta) }
    : { alpha: Math.max(alpha - wider, taskAlpha), beta: Math.min(beta + wider, taskBeta) };
}
