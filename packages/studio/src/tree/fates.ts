// Effort over time by what became of it: the nodes searched in each interval of a run, by the state that their place
// in the tree has at the end. Work in the colour of nodes that were left was done for a tree that was predicted once.
import type { TreeMoment } from './moment.js';

const CODES = 16;

export interface Fates {
  readonly intervals: number;
  /** Nodes searched: interval by interval, in each by code. */
  readonly nodes: Float64Array;
  /** The most nodes of an interval. */
  readonly most: number;
}

/** The moment must stand at the end of the run. */
export function fatesOf(moment: TreeMoment, intervals: number): Fates {
  const { model, code } = moment;
  const { end } = model.log;
  const nodes = new Float64Array(intervals * CODES);
  const length = end / intervals;
  for (let piece = 0; piece < model.pieces.length; piece++) {
    const { from, to, nodes: count } = model.pieces[piece]!;
    if (!(count > 0) || !(length > 0)) continue;
    const shown = code[model.pieceNode[piece]!]! & (CODES - 1);
    const until = Number.isNaN(to) ? end : to;
    const first = Math.min(intervals - 1, Math.floor(from / length));
    const last = Math.min(intervals - 1, Math.floor(until / length));
    const duration = until - from;
    for (let interval = first; interval <= last; interval++) {
      const begin = Math.max(from, interval * length);
      const stop = interval === last ? until : Math.min(until, (interval + 1) * length);
      const share = duration > 0 ? (stop - begin) / duration : 1;
      nodes[interval * CODES + shown]! += count * share;
    }
  }
  let most = 0;
  for (let interval = 0; interval < intervals; interval++) {
    let sum = 0;
    for (let each = 0; each < CODES; each++) sum += nodes[interval * CODES + each]!;
    most = Math.max(most, sum);
  }
  return { intervals, nodes, most };
}
