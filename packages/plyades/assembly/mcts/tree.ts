// The tree of a Monte Carlo tree search in flat memory: nodes of 48 bytes, the children of a node side by side in one
// block, blocks one behind the other. A block is taken after the block of its owner, so blocks lie in an order in which
// parents come first: one pass over the memory drops everything outside a subtree and closes the gaps.
//
// Several threads may share a tree. Visits, wins and bounds change by atomic instructions only; a node is expanded by
// the thread that has set EXPANDING. All-moves-as-first counts are a heuristic and may lose an update.
import { WIN } from '../contract';

export const NODE_BYTES: usize = 48;

/** Bits of `flags`: the side to move, whether it is known, who expands, whether moves were left out, no simulation enters. */
export const TURN: u32 = 1;
export const KNOWN: u32 = 2;
export const EXPANDING: u32 = 4;
export const EXPANDED: u32 = 8;
export const PARTIAL: u32 = 16;
export const EXCLUDED: u32 = 32;

/** Values of `compared`: the moves that are not excluded, from the start; all moves, once the root is solved. */
const SOME_MOVES: u32 = 1;
const ALL_MOVES: u32 = 2;

@unmanaged
export class Node {
  /** Simulations that have entered the node, those under way included: they count as lost until they end. */
  visits: i32;
  /** Half points of the side that moves at the parent: 2 for a win, 1 for a draw. */
  wins: i32;
  /** Simulations from the parent in which its side made this move at any time, and the half points of those. */
  amafVisits: i32;
  amafWins: i32;
  /** Bounds of the game's value for side 0; equal when the node is solved. */
  lower: i32;
  upper: i32;
  /** The move that leads here, and its identity across positions, an even number. */
  move: u32;
  code: u32;
  /** Address of the first child, 0 for none; valid with EXPANDED. */
  children: u32;
  count: i32;
  flags: u32;
  /** Of a solved node: plies in which the side that is better off can bring its value about. */
  length: i32;
}

@unmanaged
export class Tree {
  /** Blocks lie in [start, end); `next` is where the next one begins. */
  start: u32;
  end: u32;
  next: u32;
  /** 1 when all threads are to stop. */
  stop: u32;
  /** 1 when a node could not be expanded for want of memory. */
  full: u32;
  /** Changed by the host: see src/kernel/mcts-tree.ts. */
  phase: u32;
  /** Simulations since the last start. */
  simulations: u32;
  /** Simulations after which all threads stop. */
  most: u32;
  /** Visits at which a node is expanded. */
  expandAt: i32;
  /** Whether moves of the root are compared: 0, SOME_MOVES or ALL_MOVES. */
  compared: u32;
  /** Weight of the confidence bound. */
  exploration: f64;
  /** Visits at which a move's own and its all-moves-as-first record weigh the same, about; 0 for no use of the latter. */
  rave: f64;
}

const HEADER: usize = 128;

/** Before the nodes of a block: the address of the owner (0: dropped by the next pass) and the number of nodes. */
const BLOCK: usize = 16;

export function rootOf(tree: Tree): Node {
  return changetype<Node>(changetype<usize>(tree) + HEADER);
}

/** True while simulations go to the least visited of the moves that are compared, whatever the root needs. */
export function comparesMoves(tree: Tree): bool {
  return tree.compared == SOME_MOVES || (tree.compared == ALL_MOVES && isSolved(rootOf(tree)));
}

export function childAt(node: Node, index: i32): Node {
  return changetype<Node>(<usize>node.children + <usize>index * NODE_BYTES);
}

/** A node of which nothing is known but the move to it. */
function initNode(node: Node, move: u32, code: u32): void {
  memory.fill(changetype<usize>(node), 0, NODE_BYTES);
  node.lower = -WIN;
  node.upper = WIN;
  node.move = move;
  node.code = code;
}

/** Makes an empty tree in `bytes` bytes. */
export function initTree(tree: Tree, bytes: u32): void {
  const at = changetype<usize>(tree);
  memory.fill(at, 0, HEADER);
  tree.start = <u32>(at + HEADER + NODE_BYTES);
  tree.end = <u32>at + bytes;
  clearTree(tree);
}

/** Leaves the root alone, unknown. */
export function clearTree(tree: Tree): void {
  tree.next = tree.start;
  tree.full = 0;
  initNode(rootOf(tree), 0, 0);
}

