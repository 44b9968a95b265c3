// Root splitting as an algorithm: one master, and workers.
import { defineAlgorithm } from '../algorithm.js';
import { createProcess } from '../process.js';
import { description } from './description.js';
import { RootMaster } from './master.js';
import { messages } from './messages.js';
import { RootWorker } from './worker.js';

export const rootSplit = defineAlgorithm({
  ...description,
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
