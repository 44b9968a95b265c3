// Figures 4.2, 4.4 and 4.6 of the thesis: efficiency of synchronous and asynchronous search on the perfect
// critical tree. They are pure arithmetic: scales differ only in how far the curves go.
import type { Experiment, ExperimentRow, ExperimentRun, Scale } from '../experiment.js';
import {
  type CurvePoint,
  type EfficiencyModel,
  efficiencies,
  type ModelledSearch,
  models,
  summedEfficiencies,
} from './efficiency.js';
import {
  capital,
  compareModels,
  figuresOf,
  MOST_NODES,
  type ModelCurve,
  makeNodes,
  plotOfModel,
  QUOTED_NODES,
  quotedSpeedup,
  speedupAt,
} from './figures.js';
import { modelGames, PROCESSORS, QUOTED_PROCESSORS } from './games.js';

interface Settings extends ModelledSearch {
  readonly model: EfficiencyModel;
}

interface Result {
  readonly points: readonly CurvePoint[];
  /** Of synchronous search: without approximations. */
  readonly summed?: readonly CurvePoint[];
}

const runsOf = (
  scale: Scale,
  ofModels: readonly EfficiencyModel[],
  processors: readonly number[],
) =>
  ofModels.flatMap((model) =>
    modelGames.flatMap(({ branching }) =>
      processors.map((count): ExperimentRun<Settings> => {
        const settings = { model, branching, processors: count, mostNodes: MOST_NODES[scale] };
        const extent = makeNodes(settings.mostNodes);
        const id = `${model}, ${branching} moves, ${count} processors, up to ${extent} nodes`;
        return { id, settings };
      }),
    ),
  );

async function perform({ model, ...search }: Settings): Promise<Result> {
  const points = efficiencies(model, search);
  return model === 'synchronous' ? { points, summed: summedEfficiencies(search) } : { points };
}

const lineOf = ({ settings, result }: ExperimentRow<Settings, Result>): ModelCurve => ({
  game: modelGames.find(({ branching }) => branching === settings.branching)!,
  model: settings.model,
  processors: settings.processors,
  points: result.points,
});

const figure = (number: string, model: EfficiencyModel): Experiment<Settings, Result> => ({
  name: `aphid/figure-${number}`,
  about: `${model} search of a perfect critical tree: efficiency by a model`,
  runs: (scale) => runsOf(scale, [model], PROCESSORS),
  perform,
  summarize: (rows) => ({
    tables: [
      {
        title: `${capital(model)} search, perfect critical tree: speedup by the model`,
        head: [
          ...['moves', 'processors', 'nodes', 'speedup', 'thesis'],
          ...(model === 'synchronous' ? ['without approximations'] : []),
        ],
        rows: rows.flatMap((row) => {
          const line = lineOf(row);
          const { processors, game } = line;
          const { summed } = row.result;
          return QUOTED_NODES.map((nodes) => [
            ...[String(game.branching), String(processors), makeNodes(nodes)],
            ...[speedupAt(line, nodes), quotedSpeedup(line, 'perfect', nodes)],
            ...(summed === undefined ? [] : [speedupAt({ points: summed, processors }, nodes)]),
          ]);
        }),
      },
    ],
    figures: figuresOf('perfect', rows.map(lineOf)).map((line, index) => {
      const { summed } = rows[index]!.result;
      return summed === undefined ? line : { ...line, summed };
    }),
    plot: plotOfModel(model, 'perfect', rows.map(lineOf)),
  }),
});

export const figure42 = figure('4.2', 'synchronous');
export const figure44 = figure('4.4', 'asynchronous');

export const figure46: Experiment<Settings, Result> = {
  name: 'aphid/figure-4.6',
  about: 'both models of search on a perfect critical tree, 256 processors',
  runs: (scale) => runsOf(scale, models, [QUOTED_PROCESSORS]),
  perform,
  summarize: (rows) => compareModels('perfect', rows.map(lineOf)),
};
