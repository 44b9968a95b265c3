// The numbers of Young Brothers Wait. Times are the least ones: where messages are slow, a process must
// wait for an answer before it takes silence for one.

import { boolean, integer, number, record, type ValueOf } from '../../core/schema.js';
import type { SearchPlan } from '../algorithm.js';
import { MAX_SETTING, usualSettings } from '../settings.js';

/** Searches that a host provides for each process. */
export const MAX_SEARCHES = 6;

export const settings = record(
  {},
  {
    searches: integer(2, MAX_SEARCHES, {
      default: MAX_SEARCHES,
      help: 'searches of a process; the last one is kept for work that came back and never splits',
    }),
    reasonable: number(1, MAX_SETTING, {
      default: 1,
      help: 'children of a node of type 2 that are searched one after the other before it is split',
    }),
    grain: number(0, MAX_SETTING, {
      default: 0,
      help: 'nodes of a piece of work that is worth giving away; 0: measured, where links tell their times',
    }),
    grainTrips: number(0, MAX_SETTING, {
      default: 0.08,
      help: 'measured, a piece is this much of what a process searches in a round trip',
    }),
    ahead: boolean({
      default: true,
      help: 'a process asks for its next piece of work when it begins the last one it has',
    }),
    patience: number(0, MAX_SETTING, {
      default: 500,
      unit: 'microseconds',
      help: 'a process asked for work that has none yet is waited for at least this long',
    }),
    rest: number(0, MAX_SETTING, {
      default: 100,
      unit: 'microseconds',
      help: 'after some refusals a process waits at least this long before it asks again, then twice as long, ...',
    }),
  },
);

export type YoungBrothersOptions = ValueOf<typeof settings>;
export type YoungBrothersSettings = Required<YoungBrothersOptions>;

export const SETTINGS = usualSettings(settings) as YoungBrothersSettings;

/** Patience and rest in round trips: about what the usual ones are between threads. */
const PATIENCE = 3;
const REST = 1;

/** The settings of one search, with its own changes and the times that its links call for. */
export function completeSettings(
  settings: YoungBrothersSettings,
  { request, linkTimes }: SearchPlan,
): YoungBrothersSettings {
  const changed = { ...settings, ...(request.settings as YoungBrothersOptions | undefined) };
  const roundTrip = linkTimes?.roundTrip ?? 0;
  return {
    ...changed,
    patience: Math.max(changed.patience, PATIENCE * roundTrip),
    rest: Math.max(changed.rest, REST * roundTrip),
  };
}
