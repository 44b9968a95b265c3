// What a run of tuning is, what comes of it, and which constants the finished ones choose: a coordinate search
// that keeps a value when it is better than all before.
import type { ExperimentRow, Scale } from '../experiment.js';
import type { TestPosition } from '../positions.js';
import { groupBy } from '../statistics.js';
import { type AphidConstants, type ConstantName, usualConstants } from './constants.js';

/** A value is kept when it is better by this much: less is within the noise. */
const LEAST_GAIN = 0.01;

/** One search of training or test. */
export interface TuningSearch {
  readonly place: TestPosition;
  readonly depth: number;
  readonly processors: number;
}

export type TuningSettings =
  /** All searches of training with one value of one option, the others as chosen before; 0 is none. */
  | {
      readonly kind: 'training';
      readonly scale: Scale;
      readonly step: number;
      readonly name?: ConstantName;
      readonly value?: number | 'learned';
    }
  /** The chosen options beside the usual ones. */
  | { readonly kind: 'test'; readonly scale: Scale; readonly search: TuningSearch };

export interface TuningSearchResult {
  readonly id: string;
  readonly speedup: number;
  readonly sequential: { readonly value: number; readonly nodes: number };
}

export type TuningResult =
  | {
      readonly kind: 'training';
      readonly simulated: true;
      readonly constants: AphidConstants;
      /** Geometric mean of the speedups. */
      readonly score: number;
      readonly searches: readonly TuningSearchResult[];
    }
  | {
      readonly kind: 'test';
      readonly simulated: true;
      readonly constants: AphidConstants;
      readonly game: string;
      readonly processors: number;
      readonly usual: number;
      readonly tuned: number;
    };

export type TuningRow = ExperimentRow<TuningSettings, TuningResult>;

/** What the steps before this one have chosen, and how good it is. */
export function chosen(
  rows: readonly TuningRow[],
  scale: Scale,
  before = Number.POSITIVE_INFINITY,
) {
  let constants = usualConstants();
  let score = 0;
  const steps = groupBy(trainingRows(rows, scale), ({ settings }) => String(settings.step));
  for (const [step, tried] of [...steps].sort(([a], [b]) => Number(a) - Number(b))) {
    if (Number(step) >= before) break;
    const best = tried.reduce((a, b) => (b.result.score > a.result.score ? b : a)).result;
    if (best.score <= score * (1 + LEAST_GAIN)) continue;
    ({ constants, score } = best);
  }
  return { constants, score };
}

/** Rows of training, as such. */
export function trainingRows(rows: readonly TuningRow[], scale: Scale) {
  return rows.flatMap(({ id, settings, result }) =>
    settings.kind === 'training' && settings.scale === scale && result.kind === 'training'
      ? [{ id, settings, result }]
      : [],
  );
}
