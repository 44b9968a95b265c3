// Proof-number search in small steps (Allis; RP-PNS of Saito, Winands and van den Herik). A step selects
// one child, evaluates one leaf, takes a lock, or backs up one node; it never waits, but says that it has to,
// and is then called again. So one thread, many threads, and a scheduler that interleaves virtual ones all
// run this code.
//
// Several threads share a tree with one lock at a time, and none on the way down:
// - A thread is counted in a node (flag word) before it looks at the children, until it has left. A thread that
//   gives a subtree back has solved its root, holds the root's lock and has seen in the flag word that no thread
//   is counted. A thread that is counted after that sees numbers that are solved, since they were written
//   before the flag word was read, and turns round.
// - On the way down numbers of children may change while they are compared: a choice is a guess anyway.
// - A leaf is expanded by the one thread that marked it in the flag word; others pass it over.
// - Numbers of a node are computed and written under its lock. A thread that has changed a child computes the
//   node afterwards, so the last to do so sees the last numbers of every child. A thread that finds the node
//   unchanged may stop: its result is in there already, and the thread that put it there carries it on. One that
//   finds a node behind its children on the way down brings it up to date itself.
// - A thread that stays (`stay`) goes down again from a node that it has changed, while the node is within limits,
//   and owes the nodes above a computation until it goes up (`unsent`). Their numbers are old until then, which costs
//   time but no answer: a node is solved only when its children say so. On 8 threads of Lines of Action a leaf then
//   takes 6 cache lines from other cores instead of 29.
import { Game } from '../contract';
import {
  DISPROVED,
  descend,
  INF,
  isOr,
  look,
  movesOf,
  noteKey,
  OPEN,
  PROVED,
  positionAt,
} from './goal';
import {
  ALL_SENT,
  BACK_UP,
  BEGIN,
  ENTER,
  EVALUATE,
  EXIT_UP,
  FINISHED,
  FREE_UP,
  LEAVE,
  LEAVE_FREE,
  LEAVE_LOCK,
  LEAVE_LOOK,
  LEAVE_UNLOCK,
  LOCK_UP,
  Prover,
  RANDOMIZED,
  SELECT,
  SLICE,
  UNLOCK_UP,
} from './prover';
import { choose } from './select';
import {
  allocate,
  attachChildren,
  countOf,
  countsOf,
  dnOf,
  EXPANDED,
  enter,
  exit,
  exitUnlocking,
  FLAGS,
  firstChild,
  flagsOf,
  freeBelow,
  fromChildren,
  initLists,
  initStore,
  isSolved,
  liveNodes,
  mark,
  moveTo,
  nodeAt,
  pnOf,
  ROOT,
  Store,
  setNumbers,
  tallyOf,
  tryLock,
  USERS,
  unlock,
  writeLeaf,
} from './store';

/** What a step answers. */
export const STEPPED: i32 = 0;
/** Another thread holds a lock: call again. */
export const BLOCKED: i32 = 1;
/** There is nothing left to do. */
export const ENDED: i32 = 2;

/** A thread stays below a child until its number is more than a quarter above that of the next best. */
const SLACK_SHARE: u32 = 4;

/** A thread that finds nothing to do puts its next descent off at most this many times. */
const MOST_PAUSES: i32 = 8;

/**
 * Begins at the record's position. Every thread looks at the root, and when that decides it, all write the
 * same; its first numbers are written by the `first` thread alone, before the others begin.
 */
export function startProver<G extends Game>(prover: Prover, record: usize, first: bool): void {
  changetype<G>(positionAt<G>(prover, 0)).load(record);
  noteKey<G>(prover, 0);
  prover.phase = BEGIN;
  const known = look<G>(prover, prover.base);
  if (first) prover.evaluated++;
  if (first || known != OPEN) setNumbers(nodeAt(prover.store, ROOT), prover.pn, prover.dn);
}

/** Forgets free blocks and counts. */
export function forget<G extends Game>(prover: Prover): void {
  initLists(prover.lists, changetype<G>(0).maxMoves(), tallyOf(prover.lists));
  prover.evaluated = 0;
  prover.expanded = 0;
  prover.collisions = 0;
  prover.bounded = 0;
  prover.searching = 0;
}

