// The depths of a search, the same for every algorithm: which ones are tried in turn, what a child's
// depth is, and when a value needs no deeper search. They are the sequential search's rules
// (assembly/search/deepening.ts), and the golden invariant rests on their being the same.
import { FULL_DEPTH, PROVEN } from '../core/score.js';
import type { SearchFinding } from './actor.js';
import type { RulesPort } from './ports.js';

/** The depth at which a search of `depth` plies is really made: FULL_DEPTH when it ends the game. */
export function realDepth<P>(rules: RulesPort<P>, depth: number): number {
  return rules.completes(rules.root, depth) ? FULL_DEPTH : depth;
}

/** The depth after `depth` on the way to `last`, as it is really searched. */
export function nextDepth<P>(rules: RulesPort<P>, depth: number, last: number): number {
  return realDepth(rules, Math.min(last, rules.deepen(rules.root, depth)));
}

/** The depth of a child of a node that is searched at `depth`. */
export const childDepth = (depth: number): number => (depth === FULL_DEPTH ? depth : depth - 1);

/** A finished game's result as the value of a node that is searched at `depth`. */
export function settle(result: number, depth: number): number {
  if (result > PROVEN) return result + depth;
  if (result < -PROVEN) return result - depth;
  return result;
}

/**
 * The finding of a finished depth for the last one: the finding of that depth when nothing is left to
 * search, or undefined when the search must go on. Where nothing rests on an evaluation every greater
 * depth has the same tree, and only wins are worth more by as many plies. Of several lines each must be complete: the
 * best one is already when no other can be better.
 */
export function settled(finding: SearchFinding, last: number): SearchFinding | undefined {
  if (finding.depth >= last) return finding;
  const { others } = finding;
  if (!finding.complete || others?.some(({ complete }) => !complete)) return undefined;
  const end = atDepth(finding, last);
  return others === undefined ? end : { ...end, others: others.map((each) => atDepth(each, last)) };
}

/** What a search of `depth` plies found: play mode ends at less with a win, which takes as many plies there. */
export const reached = <F extends Pick<SearchFinding, 'depth' | 'value'>>(
  found: F,
  depth: number,
): F => (found.depth < depth ? atDepth(found, depth) : found);

/** A finding that every greater depth shares, as one of that depth: a win takes as many plies as before. */
export function atDepth<F extends Pick<SearchFinding, 'depth' | 'value'>>(
  finding: F,
  depth: number,
): F {
  const { value } = finding;
  const deeper = depth - finding.depth;
  if (value > PROVEN) return { ...finding, depth, value: value + deeper };
  if (value < -PROVEN) return { ...finding, depth, value: value - deeper };
  return { ...finding, depth };
}

/** Plies to the end of the game from the root, FULL_DEPTH when the rules cannot tell. */
export function pliesToEnd<P>(rules: RulesPort<P>): number {
  let depth = 0;
  while (depth < FULL_DEPTH && !rules.completes(rules.root, depth)) depth++;
  return depth;
}
