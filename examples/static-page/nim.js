// Nim: take one, two or three from a heap of 21; the side that takes the last one wins. The rules import nothing, so
// that the page and the worker each bring their own copy of the library.
export const rules = {
  start: () => ({ heap: 21, turn: 0 }),
  turn: ({ turn }) => turn,
  moves: ({ heap }) => [1, 2, 3].filter((count) => count <= heap),
  play: ({ heap, turn }, count) => ({ heap: heap - count, turn: 1 - turn }),
  winner: ({ heap, turn }) => (heap > 0 ? undefined : 1 - turn),
  key: ({ heap, turn }) => 2 * heap + turn,
};
