// The functions of a game in plain TypeScript, as the kernel calls them. A function that is declared
// and not defined is imported, and the compiler names the import's module after this file: the
// instance is given `{ game: { load, play, moves, leaves, bestLeaf, evaluate, keyLow, keyHigh } }`.
//
// States are values on the other side, kept in an array; here a state is its place in it, a slot. A
// call costs some 5 ns, so what every node needs (turn, result) comes back with `load` and `play` as
// one status word: bit 0 is the side to move, bits 1 and 2 say how the game stands.

/** Bits 1 and 2 of a status, from the side to move. */
export const ONGOING: i32 = 0;
export const DRAWN: i32 = 1;
export const WON: i32 = 2;
export const LOST: i32 = 3;

/** The status of the state that the other side has put at `slot`. */
export declare function load(slot: i32): i32;

/** Puts the state after move number `move` of the state at `slot` to `slot + 1`; its status. */
export declare function play(slot: i32, move: u32): i32;

/** The number of moves of an ongoing game, 1 .. MAX_MOVES. */
export declare function moves(slot: i32): i32;

/**
 * The best value, for `side`, of the states after the moves of an ongoing game: the moves in their
 * order, until one is worth beta or more. Bits 0 to 10: how many were looked at; bit 11: whether one
 * of them was no finished game; bits 12 to 31: the value. `bestLeaf` is then the best move.
 */
export declare function leaves(slot: i32, side: i32, beta: i32): i32;
export declare function bestLeaf(): u32;

/** Static value of an ongoing game, from the side to move, inside (-PROVEN, PROVEN). */
export declare function evaluate(slot: i32): i32;

/** The position's key, to be mixed further, in two halves; `keyHigh` belongs to the last `keyLow`. */
export declare function keyLow(slot: i32): u32;
export declare function keyHigh(): u32;
