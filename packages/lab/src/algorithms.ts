// All algorithms on the same positions, on ever more processors, with the costs of the thesis's machine
// and of this one, with a table for each worker and with one for all: what a figure is worth depends on
// them, so they stand side by side. Lazy SMP shares nothing but the table, so with local ones it cannot gain.

import type { TableKind } from 'plyades/internal/parallel/algorithm.js';
import { algorithmsOn } from 'plyades/internal/parallel/algorithms.js';
import { profileNames } from 'plyades/internal/sim/index.js';
import type { Experiment, Scale } from './experiment.js';
import { othelloFinal } from './positions.js';
import {
  type SimulatedResult,
  type SimulatedSettings,
  simulatedExperiment,
  simulatedRun,
} from './simulated.js';
import { estimate, geometricMean, groupBy, makeEstimate } from './statistics.js';

const HASH = 256;

const tables: readonly TableKind[] = ['local', 'shared'];

interface Size {
  readonly positions: number;
  readonly depth: number;
  readonly processors: readonly number[];
  readonly seeds: readonly number[];
}

const SIZES: Readonly<Record<Scale, Size>> = {
  smoke: { positions: 1, depth: 8, processors: [2, 4], seeds: [1] },
  short: { positions: 2, depth: 11, processors: [2, 4, 8, 16, 32, 64], seeds: [1, 2] },
  full: { positions: 10, depth: 13, processors: [2, 4, 8, 16, 32, 64, 128, 256], seeds: [1, 2] },
};

export const allAlgorithms: Experiment<SimulatedSettings, SimulatedResult> = {
  name: 'parallel/algorithms',
  about: 'simulated speedup of every algorithm in Othello on 2 to 256 processors',
  profiled: true,
  runs: (scale, profiles = profileNames) => {
    const { positions, depth, processors, seeds } = SIZES[scale];
    return othelloFinal.slice(0, positions).flatMap((place) =>
      profiles.flatMap((profile) =>
        tables.flatMap((table) =>
          processors.flatMap((count) =>
            algorithmsOn('deterministic').flatMap((algorithm) =>
              seeds.map((seed) =>
                simulatedRun({
                  place,
                  algorithm,
                  processors: count,
                  depth,
                  profile,
                  table,
                  hash: HASH,
                  seed,
                }),
              ),
            ),
          ),
        ),
      ),
    );
  },
  ...simulatedExperiment,
  summarize(rows) {
    const groups = groupBy(rows, ({ settings: { algorithm, profile, table, processors } }) =>
      [profile, table, algorithm, processors].join(' '),
    );
    const cells = [...groups.values()].map((group) => ({
      ...group[0]!.settings,
      speedup: estimate(
        group.map(({ result }) => result.speedup),
        geometricMean,
      ),
      jobs: group.reduce((sum, { result }) => sum + result.jobs, 0) / group.length,
    }));
    const names = [...new Set(cells.map(({ algorithm }) => algorithm))];
    const kinds = groupBy(cells, ({ profile, table }) => `${profile} ${table}`);
    const summary = [...kinds.values()].map((own) => ({
      title: titleOf(own[0]!),
      head: ['processors', ...names.map((name) => `${name} (simulated)`)],
      rows: [...groupBy(own, ({ processors }) => String(processors))].map(([processors, line]) => [
        processors,
        ...names.map((name) => {
          const cell = line.find(({ algorithm }) => algorithm === name);
          return cell === undefined ? '-' : `${makeEstimate(cell.speedup)}, ${makeJobs(cell)}`;
        }),
      ]),
    }));
    return {
      tables: summary,
      figures: cells.map(({ profile, table, algorithm, processors, speedup, jobs }) => ({
        ...{ simulated: true, profile, table, algorithm, processors, speedup, jobs },
      })),
      plot: {
        title: 'Othello: speedup (simulated) by algorithm and profile of costs',
        x: { title: 'processors', scale: 'log' },
        y: { title: 'speedup (simulated)', scale: 'log' },
        points: cells.map(({ processors, algorithm, profile, table, speedup }) => {
          const { mean, low, high } = speedup;
          const facet = `profile ${profile}, ${table} tables`;
          return { x: processors, y: mean, low, high, series: algorithm, facet };
        }),
      },
    };
  },
};

function titleOf({ depth, table, profile }: SimulatedSettings): string {
  const kind = table === 'local' ? 'local tables' : 'a shared table whose accesses cost nothing';
  return `Othello, depth ${depth}, ${kind}, profile ${profile}: simulated speedup, jobs on average`;
}

/** Lazy SMP has no jobs. */
const makeJobs = ({ algorithm, jobs }: { algorithm: string; jobs: number }): string =>
  algorithm === 'lazy-smp' ? 'no jobs' : `${Math.round(jobs)} jobs`;
