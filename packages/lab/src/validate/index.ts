// `lab/validate`: what the simulation predicts for real threads and workers over NATS, and what they do. Positions,
// algorithms and costs are on file before anything is measured; a prediction that misses is shown as one.
import type { Experiment, ExperimentRow, TableOfFigures } from '../experiment.js';
import { dimensionsOf, type TestPosition } from '../positions.js';
import { comparisons, positionKey } from './compare.js';
import { type Measurement, measure } from './measure.js';
import { type Prediction, predict } from './predict.js';
import { checkCores, runsOf, type ValidateSettings } from './runs.js';
import { searchTable, summaryTable, targetTable } from './tables.js';

export type ValidateResult = Prediction | Measurement;
type Row = ExperimentRow<ValidateSettings, ValidateResult>;

export const validation: Experiment<ValidateSettings, ValidateResult> = {
  name: 'lab/validate',
  about: 'predictions of the simulation against real threads and NATS workers',
  choices: ['way', 'repeats'],
  runs: (scale, _, choices) => runsOf(scale, choices),
  dimensions: ({ place, depth, workers }) =>
    dimensionsOf({ place: place as TestPosition, depth, processors: workers }),
  async perform(settings, { signal, rows }) {
    if (settings.kind === 'predict') return predict(settings, sequentialOf(settings, rows), signal);
    await checkCores(settings);
    return measure(settings, signal);
  },
  summarize(rows) {
    const compared = comparisons(rows);
    const alone = rows.length > 0 && compared.length === 0;
    return {
      tables: alone
        ? [predictionTable(rows)]
        : [targetTable(compared), summaryTable(compared), searchTable(compared)],
      figures: compared,
      plot: {
        title: 'Speedup: predicted (simulated) and real',
        x: { title: 'workers', scale: 'log' },
        y: { title: 'speedup', scale: 'linear' },
        points: compared.flatMap((each) => {
          const point = { x: each.workers, series: each.algorithm };
          const where = `round ${each.round}, ${each.machine}, ${each.host}`;
          const facet = `${where}, ${each.game}, ${each.position}`;
          return [
            { ...point, facet, y: each.real.speedup },
            { ...point, facet, y: each.predicted.speedup, predicted: true },
          ];
        }),
      },
    };
  },
};

/** The sequential search of the same position, if a prediction has made it. */
export function sequentialOf(
  settings: ValidateSettings,
  rows: readonly Row[],
): Prediction['sequential'] | undefined {
  const key = positionKey(settings);
  const row = rows.find(
    ({ settings: other, result }) => result.kind === 'predict' && positionKey(other) === key,
  );
  return row?.result.sequential;
}

/** Before anything is measured. */
function predictionTable(rows: readonly Row[]): TableOfFigures {
  return {
    title: 'Predictions (simulated); nothing is measured yet',
    head: [
      'round',
      'machine',
      'host',
      'workers',
      'algorithm',
      'game',
      'position',
      'speedup',
      'nodes',
      'messages',
    ],
    rows: rows.flatMap(({ settings, result }) =>
      settings.kind === 'predict' && result.kind === 'predict'
        ? [
            [
              ...[
                String(settings.round),
                settings.machine,
                settings.host,
                String(settings.workers),
                settings.algorithm,
              ],
              ...[settings.place.game, settings.place.name, result.speedup.toFixed(2)],
              ...[result.nodes.toLocaleString('en'), result.messages.toLocaleString('en')],
            ],
          ]
        : [],
    ),
  };
}
