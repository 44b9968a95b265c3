// Lazy SMP as an algorithm: as many equals as there are processors.
import { record } from '../../core/schema.js';
import { defineAlgorithm } from '../algorithm.js';
import { createProcess } from '../process.js';
import { messages } from './messages.js';
import { LazyProcess } from './process.js';

export const lazySmp = defineAlgorithm({
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
  createActor: (seat, outlet, ports, plan) =>
    createProcess(
      seat,
      messages,
      outlet,
      (context) => new LazyProcess(context, ports, plan),
      plan.linkTimes,
    ),
});
