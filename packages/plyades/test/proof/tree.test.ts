// The master's tree of a distributed proof: which answers are facts of positions. One that rests on a repetition is
// true of the path that it was found on alone, until the repetition lies wholly below.
import { expect, test } from 'vitest';
import type { ProofRules } from '#dist/parallel/pns-dfpn/ports.js';
import { ProofNumberTree, type ProofTreeNode } from '#dist/parallel/pns-dfpn/tree.js';

const INFINITE = 2 ** 30;
const NOWHERE = Number.POSITIVE_INFINITY;
const OPEN = { pn: 1, dn: 1, rests: NOWHERE };
const lost = (rests: number) => ({ pn: INFINITE, dn: 0, rests });

/** Positions are moves from the root, in any order: 0 and 1 lead to the same as 1 and 0. */
const rules: ProofRules<string> = {
  root: '',
  attacks: (position) => position.length % 2 === 0,
  moves: () => [0, 1],
  play: (position, move) => [...position, move].sort().join(''),
  threats: () => undefined,
  ended: () => undefined,
  identity: (position) => position,
  left: () => NOWHERE,
  perpetual: false,
  listsAll: true,
};

/** A tree of two plies, and the two leaves of one position. */
function treeOf(): {
  tree: ProofNumberTree<string>;
  first: ProofTreeNode<string>;
  second: ProofTreeNode<string>;
} {
  const tree = new ProofNumberTree(rules);
  tree.expand(tree.root, [0, 1], [OPEN, OPEN], 1);
  const [left, right] = tree.root.children!;
  tree.expand(left!, [0, 1], [OPEN, OPEN], 1);
  tree.expand(right!, [0, 1], [OPEN, OPEN], 1);
  const first = left!.children![1]!;
  const second = right!.children![0]!;
  expect(tree.identity(first)).toBe(tree.identity(second));
  return { tree, first, second };
}

test.each([
  ['on nothing', NOWHERE, true],
  ['on a position of its path', 1, false],
  ['on the root', 0, false],
])('a leaf whose answer rests %s', (_, rests, isFact) => {
  const { tree, first, second } = treeOf();
  tree.solve(first, false, rests, 1);
  expect(tree.recall(second)).toBe(isFact);
});

test.each([
  ['on nothing', NOWHERE, true],
  ['on the node itself', 2, true],
  ['on the position before it', 1, false],
  ['on the root', 0, false],
])('a node whose children rest %s', (_, rests, isFact) => {
  const { tree, first, second } = treeOf();
  // The attacker is to move there: both of his moves must fail.
  tree.expand(first, [0, 1], [lost(NOWHERE), lost(rests)], 1);
  expect(first).toMatchObject({ dn: 0, rests: isFact ? NOWHERE : rests });
  expect(tree.recall(second)).toBe(isFact);
});