/** Does steps until about `budget` nodes were evaluated, another thread holds a lock, or the end. */
export function runProver<G extends Game>(prover: Prover, budget: i32): i32 {
  const end = prover.evaluated + <u64>budget;
  let answer = STEPPED;
  while (answer == STEPPED && prover.evaluated < end) {
    prover.slice = min(SLICE, end - prover.evaluated);
    answer = step<G>(prover);
  }
  prover.slice = SLICE;
  return answer;
}

export function step<G extends Game>(prover: Prover): i32 {
  prover.work = 0;
  prover.atomics = 0;
  switch (prover.phase) {
    case BEGIN:
      return begin(prover);
    case SELECT:
      return select<G>(prover);
    case EVALUATE:
      return evaluate<G>(prover);
    case LOCK_UP:
      return lockUp(prover);
    case BACK_UP:
      return backUp<G>(prover);
    case LEAVE:
      return leave(prover);
    case ENTER:
      return enterChild<G>(prover);
    case EXIT_UP:
      return exitUp(prover);
    case FREE_UP:
      return free(prover, UNLOCK_UP);
    case UNLOCK_UP:
      return unlockUp(prover);
    case LEAVE_LOCK:
      return leaveLock(prover);
    case LEAVE_LOOK:
      return leaveLook(prover);
    case LEAVE_FREE:
      return free(prover, LEAVE_UNLOCK);
    case LEAVE_UNLOCK:
      unlock(node(prover, prover.ply));
      prover.atomics = 1;
      return goUp(prover);
    default:
      return ENDED;
  }
}

function node(prover: Prover, ply: i32): usize {
  return nodeAt(prover.store, load<u32>(pathAt(prover, ply)));
}

function pathAt(prover: Prover, ply: i32): usize {
  return prover.path + ((<usize>(ply - prover.base)) << 2);
}

function isShared(prover: Prover): bool {
  return changetype<Store>(prover.store).threads > 1;
}

function stop(prover: Prover): void {
  changetype<Store>(prover.store).stop = 1;
}

/** Enters the root. */
function begin(prover: Prover): i32 {
  const head = changetype<Store>(prover.store);
  const root = nodeAt(prover.store, ROOT);
  if (head.stop || isSolved(root)) {
    stop(prover);
    prover.phase = FINISHED;
    return ENDED;
  }
  if (head.threads > 1) {
    if (prover.pause > 0) {
      prover.pause--;
      return BLOCKED;
    }
    enter(root);
    prover.atomics = 1;
  }
  prover.ply = prover.base;
  prover.deviated = 0;
  prover.stayed = 0;
  prover.unsent = ALL_SENT;
  setLimits(prover, prover.base, INF, INF);
  store<u32>(pathAt(prover, prover.ply), ROOT);
  prover.work = <i32>countOf(root);
  prover.phase = SELECT;
  return STEPPED;
}

/** Goes one ply down from a node in which the thread is counted, or begins to expand it. */
function select<G extends Game>(prover: Prover): i32 {
  const ply = prover.ply;
  const here = node(prover, ply);
  const shared = isShared(prover);
  const flags = shared ? atomic.load<u32>(here + FLAGS) : flagsOf(here);
  if (isSolved(here) || (shared && changetype<Store>(prover.store).stop)) return turnBack(prover);
  if ((flags & EXPANDED) == 0) {
    if (ply >= prover.maxPly) {
      changetype<Store>(prover.store).deep = 1;
      stop(prover);
      return turnBack(prover);
    }
    if (shared) {
      prover.atomics = 1;
      // Expanded meanwhile: look again. Being expanded: nothing to do here.
      if (!mark(here)) {
        return atomic.load<u32>(here + FLAGS) & EXPANDED ? STEPPED : turnBack(prover);
      }
    }
    prover.idle = 0;
    if (prover.principal) countsOf(prover.store).pvDepth = ply - prover.base + 1;
    prover.phase = EVALUATE;
    return STEPPED;
  }
  const or = isOr<G>(prover, ply);
  const index = choose(prover, here, or);
  if (shared && (index == 0 || isSolved(nodeAt(prover.store, index)))) {
    const numbers = fromChildren(prover.store, here, or);
    prover.work = <i32>countOf(here);
    if (<u32>numbers == pnOf(here) && <u32>(numbers >> 32) == dnOf(here)) return turnBack(prover);
    // The children know more than the node: the thread that solved them is still on the way up.
    prover.phase = LOCK_UP;
    return STEPPED;
  }
  prover.chosen = index;
  if (!shared) return goDown<G>(prover);
  if (prover.stay) limitChild(prover, here, nodeAt(prover.store, index), or);
  prover.phase = ENTER;
  return STEPPED;
}

