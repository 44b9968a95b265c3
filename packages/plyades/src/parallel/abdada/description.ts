// What is known of ABDADA without its processes.
import { describeAlgorithm } from '../algorithm.js';
import { settings } from './settings.js';

export const description = describeAlgorithm({
  name: 'abdada',
  help: 'every thread searches the root; marks in the shared table keep them apart; in play mode for some games',
  modes: ['exact', 'play'],
  // Those whose search in play mode leaves no move out and knows no repetition; assembly/search/marks.ts says why.
  plays: ['othello', 'connect6', 'tic-tac-toe', 'synthetic'],
  // Marks are words in memory that all threads share.
  runsOn: ['threads'],
  tables: ['shared'],
  needsTable: true,
  settings,
  // 16 threads: FFO 40 to 44 11.5x, Othello to 15 plies 11.4x, chess to 8 plies 9.5x; the next ones 6.3x, -, 8.1x.
  rank: { threads: 2 },
  hasMaster: false,
  searchesRoot: true,
  nodesInKernel: true,
  searches: 1,
});
