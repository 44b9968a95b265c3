// Real threads: the time to the value with one and two workers, local tables and a shared one, beside what
// the simulation predicts for two with the costs that were measured here. Runs take turns, so that a slow
// moment of the machine hits every algorithm.
import { search } from 'plyades/internal/api/search.js';
import type { SearchQuery } from 'plyades/internal/api/search-options.js';
import { closeAll } from 'plyades/internal/api/threads.js';
import type { TableKind } from 'plyades/internal/parallel/algorithm.js';
import {
  type AlgorithmName,
  algorithms,
  algorithmsOn,
} from 'plyades/internal/parallel/algorithms.js';
import type { Experiment, ExperimentRow, ExperimentRun, RunContext, Scale } from './experiment.js';
import {
  checkersPositions,
  chessPositions,
  dimensionsOf,
  othelloFinal,
  positionOf,
  type TestPosition,
} from './positions.js';
import { performSimulated, type SimulatedResult, type SimulatedSettings } from './simulated.js';
import { average, estimate, geometricMean, groupBy, makeEstimate } from './statistics.js';

const parallelNames = algorithmsOn('threads');
const HASH = 64;
const WORKERS = 2;
const TABLES: readonly TableKind[] = ['local', 'shared'];

type Settings =
  | {
      readonly kind: 'real';
      readonly place: TestPosition;
      readonly algorithm: AlgorithmName;
      readonly workers: number;
      /** The sequential search has one table of the whole size. */
      readonly table: TableKind;
      readonly depth: number;
      readonly repeat: number;
    }
  | { readonly kind: 'simulated'; readonly simulated: SimulatedSettings };

type Result =
  | {
      readonly kind: 'real';
      readonly value: number;
      readonly seconds: number;
      readonly nodes: number;
    }
  | { readonly kind: 'simulated'; readonly simulated: SimulatedResult };

interface Size {
  readonly positions: number;
  readonly repeats: number;
  readonly depths: Readonly<Record<TestPosition['game'], number>>;
}

const SIZES: Readonly<Record<Scale, Size>> = {
  smoke: { positions: 1, repeats: 1, depths: { othello: 8, chess: 4, checkers: 8 } },
  short: { positions: 2, repeats: 1, depths: { othello: 12, chess: 6, checkers: 15 } },
  full: { positions: 3, repeats: 3, depths: { othello: 14, chess: 8, checkers: 19 } },
};

export const realThreads: Experiment<Settings, Result> = {
  name: 'parallel/threads',
  about: 'time to the value on real threads, 1 and 2 workers, beside the prediction (simulated)',
  runs(scale) {
    const { positions, repeats, depths } = SIZES[scale];
    const places = [othelloFinal, chessPositions, checkersPositions].flatMap((all) =>
      all.slice(0, positions),
    );
    const real = Array.from({ length: repeats }, (_, repeat) =>
      places.flatMap((place) => {
        const common = { kind: 'real', place, depth: depths[place.game], repeat } as const;
        return [
          named({ ...common, algorithm: 'sequential', workers: 1, table: 'local' }),
          ...parallelNames.flatMap((algorithm) => [
            // One worker has one table, which counts as shared.
            named({ ...common, algorithm, workers: 1, table: 'shared' }),
            ...TABLES.map((table) => named({ ...common, algorithm, workers: WORKERS, table })),
          ]),
        ];
      }),
    );
    const predicted = places.flatMap((place) =>
      parallelNames.flatMap((algorithm) => {
        // On threads a master is one more than the workers.
        const processors = WORKERS + (algorithms[algorithm].hasMaster ? 1 : 0);
        const depth = depths[place.game];
        const common = { place, depth, profile: 'measured', hash: HASH } as const;
        return TABLES.map((table) =>
          named({ kind: 'simulated', simulated: { ...common, algorithm, processors, table } }),
        );
      }),
    );
    return [...real.flat(), ...predicted];
  },
  // Depths do not add extra plies; processors are what is compared.
  dimensions: (settings) => {
    const { place, depth } = settings.kind === 'real' ? settings : settings.simulated;
    return dimensionsOf({ place: { ...place, extra: 0 }, depth });
  },
  perform,
  summarize(rows) {
    const lines = [...groupBy(rows, placeKey).values()].flatMap(linesOf);
    const cells = [
      ...groupBy(lines, ({ game, algorithm, table }) => `${game} ${algorithm} ${table}`).values(),
    ];
    const figures = cells.map((group) => {
      const pick = (key: 'one' | 'two' | 'predicted') =>
        group.map((line) => line[key]).filter((each) => each !== undefined);
      const show = (values: readonly number[]) =>
        values.length === 0 ? '-' : makeEstimate(estimate(values, geometricMean));
      const { game, algorithm, table, depth } = group[0]!;
      const text = [show(pick('one')), show(pick('two')), show(pick('predicted'))];
      const common = { game, algorithm, table, depth, text };
      return { ...common, two: pick('two'), predicted: pick('predicted') };
    });
    return {
      tables: [
        {
          title: 'Speedup over the sequential search in time to the value',
          head: [
            ...['game', 'depth', 'algorithm', 'table', '1 worker', `${WORKERS} workers`],
            `${WORKERS} workers (simulated, measured)`,
          ],
          rows: figures.map(({ game, depth, algorithm, table, text }) => [
            ...[game, String(depth), algorithm, table],
            ...text,
          ]),
        },
      ],
      plot: {
        title: `Speedup on ${WORKERS} workers: real, and predicted (simulated)`,
        x: { title: '', scale: 'names' },
        y: { title: 'speedup', scale: 'linear' },
        points: figures.flatMap(({ game, algorithm, table, two, predicted }) => {
          const place = { x: algorithm, facet: `${game}, ${table}` };
          return [
            ...point(two, { ...place, series: 'real threads' }),
            ...point(predicted, { ...place, series: 'simulated, measured' }),
          ];
        }),
      },
    };
  },
};

