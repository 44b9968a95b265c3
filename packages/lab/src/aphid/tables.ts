// Tables 6.1 to 6.8 of the thesis's chapter 6, as data. Depths of `full` begin with what takes
// hours and end with searches as large as the thesis's in virtual time, profile `paper`: about 60 million
// nodes a position in Othello, 750 in checkers, 440 in chess. Our one chess program stands beside both of
// the thesis's.
import { tableKinds } from 'plyades/internal/core/search-request.js';
import type { Scale } from '../experiment.js';
import { checkersPositions, chessPositions, othelloFinal } from '../positions.js';
import { heldOutPositions } from './held-out.js';
import { type TableSection, type ThesisTable, tableExperiment } from './table.js';
import {
  byTable,
  chinook,
  crafty,
  keyano,
  keyanoByDepth,
  keyanoVariable,
  keyanoYoungBrothers,
  theTurk,
} from './thesis.js';

const APHID_COLUMNS = [
  ...['total', 'master', 'search', 'speculative', 'totalSearch', 'parallelization'],
  ...['idle', 'masterBusy'],
] as const;

const CHESS = {
  places: chessPositions,
  depths: { smoke: [4], short: [6], full: [8, 9, 10, 11] },
};
const CHECKERS = {
  places: checkersPositions,
  depths: { smoke: [10], short: [14], full: [18, 20, 22, 25] },
};
const OTHELLO = {
  places: othelloFinal,
  depths: { smoke: [10], short: [11], full: [14, 15] },
};

/** With ProbCut, so values differ from run to run; depths are those of lines that are not cut. */
const VARIABLE_OTHELLO = {
  places: othelloFinal,
  mode: 'play',
  depths: { smoke: [11], short: [14], full: [17, 19] },
} as const;

const shared = { algorithm: 'aphid', table: 'shared' } as const;

/** Positions at each scale; `full` takes all. The fewer are among the more, and so are their runs. */
const SOME: Readonly<Record<Scale, number>> = {
  smoke: 1,
  short: 4,
  full: Number.POSITIVE_INFINITY,
};
const FEWER = { ...SOME, short: 2 };

const FROM_8 = { smoke: [8], short: [8, 16, 32, 64], full: [8, 16, 32, 64] };
/** The thesis has no figures for 8 processors in these tables, so a try takes 16. */
const FROM_8_AND_16 = { ...FROM_8, smoke: [16] };
const FROM_16 = { smoke: [16], short: [16, 32, 64], full: [16, 32, 64] };
const ONLY_16 = { smoke: [16], short: [16], full: [16] };

const tables: readonly ThesisTable[] = [
  {
    name: 'table-6.1',
    title: 'Table 6.1',
    about: 'APHID in Othello, fixed depth, shared table',
    parts: [{ ...OTHELLO, ...shared, thesis: () => [keyano] }],
    positions: SOME,
    processors: FROM_8,
    columns: APHID_COLUMNS,
    across: 'processors',
  },
  {
    name: 'table-6.2',
    title: 'Table 6.2',
    about: 'APHID in Othello with ProbCut (play mode), shared table',
    parts: [{ ...VARIABLE_OTHELLO, ...shared, thesis: () => [keyanoVariable] }],
    positions: SOME,
    processors: FROM_8,
    columns: APHID_COLUMNS,
    across: 'processors',
  },
  {
    name: 'table-6.3',
    title: 'Table 6.3',
    about: 'APHID in Othello by depth, shared table',
    parts: [
      {
        ...shared,
        places: othelloFinal,
        depths: { smoke: [12], short: [11, 12], full: [12, 13, 14, 15] },
        thesis: (depth) => (depth in keyanoByDepth ? [keyanoByDepth[depth]!] : []),
      },
    ],
    positions: FEWER,
    processors: FROM_8,
    columns: APHID_COLUMNS,
    across: 'processors',
  },
  {
    name: 'table-6.4',
    title: 'Table 6.4',
    about: 'Young Brothers Wait beside APHID in Othello, fixed depth, shared table',
    parts: [
      {
        ...OTHELLO,
        algorithm: 'young-brothers',
        table: 'shared',
        thesis: () => [keyanoYoungBrothers],
      },
      { ...OTHELLO, ...shared, thesis: () => [keyano] },
    ],
    positions: FEWER,
    processors: FROM_8,
    columns: [
      'total',
      'search',
      'speculative',
      'totalSearch',
      'parallelization',
      'synchronization',
      'idle',
    ],
    across: 'processors',
  },
  {
    name: 'table-6.5',
    title: 'Table 6.5',
    about: 'APHID in checkers, fixed depth, shared table',
    parts: [{ ...CHECKERS, ...shared, thesis: () => [chinook] }],
    positions: SOME,
    processors: FROM_8_AND_16,
    columns: APHID_COLUMNS,
    across: 'processors',
  },
  {
    name: 'table-6.6',
    title: 'Table 6.6',
    about: "APHID in chess, fixed depth, shared table, beside TheTurk's figures",
    parts: [{ ...CHESS, ...shared, thesis: () => [theTurk] }],
    positions: FEWER,
    processors: FROM_8_AND_16,
    columns: APHID_COLUMNS,
    across: 'processors',
  },
  {
    name: 'table-6.7',
    title: 'Table 6.7',
    about: "APHID in chess, fixed depth, shared table, beside Crafty's figures",
    parts: [{ ...CHESS, ...shared, thesis: () => [crafty] }],
    positions: FEWER,
    processors: FROM_8_AND_16,
    columns: APHID_COLUMNS,
    across: 'processors',
  },
  {
    name: 'table-6.8',
    title: 'Table 6.8',
    about: 'APHID on 16 processors by kind of transposition table',
    parts: [
      { ...OTHELLO, figures: byTable.othello },
      { ...VARIABLE_OTHELLO, figures: byTable.variableOthello },
      { ...CHECKERS, figures: byTable.checkers },
      { ...CHESS, figures: byTable.chess },
    ].flatMap(({ figures, ...part }) =>
      [...tableKinds].sort().map(
        (table): TableSection => ({
          ...part,
          algorithm: 'aphid',
          table,
          thesis: () => figures[table],
        }),
      ),
    ),
    positions: FEWER,
    processors: ONLY_16,
    columns: ['totalSearch', 'search', 'speculative', 'parallelization', 'idle'],
    across: 'table',
  },
];

/** Middle games that no constant was chosen by, beside the positions of table 6.3. */
const heldOut: ThesisTable = {
  name: 'held-out',
  title: 'Held-out positions',
  about: 'APHID in Othello by depth on positions of games that no choice was made by, shared table',
  parts: [
    {
      ...shared,
      places: heldOutPositions(),
      depths: { smoke: [11], short: [11, 12], full: [12, 13, 14, 15] },
      thesis: () => [],
    },
  ],
  positions: FEWER,
  processors: FROM_16,
  columns: APHID_COLUMNS,
  across: 'processors',
};

export const thesisTables = tables.map(tableExperiment);
export const heldOutTable = tableExperiment(heldOut);
