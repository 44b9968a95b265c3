// What happens to moves as they are found: written down one by one, written when they are tactical, or
// only counted. The generator is compiled once for each; `at` is the address behind the last move, which counting advances too.
import { high, low, size } from './bitboard';
import { DROP, PROMOTE } from './pieces';

/** Receives the moves of one piece, of all pawns, or all drops of one kind. */
@unmanaged
export abstract class Sink {
  /** True when only captures and promotions of pawns are wanted. */
  abstract tactical(): bool;
  /** From one square to these without and to those with promotion. */
  abstract piece(at: usize, from: u32, plain: v128, promoting: v128): usize;
  /** Steps forward of pawns, by their targets; `back` is from the target to the origin. */
  abstract pawns(at: usize, back: i32, plain: v128, promoting: v128): usize;
  abstract drops(at: usize, kind: u32, targets: v128): usize;
}

@unmanaged
export class Writer extends Sink {
  @inline
  tactical(): bool {
    return false;
  }

  @inline
  piece(at: usize, from: u32, plain: v128, promoting: v128): usize {
    return write(write(at, from << 7, 0, plain), (from << 7) | PROMOTE, 0, promoting);
  }

  @inline
  pawns(at: usize, back: i32, plain: v128, promoting: v128): usize {
    // The origin is the target + back: both parts of the move come from one multiplication.
    const move = <u32>(back << 7);
    return write(write(at, move, 1 << 7, plain), move + PROMOTE, 1 << 7, promoting);
  }

  @inline
  drops(at: usize, kind: u32, targets: v128): usize {
    return write(at, (DROP + kind) << 7, 0, targets);
  }
}

/** Writes tactical moves: who takes or steps into the zone promotes if possible. */
@unmanaged
export class TacticalWriter extends Sink {
  @inline
  tactical(): bool {
    return true;
  }

  @inline
  piece(at: usize, from: u32, plain: v128, promoting: v128): usize {
    const rest = v128.andnot(plain, promoting);
    return write(write(at, from << 7, 0, rest), (from << 7) | PROMOTE, 0, promoting);
  }

  @inline
  pawns(at: usize, back: i32, plain: v128, promoting: v128): usize {
    const move = <u32>(back << 7);
    const rest = v128.andnot(plain, promoting);
    return write(write(at, move, 1 << 7, rest), move + PROMOTE, 1 << 7, promoting);
  }

  @inline
  drops(at: usize, kind: u32, targets: v128): usize {
    return at;
  }
}

/** Writes base + square * (1 + slope) for every square. */
function write(at: usize, base: u32, slope: u32, targets: v128): usize {
  let lo = low(targets);
  while (lo != 0) {
    const square = <u32>ctz(lo);
    store<u32>(at, base + square * slope + square);
    at += 4;
    lo &= lo - 1;
  }
  let hi = high(targets);
  while (hi != 0) {
    const square = 63 + <u32>ctz(hi);
    store<u32>(at, base + square * slope + square);
    at += 4;
    hi &= hi - 1;
  }
  return at;
}

@unmanaged
export class Counter extends Sink {
  @inline
  tactical(): bool {
    return false;
  }

  @inline
  piece(at: usize, from: u32, plain: v128, promoting: v128): usize {
    return at + ((<usize>(size(plain) + size(promoting))) << 2);
  }

  @inline
  pawns(at: usize, back: i32, plain: v128, promoting: v128): usize {
    return at + ((<usize>(size(plain) + size(promoting))) << 2);
  }

  @inline
  drops(at: usize, kind: u32, targets: v128): usize {
    return at + ((<usize>size(targets)) << 2);
  }
}
