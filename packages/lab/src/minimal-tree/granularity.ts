// Efficiency against granularity: where the cost of a node beside that of a message ends the scaling. Messages
// cost what they do in a profile, the cost of a node is varied, and the profile's own stands among the points.
import { profileNames } from 'plyades/internal/sim/index.js';
import type { Experiment, Scale } from '../experiment.js';
import { estimate, groupBy, makeEstimate } from '../statistics.js';
import { compare, speedupOf } from './lines.js';
import {
  performSearch,
  searchRun,
  type TreeRunResult,
  type TreeRunSettings,
  unique,
} from './searches.js';
import { RUNS_FILE } from './tables.js';
import { syntheticTrees, type TreeWidth } from './trees.js';

interface Size {
  readonly trees: number;
  readonly depth: number;
  readonly horizon: number;
  readonly processors: readonly number[];
  readonly granularities: readonly number[];
  readonly hash: number;
}

const WIDTH: TreeWidth = 5;

const SIZES: Readonly<Record<Scale, Size>> = {
  smoke: {
    ...{ trees: 1, depth: 8, horizon: 4, processors: [8], granularities: [0.1, 1], hash: 16 },
  },
  short: {
    ...{ trees: 2, depth: 12, horizon: 6, processors: [64], hash: 256 },
    granularities: [0.01, 0.1, 1, 10],
  },
  full: {
    ...{ trees: 4, depth: 20, horizon: 10, processors: [64, 512, 1536], hash: 2000 },
    granularities: [0.01, 0.03, 0.1, 0.3, 1, 3, 10],
  },
};

export const granularity: Experiment<TreeRunSettings, TreeRunResult> = {
  name: 'minimal-tree/granularity',
  about: 'minimal trees: efficiency against the cost of a node over that of a message',
  profiled: true,
  runsFile: RUNS_FILE,
  runs(scale, profiles = profileNames) {
    const { trees, depth, horizon, processors, granularities, hash } = SIZES[scale];
    const runs = syntheticTrees(WIDTH, trees).flatMap((place) => {
      const common = { place, width: WIDTH, depth, hash } as const;
      return [
        ...(['best', 'textbook'] as const).map((method) =>
          searchRun({ ...common, kind: 'alone', method }),
        ),
        ...profiles.flatMap((profile) =>
          processors.flatMap((count) =>
            [undefined, ...granularities].map((grain) =>
              searchRun({
                ...common,
                kind: 'parallel',
                ...{ horizon, processors: count, way: 'ours', profile },
                paper: { depth, horizon, processors: count },
                ...(grain === undefined ? {} : { granularity: grain }),
              }),
            ),
          ),
        ),
      ];
    });
    return unique(runs);
  },
  perform: performSearch,
  summarize(rows) {
    const groups = groupBy(compare(rows), ({ row: { settings, result } }) =>
      [settings.profile, settings.processors, settings.depth, result.granularity].join(' '),
    );
    const cells = [...groups.values()]
      .map((group) => {
        const { profile, processors, depth, horizon, granularity: asked } = group[0]!.row.settings;
        const efficiency = estimate(
          group.map(({ row, best }) => speedupOf(best, row) / processors),
        );
        const { granularity } = group[0]!.row.result;
        const own = asked === undefined;
        return { profile, processors, depth, horizon, granularity, own, efficiency };
      })
      .sort((a, b) => a.processors - b.processors || a.granularity - b.granularity);
    return {
      tables: [
        {
          title: `Synthetic trees, b=${WIDTH}, ours over our best sequential search: simulated efficiency`,
          head: ['messages as in', 'd', "d'", 'processors', 'node over message', 'efficiency'],
          rows: cells.map((cell) => [
            ...[cell.profile, String(cell.depth), String(cell.horizon), String(cell.processors)],
            cell.granularity.toPrecision(3) + (cell.own ? " (the profile's)" : ''),
            makeEstimate(cell.efficiency),
          ]),
        },
      ],
      figures: cells.map((cell) => ({ simulated: true, ...cell })),
      plot: {
        title: `Synthetic trees, b=${WIDTH}: efficiency against granularity (simulated)`,
        x: { title: 'cost of a node over that of a message', scale: 'log10' },
        y: { title: 'efficiency (simulated)', scale: 'linear' },
        points: cells.map(({ profile, processors, granularity: x, efficiency }) => {
          const { mean, low, high } = efficiency;
          const series = `${processors} processors`;
          return { x, y: mean, low, high, series, facet: `messages as in ${profile}` };
        }),
      },
    };
  },
};
