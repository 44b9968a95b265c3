// The tree of a run at one moment: which nodes exist, what is known of them, and how much work was done in and below
// them until then. Every change knows the change of its node before, so a moment moves back as fast as forward; a
// move takes time for what lies between the two moments, and one sweep over the nodes.
import { type NodeState, nodeStates, type PieceRecord, type TreeRecord } from 'plyades/trace';
import { PREDICTED, STATE_MASK, type TreeModel } from './model.js';
import { grown, NONE, ROOT } from './nodes.js';

/** What widths stand for. */
export const measures = ['effort', 'leaves'] as const;
export type Measure = (typeof measures)[number];

/** Codes of how a node is shown: the number of its state, and whether it lies outside the predicted tree. */
export const OUTSIDE = 8;
const ABSENT = 255;

const CERTAIN = nodeStates.indexOf('certain');
const BELIEVED = nodeStates.indexOf('believed');
const SEARCHING = nodeStates.indexOf('searching');
const LEFT = nodeStates.indexOf('left');

export class TreeMoment {
  readonly model: TreeModel;
  /** Nanoseconds; before the first move, before everything. */
  time = Number.NEGATIVE_INFINITY;
  measure: Measure = 'effort';

  /** The change of each node that counts now; NONE for nodes that no master has described yet. */
  current: Int32Array<ArrayBuffer>;
  /** Nodes searched in a node and below it. */
  effort: Float64Array<ArrayBuffer>;
  /** How a node is shown; see `isPresent`, `stateOf` and `isOutside`. */
  code: Uint8Array<ArrayBuffer>;
  /** 1 where a piece is searched in the node or below it. */
  busy: Uint8Array<ArrayBuffer>;
  /** Effort by code. */
  readonly effortOf = new Float64Array(16);
  /** Nodes by code. */
  readonly nodesOf = new Float64Array(16);
  /** Pieces that are searched now. */
  readonly active: number[] = [];

  /** Work of finished pieces in a node itself, and that with the pieces under way. */
  #own: Float64Array<ArrayBuffer>;
  #ownNow: Float64Array<ArrayBuffer>;
  #leaves: Float64Array<ArrayBuffer>;
  /** Pieces of the node: begun, ended with a value, given up. */
  #begun: Int32Array<ArrayBuffer>;
  #done: Int32Array<ArrayBuffer>;
  #left: Int32Array<ArrayBuffer>;
  /** Place of a piece in `active`; NONE for the others. */
  #place: Int32Array<ArrayBuffer>;
  #record = 0;
  #start = 0;
  #end = 0;

  constructor(model: TreeModel) {
    this.model = model;
    const { capacity } = model.nodes;
    this.current = new Int32Array(capacity).fill(NONE);
    this.effort = new Float64Array(capacity);
    this.code = new Uint8Array(capacity).fill(ABSENT);
    this.busy = new Uint8Array(capacity);
    this.#own = new Float64Array(capacity);
    this.#ownNow = new Float64Array(capacity);
    this.#leaves = new Float64Array(capacity);
    this.#begun = new Int32Array(capacity);
    this.#done = new Int32Array(capacity);
    this.#left = new Int32Array(capacity);
    this.#place = new Int32Array(model.pieceNode.length).fill(NONE);
  }

  /** Takes what the log has added; false when everything must be made again. */
  update(): boolean {
    return this.model.update((before) => {
      if (before <= this.time) this.#move(before - 1);
    });
  }

  /** Moves to a time, and sums up. */
  seek(time: number): void {
    this.#fit();
    this.#move(time);
    this.#sum();
  }

  isPresent(node: number): boolean {
    return this.code[node] !== ABSENT;
  }

  stateOf(node: number): NodeState {
    return nodeStates[this.code[node]! & STATE_MASK]!;
  }

  isOutside(node: number): boolean {
    return (this.code[node]! & OUTSIDE) !== 0;
  }

