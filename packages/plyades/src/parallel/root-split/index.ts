// Root splitting as an algorithm: one master, and workers.

import type { Algorithm } from '../algorithm.js';
import { createProcess } from '../process.js';
import { RootMaster } from './master.js';
import { messages } from './messages.js';
import { RootWorker } from './worker.js';

export const rootSplit: Algorithm = {
  hasMaster: true,
  searches: 1,
  modes: ['exact'],
  createActor: (place, outlet, ports, { depth, from, linkTimes }) =>
    createProcess(
      place,
      messages,
      outlet,
      (context) =>
        place.self === 0
          ? new RootMaster(context, ports, depth, from)
          : new RootWorker(context, ports, depth),
      linkTimes,
    ),
};
