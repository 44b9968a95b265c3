// Tables 1 to 7 of A. Ura, Y. Tsuruoka, T. Chikayama, Dynamic Prediction of Minimal Trees in Large-Scale
// Parallel Game Tree Search (2014), as printed: geometric means over 32 trees, measured on a cluster of
// 2.40 GHz Xeons and 10-Gbit Ethernet. Speedups compare with fail-hard alpha-beta with internal deepening.
import type { TreeWidth } from './trees.js';

/** The configurations that the tables compare; see ways.ts for ours. */
export type PaperVariant =
  | 'with updates'
  | 'without updates'
  | 'with sharing'
  | 'NegaScout'
  | 'NegaScout, epsilon-windows';

export interface PaperTableLine {
  readonly table: 1 | 2 | 3 | 6 | 7;
  readonly game: 'synthetic' | 'shogi';
  readonly width: TreeWidth;
  readonly depth: number;
  /** d', the plies of the master's tree. */
  readonly horizon: number;
  readonly processors: number;
  readonly way: PaperVariant;
  readonly seconds: number;
  readonly speedup: number;
  /** Millions. */
  readonly leaves: number;
  readonly startIdle: number;
  readonly otherIdle: number;
}

/** The sequential searches: seconds and millions of leaves. */
export const paperAlone: readonly (Pick<PaperTableLine, 'game' | 'width' | 'depth'> & {
  readonly seconds: number;
  readonly leaves: number;
})[] = [
  { game: 'synthetic', width: 5, depth: 24, seconds: 19438.92, leaves: 790 },
  { game: 'synthetic', width: 20, depth: 12, seconds: 7321.58, leaves: 149 },
  { game: 'shogi', width: 5, depth: 24, seconds: 30767.09, leaves: 165 },
  { game: 'shogi', width: 20, depth: 12, seconds: 4020.24, leaves: 41 },
  { game: 'shogi', width: 20, depth: 14, seconds: 48773.45, leaves: 457 },
];

type Row = readonly [
  processors: number,
  horizon: number,
  way: PaperVariant,
  seconds: number,
  speedup: number,
  leaves: number,
  startIdle: number,
  otherIdle: number,
];

const lines = (
  head: Pick<PaperTableLine, 'table' | 'game' | 'width' | 'depth'>,
  rows: readonly Row[],
): PaperTableLine[] =>
  rows.map(([processors, horizon, way, seconds, speedup, leaves, startIdle, otherIdle]) => ({
    ...head,
    ...{ processors, horizon, way, seconds, speedup, leaves, startIdle, otherIdle },
  }));

const W = 'with updates';
const WO = 'without updates';
const S = 'with sharing';
const N = 'NegaScout';
const E = 'NegaScout, epsilon-windows';

