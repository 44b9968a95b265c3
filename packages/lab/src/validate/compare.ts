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
  /** Longest over shortest time of the sequential search that was repeated beside it. */
  readonly sequentialSpread: number;
}

/** A search whose sequential search differs by more than this from repeat to repeat was disturbed by other programs. */
export const MOST_SPREAD = 1.5;

export const isDisturbed = ({ sequentialSpread }: ValidatedSearch): boolean =>
  sequentialSpread > MOST_SPREAD;

/** The same for all searches of one position, whatever the machine. */
export const positionKey = ({ round = 1, place, depth, hash }: ValidateRow['settings']): string =>
  JSON.stringify([round, place.game, place.name, depth, hash]);

const measurementKey = (settings: ValidateRow['settings']): string => {
  const { machine, host, workers, table } = settings;
  return JSON.stringify([positionKey(settings), machine, host, workers, table]);
};

/** Searches of which both sides are known; of two measurements that of more repeats counts, else the later one. */
export function comparisons(rows: readonly ValidateRow[]): ValidatedSearch[] {
  const real = new Map<string, ReadMeasurement>();
  for (const { settings, result } of rows) {
    if (result.kind !== 'measure') continue;
    const read = readMeasurement(result);
    const key = measurementKey(settings);
    if (read.alone.length >= (real.get(key)?.alone.length ?? 0)) real.set(key, read);
  }
  return rows.flatMap(({ settings, result }): ValidatedSearch[] => {
    if (result.kind !== 'predict' || settings.kind !== 'predict') return [];
    const measured = real.get(measurementKey(settings));
    const found = measured?.searches.get(settings.algorithm);
    if (measured === undefined || found === undefined) return [];
    const { round = 1, machine, host, workers, algorithm, place, depth } = settings;
    const sequentialSpread = Math.max(...measured.alone) / Math.min(...measured.alone);
    return [
      {
        ...{ round, machine, host, workers, algorithm, game: place.game, position: place.name },
        ...{ depth, predicted: figuresOf(result), ...found, sequentialSpread },
      },
    ];
  });
}

/** A measurement of any round. */
interface ReadMeasurement {
  /** Seconds of the sequential search of every repeat. */
  readonly alone: readonly number[];
  readonly searches: ReadonlyMap<string, Pick<ValidatedSearch, 'real' | 'speedups'>>;
}

function readMeasurement(result: Measurement | FirstMeasurement): ReadMeasurement {
  if (!('rounds' in result)) {
    const searches = Object.entries(result.algorithms).map(([algorithm, figures]) => {
      const speedups = figures.repeats.map(({ speedup }) => speedup);
      return [algorithm, { real: figuresOf(figures), speedups }] as const;
    });
    return { alone: result.sequential.repeats, searches: new Map(searches) };
  }
  const alone = result.rounds;
  const searches = Object.entries(result.algorithms).map(([algorithm, figures]) => {
    const speedups = figures.rounds.map((seconds, repeat) => alone[repeat]! / seconds);
    const real = { ...figuresOf(figures), speedup: median(speedups) };
    return [algorithm, { real, speedups }] as const;
  });
  return { alone, searches: new Map(searches) };
}

const figuresOf = ({ speedup, seconds, nodes, messages, idle }: Figures): Figures => ({
  ...{ speedup, seconds, nodes, messages, idle },
});
