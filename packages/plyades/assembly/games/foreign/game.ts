// The functions of a game in plain TypeScript, as the kernel calls them. A function that is declared
// and not defined is imported, and the compiler names the import's module after this file: the
// instance is given
// `{ game: { load, begin, play, moves, leaves, bestLeaf, evaluate, keyLow, keyHigh, reach, codes, playOut } }`.
//
// States are values on the other side, kept in an array; here a state is its place in it, a slot. A
// call costs some 5 ns, so what every node needs (turn, result) comes back with `load` and `play` as
// one status word: bit 0 is the side to move, bit 1 says that the game is over, the others
// how.

/** Set in the status of a finished game. */
export const OVER: i32 = 2;

/** Set where the result holds for the path alone. */
export const BY_PATH: i32 = 4;

/** Bits 3 to 31 of that status: the result from the side to move, WIN, 0, -WIN or a margin. */
export const RESULT_SHIFT: i32 = 3;

/** The status of the state that the other side has put at `slot`. */
export declare function load(slot: i32): i32;

/** Says whether the search that begins at `slot` is one in play mode. */
export declare function begin(slot: i32, playing: i32): void;

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

/** The three questions of random games, see the contract. `reach` puts the state at `slot`, below the root's; its status. */
export declare function reach(slot: i32, path: usize, count: i32, isKnown: bool): i32;
export declare function codes(slot: i32, out: usize): void;
export declare function playOut(slot: i32, out: usize, most: i32, seed: u32): i32;
