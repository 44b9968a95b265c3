// ProbCut at the nodes of the master's tree, in play mode. The thesis's Othello program had one search routine above and
// below the horizon (section 6.2.4), so its master cut nodes by shallow searches like every other search. Here the
// search, a probe, is a piece of work of its own: workers search the node itself to the probe's depth in the probe's null
// window. A cut needs a probe whose score is known; while it is not, the pass guesses the outcome as it guesses leaves.
import { FULL_DEPTH, PROVEN } from '../../core/score.js';
import type { RulesPort } from '../ports.js';
import { decides } from '../value-bounds.js';
import { guess, type RootValues } from './guess.js';
import { scoreAt } from './leaf.js';
import type { AphidLeaf, AphidTable } from './table.js';
import type { AphidNode } from './tree.js';

/** A search that the last visit of a node waits for; the window is seen from the node. */
export interface Probe {
  /** The node's ply and the depth of the search. */
  readonly iteration: number;
  readonly alpha: number;
  readonly beta: number;
  readonly priority: number;
  readonly leansRight: boolean;
}

export interface ProbeOutcome {
  /** The bound of the window that the node is worth if it is cut, undefined when it is searched. */
  readonly value: number | undefined;
  /** The probe that is not known yet, with the search it needs; undefined when the outcome is certain. */
  readonly missing:
    | { readonly entry: AphidLeaf; readonly search: Omit<Probe, 'priority' | 'leansRight'> }
    | undefined;
}

const SEARCHED: ProbeOutcome = { value: undefined, missing: undefined };

/**
 * What the probes of a node say about its search of `depth` plies in the window (alpha, beta). They are tried in the order
 * of the sequential search, and a later one only when those before are known to decide nothing.
 */
export function probe<P>(
  rules: RulesPort<P>,
  table: AphidTable,
  node: AphidNode<P>,
  depth: number,
  alpha: number,
  beta: number,
  roots: RootValues,
): ProbeOutcome {
  if (rules.probCut === undefined || beta - alpha !== 1) return SEARCHED;
  if (depth === FULL_DEPTH || Math.abs(beta) >= PROVEN) return SEARCHED;
  const low = node.value < beta;
  const cutValue = low ? alpha : beta;
  for (let tried = 0; ; tried++) {
    const shallow = rules.probCut(node.position, depth, tried, cutValue, low);
    if (shallow === undefined || Math.abs(shallow.bound) >= PROVEN) return SEARCHED;
    const window = low
      ? { alpha: shallow.bound, beta: shallow.bound + 1 }
      : { alpha: shallow.bound - 1, beta: shallow.bound };
    const predicts = (value: number) => (low ? value <= window.alpha : value >= window.beta);
    const entry = table.probeAt(node as AphidNode<unknown>);
    const iteration = node.ply + shallow.depth;
    const score = scoreAt(entry, iteration);
    if (score !== undefined && decides(score, window.alpha, window.beta)) {
      if (predicts(low ? score.upper : score.lower)) return { value: cutValue, missing: undefined };
      continue;
    }
    const { rootSign } = node;
    const guessed = guess(entry.scores, iteration, roots, rootSign, window.alpha, window.beta);
    const value = predicts(guessed) ? cutValue : undefined;
    return { value, missing: { entry, search: { iteration, ...window } } };
  }
}
