// Efficiency against granularity: what a speedup is worth depends on what a node costs beside a message.
// Messages, their way and an epoch cost what they do in a profile, the cost of a node is varied, and the
// two algorithms of table 6.4 search Othello. The profile's own cost stands among the points.
import type { AlgorithmName } from 'plyades/internal/parallel/algorithms.js';
import { profileNames } from 'plyades/internal/sim/index.js';
import type { Experiment, Scale } from '../experiment.js';
import { othelloFinal, spread } from '../positions.js';
import {
  type SimulatedResult,
  type SimulatedSettings,
  simulatedExperiment,
  simulatedRun,
} from '../simulated.js';
import { average, estimate, groupBy, makeEstimate } from '../statistics.js';
import { HASH } from './table.js';

const ALGORITHMS: readonly AlgorithmName[] = ['aphid', 'young-brothers'];

interface Size {
  readonly positions: number;
  readonly depth: number;
  readonly processors: readonly number[];
  readonly granularities: readonly number[];
}

const SIZES: Readonly<Record<Scale, Size>> = {
  smoke: { positions: 1, depth: 8, processors: [8], granularities: [0.1] },
  short: {
    positions: 3,
    depth: 10,
    processors: [16],
    granularities: [0.01, 0.04, 0.16, 0.64, 2.56],
  },
  full: {
    positions: othelloFinal.length,
    depth: 13,
    processors: [16, 64],
    granularities: [0.0025, 0.005, 0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12],
  },
};

export const granularity: Experiment<SimulatedSettings, SimulatedResult> = {
  name: 'aphid/granularity',
  about: 'efficiency in Othello against the cost of a node over that of a message',
  profiled: true,
  runsFile: 'aphid/tables',
  runs: (scale, profiles = profileNames) => {
    const { positions, depth, processors, granularities } = SIZES[scale];
    return profiles.flatMap((profile) =>
      spread(othelloFinal, positions).flatMap((place) =>
        processors.flatMap((count) =>
          ALGORITHMS.flatMap((algorithm) =>
            [undefined, ...granularities].map((granularity) =>
              simulatedRun({
                place,
                algorithm,
                processors: count,
                depth,
                profile,
                ...(granularity === undefined ? {} : { granularity }),
                table: 'shared',
                hash: HASH[scale],
              }),
            ),
          ),
        ),
      ),
    );
  },
  ...simulatedExperiment,
  summarize(rows) {
    const groups = groupBy(rows, ({ settings, result: { granularity } }) =>
      [settings.profile, settings.processors, settings.algorithm, granularity].join(' '),
    );
    const cells = [...groups.values()]
      .map((group) => {
        const { profile, processors, algorithm, depth, granularity: asked } = group[0]!.settings;
        const { granularity } = group[0]!.result;
        const efficiency = estimate(group.map(({ result }) => result.speedup / processors));
        const nodes = average(group.map(({ result }) => result.sequential.nodes));
        const own = asked === undefined;
        const common = { profile, processors, algorithm, depth, sequentialNodes: nodes };
        return { ...common, simulated: true, granularity, own, efficiency };
      })
      .sort((a, b) => a.granularity - b.granularity);
    const kinds = groupBy(cells, ({ profile, processors }) => `${profile} ${processors}`);
    return {
      tables: [...kinds.values()].map((own) => ({
        title: titleOf(own[0]!),
        head: ['node over message', ...ALGORITHMS, 'positions'],
        rows: [...groupBy(own, ({ granularity }) => String(granularity)).values()].map((line) => [
          line[0]!.granularity.toPrecision(3) + (line[0]!.own ? " (the profile's)" : ''),
          ...ALGORITHMS.map((name) => {
            const cell = line.find(({ algorithm }) => algorithm === name);
            return cell === undefined ? '-' : makeEstimate(cell.efficiency);
          }),
          String(line[0]!.efficiency.count),
        ]),
      })),
      figures: cells,
      plot: {
        title: 'Othello: efficiency (simulated) against granularity',
        x: { title: 'cost of a node over that of a message', scale: 'log' },
        y: { title: 'speedup over processors (simulated)', scale: 'linear' },
        points: cells.map(({ granularity, efficiency, algorithm, profile, processors }) => ({
          x: granularity,
          y: efficiency.mean,
          low: efficiency.low,
          high: efficiency.high,
          series: algorithm,
          facet: `messages as in ${profile}, ${processors} processors`,
        })),
      },
    };
  },
};

interface Title {
  readonly profile: string;
  readonly processors: number;
  readonly depth: number;
  readonly sequentialNodes: number;
}

function titleOf({ profile, processors, depth, sequentialNodes }: Title): string {
  const size = `depth ${depth}, ${(sequentialNodes / 1e6).toFixed(2)} M nodes alone`;
  return `Othello, ${size}, shared table, ${processors} processors, messages as in ${profile}: simulated efficiency`;
}
