// Where the nodes of a moment stand in an icicle: a row for each ply, children below their parent in its width, widths
// by weight. What a parent keeps to itself (work in the node and not below) is a block at the right. Siblings narrower
// than a pixel become one block, so the number of blocks depends on the size of the picture, not on that of the tree.
import type { TreeMoment } from './moment.js';
import { NONE, ROOT } from './nodes.js';

/** The part of the root's width that is shown: 0 to 1 is all of it. */
export interface NodeSpan {
  readonly from: number;
  readonly to: number;
}

export const WHOLE: NodeSpan = { from: 0, to: 1 };

/** Siblings narrower than this are drawn together. */
const LEAST_PIXELS = 1;
const CODES = 16;
/** The code of the work in a node itself, which stands beside its children. */
export const OWN = 15;
/** Work in a node itself is drawn from this width on. */
const LEAST_OWN_PIXELS = 2;

/** Blocks of a picture, in arrays that are used again for the next one. */
export class Icicle {
  count = 0;
  /** The node; of several siblings together, the heaviest of them. */
  node = new Int32Array(4096);
  /** How many siblings the block stands for; 0 for the work in the node itself. */
  members = new Int32Array(4096);
  row = new Uint16Array(4096);
  /** Pixels from the left edge. */
  left = new Float64Array(4096);
  right = new Float64Array(4096);
  /** How the block is shown: of several siblings, the code that most of their weight has. */
  code = new Uint8Array(4096);
  /** 1 where a piece is searched in the block or below it. */
  busy = new Uint8Array(4096);
  /** Rows below a block of several siblings that are not drawn. */
  hidden = new Uint16Array(4096);

  readonly #nodes: number[] = [];
  readonly #lefts: number[] = [];
  readonly #widths: number[] = [];
  /** The siblings that are being put together. */
  readonly #codeWeights = new Float64Array(CODES);
  #members = 0;
  #blockLeft = 0.5;
  #heaviest = NONE;
  #heaviestShare = -1;
  #blockBusy = 0;
  #blockHidden = 0;

  /** Lays out what lies in `span`, which is `pixels` wide, down to row `lastRow`. */
  layOut(moment: TreeMoment, span: NodeSpan, pixels: number, lastRow = 0xffff): void {
    this.count = 0;
    if (!moment.isPresent(ROOT) || !(pixels > 0)) return;
    const width = pixels / (span.to - span.from);
    this.#nodes.length = 0;
    this.#lefts.length = 0;
    this.#widths.length = 0;
    this.#push(ROOT, -span.from * width, width);
    const { code, busy } = moment;
    const { ply } = moment.model.nodes;
    while (this.#nodes.length > 0) {
      const node = this.#nodes.pop()!;
      const left = this.#lefts.pop()!;
      const wide = this.#widths.pop()!;
      this.#emit(node, 1, ply[node]!, left, left + wide, code[node]!, busy[node]!, 0);
      if (ply[node]! < lastRow) this.#layOutChildren(moment, node, left, wide, pixels);
    }
  }

