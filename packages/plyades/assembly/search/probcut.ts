// Multi-ProbCut (M. Buro: ProbCut, ICCA Journal 18(2), 1995; Experiments with Multi-ProbCut, 1997), in play
// mode of games that have a model of their evaluation: before a node with a null window is searched, shallower searches of
// the same position, with windows moved by what they may be wrong by, ask whether it is worth while. Such
// a search is a node of its own, one ply further on the stack, with the same position; so it can stop
// anywhere like every other, and uses the table and cuts of its own.
import { FULL_DEPTH, Game, PROVEN } from '../contract';
import { Frame, Searcher, stateOf } from './searcher';
import { BOUND_LOWER, BOUND_UPPER, entryMove, NO_MOVE, pack, probe, remember } from './table';

// What `Frame.probing` says: how many shallow searches were begun, and
const TRIED: u16 = 0xff;
/** one of them is under way, */
const UNDER_WAY: u16 = 0x100;
/** they ask whether the node fails low; else, whether it fails high. */
const LOW: u16 = 0x200;

/** True when ProbCut may cut the node: only a bound is asked for, here and at the root. */
export function canProbCut<G extends Game>(s: Searcher, f: Frame, ply: i32): bool {
  if (f.beta - f.alpha != 1 || f.depth == FULL_DEPTH || abs(f.beta) >= PROVEN) return false;
  // Of a part the root is a node like others.
  return ply > 0 || s.part != 0 || s.rootBeta - s.rootAlpha == 1;
}

/** Puts the next shallow search of the node at `frame` into `child`; false when there is none left. */
export function beginProbe<G extends Game>(frame: usize, child: usize): bool {
  const f = changetype<Frame>(frame);
  const g = changetype<G>(stateOf(frame));
  const tried = <i32>(f.probing & TRIED);
  const depth = g.probCutDepth(f.depth, tried);
  if (depth == 0) return false;
  if (tried == 0) f.probing = g.evaluate() < f.beta ? LOW : 0;
  const low = (f.probing & LOW) != 0;
  const bound = g.probCutBound(f.depth, tried, low ? f.alpha : f.beta, low);
  if (abs(bound) >= PROVEN) return false;
  f.probing = <u16>(tried + 1) | UNDER_WAY | (f.probing & LOW);
  const c = changetype<Frame>(child);
  memory.copy(stateOf(child), stateOf(frame), g.size());
  c.depth = depth;
  c.alpha = low ? bound : bound - 1;
  c.beta = c.alpha + 1;
  c.probing = 0;
  return true;
}

/** True when what has returned to the node at `frame` is a shallow search of itself. */
export function isProbing(frame: usize): bool {
  return (changetype<Frame>(frame).probing & UNDER_WAY) != 0;
}

/** Whether the shallow search of the node at `frame`, which is under way, asks if the node fails low. */
export function asksLow(frame: usize): bool {
  return (changetype<Frame>(frame).probing & LOW) != 0;
}

/** A shallow search has returned `value`: true when it cuts the node, which is then worth `cutValue`. */
export function endProbe<G extends Game>(
  frame: usize,
  child: usize,
  value: i32,
  table: usize,
): bool {
  const f = changetype<Frame>(frame);
  f.probing &= ~UNDER_WAY;
  const low = (f.probing & LOW) != 0;
  if (low == value >= changetype<Frame>(child).beta) return false;
  if (table != 0 && f.depth >= changetype<G>(0).tableDepth()) {
    // The shallow search has left its own entry there, whose move is worth keeping.
    const data = probe(table, f.hash);
    const move = data == 0 ? NO_MOVE : entryMove(data);
    const bound = low ? BOUND_UPPER : BOUND_LOWER;
    remember(table, f.hash, pack(cutValue(frame), f.depth, bound, 1, 1, move));
  }
  return true;
}

/** The bound that a cut proves, as far as it proves anything. */
export function cutValue(frame: usize): i32 {
  const f = changetype<Frame>(frame);
  return (f.probing & LOW) != 0 ? f.alpha : f.beta;
}
