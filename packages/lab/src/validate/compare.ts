// Puts predictions and measurements of the same search side by side. Rows of round 1 are read as they were written:
// without a round, and with seconds of each repeat, from which the speedups are taken as in later rounds.
import type { ExperimentRow } from '../experiment.js';
import { type Measurement, median } from './measure.js';
import type { Prediction, SearchFigures } from './predict.js';
import type { MeasureSettings, PredictSettings } from './runs.js';

type Figures = SearchFigures & { readonly idle: number };

/** A row of this round or of a later one names it. */
type MayNameRound<S> = Omit<S, 'round'> & { readonly round?: number };

/** A measurement of round 1: seconds of every repeat, and speedups of medians. */
interface FirstMeasurement {
  readonly kind: 'measure';
  readonly sequential: { readonly value: number; readonly nodes: number; readonly seconds: number };
  readonly rounds: readonly number[];
  readonly algorithms: Readonly<Record<string, Figures & { readonly rounds: readonly number[] }>>;
}

export type ValidateRow = ExperimentRow<
  MayNameRound<PredictSettings> | MayNameRound<MeasureSettings>,
  Prediction | Measurement | FirstMeasurement
>;

/** A search with both sides. */
export interface ValidatedSearch {
  readonly round: number;
  readonly machine: string;
  readonly host: string;
  readonly workers: number;
  readonly algorithm: string;
  readonly game: string;
  readonly position: string;
  readonly depth: number;
  readonly predicted: Figures;
  /** Medians over the repeats. */
  readonly real: Figures;
  /** Real ones, of every repeat. */
  readonly speedups: readonly number[];
  /** Longest time of the sequential search beside it over its shortest one, of this round on this machine on any host. */
  readonly sequentialSpread: number;
  readonly origin: Origin;
}

/** Where the two sides come from; `unknown` where a row does not say it. */
export interface Origin {
  readonly predictedBy: string;
  readonly measuredBy: string;
  /** Cores and processor of the machine that was measured. */
  readonly hardware: string;
  /** Digest of the cost profile; missing in round 1. */
  readonly profile?: string;
}

/**
 * With a greater spread other programs disturbed the search. Repeats alone do not tell: in round 1 all three took 2.6 times
 * as long as the same search on another host, minutes before.
 */
export const MOST_SPREAD = 1.5;

export const isDisturbed = ({ sequentialSpread }: ValidatedSearch): boolean =>
  sequentialSpread > MOST_SPREAD;

/** The same for all searches of one position, whatever the machine. */
export const positionKey = ({ round = 1, place, depth, hash }: ValidateRow['settings']): string =>
  JSON.stringify([round, place.game, place.name, depth, hash]);

const machineKey = (settings: ValidateRow['settings']): string =>
  JSON.stringify([positionKey(settings), settings.machine]);

const measurementKey = (settings: ValidateRow['settings']): string => {
  const { host, workers, table } = settings;
  return JSON.stringify([machineKey(settings), host, workers, table]);
};

const UNKNOWN = 'unknown';

/** Searches of which both sides are known; of two measurements that of more repeats counts, else the later one. */
export function comparisons(rows: readonly ValidateRow[]): ValidatedSearch[] {
  const real = new Map<string, ReadMeasurement>();
  const shortest = new Map<string, number>();
  for (const row of rows) {
    const read = readMeasurement(row);
    if (read === undefined) continue;
    const key = measurementKey(row.settings);
    if (read.alone.length >= (real.get(key)?.alone.length ?? 0)) real.set(key, read);
    const place = machineKey(row.settings);
    shortest.set(place, Math.min(...read.alone, shortest.get(place) ?? Number.POSITIVE_INFINITY));
  }
  return rows.flatMap(({ settings, result, build = UNKNOWN }): ValidatedSearch[] => {
    if (result.kind !== 'predict' || settings.kind !== 'predict') return [];
    const measured = real.get(measurementKey(settings));
    const found = measured?.searches.get(settings.algorithm);
    if (measured === undefined || found === undefined) return [];
    const { round = 1, machine, host, workers, algorithm, place, depth } = settings;
    const profile = result.profile === undefined ? {} : { profile: result.profile };
    return [
      {
        ...{ round, machine, host, workers, algorithm, game: place.game, position: place.name },
        ...{ depth, predicted: figuresOf(result), ...found },
        sequentialSpread: Math.max(...measured.alone) / shortest.get(machineKey(settings))!,
        origin: { predictedBy: build, ...measured.origin, ...profile },
      },
    ];
  });
}

/** A measurement of any round. */
interface ReadMeasurement {
  /** Seconds of the sequential search of every repeat. */
  readonly alone: readonly number[];
  readonly searches: ReadonlyMap<string, Pick<ValidatedSearch, 'real' | 'speedups'>>;
  readonly origin: Pick<Origin, 'measuredBy' | 'hardware'>;
}

/** Undefined for a prediction. */
function readMeasurement({
  result,
  build = UNKNOWN,
  machine = UNKNOWN,
}: ValidateRow): ReadMeasurement | undefined {
  if (result.kind === 'predict') return undefined;
  const origin = { measuredBy: build, hardware: machine };
  if (!('rounds' in result)) {
    const searches = Object.entries(result.algorithms).map(([algorithm, figures]) => {
      const speedups = figures.repeats.map(({ speedup }) => speedup);
      return [algorithm, { real: figuresOf(figures), speedups }] as const;
    });
    return { alone: result.sequential.repeats, searches: new Map(searches), origin };
  }
  const alone = result.rounds;
  const searches = Object.entries(result.algorithms).map(([algorithm, figures]) => {
    const speedups = figures.rounds.map((seconds, repeat) => alone[repeat]! / seconds);
    const real = { ...figuresOf(figures), speedup: median(speedups) };
    return [algorithm, { real, speedups }] as const;
  });
  return { alone, searches: new Map(searches), origin };
}

const figuresOf = ({ speedup, seconds, nodes, messages, idle }: Figures): Figures => ({
  ...{ speedup, seconds, nodes, messages, idle },
});
