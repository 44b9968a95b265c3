// Speedups as the papers print them, for the curves of the laboratory. Made by scripts/paper-points.mjs from the tables
// of packages/lab; a test compares the two.

/** Speedups of one algorithm on one set of positions. */
export interface PaperSeries {
  readonly algorithm: string;
  readonly game: string;
  /** The most moves of a node, where the trees have a width; else 0. */
  readonly width: number;
  readonly label: string;
  readonly source: string;
  readonly machine: string;
  /** Processors and speedup. */
  readonly points: readonly (readonly [number, number])[];
}

export const paperSeries: readonly PaperSeries[] = [
  {
    algorithm: 'aphid',
    game: 'othello',
    width: 0,
    label: 'Keyano, 15 plies',
    source: 'M. G. Brockington, Asynchronous Parallel Game-Tree Search (1998), table 6.1',
    machine: 'SGI Origin 2000, mean of 20 positions',
    points: [
      [8, 5.74],
      [16, 11.27],
      [32, 21.99],
      [64, 37.44],
    ],
  },
  {
    algorithm: 'aphid',
    game: 'othello',
    width: 0,
    label: 'Keyano, 12 plies',
    source: 'M. G. Brockington, Asynchronous Parallel Game-Tree Search (1998), table 6.3',
    machine: 'SGI Origin 2000, mean of 20 positions',
    points: [
      [8, 4.07],
      [16, 6.93],
      [32, 6.44],
      [64, 4.23],
    ],
  },
  {
    algorithm: 'aphid',
    game: 'othello',
    width: 0,
    label: 'Keyano, 13 plies',
    source: 'M. G. Brockington, Asynchronous Parallel Game-Tree Search (1998), table 6.3',
    machine: 'SGI Origin 2000, mean of 20 positions',
    points: [
      [8, 4.95],
      [16, 9.12],
      [32, 14],
      [64, 11.92],
    ],
  },
  {
    algorithm: 'aphid',
    game: 'othello',
    width: 0,
    label: 'Keyano, 14 plies',
    source: 'M. G. Brockington, Asynchronous Parallel Game-Tree Search (1998), table 6.3',
    machine: 'SGI Origin 2000, mean of 20 positions',
    points: [
      [8, 5.14],
      [16, 9.91],
      [32, 17.76],
      [64, 22.51],
    ],
  },
  {
    algorithm: 'aphid',
    game: 'checkers',
    width: 0,
    label: 'Chinook, 23 to 29 plies',
    source: 'M. G. Brockington, Asynchronous Parallel Game-Tree Search (1998), table 6.5',
    machine: 'SGI Origin 2000, mean of 20 positions',
    points: [
      [16, 8.35],
      [32, 10.82],
      [64, 14.35],
    ],
  },
  {
    algorithm: 'aphid',
    game: 'chess',
    width: 0,
    label: 'TheTurk, 11 or 12 plies',
    source: 'M. G. Brockington, Asynchronous Parallel Game-Tree Search (1998), table 6.6',
    machine: 'SGI Origin 2000, mean of 21 positions',
    points: [
      [16, 8.48],
      [32, 12.96],
      [64, 15.96],
    ],
  },
  {
    algorithm: 'aphid',
    game: 'chess',
    width: 0,
    label: 'Crafty, 11 or 12 plies',
    source: 'M. G. Brockington, Asynchronous Parallel Game-Tree Search (1998), table 6.7',
    machine: 'SGI Origin 2000, mean of 21 positions',
    points: [
      [16, 8.76],
      [32, 16.56],
      [64, 18],
    ],
  },
  {
    algorithm: 'young-brothers',
    game: 'othello',
    width: 0,
    label: 'Keyano, 15 plies',
    source: 'M. G. Brockington, Asynchronous Parallel Game-Tree Search (1998), table 6.4',
    machine: 'SGI Origin 2000, mean of 20 positions',
    points: [
      [8, 6.24],
      [16, 10.95],
      [32, 18.35],
      [64, 24.21],
    ],
  },
  {
    algorithm: 'minimal-tree',
    game: 'synthetic',
    width: 5,
    label: 'with updates, 5 moves a node, 24 plies',
    source:
      'A. Ura, Y. Tsuruoka, T. Chikayama, Dynamic Prediction of Minimal Trees in Large-Scale Parallel Game Tree Search (2014), table 1',
    machine: 'cluster of 2.40 GHz Xeons, geometric mean of 32 trees',
    points: [
      [512, 343],
      [1536, 750],
    ],
  },
  {
    algorithm: 'minimal-tree',
    game: 'synthetic',
    width: 5,
    label: 'without updates, 5 moves a node, 24 plies',
    source:
      'A. Ura, Y. Tsuruoka, T. Chikayama, Dynamic Prediction of Minimal Trees in Large-Scale Parallel Game Tree Search (2014), table 1',
    machine: 'cluster of 2.40 GHz Xeons, geometric mean of 32 trees',
    points: [
      [512, 385],
      [1536, 681],
    ],
  },
  {
    algorithm: 'minimal-tree',
    game: 'synthetic',
    width: 20,
    label: 'with updates, 20 moves a node, 12 plies',
    source:
      'A. Ura, Y. Tsuruoka, T. Chikayama, Dynamic Prediction of Minimal Trees in Large-Scale Parallel Game Tree Search (2014), table 1',
    machine: 'cluster of 2.40 GHz Xeons, geometric mean of 32 trees',
    points: [
      [512, 351],
      [1536, 653],
    ],
  },
  {
    algorithm: 'minimal-tree',
    game: 'synthetic',
    width: 20,
    label: 'without updates, 20 moves a node, 12 plies',
    source:
      'A. Ura, Y. Tsuruoka, T. Chikayama, Dynamic Prediction of Minimal Trees in Large-Scale Parallel Game Tree Search (2014), table 1',
    machine: 'cluster of 2.40 GHz Xeons, geometric mean of 32 trees',
    points: [
      [512, 320],
      [1536, 550],
    ],
  },
  {
    algorithm: 'minimal-tree',
    game: 'shogi',
    width: 5,
    label: 'with updates, 5 moves a node, 24 plies',
    source:
      'A. Ura, Y. Tsuruoka, T. Chikayama, Dynamic Prediction of Minimal Trees in Large-Scale Parallel Game Tree Search (2014), table 2',
    machine: 'cluster of 2.40 GHz Xeons, geometric mean of 32 trees',
    points: [
      [64, 26.63],
      [128, 51.97],
      [256, 91.85],
      [512, 147.12],
      [1024, 206.47],
      [1536, 251.72],
    ],
  },
  {
    algorithm: 'minimal-tree',
    game: 'shogi',
    width: 5,
    label: 'with sharing, 5 moves a node, 24 plies',
    source:
      'A. Ura, Y. Tsuruoka, T. Chikayama, Dynamic Prediction of Minimal Trees in Large-Scale Parallel Game Tree Search (2014), table 2',
    machine: 'cluster of 2.40 GHz Xeons, geometric mean of 32 trees',
    points: [
      [64, 27.03],
      [1536, 258.49],
    ],
  },
  {
    algorithm: 'minimal-tree',
    game: 'shogi',
    width: 5,
    label: 'without updates, 5 moves a node, 24 plies',
    source:
      'A. Ura, Y. Tsuruoka, T. Chikayama, Dynamic Prediction of Minimal Trees in Large-Scale Parallel Game Tree Search (2014), table 2',
    machine: 'cluster of 2.40 GHz Xeons, geometric mean of 32 trees',
    points: [
      [512, 69.42],
      [1536, 98.48],
    ],
  },
  {
    algorithm: 'minimal-tree',
    game: 'shogi',
    width: 20,
    label: 'with updates, 20 moves a node, 12 plies',
    source:
      'A. Ura, Y. Tsuruoka, T. Chikayama, Dynamic Prediction of Minimal Trees in Large-Scale Parallel Game Tree Search (2014), table 3',
    machine: 'cluster of 2.40 GHz Xeons, geometric mean of 32 trees',
    points: [
      [64, 27.4],
      [128, 52.92],
      [256, 91.06],
      [512, 136.26],
      [1024, 175.45],
      [1536, 198.46],
    ],
  },
  {
    algorithm: 'minimal-tree',
    game: 'shogi',
    width: 20,
    label: 'with sharing, 20 moves a node, 12 plies',
    source:
      'A. Ura, Y. Tsuruoka, T. Chikayama, Dynamic Prediction of Minimal Trees in Large-Scale Parallel Game Tree Search (2014), table 3',
    machine: 'cluster of 2.40 GHz Xeons, geometric mean of 32 trees',
    points: [
      [64, 28.52],
      [1536, 194.12],
    ],
  },
  {
    algorithm: 'minimal-tree',
    game: 'shogi',
    width: 20,
    label: 'without updates, 20 moves a node, 12 plies',
    source:
      'A. Ura, Y. Tsuruoka, T. Chikayama, Dynamic Prediction of Minimal Trees in Large-Scale Parallel Game Tree Search (2014), table 3',
    machine: 'cluster of 2.40 GHz Xeons, geometric mean of 32 trees',
    points: [
      [512, 89.57],
      [1536, 116.85],
    ],
  },
  {
    algorithm: 'minimal-tree',
    game: 'shogi',
    width: 20,
    label: 'with updates, 20 moves a node, 14 plies',
    source:
      'A. Ura, Y. Tsuruoka, T. Chikayama, Dynamic Prediction of Minimal Trees in Large-Scale Parallel Game Tree Search (2014), table 3',
    machine: 'cluster of 2.40 GHz Xeons, geometric mean of 32 trees',
    points: [
      [64, 27.38],
      [128, 54.03],
      [256, 93.31],
      [512, 153.59],
      [1024, 203.67],
      [1536, 239.5],
    ],
  },
  {
    algorithm: 'minimal-tree',
    game: 'shogi',
    width: 20,
    label: 'with sharing, 20 moves a node, 14 plies',
    source:
      'A. Ura, Y. Tsuruoka, T. Chikayama, Dynamic Prediction of Minimal Trees in Large-Scale Parallel Game Tree Search (2014), table 3',
    machine: 'cluster of 2.40 GHz Xeons, geometric mean of 32 trees',
    points: [
      [64, 28.39],
      [1536, 249.5],
    ],
  },
  {
    algorithm: 'minimal-tree',
    game: 'shogi',
    width: 20,
    label: 'without updates, 20 moves a node, 14 plies',
    source:
      'A. Ura, Y. Tsuruoka, T. Chikayama, Dynamic Prediction of Minimal Trees in Large-Scale Parallel Game Tree Search (2014), table 3',
    machine: 'cluster of 2.40 GHz Xeons, geometric mean of 32 trees',
    points: [
      [512, 75.74],
      [1536, 91.63],
    ],
  },
  {
    algorithm: 'minimal-tree',
    game: 'synthetic',
    width: 5,
    label: 'NegaScout, 5 moves a node, 24 plies',
    source:
      'A. Ura, Y. Tsuruoka, T. Chikayama, Dynamic Prediction of Minimal Trees in Large-Scale Parallel Game Tree Search (2014), table 6',
    machine: 'cluster of 2.40 GHz Xeons, geometric mean of 32 trees',
    points: [[512, 378]],
  },
  {
    algorithm: 'minimal-tree',
    game: 'synthetic',
    width: 5,
    label: 'NegaScout, epsilon-windows, 5 moves a node, 24 plies',
    source:
      'A. Ura, Y. Tsuruoka, T. Chikayama, Dynamic Prediction of Minimal Trees in Large-Scale Parallel Game Tree Search (2014), table 6',
    machine: 'cluster of 2.40 GHz Xeons, geometric mean of 32 trees',
    points: [[512, 505]],
  },
  {
    algorithm: 'minimal-tree',
    game: 'synthetic',
    width: 20,
    label: 'NegaScout, 20 moves a node, 12 plies',
    source:
      'A. Ura, Y. Tsuruoka, T. Chikayama, Dynamic Prediction of Minimal Trees in Large-Scale Parallel Game Tree Search (2014), table 6',
    machine: 'cluster of 2.40 GHz Xeons, geometric mean of 32 trees',
    points: [[512, 319]],
  },
  {
    algorithm: 'minimal-tree',
    game: 'synthetic',
    width: 20,
    label: 'NegaScout, epsilon-windows, 20 moves a node, 12 plies',
    source:
      'A. Ura, Y. Tsuruoka, T. Chikayama, Dynamic Prediction of Minimal Trees in Large-Scale Parallel Game Tree Search (2014), table 6',
    machine: 'cluster of 2.40 GHz Xeons, geometric mean of 32 trees',
    points: [[512, 422]],
  },
  {
    algorithm: 'minimal-tree',
    game: 'shogi',
    width: 5,
    label: 'NegaScout, 5 moves a node, 24 plies',
    source:
      'A. Ura, Y. Tsuruoka, T. Chikayama, Dynamic Prediction of Minimal Trees in Large-Scale Parallel Game Tree Search (2014), table 7',
    machine: 'cluster of 2.40 GHz Xeons, geometric mean of 32 trees',
    points: [
      [512, 146.24],
      [1536, 244.11],
    ],
  },
  {
    algorithm: 'minimal-tree',
    game: 'shogi',
    width: 5,
    label: 'NegaScout, epsilon-windows, 5 moves a node, 24 plies',
    source:
      'A. Ura, Y. Tsuruoka, T. Chikayama, Dynamic Prediction of Minimal Trees in Large-Scale Parallel Game Tree Search (2014), table 7',
    machine: 'cluster of 2.40 GHz Xeons, geometric mean of 32 trees',
    points: [
      [512, 251.08],
      [1536, 346.87],
    ],
  },
  {
    algorithm: 'minimal-tree',
    game: 'shogi',
    width: 20,
    label: 'NegaScout, 20 moves a node, 12 plies',
    source:
      'A. Ura, Y. Tsuruoka, T. Chikayama, Dynamic Prediction of Minimal Trees in Large-Scale Parallel Game Tree Search (2014), table 7',
    machine: 'cluster of 2.40 GHz Xeons, geometric mean of 32 trees',
    points: [
      [512, 139.98],
      [1536, 197.75],
    ],
  },
  {
    algorithm: 'minimal-tree',
    game: 'shogi',
    width: 20,
    label: 'NegaScout, epsilon-windows, 20 moves a node, 12 plies',
    source:
      'A. Ura, Y. Tsuruoka, T. Chikayama, Dynamic Prediction of Minimal Trees in Large-Scale Parallel Game Tree Search (2014), table 7',
    machine: 'cluster of 2.40 GHz Xeons, geometric mean of 32 trees',
    points: [
      [512, 189.63],
      [1536, 243.5],
    ],
  },
  {
    algorithm: 'minimal-tree',
    game: 'shogi',
    width: 20,
    label: 'NegaScout, 20 moves a node, 14 plies',
    source:
      'A. Ura, Y. Tsuruoka, T. Chikayama, Dynamic Prediction of Minimal Trees in Large-Scale Parallel Game Tree Search (2014), table 7',
    machine: 'cluster of 2.40 GHz Xeons, geometric mean of 32 trees',
    points: [
      [512, 156.06],
      [1536, 240.42],
    ],
  },
  {
    algorithm: 'minimal-tree',
    game: 'shogi',
    width: 20,
    label: 'NegaScout, epsilon-windows, 20 moves a node, 14 plies',
    source:
      'A. Ura, Y. Tsuruoka, T. Chikayama, Dynamic Prediction of Minimal Trees in Large-Scale Parallel Game Tree Search (2014), table 7',
    machine: 'cluster of 2.40 GHz Xeons, geometric mean of 32 trees',
    points: [
      [512, 214.78],
      [1536, 278.82],
    ],
  },
  {
    algorithm: 'rp-pns',
    game: 'loa',
    width: 0,
    label: 'RP-PNS on threads, 143 endgames',
    source:
      'J.-T. Saito, M. H. M. Winands, H. J. van den Herik, Randomized Parallel Proof-Number Search (2010), table 1',
    machine: 'eight cores of 2.66 GHz, sum over the endgames',
    points: [
      [1, 1],
      [2, 1.57],
      [4, 2.46],
      [8, 3.51],
    ],
  },
  {
    algorithm: 'rp-pn2',
    game: 'loa',
    width: 0,
    label: 'RP-PN2 on threads, 143 endgames',
    source:
      'J.-T. Saito, M. H. M. Winands, H. J. van den Herik, Randomized Parallel Proof-Number Search (2010), table 1',
    machine: 'eight cores of 2.66 GHz, sum over the endgames',
    points: [
      [1, 1],
      [2, 2.06],
      [4, 3.43],
      [8, 4.75],
    ],
  },
];
