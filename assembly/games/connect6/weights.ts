// What shapes are worth, in hundredths of nothing in particular: only their ratios matter. Written by
// tools/connect6-eval, which reads and replaces the numbers, one to a line. A window of more stones must
// not be worth less, and none more than 127, since scores of points are added as bytes.

/** A window by the stones of its only side, one to five. */
export const W1: i32 = 3;
export const W2: i32 = 14;
export const W3: i32 = 34;
export const W4: i32 = 80;
export const W5: i32 = 90;

/** The turn, for each stone that need not stop a threat. */
export const FREE_STONE: i32 = 60;
