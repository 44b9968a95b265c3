// The figures of chapter 6 of M. G. Brockington, Asynchronous Parallel Game-Tree Search (1998), as printed,
// but for shares instead of per cent and seconds of one position instead of all. They were measured on
// SGI Origin 2000 machines; overheads are means over the positions, as speedups are, and need not multiply.

import type { TableKind } from 'plyades/internal/parallel/algorithm.js';

/** What a table tells of searches on a number of processors. Overheads are shares; see parallel/counters.ts. */
export interface PrintedFigures {
  /** Mean of the positions' speedups. */
  readonly speedup: number;
  /** Of one position on average. */
  readonly seconds?: number;
  readonly total?: number;
  readonly master?: number;
  readonly search?: number;
  readonly speculative?: number;
  /** Search and speculative together; printed in table 6.8 only, the sum elsewhere. */
  readonly totalSearch?: number;
  readonly parallelization?: number;
  /** What waiting costs where the thesis separates it from parallelization. */
  readonly synchronization?: number;
  /** Share of the workers' time. */
  readonly idle?: number;
}

export interface ThesisFigures {
  readonly program: string;
  readonly plies: string;
  readonly positions: number;
  readonly byProcessors: Readonly<Record<number, PrintedFigures>>;
}

type Row = readonly number[];

/** Lines of n, speedup, total time, then total, master, search, speculative and parallelization in per cent. */
function aphid(program: string, plies: string, positions: number, rows: readonly Row[]) {
  return figuresOf(program, plies, positions, rows, (percent) => ({
    total: percent[0]!,
    master: percent[1]!,
    search: percent[2]!,
    speculative: percent[3]!,
    totalSearch: percent[2]! + percent[3]!,
    parallelization: percent[4]!,
  }));
}

function figuresOf(
  program: string,
  plies: string,
  positions: number,
  rows: readonly Row[],
  name: (shares: readonly number[]) => Omit<PrintedFigures, 'speedup' | 'seconds'>,
): ThesisFigures {
  const byProcessors = Object.fromEntries(
    rows.map(([processors, speedup, seconds, ...percent]): [number, PrintedFigures] => [
      processors!,
      {
        speedup: speedup!,
        seconds: seconds! / positions,
        ...name(percent.map((each) => each / 100)),
      },
    ]),
  );
  return { program, plies, positions, byProcessors };
}

/** Table 6.1. */
export const keyano = aphid('Keyano', '15', 20, [
  [8, 5.74, 9424, 48.29, 14.28, 6.64, 2.48, 19.45],
  [16, 11.27, 4753, 49.37, 6.67, 10.59, 6.67, 19.71],
  [32, 21.99, 2415, 54.94, 3.22, 14.37, 14.41, 15.8],
  [64, 37.44, 1395, 87.86, 1.59, 44.07, 32.65, 4.65],
]);

/** Table 6.2: ProbCut makes the depth variable. */
export const keyanoVariable = aphid('Keyano with ProbCut', '19', 20, [
  [8, 5.48, 5738, 61.93, 14.28, 10.98, 4.74, 23.02],
  [16, 9.4, 3149, 79.27, 6.67, 24.68, 11.85, 23.55],
  [32, 15.11, 2081, 130.87, 3.22, 58.6, 27.74, 20.43],
  [64, 23.05, 1326, 218.61, 1.59, 101.86, 80.93, 10.7],
]);

const byDepth = (plies: string, rows: readonly Row[]) =>
  figuresOf('Keyano', plies, 20, rows, () => ({}));

/** Table 6.3, by plies. */
export const keyanoByDepth: Readonly<Record<number, ThesisFigures>> = {
  12: byDepth('12', [
    [8, 4.07, 360],
    [16, 6.93, 223],
    [32, 6.44, 233],
    [64, 4.23, 402],
  ]),
  13: byDepth('13', [
    [8, 4.95, 1137],
    [16, 9.12, 623],
    [32, 14.0, 402],
    [64, 11.92, 513],
  ]),
  14: byDepth('14', [
    [8, 5.14, 2919],
    [16, 9.91, 1521],
    [32, 17.76, 830],
    [64, 22.51, 699],
  ]),
  15: keyano,
};

/** Table 6.4: total, search, parallelization and synchronization overhead, time spent idle. */
export const keyanoYoungBrothers = figuresOf(
  'Keyano',
  '15',
  20,
  [
    [8, 6.24, 10828, 41.37, 24.39, 1.9, 1.9, 1.16],
    [16, 10.95, 6122, 61.12, 25.84, 3.1, 17.1, 9.29],
    [32, 18.35, 3046, 100.63, 39.41, 5.3, 29.6, 16.73],
    [64, 24.21, 2217, 199.05, 48.03, 6.8, 109.5, 40.15],
  ],
  (percent) => ({
    total: percent[0]!,
    search: percent[1]!,
    parallelization: percent[2]!,
    synchronization: percent[3]!,
    idle: percent[4]!,
  }),
);

/** Table 6.5. */
export const chinook = aphid('Chinook', '23 to 29', 20, [
  [16, 8.35, 8042, 124.26, 6.67, 36.7, 50.75, 18.4],
  [32, 10.82, 5943, 289.08, 3.22, 111.4, 90.16, 22.1],
  [64, 14.35, 4529, 457.89, 1.59, 176.3, 216.8, 8.9],
]);

/** Table 6.6. */
export const theTurk = aphid('TheTurk', '11 or 12', 21, [
  [16, 8.48, 17609, 98.88, 6.67, 52.91, 7.35, 24.2],
  [32, 12.96, 13046, 183.29, 3.22, 140.94, 16.26, 10.3],
  [64, 15.96, 9888, 384.78, 1.59, 275.04, 109.74, -4.8],
]);

/** Table 6.7. */
export const crafty = aphid('Crafty', '11 or 12', 21, [
  [16, 8.76, 9441, 110.71, 6.67, 59.0, 10.9, 26.3],
  [32, 16.56, 5230, 140.66, 3.22, 78.69, 42.01, 12.4],
  [64, 18.0, 4819, 350.55, 1.59, 191.15, 109.5, 12.9],
]);

const on16 = (of: ThesisFigures, speedup: number, percent: number): ThesisFigures => ({
  ...of,
  byProcessors: { 16: { speedup, totalSearch: percent / 100 } },
});

type ByTable = Readonly<Record<TableKind, readonly ThesisFigures[]>>;

/** Table 6.8, by the kind of table; the distributed one is called `ring` here. */
export const byTable = {
  othello: {
    local: [on16(keyano, 11.19, 25.11)],
    ring: [on16(keyano, 11.31, 22.25)],
    shared: [on16(keyano, 11.27, 17.26)],
  },
  variableOthello: {
    local: [on16(keyanoVariable, 8.36, 64.65)],
    ring: [on16(keyanoVariable, 8.52, 56.27)],
    shared: [on16(keyanoVariable, 9.8, 36.53)],
  },
  checkers: {
    local: [on16(chinook, 4.68, 257.05)],
    ring: [on16(chinook, 5.54, 247.71)],
    shared: [on16(chinook, 8.35, 87.37)],
  },
  chess: {
    local: [on16(crafty, 5.7, 188.53), on16(theTurk, 5.65, 164.44)],
    ring: [on16(crafty, 6.71, 140.19), on16(theTurk, 6.59, 123.15)],
    shared: [on16(crafty, 8.76, 69.9), on16(theTurk, 8.48, 60.26)],
  },
} satisfies Record<string, ByTable>;
