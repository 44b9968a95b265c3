// How far predictions are from what was measured: errors of a group of searches, and the targets that they are held to.
// A disturbed search is in no group with others.
import { average, type Estimate, estimate, geometricMean, groupBy } from '../statistics.js';
import { isDisturbed, type ValidatedSearch } from './compare.js';

/** The greatest errors that meet a target: of the speedup of each search, and absolute means of speedups and messages. */
export const TARGETS = { each: 0.2, speedup: 0.1, messages: 0.15 };

/** Of two algorithms whose speedups are closer than this, neither is the faster one. */
export const CLEARLY = 1.1;

export interface Errors {
  readonly mean: number;
  /** The mean of the absolute values. */
  readonly absolute: number;
  /** That of the largest absolute value, with its sign. */
  readonly largest: number;
}

export type ComparedFigure = 'speedup' | 'nodes' | 'messages';

/** Predicted over measured, less 1. */
export const errorOf = ({ predicted, real }: ValidatedSearch, figure: ComparedFigure): number =>
  predicted[figure] / real[figure] - 1;

/** Undefined where nothing was measured, as messages of an algorithm that sends none. */
export function errorsOf(
  searches: readonly ValidatedSearch[],
  figure: ComparedFigure,
): Errors | undefined {
  const errors = searches.flatMap((each) => (each.real[figure] > 0 ? errorOf(each, figure) : []));
  if (errors.length === 0) return undefined;
  const [largest] = errors.toSorted((a, b) => Math.abs(b) - Math.abs(a));
  return { mean: average(errors), absolute: average(errors.map(Math.abs)), largest: largest! };
}

/** Searches that belong into one line of a table. */
export interface SearchGroup {
  readonly first: ValidatedSearch;
  readonly disturbed: boolean;
  readonly searches: readonly ValidatedSearch[];
}

/** By round, machine, host and number of workers, and by algorithm if wanted; disturbed searches are groups of their own. */
export function groupsOf(
  compared: readonly ValidatedSearch[],
  byAlgorithm: boolean,
): SearchGroup[] {
  const key = ({ round, machine, host, workers, algorithm }: ValidatedSearch) =>
    JSON.stringify([round, machine, host, workers, byAlgorithm ? algorithm : '']);
  return [...groupBy(inOrder(compared), key).values()].flatMap((all) =>
    [false, true].flatMap((disturbed): SearchGroup[] => {
      const searches = all.filter((each) => isDisturbed(each) === disturbed);
      return searches.length === 0 ? [] : [{ first: searches[0]!, disturbed, searches }];
    }),
  );
}

/** By round and number of workers; machines, hosts and algorithms in the order in which they first come. */
export function inOrder(compared: readonly ValidatedSearch[]): ValidatedSearch[] {
  const places = (field: 'machine' | 'host' | 'algorithm') => {
    const names = [...new Set(compared.map((each) => each[field]))];
    return (one: ValidatedSearch, other: ValidatedSearch) =>
      names.indexOf(one[field]) - names.indexOf(other[field]);
  };
  const [byMachine, byHost, byAlgorithm] = [places('machine'), places('host'), places('algorithm')];
  return compared.toSorted(
    (one, other) =>
      one.round - other.round ||
      byMachine(one, other) ||
      byHost(one, other) ||
      one.workers - other.workers ||
      byAlgorithm(one, other),
  );
}

/** The geometric mean of predicted or measured speedups over positions, with its interval. */
export const speedupOf = (
  searches: readonly ValidatedSearch[],
  side: 'predicted' | 'real',
): Estimate =>
  estimate(
    searches.map((each) => each[side].speedup),
    geometricMean,
  );

export interface TargetFigures {
  /** Searches whose speedup was predicted within the target. */
  readonly within: number;
  readonly speedup: number;
  /** Undefined where no messages were measured. */
  readonly messages: number | undefined;
  /** Pairs of algorithms with clearly different speedups on a position, and those whose faster one was predicted. */
  readonly pairs: number;
  readonly rightPairs: number;
}

export function targetFigures(searches: readonly ValidatedSearch[]): TargetFigures {
  const within = searches.filter((each) => Math.abs(errorOf(each, 'speedup')) <= TARGETS.each);
  const pairs = pairsOf(searches);
  const right = pairs.filter(
    ([faster, slower]) => faster.predicted.speedup > slower.predicted.speedup,
  );
  return {
    within: within.length,
    speedup: errorsOf(searches, 'speedup')!.absolute,
    messages: errorsOf(searches, 'messages')?.absolute,
    pairs: pairs.length,
    rightPairs: right.length,
  };
}

/** Searches of one position by two algorithms, the clearly faster one first. */
function pairsOf(searches: readonly ValidatedSearch[]): [ValidatedSearch, ValidatedSearch][] {
  const key = ({ round, machine, host, workers, game, position }: ValidatedSearch) =>
    JSON.stringify([round, machine, host, workers, game, position]);
  return [...groupBy(searches, key).values()].flatMap((same) =>
    same.flatMap((faster) =>
      same.flatMap((slower): [ValidatedSearch, ValidatedSearch][] =>
        faster.real.speedup > CLEARLY * slower.real.speedup ? [[faster, slower]] : [],
      ),
    ),
  );
}
