// APHID (Brockington: Asynchronous Parallel Game-Tree Search, 1998, chapter 5) as an algorithm: one
// master that makes passes over the top of the tree, and workers that search the pieces below it.
import { defineAlgorithm } from '../algorithm.js';
import { stack } from '../hierarchy/index.js';
import type { Levels } from '../hierarchy/levels.js';
import { createProcess } from '../process.js';
import { USUAL_ROUND_TRIP } from '../round-trip-nodes.js';
import { readTree } from '../saved-tree.js';
import { description } from './description.js';
import { AphidMaster } from './master.js';
import { type AphidMessage, messages } from './messages.js';
import { type AphidOptions, completeOptions } from './options.js';
import { AphidWorker } from './worker.js';

export { type AphidOptions, THESIS } from './options.js';

const levels: Levels<AphidMessage> = {
  messages,
  createMaster: (context, ports, { depth, from, alpha, beta, horizon, share, kept }, plan) =>
    new AphidMaster(
      context,
      ports,
      depth,
      // The master above checks a site's results, since it has to trust them.
      completeOptions({ ...(plan.request.settings as AphidOptions), horizon, check: 0 }),
      plan.linkTimes?.roundTrip ?? USUAL_ROUND_TRIP,
      { from, alpha, beta, share, kept },
    ),
  createWorker: (context, ports, depth, plan) =>
    new AphidWorker(
      context,
      ports,
      depth,
      completeOptions((plan.request.settings ?? {}) as AphidOptions),
      false,
      plan.linkTimes?.roundTrip ?? USUAL_ROUND_TRIP,
    ),
  sizeOf: (message) => (message.type === 'score' ? message.size : 0),
};

export const aphid = defineAlgorithm({
  ...description,
  stack: stack(levels),
  createActor: (seat, outlet, ports, { request, from, kept, linkTimes, checkSeed }) => {
    const { depth, mode, table, seed } = request;
    const given = (request.settings ?? {}) as AphidOptions;
    const roundTrip = linkTimes?.roundTrip ?? USUAL_ROUND_TRIP;
    const playing = mode === 'play';
    // Results of play mode depend on windows: others' searches cannot check them.
    const complete = completeOptions(playing ? { ...given, check: 0 } : given);
    return createProcess(
      seat,
      messages,
      outlet,
      (context) =>
        seat.self === 0
          ? new AphidMaster(context, ports, depth, complete, roundTrip, {
              playing,
              from,
              checkSeed: checkSeed ?? seed,
              kept: kept && readTree(kept),
            })
          : new AphidWorker(context, ports, depth, complete, table !== 'shared', roundTrip),
      linkTimes,
    );
  },
});
