// Section 5: why a parallel search has more leaves than the textbook's on one processor, in shogi trees. Three
// factors are estimated by supplementary sequential searches, in which the tree is cut at the master's
// horizon: subtrees that share no results (table), open windows (windows), and more tasks than the sequential
// search has. Their product stands beside what the parallel search really has. Figure 9 has the supplementary
// searches by depth, table 5 the factors, figure 11 each tree.
import { type ProfileName, profileNames } from 'plyades/internal/sim/index.js';
import type { Experiment, ExperimentRun, ExperimentSummary, Scale } from '../experiment.js';
import { average, estimate, geometricMean, groupBy, makeEstimate } from '../statistics.js';
import { type ComparisonLine, runOf } from './lines.js';
import { paperModel } from './paper.js';
import {
  aloneOf,
  parallelRows,
  performSearch,
  type Supplement,
  searchRun,
  type TreeRunResult,
  type TreeRunRow,
  type TreeRunSettings,
  unique,
} from './searches.js';
import { HASH, sizesOf } from './sizes.js';
import { RUNS_FILE } from './tables.js';
import type { TreeWidth } from './trees.js';
import { sharingOf } from './variants.js';

/** On the greatest number of processors, with the paper's first rules. */
const lines: readonly ComparisonLine[] = paperModel.map(({ width, depth, horizon }) => ({
  ...{ game: 'shogi', width, depth, horizon, processors: 1536, way: 'with updates' },
}));

interface Method {
  readonly name: string;
  readonly sharing: (width: TreeWidth) => Supplement['sharing'];
  readonly openWindows: boolean;
}

const methods: readonly Method[] = [
  { name: 'baseline', sharing: () => 'all', openWindows: false },
  { name: 'partial share', sharing: sharingOf, openWindows: false },
  { name: 'no share', sharing: () => 0, openWindows: false },
  { name: 'open windows', sharing: () => 'all', openWindows: true },
  { name: 'open windows, partial share', sharing: sharingOf, openWindows: true },
  { name: 'open windows, no share', sharing: () => 0, openWindows: true },
];
const named = (name: string): Method => methods.find((method) => method.name === name)!;

const cutOf = (
  { sharing, openWindows }: Method,
  width: TreeWidth,
  horizon: number,
): Supplement => ({
  horizon,
  sharing: sharing(width),
  openWindows,
});

/** Supplementary searches of a tree that is cut, by all methods. */
function supplements(
  place: Parameters<typeof aloneOf>[1]['place'],
  width: TreeWidth,
  depth: number,
  horizon: number,
  hash: number,
): ExperimentRun<TreeRunSettings>[] {
  const common = { kind: 'alone', place, width, depth, hash, method: 'textbook' } as const;
  return methods.map((method) => searchRun({ ...common, cut: cutOf(method, width, horizon) }));
}

/** Of `full`, the trees that are searched to all depths: their last depth is the paper's. */
const FEW = 2;

/** By depth: the plies below the horizon stay, those above grow by two. */
function runsByDepth(scale: Scale): ExperimentRun<TreeRunSettings>[] {
  return unique(
    lines.flatMap((line) =>
      sizesOf(scale, line)
        .slice(0, scale === 'full' ? FEW : undefined)
        .flatMap(({ place, depth, horizon }) => {
          const above = horizon(line.horizon);
          const first = above % 2 === 0 ? 2 : 1;
          const steps = Array.from({ length: (above - first) / 2 + 1 }, (_, i) => first + 2 * i);
          return steps.flatMap((plies) =>
            supplements(place, line.width, depth - above + plies, plies, HASH[scale]),
          );
        }),
    ),
  );
}

function runsOfModel(
  scale: Scale,
  profiles: readonly ProfileName[],
): ExperimentRun<TreeRunSettings>[] {
  const hash = HASH[scale];
  return unique(
    lines.flatMap((line) =>
      sizesOf(scale, line).flatMap((sized) => {
        const { place, depth } = sized;
        const common = { kind: 'alone', place, width: line.width, depth, hash } as const;
        return [
          searchRun({ ...common, method: 'best' }),
          ...supplements(place, line.width, depth, sized.horizon(line.horizon), hash),
          ...profiles.map((profile) => runOf(line, sized, hash, profile)),
        ];
      }),
    ),
  );
}

/** The factors of one tree, and what its parallel search has. */
interface Explained {
  readonly width: TreeWidth;
  readonly depth: number;
  readonly horizon: number;
  readonly paperDepth: number;
  readonly processors: number;
  readonly profile: string;
  readonly tree: string;
  readonly openShare: number;
  readonly table: number;
  readonly windows: number;
  readonly tasks: number;
  readonly estimated: number;
  readonly actual: number;
}

