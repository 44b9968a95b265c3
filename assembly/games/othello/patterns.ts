// Static evaluation from the board alone: weighted squares and mobility. It keeps no features, so
// the feature bytes of a state are only carried along.
import { mobility } from './board';

const OWN: usize = 0;
const OPP: usize = 8;
const FEATURES: usize = 16;
const FEATURE_BYTES: usize = 96;

const CORNERS: u64 = 0x8100000000000081;
const NEAR_CORNERS: u64 = 0x42c300000000c342;

export function loadPatterns(state: usize, black: u64, white: u64): void {
  memory.fill(state + FEATURES, 0, FEATURE_BYTES);
}

export function playPatterns(from: usize, to: usize, square: i32, flips: u64, side: u32): void {
  copyPatterns(from, to);
}

export function copyPatterns(from: usize, to: usize): void {
  memory.copy(to + FEATURES, from + FEATURES, FEATURE_BYTES);
}

export function evaluatePatterns(state: usize, empties: i32, side: u32): i32 {
  const own = load<u64>(state, OWN);
  const opp = load<u64>(state, OPP);
  const corners = <i32>popcnt(own & CORNERS) - <i32>popcnt(opp & CORNERS);
  const near = <i32>popcnt(own & NEAR_CORNERS) - <i32>popcnt(opp & NEAR_CORNERS);
  const moves = <i32>popcnt(mobility(own, opp)) - <i32>popcnt(mobility(opp, own));
  return 800 * corners - 250 * near + 120 * moves;
}
