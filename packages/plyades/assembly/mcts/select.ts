// Which child a simulation enters: UCT (Kocsis and Szepesvári 2006) on a mean that blends the child's own record with
// its all-moves-as-first record (RAVE, Gelly and Silver 2011). Children that cannot change the value of their parent
// any more are left out: those are the solved ones, and in games with draws or margins also some others. Moves of a root
// that are to be compared get the same number of visits each.
import {
  childAt,
  comparesMoves,
  EXCLUDED,
  isSolved,
  matters,
  Node,
  rootOf,
  Tree,
  TURN,
} from './tree';
import { below, Walker } from './walker';

/** A move that was never made, in any order, comes first. */
const URGENT: f64 = 1000.0;

/** The child to enter, or null when no child can change the value of the node. */
export function selectChild(tree: Tree, walker: Walker, node: Node): Node {
  if (node == rootOf(tree) && comparesMoves(tree)) return leastVisited(node);
  const turn = node.flags & TURN;
  const count = node.count;
  const scale = tree.exploration * tree.exploration * Math.log(<f64>(node.visits + 1));
  const k = tree.rave;
  let chosen = changetype<Node>(0);
  let best = -1.0;
  // Ties go to the first one seen, so the seed decides where the list begins.
  let i = below(walker, count);
  for (let left = count; left > 0; left--) {
    const child = childAt(node, i);
    i = i + 1 == count ? 0 : i + 1;
    if (!matters(node, child, turn)) continue;
    const value = urgencyOf(child, k, scale);
    if (value > best) {
      best = value;
      chosen = child;
    }
  }
  return chosen;
}

/** Of a root whose moves are compared: the unsolved child of fewest visits that is not excluded, or null. */
function leastVisited(root: Node): Node {
  let chosen = changetype<Node>(0);
  for (let i = 0; i < root.count; i++) {
    const child = childAt(root, i);
    if ((child.flags & EXCLUDED) != 0 || isSolved(child)) continue;
    if (changetype<usize>(chosen) == 0 || child.visits < chosen.visits) chosen = child;
  }
  return chosen;
}

function urgencyOf(child: Node, k: f64, scale: f64): f64 {
  const visits = <f64>child.visits;
  const amafVisits = k > 0 ? <f64>child.amafVisits : 0.0;
  if (visits + amafVisits == 0) return URGENT;
  const amaf = amafVisits > 0 ? (<f64>child.amafWins * 0.5) / amafVisits : 0.0;
  const mean = visits > 0 ? (<f64>child.wins * 0.5) / visits : amaf;
  const share =
    amafVisits > 0 ? amafVisits / (visits + amafVisits + (visits * amafVisits) / k) : 0.0;
  return mean + share * (amaf - mean) + sqrt(scale / (visits + 1));
}
