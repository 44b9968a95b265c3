// The games of chapter 4, with what the thesis says of each: branching factors from the literature, the
// subtrees it measured in its programs, and the speedups that its text reads off the figures.
import {
  checkersPositions,
  chessPositions,
  othelloFinal,
  type TestPosition,
} from '../positions.js';

export interface ModelGame {
  readonly game: TestPosition['game'];
  /** In diagrams. */
  readonly label: string;
  readonly places: readonly TestPosition[];
  readonly branching: number;
  readonly program: string;
  /** d': plies of the subtrees whose sizes were taken, from searches of `depth` plies. */
  readonly plies: number;
  readonly depth: number;
  /** Shape of the gamma fitted to the sizes; the text has it for chess only. */
  readonly shape?: number;
  readonly quoted: readonly QuotedFigure[];
}

/** Speedup on 256 processors where one processor searches `nodes` nodes. */
interface QuotedFigure {
  readonly model: 'synchronous' | 'asynchronous';
  readonly tree: ModelTree;
  readonly nodes: number;
  readonly speedup: number;
}

export type ModelTree = 'perfect' | 'realistic';

/** The text has no figures for 16 processors. */
export const QUOTED_PROCESSORS = 256;
export const PROCESSORS = [16, QUOTED_PROCESSORS];

function quotes(
  million: number,
  [syncPerfect, syncRealistic, asyncPerfect, asyncRealistic]: readonly [
    number,
    number,
    number,
    number,
  ],
): QuotedFigure[] {
  const [synchronous, asynchronous] = [
    { model: 'synchronous' },
    { model: 'asynchronous' },
  ] as const;
  return [
    { ...synchronous, tree: 'perfect', nodes: 1e6, speedup: million },
    { ...synchronous, tree: 'perfect', nodes: 1e7, speedup: syncPerfect },
    { ...synchronous, tree: 'realistic', nodes: 1e7, speedup: syncRealistic },
    { ...asynchronous, tree: 'perfect', nodes: 1e7, speedup: asyncPerfect },
    { ...asynchronous, tree: 'realistic', nodes: 1e7, speedup: asyncRealistic },
  ];
}

export const modelGames: readonly ModelGame[] = [
  {
    game: 'chess',
    label: 'chess (38 moves)',
    places: chessPositions,
    branching: 38,
    program: 'TheTurk',
    plies: 4,
    depth: 8,
    shape: 0.2186,
    quoted: quotes(129, [222, 71, 94, 92]),
  },
  {
    game: 'othello',
    label: 'Othello (10 moves)',
    places: othelloFinal,
    branching: 10,
    program: 'Keyano',
    plies: 4,
    depth: 9,
    quoted: quotes(89, [200, 67, 161, 145]),
  },
  {
    game: 'checkers',
    label: 'checkers (3 moves)',
    places: checkersPositions,
    branching: 3,
    program: 'Chinook',
    plies: 6,
    depth: 13,
    quoted: quotes(22.2, [91, 22, 133, 121]),
  },
];

/** Section 4.4.2's example, in chess: the largest of 256 pieces with a mean of 2887. */
export const LARGEST = { shape: 0.2186, mean: 2887, median: 44_295 };
