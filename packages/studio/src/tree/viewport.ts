// The part of a tree that is shown. It is kept relative to the deepest node that takes all of it, not to the root:
// when time moves and widths change, the reader still looks at the same node.
import { type NodeSpan, nodeAround, spanOf, WHOLE } from './icicle.js';
import type { TreeMoment } from './moment.js';
import { ROOT } from './nodes.js';

/** No part of the root that is smaller than this can be shown. */
export const LEAST_SPAN = 1e-9;

export class Viewport {
  /** The node that the part lies in, and the part of its width: 0 to 1 is the whole node. */
  anchor = ROOT;
  #within: NodeSpan = WHOLE;

  /** The part of the root's width that is shown at a moment. */
  spanAt(moment: TreeMoment): NodeSpan {
    const around = spanOf(moment, this.anchor);
    const wide = around.to - around.from;
    // A node without weight at this moment cannot fill the view.
    if (!(wide > LEAST_SPAN)) return WHOLE;
    return limited({
      from: around.from + this.#within.from * wide,
      to: around.from + this.#within.to * wide,
    });
  }

  /** Shows a part of the root's width. */
  show(moment: TreeMoment, requested: NodeSpan): void {
    const span = limited(requested);
    const anchor = nodeAround(moment, span);
    const around = spanOf(moment, anchor);
    const wide = around.to - around.from;
    this.anchor = anchor;
    this.#within = { from: (span.from - around.from) / wide, to: (span.to - around.from) / wide };
  }

  /** Shows exactly a node. */
  showNode(node: number): void {
    this.anchor = node;
    this.#within = WHOLE;
  }

  /** The same part of the same node, which has another number now. */
  rename(node: number): void {
    this.anchor = node;
  }
}

/** A span of at least the least width inside the root. */
export function limited({ from, to }: NodeSpan): NodeSpan {
  const wide = Math.min(1, Math.max(LEAST_SPAN, to - from));
  const begin = Math.min(1 - wide, Math.max(0, from));
  return { from: begin, to: begin + wide };
}

/** A span zoomed about a point of it, 0 at its left edge and 1 at its right one. */
export function zoomed({ from, to }: NodeSpan, factor: number, about = 0.5): NodeSpan {
  const wide = (to - from) / factor;
  const point = from + about * (to - from);
  return { from: point - about * wide, to: point + (1 - about) * wide };
}

/** Between two spans: widths change by equal factors in equal times. */
export function between(a: NodeSpan, b: NodeSpan, share: number): NodeSpan {
  const [wideA, wideB] = [a.to - a.from, b.to - b.from];
  const wide = wideA * (wideB / wideA) ** share;
  // The point that keeps its place while one span becomes the other moves with the width.
  const moved = Math.abs(wideB - wideA) < 1e-12 ? share : (wide - wideA) / (wideB - wideA);
  const from = a.from + (b.from - a.from) * moved;
  return { from, to: from + wide };
}
