// Perpetual check: whether a graph has a circle in which the side that holds gives check with every move
// while the other side does not. It lies within one strongly connected part of the graph that is
// left when moves of the holder that give no check are taken out, and contains a move of the other side
// that gives none.

interface Edge {
  readonly from: number;
  readonly to: number;
}

/**
 * A node of a forbidden circle, or undefined. `isHolders` says who is to move at a node, `isChecked` whether
 * that side is in check.
 */
export function findForbiddenCycle(
  edges: readonly Edge[],
  isHolders: (node: number) => boolean,
  isChecked: (node: number) => boolean,
): number | undefined {
  const kept = edges.filter(({ from, to }) => !isHolders(from) || isChecked(to));
  const part = components(kept);
  return kept.find(
    ({ from, to }) => !isHolders(from) && !isChecked(to) && part.get(from) === part.get(to),
  )?.from;
}

/** The strongly connected part of each node that has an edge (Tarjan's algorithm, without recursion). */
function components(edges: readonly Edge[]): Map<number, number> {
  const next = new Map<number, number[]>();
  for (const { from, to } of edges) {
    if (!next.has(from)) next.set(from, []);
    if (!next.has(to)) next.set(to, []);
    next.get(from)!.push(to);
  }
  const number = new Map<number, number>();
  const low = new Map<number, number>();
  const part = new Map<number, number>();
  const open: number[] = [];
  for (const start of next.keys()) {
    if (number.has(start)) continue;
    const path: { node: number; edge: number }[] = [];
    const enter = (node: number) => {
      number.set(node, number.size);
      low.set(node, number.get(node)!);
      open.push(node);
      path.push({ node, edge: 0 });
    };
    enter(start);
    while (path.length > 0) {
      const at = path.at(-1)!;
      const to = next.get(at.node)![at.edge++];
      if (to === undefined) {
        path.pop();
        const parent = path.at(-1)?.node;
        if (parent !== undefined) low.set(parent, Math.min(low.get(parent)!, low.get(at.node)!));
        if (low.get(at.node) !== number.get(at.node)) continue;
        let member: number;
        do {
          member = open.pop()!;
          part.set(member, at.node);
        } while (member !== at.node);
      } else if (!number.has(to)) {
        enter(to);
      } else if (!part.has(to)) {
        low.set(at.node, Math.min(low.get(at.node)!, number.get(to)!));
      }
    }
  }
  return part;
}