export function explain(rows: readonly TreeRunRow[]): Explained[] {
  return parallelRows(rows).flatMap(({ settings, result }) => {
    const { place, width, depth, horizon, hash, processors, profile } = settings;
    const leavesOf = (name: string) =>
      aloneOf(rows, settings, 'textbook', hash, cutOf(named(name), width, horizon));
    const baseline = leavesOf('baseline');
    const [apart, open, openApart] = ['no share', 'open windows', 'open windows, no share'].map(
      (name) => leavesOf(name)?.leaves,
    );
    if (baseline === undefined || !apart || !open || !openApart || result.tasks === 0) return [];
    const openShare = result.openTasks / result.tasks;
    const mix = (normal: number, full: number) => (1 - openShare) * normal + openShare * full;
    const table = mix(apart / baseline.leaves, openApart / open);
    const windows = mix(1, open / baseline.leaves);
    const tasks = result.tasks / baseline.tasks;
    return {
      ...{ width, depth, horizon, paperDepth: settings.paper.depth, processors, profile },
      ...{ tree: place.name, openShare, table, windows, tasks },
      estimated: table * windows * tasks,
      actual: result.leaves / baseline.leaves,
    };
  });
}

const FACTORS = ['table', 'windows', 'tasks', 'estimated', 'actual'] as const;

/** How two lists of numbers go together: 1 when one is a line over the other. */
export function correlation(xs: readonly number[], ys: readonly number[]): number {
  const [x, y] = [average(xs), average(ys)];
  const sum = (pick: (index: number) => number) => xs.reduce((all, _, i) => all + pick(i), 0);
  const both = sum((i) => (xs[i]! - x) * (ys[i]! - y));
  return both / Math.sqrt(sum((i) => (xs[i]! - x) ** 2) * sum((i) => (ys[i]! - y) ** 2));
}

function groupsOf(rows: readonly TreeRunRow[]): Explained[][] {
  const groups = groupBy(explain(rows), ({ width, depth, horizon, paperDepth, profile }) =>
    [width, depth, horizon, paperDepth, profile].join(' '),
  );
  return [...groups.values()];
}

function summarizeModel(rows: readonly TreeRunRow[]): ExperimentSummary {
  const groups = groupsOf(rows);
  const lines = groups.map((group) => {
    const { width, depth, horizon, paperDepth, processors, profile } = group[0]!;
    const means = FACTORS.map((factor) => average(group.map((each) => each[factor])));
    const printed = paperModel.find((line) => line.width === width && line.depth === paperDepth);
    const trees = group.length;
    return { width, depth, horizon, processors, profile, means, printed, trees };
  });
  return {
    tables: [
      {
        title: 'Table 5. How many times as many leaves each factor makes, shogi trees (simulated)',
        head: ['b', 'd', "d'", 'processors', 'figures of', ...FACTORS, 'trees'],
        rows: lines.flatMap((line) => {
          const { width, depth, horizon, processors, profile, means, printed, trees } = line;
          const ours = [
            ...[width, depth, horizon, processors].map(String),
            `simulated, ${profile}`,
            ...means.map((mean) => mean.toFixed(3)),
            String(trees),
          ];
          if (printed === undefined) return [ours];
          const theirs = [
            ...[printed.width, printed.depth, printed.horizon, 1536].map(String),
            ...['paper', ...FACTORS.map((factor) => printed[factor].toFixed(3)), '32'],
          ];
          return [theirs, ours];
        }),
      },
    ],
    figures: groups.flat(),
    plot: {
      title: 'Table 5: how many times as many leaves each factor makes (simulated)',
      x: { title: 'factor', scale: 'names' },
      y: { title: 'ratio (paper: measured)', scale: 'linear' },
      points: lines.flatMap(({ width, depth, profile, means, printed }) =>
        FACTORS.flatMap((factor, index) => {
          const point = {
            x: factor,
            series: `b=${width}, d=${depth}`,
            facet: `profile ${profile}`,
          };
          return [
            { ...point, y: means[index]! },
            ...(printed === undefined ? [] : [{ ...point, y: printed[factor], quoted: true }]),
          ];
        }),
      ),
    },
  };
}

