// The leaves of a master's tree, as they are kept for a later search, and back again. A leaf that was split
// is split again where leaves below it are known.
import { FULL_DEPTH } from '../../core/score.js';
import type { RulesPort } from '../ports.js';
import type { SavedLeaf, SavedTree } from '../saved-tree.js';
import type { LeafScore } from './score.js';
import type { AphidLeaf, AphidTable } from './table.js';
import { type AphidNode, exempt, expand, isLeaf, isOver } from './tree.js';

/** What is known of leaves for iterations from `least` on, those of `except` left out. */
export function savedLeaves(
  entries: Iterable<AphidLeaf>,
  least: number,
  except: ReadonlySet<AphidLeaf> = new Set(),
): SavedLeaf[] {
  const leaves: SavedLeaf[] = [];
  for (const entry of entries) {
    if (except.has(entry)) continue;
    const { path, ply } = entry.node;
    // The first is the evaluation.
    const scores = entry.scores.slice(1).filter(({ iteration }) => iteration >= least);
    if (scores.length === 0) continue;
    const results = scores.map(({ iteration, lower, upper, complete, pv }) => {
      const depth = iteration === FULL_DEPTH ? FULL_DEPTH : iteration - ply;
      return { depth, lower, upper, complete, pv: lower === upper ? pv : [] };
    });
    leaves.push({ path, results, owner: entry.owner });
  }
  return leaves;
}

/**
 * The leaves of a new tree that are known from an earlier one, with what is known. Left out are paths that lead
 * nowhere, and leaves that are not above the horizon of a search to `iteration`.
 */
export function* graft<P>(
  rules: RulesPort<P>,
  root: AphidNode<P>,
  table: AphidTable,
  iteration: number,
  { leaves }: Pick<SavedTree, 'leaves'> = { leaves: [] },
): Generator<{ readonly entry: AphidLeaf; readonly score: LeafScore; readonly depth: number }> {
  for (const { path, results, owner } of leaves) {
    if (path.length >= iteration || results.length === 0) continue;
    const node = find(rules, root, table, path);
    if (node === undefined) continue;
    const entry = table.at(node as AphidNode<unknown>);
    entry.lastOwner = owner;
    for (const { depth, lower, upper, complete, pv } of results) {
      const whole = depth === FULL_DEPTH ? FULL_DEPTH : depth + node.ply;
      yield { entry, depth, score: { iteration: whole, lower, upper, complete, pv } };
    }
  }
}

function find<P>(
  rules: RulesPort<P>,
  root: AphidNode<P>,
  table: AphidTable,
  path: readonly number[],
): AphidNode<P> | undefined {
  let node = root;
  for (const move of path) {
    if (isOver(node)) return undefined;
    if (isLeaf(node)) {
      table.at(node as AphidNode<unknown>).exempted = true;
      exempt(node);
    }
    const next = expand(rules, node).find((child) => child.path.at(-1) === move);
    if (next === undefined) return undefined;
    node = next;
  }
  return isOver(node) || !isLeaf(node) ? undefined : node;
}