export const paperLines: readonly PaperTableLine[] = [
  ...lines({ table: 1, game: 'synthetic', width: 5, depth: 24 }, [
    [512, 12, W, 56.71, 343, 1162, 0.64, 0.43],
    [512, 12, WO, 50.43, 385, 1008, 0.65, 0.56],
    [1536, 12, W, 25.91, 750, 1381, 0.88, 0.68],
    [1536, 12, WO, 28.55, 681, 1401, 0.89, 2.13],
  ]),
  ...lines({ table: 1, game: 'synthetic', width: 20, depth: 12 }, [
    [512, 6, W, 20.85, 351, 208, 0.17, 0.57],
    [512, 6, WO, 22.88, 320, 228, 0.18, 0.59],
    [1536, 6, W, 11.21, 653, 289, 0.47, 0.54],
    [1536, 6, WO, 13.31, 550, 323, 0.47, 1.09],
  ]),
  ...lines({ table: 2, game: 'shogi', width: 5, depth: 24 }, [
    [64, 10, W, 1297.36, 23.72, 398, 0.4, 23.18],
    [64, 10, S, 1257.79, 24.46, 384, 0.42, 18.05],
    [64, 12, W, 1155.4, 26.63, 362, 1.9, 4.98],
    [64, 12, S, 1138.39, 27.03, 353, 1.99, 4.74],
    [128, 10, W, 708.36, 43.43, 454, 0.45, 25.91],
    [128, 12, W, 592.0, 51.97, 405, 1.81, 7.0],
    [256, 10, W, 435.48, 70.65, 557, 0.48, 33.38],
    [256, 12, W, 334.97, 91.85, 468, 2.02, 11.01],
    [512, 10, W, 268.82, 114.45, 652, 0.57, 39.3],
    [512, 12, W, 209.13, 147.12, 584, 2.06, 12.43],
    [512, 12, WO, 443.19, 69.42, 1080, 2.07, 68.04],
    [1024, 10, W, 205.59, 149.65, 763, 0.79, 64.92],
    [1024, 12, W, 149.01, 206.47, 740, 2.27, 16.33],
    [1536, 10, W, 184.31, 166.93, 820, 0.92, 81.49],
    [1536, 12, W, 122.23, 251.72, 847, 2.51, 18.48],
    [1536, 12, WO, 312.41, 98.48, 1509, 2.52, 121.35],
    [1536, 12, S, 119.03, 258.49, 829, 2.51, 17.91],
  ]),
  ...lines({ table: 3, game: 'shogi', width: 20, depth: 12 }, [
    [64, 4, W, 186.58, 21.55, 113, 0.02, 18.78],
    [64, 4, S, 174.51, 23.04, 106, 0.02, 15.18],
    [64, 6, W, 146.72, 27.4, 83, 0.18, 1.28],
    [64, 6, S, 140.97, 28.52, 79, 0.18, 1.04],
    [128, 4, W, 122.17, 32.91, 144, 0.03, 22.65],
    [128, 6, W, 75.97, 52.92, 96, 0.2, 1.53],
    [256, 4, W, 92.84, 43.3, 174, 0.05, 34.13],
    [256, 6, W, 44.15, 91.06, 117, 0.22, 1.87],
    [512, 4, W, 77.64, 51.78, 187, 0.12, 46.06],
    [512, 6, W, 29.5, 136.26, 157, 0.28, 2.74],
    [512, 6, WO, 44.88, 89.57, 224, 0.29, 7.38],
    [1024, 4, W, 82.12, 48.96, 188, 0.42, 64.7],
    [1024, 6, W, 22.91, 175.45, 211, 0.43, 4.19],
    [1536, 4, W, 82.84, 48.53, 183, 2.11, 69.37],
    [1536, 6, W, 20.26, 198.46, 254, 0.63, 4.77],
    [1536, 6, WO, 34.41, 116.85, 333, 0.63, 13.99],
    [1536, 6, S, 20.71, 194.12, 254, 0.66, 5.11],
  ]),
  ...lines({ table: 3, game: 'shogi', width: 20, depth: 14 }, [
    [64, 4, W, 2180.14, 22.37, 1227, 0.02, 220.01],
    [64, 4, S, 2086.01, 23.38, 1171, 0.02, 203.32],
    [64, 6, W, 1781.06, 27.38, 959, 0.18, 14.89],
    [64, 6, S, 1718.05, 28.39, 913, 0.19, 15.43],
    [128, 4, W, 1433.14, 34.03, 1530, 0.03, 298.46],
    [128, 6, W, 902.72, 54.03, 1032, 0.2, 21.41],
    [256, 4, W, 1102.05, 44.26, 1871, 0.05, 431.26],
    [256, 6, W, 522.71, 93.31, 1240, 0.23, 25.91],
    [512, 4, W, 937.99, 52.0, 2070, 0.12, 566.95],
    [512, 6, W, 317.55, 153.59, 1512, 0.29, 32.79],
    [512, 6, WO, 643.98, 75.74, 2858, 0.29, 130.03],
    [1024, 4, W, 975.66, 49.99, 2013, 0.55, 779.26],
    [1024, 6, W, 239.48, 203.67, 1976, 0.46, 53.12],
    [1536, 4, W, 972.22, 50.17, 1960, 5.56, 835.18],
    [1536, 6, W, 203.65, 239.5, 2229, 0.66, 60.64],
    [1536, 6, WO, 532.31, 91.63, 3980, 0.62, 276.48],
    [1536, 6, S, 195.48, 249.5, 2137, 0.69, 59.74],
  ]),
  ...lines({ table: 6, game: 'synthetic', width: 5, depth: 24 }, [
    [512, 12, N, 51.47, 378, 1030, 0.68, 0.56],
    [512, 12, E, 38.5, 505, 775, 0.69, 0.53],
  ]),
  ...lines({ table: 6, game: 'synthetic', width: 20, depth: 12 }, [
    [512, 6, N, 22.97, 319, 228, 0.18, 0.56],
    [512, 6, E, 17.34, 422, 188, 0.17, 0.62],
  ]),
  ...lines({ table: 7, game: 'shogi', width: 5, depth: 24 }, [
    [512, 12, N, 210.39, 146.24, 582, 2.13, 13.31],
    [512, 12, E, 122.54, 251.08, 287, 1.97, 17.59],
    [1536, 12, N, 126.04, 244.11, 862, 2.33, 21.05],
    [1536, 12, E, 88.7, 346.87, 421, 2.34, 32.62],
  ]),
  ...lines({ table: 7, game: 'shogi', width: 20, depth: 12 }, [
    [512, 6, N, 28.72, 139.98, 152, 0.28, 2.84],
    [512, 6, E, 21.2, 189.63, 113, 0.29, 3.02],
    [1536, 6, N, 20.33, 197.75, 255, 0.65, 4.75],
    [1536, 6, E, 16.51, 243.5, 159, 0.61, 6.98],
  ]),
  ...lines({ table: 7, game: 'shogi', width: 20, depth: 14 }, [
    [512, 6, N, 312.53, 156.06, 1495, 0.28, 31.23],
    [512, 6, E, 227.09, 214.78, 942, 0.32, 42.18],
    [1536, 6, N, 202.87, 240.42, 2227, 0.66, 60.15],
    [1536, 6, E, 174.93, 278.82, 1210, 0.58, 88.08],
  ]),
];