function summarizeScatter(rows: readonly TreeRunRow[]): ExperimentSummary {
  const groups = groupsOf(rows);
  const label = ({ width, depth }: Explained) => `b=${width}, d=${depth}`;
  return {
    tables: [
      {
        title: 'Figure 11. Estimated and actual increase of leaves, tree by tree (simulated)',
        head: ['b', 'd', 'figures of', 'tree', ...FACTORS, 'open windows'],
        rows: groups
          .flat()
          .map((each) => [
            ...[String(each.width), String(each.depth), `simulated, ${each.profile}`, each.tree],
            ...FACTORS.map((factor) => each[factor].toFixed(3)),
            `${(100 * each.openShare).toFixed(1)} %`,
          ]),
      },
      {
        title: 'Correlation of estimated and actual increase',
        head: ['b', 'd', 'figures of', 'correlation', 'trees'],
        rows: groups.map((group) => {
          const both = (['estimated', 'actual'] as const).map((factor) =>
            group.map((each) => each[factor]),
          );
          const found = group.length < 3 ? '-' : correlation(both[0]!, both[1]!).toFixed(3);
          const { width, depth, profile } = group[0]!;
          return [
            String(width),
            String(depth),
            `simulated, ${profile}`,
            found,
            String(group.length),
          ];
        }),
      },
    ],
    figures: groups.flat(),
    plot: {
      title: 'Figure 11: estimated and actual increase of leaves (simulated)',
      x: { title: 'estimated', scale: 'linear' },
      y: { title: 'actual', scale: 'linear' },
      marks: Object.fromEntries(groups.map((group) => [label(group[0]!), 'points'])),
      points: groups.flat().map((each) => ({
        x: each.estimated,
        y: each.actual,
        series: label(each),
        facet: `profile ${each.profile}`,
      })),
    },
  };
}

/** Ratios of leaves to the baseline's, by method and depth. */
function summarizeByDepth(rows: readonly TreeRunRow[]): ExperimentSummary {
  const cells = rows.flatMap(({ settings, result }) => {
    if (settings.kind !== 'alone' || settings.cut === undefined) return [];
    const { width, depth, hash, cut } = settings;
    const method = methods.find(
      (each) => each.openWindows === cut.openWindows && each.sharing(width) === cut.sharing,
    );
    const of = cutOf(methods[0]!, width, cut.horizon);
    const baseline = aloneOf(rows, settings, 'textbook', hash, of);
    if (method === undefined || baseline === undefined) return [];
    const below = depth - cut.horizon;
    return { width, depth, below, method: method.name, ratio: result.leaves / baseline.leaves };
  });
  const groups = groupBy(cells, ({ width, depth, below, method }) =>
    [width, depth, below, method].join(' '),
  );
  const lines = [...groups.values()].map((group) => ({
    ...group[0]!,
    ratio: estimate(
      group.map(({ ratio }) => ratio),
      geometricMean,
    ),
  }));
  return {
    tables: [
      {
        title: "Figure 9. Leaves over the baseline's, shogi trees, sequential searches",
        head: ['b', "d - d'", 'd', 'method', 'leaves', 'trees'],
        rows: lines.map(({ width, below, depth, method, ratio }) => [
          ...[String(width), String(below), String(depth), method],
          ...[makeEstimate(ratio), String(ratio.count)],
        ]),
      },
    ],
    figures: lines,
    plot: {
      title: "Figure 9: leaves over the baseline's, shogi trees, sequential searches",
      x: { title: 'd', scale: 'linear' },
      y: { title: 'ratio', scale: 'linear' },
      points: lines.map(({ width, below, depth, method, ratio: { mean, low, high } }) => ({
        ...{ x: depth, y: mean, low, high, series: method },
        facet: `b=${width}, d - d'=${below}`,
      })),
    },
  };
}

const common = { runsFile: RUNS_FILE, perform: performSearch };

export const performanceModel: readonly Experiment<TreeRunSettings, TreeRunResult>[] = [
  {
    ...common,
    name: 'minimal-tree/table-5',
    about: 'minimal trees: what makes more leaves on 1,536 processors, estimated and actual',
    profiled: true,
    runs: (scale, profiles = profileNames) => runsOfModel(scale, profiles),
    summarize: summarizeModel,
  },
  {
    ...common,
    name: 'minimal-tree/figure-9',
    about: 'minimal trees: leaves when subtrees share less, or have open windows, by depth',
    runs: runsByDepth,
    summarize: summarizeByDepth,
  },
  {
    ...common,
    name: 'minimal-tree/figure-11',
    about: 'minimal trees: estimated and actual increase of leaves, tree by tree',
    profiled: true,
    runs: (scale, profiles = profileNames) => runsOfModel(scale, profiles),
    summarize: summarizeScatter,
  },
];
