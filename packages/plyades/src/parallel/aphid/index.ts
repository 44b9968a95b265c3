// APHID (Brockington: Asynchronous Parallel Game-Tree Search, 1998, chapter 5) as an algorithm: one
// master that makes passes over the top of the tree, and workers that search the pieces below it.
import type { Algorithm } from '../algorithm.js';
import { stack } from '../hierarchy/index.js';
import type { Levels } from '../hierarchy/levels.js';
import { readTree } from '../kept.js';
import { createProcess } from '../process.js';
import { USUAL_ROUND_TRIP } from '../round-trip-nodes.js';
import { AphidMaster } from './master.js';
import { type AphidMessage, messages } from './messages.js';
import { completeOptions } from './options.js';
import { AphidWorker } from './worker.js';

export { type AphidOptions, THESIS } from './options.js';

const levels: Levels<AphidMessage> = {
  messages,
  createMaster: (context, ports, { depth, from, alpha, beta, horizon, share, kept }, task) =>
    new AphidMaster(
      context,
      ports,
      depth,
      // What a site says is checked above, by whoever has to believe it.
      completeOptions({ ...task.aphid, horizon, check: 0 }),
      task.linkTimes?.roundTrip ?? USUAL_ROUND_TRIP,
      { from, alpha, beta, share, kept },
    ),
  createWorker: (context, ports, depth, task) =>
    new AphidWorker(
      context,
      ports,
      depth,
      completeOptions(task.aphid ?? {}),
      false,
      task.linkTimes?.roundTrip ?? USUAL_ROUND_TRIP,
    ),
  sizeOf: (message) => (message.type === 'score' ? message.size : 0),
};

export const aphid: Algorithm = {
  hasMaster: true,
  hasHorizon: true,
  // Of a worker: pieces and parts under way, some of them waiting or suspended.
  searches: 6,
  modes: ['exact', 'play'],
  stack: stack(levels),
  createActor: (
    place,
    outlet,
    ports,
    { depth, from, kept, mode, table, linkTimes, horizon, seed, checkSeed, aphid: options = {} },
  ) => {
    const given = horizon === undefined ? options : { ...options, horizon };
    const roundTrip = linkTimes?.roundTrip ?? USUAL_ROUND_TRIP;
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
          ? new AphidMaster(context, ports, depth, settings, roundTrip, {
              playing,
              from,
              checkSeed: lots,
              kept: kept && readTree(kept),
            })
          : new AphidWorker(context, ports, depth, settings, table !== 'shared', roundTrip),
      linkTimes,
    );
  },
};
