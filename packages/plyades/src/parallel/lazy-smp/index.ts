// Lazy SMP, as today's engines do it: as many equals as there are processors, which part by chance.
import { defineAlgorithm } from '../algorithm.js';
import { createProcess } from '../process.js';
import { messages, RootSearchProcess } from '../root-search/index.js';
import { description } from './description.js';

export const lazySmp = defineAlgorithm({
  ...description,
  createActor: (seat, outlet, ports, plan) =>
    createProcess(
      seat,
      messages,
      outlet,
      (context) => new RootSearchProcess(context, ports, plan, { byChance: true }),
      plan.linkTimes,
    ),
});
