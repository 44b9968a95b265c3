// Dynamic prediction of minimal trees (Ura, Tsuruoka, Chikayama: Dynamic Prediction of Minimal Trees in
// Large-Scale Parallel Game Tree Search, 2014) as an algorithm: a master that keeps the top of the tree
// in memory and predicts which leaves belong to the minimal tree, and workers that search them.
import type { Algorithm } from '../algorithm.js';
import { createProcess } from '../process.js';
import { MinimalTreeMaster } from './master.js';
import { messages } from './messages.js';
import { completeOptions } from './options.js';
import { MinimalTreeWorker } from './worker.js';

export { type MinimalTreeOptions, PAPER } from './options.js';

export const minimalTree: Algorithm = {
  hasMaster: true,
  hasHorizon: true,
  // Of a worker: its own, and parts of others' or of its own while that waits for them.
  searches: 4,
  modes: ['exact', 'play'],
  createActor: (place, outlet, ports, task) => {
    const { depth, mode, linkTimes, horizon, deepening = false, from, minimalTree: options } = task;
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
          ? new MinimalTreeMaster(context, ports, depth, settings, playing, from)
          : new MinimalTreeWorker(context, ports, settings, linkTimes?.roundTrip),
      linkTimes,
    );
  },
};
