// What shapes are worth. Only ratios matter: a logit is about 163. Fitted to games by
// tools/connect6-eval, which reads and replaces the numbers, one to a line. A window of more stones must
// not be worth less, and none more than 127, since scores of points are added as bytes.

/** A window by the stones of its only side, one to five. */
export const W1: i32 = 0;
export const W2: i32 = 10;
export const W3: i32 = 24;
export const W4: i32 = 111;
export const W5: i32 = 111;

/** The turn, for each stone that need not stop a threat. */
export const FREE_STONE: i32 = 180;