/** Gives a node children with these moves and codes; false when memory is full. The caller has set EXPANDING. */
export function addChildren(tree: Tree, node: Node, moves: usize, codes: usize, count: i32): bool {
  const bytes = <u32>(BLOCK + <usize>count * NODE_BYTES);
  const next = changetype<usize>(tree) + offsetof<Tree>('next');
  let block = atomic.load<u32>(next);
  while (true) {
    if (bytes > tree.end - block) {
      tree.full = 1;
      return false;
    }
    const seen = atomic.cmpxchg<u32>(next, block, block + bytes);
    if (seen == block) break;
    block = seen;
  }
  store<u32>(block, <u32>changetype<usize>(node));
  store<i32>(block, count, 4);
  node.children = <u32>(<usize>block + BLOCK);
  node.count = count;
  for (let i = 0; i < count; i++) {
    const at = (<usize>i) << 2;
    initNode(childAt(node, i), load<u32>(moves + at), load<u32>(codes + at));
  }
  return true;
}

// --- bounds -----------------------------------------------------------------------------------

export function isSolved(node: Node): bool {
  return node.lower == node.upper;
}

/** True when a child may still change the value of a node: its far bound lies beyond the node's near one. */
export function matters(node: Node, child: Node, turn: u32): bool {
  return turn == 0 ? child.upper > node.lower : child.lower < node.upper;
}

/** The end of the game: the value is known. */
export function settle(node: Node, value: i32): void {
  node.length = 0;
  raiseLower(node, value);
  reduceUpper(node, value);
}

/** Raises the lower bound to a value; false when it was as high. Threads may be doing the same. */
function raiseLower(node: Node, value: i32): bool {
  const at = changetype<usize>(node) + offsetof<Node>('lower');
  let old = atomic.load<i32>(at);
  while (old < value) {
    const seen = atomic.cmpxchg<i32>(at, old, value);
    if (seen == old) return true;
    old = seen;
  }
  return false;
}

function reduceUpper(node: Node, value: i32): bool {
  const at = changetype<usize>(node) + offsetof<Node>('upper');
  let old = atomic.load<i32>(at);
  while (old > value) {
    const seen = atomic.cmpxchg<i32>(at, old, value);
    if (seen == old) return true;
    old = seen;
  }
  return false;
}

/** Takes the bounds of an expanded node from its children; false when they stay as they were. */
export function updateBounds(node: Node): bool {
  const first = node.flags & TURN;
  let lower = first == 0 ? -WIN : WIN;
  let upper = lower;
  for (let i = 0; i < node.count; i++) {
    const child = childAt(node, i);
    if (first == 0) {
      lower = max(lower, child.lower);
      upper = max(upper, child.upper);
    } else {
      lower = min(lower, child.lower);
      upper = min(upper, child.upper);
    }
  }
  // A move that is not in the list may be better than all of them, and never makes the side to move worse off.
  if (node.flags & PARTIAL) {
    if (first == 0) upper = WIN;
    else lower = -WIN;
  }
  const known = max(node.lower, lower);
  if (known == min(node.upper, upper) && !isSolved(node)) {
    node.length = 1 + lengthBelow(node, known, first);
  }
  const raised = raiseLower(node, lower);
  const reduced = reduceUpper(node, upper);
  // Two threads may have brought the bounds together, neither of which saw both.
  if (isSolved(node) && node.length == 0) node.length = 1 + lengthBelow(node, node.lower, first);
  return raised || reduced;
}

/** The shortest way to a value that is good for the side to move, the longest to another. */
function lengthBelow(node: Node, value: i32, turn: u32): i32 {
  const isGood = turn == 0 ? value > 0 : value < 0;
  let best = -1;
  for (let i = 0; i < node.count; i++) {
    const child = childAt(node, i);
    if (!isSolved(child) || child.lower != value) continue;
    if (best < 0 || (isGood ? child.length < best : child.length > best)) best = child.length;
  }
  return max(best, 0);
}

// --- another root -----------------------------------------------------------------------------

/** Makes `node` the root and drops what is not below it. No thread may use the tree meanwhile. */
export function moveRoot(tree: Tree, node: Node): void {
  const root = rootOf(tree);
  if (node != root) memory.copy(changetype<usize>(root), changetype<usize>(node), NODE_BYTES);
  const end = <usize>tree.next;
  let at = <usize>tree.start;
  for (let block = at; block < end; block += bytesAt(block)) store<u32>(block, 0);
  adopt(root);
  let to = at;
  while (at < end) {
    const bytes = bytesAt(at);
    const owner = changetype<Node>(<usize>load<u32>(at));
    if (changetype<usize>(owner) != 0) {
      if (to != at) memory.copy(to, at, bytes);
      owner.children = <u32>(to + BLOCK);
      for (let i = 0; i < owner.count; i++) adopt(childAt(owner, i));
      to += bytes;
    }
    at += bytes;
  }
  tree.next = <u32>to;
  tree.full = 0;
}

/** Tells the block of a node's children where the node is now. */
function adopt(node: Node): void {
  if (node.flags & EXPANDED) store<u32>(<usize>node.children - BLOCK, <u32>changetype<usize>(node));
}

function bytesAt(block: usize): usize {
  return BLOCK + <usize>load<i32>(block, 4) * NODE_BYTES;
}
