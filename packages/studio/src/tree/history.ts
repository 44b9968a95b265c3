// What happened to one node over a whole run: when the master described it and what changed, who searched it and with
// which result. A reader who follows a node gets this list, and can jump to each of its moments.
import type { PieceRecord, TreeRecord } from 'plyades/trace';
import type { TreeModel } from './model.js';
import { NONE } from './nodes.js';

export type NodeEvent =
  /** `before` is the record of the node before this one. */
  | {
      readonly kind: 'change';
      readonly at: number;
      readonly record: TreeRecord;
      readonly before: TreeRecord | undefined;
    }
  | { readonly kind: 'begin' | 'end'; readonly at: number; readonly piece: PieceRecord };

/** In the order of time. Records that change nothing are left out. */
export function historyOf(model: TreeModel, node: number): NodeEvent[] {
  const events: NodeEvent[] = [];
  for (let record = model.lastRecord[node] ?? NONE; record !== NONE; ) {
    const previous = model.recordPrevious[record]!;
    const now = model.records[record]!;
    const before = previous === NONE ? undefined : model.records[previous]!;
    if (before === undefined || changes(before, now).length > 0) {
      events.push({ kind: 'change', at: model.recordAt[record]!, record: now, before });
    }
    record = previous;
  }
  for (let piece = model.lastPiece[node] ?? NONE; piece !== NONE; ) {
    const each = model.pieces[piece]!;
    events.push({ kind: 'begin', at: each.from, piece: each });
    if (!Number.isNaN(each.to)) events.push({ kind: 'end', at: each.to, piece: each });
    piece = model.piecePrevious[piece]!;
  }
  return events.sort((a, b) => a.at - b.at || order[a.kind] - order[b.kind]);
}

/** At one time: the search ends, the master learns of it, the next one begins. */
const order = { end: 0, change: 1, begin: 2 } as const;

export type Change =
  | 'state'
  | 'predicted'
  | 'window'
  | 'task window'
  | 'value'
  | 'bounds'
  | 'owner'
  | 'proof numbers';

/** What differs between two records of a node. */
export function changes(a: TreeRecord, b: TreeRecord): Change[] {
  const found: Change[] = [];
  if (a.state !== b.state) found.push('state');
  if (a.predicted !== b.predicted) found.push('predicted');
  if (!same(a.alpha, b.alpha) || !same(a.beta, b.beta)) found.push('window');
  if (!same(a.taskAlpha, b.taskAlpha) || !same(a.taskBeta, b.taskBeta)) found.push('task window');
  if (!same(a.value, b.value)) found.push('value');
  if (!same(a.lower, b.lower) || !same(a.upper, b.upper)) found.push('bounds');
  if (a.owner !== b.owner) found.push('owner');
  if (!same(a.proof, b.proof) || !same(a.disproof, b.disproof)) found.push('proof numbers');
  return found;
}

const same = (a: number, b: number): boolean => Object.is(a, b);
