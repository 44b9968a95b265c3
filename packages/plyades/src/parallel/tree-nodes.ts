// What the trees of several masters have in common: the order of children, and the path to a node.

/** Puts a child in front of the others, which keep their order. */
export function moveToFront<T>(children: T[], child: T): void {
  const at = children.indexOf(child);
  if (at <= 0) return;
  children.copyWithin(1, 0, at);
  children[0] = child;
}

interface TreeNode<P> {
  readonly parent: TreeNode<P> | undefined;
  readonly position: P;
}

/** The positions from the root to a node. */
export function positionsTo<P>(node: TreeNode<P>): P[] {
  const positions: P[] = [];
  for (let at: TreeNode<P> | undefined = node; at !== undefined; at = at.parent) {
    positions.push(at.position);
  }
  return positions.reverse();
}