function setLimits(prover: Prover, ply: i32, pn: u32, dn: u32): void {
  const at = prover.limits + ((<usize>(ply - prover.base)) << 3);
  store<u32>(at, pn);
  store<u32>(at, dn, 4);
}

/** Whether the thread may go on below the node at this ply, which has these numbers. */
function isWithinLimits(prover: Prover, ply: i32, pn: u32, dn: u32): bool {
  const at = prover.limits + ((<usize>(ply - prover.base)) << 3);
  return pn < load<u32>(at) && dn < load<u32>(at, 4);
}

/**
 * The limits of df-pn: the child is the best successor until its number exceeds that of the next best, here by
 * a quarter more, and it may spend what the node may of the other number.
 */
function limitChild(prover: Prover, node: usize, child: usize, or: bool): void {
  const at = prover.limits + ((<usize>(prover.ply - prover.base)) << 3);
  const least: usize = or ? 0 : 4;
  const total: usize = or ? 4 : 0;
  const rival = prover.rival;
  const next = rival >= INF ? INF : rival + rival / SLACK_SHARE + 1;
  const most = load<u32>(at + total);
  // Other threads may be changing these: the limit is a guess then.
  const others = max(0, <i32>load<u32>(node + total) - <i32>load<u32>(child + total));
  const spent = most >= INF ? INF : <u32>max(0, <i32>most - others);
  store<u32>(at + 8 + least, min(load<u32>(at + least), next));
  store<u32>(at + 8 + total, spent);
}

/** The child may have been solved since it was chosen: the next step looks. */
function enterChild<G extends Game>(prover: Prover): i32 {
  enter(nodeAt(prover.store, prover.chosen));
  prover.atomics = 1;
  prover.phase = SELECT;
  return goDown<G>(prover);
}

function goDown<G extends Game>(prover: Prover): i32 {
  const child = nodeAt(prover.store, prover.chosen);
  const ply = prover.ply;
  descend<G>(prover, ply, moveTo(child));
  prover.work = <i32>countOf(child);
  prover.ply = ply + 1;
  store<u32>(pathAt(prover, ply + 1), prover.chosen);
  return STEPPED;
}

/** Gives up this descent. */
function turnBack(prover: Prover): i32 {
  if (!isShared(prover)) {
    prover.phase = FINISHED;
    return ENDED;
  }
  prover.collisions++;
  prover.idle = min(prover.idle + 1, MOST_PAUSES);
  prover.pause = prover.idle;
  prover.phase = LEAVE;
  return STEPPED;
}

/** Looks at the children of the leaf, or searches them on the second level. Touches nothing shared. */
function evaluate<G extends Game>(prover: Prover): i32 {
  const done = prover.second ? evaluateBySearch<G>(prover) : evaluateChildren<G>(prover);
  if (!done) return STEPPED;
  prover.expanded++;
  prover.stayed++;
  prover.block = 0;
  if (prover.freshCount > 0) {
    const most = <u32>changetype<G>(0).maxMoves();
    prover.block = allocate(prover.store, prover.lists, <u32>prover.freshCount, most);
    if (prover.block == 0) {
      changetype<Store>(prover.store).full = 1;
      stop(prover);
      prover.phase = isShared(prover) ? LEAVE : FINISHED;
      return STEPPED;
    }
    for (let i = 0; i < prover.freshCount; i++) {
      const at = freshAt(prover, i);
      const child = nodeAt(prover.store, prover.block + <u32>i);
      writeLeaf(child, load<u32>(at), load<u32>(at, 4), load<u32>(at, 8));
    }
  }
  prover.phase = isShared(prover) ? LOCK_UP : BACK_UP;
  return STEPPED;
}

function freshAt(prover: Prover, i: i32): usize {
  return prover.fresh + <usize>i * 12;
}

