// What is known of the sequential search without its process.
import { choice, record } from '../../core/schema.js';
import { DEFAULT_METHOD, searchMethods } from '../../core/search-request.js';
import { describeAlgorithm } from '../algorithm.js';

export const description = describeAlgorithm({
  name: 'sequential',
  help: 'one thread searches alone',
  modes: ['exact', 'play'],
  runsOn: ['thread', 'simulation'],
  tables: ['local'],
  settings: record(
    {},
    {
      method: choice(searchMethods, {
        default: DEFAULT_METHOD,
        flag: true,
        help: 'how the root uses windows',
      }),
    },
  ),
  hasMaster: false,
  nodesInKernel: true,
  searches: 1,
  maxProcesses: 1,
});
