// APHID (Brockington: Asynchronous Parallel Game-Tree Search, 1998, chapter 5) as an algorithm: one
// master that makes passes over the top of the tree, and workers that search the pieces below it.
import type { Algorithm } from '../algorithm.js';
import { createProcess } from '../process.js';
import { AphidMaster } from './master.js';
import { messages } from './messages.js';
import { completeOptions, SHORT_TRIP } from './options.js';
import { AphidWorker } from './worker.js';

export { type AphidOptions, THESIS } from './options.js';

export const aphid: Algorithm = {
  hasMaster: true,
  hasHorizon: true,
  // Of a worker: pieces and parts under way, some of them waiting or suspended.
  searches: 6,
  modes: ['exact', 'play'],
  createActor: (
    place,
    outlet,
    ports,
    { depth, from, mode, table, linkTimes, horizon, seed, checkSeed, aphid: options = {} },
  ) => {
    const given = horizon === undefined ? options : { ...options, horizon };
    const roundTrip = linkTimes?.roundTrip ?? SHORT_TRIP;
    const playing = mode === 'play';
    // Only exact searches can be split, and only their results can be checked by others'.
    const settings = completeOptions(playing ? { ...given, help: false, check: 0 } : given);
    const lots = checkSeed ?? seed;
    return createProcess(
      place,
      messages,
      outlet,
      (context) =>
        place.self === 0
          ? new AphidMaster(context, ports, depth, settings, roundTrip, playing, from, lots)
          : new AphidWorker(context, ports, depth, settings, table !== 'shared', roundTrip),
      linkTimes,
    );
  },
};
