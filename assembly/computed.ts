// Where a game may put tables that it computes when its module is instantiated. Static data is no
// place for them: each instance that joins a shared memory would reset it to zeros under the others.
// Memory behind the static data is not touched by that; every instance writes the same tables to the
// same addresses there, each word once and with its final value, so that others can read meanwhile.

/** The first byte, a multiple of 64. `computedBytes` of the game says how many follow. */
export const COMPUTED: usize = (__heap_base + 63) & ~63;
