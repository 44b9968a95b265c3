// Lazy SMP as an algorithm: as many equals as there are processors.
import type { Algorithm } from '../algorithm.js';
import { createProcess } from '../process.js';
import { messages } from './messages.js';
import { LazyProcess } from './process.js';

export const lazySmp: Algorithm = {
  hasMaster: false,
  searches: 1,
  modes: ['exact', 'play'],
  createActor: (place, outlet, ports, task) =>
    createProcess(
      place,
      messages,
      outlet,
      (context) => new LazyProcess(context, ports, task),
      task.linkTimes,
    ),
};
