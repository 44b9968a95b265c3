// Written by `npm run tables` from packages/lab/results/scaling.jsonl: the algorithm that was fastest on this many threads.
// Where others were less than a tenth slower, it is the first of abdada, young-brothers, aphid, minimal-tree and lazy-smp.

export const measuredChoices = [
  { game: 'checkers', mode: 'exact', workers: 2, algorithm: 'abdada' },
  { game: 'checkers', mode: 'exact', workers: 16, algorithm: 'abdada' },
  { game: 'chess', mode: 'exact', workers: 2, algorithm: 'abdada' },
  { game: 'chess', mode: 'exact', workers: 4, algorithm: 'abdada' },
  { game: 'chess', mode: 'exact', workers: 8, algorithm: 'abdada' },
  { game: 'chess', mode: 'exact', workers: 16, algorithm: 'abdada' },
  { game: 'othello', mode: 'play', workers: 4, algorithm: 'abdada' },
  { game: 'othello', mode: 'play', workers: 16, algorithm: 'abdada' },
] as const;
