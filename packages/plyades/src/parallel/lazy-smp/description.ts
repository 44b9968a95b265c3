// What is known of Lazy SMP without its processes.
import { record } from '../../core/schema.js';
import { describeAlgorithm } from '../algorithm.js';

export const description = describeAlgorithm({
  name: 'lazy-smp',
  help: 'every thread searches the root in one shared table, in an order of its own',
  modes: ['exact', 'play'],
  runsOn: ['threads', 'deterministic', 'cluster', 'simulation'],
  tables: ['shared', 'ring', 'local'],
  settings: record({}),
  // Of those that play every game, the fastest.
  rank: { threads: 1 },
  hasMaster: false,
  searchesRoot: true,
  nodesInKernel: true,
  yields: true,
  searches: 1,
});
