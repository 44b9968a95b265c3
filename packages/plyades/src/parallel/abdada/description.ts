// What is known of ABDADA without its processes.
import { describeAlgorithm } from '../algorithm.js';
import { settings } from './settings.js';

export const description = describeAlgorithm({
  name: 'abdada',
  help: 'every thread searches the root; marks in the shared table keep them apart; exact',
  modes: ['exact'],
  // Marks are words in memory that all threads share.
  runsOn: ['threads'],
  tables: ['shared'],
  settings,
  hasMaster: false,
  searchesRoot: true,
  nodesInKernel: true,
  searches: 1,
});