function evaluateChildren<G extends Game>(prover: Prover): bool {
  const ply = prover.ply;
  const or = isOr<G>(prover, ply);
  const moves = movesOf<G>(prover, ply);
  let count = 0;
  for (let i = 0; i < moves; i++) {
    const move = load<u32>(prover.moves + ((<usize>i) << 2));
    if (!descend<G>(prover, ply, move)) continue;
    const known = look<G>(prover, ply + 1);
    prover.evaluated++;
    prover.work++;
    // One child decides: the others are not needed.
    const decides = known == (or ? PROVED : DISPROVED);
    if (decides) count = 0;
    writeFresh(prover, count++, prover.pn, prover.dn, move);
    if (decides) break;
  }
  prover.freshCount = count;
  return true;
}

function writeFresh(prover: Prover, i: i32, pn: u32, dn: u32, move: u32): void {
  const at = freshAt(prover, i);
  store<u32>(at, pn);
  store<u32>(at, dn, 4);
  store<u32>(at, move, 8);
}

/**
 * PN2: a search of limited size below the leaf; of its tree only the children of its root are kept. A
 * piece of it at a time: false when there is more to do.
 */
function evaluateBySearch<G extends Game>(prover: Prover): bool {
  const second = changetype<Prover>(prover.second);
  const head = changetype<Store>(second.store);
  const root = nodeAt(second.store, ROOT);
  if (!prover.searching) beginSearch<G>(prover, second);
  const before = second.evaluated;
  let over = false;
  while (!over && second.evaluated - before < prover.slice) {
    step<G>(second);
    // Between two descents all numbers are those of the children.
    if (second.phase == EVALUATE || second.phase == BACK_UP) continue;
    const enough = countsOf(second.store).live >= second.limit && (flagsOf(root) & EXPANDED) != 0;
    over = enough || second.phase == FINISHED;
  }
  prover.evaluated += second.evaluated - before;
  prover.work = <i32>(second.evaluated - before);
  if (!over) return false;
  prover.searching = 0;
  prover.bounded |= second.bounded;
  if (head.deep) {
    changetype<Store>(prover.store).deep = 1;
    stop(prover);
  }
  takeRootChildren<G>(prover, second, root);
  return true;
}

/** Sets the second level on the leaf; its limit is that of section 5.1. */
function beginSearch<G extends Game>(prover: Prover, second: Prover): void {
  const first = changetype<Store>(prover.store);
  const most = changetype<Store>(second.store).capacity;
  const wanted =
    Math.pow(<f64>liveNodes(prover.store), prover.exponent) / (prover.divisor * <f64>first.threads);
  second.limit = <u32>min(wanted, <f64>most);
  second.base = prover.ply;
  forget<G>(second);
  initStore(second.store, most, 1);
  second.phase = BEGIN;
  prover.searching = 1;
}

/** The children of the second level's root become those of the leaf. */
function takeRootChildren<G extends Game>(prover: Prover, second: Prover, root: usize): void {
  const count = <i32>countOf(root);
  const first = firstChild(root);
  const or = isOr<G>(prover, prover.ply);
  let taken = 0;
  for (let i = 0; i < count; i++) {
    const child = nodeAt(second.store, first + <u32>i);
    const decides = or ? pnOf(child) == 0 : dnOf(child) == 0;
    if (decides) taken = 0;
    writeFresh(prover, taken++, pnOf(child), dnOf(child), moveTo(child));
    if (decides) break;
  }
  prover.freshCount = taken;
}

/** Takes the lock that the next step needs. */
function lockUp(prover: Prover): i32 {
  const here = node(prover, prover.ply);
  if (!tryLock(here)) return BLOCKED;
  prover.work = flagsOf(here) & EXPANDED ? <i32>countOf(here) : prover.freshCount;
  prover.atomics = 1;
  prover.phase = BACK_UP;
  return STEPPED;
}

/** Attaches new children or not, and computes the numbers of the current node again. */
function backUp<G extends Game>(prover: Prover): i32 {
  const ply = prover.ply;
  const here = node(prover, ply);
  const shared = isShared(prover);
  const atRoot = ply == prover.base;
  if ((flagsOf(here) & EXPANDED) == 0) {
    attachChildren(here, prover.block, <u32>prover.freshCount, shared);
    if (shared) prover.atomics = 1;
  }
  if (!shared) prover.work = <i32>countOf(here);
  const or = isOr<G>(prover, ply);
  let changed = false;
  if (!isSolved(here)) {
    const numbers = fromChildren(prover.store, here, or);
    const pn = <u32>numbers;
    const dn = <u32>(numbers >> 32);
    changed = pn != pnOf(here) || dn != dnOf(here);
    setNumbers(here, pn, dn);
  }
  const solved = isSolved(here);
  if (shared) {
    prover.changed = changed ? 1 : 0;
    prover.stays = !solved && stays(prover, here, changed) ? 1 : 0;
    prover.phase = prover.stays ? UNLOCK_UP : EXIT_UP;
    return STEPPED;
  }
  if (solved && !atRoot) prover.work += freeBelow(prover.store, prover.lists, here);
  if (atRoot) {
    if (solved) stop(prover);
    prover.phase = BEGIN;
  } else if (changed) {
    prover.ply = ply - 1;
  } else {
    prover.phase = SELECT;
  }
  return STEPPED;
}

