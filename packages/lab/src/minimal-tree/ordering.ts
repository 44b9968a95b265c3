// Figure 6: how often the child that is best in a shallower search is still the best two plies deeper. The
// more often, the better a minimal tree can be predicted, so synthetic trees are tuned to the paper's
// accuracy and shogi trees are reported beside it. Every tree counts once for each depth: its root is
// searched with an open window, and a child is still the best when it attains the value, alone or not.
import type { Experiment, Scale } from '../experiment.js';
import { positionOf } from '../positions.js';
import { estimate, groupBy } from '../statistics.js';
import { finish, openWorkbench, type Workbench } from './kernels.js';
import { shogiTrees, syntheticTrees, type TreeRoot, type TreeWidth } from './trees.js';

const HASH = 128 << 20;

export interface OrderingSettings {
  readonly place: TreeRoot;
  readonly width: TreeWidth;
  /** The deepest search, even; all even depths below it are searched too. */
  readonly depth: number;
}

export interface OrderingResult {
  /** For each depth from 4 on: whether the best child of two plies less is a best one. */
  readonly kept: readonly { readonly depth: number; readonly best: boolean }[];
  readonly nodes: number;
}

/** The paper's figure, as far as its text states it: from two plies less to `depth`, in per cent. */
const PAPER: readonly {
  game: TreeRoot['game'];
  width: TreeWidth;
  depth: number;
  percent: number;
}[] = [
  { game: 'synthetic', width: 5, depth: 16, percent: 89.8 },
  { game: 'synthetic', width: 20, depth: 8, percent: 81.9 },
  { game: 'shogi', width: 5, depth: 16, percent: 82.3 },
  { game: 'shogi', width: 20, depth: 8, percent: 66.7 },
];

interface Size {
  readonly synthetic: number;
  readonly shogi: number;
  /** By width. */
  readonly depths: Readonly<Record<TreeWidth, number>>;
}

const SIZES: Readonly<Record<Scale, Size>> = {
  smoke: { synthetic: 20, shogi: 4, depths: { 5: 8, 20: 4 } },
  short: { synthetic: 100, shogi: 32, depths: { 5: 12, 20: 6 } },
  full: { synthetic: 1000, shogi: 32, depths: { 5: 16, 20: 8 } },
};

const WIDTHS: readonly TreeWidth[] = [5, 20];

export const orderingAccuracy: Experiment<OrderingSettings, OrderingResult> = {
  name: 'minimal-tree/figure-6',
  about: 'how often the best child is still the best two plies deeper, by depth',
  runs(scale) {
    const { synthetic, shogi, depths } = SIZES[scale];
    return WIDTHS.flatMap((width) =>
      [...shogiTrees(width, shogi), ...syntheticTrees(width, synthetic)].map((place) => {
        const depth = depths[width];
        return { id: `${place.position}, ${depth} plies`, settings: { place, width, depth } };
      }),
    );
  },
  async perform({ place, depth }, { signal }) {
    const { record } = await positionOf(place);
    return measure(await openWorkbench(place.game, HASH), record, depth, signal);
  },
  summarize(rows) {
    const cells = rows.flatMap(({ settings: { place, width }, result }) =>
      result.kept.map(({ depth, best }) => ({
        game: place.game,
        width,
        depth,
        percent: best ? 100 : 0,
      })),
    );
    const groups = groupBy(cells, ({ game, width, depth }) => `${game} ${width} ${depth}`);
    const lines = [...groups.values()].map((group) => {
      const { game, width, depth } = group[0]!;
      const { mean, low, high, count } = estimate(group.map(({ percent }) => percent));
      const paper = PAPER.find(
        (each) => each.game === game && each.width === width && each.depth === depth,
      )?.percent;
      return { game, width, depth, percent: mean, low, high, trees: count, paper };
    });
    return {
      tables: [
        {
          title: 'Figure 6. Best children that are still the best two plies deeper',
          head: ['trees', 'b', 'from', 'to', 'ours', '95 % interval', 'paper', 'number of trees'],
          rows: lines.map(({ game, width, depth, percent, low, high, trees, paper }) => [
            ...[game, String(width), String(depth - 2), String(depth)],
            `${percent.toFixed(1)} %`,
            `${low.toFixed(1)} to ${high.toFixed(1)}`,
            paper === undefined ? '-' : `${paper} %`,
            String(trees),
          ]),
        },
      ],
      figures: lines,
      plot: {
        title: 'Figure 6: best children that are still the best two plies deeper',
        x: { title: 'plies of the deeper search', scale: 'linear' },
        y: { title: 'per cent', scale: 'linear' },
        points: lines.flatMap(({ game, width, depth, percent, low, high, paper }) => {
          const series = `${game}, b=${width}`;
          return [
            { x: depth, y: percent, low, high, series },
            ...(paper === undefined ? [] : [{ x: depth, y: paper, series, quoted: true }]),
          ];
        }),
      },
    };
  },
};

async function measure(
  { rules, searcher }: Workbench,
  record: Uint8Array,
  depth: number,
  signal: AbortSignal,
): Promise<OrderingResult> {
  let nodes = 0;
  const search = async (root: Uint8Array, plies: number, window: object) => {
    searcher.start(root, { minDepth: plies, maxDepth: plies, ...window });
    await finish(searcher, signal);
    nodes += searcher.nodes;
    return searcher.found!;
  };
  const kept: { depth: number; best: boolean }[] = [];
  let last: number | undefined;
  for (let plies = 2; plies <= depth; plies += 2) {
    const { move, value } = await search(record, plies, {});
    if (move === undefined) break;
    if (last !== undefined) {
      const answer = rules.play(record, last);
      const attains = async () =>
        (await search(answer, plies - 1, { alpha: -value, beta: 1 - value })).value <= -value;
      kept.push({ depth: plies, best: move === last || (await attains()) });
    }
    last = move;
  }
  return { kept, nodes };
}
