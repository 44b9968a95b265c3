// What the shapes on the board are worth. A window that holds stones of one side only may still become
// its six, and is worth more the more it holds; one with stones of both sides is dead. The sum over all
// windows is the evaluation, and what a stone changes in it is the score of its point.
//
// A window is a byte: black stones in it, plus 8 times the white ones. Tables are indexed by the stones
// of the side that plays plus 8 times those of the other one.
import { W1, W2, W3, W4, W5 } from './weights';

/** The weights as bytes: what a window is worth, and what the first, second, ... stone adds. */
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

/** What two stones in a window change beyond twice what one of them does, by the stones that it holds. */
const T0: i8 = <i8>(W2 - 2 * W1);
const T1: i8 = <i8>(W3 - 2 * W2 + W1);
const T2: i8 = <i8>(W4 - 2 * W3 + W2);
const T3: i8 = <i8>(W5 - 2 * W4 + W3);
const T4: i8 = <i8>(W4 - W5);

export function changeOf(seen: u32): i32 {
  return unchecked(CHANGES[seen]);
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

/** Sixteen windows as a side sees them. */
export function allSeenBy(side: i32, windows: v128): v128 {
  if (side == 0) return windows;
  return v128.or(i8x16.shr_u(windows, 3), i8x16.shl(v128.and(windows, i8x16.splat(7)), 3));
}

// Below, `own` are sixteen windows as the side that plays sees them and `other` the same as the other side
// does. Indices from 16 on give 0, and so do 8 to 15: one or more stones of the wrong side.

/** The changes of evaluation by a stone, as bytes; 0 where there is no window. */
export function changesOf(own: v128, other: v128): v128 {
  const gained = i8x16.swizzle(i8x16(G1, G2, G3, G4, G5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), own);
  const stopped = i8x16.swizzle(i8x16(0, B1, B2, B3, B4, B5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), other);
  return i8x16.add(gained, stopped);
}

/** What two stones change beyond the changes of each, as signed bytes; 0 where there is no window. */
export function togetherOf(own: v128, other: v128): v128 {
  const gained = i8x16.swizzle(i8x16(T0, T1, T2, T3, T4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), own);
  const stopped = i8x16.swizzle(i8x16(0, B1, B2, B3, B4, B5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), other);
  return i8x16.sub(gained, stopped);
}
