// The settings of ABDADA.
import { integer, record, type ValueOf } from '../../core/schema.js';
import { usualSettings } from '../settings.js';

export const settings = record(
  {},
  {
    markDepth: integer(0, 100, {
      default: 0,
      flag: true,
      unit: 'plies',
      help: 'least depth of nodes that are marked while they are searched; 0 for the depth that the game names',
    }),
  },
);

export type AbdadaSettings = ValueOf<typeof settings>;

const SETTINGS = usualSettings(settings) as Required<AbdadaSettings>;

/** The settings of one search, with its own changes. */
export const completeSettings = (given: AbdadaSettings = {}): Required<AbdadaSettings> => ({
  ...SETTINGS,
  ...given,
});
