// The same for depth-first searches that share a table: the one whose clock is behind goes next, and a node
// costs the same wherever it is. They take no locks.
import type { DepthFirst } from '../kernel/index.js';

/** Runs started searches until one of them has ended or `nodes` nodes were evaluated; virtual time. */
export function interleaveSearches(
  searches: readonly DepthFirst[],
  nodeNs: number,
  nodes = Number.POSITIVE_INFINITY,
): { readonly virtualNs: number; readonly first: DepthFirst | undefined } {
  const clocks = new Float64Array(searches.length);
  let left = nodes;
  for (;;) {
    let next = 0;
    for (let i = 1; i < clocks.length; i++) if (clocks[i]! < clocks[next]!) next = i;
    const search = searches[next]!;
    const before = search.evaluated;
    const done = search.run(1);
    const work = search.evaluated - before;
    // A step that looks at no new node goes back in the tree; it takes a moment too.
    clocks[next]! += Math.max(1, work) * nodeNs;
    left -= work;
    if (done) return { virtualNs: clocks[next]!, first: search };
    if (left <= 0) return { virtualNs: Math.max(...clocks), first: undefined };
  }
}
