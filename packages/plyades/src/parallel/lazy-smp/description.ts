// What is known of Lazy SMP without its processes.
import { record } from '../../core/schema.js';
import { describeAlgorithm } from '../algorithm.js';

export const description = describeAlgorithm({
  name: 'lazy-smp',
  help: 'every thread searches the root in one shared table; the strongest on one machine',
  modes: ['exact', 'play'],
  runsOn: ['threads', 'deterministic', 'cluster', 'simulation'],
  tables: ['shared', 'ring', 'local'],
  settings: record({}),
  // Of those that play, the strongest on a few cores: chess to 9 plies on 16 cores 9.5x, the next one 6.9x.
  rank: { threads: 1 },
  hasMaster: false,
  searchesRoot: true,
  nodesInKernel: true,
  searches: 1,
});
