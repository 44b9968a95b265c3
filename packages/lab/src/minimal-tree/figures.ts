// Table 4 and figures 7, 8 and 10: what sharing and updates are worth, how speedup grows with processors, and
// how many tasks have open windows. They are other views of the searches of the tables.
import { profileNames } from 'plyades/internal/sim/index.js';
import type { Experiment, ExperimentSummary } from '../experiment.js';
import { groupBy, makeEstimate } from '../statistics.js';
import { type ComparisonCell, type ComparisonLine, cellsOf, printedLine, runsOf } from './lines.js';
import { type PaperTableLine, paperLines, paperSharing } from './paper.js';
import {
  performSearch,
  type TreeRunResult,
  type TreeRunRow,
  type TreeRunSettings,
} from './searches.js';
import { digits, RUNS_FILE } from './tables.js';

interface Figure {
  readonly name: string;
  readonly about: string;
  readonly lines: readonly ComparisonLine[];
  /** Trees of each size; all if not given. */
  readonly trees?: number;
  summarize(cells: readonly ComparisonCell[]): ExperimentSummary;
}

const toRun = ({
  game,
  width,
  depth,
  horizon,
  processors,
  way,
}: PaperTableLine): ComparisonLine => ({
  ...{ game, width, depth, horizon, processors, way },
});
const some = (keep: (line: PaperTableLine) => boolean): ComparisonLine[] =>
  paperLines.filter(keep).map(toRun);

/** Two cells that differ in nothing but their way. */
function pairs(
  cells: readonly ComparisonCell[],
  first: ComparisonCell['way'],
  second: ComparisonCell['way'],
): [ComparisonCell, ComparisonCell][] {
  const alike = groupBy(cells, ({ game, width, depth, horizon, processors, profile }) =>
    [game, width, depth, horizon, processors, profile].join(' '),
  );
  return [...alike.values()].flatMap((group): [ComparisonCell, ComparisonCell][] => {
    const one = group.find(({ way }) => way === first);
    const other = group.find(({ way }) => way === second);
    return one === undefined || other === undefined ? [] : [[one, other]];
  });
}

const printedRatio = (
  [one, other]: [ComparisonCell, ComparisonCell],
  pick: (line: PaperTableLine) => number,
): number | undefined => {
  const [first, second] = [printedLine(one), printedLine(other)];
  return first === undefined || second === undefined ? undefined : pick(first) / pick(second);
};

const shown = ({ game, width, depth, horizon, processors, profile }: ComparisonCell): string[] => [
  ...[game, String(width), String(depth), String(horizon), String(processors)],
  `simulated, ${profile}`,
];
const HEAD = ['trees', 'b', 'd', "d'", 'processors', 'figures of'];
const maybe = (value: number | undefined): string => (value === undefined ? '-' : value.toFixed(3));

const sharing: Figure = {
  name: 'table-4',
  about: 'what sharing tables by a ring is worth in shogi trees',
  lines: some(({ table, way, horizon, width, depth, processors }) => {
    const listed = paperSharing.some(
      (each) =>
        each.width === width &&
        each.depth === depth &&
        each.horizon === horizon &&
        each.processors === processors,
    );
    return listed && table <= 3 && (way === 'with updates' || way === 'with sharing');
  }).filter(({ game }) => game === 'shogi'),
  summarize(cells) {
    const lines = pairs(cells, 'with sharing', 'with updates').map(([one, other]) => ({
      cell: one,
      ratio: one.seconds / other.seconds,
      leaves: one.leaves / other.leaves,
      paper: printedRatio([one, other], ({ seconds }) => seconds),
    }));
    return {
      tables: [
        {
          title: 'Table 4. Seconds with sharing over those without, shogi trees (simulated)',
          head: [...HEAD, 'seconds', 'leaves', 'paper: seconds', 'number of trees'],
          rows: lines.map(({ cell, ratio, leaves, paper }) => [
            ...shown(cell),
            ...[ratio.toFixed(3), leaves.toFixed(3), maybe(paper), String(cell.trees)],
          ]),
        },
      ],
      figures: lines.map(({ cell, ...line }) => ({ ...cell, ...line })),
      plot: {
        title: 'Table 4: seconds with sharing over those without (simulated)',
        x: { title: 'processors', scale: 'log' },
        y: { title: 'ratio (paper: measured)', scale: 'linear' },
        points: lines.flatMap(({ cell, ratio, paper }) => {
          const series = `b=${cell.width}, d=${cell.depth}, d'=${cell.horizon}`;
          const point = { x: cell.processors, series, facet: `profile ${cell.profile}` };
          return [
            { ...point, y: ratio },
            ...(paper === undefined ? [] : [{ ...point, y: paper, quoted: true }]),
          ];
        }),
      },
    };
  },
};

