// Legal moves and flips with plain 64-bit arithmetic: the algorithm that bench/native/board.hpp
// repeats in C++, so that the two compilers can be compared on equal terms. The kernel itself runs
// board.ts, which computes the same two functions two directions at a time.
// Square 0 is a1, 1 is b1, 63 is h8; bit i of a board is square i.
import { RAYS } from './rays';

/** Columns b to g: a disc on an edge column is never enclosed by a line that crosses columns. */
const INNER: u64 = 0x7e7e7e7e7e7e7e7e;

/** The squares where `own` may move: each direction is a parallel prefix over runs of `opp`. */
export function mobilityScalar(own: u64, opp: u64): u64 {
  const inner = opp & INNER;
  return (
    (rising(own, inner, 1) |
      falling(own, inner, 1) |
      rising(own, opp, 8) |
      falling(own, opp, 8) |
      rising(own, inner, 7) |
      falling(own, inner, 7) |
      rising(own, inner, 9) |
      falling(own, inner, 9)) &
    ~(own | opp)
  );
}

function rising(own: u64, opp: u64, step: u64): u64 {
  let run = opp & (own << step);
  run |= opp & (run << step);
  const pairs = opp & (opp << step);
  run |= pairs & (run << (step + step));
  run |= pairs & (run << (step + step));
  return run << step;
}

function falling(own: u64, opp: u64, step: u64): u64 {
  let run = opp & (own >> step);
  run |= opp & (run >> step);
  const pairs = opp & (opp >> step);
  run |= pairs & (run >> (step + step));
  run |= pairs & (run >> (step + step));
  return run >> step;
}

/** The discs of `opp` that `own` turns by playing on the empty `square`; 0 if that is no move. */
export function flipsScalar(own: u64, opp: u64, square: i32): u64 {
  const rays = RAYS + ((<usize>square) << 6);
  return (
    turnedRising(own, opp, load<u64>(rays)) |
    turnedRising(own, opp, load<u64>(rays, 8)) |
    turnedRising(own, opp, load<u64>(rays, 16)) |
    turnedRising(own, opp, load<u64>(rays, 24)) |
    turnedFalling(own, opp, load<u64>(rays, 32)) |
    turnedFalling(own, opp, load<u64>(rays, 40)) |
    turnedFalling(own, opp, load<u64>(rays, 48)) |
    turnedFalling(own, opp, load<u64>(rays, 56))
  );
}

/** The nearest square of the ray that is not `opp` is its lowest one; if it is `own`, all before it turn. */
function turnedRising(own: u64, opp: u64, ray: u64): u64 {
  const rest = ray & ~opp;
  const end = rest & (0 - rest) & own;
  return (end - <u64>(end != 0)) & ray;
}

/** Here the nearest one is the highest; the lowest bit is set so that an empty rest stays harmless. */
function turnedFalling(own: u64, opp: u64, ray: u64): u64 {
  const end = (<u64>0x8000000000000000 >> clz((ray & ~opp) | 1)) & own & ray;
  return (0 - (end << 1)) & ray;
}
