// Constants of APHID that find themselves: one after the other is varied on training positions, what is best
// is kept, and at the end the chosen ones are compared with the usual ones on positions that had no part in
// the choice. All searches are simulated, so the same choice is made on every machine.
import { PlyadesError } from 'plyades/internal/core/errors.js';
import { simulate } from 'plyades/internal/sim/index.js';
import type { Experiment, ExperimentRun, RunContext, Scale } from '../experiment.js';
import {
  checkersPositions,
  chessPositions,
  othelloFinal,
  positionOf,
  spread,
  type TestPosition,
} from '../positions.js';
import { geometricMean } from '../statistics.js';
import { trainingPositions } from '../training.js';
import {
  chosen,
  type TuningResult,
  type TuningSearch,
  type TuningSearchResult,
  type TuningSettings,
  trainingRows,
} from './choice.js';
import { type AphidConstants, GRID, isSame, names, usualConstants } from './constants.js';
import { summarize } from './summary.js';

const PROFILE = 'paper';
const HASH = 256;

interface Size {
  /** Positions of each game in training, and in the test. */
  readonly training: number;
  readonly test: number;
  readonly depths: Readonly<Record<TestPosition['game'], number>>;
  readonly processors: readonly number[];
  /** How often all options are gone through, and how many of them. */
  readonly rounds: number;
  readonly options: number;
}

const SIZES: Readonly<Record<Scale, Size>> = {
  smoke: {
    ...{ training: 1, test: 2, rounds: 1, options: 1, processors: [8] },
    depths: { othello: 9, checkers: 10, chess: 4 },
  },
  short: {
    ...{ training: 3, test: 4, rounds: 1, options: 4, processors: [32] },
    depths: { othello: 12, checkers: 15, chess: 7 },
  },
  full: {
    ...{ training: 6, test: 20, rounds: 2, options: names.length, processors: [16, 64] },
    depths: { othello: 14, checkers: 20, chess: 9 },
  },
};

const tests: Readonly<Record<TestPosition['game'], readonly TestPosition[]>> = {
  othello: othelloFinal,
  checkers: checkersPositions,
  chess: chessPositions,
};

/** For all of these games together. */
function tuningExperiment(
  name: string,
  games: readonly TestPosition['game'][],
): Experiment<TuningSettings, TuningResult> {
  const trainingOf = (scale: Scale): TuningSearch[] => searchesOf(trainingPositions, games, scale);
  return {
    name,
    about: `constants of APHID, chosen on training positions of ${games.join(', ')}, then tested on others`,
    runs: (scale) => [...trainingRuns(scale), ...testRuns(games, scale)],
    perform: (settings, context) =>
      settings.kind === 'training'
        ? train(settings, trainingOf(settings.scale), context)
        : compare(settings.search, chosen(context.rows, settings.scale).constants, context),
    summarize: (rows) => summarize(rows, PROFILE),
  };
}

function searchesOf(
  places: Readonly<Record<TestPosition['game'], readonly TestPosition[]>>,
  games: readonly TestPosition['game'][],
  scale: Scale,
  count = SIZES[scale].training,
): TuningSearch[] {
  const { depths, processors } = SIZES[scale];
  return games.flatMap((game) =>
    spread(places[game], Math.min(count, places[game].length)).flatMap((place) =>
      processors.map((each) => ({
        place,
        depth: depths[game] + (place.extra ?? 0),
        processors: each,
      })),
    ),
  );
}

function trainingRuns(scale: Scale): ExperimentRun<TuningSettings>[] {
  const { rounds, options } = SIZES[scale];
  const steps = Array.from({ length: rounds }, (_, round) =>
    names.slice(0, options).map((name, index) => ({ name, step: round * options + index + 1 })),
  ).flat();
  return [
    { id: `training ${scale}, usual`, settings: { kind: 'training', scale, step: 0 } },
    ...steps.flatMap(({ name, step }) =>
      GRID[name].map((value): ExperimentRun<TuningSettings> => {
        const id = `training ${scale}, step ${step}, ${name} ${value}`;
        return { id, settings: { kind: 'training', scale, step, name, value } };
      }),
    ),
  ];
}

const testRuns = (
  games: readonly TestPosition['game'][],
  scale: Scale,
): ExperimentRun<TuningSettings>[] =>
  searchesOf(tests, games, scale, SIZES[scale].test).map((search) => ({
    id: `test ${scale}, ${idOf(search)}`,
    settings: { kind: 'test', scale, search },
  }));

const idOf = ({ place, depth, processors }: TuningSearch): string =>
  `${place.game}, ${place.name}, ${processors} processors, depth ${depth}`;

async function train(
  { scale, step, name, value }: TuningSettings & { kind: 'training' },
  searches: readonly TuningSearch[],
  { signal, rows }: RunContext<TuningSettings, TuningResult>,
): Promise<TuningResult> {
  const before = chosen(rows, scale, step).constants;
  const constants = name === undefined ? before : { ...before, [name]: value };
  const trained = trainingRows(rows, scale);
  const known = trained.find(({ result }) => isSame(result.constants, constants))?.result;
  if (known !== undefined) return known;
  const found: TuningSearchResult[] = [];
  for (const search of searches) {
    const id = idOf(search);
    const earlier = trained[0]?.result.searches.find((each) => each.id === id);
    found.push({ id, ...(await searchWith(search, constants, signal, earlier?.sequential)) });
  }
  const score = geometricMean(found.map(({ speedup }) => speedup));
  return { kind: 'training', simulated: true, constants, score, searches: found };
}

async function compare(
  search: TuningSearch,
  constants: AphidConstants,
  { signal }: RunContext<TuningSettings, TuningResult>,
): Promise<TuningResult> {
  const usual = await searchWith(search, usualConstants(), signal);
  const tuned = isSame(constants, usualConstants())
    ? usual
    : await searchWith(search, constants, signal, usual.sequential);
  const { game } = search.place;
  const { processors } = search;
  const speedups = { usual: usual.speedup, tuned: tuned.speedup };
  return { kind: 'test', simulated: true, constants, game, processors, ...speedups };
}

async function searchWith(
  { place, depth, processors }: TuningSearch,
  constants: AphidConstants,
  signal: AbortSignal,
  sequential?: TuningSearchResult['sequential'],
): Promise<Omit<TuningSearchResult, 'id'>> {
  const simulation = await simulate(await positionOf(place), {
    ...{ algorithm: 'aphid', processors, depth, profile: PROFILE, table: 'shared', hash: HASH },
    settings: constants,
    signal,
    ...(sequential === undefined ? {} : { sequential }),
  });
  const { failure, command, speedup } = simulation;
  if (failure !== undefined)
    throw new PlyadesError('ERR_SIMULATION', `${failure}; to see it again: ${command}`);
  const { value, nodes } = simulation.sequential;
  return { speedup, sequential: { value, nodes } };
}

/** For all games together, and for each of them alone. */
export const tuning: readonly Experiment<TuningSettings, TuningResult>[] = [
  tuningExperiment('aphid/tuning', ['othello', 'checkers', 'chess']),
  tuningExperiment('aphid/tuning-othello', ['othello']),
  tuningExperiment('aphid/tuning-checkers', ['checkers']),
  tuningExperiment('aphid/tuning-chess', ['chess']),
];
