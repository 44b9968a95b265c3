// The values that kernels return. They are integers from the side to move; the ends of the scale
// are proven results, and how far beyond WIN a value lies tells how soon the game is won. The
// constants are those of assembly/contract.ts, and a test compares the two files.

/** Depth of a search that goes to the end of the game; the children of a node of this depth have it too. */
export const FULL_DEPTH = 255;

/** A won game. The search adds the depth that remains at the end of the game. */
export const WIN = 500_000;

/** Values beyond this are proven wins, below its negative proven losses; evaluations stay inside. */
export const PROVEN = 490_000;

/**
 * Play mode's value of a game that is won by repetition: more than any evaluation, but no proof, since a table remembers
 * it without the path.
 */
export const REPETITION_WIN = PROVEN - 1;

/** Outside every value. */
export const INFINITE = 520_000;

export const bounds = ['exact', 'lower', 'upper'] as const;

/** What a value says about the true one: equal to it, at most it (`lower`), at least it (`upper`). */
export type Bound = (typeof bounds)[number];

/** True when the side to move wins against every defence. */
export const isProvenWin = (value: number): boolean => value > PROVEN;

/** True when the side to move loses with every move. */
export const isProvenLoss = (value: number): boolean => value < -PROVEN;

/**
 * True for a win or a loss that takes no more plies than the search was deep: no greater depth knows a quicker
 * one. Play mode also finds longer ones, where it searches checks further than the depth.
 */
export const isDecided = (value: number): boolean => Math.abs(value) >= WIN;

/**
 * Plies until the side to move has won, for a proven win that a search of `depth` plies returned.
 * Undefined at FULL_DEPTH, where no depth is counted down. For a loss, ask with the value negated.
 */
export function pliesToWin(value: number, depth: number): number | undefined {
  if (!isProvenWin(value) || depth >= FULL_DEPTH) return undefined;
  return depth - (value - WIN);
}
