// One simulation: down the tree to a leaf, a random game from there, and the result back up the path. Results and
// bounds are those of sides, not of alternating plies, since a side may move twice. Solved values go up as bounds
// (score bounded search, Cazenave and Saffidine 2010, which contains the MCTS-Solver of Winands et al. 2008).
import { selectChild } from './select';
import {
  addChildren,
  childAt,
  comparesMoves,
  EXPANDED,
  EXPANDING,
  isSolved,
  KNOWN,
  Node,
  PARTIAL,
  rootOf,
  settle,
  Tree,
  TURN,
  updateBounds,
} from './tree';
import {
  below,
  codeOf,
  listOf,
  MAX_PATH,
  MAX_PLAYOUT,
  markPlayed,
  nextRandom,
  pathOf,
  playoutOf,
  positionsOf,
  Walker,
  wasPlayed,
} from './walker';

const VISITS: usize = offsetof<Node>('visits');
const WINS: usize = offsetof<Node>('wins');
const FLAGS: usize = offsetof<Node>('flags');

/** Runs simulations until `budget` are done or the tree's threads are to stop; returns how many. */
export function simulate<G>(tree: Tree, walker: Walker, budget: i32): i32 {
  const root = rootOf(tree);
  const simulations = changetype<usize>(tree) + offsetof<Tree>('simulations');
  let done = 0;
  while (done < budget && atomic.load<u32>(changetype<usize>(tree) + offsetof<Tree>('stop')) == 0) {
    if (isDone(tree, walker, root)) break;
    if (atomic.add<u32>(simulations, 1) >= tree.most) {
      atomic.sub<u32>(simulations, 1);
      break;
    }
    simulateOnce<G>(tree, walker);
    done++;
  }
  return done;
}

/** True when the root is solved, or every move of it that is to be compared. */
function isDone(tree: Tree, walker: Walker, root: Node): bool {
  if (!comparesMoves(tree)) return isSolved(root);
  if ((root.flags & EXPANDED) == 0) return false;
  return changetype<usize>(selectChild(tree, walker, root)) == 0;
}

function simulateOnce<G>(tree: Tree, walker: Walker): void {
  walker.stamp++;
  walker.pathLength = 0;
  walker.playoutLength = 0;
  const root = rootOf(tree);
  enter(walker, root);
  const leaf = descend(tree, walker, root);
  const value = isSolved(leaf) ? leaf.lower : visitLeaf<G>(tree, walker, leaf);
  if (tree.rave > 0) creditMoves(walker, value);
  backUp(walker, value);
}

/** Until a node that has no children, is solved, or has no child that matters. */
function descend(tree: Tree, walker: Walker, from: Node): Node {
  let node = from;
  while (
    atomic.load<u32>(changetype<usize>(node) + FLAGS) & EXPANDED &&
    (!isSolved(node) || (node == from && comparesMoves(tree))) &&
    walker.pathLength < MAX_PATH
  ) {
    const child = selectChild(tree, walker, node);
    if (changetype<usize>(child) == 0) break;
    enter(walker, child);
    node = child;
  }
  return node;
}

/** A visit counts from here on, as a loss: other threads turn to other nodes. */
function enter(walker: Walker, node: Node): void {
  const at = pathOf(walker) + ((<usize>walker.pathLength) << 3);
  store<u32>(at, <u32>changetype<usize>(node));
  store<u32>(at, node.move, 4);
  walker.pathLength++;
  atomic.add<i32>(changetype<usize>(node) + VISITS, 1);
}

function nodeAt(walker: Walker, ply: i32): Node {
  return changetype<Node>(<usize>load<u32>(pathOf(walker) + ((<usize>ply) << 3)));
}

/** Expands a leaf that has been visited often enough, and plays a random game; the value for side 0. */
function visitLeaf<G>(tree: Tree, walker: Walker, leaf: Node): i32 {
  let node = leaf;
  let position = reach<G>(walker, node);
  if (isSolved(node)) return node.lower;
  if (shouldExpand(tree, walker, node) && expand<G>(tree, walker, node, position)) {
    const child = selectChild(tree, walker, node);
    if (changetype<usize>(child) != 0) {
      enter(walker, child);
      node = child;
      position = reach<G>(walker, node);
      if (isSolved(node)) return node.lower;
    }
  }
  return playout<G>(walker, position);
}

