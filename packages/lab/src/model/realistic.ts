// Figures 4.3, 4.5 and 4.7 of the thesis: efficiency on the realistic critical tree, in which pieces of
// work are of the sizes that our own searches have. Each game's subtrees are measured first; from their
// gamma the formulas make the curve. Beside them stand times for which sizes were drawn from what was
// measured, with no gamma and no formula for waiting.
import { createRandom } from 'plyades/internal/core/random.js';
import type {
  Experiment,
  ExperimentRow,
  ExperimentRun,
  RunContext,
  Scale,
  TableOfFigures,
} from '../experiment.js';
import { drawFrom, drawnEfficiencies } from './drawn.js';
import {
  type CurvePoint,
  type EfficiencyModel,
  efficiencies,
  efficiencyAt,
  models,
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
import { LARGEST, modelGames, PROCESSORS, QUOTED_PROCESSORS } from './games.js';
import { type Gamma, gammaOfMean } from './gamma.js';
import { meanOfLargest, medianOfLargest } from './largest.js';
import {
  type MeasuredRow,
  type MeasuredSettings,
  measure,
  measuringRuns,
  samplesOf,
} from './measured.js';
import { momentsOf, pool } from './sizes.js';
import type { Subtrees } from './subtrees.js';

/** Curves from drawn sizes end at the first depth with this many nodes. */
const DRAWN_NODES = 1e7;
const SEED = 1998;

/** Times that each search is drawn. */
const REPEATS: Readonly<Record<Scale, number>> = { smoke: 2, short: 8, full: 20 };

interface DrawnSettings {
  readonly kind: 'drawn';
  readonly model: EfficiencyModel;
  readonly branching: number;
  readonly processors: number;
  readonly repeats: number;
  /** The runs whose sizes are drawn from. */
  readonly from: readonly string[];
}

type Settings = MeasuredSettings | DrawnSettings;
type Result = Subtrees | { readonly points: readonly CurvePoint[] };
type AnyRow = ExperimentRow<Settings, Result>;

function runsOf(scale: Scale, model: EfficiencyModel): ExperimentRun<Settings>[] {
  const measuring = modelGames.map((game) => ({ game, own: measuringRuns(game, scale) }));
  const drawn = measuring.flatMap(({ game: { game, branching }, own }) =>
    PROCESSORS.map((processors): ExperimentRun<Settings> => {
      const repeats = REPEATS[scale];
      const { depth } = own[0]!.settings;
      const source = `${own.length} positions of ${game}, depth ${depth}`;
      const id = `${model}, ${branching} moves, ${processors} processors, ${repeats} draws, ${source}`;
      const from = own.map(({ id }) => id);
      return { id, settings: { kind: 'drawn', model, branching, processors, repeats, from } };
    }),
  );
  return [...measuring.flatMap(({ own }) => own), ...drawn];
}

async function perform(settings: Settings, context: RunContext<Settings, Result>): Promise<Result> {
  if (settings.kind === 'subtrees') return measure(settings, context);
  const { model, branching, processors, repeats, from } = settings;
  const sources = measured(context.rows).filter(({ id }) => from.includes(id));
  const sizes = pool(sources.map(({ result }) => result.sizes));
  const search = { branching, processors, mostNodes: DRAWN_NODES };
  const drawSize = drawFrom(sizes, createRandom(SEED));
  return { points: drawnEfficiencies(model, search, drawSize, repeats) };
}

const measured = (rows: readonly AnyRow[]): MeasuredRow[] =>
  rows.flatMap(({ id, settings, result }) =>
    settings.kind === 'subtrees' && 'sizes' in result ? [{ id, settings, result }] : [],
  );

/** A game's curves by the formulas, with the shape that was measured. */
function linesOf(
  rows: readonly AnyRow[],
  ofModels: readonly EfficiencyModel[],
  ofProcessors: readonly number[],
  mostNodes: number,
): (ModelCurve & { readonly shape: number })[] {
  return samplesOf(measured(rows)).flatMap(({ game, shape: { mean: shape } }) =>
    ofModels.flatMap((model) =>
      ofProcessors.map((processors) => {
        const { branching } = game;
        const points = efficiencies(model, { branching, processors, mostNodes, shape });
        return { game, model, processors, points, shape };
      }),
    ),
  );
}

const figure = (number: string, model: EfficiencyModel): Experiment<Settings, Result> => ({
  name: `aphid/figure-${number}`,
  about: `${model} search of a realistic critical tree: efficiency by a model, sizes measured`,
  runs: (scale) => runsOf(scale, model),
  perform,
  summarize(rows) {
    const lines = linesOf(rows, [model], PROCESSORS, MOST_NODES.short);
    return {
      tables: [speedups(rows, model, lines), largest(rows)],
      figures: figuresOf('realistic', lines).map((line, index) => {
        const drawn = drawnPoints(rows, lines[index]!);
        return drawn === undefined ? line : { ...line, drawn };
      }),
      plot: plotOfModel(model, 'realistic', lines),
    };
  },
});

export const figure43 = figure('4.3', 'synchronous');
export const figure45 = figure('4.5', 'asynchronous');

export const figure47: Experiment<MeasuredSettings, Subtrees> = {
  name: 'aphid/figure-4.7',
  about: 'both models of search on a realistic critical tree, 256 processors, sizes measured',
  runs: (scale) => modelGames.flatMap((game) => measuringRuns(game, scale)),
  perform: measure,
  summarize: (rows) =>
    compareModels('realistic', linesOf(rows, models, [QUOTED_PROCESSORS], MOST_NODES.full)),
};

function speedups(
  rows: readonly AnyRow[],
  model: EfficiencyModel,
  lines: readonly (ModelCurve & { readonly shape: number })[],
): TableOfFigures {
  const nodes = QUOTED_NODES.at(-1)!;
  return {
    title: `${capital(model)} search, realistic critical tree, ${makeNodes(nodes)} nodes: speedup by the model`,
    head: [
      ...['moves', 'processors', 'shape r', 'speedup', 'sizes drawn'],
      ...["with the thesis's r", 'thesis', "r for the thesis's speedup"],
    ],
    rows: lines.map((line) => {
      const { game, processors, shape } = line;
      const drawn = drawnPoints(rows, line);
      const thesis = quotedSpeedup(line, 'realistic', nodes);
      return [
        ...[String(game.branching), String(processors), shape.toFixed(3), speedupAt(line, nodes)],
        drawn === undefined ? '-' : speedupAt({ points: drawn, processors }, nodes),
        game.shape === undefined
          ? '-'
          : speedupAt({ ...line, points: curve(line, game.shape) }, nodes),
        thesis,
        thesis === '-' ? '-' : shapeFor(line, nodes, Number(thesis)).toFixed(2),
      ];
    }),
  };
}

/** The curve for which sizes were drawn. */
const drawnPoints = (rows: readonly AnyRow[], { game, processors }: ModelCurve) =>
  rows.flatMap(({ settings, result }) =>
    settings.kind === 'drawn' &&
    settings.branching === game.branching &&
    settings.processors === processors &&
    'points' in result
      ? [result.points]
      : [],
  )[0];

const curve = (
  { game, model, processors }: Omit<ModelCurve, 'points'>,
  shape: number,
): CurvePoint[] =>
  efficiencies(model, {
    branching: game.branching,
    processors,
    mostNodes: 2 * QUOTED_NODES.at(-1)!,
    shape,
  });

/** The shape with which the model has this speedup: speedups rise with it. */
function shapeFor(line: Omit<ModelCurve, 'points'>, nodes: number, speedup: number): number {
  let [low, high] = [0.01, 10];
  for (let step = 0; step < 30; step++) {
    const middle = Math.sqrt(low * high);
    const reached = line.processors * (efficiencyAt(curve(line, middle), nodes) ?? 0);
    if (reached < speedup) low = middle;
    else high = middle;
  }
  return high;
}

/** Section 4.4.2's example beside ours: the largest of 256 pieces. */
function largest(rows: readonly AnyRow[]): TableOfFigures {
  const lineOf = (name: string, mean: number, law: Gamma, thesis: string) => [
    ...[name, law.shape.toFixed(4), mean.toFixed(0)],
    ...[medianOfLargest(law, QUOTED_PROCESSORS).toFixed(0), thesis],
    meanOfLargest(law, QUOTED_PROCESSORS).toFixed(0),
  ];
  const example = gammaOfMean(LARGEST.shape, LARGEST.mean);
  return {
    title: `The largest of ${QUOTED_PROCESSORS} pieces, by the gammas`,
    head: ['sizes', 'shape r', 'mean', 'median of the largest', 'thesis', 'its mean'],
    rows: [
      lineOf("TheTurk's", LARGEST.mean, example, String(LARGEST.median)),
      ...samplesOf(measured(rows)).map(({ game, sizes, shape }) => {
        const { mean } = momentsOf(sizes);
        return lineOf(`${game.game}, measured`, mean, gammaOfMean(shape.mean, mean), '-');
      }),
    ],
  };
}
