// Lazy SMP as an algorithm: as many equals as there are processors.
import { defineAlgorithm } from '../algorithm.js';
import { createProcess } from '../process.js';
import { description } from './description.js';
import { messages } from './messages.js';
import { LazyProcess } from './process.js';

export const lazySmp = defineAlgorithm({
  ...description,
  createActor: (seat, outlet, ports, plan) =>
    createProcess(
      seat,
      messages,
      outlet,
      (context) => new LazyProcess(context, ports, plan),
      plan.linkTimes,
    ),
});
