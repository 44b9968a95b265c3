// ABDADA (Weill 1996): no master, no split points. The kernel keeps the threads apart (assembly/search/marks.ts); a
// process tells the others only what it has found at the root.
import { defineAlgorithm } from '../algorithm.js';
import { createProcess } from '../process.js';
import { messages, RootSearchProcess } from '../root-search/index.js';
import { description } from './description.js';
import { completeSettings } from './settings.js';

export const abdada = defineAlgorithm({
  ...description,
  createActor: (seat, outlet, ports, plan) => {
    const { markDepth } = completeSettings(plan.request.settings);
    return createProcess(
      seat,
      messages,
      outlet,
      (context) => new RootSearchProcess(context, ports, plan, { markDepth }),
      plan.linkTimes,
    );
  },
});
