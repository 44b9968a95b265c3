// Young Brothers Wait (Feldmann's YBWC*) as an algorithm: as many equals as there are processors.
import { defineAlgorithm } from '../algorithm.js';
import { createProcess } from '../process.js';
import { description } from './description.js';
import { messages } from './messages.js';
import { YoungBrothersProcess } from './process.js';
import { completeSettings, SETTINGS, type YoungBrothersSettings } from './settings.js';

/** The algorithm with other settings than the usual ones. */
export const youngBrothersWith = (changes: Partial<YoungBrothersSettings>) => {
  const settings = { ...SETTINGS, ...changes };
  return defineAlgorithm({
    ...description,
    searches: settings.searches,
    createActor(seat, outlet, ports, plan) {
      const own = completeSettings(settings, plan);
      const { length } = ports.searches;
      if (own.searches < 2 || own.searches > length) {
        throw new RangeError(`${own.searches} searches of a process: expected 2 to ${length}`);
      }
      return createProcess(
        seat,
        messages,
        outlet,
        (context) => new YoungBrothersProcess(context, ports, plan, own),
        plan.linkTimes,
      );
    },
  });
};

export const youngBrothers = youngBrothersWith({});