/** Table 4: seconds with sharing over those without. */
export const paperSharing: readonly (Pick<
  PaperTableLine,
  'width' | 'depth' | 'horizon' | 'processors'
> & {
  readonly ratio: number;
})[] = [
  { processors: 64, width: 5, depth: 24, horizon: 10, ratio: 0.969 },
  { processors: 64, width: 5, depth: 24, horizon: 12, ratio: 0.985 },
  { processors: 64, width: 20, depth: 12, horizon: 4, ratio: 0.935 },
  { processors: 64, width: 20, depth: 12, horizon: 6, ratio: 0.961 },
  { processors: 64, width: 20, depth: 14, horizon: 4, ratio: 0.957 },
  { processors: 64, width: 20, depth: 14, horizon: 6, ratio: 0.965 },
  { processors: 1536, width: 5, depth: 24, horizon: 12, ratio: 0.974 },
  { processors: 1536, width: 20, depth: 12, horizon: 6, ratio: 1.022 },
  { processors: 1536, width: 20, depth: 14, horizon: 6, ratio: 0.96 },
];

/** Table 5: how many times as many leaves each factor makes on 1,536 processors, shogi trees. */
export const paperModel: readonly (Pick<PaperTableLine, 'width' | 'depth' | 'horizon'> & {
  readonly table: number;
  readonly windows: number;
  readonly tasks: number;
  readonly estimated: number;
  readonly actual: number;
})[] = [
  {
    ...{ width: 5, depth: 24, horizon: 12 },
    ...{ table: 1.942, windows: 2.877, tasks: 0.96, estimated: 5.362, actual: 5.126 },
  },
  {
    ...{ width: 20, depth: 12, horizon: 6 },
    ...{ table: 1.573, windows: 2.863, tasks: 1.072, estimated: 4.829, actual: 6.204 },
  },
  {
    ...{ width: 20, depth: 14, horizon: 6 },
    ...{ table: 1.788, windows: 2.328, tasks: 0.966, estimated: 4.021, actual: 4.873 },
  },
];
