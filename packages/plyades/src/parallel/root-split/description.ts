// What is known of root splitting without its processes.
import { record } from '../../core/schema.js';
import { describeAlgorithm } from '../algorithm.js';

export const description = describeAlgorithm({
  name: 'root-split',
  help: 'a master gives each move of the root to a worker; exact, and the simplest of all',
  modes: ['exact'],
  runsOn: ['threads', 'deterministic', 'cluster', 'simulation'],
  tables: ['shared', 'ring', 'local'],
  settings: record({}),
  hasMaster: true,
  searches: 1,
  pieceOrder: () => ({}),
});
