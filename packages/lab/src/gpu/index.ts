// Figures 5 to 14 and table 3 of the paper on game trees on GPUs: speedup over one core of the same machine.
// The paper's numbers stand beside ours, but a device of today against one of 2010 proves nothing by itself.
import type {
  Experiment,
  ExperimentRow,
  ExperimentRun,
  ExperimentSummary,
  PlotPoint,
  Scale,
} from '../experiment.js';
import { batchSpeedups, nodeCounts, searchSpeedups, sweepSpeedups } from './paper.js';
import { type GpuFigures, type GpuSettings, type MeasuredGame, performGpu } from './run.js';

type GpuRow = ExperimentRow<GpuSettings, GpuFigures>;
type GpuExperiment = Experiment<GpuSettings, GpuFigures>;

/** Sizes of batches; the paper's best ones are 7424, 7680 and 10750. */
const SIZES: Readonly<Record<Scale, readonly number[]>> = {
  smoke: [40, 256],
  short: [40, 512, 2048, 7424, 7680, 10750, 32768],
  full: [40, 128, 512, 1024, 2048, 4096, 7424, 7680, 10750, 16384, 32768, 65536, 131072],
};

/** Depths without and with pruning. */
const DEPTHS: Readonly<Record<MeasuredGame, Readonly<Record<Scale, readonly [number, number]>>>> = {
  connect6: { smoke: [2, 2], short: [3, 4], full: [4, 5] },
  chess: { smoke: [2, 3], short: [4, 5], full: [5, 6] },
};

/** Without pruning smaller batches take minutes, and the paper has none either. */
const LEAST_UNPRUNED = 512;

const names: Readonly<Record<MeasuredGame, string>> = { connect6: 'Connect6', chess: 'chess' };

function runOf(settings: GpuSettings): ExperimentRun<GpuSettings> {
  const { game } = settings;
  if (settings.kind === 'batch') {
    return { id: `${game}, ${settings.size} ${settings.what}`, settings };
  }
  if (settings.kind === 'team') {
    return { id: `${game}, depth ${settings.depth}, searchers of one tree`, settings };
  }
  const { depth, pruning, lmax, bmax } = settings;
  const how = pruning ? 'pruning' : 'no pruning';
  return { id: `${game}, depth ${depth}, ${how}, Lmax ${lmax}, Bmax ${bmax}`, settings };
}

const speedup = ({ result }: GpuRow): number => result.coreSeconds / result.seconds;
const rounded = (number: number): string => number.toFixed(number < 10 ? 2 : 1);

/** Figures 5 and 6: batches of nodes. */
function batches(figure: number, game: MeasuredGame): GpuExperiment {
  return {
    name: `gpu/figure-${figure}`,
    about: `${names[game]}: leaves and branches in batches on a GPU, against one core`,
    runsFile: 'gpu',
    runs: (scale) =>
      SIZES[scale].flatMap((size) =>
        (['leaves', 'branches'] as const).map((what) => runOf({ kind: 'batch', game, what, size })),
      ),
    dimensions: () => ({ game }),
    perform: (settings, { signal }) => performGpu(settings, signal),
    summarize(rows) {
      const whatOf = ({ settings }: GpuRow) =>
        settings.kind === 'batch' ? settings.what : 'leaves';
      const points = rows.map((row) => ({
        x: row.result.nodes,
        y: speedup(row),
        series: whatOf(row),
      }));
      const quoted = (['leaves', 'branches'] as const).map((series) => ({
        x: 16384,
        y: batchSpeedups[game][series],
        series,
        quoted: true,
      }));
      return summary(
        `Figure ${figure}: ${names[game]}, batches of nodes, speedup over one core`,
        ['batch', 'nodes', 'ms', 'ms on a core', 'speedup', "paper's best"],
        rows.map((row) => [
          whatOf(row),
          String(row.result.nodes),
          (row.result.seconds * 1000).toFixed(3),
          (row.result.coreSeconds * 1000).toFixed(3),
          rounded(speedup(row)),
          String(batchSpeedups[game][whatOf(row)]),
        ]),
        rows,
        'nodes in the batch',
        [...points, ...quoted],
      );
    },
  };
}

