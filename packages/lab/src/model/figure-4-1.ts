// Figure 4.1 of the thesis: how large the subtrees are that alpha-beta searches, as a histogram for each
// game, and the gamma densities fitted to them.
import type { Experiment, PlotPoint, Scale } from '../experiment.js';
import { dimensionsOf } from '../positions.js';
import { makeEstimate } from '../statistics.js';
import { modelGames } from './games.js';
import {
  type MeasuredSettings,
  measure,
  measuringRuns,
  type Sample,
  samplesOf,
} from './measured.js';
import {
  distance,
  expectedDensity,
  histogram,
  likelihoodFit,
  momentFit,
  momentsOf,
  positive,
  shareBelow,
} from './sizes.js';
import type { Subtrees } from './subtrees.js';

/** The thesis's buckets of sizes. Further out ours are wider, where there is less to count. */
const BUCKET = 10;
const GROWTH = 1.25;

const MEASURED = 'measured';
const MOMENTS = "gamma by moments (the thesis's fit)";
const LIKELIHOOD = 'gamma by likelihood, sizes above 0';

/** Levels beside the thesis's and plies more than its searches: do they matter? By size. */
const OTHERS: Readonly<Record<Scale, readonly (readonly [plies: number, depth: number])[]>> = {
  smoke: [[0, 0]],
  short: [
    [0, 0],
    [-1, 0],
    [1, 0],
  ],
  full: [
    [0, 0],
    [-1, 0],
    [1, 0],
    [0, 2],
    [2, 2],
  ],
};

export const figure41: Experiment<MeasuredSettings, Subtrees> = {
  name: 'aphid/figure-4.1',
  about: 'sizes of subtrees in chess, Othello and checkers, with fitted gamma densities',
  runs: (scale) =>
    OTHERS[scale].flatMap(([plies, depth]) =>
      modelGames.flatMap((game) =>
        measuringRuns(game, scale, { plies: game.plies + plies, depth: game.depth + depth }),
      ),
    ),
  dimensions: ({ place, depth }) => dimensionsOf({ place: { ...place, extra: 0 }, depth }),
  perform: measure,
  summarize(rows) {
    const samples = samplesOf(rows);
    return {
      tables: [
        {
          title: 'Leaves of each subtree, and the gamma of the same mean and variance',
          head: [
            ...['game', 'plies', 'of depth', 'positions', 'subtrees', 'mean leaves'],
            ...['of 0 leaves', 'below 10', 'shape r', 'thesis', 'lambda', 'skewness', "gamma's"],
          ],
          rows: samples.map(lineOf),
        },
        {
          title: 'How far the distributions are apart at most (Kolmogorov-Smirnov)',
          head: [
            ...['game', 'plies', 'by moments', 'likely shape, sizes above 0', 'its mean'],
            'its distance',
          ],
          rows: samples.map(({ game, plies, sizes }) => {
            const likely = likelihoodFit(sizes);
            return [
              ...[game.game, String(plies), distance(sizes, momentFit(sizes)).toFixed(3)],
              likely.shape.toFixed(3),
              (likely.shape / likely.rate).toFixed(1),
              distance(positive(sizes), likely).toFixed(3),
            ];
          }),
        },
      ],
      figures: samples.map(numbersOf),
      plot: {
        title: 'Sizes of subtrees in sequential searches, and fitted gamma densities',
        x: { title: 'leaves of the subtree', scale: 'log10' },
        y: { title: 'probability density', scale: 'log10' },
        points: samples
          .filter(({ game, plies, depth }) => plies === game.plies && depth === game.depth)
          .flatMap(pointsOf),
        marks: { [MEASURED]: 'points', [MOMENTS]: 'line', [LIKELIHOOD]: 'line' },
        ownAxes: true,
      },
    };
  },
};

function lineOf({ game, plies, depth, positions, sizes, shape }: Sample): string[] {
  const { count, mean, skewness } = momentsOf(sizes);
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  return [
    ...[game.game, String(plies), String(depth), String(positions), String(count)],
    ...[mean.toFixed(1), percent(shareBelow(sizes, 1)), percent(shareBelow(sizes, 10))],
    ...[makeEstimate(shape), plies === game.plies ? (game.shape?.toFixed(4) ?? '-') : '-'],
    ...[(shape.mean / mean).toExponential(2), skewness.toFixed(1)],
    (2 / Math.sqrt(shape.mean)).toFixed(1),
  ];
}

/** A line of both tables. */
function numbersOf({ game, plies, depth, positions, sizes, shape }: Sample): object {
  const { count, mean, skewness } = momentsOf(sizes);
  const likely = likelihoodFit(sizes);
  return {
    ...{ game: game.game, plies, depth, positions, subtrees: count, mean, skewness },
    ...{ empty: shareBelow(sizes, 1), below10: shareBelow(sizes, 10), shape },
    ...(plies === game.plies && game.shape !== undefined ? { thesis: game.shape } : {}),
    distance: distance(sizes, momentFit(sizes)),
    likely: { ...likely, distance: distance(positive(sizes), likely) },
  };
}

/** At the middle of each bucket: what was found, and what each gamma expects in that bucket. */
function pointsOf({ game, plies, sizes }: Sample): PlotPoint[] {
  const facet = `${game.game}, ${plies} plies`;
  const share = 1 - shareBelow(sizes, 1);
  const [moments, likely] = [momentFit(sizes), likelihoodFit(sizes)];
  const buckets = histogram(sizes, BUCKET, GROWTH);
  // A line that falls below every point would only squeeze them.
  const least = Math.min(...buckets.flatMap(({ density }) => (density > 0 ? [density] : []))) / 3;
  return buckets
    .flatMap((bucket) => {
      const x = (bucket.from + bucket.to - 1) / 2;
      return [
        { x, y: bucket.density, series: MEASURED, facet },
        { x, y: expectedDensity(moments, bucket), series: MOMENTS, facet },
        { x, y: share * expectedDensity(likely, bucket), series: LIKELIHOOD, facet },
      ];
    })
    .filter(({ y }) => y >= least);
}
