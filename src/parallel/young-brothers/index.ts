// Young Brothers Wait (Feldmann's YBWC*) as an algorithm: as many equals as there are processors.
import type { Algorithm } from '../algorithm.js';
import { createProcess } from '../process.js';
import { messages } from './messages.js';
import { YoungBrothersProcess } from './process.js';
import { SETTINGS, type Settings } from './settings.js';

/** The algorithm with other settings than the usual ones. */
export const youngBrothersWith = (changes: Partial<Settings>): Algorithm => {
  const settings = { ...SETTINGS, ...changes };
  return {
    hasMaster: false,
    searches: settings.searches,
    modes: ['exact'],
    createActor: (place, outlet, ports, task) =>
      createProcess(
        place,
        messages,
        outlet,
        (context) => new YoungBrothersProcess(context, ports, task, settings),
        task.linkTimes,
      ),
  };
};

export const youngBrothers: Algorithm = youngBrothersWith({});
