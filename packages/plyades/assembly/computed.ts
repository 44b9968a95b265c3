// Where a game may put tables that it computes when its module is instantiated. Static data is no
// place for them: each instance that joins a shared memory would reset it to zeros under the others.
// Memory behind the static data is not touched by that; every instance writes the same tables to the
// same addresses there, each word once and with its final value, so that others can read meanwhile.

/**
 * The first byte; `computedBytes` of the game says how many follow. A constant, so that addresses of
 * tables are folded into the loads; static data of a game with such tables must end before it.
 */
export const COMPUTED: usize = 0x10000;

/** One past what belongs to the module: its static data, and tables of this many bytes. */
export function moduleEnd(computedBytes: i32): usize {
  if (computedBytes == 0) return __heap_base;
  return __heap_base <= COMPUTED ? COMPUTED + <usize>computedBytes : usize.MAX_VALUE;
}