  #layOutChildren(
    moment: TreeMoment,
    node: number,
    left: number,
    wide: number,
    pixels: number,
  ): void {
    const { nodes } = moment.model;
    const { nextSibling } = nodes;
    const { weight } = moment;
    const scale = childScale(moment, node);
    const row = nodes.ply[node]! + 1;
    let at = left;
    for (let child = nodes.firstChild[node]!; child !== NONE; child = nextSibling[child]!) {
      if (!moment.isPresent(child)) continue;
      const share = scale < 0 ? -scale : weight[child]! * scale;
      if (share <= 0) continue;
      const childWide = share * wide;
      const right = at + childWide;
      if (right > 0 && at < pixels) {
        if (childWide >= LEAST_PIXELS) {
          this.#closeBlock(row, at);
          this.#push(child, at, childWide);
        } else {
          this.#addToBlock(moment, child, at, share);
          if (right - this.#blockLeft >= LEAST_PIXELS) this.#closeBlock(row, right);
        }
      }
      at = right;
    }
    this.#closeBlock(row, at);
    const own = left + wide - at;
    if (at > left && own >= LEAST_OWN_PIXELS && at < pixels && left + wide > 0) {
      this.#emit(node, 0, row, at, left + wide, OWN, 0, 0);
    }
  }

  #addToBlock({ code, busy, model }: TreeMoment, child: number, left: number, share: number): void {
    if (this.#members === 0) this.#blockLeft = left;
    this.#members++;
    this.#codeWeights[code[child]!]! += share;
    if (share > this.#heaviestShare) {
      this.#heaviestShare = share;
      this.#heaviest = child;
    }
    this.#blockBusy |= busy[child]!;
    this.#blockHidden = Math.max(this.#blockHidden, model.nodes.height[child]!);
  }

  #closeBlock(row: number, right: number): void {
    if (this.#members === 0) return;
    const weights = this.#codeWeights;
    let best = 0;
    for (let code = 1; code < CODES; code++) if (weights[code]! > weights[best]!) best = code;
    const left = this.#blockLeft;
    this.#emit(
      this.#heaviest,
      this.#members,
      row,
      left,
      right,
      best,
      this.#blockBusy,
      this.#blockHidden,
    );
    weights.fill(0);
    this.#members = 0;
    this.#heaviestShare = -1;
    this.#blockBusy = 0;
    this.#blockHidden = 0;
  }

  /** The block at a point; NONE when there is none. */
  at(x: number, row: number): number {
    for (let i = 0; i < this.count; i++) {
      if (this.row[i] === row && this.left[i]! <= x && x < this.right[i]!) return i;
    }
    return NONE;
  }

  #push(node: number, left: number, width: number): void {
    this.#nodes.push(node);
    this.#lefts.push(left);
    this.#widths.push(width);
  }

  #emit(
    node: number,
    members: number,
    row: number,
    left: number,
    right: number,
    code: number,
    busy: number,
    hidden: number,
  ): void {
    const i = this.count++;
    if (i >= this.node.length) this.#grow();
    this.node[i] = node;
    this.members[i] = members;
    this.row[i] = row;
    this.left[i] = left;
    this.right[i] = right;
    this.code[i] = code;
    this.busy[i] = busy;
    this.hidden[i] = hidden;
  }

  #grow(): void {
    const larger = <T extends { length: number; set(from: T): void }>(column: T): T => {
      const made = new (column.constructor as new (length: number) => T)(2 * column.length);
      made.set(column);
      return made;
    };
    this.node = larger(this.node);
    this.members = larger(this.members);
    this.row = larger(this.row);
    this.left = larger(this.left);
    this.right = larger(this.right);
    this.code = larger(this.code);
    this.busy = larger(this.busy);
    this.hidden = larger(this.hidden);
  }
}

/**
 * The share of a node's width for each unit of its children's weight; below 0 where children have no weight yet and
 * are equally wide: then the share of each, negated.
 */
function childScale(moment: TreeMoment, node: number): number {
  const { nodes } = moment.model;
  const { weight } = moment;
  let sum = 0;
  let present = 0;
  for (let child = nodes.firstChild[node]!; child !== NONE; child = nodes.nextSibling[child]!) {
    if (!moment.isPresent(child)) continue;
    present++;
    sum += weight[child]!;
  }
  if (sum > 0) return 1 / Math.max(weight[node]!, sum);
  return present === 0 ? 0 : -1 / present;
}

/** The part of the root's width that a node takes; empty where it has no weight. */
export function spanOf(moment: TreeMoment, node: number): NodeSpan {
  const { nodes } = moment.model;
  let from = 0;
  let wide = 1;
  for (const each of nodes.ancestors(node)) {
    if (each === ROOT) continue;
    const parent = nodes.parent[each]!;
    const scale = childScale(moment, parent);
    let at = 0;
    let share = 0;
    for (let child = nodes.firstChild[parent]!; child !== NONE; child = nodes.nextSibling[child]!) {
      if (!moment.isPresent(child)) continue;
      share = scale < 0 ? -scale : moment.weight[child]! * scale;
      if (child === each) break;
      at += share;
    }
    from += at * wide;
    wide *= share;
  }
  return { from, to: from + wide };
}

/** The deepest node that takes the whole of a span. */
export function nodeAround(moment: TreeMoment, span: NodeSpan): number {
  const { nodes } = moment.model;
  let node = ROOT;
  let from = 0;
  let wide = 1;
  for (;;) {
    const scale = childScale(moment, node);
    let at = from;
    let next = NONE;
    for (let child = nodes.firstChild[node]!; child !== NONE; child = nodes.nextSibling[child]!) {
      if (!moment.isPresent(child)) continue;
      const share = wide * (scale < 0 ? -scale : moment.weight[child]! * scale);
      // A hair of tolerance: a view that shows exactly a node must find it.
      const slack = wide * 1e-9;
      if (at <= span.from + slack && span.to <= at + share + slack) {
        next = child;
        from = at;
        wide = share;
        break;
      }
      at += share;
      if (at > span.from + slack) break;
    }
    if (next === NONE) return node;
    node = next;
  }
}
