// The settings of APHID. The first two numbers are the ones that section 5.4 asks of every
// user; the others were constants of the thesis's programs, or name a rule that goes past it. Each rule of ours that
// is not the thesis's can be switched off here, and THESIS does so for all of them.

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
import { EXPECTATIONS } from './expected-value.js';

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
      default: 10,
      flag: true,
      help: 'least number of pieces of work for each worker',
    }),
    horizon: integer(1, 256, {
      flag: true,
      unit: 'plies',
      help: "depth of the master's tree, d'; found from statistics if not given",
    }),
    foresee: boolean({
      default: true,
      help: 'the horizon is found one iteration early, with the size that the next one will probably have',
    }),
    horizonNodes: choice(['search', 'ply'], {
      default: 'search',
      help: 'the horizon is found from all nodes of a search of that depth, or from those at its last ply',
    }),
    playHorizon: integer(1, 256, {
      default: 3,
      unit: 'plies',
      help: "play mode without ProbCut: the master's tree is no deeper, where statistics find its depth",
    }),
    scaleFrom: choice(['iteration', 'pass'], {
      default: 'iteration',
      help: 'guesses of a pass are scaled to the value of the last finished iteration, or of the last pass',
    }),
    boundGuesses: boolean({
      default: true,
      help: 'a guess lies within the bounds that are known at the required depth',
    }),
    reSearch: choice(['alpha', 'value'], {
      default: 'alpha',
      help: 'a pass searches again from alpha, or from the value of the null-window search as NegaScout does',
    }),
    exemption: number(1, MAX_SETTING, {
      default: 8,
      help: 'a piece this many times as large as the average is exempted from the horizon',
    }),
    width: either([choice(['learned']), number(0, MAX_SETTING)], {
      default: 0,
      help: "how much a window is widened for each uncertain left branch; learned from the root's values",
    }),
    principalPlies: integer(0, 256, {
      default: 4,
      unit: 'plies',
      help: 'exact mode, 4 workers or more: the horizon follows the principal variation while its leaf keeps at least this many; 0: never',
    }),
    aspiration: number(0, MAX_SETTING, {
      default: 150,
      help: "half the window of the principal variation's leaf; 0 opens it fully, as the thesis does",
    }),
    catchUp: choice(['each', 'parity'], {
      default: 'parity',
      help: 'a piece behind the iteration is searched for each one before, or for those of the same parity',
    }),
    catchUpWindows: boolean({
      default: true,
      help: "a piece behind the iteration is searched around the root's value of the iteration it has reached",
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
    fewTrips: number(0, MAX_SETTING, {
      default: 4,
      help: 'the same for few workers: at least this over their number squared',
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
    preempt: boolean({
      default: true,
      help: 'a search under way waits while its worker has more important work that is required',
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
    skipPasses: boolean({
      default: true,
      help: 'results that no pass can use yet, of work ahead or outside the tree, start none',
    }),
    deferPlaces: boolean({
      default: true,
      help: 'a change of place that can wait travels with what cannot',
    }),
    expect: choice(EXPECTATIONS, {
      default: 'nearer',
      help: 'value a new iteration is expected to have: of the `last` one, of the last but one (`parity`), or of the `nearer` one',
    }),
    keepHistory: boolean({
      default: true,
      help: "a worker's move ordering keeps what earlier pieces have taught it",
    }),
    certainFirst: boolean({
      default: true,
      help: 'a pass tries a move that is known to refute its node before the others',
    }),
    deepenMoved: boolean({
      default: false,
      help: 'a piece that another worker has searched is deepened from the beginning, though the table is shared',
    }),
    beyond: integer(0, 8, {
      default: 0,
      unit: 'plies',
      help: 'work ahead may go this far beyond the last iteration',
    }),
    interim: boolean({
      default: true,
      help: 'play mode: a move that is proven better by an unfinished iteration is played',
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

/**
 * The constants and rules of the thesis, where ours differ. Its exemption threshold is 75 in Othello; in checkers it
 * was 34 (section 6.3.2), and for chess it is not printed.
 */
export const THESIS: AphidOptions = {
  // The largest one of its tests (section 5.4.3); parallelism then starts with searches of 6 or 7 plies.
  minSize: 25,
  minPieces: 10,
  // "If hypothetical values of d' and g can be satisfactorily determined by the statistics" (section 5.2.1).
  foresee: false,
  // "The smallest ply within the game tree where we routinely search k nodes or more" (section 5.2.1).
  horizonNodes: 'ply',
  playHorizon: 256,
  // "The difference between the minimax value of the full search that it was generated for and the hypothetical
  // minimax value of the current search" (section 5.2.1).
  scaleFrom: 'pass',
  boundGuesses: false,
  // Figures 2.9 and 5.10.
  reSearch: 'value',
  exemption: 75,
  principalPlies: 0,
  width: 'learned',
  // "The node we are examining is the PV node and should be searched with the full search window" (appendix B.3).
  aspiration: 0,
  fewTrips: 0,
  // "Current guessed minimax value of the root of the game tree" (appendix B.3, winstats[3]).
  catchUpWindows: false,
  // "The slave uses iterative deepening to search each piece of work deeper and deeper" (section 5.1).
  catchUp: 'each',
  // One interval m for all score updates (section 5.2.3).
  aheadTimes: 1,
  keepScores: false,
  followUpdates: false,
  preempt: false,
  suspend: false,
  help: false,
  incremental: false,
  // "Only when a score is returned is another pass of the tree executed" (section 5.3).
  skipPasses: false,
  deferPlaces: false,
  expect: 'last',
  keepHistory: false,
  certainFirst: false,
  deepenMoved: true,
  // "Since we only search each position to d ply, ... some work being done at (d+1) ply or more" (section 6.2.6).
  beyond: 8,
  // "We do not use deeper ply values even if they are available" (section 5.2.1).
  interim: false,
  check: 0,
};

/** The settings of a search. */
export const completeOptions = (options: AphidOptions): AphidSettings =>
  ({ ...usualSettings(settings), ...options }) as AphidSettings;

/** Score updates of a worker are this many round trips apart: all together leave the master its time. */
export const updateTripsOf = ({ updateTrips }: AphidSettings, size: number): number =>
  Math.max(updateTrips, size / 56);

/**
 * The share of a round trip that a piece takes at least, where the run finds its size. Two workers need few pieces, and
 * large ones cost less: on two threads the time to 17 plies of Othello in play mode was 1.73 s alone, 2.47 s with a
 * share of 0.08 and 1.18 s with 1. From 8 workers on there must be many.
 */
export const sizeTripsOf = (
  { sizeTrips, fewTrips }: Pick<AphidSettings, 'sizeTrips' | 'fewTrips'>,
  workers: number,
): number => Math.max(sizeTrips, fewTrips / workers ** 2);
