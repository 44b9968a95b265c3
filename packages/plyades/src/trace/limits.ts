// How much of a run is kept, and which part of it when there is more. Every rule depends on the records alone, so the
// same run keeps the same records on any number of threads.

/**
 * At most this many records of a kind are kept in memory and in a file.
 *
 * - `states`: of all processes together, the same number for each, at least `leastStates`. A lane that is full is
 *   merged: in each interval of a power of two nanoseconds only the state that takes most of it stays.
 * - `messages`, `pieces`: every record of a kind has a serial number. When the kind is full, every second record goes,
 *   and from then on one in 2 (then 4, 8, ...) is kept by its serial number.
 * - `samples`: the same, with a serial number for each process.
 * - `passes`: the same.
 * - `tree`: when it is full, the descriptions of the tree in each interval of a power of two nanoseconds become one, at
 *   the time of the last of them: of each node the last change stays, so the tree at every time that is left is right.
 *   Nodes of a number from `treeNodes` on are not recorded.
 * - `faults`, `depths`: later ones are not recorded.
 */
export const TRACE_LIMITS = {
  states: 2 ** 20,
  leastStates: 512,
  messages: 2 ** 18,
  pieces: 2 ** 18,
  samples: 2 ** 17,
  passes: 2 ** 16,
  tree: 2 ** 19,
  treeNodes: 2 ** 18,
  faults: 4096,
  depths: 1024,
} as const;

/** What a record can name at most; anything beyond is damage. */
export const MAX_TRACE_PROCESSES = 2 ** 16;
/** Number of a piece of a process. A key of process and piece is a safe integer. */
export const MAX_PIECE = 2 ** 36 - 1;
/** Moves of a path or a line; longer ones are cut when they are recorded. */
export const MAX_TRACE_PATH = 1024;
