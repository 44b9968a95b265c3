// The tree of proof numbers and the searches of its leaves, for a trace. The predicted tree is the proof
// or disproof that seems nearer, as it would be cheapest now: one move of the side that wins, all moves of the other.
import type { Micros, ProcessId } from '../actor.js';
import type { PieceSink } from '../traced-search.js';
import { NO_OWNER, type TreeTrace, visitedState } from '../tree-trace.js';
import { INFINITE_NUMBER } from './messages.js';
import type { ProofSearch } from './ports.js';
import { isSolved, type ProofTreeNode } from './tree.js';

/** Describes the tree; `owners` are the workers of leaves. */
export function describeTree<P>(
  trace: TreeTrace<ProofTreeNode<P>>,
  root: ProofTreeNode<P>,
  owners: ReadonlyMap<ProofTreeNode<P>, ProcessId>,
  now: Micros,
): void {
  const proves = root.pn <= root.dn;
  /** What is left to be shown. */
  const left = ({ pn, dn }: ProofTreeNode<P>) => (proves ? pn : dn);
  const visit = (node: ProofTreeNode<P>, predicted: boolean): void => {
    const { parent, move, pn, dn, children, or } = node;
    const owner = owners.get(node);
    const traced = trace.clear(move, visitedState(isSolved(node), owner), predicted);
    traced.owner = isSolved(node) ? NO_OWNER : (owner ?? NO_OWNER);
    traced.proof = numberOf(pn);
    traced.disproof = numberOf(dn);
    trace.node(node, parent);
    if (children === undefined) return;
    const isChoice = or === proves;
    const best = isChoice ? children.reduce((a, b) => (left(b) < left(a) ? b : a)) : undefined;
    for (const child of children) visit(child, predicted && (!isChoice || child === best));
  };
  trace.begin();
  visit(root, true);
  trace.end(now);
}

const numberOf = (number: number): number =>
  number >= INFINITE_NUMBER ? Number.POSITIVE_INFINITY : number;

const NOT_KNOWN = { depth: Number.NaN, alpha: Number.NaN, beta: Number.NaN } as const;

/** A worker's search with its pieces recorded by `sink`: searches of leaves, and explanations of what they found. */
export function tracedProofSearch(search: ProofSearch, sink: PieceSink): ProofSearch {
  let piece: number | undefined;
  const begin = (path: readonly number[]) => {
    end('left');
    piece = sink.begin({ ...NOT_KNOWN, kind: 'own', path, ahead: false });
  };
  const end = (outcome: 'done' | 'left') => {
    if (piece === undefined) return;
    sink.end(piece, { ...NOT_KNOWN, outcome, value: Number.NaN, bound: undefined });
    piece = undefined;
  };
  const count = <T>(run: () => T): T => {
    const before = search.nodes;
    const result = run();
    if (piece !== undefined) sink.searched(piece, search.nodes - before, Number.NaN);
    return result;
  };
  return {
    start(path, most) {
      begin(path);
      search.start(path, most);
    },
    run: (budget) => count(() => search.run(budget)),
    leave() {
      const result = count(() => search.leave());
      end('done');
      return result;
    },
    explain(path, wins) {
      begin(path);
      search.explain(path, wins);
    },
    runExplanation(budget) {
      const ended = count(() => search.runExplanation(budget));
      if (ended) end('done');
      return ended;
    },
    get nodes() {
      return search.nodes;
    },
    get explanation() {
      return search.explanation;
    },
  };
}
