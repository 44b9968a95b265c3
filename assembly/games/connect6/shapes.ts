// What the shapes on the board are worth. A window that holds stones of one side only may still become
// its six, and is worth more the more it holds; one with stones of both sides is dead. The sum over all
// windows is the evaluation, and what a stone changes in it is the score of its point.
//
// A window is a byte: black stones in it, plus 8 times the white ones. Tables are indexed by the stones
// of the side that plays plus 8 times those of the other one.

/** The worth of a window by its stones; at most 127, since scores are added as bytes. */
const W1: i32 = 3;
const W2: i32 = 14;
const W3: i32 = 34;
const W4: i32 = 80;
const W5: i32 = 90;

/** The same as bytes: what a window is worth, and what the first, second, ... stone adds. */
const B1: i8 = <i8>W1;
const B2: i8 = <i8>W2;
const B3: i8 = <i8>W3;
const B4: i8 = <i8>W4;
const B5: i8 = <i8>W5;
const G1: i8 = <i8>W1;
const G2: i8 = <i8>(W2 - W1);
const G3: i8 = <i8>(W3 - W2);
const G4: i8 = <i8>(W4 - W3);
const G5: i8 = <i8>(W5 - W4);

/** Four or five stones: two more, and the game is won. */
const THREAT: i32 = 1 << 16;
/** One threat less for the other side. */
const STOPPED: i32 = 1 << 24;

/**
 * What a stone changes in a window: the evaluation in bits 0-15, the number of own threats (signed)
 * in 16-23, and the number of threats of the other side that it stops from 24 on.
 */
// biome-ignore format: one row for each number of stones of the other side
const CHANGES: StaticArray<i32> = [
  W1, W2 - W1, W3 - W2, W4 - W3 + THREAT, W5 - W4, -THREAT, 0, 0,
  W1, 0, 0, 0, 0, 0, 0, 0,
  W2, 0, 0, 0, 0, 0, 0, 0,
  W3, 0, 0, 0, 0, 0, 0, 0,
  W4 + STOPPED, 0, 0, 0, 0, 0, 0, 0,
  W5 + STOPPED, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0,
];

/** What two stones in a window change beyond twice what one of them does. */
// biome-ignore format: as above
const TOGETHER: StaticArray<i32> = [
  W2 - 2 * W1, W3 - 2 * W2 + W1, W4 - 2 * W3 + W2, W5 - 2 * W4 + W3, W4 - W5, 0, 0, 0,
  -W1, 0, 0, 0, 0, 0, 0, 0,
  -W2, 0, 0, 0, 0, 0, 0, 0,
  -W3, 0, 0, 0, 0, 0, 0, 0,
  -W4, 0, 0, 0, 0, 0, 0, 0,
  -W5, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0,
];

/** The most that `togetherOf` can add up to for two stones: they share five windows at most. */
export const MOST_TOGETHER: i32 = 5 * (W4 - 2 * W3 + W2);

export function changeOf(seen: u32): i32 {
  return unchecked(CHANGES[seen]);
}

export function togetherOf(seen: u32): i32 {
  return unchecked(TOGETHER[seen]);
}

/** The window as a side sees it: its own stones in the lower three bits. 0 is Black. */
export function seenBy(side: i32, window: u32): u32 {
  return side == 0 ? window : ((window >> 3) | (window << 3)) & 63;
}

export function changedValue(change: i32): i32 {
  return change & 0xffff;
}

export function changedThreats(change: i32): i32 {
  return <i32>(<i8>(change >> 16));
}

export function stoppedThreats(change: i32): i32 {
  return (change - (changedThreats(change) << 16)) >> 24;
}

/** The changes of sixteen windows at once, as bytes; 0 where there is no window. */
export function changesOf(side: i32, windows: v128): v128 {
  const swapped = v128.or(i8x16.shr_u(windows, 3), i8x16.shl(v128.and(windows, i8x16.splat(7)), 3));
  const own = side == 0 ? windows : swapped;
  const other = side == 0 ? swapped : windows;
  // Indices from 16 on give 0, and so do 8 to 15: one or more stones of the wrong side.
  const gained = i8x16.swizzle(i8x16(G1, G2, G3, G4, G5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), own);
  const stopped = i8x16.swizzle(i8x16(0, B1, B2, B3, B4, B5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), other);
  return i8x16.add(gained, stopped);
}