const updates: Figure = {
  name: 'figure-7',
  about: 'what dynamic updates are worth: time and leaves with them over those without',
  lines: some(
    ({ table, way, processors, horizon }) =>
      table <= 3 &&
      processors >= 512 &&
      processors !== 1024 &&
      (horizon === 12 || horizon === 6) &&
      (way === 'with updates' || way === 'without updates'),
  ),
  summarize(cells) {
    const lines = pairs(cells, 'with updates', 'without updates').map(([one, other]) => ({
      cell: one,
      seconds: one.seconds / other.seconds,
      leaves: one.leaves / other.leaves,
      paperSeconds: printedRatio([one, other], ({ seconds }) => seconds),
      paperLeaves: printedRatio([one, other], ({ leaves }) => leaves),
    }));
    return {
      tables: [
        {
          title: 'Figure 7. With dynamic updates over without (simulated)',
          head: [
            ...[...HEAD, 'seconds', 'leaves', 'paper: seconds', 'paper: leaves'],
            'number of trees',
          ],
          rows: lines.map(({ cell, seconds, leaves, paperSeconds, paperLeaves }) => [
            ...shown(cell),
            ...[seconds.toFixed(3), leaves.toFixed(3), maybe(paperSeconds), maybe(paperLeaves)],
            String(cell.trees),
          ]),
        },
      ],
      figures: lines.map(({ cell, ...line }) => ({ ...cell, ...line })),
      plot: {
        title: 'Figure 7: with dynamic updates over without (simulated)',
        x: { title: 'ratio of seconds', scale: 'linear' },
        y: { title: 'ratio of leaves', scale: 'linear' },
        marks: Object.fromEntries(lines.map(({ cell }) => [labelOf(cell), 'points'])),
        points: lines.flatMap(({ cell, seconds, leaves, paperSeconds, paperLeaves }) => {
          const point = { series: labelOf(cell), facet: `profile ${cell.profile}` };
          const isPrinted = paperSeconds !== undefined && paperLeaves !== undefined;
          return [
            { ...point, x: seconds, y: leaves },
            ...(isPrinted ? [{ ...point, x: paperSeconds, y: paperLeaves, quoted: true }] : []),
          ];
        }),
      },
    };
  },
};

const labelOf = ({ game, width, depth, processors }: ComparisonCell): string =>
  `${game} (${width}, ${depth}, ${processors})`;

const byProcessors = some(
  ({ table, game, way }) => game === 'shogi' && table <= 3 && way === 'with updates',
);
/** Of every size, at `full`: it has six numbers of processors. */
const FEW = 2;

const speedups: Figure = {
  name: 'figure-8',
  about: 'speedup in shogi trees on 64 to 1,536 processors',
  lines: byProcessors,
  trees: FEW,
  summarize: (cells) => ({
    tables: [
      {
        title:
          "Figure 8. Speedup over the textbook's search, shogi trees, with updates (simulated)",
        head: [...HEAD, 'speedup', 'paper: speedup', 'number of trees'],
        rows: cells.map((cell) => [
          ...shown(cell),
          makeEstimate(cell.speedup),
          String(printedLine(cell)?.speedup ?? '-'),
          String(cell.trees),
        ]),
      },
    ],
    figures: cells,
    plot: {
      title: "Figure 8: speedup over the textbook's search, shogi trees, with updates (simulated)",
      x: { title: 'processors', scale: 'log' },
      y: { title: 'speedup (paper: measured)', scale: 'linear' },
      points: cells.flatMap((cell) => {
        const point = {
          x: cell.processors,
          series: `b=${cell.width}, d=${cell.depth}, d'=${cell.horizon}`,
          facet: `profile ${cell.profile}`,
        };
        const { mean, low, high } = cell.speedup;
        const printed = printedLine(cell);
        return [
          { ...point, y: mean, low, high },
          ...(printed === undefined || cell.depth !== printed.depth
            ? []
            : [{ ...point, y: printed.speedup, quoted: true }]),
        ];
      }),
    },
  }),
};

const openWindows: Figure = {
  name: 'figure-10',
  about: 'share of finished tasks that had open windows, shogi trees, 64 to 1,536 processors',
  lines: byProcessors,
  trees: FEW,
  summarize: (cells) => ({
    tables: [
      {
        title: 'Figure 10. Tasks finished with open windows, shogi trees, with updates (simulated)',
        head: [...HEAD, 'tasks finished', 'with open windows', 'share', 'number of trees'],
        rows: cells.map((cell) => [
          ...shown(cell),
          ...[digits(cell.tasks), digits(cell.openTasks)],
          `${((100 * cell.openTasks) / cell.tasks).toFixed(1)} %`,
          String(cell.trees),
        ]),
      },
    ],
    figures: cells,
    plot: {
      title: 'Figure 10: share of finished tasks that had open windows (simulated)',
      x: { title: 'processors', scale: 'log' },
      y: { title: 'share', scale: 'linear' },
      points: cells.map((cell) => ({
        x: cell.processors,
        y: cell.openTasks / cell.tasks,
        series: `b=${cell.width}, d=${cell.depth}, d'=${cell.horizon}`,
        facet: `profile ${cell.profile}`,
      })),
    },
  }),
};

const asExperiment = (figure: Figure): Experiment<TreeRunSettings, TreeRunResult> => ({
  name: `minimal-tree/${figure.name}`,
  about: `minimal trees: ${figure.about}`,
  profiled: true,
  runsFile: RUNS_FILE,
  runs: (scale, profiles = profileNames) =>
    runsOf(figure.lines, scale, profiles, scale === 'full' ? figure.trees : undefined),
  perform: performSearch,
  summarize: (rows: readonly TreeRunRow[]) => figure.summarize(cellsOf(rows)),
});

export const paperFigures = [sharing, updates, speedups, openWindows].map(asExperiment);
