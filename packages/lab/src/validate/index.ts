// `lab/validate`: what the simulation predicts for real threads and workers over NATS, and what they do. Positions,
// algorithms and costs are on file before anything is measured; a prediction that misses is shown as one.
import type { Experiment, ExperimentRow, TableOfFigures } from '../experiment.js';
import { dimensionsOf, type TestPosition } from '../positions.js';
import { average, bootstrap, groupBy } from '../statistics.js';
import { comparisons, positionKey, type ValidatedSearch } from './compare.js';
import { type Measurement, measure } from './measure.js';
import { type Prediction, predict, type SearchFigures } from './predict.js';
import { checkCores, runsOf, type ValidateSettings } from './runs.js';

export type ValidateResult = Prediction | Measurement;
type Row = ExperimentRow<ValidateSettings, ValidateResult>;

/** The greatest errors that count as a hit: of the mean, of each row, of messages. */
const TARGETS = { mean: 0.1, row: 0.2, messages: 0.15 };

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
      tables: alone ? [predictionTable(rows)] : [meanTable(compared), rowTable(compared)],
      figures: compared,
      plot: {
        title: 'Speedup: predicted (simulated) and real',
        x: { title: 'workers', scale: 'log' },
        y: { title: 'speedup', scale: 'linear' },
        points: compared.flatMap((each) => {
          const point = { x: each.workers, series: each.algorithm };
          const facet = `${each.host}, ${each.game}, ${each.position}`;
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

const errorOf = ({ predicted, real }: ValidatedSearch, key: keyof SearchFigures): number =>
  predicted[key] / real[key] - 1;

const percent = (share: number): string =>
  Number.isFinite(share) ? `${share < 0 ? '' : '+'}${(100 * share).toFixed(1)} %` : '-';

/** The mean of absolute errors by host, workers and algorithm. */
function meanTable(compared: readonly ValidatedSearch[]): TableOfFigures {
  const lines = groupBy(
    compared,
    (each) => `${each.round}|${each.machine}|${each.host}|${each.workers}|${each.algorithm}`,
  );
  const whole = groupBy(compared, (each) => `${each.machine}|${each.host}|all|all`);
  const row = ([key, group]: [string, ValidatedSearch[]]): string[] => {
    const mean = (side: 'predicted' | 'real') => average(group.map((each) => each[side].speedup));
    const absolute = (each: ValidatedSearch) => Math.abs(errorOf(each, 'speedup'));
    const { mean: error, low, high } = bootstrap(group, (some) => average(some.map(absolute)));
    const worst = Math.max(...group.map(absolute));
    const meanError = (key: 'nodes' | 'messages') =>
      average(group.map((each) => errorOf(each, key)));
    const messages = group.every(({ real }) => real.messages > 0)
      ? meanError('messages')
      : Number.NaN;
    const isHit = error <= TARGETS.mean && worst <= TARGETS.row;
    const isNear = !(Math.abs(messages) > TARGETS.messages);
    return [
      ...key.split('|'),
      ...[String(group.length), mean('predicted').toFixed(2), mean('real').toFixed(2)],
      `${percent(error)} (${percent(low)} to ${percent(high)})`,
      ...[percent(worst), percent(meanError('nodes')), percent(messages)],
      isHit && isNear ? 'hit' : 'miss',
    ];
  };
  return {
    title:
      'Speedup predicted (simulated) and real, mean over positions, and errors with 95 % intervals',
    head: [
      ...['machine', 'host', 'workers', 'algorithm', 'searches', 'predicted', 'real'],
      ...['mean error of speedup', 'worst', 'nodes', 'messages', ''],
    ],
    rows: [...[...lines].map(row), ...[...whole].map(row)],
  };
}

function rowTable(compared: readonly ValidatedSearch[]): TableOfFigures {
  const show = (each: ValidatedSearch): string[] => [
    ...[each.machine, each.host, String(each.workers), each.algorithm, each.game, each.position],
    ...[
      each.predicted.speedup.toFixed(2),
      each.real.speedup.toFixed(2),
      percent(errorOf(each, 'speedup')),
    ],
    ...(['nodes', 'messages'] as const).flatMap((key) => [
      Math.round(each.predicted[key]).toLocaleString('en'),
      Math.round(each.real[key]).toLocaleString('en'),
    ]),
    ...[`${(100 * each.predicted.idle).toFixed(0)} %`, `${(100 * each.real.idle).toFixed(0)} %`],
  ];
  return {
    title: 'Each search, predicted (simulated) and real',
    head: [
      ...['machine', 'host', 'workers', 'algorithm', 'game', 'position'],
      ...[
        'predicted',
        'real',
        'error',
        'nodes predicted',
        'nodes',
        'messages predicted',
        'messages',
      ],
      ...['idle predicted', 'idle'],
    ],
    rows: compared.map(show),
  };
}

/** Before anything is measured. */
function predictionTable(rows: readonly Row[]): TableOfFigures {
  return {
    title: 'Predictions (simulated); nothing is measured yet',
    head: [
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
              ...[settings.machine, settings.host, String(settings.workers), settings.algorithm],
              ...[settings.place.game, settings.place.name, result.speedup.toFixed(2)],
              ...[result.nodes.toLocaleString('en'), result.messages.toLocaleString('en')],
            ],
          ]
        : [],
    ),
  };
}
