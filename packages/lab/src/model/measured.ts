// Runs that measure the subtrees of one position: figure 4.1 shows them, and the realistic critical trees
// take their gamma from them.
import type { ExperimentRow, ExperimentRun, RunContext, Scale } from '../experiment.js';
import { positionOf, type TestPosition } from '../positions.js';
import { bootstrap, type Estimate, groupBy } from '../statistics.js';
import { type ModelGame, modelGames } from './games.js';
import { fitByMoments } from './gamma.js';
import { momentsOf, pool, type SizeSample } from './sizes.js';
import { measureSubtrees, type Subtrees } from './subtrees.js';

/** MiB of the search's table. */
const HASH = 64;

export interface MeasuredSettings {
  readonly kind: 'subtrees';
  readonly place: TestPosition;
  readonly depth: number;
  /** d': plies of the subtrees. */
  readonly plies: number;
  readonly hash: number;
}

export type MeasuredRow = ExperimentRow<MeasuredSettings, Subtrees>;

/** Positions of each game. */
const POSITIONS: Readonly<Record<Scale, number>> = {
  smoke: 1,
  short: 6,
  full: Number.POSITIVE_INFINITY,
};

/** The searches of a game, its positions spread over all that there are; the thesis's number if not given. */
export function measuringRuns(
  game: ModelGame,
  scale: Scale,
  { plies = game.plies, depth = game.depth } = {},
): ExperimentRun<MeasuredSettings>[] {
  const count = Math.min(POSITIONS[scale], game.places.length);
  return Array.from({ length: count }, (_, index) => {
    const place = game.places[Math.floor(((index + 0.5) * game.places.length) / count)]!;
    const id = `${place.game}, ${place.name}, depth ${depth}, subtrees of ${plies} plies, ${HASH} MiB`;
    return { id, settings: { kind: 'subtrees', place, depth, plies, hash: HASH } };
  });
}

export async function measure(
  { place, depth, plies, hash }: MeasuredSettings,
  { signal }: Pick<RunContext<unknown, unknown>, 'signal'>,
): Promise<Subtrees> {
  const { record } = await positionOf(place);
  return measureSubtrees({ game: place.game, record, depth, plies, hash, signal });
}

/** The subtrees of a game, of all its positions. */
export interface Sample {
  readonly game: ModelGame;
  readonly depth: number;
  readonly plies: number;
  readonly positions: number;
  readonly sizes: SizeSample;
  /** Shape of the gamma by the sample moments, with an interval over positions. */
  readonly shape: Estimate;
}

/** One for each game, depth and plies of which there are rows with sizes that differ. */
export function samplesOf(rows: readonly MeasuredRow[]): Sample[] {
  const groups = groupBy(rows, ({ settings: { place, depth, plies } }) =>
    [place.game, depth, plies].join(' '),
  );
  return [...groups.values()].flatMap((group) => {
    const { place, depth, plies } = group[0]!.settings;
    const game = modelGames.find(({ game }) => game === place.game);
    const sizes = pool(group.map(({ result }) => result.sizes));
    if (game === undefined || sizes.length < 2) return [];
    const shape = bootstrap(
      group.map(({ result }) => sums(result.sizes)),
      shapeOf,
    );
    return [{ game, depth, plies, positions: group.length, sizes, shape }];
  });
}

type Sums = readonly [count: number, sum: number, squares: number];

/** What the shape needs of a position, so that two thousand resamples take no time. */
function sums(sizes: SizeSample): Sums {
  if (sizes.length === 0) return [0, 0, 0];
  const { count, mean, variance } = momentsOf(sizes);
  return [count, count * mean, count * (variance + mean * mean)];
}

function shapeOf(positions: readonly Sums[]): number {
  const [count, sum, squares] = [0, 1, 2].map((index) =>
    positions.reduce((total, each) => total + each[index]!, 0),
  ) as [number, number, number];
  const mean = sum / count;
  return fitByMoments(mean, squares / count - mean * mean).shape;
}