const sizesOf = (scale: Scale, pruning: boolean): readonly number[] =>
  SIZES[scale].filter((size) => pruning || scale === 'smoke' || size >= LEAST_UNPRUNED);

/** Figures 7 to 10: Lmax and Bmax varied by themselves, without pruning. */
function sweep(figure: number, game: MeasuredGame, varied: 'lmax' | 'bmax'): GpuExperiment {
  const other = varied === 'lmax' ? 'bmax' : 'lmax';
  return search(figure, game, false, {
    about: `${names[game]}: the node-based search over ${varied}, some ${other}, no pruning`,
    sizes: (scale) => {
      const sizes = sizesOf(scale, false);
      const some = sizes.filter((_, i) => i % 3 === 1);
      return sizes.flatMap((size) =>
        some.map((fixed) =>
          varied === 'lmax' ? { lmax: size, bmax: fixed } : { lmax: fixed, bmax: size },
        ),
      );
    },
    x: (settings) => settings[varied],
    series: (settings) => `${other} ${settings[other]}`,
    quoted: [{ x: 16384, y: sweepSpeedups[game], series: 'paper', quoted: true }],
  });
}

/** Figures 11 to 14: Lmax = Bmax. */
function whole(figure: number, game: MeasuredGame, pruning: boolean): GpuExperiment {
  const best = searchSpeedups[game][pruning ? 'pruned' : 'full'];
  return search(figure, game, pruning, {
    about: `${names[game]}: the node-based search over Lmax = Bmax, ${pruning ? 'pruning' : 'no pruning'}`,
    sizes: (scale) => sizesOf(scale, pruning).map((size) => ({ lmax: size, bmax: size })),
    x: (settings) => settings.lmax,
    series: () => 'speedup',
    quoted: [{ x: best.size, y: best.speedup, series: 'speedup', quoted: true }],
  });
}

type SearchSettings = Extract<GpuSettings, { kind: 'search' }>;

interface Sweep {
  readonly about: string;
  sizes(scale: Scale): readonly { readonly lmax: number; readonly bmax: number }[];
  x(settings: SearchSettings): number;
  series(settings: SearchSettings): string;
  readonly quoted: readonly PlotPoint[];
}

function search(figure: number, game: MeasuredGame, pruning: boolean, sweep: Sweep): GpuExperiment {
  return {
    name: `gpu/figure-${figure}`,
    about: sweep.about,
    runsFile: 'gpu',
    runs: (scale) => {
      const depth = DEPTHS[game][scale][pruning ? 1 : 0];
      return sweep
        .sizes(scale)
        .map((size) => runOf({ kind: 'search', game, depth, pruning, ...size }));
    },
    dimensions: (settings) => ({ game, ...('depth' in settings && { depth: settings.depth }) }),
    perform: (settings, { signal }) => performGpu(settings, signal),
    summarize(rows) {
      const points = rows.map((row) => {
        const settings = row.settings as SearchSettings;
        return { x: sweep.x(settings), y: speedup(row), series: sweep.series(settings) };
      });
      const [paper] = sweep.quoted;
      return summary(
        `Figure ${figure}: ${names[game]}, ${pruning ? 'with' : 'without'} pruning, speedup over one core`,
        ['depth', 'Lmax', 'Bmax', 'nodes', 'kept', 's', 's on a core', 'speedup', "paper's best"],
        rows.map((row) => {
          const { depth, lmax, bmax } = row.settings as SearchSettings;
          const { nodes, mostNodes, seconds, coreSeconds } = row.result;
          return [
            ...[depth, lmax, bmax, nodes, mostNodes].map(String),
            seconds.toFixed(3),
            coreSeconds.toFixed(3),
            rounded(speedup(row)),
            paper === undefined ? '' : String(paper.y),
          ];
        }),
        rows,
        'nodes in a batch at most',
        [...points, ...sweep.quoted],
      );
    },
  };
}

/** Depths of the searches past the paper in table 3. */
const SHARED_TREE_DEPTHS: Readonly<
  Record<MeasuredGame, Readonly<Record<Scale, readonly number[]>>>
