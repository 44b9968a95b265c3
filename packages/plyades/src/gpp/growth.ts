// Where a master tree grows, and by which moves (P-GPP, sections 4.2 and 4.3). Every node gets a realization
// probability from the ranks of its moves; greedy growth says how many nodes each deserves. Which moves these
// are is another question, and the ways to answer it have names:
//
// - `hash`: the positions in the worker's table that it searched deepest, the paper's own way. It needs an
//   engine that can list them.
// - `pv`: the lines that the engine has reported, as any engine does, and where these end, a quick look at the
//   position by the master, as in the first GPP. Nodes are then added one by one, each time the most probable
//   one whose move is known.
// - `consultation`: by lines as well, but half of the workers advise the root instead of searching in the tree.
// - `random`: the best move, then any moves: the paper's comparator.
import type { Random } from '../core/random.js';
import { type Grown, growGreedily, type Virtual } from './greedy.js';
import type { Probabilities } from './ranks.js';
import type { GppNode } from './tree.js';

/** Ways in which the master tree of P-GPP grows. */
export const growthNames = ['hash', 'pv', 'consultation', 'random'] as const;
/** A way in which the master tree grows. */
export type GrowthName = (typeof growthNames)[number];

/** Names of earlier versions and those of today: the old ones are refused with the new name. */
export const renamedGrowths: Readonly<Record<string, GrowthName>> = { council: 'consultation' };

/** A node of the tree as growth sees it. */
export interface LikelyNode<P> extends Grown {
  readonly node: GppNode<P>;
}

/** All nodes below a root with their realization probabilities, parents before children. */
export function likelihoods<P>(
  root: GppNode<P>,
  probabilities: Probabilities,
): readonly LikelyNode<P>[] {
  const found: LikelyNode<P>[] = [];
  const visit = (node: GppNode<P>, probability: number) => {
    const moves = node.legal.length;
    const ranking = node.ranking();
    const place = ranking.findIndex(({ child }) => child === undefined);
    // The best of the other moves has their rank; the next ones come after all that are ranked.
    const left = moves - node.children.size;
    const ranks = Array.from({ length: left }, (_, i) =>
      i === 0 ? place + 1 : ranking.length + i,
    );
    found.push({ node, probability, moves, ranks });
    if (moves === 0) return;
    const transitions = probabilities.of(moves);
    for (const [i, { child }] of ranking.entries()) {
      if (child !== undefined) visit(child, probability * transitions[i]!);
    }
  };
  visit(root, 1);
  return found;
}

/** How many nodes to add below which node, `count` in all where there is room. */
export function sharesOf<P>(
  root: GppNode<P>,
  count: number,
  probabilities: Probabilities,
): { readonly node: GppNode<P>; readonly virtual: readonly Virtual[] }[] {
  const nodes = likelihoods(root, probabilities);
  const { added } = growGreedily(nodes, count, probabilities);
  return nodes.flatMap(({ node }, i) => (added[i]!.length > 0 ? { node, virtual: added[i]! } : []));
}

/**
 * The next node of growth by lines: of all nodes and of the best known of their other moves, the most
 * probable. Undefined when no line leads out of the tree.
 */
export function nextByLines<P>(
  root: GppNode<P>,
  probabilities: Probabilities,
): { readonly node: GppNode<P>; readonly move: string } | undefined {
  let best: { node: GppNode<P>; move: string; probability: number } | undefined;
  for (const { node, probability, moves, ranks } of likelihoods(root, probabilities)) {
    const rank = ranks[0];
    if (rank === undefined) continue;
    const reached = probability * probabilities.of(moves)[rank - 1]!;
    if (best !== undefined && best.probability >= reached) continue;
    const move = knownMove(node);
    if (move !== undefined) best = { node, move, probability: reached };
  }
  return best;
}

/** The best of the other moves of a node, as far as reports tell; else as a quick look has it. */
export function knownMove<P>(node: GppNode<P>): string | undefined {
  const free = (move: string | undefined) =>
    move !== undefined && !node.children.has(move) && node.legal.includes(move);
  const first = node.own?.line[0];
  if (free(first)) return first;
  const inherited = node.inherited?.line[0];
  if (free(inherited)) return inherited;
  return node.lines.map(({ line }) => line[0]).find(free) ?? node.order.find(free);
}

/** A position that a worker offers: the moves to it from the worker's node, and how deep it was searched. */
export interface ListedPosition {
  readonly path: readonly string[];
  readonly depth: number;
}

/**
 * The best move of a node and, up to `count` lines in all, the offered ones: each is one move longer than
 * the node or another line. What is no legal line or begins with a move that is covered is left out.
 */
export function byListed<P>(
  node: GppNode<P>,
  offered: readonly ListedPosition[],
  count: number,
): readonly (readonly string[])[] {
  const chosen = new Map<string, readonly string[]>();
  const best = knownMove(node);
  if (best !== undefined) chosen.set(best, [best]);
  for (const { path } of offered) {
    if (chosen.size >= count) break;
    const before = path.slice(0, -1);
    const begins = path.length === 1 ? !node.children.has(path[0]!) : chosen.has(before.join(' '));
    if (path.length > 0 && begins) chosen.set(path.join(' '), path);
  }
  return [...chosen.values()];
}

/** The moves that a random child may have, drawn: one of a node that is given and what was added below it. */
export function randomMove<P>(
  nodes: readonly GppNode<P>[],
  random: Random,
): { readonly node: GppNode<P>; readonly move: string } | undefined {
  const open = nodes.filter(({ legal, children }) => children.size < legal.length);
  const node = open[open.length === 0 ? 0 : random.below(open.length)];
  if (node === undefined) return undefined;
  const { others } = node;
  return { node, move: others[random.below(others.length)]! };
}
