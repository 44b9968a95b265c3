// Tables 1, 2, 3, 6 and 7: searches with and without updates, with sharing, with NegaScout and with
// epsilon-windows, and ours beside them, which is no line of the paper. Each table has the sequential
// searches too: the textbook's, with which speedups are computed as in the paper, and our best one.
import { profileNames } from 'plyades/internal/sim/index.js';
import type { Experiment, PlotPoint, RunDimensions, TableOfFigures } from '../experiment.js';
import { average, groupBy, makeEstimate } from '../statistics.js';
import { type ComparisonCell, type ComparisonLine, cellsOf, printedLine, runsOf } from './lines.js';
import { type PaperTableLine, paperAlone, paperLines } from './paper.js';
import {
  parallelRows,
  performSearch,
  type SequentialRow,
  type TreeRunResult,
  type TreeRunRow,
  type TreeRunSettings,
} from './searches.js';
import type { TreeVariant } from './variants.js';

export const RUNS_FILE = 'minimal-tree/runs';

interface Spec {
  readonly number: PaperTableLine['table'];
  readonly about: string;
  /** On these numbers of processors, of the paper's lines. */
  readonly processors: readonly number[];
  /** Beside the paper's own, on the same processors and with the greatest horizon. */
  readonly more: readonly TreeVariant[];
}

const LARGE = [512, 1536];
const PLAIN: readonly TreeVariant[] = ['ours, no epsilon-windows', 'ours'];

const specs: readonly Spec[] = [
  { number: 1, about: 'synthetic trees', processors: LARGE, more: PLAIN },
  {
    number: 2,
    about: 'shogi trees with the best 5 children',
    processors: LARGE,
    more: PLAIN,
  },
  {
    number: 3,
    about: 'shogi trees with the best 20 children',
    processors: LARGE,
    more: PLAIN,
  },
  {
    number: 6,
    about: 'synthetic trees with NegaScout and epsilon-windows',
    processors: LARGE,
    more: ['NegaScout', 'NegaScout, epsilon-windows', 'ours', 'ours, no splitting'],
  },
  {
    number: 7,
    about: 'shogi trees with NegaScout and epsilon-windows',
    processors: LARGE,
    more: ['ours', 'ours, no splitting', 'ours, with hand-over', 'ours, with sharing'],
  },
];

/** The lines of a table: the paper's on these processors, and those beside them. */
function linesOf({ number, processors, more }: Spec): ComparisonLine[] {
  const printed = paperLines.filter(({ table }) => table === number);
  const own = printed.filter((line) => processors.includes(line.processors));
  const kinds = groupBy(printed, ({ width, depth }) => `${width} ${depth}`);
  const beside = [...kinds.values()].flatMap((same) => {
    const horizon = Math.max(...same.map((line) => line.horizon));
    const { game, width, depth } = same[0]!;
    return processors.flatMap((count) =>
      more.map((way) => ({ game, width, depth, horizon, processors: count, way })),
    );
  });
  const lines = [...own, ...beside].map(({ game, width, depth, horizon, processors, way }) => ({
    ...{ game, width, depth, horizon, processors, way },
  }));
  return [...new Map(lines.map((line) => [JSON.stringify(line), line])).values()];
}

/** Depths tell the paper's trees apart: b=5 is searched to 24 plies, b=20 to 12 or 14. */
const dimensions = (settings: TreeRunSettings): RunDimensions => {
  const { place, width, depth } = settings;
  const tree = { game: `${place.game} b=${width}`, position: place.name, depth };
  return settings.kind === 'alone' ? tree : { ...tree, processors: settings.processors };
};

function tableOf(
  name: string,
  about: string,
  title: string,
  lines: readonly ComparisonLine[],
): Experiment<TreeRunSettings, TreeRunResult> {
  return {
    name: `minimal-tree/${name}`,
    about: `minimal trees: ${about} (simulated)`,
    profiled: true,
    runsFile: RUNS_FILE,
    runs: (scale, profiles = profileNames) => runsOf(lines, scale, profiles),
    dimensions,
    perform: performSearch,
    summarize(rows) {
      const cells = cellsOf(rows);
      return {
        tables: [alone(`${title}, one processor`, rows), together(`${title}, simulated`, cells)],
        figures: [...cells, ...cells.flatMap((cell) => printedLine(cell) ?? [])],
        plot: {
          title: `${title}: speedup over the textbook's search (simulated), the paper's with an edge`,
          x: { title: 'configuration', scale: 'names' },
          y: { title: 'speedup (paper: measured)', scale: 'linear' },
          points: cells.flatMap(pointsOf),
        },
      };
    },
  };
}

export const paperTables = specs.map((spec) =>
  tableOf(
    `table-${spec.number}`,
    `${spec.about}, 512 and 1,536 processors`,
    `Table ${spec.number}. Minimal trees: ${spec.about}`,
    linesOf(spec),
  ),
);

/** The lines of tables 1 to 3 that matter most, for short runs: ours on most processors. */
export const reaches = (['synthetic', 'shogi'] as const).map((game) =>
  tableOf(
    `reach-${game}`,
    `what 1,536 processors reach in ${game} trees, with and without epsilon-windows`,
    `Minimal trees: ${game} trees on 1,536 processors`,
    specs
      .filter(({ more }) => more === PLAIN)
      .flatMap((spec) => linesOf({ ...spec, processors: [Math.max(...LARGE)] }))
      .filter((line) => line.game === game && PLAIN.includes(line.way)),
  ),
);

