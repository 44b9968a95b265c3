// The moments at which something changes in the tree of a run: the ends of passes where there are some, else the
// beginnings and ends of pieces.
import type { TreeModel } from './model.js';

/** The first of them after a time; undefined when there is none. */
export function nextChange(
  { log, pieces, starts, ends }: TreeModel,
  at: number,
): number | undefined {
  if (log.passes.length > 0) {
    return log.passes[firstAfter(log.passes.length, (i) => log.passes[i]!.to > at)]?.to;
  }
  const start = starts[firstAfter(starts.length, (i) => pieces[starts[i]!]!.from > at)];
  const end = ends[firstAfter(ends.length, (i) => pieces[ends[i]!]!.to > at)];
  const times = [
    ...(start === undefined ? [] : [pieces[start]!.from]),
    ...(end === undefined ? [] : [pieces[end]!.to]),
  ];
  return times.length === 0 ? undefined : Math.min(...times);
}

/** The last of them before a time; undefined when there is none. */
export function previousChange(
  { log, pieces, starts, ends }: TreeModel,
  at: number,
): number | undefined {
  if (log.passes.length > 0) {
    return log.passes[firstAfter(log.passes.length, (i) => log.passes[i]!.to >= at) - 1]?.to;
  }
  const start = starts[firstAfter(starts.length, (i) => pieces[starts[i]!]!.from >= at) - 1];
  const end = ends[firstAfter(ends.length, (i) => pieces[ends[i]!]!.to >= at) - 1];
  const times = [
    ...(start === undefined ? [] : [pieces[start]!.from]),
    ...(end === undefined ? [] : [pieces[end]!.to]),
  ];
  return times.length === 0 ? undefined : Math.max(...times);
}

/** The first number below `count` for which a rule holds that holds from some number on. */
function firstAfter(count: number, holds: (i: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
