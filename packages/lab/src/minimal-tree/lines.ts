// What tables and figures compare: lines, each a configuration on a number of processors, of the paper's or
// beside it. This file makes their runs at a scale, and puts the finished ones together again.
import type { ProfileName } from 'plyades/internal/sim/index.js';
import type { ExperimentRun, Scale } from '../experiment.js';
import { average, type Estimate, estimate, geometricMean, groupBy } from '../statistics.js';
import { type PaperTableLine, paperLines } from './paper.js';
import {
  aloneOf,
  type ParallelRow,
  parallelRows,
  type SequentialRunResult,
  searchRun,
  type TreeRunRow,
  type TreeRunSettings,
  unique,
} from './searches.js';
import { HASH, type SizedTree, sizesOf } from './sizes.js';
import type { TreeVariant } from './variants.js';

/** A line to run: as in the paper's terms, at `full` scale. */
export interface ComparisonLine
  extends Pick<PaperTableLine, 'game' | 'width' | 'depth' | 'horizon' | 'processors'> {
  readonly way: TreeVariant;
}

/** The same tree to the same depth. */
const kindOf = ({ game, width, depth }: Pick<ComparisonLine, 'game' | 'width' | 'depth'>) =>
  `${game} ${width} ${depth}`;

/**
 * The runs of some lines: tree by tree, those of all kinds in turn, so that an interrupted run has some of
 * each. Sequential searches come first, both methods with all of the table; those with half of it come last.
 * `trees` limits how many of each size.
 */
export function runsOf(
  lines: readonly ComparisonLine[],
  scale: Scale,
  profiles: readonly ProfileName[],
  trees = Number.POSITIVE_INFINITY,
): ExperimentRun<TreeRunSettings>[] {
  const hash = HASH[scale];
  const kinds = [...groupBy(lines, kindOf).values()].map((same) => {
    const { width } = same[0]!;
    const byDepth = groupBy(sizesOf(scale, same[0]!), ({ depth }) => String(depth));
    return [...byDepth.values()].flatMap((sizes) =>
      sizes.slice(0, trees).map((sized) => {
        const { place, depth } = sized;
        const alone = (size: number) =>
          (['best', 'textbook'] as const).map((method) =>
            searchRun({ kind: 'alone', place, width, depth, hash: size, method }),
          );
        const together = profiles.flatMap((profile) =>
          same.map((line) => runOf(line, sized, hash, profile)),
        );
        return [...alone(hash), ...together, ...alone(hash / 2)];
      }),
    );
  });
  const most = Math.max(...kinds.map((all) => all.length));
  const inTurn = Array.from({ length: most }, (_, index) =>
    kinds.flatMap((all) => all[index] ?? []),
  );
  return unique(inTurn.flat());
}

export function runOf(
  { width, way, depth, horizon, processors }: ComparisonLine,
  sized: SizedTree,
  hash: number,
  profile: ProfileName,
): ExperimentRun<TreeRunSettings> {
  return searchRun({
    kind: 'parallel',
    place: sized.place,
    width,
    depth: sized.depth,
    horizon: sized.horizon(horizon),
    processors: sized.processors(processors),
    way,
    paper: { depth, horizon, processors },
    profile,
    hash,
  });
}

/** What the runs of one line at one depth, on all trees, amount to. */
export interface ComparisonCell extends ComparisonLine {
  readonly simulated: true;
  /** As in the paper's line, where depth, horizon and processors are those of our runs. */
  readonly paper: Pick<PaperTableLine, 'depth' | 'horizon' | 'processors'>;
  readonly profile: string;
  readonly trees: number;
  /** Sequential over parallel time: against the textbook's search, and against the best one. */
  readonly speedup: Estimate;
  readonly speedupOverBest: Estimate;
  /** Geometric mean. */
  readonly seconds: number;
  /** Millions on average, and how many times as many as the textbook's search has. */
  readonly leaves: number;
  readonly leavesRatio: Estimate;
  readonly abandoned: number;
  readonly startIdle: number;
  readonly otherIdle: number;
  readonly masterBusy: number;
  readonly messages: number;
  readonly passes: number;
  readonly tasks: number;
  readonly openTasks: number;
}

/** A parallel search with the sequential ones of its tree. */
export interface Comparison {
  readonly row: ParallelRow;
  readonly textbook: SequentialRunResult;
  readonly best: SequentialRunResult;
}

export function compare(rows: readonly TreeRunRow[]): Comparison[] {
  return parallelRows(rows).flatMap((row) => {
    const { hash } = row.settings;
    const textbook = aloneOf(rows, row.settings, 'textbook', hash);
    const best = aloneOf(rows, row.settings, 'best', hash);
    return textbook === undefined || best === undefined ? [] : [{ row, textbook, best }];
  });
}

export const speedupOf = ({ nodes }: SequentialRunResult, { result }: ParallelRow): number =>
  (nodes * result.nodeNs) / 1e9 / result.virtualSeconds;

export function cellsOf(rows: readonly TreeRunRow[]): ComparisonCell[] {
  const groups = groupBy(compare(rows), ({ row: { settings } }) => {
    const { place, width, depth, horizon, processors, way, profile, granularity } = settings;
    const { paper } = settings;
    const of = [paper.depth, paper.horizon, paper.processors, granularity];
    return [place.game, width, depth, horizon, processors, way, profile, ...of].join(' ');
  });
  const cells = [...groups.values()].map((group): ComparisonCell => {
    const { place, width, depth, horizon, processors, way, paper, profile } =
      group[0]!.row.settings;
    const mean = (pick: (result: ParallelRow['result']) => number) =>
      average(group.map(({ row }) => pick(row.result)));
    const ratio = (pick: (each: Comparison) => number) => estimate(group.map(pick), geometricMean);
    return {
      simulated: true,
      ...{ game: place.game, width, depth, horizon, processors, way },
      ...{ paper, profile, trees: group.length },
      speedup: ratio(({ row, textbook }) => speedupOf(textbook, row)),
      speedupOverBest: ratio(({ row, best }) => speedupOf(best, row)),
      seconds: geometricMean(group.map(({ row }) => row.result.virtualSeconds)),
      leaves: mean(({ leaves }) => leaves) / 1e6,
      leavesRatio: ratio(({ row, textbook }) => row.result.leaves / textbook.leaves),
      abandoned: mean(({ abandonedNodes, nodes }) => abandonedNodes / nodes),
      startIdle: mean(({ startIdle }) => startIdle),
      otherIdle: mean(({ otherIdle }) => otherIdle),
      masterBusy: mean(({ masterBusy }) => masterBusy),
      messages: mean(({ messages }) => messages),
      passes: mean(({ passes }) => passes),
      tasks: mean(({ tasks }) => tasks),
      openTasks: mean(({ openTasks }) => openTasks),
    };
  });
  // Trees by size, and a number of processors after the smaller one.
  return cells.sort(
    (a, b) =>
      a.width - b.width ||
      a.depth - b.depth ||
      a.horizon - b.horizon ||
      a.processors - b.processors,
  );
}

/** The paper's line that a cell stands for, if it is the paper's at all. */
export const printedLine = ({
  game,
  width,
  way,
  paper,
}: ComparisonCell): PaperTableLine | undefined =>
  paperLines.find(
    (line) =>
      line.game === game &&
      line.width === width &&
      line.way === way &&
      line.depth === paper.depth &&
      line.horizon === paper.horizon &&
      line.processors === paper.processors,
  );
