// Root splitting as an algorithm: one master, and workers.
import { record } from '../../core/schema.js';
import { defineAlgorithm } from '../algorithm.js';
import { createProcess } from '../process.js';
import { RootMaster } from './master.js';
import { messages } from './messages.js';
import { RootWorker } from './worker.js';

export const rootSplit = defineAlgorithm({
  name: 'root-split',
  help: 'a master gives each move of the root to a worker; exact, and the simplest of all',
  modes: ['exact'],
  runsOn: ['threads', 'deterministic', 'cluster', 'simulation'],
  tables: ['shared', 'ring', 'local'],
  settings: record({}),
  hasMaster: true,
  searches: 1,
  createActor: (seat, outlet, ports, { request, from, linkTimes }) =>
    createProcess(
      seat,
      messages,
      outlet,
      (context) =>
        seat.self === 0
          ? new RootMaster(context, ports, request.depth, from)
          : new RootWorker(context, ports, request.depth),
      linkTimes,
    ),
});