/** Whether the thread goes on below the node, which was computed again, instead of going up. */
function stays(prover: Prover, here: usize, changed: bool): bool {
  const ply = prover.ply;
  if (prover.unsent > ply) prover.unsent = ALL_SENT;
  if (prover.selection == RANDOMIZED || prover.idle) return false;
  // Nothing above changes, so the next descent from the root would most likely come here again.
  if (!changed && prover.unsent == ALL_SENT) {
    prover.stayed = 0;
    return true;
  }
  if (prover.stayed >= prover.stay) return false;
  if (!isWithinLimits(prover, ply, pnOf(here), dnOf(here))) return false;
  if (changed) prover.unsent = min(prover.unsent, ply);
  return true;
}

/** Under the lock no other thread can solve the node: what BACK_UP found still holds. */
function exitUp(prover: Prover): i32 {
  const here = node(prover, prover.ply);
  prover.atomics = 1;
  if (!isSolved(here)) {
    // No thread is to give the subtree back, so it does not matter which are left.
    exitUnlocking(here);
    return goOnUp(prover, here);
  }
  const last = exit(here) == 0;
  prover.phase = last && prover.ply > prover.base ? FREE_UP : UNLOCK_UP;
  return STEPPED;
}

function free(prover: Prover, next: i32): i32 {
  prover.work = freeBelow(prover.store, prover.lists, node(prover, prover.ply));
  prover.atomics = 1;
  prover.phase = next;
  return STEPPED;
}

function unlockUp(prover: Prover): i32 {
  const here = node(prover, prover.ply);
  unlock(here);
  prover.atomics = 1;
  if (prover.stays) {
    prover.stays = 0;
    prover.phase = SELECT;
    return STEPPED;
  }
  return goOnUp(prover, here);
}

/** To the parent, whose numbers may change when those of the node did. */
function goOnUp(prover: Prover, here: usize): i32 {
  if (prover.ply == prover.base) {
    if (isSolved(here)) stop(prover);
    prover.phase = BEGIN;
    return STEPPED;
  }
  prover.phase = prover.changed || prover.ply >= prover.unsent ? LOCK_UP : LEAVE;
  prover.ply--;
  return STEPPED;
}

/** Goes one ply up without changing numbers: another thread does, or nothing changed. */
function leave(prover: Prover): i32 {
  prover.atomics = 1;
  const last = exit(node(prover, prover.ply)) == 0;
  if (!last || prover.ply == prover.base) return goUp(prover);
  prover.phase = LEAVE_LOCK;
  return STEPPED;
}

function goUp(prover: Prover): i32 {
  if (prover.ply == prover.base) {
    prover.phase = BEGIN;
  } else {
    prover.phase = prover.ply >= prover.unsent ? LOCK_UP : LEAVE;
    prover.ply--;
  }
  return STEPPED;
}

/**
 * The last thread to leave a solved node gives its subtree back. If the lock is taken, or a thread has
 * come back in between, it is given back with a node above.
 */
function leaveLock(prover: Prover): i32 {
  const here = node(prover, prover.ply);
  if (!isSolved(here)) return goUp(prover);
  prover.atomics = 1;
  if (!tryLock(here)) return goUp(prover);
  prover.phase = LEAVE_LOOK;
  return STEPPED;
}

/** A thread may have come while the node was not solved yet, and still be below. */
function leaveLook(prover: Prover): i32 {
  const here = node(prover, prover.ply);
  const users = atomic.load<u32>(here + FLAGS) & USERS;
  prover.work = 1;
  prover.phase = users == 0 ? LEAVE_FREE : LEAVE_UNLOCK;
  return STEPPED;
}
