// A scheduler for depth-first searches that share a table, as interleave.ts has one for provers that share a tree. In
// timed order the one whose clock is behind goes next, and every node costs the same: they take no locks. In random
// order the seed decides which search makes the next step, and a step looks at one child, or stores one answer.
import type { Random } from '../core/random.js';
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

/** How often it is looked whether as many nodes as allowed were evaluated, in steps. */
const LOOK = 1024;

/** The same in random order; the search that ended first, undefined after `nodes` nodes. */
export function interleaveSearchesRandomly(
  searches: readonly DepthFirst[],
  random: Random,
  nodes = Number.POSITIVE_INFINITY,
): DepthFirst | undefined {
  for (let steps = 1; ; steps++) {
    const search = searches[random.below(searches.length)]!;
    if (search.step()) return search;
    const evaluated = () => searches.reduce((sum, each) => sum + each.evaluated, 0);
    if (steps % LOOK === 0 && evaluated() >= nodes) return undefined;
  }
}
