// Figure 4a: win rates of teams against one worker, beside what a linear speedup would make, random growth and an
// engine that empties its table. Beside the win rate stand what compares engines that draw more or less often:
// Elo, its share of a linear speedup's, and the effective speedup, the factor of a single engine's nodes that
// makes as many Elo points.
import { type MatchScore, matchScoreOf } from 'plyades/internal/match/index.js';
import type { Experiment, ExperimentRow, ExperimentSummary } from '../experiment.js';
import { groupBy } from '../statistics.js';
import { type Condition, nameOf } from './conditions.js';
import { closePlayers, type PairFigures, type PairSettings, pairRuns, playPair } from './games.js';
import { paperWinRates } from './paper.js';

type PairRow = ExperimentRow<PairSettings, PairFigures>;

export const figure4a: Experiment<PairSettings, PairFigures> = {
  name: 'gpp/figure-4a',
  about: 'P-GPP: win rate against one worker by number of workers',
  choices: ['engine', 'way'],
  runsFile: 'gpp/games',
  runs: (scale, _profiles, choices) => pairRuns(scale, choices),
  dimensions: ({ workers, pair }) => ({
    game: 'chess',
    position: `opening ${pair}`,
    processors: workers,
  }),
  perform: (settings, { signal }) => playPair(settings, signal),
  close: closePlayers,
  summarize,
};

/** A line of the table. */
interface Line
  extends Omit<Condition, 'engine'>,
    Pick<MatchScore, 'score' | 'low' | 'high' | 'elo' | 'eloLow' | 'eloHigh'> {
  readonly engine: string;
  readonly games: number;
  /** Elo over that of the linear speedup with as many workers; undefined without one. */
  readonly share?: number;
  /** Undefined where no two linear speedups lie around it. */
  readonly speedup?: number;
  /** Shares of all turns of all workers: without work; with a task that went on. */
  readonly idle?: number;
  readonly continued?: number;
  /** Share of the moves played that were in the tree. */
  readonly hits?: number;
}

function summarize(rows: readonly PairRow[]): ExperimentSummary {
  const bare = [...groupBy(rows, keyOf).values()].map(lineOf);
  const lines = bare.map((line): Line => {
    const { share, speedup } = compare(line, bare);
    return {
      ...line,
      ...(share !== undefined && { share }),
      ...(speedup !== undefined && { speedup }),
    };
  });
  return {
    tables: [
      {
        title:
          'Figure 4a. Against one worker of the same engine, by exact numbers of nodes; the paper by the clock',
        head: [
          ...['engine', 'way', 'workers', 'nodes', 'games', 'win rate', '95 %', 'Elo', '95 %'],
          ...['of linear', 'speedup', 'in tree', 'going on', 'idle', 'paper'],
        ],
        rows: lines.map(textOf),
      },
    ],
    figures: lines,
    plot: {
      title: 'Figure 4a: win rate against one worker',
      x: { title: 'workers', scale: 'log' },
      y: { title: 'win rate', scale: 'linear' },
      points: [
        ...lines.map((line) => ({
          x: line.workers,
          y: 100 * line.score,
          low: 100 * line.low,
          high: 100 * line.high,
          series: `${line.engine}, ${nameOf(line)}`,
        })),
        ...paperWinRates.map(({ series, workers, percent }) => ({
          x: workers,
          y: percent,
          series: `paper, ${series}`,
          quoted: true,
        })),
      ],
    },
  };
}

const keyOf = ({ settings: { engine, way, workers, nodes, accumulation } }: PairRow): string =>
  [engine, way, workers, nodes, accumulation].join(' ');

function lineOf(group: readonly PairRow[]): Line {
  const { pair: _, ...condition } = group[0]!.settings;
  const { score, low, high, elo, eloLow, eloHigh, pairs } = matchScoreOf(
    group.map(({ result }) => result.points),
  );
  const total = (name: string) =>
    group
      .flatMap(({ result }) => result.figures)
      .reduce((sum, figures) => sum + (figures[name] ?? 0), 0);
  const turns = total('tasks') + total('continued') + total('idle');
  return {
    ...condition,
    games: 2 * pairs,
    ...{ score, low, high, elo, eloLow, eloHigh },
    ...(turns > 0 && {
      idle: total('idle') / turns,
      continued: total('continued') / turns,
      hits: total('hits') / total('moves'),
    }),
  };
}

/** A line beside the linear speedups of the same engine and nodes. */
function compare(line: Line, all: readonly Line[]): Pick<Line, 'share' | 'speedup'> {
  const { engine, way, workers, nodes, elo } = line;
  if (way === 'linear' || way === 'forget' || !Number.isFinite(elo)) return {};
  const linear = all
    .filter((each) => each.way === 'linear' && each.engine === engine && each.nodes === nodes)
    .filter((each) => Number.isFinite(each.elo))
    .map((each) => ({ factor: each.workers, elo: each.elo }));
  const same = linear.find(({ factor }) => factor === workers);
  // One engine against itself is even, by definition.
  const scale = [{ factor: 1, elo: 0 }, ...linear].sort((a, b) => a.factor - b.factor);
  const above = scale.findIndex((each) => each.elo >= elo);
  const share = same === undefined || workers === 1 ? {} : { share: elo / same.elo };
  if (above <= 0) return share;
  const [a, b] = [scale[above - 1]!, scale[above]!];
  const part = (elo - a.elo) / (b.elo - a.elo);
  return { ...share, speedup: a.factor * (b.factor / a.factor) ** part };
}

function textOf(line: Line): string[] {
  const percent = (share: number | undefined) =>
    share === undefined ? '-' : `${(100 * share).toFixed(1)} %`;
  const points = (elo: number) =>
    Number.isFinite(elo) ? elo.toFixed(0) : elo > 0 ? 'inf' : '-inf';
  const series = line.way === 'forget' ? 'table emptied' : 'P-GPP';
  const team = line.way !== 'random' && line.way !== 'linear';
  const quoted = paperWinRates.find(
    (each) => each.series === series && each.workers === line.workers,
  );
  return [
    ...[line.engine, nameOf(line), String(line.workers), String(line.nodes), String(line.games)],
    percent(line.score),
    `${(100 * line.low).toFixed(1)} to ${(100 * line.high).toFixed(1)}`,
    points(line.elo),
    `${points(line.eloLow)} to ${points(line.eloHigh)}`,
    percent(line.share),
    line.speedup === undefined ? '-' : line.speedup.toFixed(2),
    percent(line.hits),
    percent(line.continued),
    percent(line.idle),
    quoted !== undefined && team ? `${quoted.percent} %` : '-',
  ];
}
