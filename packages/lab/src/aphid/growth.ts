// Where the nodes of APHID go that one processor would not search: how much its pieces of work grow because they are
// searched at the same time, and how many nodes the choice of the pieces costs. Each simulation is followed by a search
// of its finished pieces one after the other (src/sim/growth.ts of the library), on positions by which no constant was
// chosen.
import { profileNames } from 'plyades/internal/sim/index.js';
import type { Experiment, Scale } from '../experiment.js';
import { spread } from '../positions.js';
import {
  type SimulatedResult,
  type SimulatedRow,
  type SimulatedSettings,
  simulatedExperiment,
  simulatedRun,
} from '../simulated.js';
import { average, type Estimate, estimate, geometricMean, groupBy } from '../statistics.js';
import { rulesPositions } from './rules-positions.js';
import { HASH } from './table.js';

interface Size {
  /** Of Othello. */
  readonly positions: number;
  readonly depths: readonly number[];
  readonly processors: readonly number[];
}

const SIZES: Readonly<Record<Scale, Size>> = {
  smoke: { positions: 1, depths: [7], processors: [4] },
  short: { positions: 6, depths: [12, 13], processors: [16, 64] },
  full: { positions: 8, depths: [12, 13, 14, 15], processors: [16, 64] },
};

/** What a line shows, all but `growth` and `choice` as shares of the sequential search's nodes. */
export interface GrowthLine {
  readonly profile: string;
  readonly depth: number;
  readonly processors: number;
  /** Nodes of the finished pieces over those of the same pieces one after the other: geometric means. */
  readonly growth: Estimate;
  readonly lastGrowth: Estimate;
  /** The latter over the nodes of the sequential search: the geometric mean. */
  readonly choice: Estimate;
  readonly repeats: number;
  readonly unfinished: number;
  readonly aheadUnused: number;
  /** Of the whole run: 1 is as many as the sequential search. */
  readonly nodes: number;
  readonly pieces: number;
  readonly sequentialNodes: number;
}

export const aphidGrowth: Experiment<SimulatedSettings, SimulatedResult> = {
  name: 'aphid/growth',
  about: 'nodes of APHID: growth inside pieces of work, and the choice of the pieces',
  profiled: true,
  runs: (scale, profiles = profileNames) => {
    const { positions, depths, processors } = SIZES[scale];
    const places = spread(
      rulesPositions().filter(({ game }) => game === 'othello'),
      positions,
    );
    return profiles.flatMap((profile) =>
      depths.flatMap((depth) =>
        processors.flatMap((count) =>
          places.map((place) =>
            simulatedRun({
              ...{ place, algorithm: 'aphid', processors: count, depth, profile },
              ...{ table: 'shared', hash: HASH[scale], growth: true },
            }),
          ),
        ),
      ),
    );
  },
  ...simulatedExperiment,
  summarize(rows) {
    const lines = linesOf(rows);
    return {
      tables: [...groupBy(lines, ({ profile }) => profile)].map(([profile, own]) => ({
        title: `APHID, Othello, profile ${profile}, shared table: where nodes go (simulated)`,
        head: [
          ...['plies', 'processors', 'growth inside pieces', '95 %', 'in the last iteration'],
          ...['choice of pieces', '95 %', 'repeats', 'unfinished', 'ahead unused', 'all nodes'],
          ...['pieces', 'positions'],
        ],
        rows: own.map(textOf),
      })),
      figures: lines,
      plot: {
        title: 'APHID, Othello: nodes over the sequential search (simulated)',
        x: { title: 'processors', scale: 'log' },
        y: { title: 'factor (simulated)', scale: 'linear' },
        points: lines.flatMap(({ profile, depth, processors, growth, choice }) =>
          (['growth', 'choice'] as const).map((factor) => {
            const { mean, low, high } = { growth, choice }[factor];
            const facet = `${profile}, ${depth} plies`;
            return { x: processors, y: mean, low, high, series: factor, facet };
          }),
        ),
      },
    };
  },
};

/** By profile, depth and processors. Rows without pieces, such as those of the sequential search, are left out. */
function linesOf(rows: readonly SimulatedRow[]): GrowthLine[] {
  const counted = rows.filter(({ result }) => result.growth !== undefined);
  const groups = groupBy(counted, ({ settings: { profile, depth, processors } }) =>
    [profile, depth, processors].join(' '),
  );
  return [...groups.values()].map((group) => {
    const { profile, depth, processors } = group[0]!.settings;
    const results = group.map(({ result }) => result);
    const factor = (pick: (growth: Growth) => number) =>
      estimate(
        results.map(({ growth }) => pick(growth!)),
        geometricMean,
      );
    const share = (pick: (result: SimulatedResult) => number) =>
      average(results.map((result) => pick(result) / result.sequential.nodes));
    return {
      ...{ profile, depth, processors },
      growth: factor(({ growth }) => growth),
      lastGrowth: factor(({ last }) => last.growth),
      choice: factor(({ choice }) => choice),
      repeats: share(({ counters }) => repeatsOf(counters!)),
      unfinished: share(({ growth }) => growth!.unfinishedNodes),
      aheadUnused: share(({ counters }) => counters!.aheadNodes - counters!.usedAheadNodes),
      nodes: share(({ nodes }) => nodes),
      pieces: average(results.map(({ growth }) => growth!.pieces)),
      sequentialNodes: average(results.map(({ sequential }) => sequential.nodes)),
    };
  });
}

type Growth = NonNullable<SimulatedResult['growth']>;

/** Again in another window, by another process and after a break, and to catch up. */
const repeatsOf = (counters: NonNullable<SimulatedResult['counters']>): number =>
  counters.againForWindow + counters.againForOwner + counters.againForTable + counters.catchUpNodes;

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const interval = ({ low, high, count }: Estimate) =>
  count > 1 ? `${low.toFixed(3)} to ${high.toFixed(3)}` : '-';

const textOf = ({ depth, processors, growth, lastGrowth, choice, ...line }: GrowthLine) => [
  ...[String(depth), String(processors), growth.mean.toFixed(3), interval(growth)],
  ...[lastGrowth.mean.toFixed(3), choice.mean.toFixed(3), interval(choice)],
  ...[line.repeats, line.unfinished, line.aheadUnused].map(percent),
  ...[line.nodes.toFixed(2), line.pieces.toFixed(0), String(growth.count)],
];
