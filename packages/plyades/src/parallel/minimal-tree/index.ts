// Dynamic prediction of minimal trees (Ura, Tsuruoka, Chikayama: Dynamic Prediction of Minimal Trees in
// Large-Scale Parallel Game Tree Search, 2014) as an algorithm: a master that keeps the top of the tree
// in memory and predicts which leaves belong to the minimal tree, and workers that search them.
import type { Algorithm } from '../algorithm.js';
import { stack } from '../hierarchy/index.js';
import type { Levels } from '../hierarchy/levels.js';
import { readTree } from '../kept.js';
import { createProcess } from '../process.js';
import { MinimalTreeMaster } from './master.js';
import { type MinimalTreeMessage, messages } from './messages.js';
import { completeOptions, type MinimalTreeOptions } from './options.js';
import { MinimalTreeWorker } from './worker.js';

export { type MinimalTreeOptions, PAPER } from './options.js';

/** Below the top several searches share the workers, so only what has changed is sent, and nothing begun is left. */
const LEVELS: MinimalTreeOptions = { deepening: false, resend: false, persist: true };

const levels: Levels<MinimalTreeMessage> = {
  messages,
  createMaster: (
    context,
    ports,
    { depth, alpha, beta, horizon, share },
    { minimalTree: options },
  ) =>
    new MinimalTreeMaster(
      context,
      ports,
      depth,
      completeOptions({ ...options, ...LEVELS, horizon }, context.size),
      { window: { alpha, beta }, share },
    ),
  createWorker: (context, ports, depth, { minimalTree: options, linkTimes }) =>
    new MinimalTreeWorker(
      context,
      ports,
      depth,
      completeOptions({ ...options, ...LEVELS }, context.size),
      linkTimes?.roundTrip,
    ),
};

export const minimalTree: Algorithm = {
  hasMaster: true,
  hasHorizon: true,
  // Of a worker: its own, and parts of others' or of its own while that waits for them.
  searches: 4,
  modes: ['exact', 'play'],
  stack: stack(levels),
  createActor: (place, outlet, ports, task) => {
    const { depth, mode, linkTimes, horizon, deepening = false, minimalTree: options } = task;
    const { from, kept } = task;
    const playing = mode === 'play';
    const given = completeOptions(
      { deepening, ...options, ...(horizon !== undefined && { horizon }) },
      place.size,
    );
    // Only exact searches can be split.
    const settings = playing ? { ...given, split: false } : given;
    return createProcess(
      place,
      messages,
      outlet,
      (context) =>
        place.self === 0
          ? new MinimalTreeMaster(context, ports, depth, settings, {
              playing,
              from,
              kept: kept && readTree(kept),
            })
          : new MinimalTreeWorker(context, ports, depth, settings, linkTimes?.roundTrip),
      linkTimes,
    );
  },
};
