// Dynamic prediction of minimal trees (Ura, Tsuruoka, Chikayama: Dynamic Prediction of Minimal Trees in
// Large-Scale Parallel Game Tree Search, 2014) as an algorithm: a master that keeps the top of the tree
// in memory and predicts which leaves belong to the minimal tree, and workers that search them.
import { defineAlgorithm, type SearchPlan } from '../algorithm.js';
import { stack } from '../hierarchy/index.js';
import type { Levels } from '../hierarchy/levels.js';
import { createProcess } from '../process.js';
import { readTree } from '../saved-tree.js';
import { description } from './description.js';
import { MinimalTreeMaster } from './master.js';
import { type MinimalTreeMessage, messages } from './messages.js';
import { completeOptions, type MinimalTreeOptions, type MinimalTreeSettings } from './options.js';
import { MinimalTreeWorker } from './worker.js';

export { type MinimalTreeOptions, PAPER } from './options.js';

/** Below the top several searches share the workers, so only what has changed is sent, and nothing begun is left. */
const LEVELS: MinimalTreeOptions = {
  deepening: false,
  resend: false,
  persist: true,
  // The masters of sites have few workers.
  delegate: 'off',
};

const optionsOf = ({ request }: SearchPlan): MinimalTreeOptions => request.settings ?? {};

const levels: Levels<MinimalTreeMessage> = {
  messages,
  createMaster: (context, ports, { depth, alpha, beta, horizon, share }, plan) =>
    new MinimalTreeMaster(
      context,
      ports,
      depth,
      completeOptions({ ...optionsOf(plan), ...LEVELS, horizon }, context.size),
      { window: { alpha, beta }, share },
    ),
  createWorker: (context, ports, depth, plan) =>
    new MinimalTreeWorker(
      context,
      ports,
      depth,
      completeOptions({ ...optionsOf(plan), ...LEVELS }, context.size),
      plan.linkTimes?.roundTrip,
    ),
};

export const minimalTree = defineAlgorithm({
  ...description,
  stack: stack(levels),
  createActor: (seat, outlet, ports, plan) => {
    const { request, linkTimes, deepening = false, from, kept } = plan;
    const playing = request.mode === 'play';
    const given = completeOptions(
      { deepening, ...optionsOf(plan) },
      seat.size,
      ports.rules.bounded,
    );
    // Only exact searches can be split; and a player's tree has few plies.
    const complete: MinimalTreeSettings = playing
      ? { ...given, split: false, delegate: 'off' }
      : given;
    return createProcess(
      seat,
      messages,
      outlet,
      (context) =>
        seat.self === 0
          ? new MinimalTreeMaster(context, ports, request.depth, complete, {
              playing,
              from,
              kept: kept && readTree(kept),
            })
          : new MinimalTreeWorker(context, ports, request.depth, complete, linkTimes?.roundTrip),
      linkTimes,
    );
  },
});
