// The settings of ABDADA.
import { integer, record, type ValueOf } from '../../core/schema.js';
import { usualSettings } from '../settings.js';

export const settings = record(
  {},
  {
    markDepth: integer(2, 100, {
      default: 4,
      flag: true,
      unit: 'plies',
      help: 'least depth of nodes that are marked while they are searched',
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