function named(settings: Settings): ExperimentRun<Settings> {
  if (settings.kind === 'simulated') {
    const { place, algorithm, table, depth, processors } = settings.simulated;
    const how = `${algorithm}, ${table}, ${processors} processors, depth ${depth}`;
    return { id: `simulated, ${place.game}, ${place.name}, ${how}`, settings };
  }
  const { place, algorithm, workers, table, depth, repeat } = settings;
  const how = `${algorithm}, ${table}, ${workers} workers, depth ${depth}, time ${repeat + 1}`;
  return { id: `real, ${place.game}, ${place.name}, ${how}`, settings };
}

async function perform(
  settings: Settings,
  { signal, rows }: RunContext<Settings, Result>,
): Promise<Result> {
  if (settings.kind === 'simulated') {
    const known = rows.flatMap(({ id, settings, result }) =>
      settings.kind === 'simulated' && result.kind === 'simulated'
        ? [{ id, settings: settings.simulated, result: result.simulated }]
        : [],
    );
    const simulated = await performSimulated(settings.simulated, { signal, rows: known });
    return { kind: 'simulated', simulated };
  }
  const { place, algorithm, workers, table, depth } = settings;
  const position = await positionOf(place);
  const options = { mode: 'exact', algorithm, hash: HASH } as const;
  // Threads are started and their code is compiled before the clock runs.
  const parallel = algorithm === 'sequential' ? options : { ...options, workers, table };
  await search({ position, depth: Math.max(1, depth - 4), signal, ...parallel } as SearchQuery)
    .result;
  const {
    value,
    seconds,
    nodes,
    status: stopped,
  } = await search({ position, depth, signal, ...parallel } as SearchQuery).result;
  await closeAll();
  if (stopped === 'aborted') throw new DOMException('the search was aborted', 'AbortError');
  return { kind: 'real', value, seconds, nodes };
}

function placeKey({ settings }: ExperimentRow<Settings, Result>): string {
  const { place, depth } = settings.kind === 'real' ? settings : settings.simulated;
  return `${place.game} ${place.name} ${depth}`;
}

interface Line {
  readonly game: string;
  readonly algorithm: string;
  readonly table: TableKind;
  readonly depth: number;
  readonly one: number | undefined;
  readonly two: number | undefined;
  readonly predicted: number | undefined;
}

/** The speedups in one position. */
function linesOf(rows: readonly ExperimentRow<Settings, Result>[]): Line[] {
  const seconds = (name: string, workers: number, table: TableKind) => {
    const times = rows.flatMap(({ settings, result }) =>
      settings.kind === 'real' &&
      result.kind === 'real' &&
      settings.algorithm === name &&
      settings.workers === workers &&
      settings.table === table
        ? [result.seconds]
        : [],
    );
    return times.length === 0 ? undefined : average(times);
  };
  const alone = seconds('sequential', 1, 'local');
  const over = (time: number | undefined) =>
    alone === undefined || time === undefined ? undefined : alone / time;
  const { settings } = rows[0]!;
  const { place, depth } = settings.kind === 'real' ? settings : settings.simulated;
  return parallelNames.flatMap((algorithm) =>
    TABLES.map((table) => ({
      game: place.game,
      algorithm,
      table,
      depth,
      one: over(seconds(algorithm, 1, 'shared')),
      two: over(seconds(algorithm, WORKERS, table)),
      predicted: rows.flatMap(({ settings, result }) =>
        settings.kind === 'simulated' &&
        result.kind === 'simulated' &&
        settings.simulated.algorithm === algorithm &&
        settings.simulated.table === table
          ? [result.simulated.speedup]
          : [],
      )[0],
    })),
  );
}

function point(values: readonly number[], rest: { x: string; series: string; facet: string }) {
  if (values.length === 0) return [];
  const { mean, low, high } = estimate(values, geometricMean);
  return [{ ...rest, y: mean, low, high }];
}
