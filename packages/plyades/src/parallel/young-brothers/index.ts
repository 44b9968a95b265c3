// Young Brothers Wait (Feldmann's YBWC*) as an algorithm: as many equals as there are processors.
import type { Algorithm } from '../algorithm.js';
import { createProcess } from '../process.js';
import { messages } from './messages.js';
import { YoungBrothersProcess } from './process.js';
import { completeSettings, SETTINGS, type YoungBrothersSettings } from './settings.js';

/** The algorithm with other settings than the usual ones. */
export const youngBrothersWith = (changes: Partial<YoungBrothersSettings>): Algorithm => {
  const settings = { ...SETTINGS, ...changes };
  return {
    hasMaster: false,
    searches: settings.searches,
    modes: ['exact'],
    createActor(place, outlet, ports, task) {
      const own = completeSettings(settings, task);
      const { length } = ports.searches;
      if (own.searches < 2 || own.searches > length) {
        throw new RangeError(`${own.searches} searches of a process: expected 2 to ${length}`);
      }
      return createProcess(
        place,
        messages,
        outlet,
        (context) => new YoungBrothersProcess(context, ports, task, own),
        task.linkTimes,
      );
    },
  };
};

export const youngBrothers: Algorithm = youngBrothersWith({});