/** Position of the last node of the path. The first visitor notes the side to move, or the result. */
function reach<G>(walker: Walker, node: Node): usize {
  const size = <usize>changetype<G>(0).size();
  const root = positionsOf(walker);
  const isKnown = (node.flags & KNOWN) != 0;
  let position = root + size;
  if (changetype<G>(0).simulatesOutside()) {
    changetype<G>(position).reach(root, pathOf(walker), walker.pathLength, isKnown);
  } else {
    let next = position + size;
    memory.copy(position, root, size);
    for (let ply = 1; ply < walker.pathLength; ply++) {
      changetype<G>(position).play(nodeAt(walker, ply).move, next);
      const other = position;
      position = next;
      next = other;
    }
  }
  if (isKnown) return position;
  const game = changetype<G>(position);
  const turn = game.turn();
  if (game.over()) settle(node, turn == 0 ? game.result() : -game.result());
  atomic.or<u32>(changetype<usize>(node) + FLAGS, KNOWN | <u32>turn);
  return position;
}

/** One thread alone may go on to expand the node. */
function shouldExpand(tree: Tree, walker: Walker, node: Node): bool {
  if (node.visits < tree.expandAt && walker.pathLength > 1) return false;
  if (tree.full != 0 || walker.pathLength >= MAX_PATH) return false;
  return (atomic.or<u32>(changetype<usize>(node) + FLAGS, EXPANDING) & EXPANDING) == 0;
}

function expand<G>(tree: Tree, walker: Walker, node: Node, position: usize): bool {
  const game = changetype<G>(position);
  const moves = listOf(walker, game.size());
  const codes = moves + ((<usize>game.maxMoves()) << 2);
  const count = game.generate(moves);
  if (game.simulatesOutside()) {
    game.moveCodes(codes);
  } else {
    for (let at: usize = 0; at < (<usize>count) << 2; at += 4) {
      store<u32>(codes + at, codeOf(game.historySlot(load<u32>(moves + at))));
    }
  }
  const flags = changetype<usize>(node) + FLAGS;
  if (!addChildren(tree, node, moves, codes, count)) {
    atomic.and<u32>(flags, ~EXPANDING);
    return false;
  }
  atomic.or<u32>(flags, game.bounded() && !game.listsAll() ? EXPANDED | PARTIAL : EXPANDED);
  return true;
}

/** A random game from a position; the value for side 0. */
function playout<G>(walker: Walker, from: usize): i32 {
  if (changetype<G>(0).simulatesOutside()) {
    const out = playoutOf(walker);
    walker.playoutLength = changetype<G>(from).playOut(out, MAX_PLAYOUT, nextRandom(walker));
    return load<i32>(out + ((<usize>walker.playoutLength) << 2));
  }
  const size = <usize>changetype<G>(0).size();
  const buffers = positionsOf(walker) + size;
  const moves = listOf(walker, <i32>size);
  const out = playoutOf(walker);
  let position = from;
  for (let ply = 0; ply < MAX_PLAYOUT; ply++) {
    const game = changetype<G>(position);
    const turn = game.turn();
    const count = game.generate(moves);
    if (count == 0) return turn == 0 ? game.result() : -game.result();
    const move = load<u32>(moves + ((<usize>below(walker, count)) << 2));
    store<u32>(out + ((<usize>ply) << 2), codeOf(game.historySlot(move)) | turn);
    walker.playoutLength = ply + 1;
    const next = position == buffers ? buffers + size : buffers;
    game.play(move, next);
    position = next;
  }
  return 0;
}

/** Half points of a side for a value of side 0. */
function pointsOf(value: i32, side: u32): i32 {
  const points = value > 0 ? 2 : value < 0 ? 0 : 1;
  return side == 0 ? points : 2 - points;
}

/** All moves as first: a child gains from every move like its own that its side made later. */
function creditMoves(walker: Walker, value: i32): void {
  const out = playoutOf(walker);
  for (let i = 0; i < walker.playoutLength; i++) {
    markPlayed(walker, load<u32>(out + ((<usize>i) << 2)));
  }
  for (let ply = walker.pathLength - 2; ply >= 0; ply--) {
    const node = nodeAt(walker, ply);
    const turn = node.flags & TURN;
    const points = pointsOf(value, turn);
    markPlayed(walker, nodeAt(walker, ply + 1).code | turn);
    for (let i = 0; i < node.count; i++) {
      const child = childAt(node, i);
      if (!wasPlayed(walker, child.code | turn)) continue;
      child.amafVisits++;
      child.amafWins += points;
    }
  }
}

/** The result to every node of the path, and bounds as far up as they change. */
function backUp(walker: Walker, value: i32): void {
  const last = nodeAt(walker, walker.pathLength - 1);
  let tightens = isSolved(last) || (last.flags & EXPANDED) != 0;
  for (let ply = walker.pathLength - 1; ply >= 0; ply--) {
    const node = nodeAt(walker, ply);
    const mover = ply == 0 ? node.flags & TURN : nodeAt(walker, ply - 1).flags & TURN;
    atomic.add<i32>(changetype<usize>(node) + WINS, pointsOf(value, mover));
    if (!tightens || (node.flags & EXPANDED) == 0) continue;
    tightens = updateBounds(node);
  }
}
