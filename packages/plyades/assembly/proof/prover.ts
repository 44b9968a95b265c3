// A prover: one thread of a proof-number search, as a record in linear memory. It knows its line from the
// root, the nodes on it, and in which of its small steps it is; the tree is in a store that it may share
// with others.
import { Game } from '../contract';
import { Line } from './goal';
import { initLists, listsBytes, tallyAt } from './store';

/**
 * What a prover does next. Where threads share a tree, a step has one access to it that others must not come
 * between: between two steps they may do what they do on other cores.
 */
export const BEGIN: i32 = 0;
export const SELECT: i32 = 1;
export const EVALUATE: i32 = 2;
/** Takes the lock of the current node, then computes its numbers. */
export const LOCK_UP: i32 = 3;
export const BACK_UP: i32 = 4;
/** Is counted no longer in the current node, and goes up without changing numbers. */
export const LEAVE: i32 = 5;
export const FINISHED: i32 = 6;
/** Is counted in the chosen child. */
export const ENTER: i32 = 7;
/** After BACK_UP, with the lock: is counted no longer, gives the subtree back, gives the lock back. */
export const EXIT_UP: i32 = 8;
export const FREE_UP: i32 = 9;
export const UNLOCK_UP: i32 = 10;
/** After LEAVE, by the last thread in a solved node: looks, takes the lock, looks, frees, unlocks. */
export const LEAVE_LOCK: i32 = 11;
export const LEAVE_LOOK: i32 = 12;
export const LEAVE_FREE: i32 = 13;
export const LEAVE_UNLOCK: i32 = 14;

/**
 * How a thread chooses a child. The best successor, the first of equals: sequential search, and the PV thread. Any
 * number but these two: the best successor when each thread below a child adds `spread` to the child's number.
 */
export const BEST: i32 = 0;
/** The paper's alternative threads. */
export const RANDOMIZED: i32 = 1;

/** `unsent` when each node of the path has been computed after its children changed. */
export const ALL_SENT: i32 = i32.MAX_VALUE;

/** Nodes of a second level that are evaluated in one step, unless a budget ends first. */
export const SLICE: u64 = 4096;

@unmanaged
export class Prover extends Line {
  store: usize;
  lists: usize;
  /** Indices of the nodes on the line. */
  path: usize;
  /** Numbers of children before they are in the tree: pn, dn, move, u32 each. */
  fresh: usize;
  phase: i32;
  /** The current node, plies below the root. */
  ply: i32;
  /** Where the root of the store is on the line: 0, or the leaf of the first level that is evaluated. */
  base: i32;
  selection: i32;
  /** D of the paper, or what a thread below a child counts. */
  spread: i32;
  /** Whether this descent has left the principal variation. */
  deviated: i32;
  random: u64;
  /** The child that was chosen, between SELECT and ENTER. */
  chosen: u32;
  /** What the last BACK_UP found: 1 when numbers changed. */
  changed: i32;
  /** 1 when the thread goes on from the node it is at instead of going up. */
  stays: i32;
  /**
   * Leaves that a thread expands at most, within the limits of the nodes on its path, before it brings the nodes above
   * up to date; 0: it does so after each leaf.
   */
  stay: i32;
  /** Leaves that it has expanded since. */
  stayed: i32;
  /** The uppermost ply whose numbers changed without the node above having been computed again; else ALL_SENT. */
  unsent: i32;
  /** For each node of the path: the proof and the disproof number at which the thread goes up, u32 each. */
  limits: usize;
  /** The best successor number of the children that `choose` did not take. */
  rival: u32;
  /** Children of the leaf that wait to be attached; the block is 0 when they are in `fresh` only. */
  freshCount: i32;
  block: u32;
  /** Descents that found no leaf since the last one, and how often the next descent is put off because of them. */
  idle: i32;
  pause: i32;
  /** 1 when this is the PV thread, or alone. */
  principal: i32;

  /** Second level, 0 for none: a prover with a store of its own on the same line. */
  second: usize;
  /** The limit of the second level is the size of the first to this power, divided by the threads and this. */
  exponent: f64;
  divisor: f64;
  /** Nodes in the store at which a second level ends. */
  limit: u32;
  /** 1 while a second level is under way. */
  searching: i32;

  /** Nodes whose numbers were set, second levels included; nodes expanded in this store. */
  evaluated: u64;
  expanded: u64;
  /** Descents that ended at a node that another thread was expanding or had solved. */
  collisions: u64;
  /** Nodes of a second level that are evaluated in one step at most. */
  slice: u64;
  /** What the last step is to be charged with: nodes that it looked at, evaluated or gave back. */
  work: i32;
  /** And words that others use, too, which it has changed by an atomic instruction. */
  atomics: i32;
}

/** Bytes of a prover and its own memory, without positions, keys and store. */
export function proverBytes<G extends Game>(maxPly: i32): usize {
  const moves = <usize>changetype<G>(0).maxMoves();
  return align(
    <usize>offsetof<Prover>() + listsBytes(<i32>moves) + (<usize>maxPly + 2) * 12 + moves * 12 + 64,
  );
}

/** Bytes of a line with room for `maxPly` plies and one more. */
export function lineBytes<G extends Game>(maxPly: i32): usize {
  const g = changetype<G>(0);
  return align((<usize>maxPly + 2) * (<usize>g.size() + 8) + <usize>g.maxMoves() * 8);
}

/** Lays out a line behind `at`, a multiple of 64. */
export function initLine<G extends Game>(line: Line, at: usize, maxPly: i32): void {
  const g = changetype<G>(0);
  line.maxPly = maxPly;
  line.positions = at;
  line.moves = at + (<usize>maxPly + 2) * <usize>g.size();
  line.scratch = line.moves + <usize>g.maxMoves() * 4;
  line.keys = line.scratch + <usize>g.maxMoves() * 4;
}

/** Lays out a prover on a store and a line; what it is to do is not said yet. */
export function initProver<G extends Game>(
  at: usize,
  line: usize,
  store: usize,
  maxPly: i32,
): void {
  const moves = <usize>changetype<G>(0).maxMoves();
  memory.fill(at, 0, proverBytes<G>(maxPly));
  const prover = changetype<Prover>(at);
  initLine<G>(prover, line, maxPly);
  prover.store = store;
  prover.lists = align(at + <usize>offsetof<Prover>());
  initLists(prover.lists, <i32>moves, tallyAt(store, 0));
  prover.path = prover.lists + listsBytes(<i32>moves);
  prover.limits = prover.path + (<usize>maxPly + 2) * 4;
  prover.fresh = prover.limits + (<usize>maxPly + 2) * 8;
  prover.principal = 1;
  prover.slice = SLICE;
}

/** Sets up a second level on the same line, with a store of its own. */
export function initSecond<G extends Game>(at: usize, first: usize, store: usize): void {
  const one = changetype<Prover>(first);
  const moves = <usize>changetype<G>(0).maxMoves();
  memory.fill(at, 0, proverBytes<G>(one.maxPly));
  memory.copy(at, first, offsetof<Line>());
  const two = changetype<Prover>(at);
  two.store = store;
  two.lists = align(at + <usize>offsetof<Prover>());
  initLists(two.lists, <i32>moves, tallyAt(store, 0));
  two.path = two.lists + listsBytes(<i32>moves);
  two.limits = two.path + (<usize>one.maxPly + 2) * 4;
  two.fresh = two.limits + (<usize>one.maxPly + 2) * 8;
  two.principal = 1;
  one.second = at;
}

function align(bytes: usize): usize {
  return (bytes + 63) & ~(<usize>63);
}
