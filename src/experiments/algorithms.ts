// All algorithms on the same positions, on ever more processors, with the costs of the thesis's machine
// and of this one: what a figure is worth depends on them, so both stand side by side.
import { algorithmNames } from '../parallel/algorithms.js';
import { profileNames } from '../sim/index.js';
import type { Experiment, Scale } from './experiment.js';
import { othelloFinal } from './positions.js';
import {
  performSimulated,
  type SimulatedResult,
  type SimulatedSettings,
  simulatedRun,
} from './simulated.js';
import { estimate, geometricMean, groupBy, makeEstimate } from './statistics.js';

const HASH = 256;

interface Size {
  readonly positions: number;
  readonly depth: number;
  readonly processors: readonly number[];
}

const SIZES: Readonly<Record<Scale, Size>> = {
  smoke: { positions: 1, depth: 8, processors: [2, 4] },
  short: { positions: 2, depth: 11, processors: [2, 4, 8, 16, 32, 64] },
  full: { positions: 10, depth: 13, processors: [2, 4, 8, 16, 32, 64, 128, 256] },
};

export const allAlgorithms: Experiment<SimulatedSettings, SimulatedResult> = {
  name: 'parallel/algorithms',
  about: 'simulated speedup of every algorithm in Othello on 2 to 256 processors',
  runs: (scale) => {
    const { positions, depth, processors } = SIZES[scale];
    return othelloFinal.slice(0, positions).flatMap((place) =>
      profileNames.flatMap((profile) =>
        processors.flatMap((count) =>
          algorithmNames.map((algorithm) =>
            simulatedRun({
              place,
              algorithm,
              processors: count,
              depth,
              profile,
              table: 'local',
              hash: HASH,
            }),
          ),
        ),
      ),
    );
  },
  perform: performSimulated,
  summarize(rows) {
    const groups = groupBy(rows, ({ settings: { algorithm, profile, processors } }) =>
      [profile, algorithm, processors].join(' '),
    );
    const cells = [...groups.values()].map((group) => ({
      ...group[0]!.settings,
      speedup: estimate(
        group.map(({ result }) => result.speedup),
        geometricMean,
      ),
    }));
    const names = [...new Set(cells.map(({ algorithm }) => algorithm))];
    const tables = [...groupBy(cells, ({ profile }) => profile)].map(([profile, own]) => ({
      title: `Othello, depth ${own[0]!.depth}, local tables, profile ${profile}: simulated speedup`,
      head: ['processors', ...names.map((name) => `${name} (simulated)`)],
      rows: [...groupBy(own, ({ processors }) => String(processors))].map(([processors, line]) => [
        processors,
        ...names.map((name) => {
          const cell = line.find(({ algorithm }) => algorithm === name);
          return cell === undefined ? '-' : makeEstimate(cell.speedup);
        }),
      ]),
    }));
    return {
      tables,
      plot: {
        title: 'Othello: speedup (simulated) by algorithm and profile of costs',
        x: { title: 'processors', scale: 'log' },
        y: { title: 'speedup (simulated)', scale: 'log' },
        points: cells.map(({ processors, algorithm, profile, speedup: { mean, low, high } }) => {
          const facet = `profile ${profile}`;
          return { x: processors, y: mean, low, high, series: algorithm, facet };
        }),
      },
    };
  },
};
