// Bitboards of 64 squares as pairs of u32: x holds squares 0 to 31, y squares 32 to 63.

alias Bits = vec2<u32>;

const NONE = Bits(0u, 0u);
const ALL = Bits(0xffffffffu, 0xffffffffu);

fn bit(square: u32) -> Bits {
  let mask = 1u << (square & 31u);
  return select(Bits(mask, 0u), Bits(0u, mask), square >= 32u);
}

fn some(those: Bits) -> bool {
  return (those.x | those.y) != 0u;
}

fn holds(those: Bits, square: u32) -> bool {
  return ((select(those.x, those.y, square >= 32u) >> (square & 31u)) & 1u) != 0u;
}

/** The lowest square of a set that is not empty. */
fn lowest(those: Bits) -> u32 {
  return select(32u + countTrailingZeros(those.y), countTrailingZeros(those.x), those.x != 0u);
}

fn dropLowest(those: Bits) -> Bits {
  if (those.x != 0u) {
    return Bits(those.x & (those.x - 1u), those.y);
  }
  return Bits(0u, those.y & (those.y - 1u));
}

/** More than one square. */
fn several(those: Bits) -> bool {
  return some(dropLowest(those));
}

fn count(those: Bits) -> i32 {
  return i32(countOneBits(those.x) + countOneBits(those.y));
}

/** Shifts by 1 to 31 squares. */
fn up(those: Bits, squares: u32) -> Bits {
  return Bits(those.x << squares, (those.y << squares) | (those.x >> (32u - squares)));
}

fn down(those: Bits, squares: u32) -> Bits {
  return Bits((those.x >> squares) | (those.y << (32u - squares)), those.y >> squares);
}

fn swapBytes(word: u32) -> u32 {
  return (word >> 24u) | ((word >> 8u) & 0xff00u) | ((word << 8u) & 0xff0000u) | (word << 24u);
}

/** The board upside down. */
fn turned(those: Bits) -> Bits {
  return Bits(swapBytes(those.y), swapBytes(those.x));
}

fn mirrored(those: Bits) -> Bits {
  return Bits(reverseBits(those.y), reverseBits(those.x));
}

fn minus(a: Bits, b: Bits) -> Bits {
  return Bits(a.x - b.x, a.y - b.y - select(0u, 1u, a.x < b.x));
}
