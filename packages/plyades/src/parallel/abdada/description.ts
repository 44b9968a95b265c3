// What is known of ABDADA without its processes.
import { describeAlgorithm } from '../algorithm.js';
import { settings } from './settings.js';

export const description = describeAlgorithm({
  name: 'abdada',
  help: 'every thread searches the root; marks in the shared table keep them apart',
  modes: ['exact', 'play'],
  // Those whose search in play mode leaves no move out and knows no repetition; assembly/search/marks.ts says why.
  plays: ['othello', 'connect6', 'tic-tac-toe', 'synthetic'],
  // Marks are words in memory that all threads share.
  runsOn: ['threads'],
  tables: ['shared'],
  needsTable: true,
  settings,
  rank: { threads: 2 },
  hasMaster: false,
  searchesRoot: true,
  nodesInKernel: true,
  yields: true,
  searches: 1,
});
