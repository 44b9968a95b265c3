// Table 6.3 of the thesis: speedups of APHID in Othello by depth of search, with one table for all.
import type { Experiment, Scale } from './experiment.js';
import { othelloFinal } from './positions.js';
import {
  performSimulated,
  type SimulatedResult,
  type SimulatedRow,
  type SimulatedSettings,
  simulatedRun,
} from './simulated.js';
import { estimate, groupBy, makeEstimate } from './statistics.js';

/** The thesis's speedups, by depth, on these processors. */
const PROCESSORS = [16, 32, 64];
const THESIS: Readonly<Record<number, readonly number[]>> = {
  12: [6.93, 6.44, 4.23],
  13: [9.12, 14.0, 11.92],
  14: [9.91, 17.76, 22.51],
  15: [11.27, 21.99, 37.44],
};

const FREE_TABLE =
  "accesses to the shared table cost nothing; the thesis's machine slowed down at 64";

/** Keyano's table is not described; ours is as large for one processor as for all. */
const HASH = 256;

const SIZES: Readonly<Record<Scale, { positions: number; depths: readonly number[] }>> = {
  smoke: { positions: 1, depths: [9] },
  short: { positions: 4, depths: [12, 13] },
  full: { positions: othelloFinal.length, depths: [12, 13, 14, 15] },
};

export const table63: Experiment<SimulatedSettings, SimulatedResult> = {
  name: 'aphid/table-6.3',
  about: 'simulated speedup of APHID in Othello by depth, beside table 6.3 of the thesis',
  runs: (scale) => {
    const { positions, depths } = SIZES[scale];
    return depths.flatMap((depth) =>
      spread(positions).flatMap((place) =>
        PROCESSORS.map((processors) =>
          simulatedRun({
            place,
            algorithm: 'aphid',
            processors,
            depth,
            profile: 'paper',
            table: 'shared',
            hash: HASH,
          }),
        ),
      ),
    );
  },
  perform: performSimulated,
  summarize(rows) {
    const cells = [...groupBy(rows, keyOf).values()].map((group) => {
      const { depth, processors } = group[0]!.settings;
      const thesis = THESIS[depth]?.[PROCESSORS.indexOf(processors)];
      const seconds = estimate(group.map(({ result }) => result.virtualSeconds));
      return {
        depth,
        processors,
        thesis,
        seconds,
        speedup: estimate(group.map(({ result }) => result.speedup)),
      };
    });
    return {
      tables: [
        {
          title: `APHID in Othello, shared table, profile paper: simulated speedup (${FREE_TABLE})`,
          head: [
            ...['depth', 'processors', 'speedup (simulated)', 'thesis'],
            ...['seconds (simulated)', 'positions'],
          ],
          rows: cells.map(({ depth, processors, thesis, speedup, seconds }) => [
            String(depth),
            String(processors),
            makeEstimate(speedup),
            thesis?.toFixed(2) ?? '-',
            seconds.mean.toFixed(1),
            String(speedup.count),
          ]),
        },
      ],
      plot: {
        title: 'APHID in Othello, profile paper: speedup (simulated)',
        x: { title: 'processors', scale: 'log' },
        y: { title: 'speedup (simulated; thesis: measured)', scale: 'linear' },
        points: cells.flatMap(({ depth, processors, thesis, speedup }) => {
          const { mean, low, high } = speedup;
          const facet = `depth ${depth}`;
          const ours = { x: processors, y: mean, low, high, series: 'simulated', facet };
          return thesis === undefined
            ? [ours]
            : [ours, { x: processors, y: thesis, series: 'thesis, table 6.3', facet }];
        }),
      },
    };
  },
};

const keyOf = ({ settings: { depth, processors } }: SimulatedRow) => `${depth} ${processors}`;

/** So many of the positions, from the earliest to the latest. */
function spread(count: number) {
  const step = othelloFinal.length / count;
  return Array.from({ length: count }, (_, index) => othelloFinal[Math.floor(index * step)]!);
}
