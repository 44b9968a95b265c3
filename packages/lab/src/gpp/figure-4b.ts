// Figure 4b: the utility of the trees that were built in the games of figure 4a, how many of the moves played next
// they contained on average, beside the utility of trees that grow by the realization probabilities alone.
import {
  bestUtility,
  Probabilities,
  paperRanks,
  stockfishRanks,
} from 'plyades/internal/gpp/index.js';
import type { Experiment, ExperimentRow, ExperimentSummary } from '../experiment.js';
import { groupBy } from '../statistics.js';
import { nameOf } from './conditions.js';
import { figure4a } from './figure-4a.js';
import type { PairFigures, PairSettings } from './games.js';

type PairRow = ExperimentRow<PairSettings, PairFigures>;

/** Legal moves of a position of chess, about. */
const MOVES = 35;
const SIZES = [1, 2, 4, 8, 16, 32, 60];

/** It has no runs of its own: those of figure 4a in which there are trees. */
export const figure4b: Experiment<PairSettings, PairFigures> = {
  ...figure4a,
  name: 'gpp/figure-4b',
  about: 'P-GPP: utility of the trees in these games, observed and simulated',
  runs: (scale, profiles, choices) =>
    figure4a.runs(scale, profiles, choices).filter(({ settings }) => isTeam(settings)),
  summarize,
};

const isTeam = ({ way }: PairSettings): boolean => way !== 'linear' && way !== 'forget';

function summarize(rows: readonly PairRow[]): ExperimentSummary {
  const observed = [...groupBy(rows, lineKey).values()].map((group) => {
    const { engine, workers, nodes } = group[0]!.settings;
    const games = group.flatMap(({ result }) => result.figures);
    const turns = games.reduce((sum, { turns = 0 }) => sum + turns, 0);
    const seen = games.reduce((sum, { turns = 0, utility = 0 }) => sum + turns * utility, 0);
    const series = `${engine}, ${nameOf(group[0]!.settings)}, ${nodes} nodes`;
    return { series, workers, games: games.length, utility: turns === 0 ? 0 : seen / turns };
  });
  const simulated = [
    { series: "simulated, the paper's table 2", ranks: paperRanks },
    { series: 'simulated, our table 2', ranks: stockfishRanks },
  ].flatMap(({ series, ranks }) => {
    const probabilities = new Probabilities(ranks);
    return SIZES.map((workers) => {
      return { series, workers, games: 0, utility: bestUtility(workers, MOVES, probabilities) };
    });
  });
  const lines = [...simulated, ...observed];
  return {
    tables: [
      {
        title: `Figure 4b. Moves countForeseen, on average; simulated trees have ${MOVES} moves everywhere`,
        head: ['figures of', 'workers', 'utility', 'games'],
        rows: lines.map(({ series, workers, utility, games }) => {
          return [series, String(workers), utility.toFixed(3), games === 0 ? '-' : String(games)];
        }),
      },
    ],
    figures: lines,
    plot: {
      title: 'Figure 4b: utility of master trees',
      x: { title: 'workers', scale: 'log' },
      y: { title: 'moves countForeseen', scale: 'linear' },
      points: lines.map(({ series, workers, utility }) => ({ x: workers, y: utility, series })),
    },
  };
}

const lineKey = ({ settings: { engine, way, workers, nodes, accumulation } }: PairRow): string =>
  [engine, way, workers, nodes, accumulation].join(' ');
