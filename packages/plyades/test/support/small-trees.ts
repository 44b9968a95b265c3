// Trees written by hand, for rules that are looked at one by one: a node is its evaluation, or that and
// its children. Sides alternate; every value is from the side to move.
import type { RulesPort } from '#dist/parallel/ports.js';

/** A leaf of the written tree is no end of the game: searches may go on below it. */
export type Written = number | readonly [number, ...Written[]];

export interface SmallPosition {
  readonly node: Written;
  readonly ply: number;
}

const evaluationOf = (node: Written): number => (typeof node === 'number' ? node : node[0]);

/** Rules of a written tree; `generated` counts how often moves were asked for. */
export function smallRules(
  root: Written,
): RulesPort<SmallPosition> & { readonly generated: { count: number } } {
  const generated = { count: 0 };
  const childrenOf = (node: Written): readonly Written[] =>
    typeof node === 'number' ? [node] : (node.slice(1) as Written[]);
  return {
    generated,
    root: { node: root, ply: 0 },
    moves({ node }) {
      generated.count++;
      return childrenOf(node).map((_, index) => index);
    },
    play: ({ node, ply }, move) => ({ node: childrenOf(node)[move]!, ply: ply + 1 }),
    turn: ({ ply }) => ply % 2,
    value: ({ node }) => evaluationOf(node),
    key: () => undefined,
    completes: () => false,
    deepen: (_, depth) => depth + 1,
  };
}
