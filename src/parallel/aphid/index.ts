// APHID (Brockington: Asynchronous Parallel Game-Tree Search, 1998, chapter 5) as an algorithm: one
// master that makes passes over the top of the tree, and workers that search the pieces below it.
import type { Algorithm } from '../algorithm.js';
import { createProcess } from '../process.js';
import { AphidMaster } from './master.js';
import { messages } from './messages.js';
import { completeOptions } from './options.js';
import { AphidWorker } from './worker.js';

export { type AphidOptions, THESIS } from './options.js';

export const aphid: Algorithm = {
  hasMaster: true,
  searches: 1,
  modes: ['exact', 'play'],
  createActor: (
    place,
    outlet,
    ports,
    { depth, mode, table, linkTimes, horizon, aphid: options = {} },
  ) => {
    const given = horizon === undefined ? options : { ...options, horizon };
    const settings = completeOptions(given, place.size);
    return createProcess(
      place,
      messages,
      outlet,
      (context) =>
        place.self === 0
          ? new AphidMaster(context, ports, depth, settings, mode === 'play')
          : new AphidWorker(context, ports, depth, settings, table === 'local'),
      linkTimes,
    );
  },
};
