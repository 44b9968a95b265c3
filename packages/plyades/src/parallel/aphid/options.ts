// The settings of APHID. The first two numbers are the ones that section 5.4 asks of every
// user; the others were constants of the thesis's programs, or name a rule that goes past it.

import {
  boolean,
  choice,
  either,
  integer,
  number,
  record,
  type ValueOf,
} from '../../core/schema.js';
import { MAX_SETTING, usualSettings } from '../settings.js';

/** The settings, with the values that were found to be fastest: shares are good for Othello under profile `paper`. */
export const settings = record(
  {},
  {
    minSize: number(1, MAX_SETTING, {
      default: 0,
      flag: true,
      unit: 'nodes',
      help: 'least size of a piece of work on average, leaves excepted; found by the run if not given',
    }),
    minPieces: number(1, MAX_SETTING, {
      default: 30,
      flag: true,
      help: 'least number of pieces of work for each worker',
    }),
    horizon: integer(1, 256, {
      flag: true,
      unit: 'plies',
      help: "depth of the master's tree, d'; found from statistics if not given",
    }),
    exemption: number(1, MAX_SETTING, {
      default: 8,
      help: 'a piece this many times as large as the average is exempted from the horizon',
    }),
    width: either([choice(['learned']), number(0, MAX_SETTING)], {
      default: 0,
      help: "how much a window is widened for each uncertain left branch; learned from the root's values",
    }),
    aspiration: number(0, MAX_SETTING, {
      default: 0,
      help: "half the window of the principal variation's leaf; 0 opens it fully, as the thesis does",
    }),
    updateNodes: number(1, MAX_SETTING, {
      default: 0,
      help: 'nodes that a worker searches between two score updates; found by the run if not given',
    }),
    aheadNodes: number(0, MAX_SETTING, {
      default: 0,
      help: 'the same for scores that no pass waits for yet',
    }),
    sizeTrips: number(0, MAX_SETTING, {
      default: 0.08,
      help: 'where the run finds minSize: this share of what is searched in a round trip',
    }),
    updateTrips: number(0, MAX_SETTING, {
      default: 0.75,
      help: 'where the run finds updateNodes: at least this many round trips',
    }),
    aheadTimes: number(0, MAX_SETTING, {
      default: 4,
      help: 'where the run finds aheadNodes: this many times updateNodes',
    }),
    // A helper has nothing better to do; a part only has to be worth its owner's messages.
    partTrips: number(0, MAX_SETTING, {
      default: 0.25,
      help: 'parts given to helpers take at least this many round trips on average',
    }),
    firstLeaves: number(1, MAX_SETTING, {
      default: 8,
      help: 'how many uncertain leaves of a pass count as the first ones',
    }),
    keepScores: boolean({ default: true, help: 'a piece that is moved keeps its scores' }),
    followUpdates: boolean({
      default: true,
      help: 'a search under way follows narrower windows, and ends when its piece left the tree',
    }),
    suspend: boolean({
      default: true,
      help: 'work ahead that has to wait goes on later instead of being given up',
    }),
    help: boolean({
      default: true,
      help: "workers that have nothing required to do search parts of other workers' pieces",
    }),
    incremental: boolean({
      default: true,
      help: 'a pass leaves out what has not changed since the last one',
    }),
    deferPlaces: boolean({
      default: true,
      help: 'a change of place that can wait travels with what cannot',
    }),
    probCut: boolean({
      default: true,
      help: "play mode: nodes of the master's tree are cut by shallower searches (ProbCut) too",
    }),
    check: number(0, 1, {
      default: 0,
      flag: true,
      unit: 'share',
      help: 'exact mode: share of results that another worker searches again to find false ones',
    }),
  },
);

/** Settings of APHID. */
export type AphidOptions = ValueOf<typeof settings>;

export type AphidSettings = Required<Omit<AphidOptions, 'horizon'>> & Pick<AphidOptions, 'horizon'>;

/** The constants and rules of the thesis, where ours differ: they were found to be faster. */
export const THESIS: AphidOptions = {
  minSize: 25,
  minPieces: 10,
  exemption: 75,
  keepScores: false,
  followUpdates: false,
  suspend: false,
  help: false,
  incremental: false,
  width: 'learned',
  aheadNodes: 1,
  deferPlaces: false,
};

/** The settings of a search. */
export const completeOptions = (options: AphidOptions): AphidSettings =>
  ({ ...usualSettings(settings), ...options }) as AphidSettings;

/** Score updates of a worker are this many round trips apart: all together leave the master its time. */
export const updateTripsOf = ({ updateTrips }: AphidSettings, size: number): number =>
  Math.max(updateTrips, size / 56);
