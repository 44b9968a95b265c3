// Repetition in play mode: is the position of a frame decided by the path that led to it? On the line
// itself once before is enough, since what can be repeated once can be again. Positions of the game
// before the root count as the rule says: there, a side may have gone astray since and go another way
// now. The keys of game and line stand in one row, so that looking back is one short loop.
// Nor is the table misled by the count of moves without progress: what it can decide is in the key.
import { Game, NO_BOUND, PROVEN } from '../contract';
import { mix } from '../hash';
import { beforeCheckedAt, keyAt, Searcher, stateOf } from './searcher';

/**
 * Where one side has done nothing but give check: more than any evaluation, but not a proof, since the
 * table will remember it without the path.
 */
const LOST_BY_CHECKS: i32 = PROVEN - 1;

/** What is compared: the hash without what does not matter. Positions of both sides may share it. */
export function keyOf<G extends Game>(position: usize): u64 {
  const g = changetype<G>(position);
  return g.hash() ^ g.immaterial();
}

/** Notes the key of the position `ply` plies below the root. */
export function noteKey<G extends Game>(searcher: usize, ply: i32, position: usize): void {
  store<u64>(keyAt<G>(searcher, ply), keyOf<G>(position));
}

/**
 * The value from the side to move where the path decides, by repetition or with nothing new for too
 * long: 0, or +-LOST_BY_CHECKS. NO_BOUND where it does not decide.
 * The keys of all frames up to this one must be noted.
 */
export function valueByPath<G extends Game>(
  searcher: usize,
  frame: usize,
  stride: usize,
  ply: i32,
): i32 {
  const g = changetype<G>(stateOf(frame));
  const plies = g.reversiblePlies();
  if (plies > g.mostReversible()) return g.over() ? NO_BOUND : 0;
  const cycle = findCycle<G>(searcher, load<u64>(keyAt<G>(searcher, ply)), ply, plies);
  if (cycle == 0) return NO_BOUND;
  const byOther = isAlwaysChecked<G>(searcher, frame, stride, ply, 0, cycle);
  const bySelf = isAlwaysChecked<G>(searcher, frame, stride, ply, 1, cycle);
  if (byOther == bySelf) return 0;
  return byOther ? LOST_BY_CHECKS : -LOST_BY_CHECKS;
}

/** Plies before the draw from which the table keeps values apart by their distance from it. */
const NEAR: i32 = 12;

/** True when a search of `depth` plies from here can come to the draw for lack of progress. */
export function isDrawInReach<G extends Game>(position: usize, depth: i32): bool {
  const g = changetype<G>(position);
  if (g.mostReversible() == i32.MAX_VALUE) return false;
  return g.reversiblePlies() + depth > g.mostReversible();
}

/**
 * True when the draw for lack of progress is so near that its distance decides what play mode finds,
 * at every depth.
 */
export function isNearDraw<G extends Game>(position: usize): bool {
  return isDrawInReach<G>(position, NEAR);
}

/**
 * What play mode adds (xor) to the key of a node of this depth in the table: where the draw matters, the
 * plies since the last progress belong to the position.
 */
export function keyOfDraw<G extends Game>(position: usize, depth: i32): u64 {
  if (!isDrawInReach<G>(position, max(depth, NEAR))) return 0;
  return mix(<u64>changetype<G>(position).reversiblePlies() + 1);
}

/** True when a position `ply` plies below the root is decided by repetition. */
export function isRepeated<G extends Game>(searcher: usize, position: usize, ply: i32): bool {
  const plies = changetype<G>(position).reversiblePlies();
  return findCycle<G>(searcher, keyOf<G>(position), ply, plies) != 0;
}

/**
 * Plies back to the occurrence with which the repetition that decides began, 0 when none does. Only
 * every second position has the same side to move.
 */
function findCycle<G extends Game>(searcher: usize, key: u64, ply: i32, reversiblePlies: i32): i32 {
  const here = keyAt<G>(searcher, ply);
  const known = min(ply + changetype<Searcher>(searcher).beforeCount, reversiblePlies);
  let missing = changetype<G>(0).repeats() - 1;
  for (let back = 2; back <= known; back += 2) {
    if (load<u64>(here - ((<usize>back) << 3)) != key) continue;
    missing--;
    if (back <= ply || missing == 0) return back;
  }
  return 0;
}

/**
 * Whether the side to move was in check at `from` plies before the frame, and every second ply further
 * back until less than `cycle`. Positions of the line are still in their frames.
 */
function isAlwaysChecked<G extends Game>(
  searcher: usize,
  frame: usize,
  stride: usize,
  ply: i32,
  from: i32,
  cycle: i32,
): bool {
  for (let back = from; back < cycle; back += 2) {
    const checked =
      back <= ply
        ? changetype<G>(stateOf(frame - <usize>back * stride)).checked()
        : load<u8>(beforeCheckedAt<G>(searcher) + <usize>(back - ply - 1)) != 0;
    if (!checked) return false;
  }
  return true;
}