  /** What the master said last; undefined for nodes that it has not described. */
  recordOf(node: number): TreeRecord | undefined {
    const record = this.current[node]!;
    return record === NONE ? undefined : this.model.records[record];
  }

  /** The width of a node in the measure that is chosen. */
  get weight(): Float64Array {
    return this.measure === 'effort' ? this.effort : this.#leaves;
  }

  /** Effort outside the predicted tree. */
  get outsideEffort(): number {
    return this.effortOf.reduce(
      (sum, effort, code) => ((code & OUTSIDE) === 0 ? sum : sum + effort),
      0,
    );
  }

  /** Work in the node itself, without what lies below. */
  ownEffort(node: number): number {
    return this.#ownNow[node]!;
  }

  /** Pieces that are searched in the node itself. */
  searchers(node: number): PieceRecord[] {
    const { model } = this;
    return this.active
      .filter((piece) => model.pieceNode[piece] === node)
      .map((piece) => model.pieces[piece]!);
  }

  #move(time: number): void {
    const { model } = this;
    const { recordAt, recordNode, recordPrevious, pieces, starts, ends } = model;
    const count = model.records.length;
    const { current } = this;
    this.time = time;
    let record = this.#record;
    while (record < count && recordAt[record]! <= time) {
      const node = recordNode[record]!;
      if (node !== NONE) current[node] = record;
      record++;
    }
    while (record > 0 && recordAt[record - 1]! > time) {
      record--;
      const node = recordNode[record]!;
      if (node !== NONE) current[node] = recordPrevious[record]!;
    }
    this.#record = record;
    // A piece begins before it ends, so forward the beginnings come first, and back the ends.
    while (this.#start < starts.length && pieces[starts[this.#start]!]!.from <= time) {
      this.#begin(starts[this.#start++]!, time);
    }
    while (this.#end < ends.length && pieces[ends[this.#end]!]!.to <= time) {
      this.#finish(ends[this.#end++]!);
    }
    while (this.#end > 0 && pieces[ends[this.#end - 1]!]!.to > time) {
      this.#resume(ends[--this.#end]!, time);
    }
    while (this.#start > 0 && pieces[starts[this.#start - 1]!]!.from > time) {
      this.#forget(starts[--this.#start]!);
    }
  }

  #begin(piece: number, time: number): void {
    this.#begun[this.model.pieceNode[piece]!]!++;
    // One that has ended by then is finished next.
    if (!(this.model.pieces[piece]!.to <= time)) this.#activate(piece);
  }

  #finish(piece: number): void {
    this.#deactivate(piece);
    this.#count(piece, 1);
  }

  #resume(piece: number, time: number): void {
    this.#count(piece, -1);
    // One that begins later is forgotten next.
    if (this.model.pieces[piece]!.from <= time) this.#activate(piece);
  }

  #forget(piece: number): void {
    this.#deactivate(piece);
    this.#begun[this.model.pieceNode[piece]!]!--;
  }

  /** Counts a finished piece in its node, or takes it back. */
  #count(piece: number, sign: 1 | -1): void {
    const node = this.model.pieceNode[piece]!;
    const { outcome, nodes } = this.model.pieces[piece]!;
    this.#own[node]! += sign * countOf(nodes);
    if (outcome === 'done') this.#done[node]! += sign;
    else this.#left[node]! += sign;
  }

  #activate(piece: number): void {
    this.#place[piece] = this.active.length;
    this.active.push(piece);
  }

  #deactivate(piece: number): void {
    const place = this.#place[piece]!;
    if (place === NONE) return;
    const last = this.active.pop()!;
    if (last !== piece) {
      this.active[place] = last;
      this.#place[last] = place;
    }
    this.#place[piece] = NONE;
  }

  #sum(): void {
    const { nodes, pieces, pieceNode, log, recordFlags, hasTree } = this.model;
    const { count, parent } = nodes;
    const { effort, code, busy, current, effortOf, nodesOf } = this;
    const own = this.#ownNow;
    const begun = this.#begun;
    own.set(this.#own);
    busy.fill(0);
    for (const piece of this.active) {
      own[pieceNode[piece]!]! += nodesUntil(pieces[piece]!, this.time, log.end);
      for (let node = pieceNode[piece]!; node !== NONE && busy[node] === 0; node = parent[node]!) {
        busy[node] = 1;
      }
    }
    effort.set(own);
    code.fill(ABSENT);
    for (let node = count - 1; node >= 0; node--) {
      // A node exists while one below it does.
      if (current[node] !== NONE || begun[node]! > 0) code[node] = 0;
      if (node === ROOT) break;
      const above = parent[node]!;
      if (code[node] === 0) code[above] = 0;
      effort[above]! += effort[node]!;
    }
    effortOf.fill(0);
    nodesOf.fill(0);
    for (let node = 0; node < count; node++) {
      if (code[node] === ABSENT) continue;
      const record = current[node]!;
      const outside = node === ROOT ? 0 : code[parent[node]!]! & OUTSIDE;
      let shown: number;
      if (record !== NONE) {
        const flags = recordFlags[record]!;
        shown = (flags & STATE_MASK) | outside | (flags & PREDICTED ? 0 : OUTSIDE);
      } else if (this.#done[node]! > 0) shown = CERTAIN | outside;
      else if (this.#left[node]! > 0) shown = LEFT | (hasTree ? outside : OUTSIDE);
      else shown = BELIEVED | outside;
      code[node] = shown;
      nodesOf[shown]!++;
      effortOf[shown]! += own[node]!;
    }
    for (const piece of this.active) {
      const node = pieceNode[piece]!;
      const before = code[node]!;
      const shown = SEARCHING | (before & (hasTree ? OUTSIDE : 0));
      if (shown === before) continue;
      nodesOf[before]!--;
      nodesOf[shown]!++;
      effortOf[before]! -= own[node]!;
      effortOf[shown]! += own[node]!;
      code[node] = shown;
    }
    if (this.measure === 'leaves') this.#countLeaves();
  }

  #countLeaves(): void {
    const { count, parent } = this.model.nodes;
    const { code } = this;
    const leaves = this.#leaves;
    leaves.fill(0);
    for (let node = count - 1; node > ROOT; node--) {
      if (code[node] === ABSENT) continue;
      if (leaves[node] === 0) leaves[node] = 1;
      leaves[parent[node]!]! += leaves[node]!;
    }
    if (leaves[ROOT] === 0) leaves[ROOT] = 1;
  }

  #fit(): void {
    const { capacity } = this.model.nodes;
    const room = this.model.pieceNode.length;
    if (this.#place.length < room) this.#place = grown(this.#place, room, NONE);
    if (this.current.length >= capacity) return;
    this.current = grown(this.current, capacity, NONE);
    this.effort = grown(this.effort, capacity);
    this.code = grown(this.code, capacity, ABSENT);
    this.busy = grown(this.busy, capacity);
    this.#own = grown(this.#own, capacity);
    this.#ownNow = grown(this.#ownNow, capacity);
    this.#leaves = grown(this.#leaves, capacity);
    this.#begun = grown(this.#begun, capacity);
    this.#done = grown(this.#done, capacity);
    this.#left = grown(this.#left, capacity);
  }
}

/** Whole, so that sums are the same in whatever order they are made. */
const countOf = (nodes: number): number => (Number.isFinite(nodes) ? Math.round(nodes) : 0);

/** Nodes of a piece that were searched until a time: as many in every interval. */
function nodesUntil({ from, to, nodes }: PieceRecord, time: number, end: number): number {
  const until = Number.isNaN(to) ? end : to;
  const share = until > from ? Math.min(1, Math.max(0, (time - from) / (until - from))) : 1;
  return Math.round(countOf(nodes) * share);
}