> = {
  connect6: { smoke: [2], short: [4], full: [5, 6, 7] },
  chess: { smoke: [3], short: [5], full: [6, 8, 9] },
};

/** Table 3: nodes that the device calculates, the serial search, and the whole tree. */
const table3: GpuExperiment = {
  name: 'gpu/table-3',
  about: 'nodes calculated with pruning on a GPU, by serial alpha-beta, and in the whole tree',
  runsFile: 'gpu',
  runs: (scale) =>
    (['connect6', 'chess'] as const).flatMap((game) => {
      const { size } = searchSpeedups[game].pruned;
      const [full, pruned] = DEPTHS[game][scale];
      // The whole tree is counted at its own depth: that of pruning is too large for a core.
      return [
        runOf({ kind: 'search', game, depth: pruned, pruning: true, lmax: size, bmax: size }),
        runOf({ kind: 'search', game, depth: full, pruning: true, lmax: size, bmax: size }),
        runOf({ kind: 'search', game, depth: full, pruning: false, lmax: size, bmax: size }),
        ...SHARED_TREE_DEPTHS[game][scale].map((depth) => runOf({ kind: 'team', game, depth })),
      ];
    }),
  dimensions: ({ game }) => ({ game }),
  perform: (settings, { signal }) => performGpu(settings, signal),
  summarize(rows) {
    const lines = rows.map(({ settings, result }) => {
      const { nodes, coreNodes } = result;
      const { game } = settings;
      const paper = nodeCounts[game];
      const times = (nodes / coreNodes).toFixed(2);
      if (settings.kind === 'batch') return [];
      if (settings.kind === 'team') {
        const how = 'pruning, searchers of one tree';
        return [names[game], settings.depth, how, nodes, coreNodes, times, '', ''].map(String);
      }
      const { depth, pruning } = settings;
      const how = pruning ? 'pruning' : 'no pruning';
      const quoted = pruning ? [paper.gpu, paper.serial] : [paper.total, paper.total];
      return [names[game], depth, how, nodes, coreNodes, times, ...quoted].map(String);
    });
    return summary(
      'Table 3: nodes that are calculated; those of one core include quiescence',
      ['game', 'depth', 'how', 'GPU', 'one core', 'times', "paper's GPU", "paper's serial"],
      lines,
      rows,
      'depth',
      rows.map(({ settings, result }) => ({
        x: 'depth' in settings ? settings.depth : 0,
        y: result.nodes,
        series: `${names[settings.game]}${seriesOf(settings)}`,
      })),
      'nodes',
    );
  },
};

function seriesOf(settings: GpuSettings): string {
  if (settings.kind === 'team') return ', searchers of one tree';
  return settings.kind === 'search' && !settings.pruning ? ', whole tree' : '';
}

function summary(
  title: string,
  head: readonly string[],
  lines: readonly (readonly string[])[],
  rows: readonly GpuRow[],
  xTitle: string,
  points: readonly PlotPoint[],
  yTitle = 'speedup over one core',
): ExperimentSummary {
  const devices = [...new Set(rows.map((row) => row.result.device))].join(', ');
  return {
    tables: [{ title: `${title} (measured on ${devices || 'no device yet'})`, head, rows: lines }],
    figures: rows.map(({ settings, result }) => ({ ...settings, ...result })),
    plot: {
      title,
      x: { title: xTitle, scale: xTitle === 'depth' ? 'linear' : 'log10' },
      y: { title: yTitle, scale: yTitle === 'nodes' ? 'log10' : 'linear' },
      points,
    },
  };
}

export const gpuFigures: readonly GpuExperiment[] = [
  batches(5, 'connect6'),
  batches(6, 'chess'),
  sweep(7, 'connect6', 'lmax'),
  sweep(8, 'connect6', 'bmax'),
  sweep(9, 'chess', 'lmax'),
  sweep(10, 'chess', 'bmax'),
  whole(11, 'connect6', false),
  whole(12, 'chess', false),
  whole(13, 'connect6', true),
  whole(14, 'chess', true),
  table3,
];
