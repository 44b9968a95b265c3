// The perfect critical tree: what alpha-beta visits in a uniform tree when the best move always comes
// first (thesis, sections 4.3 and 4.4.1). Time is counted in bottom positions.

/** 1: on the principal variation; 2: cut after one child; 3: all children are searched. */
export type CriticalNodeType = 1 | 2 | 3;

/** NBP: the bottom positions below a node of the critical tree with leaves `depth` plies away. */
export function bottomPositions(type: CriticalNodeType, branching: number, depth: number): number {
  const few = branching ** Math.floor(depth / 2);
  const many = branching ** Math.ceil(depth / 2);
  return type === 1 ? many + few - 1 : type === 2 ? few : many;
}

/** Table 4.1: pieces at the horizon below a node of the principal variation `plies` above. */
export function granulesAbove(branching: number, plies: number): number {
  if (plies === 0) return 1;
  const exponent = Math.ceil(plies / 2);
  return branching ** exponent - branching ** (exponent - 1);
}

/** Table 4.1: the type of these pieces. */
export const granuleType = (plies: number): CriticalNodeType =>
  plies === 0 ? 1 : plies % 2 === 1 ? 2 : 3;

/** The least depth at which the tree has this many bottom positions. */
export function depthOfSize(branching: number, positions: number): number {
  let depth = 1;
  while (bottomPositions(1, branching, depth) < positions) depth++;
  return depth;
}