/** The sequential searches, by tree and depth, with the paper's where it has one. */
function alone(title: string, rows: readonly TreeRunRow[]): TableOfFigures {
  const own = rows.filter(
    (row): row is SequentialRow => row.settings.kind === 'alone' && row.settings.cut === undefined,
  );
  const costs = new Map(
    parallelRows(rows).map(({ settings: { place, width, profile }, result }) => [
      `${place.game} ${width} ${profile}`,
      result.nodeNs,
    ]),
  );
  const profiles = profileNames.filter((name) =>
    [...costs.keys()].some((key) => key.endsWith(` ${name}`)),
  );
  const groups = groupBy(own, ({ settings: { place, width, depth, method, hash } }) =>
    [place.game, width, depth, method, hash].join(' '),
  );
  return {
    title,
    head: [
      ...['trees', 'b', 'd', 'search', 'table', 'M nodes', 'M leaves'],
      ...profiles.map((name) => `seconds, ${name}`),
      ...['paper: seconds', 'paper: M leaves', 'number of trees'],
    ],
    rows: [...groups.values()].map((group) => {
      const { place, width, depth, method, hash } = group[0]!.settings;
      const nodes = average(group.map(({ result }) => result.nodes));
      const printed = paperAlone.find(
        (line) =>
          method === 'textbook' &&
          line.game === place.game &&
          line.width === width &&
          line.depth === depth,
      );
      return [
        ...[place.game, String(width), String(depth), method, `${hash} MiB`],
        (nodes / 1e6).toFixed(2),
        (average(group.map(({ result }) => result.leaves)) / 1e6).toFixed(2),
        ...profiles.map((name) => {
          const nodeNs = costs.get(`${place.game} ${width} ${name}`);
          return nodeNs === undefined ? '-' : digits((nodes * nodeNs) / 1e9);
        }),
        printed === undefined ? '-' : String(printed.seconds),
        printed === undefined ? '-' : String(printed.leaves),
        String(group.length),
      ];
    }),
  };
}

/** The parallel searches, the paper's line above ours. */
function together(title: string, cells: readonly ComparisonCell[]): TableOfFigures {
  const ways = [...new Set(cells.map(({ way }) => way))];
  const sorted = [...cells].sort(
    (a, b) =>
      a.width - b.width ||
      a.depth - b.depth ||
      a.processors - b.processors ||
      b.horizon - a.horizon ||
      ways.indexOf(a.way) - ways.indexOf(b.way),
  );
  let last: PaperTableLine | undefined;
  return {
    title: `${title}: speedup over the textbook's search and over our best one`,
    head: [
      ...['b', 'd', "d'", 'processors', 'search', 'figures of', 'seconds', 'speedup'],
      ...['over best', 'M leaves', 'over textbook', 'start-up idle s', 'other idle s'],
      ...['given up', 'master busy', 'M messages', 'trees'],
    ],
    rows: sorted.flatMap((cell) => {
      const printed = printedLine(cell);
      const isNew = printed !== undefined && printed !== last;
      if (isNew) last = printed;
      return [...(isNew ? [printedText(printed)] : []), textOf(cell)];
    }),
  };
}

function printedText(line: PaperTableLine): string[] {
  const { width, depth, horizon, processors, way, seconds, speedup, leaves } = line;
  const alone = paperAlone.find(
    (each) => each.game === line.game && each.width === width && each.depth === depth,
  )!;
  return [
    ...[width, depth, horizon, processors].map(String),
    ...[way, 'paper', String(seconds), String(speedup), '-', String(leaves)],
    (leaves / alone.leaves).toFixed(2),
    ...[String(line.startIdle), String(line.otherIdle), '-', '-', '-', '32'],
  ];
}

function textOf(cell: ComparisonCell): string[] {
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  return [
    ...[cell.width, cell.depth, cell.horizon, cell.processors].map(String),
    ...[cell.way, `simulated, ${cell.profile}`, digits(cell.seconds)],
    makeEstimate(cell.speedup),
    makeEstimate(cell.speedupOverBest),
    cell.leaves.toFixed(2),
    makeEstimate(cell.leavesRatio),
    ...[digits(cell.startIdle), digits(cell.otherIdle)],
    ...[percent(cell.abandoned), percent(cell.masterBusy)],
    (cell.messages / 1e6).toFixed(3),
    String(cell.trees),
  ];
}

/** Three digits, for any size. */
export const digits = (value: number): string => Number(value.toPrecision(3)).toString();

function pointsOf(cell: ComparisonCell): PlotPoint[] {
  const facet = `b=${cell.width}, d=${cell.depth}, ${cell.processors} processors`;
  const printed = printedLine(cell);
  const { mean, low, high } = cell.speedup;
  const point = { x: cell.way, facet, series: `simulated, ${cell.profile}` };
  return [
    { ...point, y: mean, low, high },
    ...(printed === undefined ? [] : [{ ...point, y: printed.speedup, quoted: true }]),
  ];
}
