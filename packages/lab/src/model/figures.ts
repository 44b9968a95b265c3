// What the figures of efficiency share: curves as points of a diagram, the thesis's figures beside them,
// and the comparison of both models.
import type { ExperimentSummary, Plot, PlotPoint, Scale, TableOfFigures } from '../experiment.js';
import { type CurvePoint, type EfficiencyModel, efficiencyAt, models } from './efficiency.js';
import { type ModelGame, type ModelTree, modelGames, QUOTED_PROCESSORS } from './games.js';

/** The sizes of search of which the thesis's text has speedups. */
export const QUOTED_NODES = [1e6, 1e7];

/** How far curves go. The thesis's end between 10^8 and 2 * 10^8. */
export const MOST_NODES: Readonly<Record<Scale, number>> = { smoke: 1e8, short: 1e10, full: 1e12 };

/** Where the diagrams begin: below, there is one processor at work. */
const LEAST_NODES = 1000;

/** Efficiencies that are nearer to each other are equal: at first no processor has work for two. */
const TIE = 1e-3;

/** A curve of a diagram: one game on a number of processors by one model. */
export interface ModelCurve {
  readonly game: ModelGame;
  readonly model: EfficiencyModel;
  readonly processors: number;
  readonly points: readonly CurvePoint[];
}

/** The figure of one model: a diagram for each number of processors, a line for each game. */
export function plotOfModel(
  model: EfficiencyModel,
  tree: ModelTree,
  lines: readonly ModelCurve[],
): Plot {
  return plotOf(`${capital(model)} search, ${tree} critical tree`, tree, lines, (line) => ({
    series: line.game.label,
    facet: `${line.processors} processors`,
  }));
}

/** Both models on 256 processors, a diagram for each game. */
export function compareModels(tree: ModelTree, lines: readonly ModelCurve[]): ExperimentSummary {
  const title = `${capital(tree)} critical tree, ${QUOTED_PROCESSORS} processors`;
  const both = modelGames.flatMap((game) => {
    const [synchronous, asynchronous] = models.map((model) =>
      lines.find((line) => line.game === game && line.model === model),
    );
    return synchronous && asynchronous ? [{ game, synchronous, asynchronous }] : [];
  });
  const table: TableOfFigures = {
    title: `${title}: speedup by the models`,
    head: [
      ...['moves', 'nodes', 'synchronous', 'thesis', 'asynchronous', 'thesis'],
      'asynchronous ahead',
    ],
    rows: both.flatMap(({ game, synchronous, asynchronous }) =>
      QUOTED_NODES.map((nodes) => [
        ...[String(game.branching), makeNodes(nodes)],
        ...[speedupAt(synchronous, nodes), quotedSpeedup(synchronous, tree, nodes)],
        ...[speedupAt(asynchronous, nodes), quotedSpeedup(asynchronous, tree, nodes)],
        leadOf(asynchronous.points, synchronous.points),
      ]),
    ),
  };
  const plot = plotOf(title, tree, lines, ({ game, model }) => ({
    series: model,
    facet: game.label,
  }));
  return { tables: [table], figures: figuresOf(tree, lines), plot };
}

/** The curves as numbers, each with its speedups at the sizes of which the thesis has some. */
export function figuresOf(tree: ModelTree, lines: readonly ModelCurve[]): CurveFigures[] {
  return lines.map((line) => {
    const { game, model, processors, points, ...more } = line;
    return {
      ...{ model, tree, game: game.game, branching: game.branching, processors, ...more },
      speedups: QUOTED_NODES.flatMap((nodes) => {
        const efficiency = efficiencyAt(points, nodes);
        if (efficiency === undefined) return [];
        const thesis = quotesOf(line, tree).find((each) => each.nodes === nodes)?.speedup;
        const speedup = efficiency * processors;
        return [{ nodes, speedup, ...(thesis === undefined ? {} : { thesis }) }];
      }),
      points,
    };
  });
}

/** Settings of the curve beside these, such as the shape, stand among them. */
export interface CurveFigures extends Pick<ModelCurve, 'model' | 'processors' | 'points'> {
  readonly tree: ModelTree;
  readonly game: string;
  readonly branching: number;
  readonly speedups: readonly {
    readonly nodes: number;
    readonly speedup: number;
    readonly thesis?: number;
  }[];
}

function plotOf(
  title: string,
  tree: ModelTree,
  lines: readonly ModelCurve[],
  placeOf: (line: ModelCurve) => Pick<PlotPoint, 'series' | 'facet'>,
): Plot {
  return {
    title: `${title} (diamonds: the thesis's text)`,
    x: { title: 'nodes of the sequential search', scale: 'log10' },
    y: { title: 'efficiency (model)', scale: 'linear' },
    points: lines.flatMap((line) => {
      const place = placeOf(line);
      const curve = line.points
        .filter(({ nodes }) => nodes >= LEAST_NODES)
        .map(({ nodes, efficiency }) => ({ x: nodes, y: efficiency, ...place }));
      const quoted = quotesOf(line, tree).map(({ nodes, speedup }) => ({
        ...{ x: nodes, y: speedup / line.processors, quoted: true },
        ...place,
      }));
      return [...curve, ...quoted];
    }),
  };
}

const quotesOf = ({ game, model, processors }: Omit<ModelCurve, 'points'>, tree: ModelTree) =>
  processors === QUOTED_PROCESSORS
    ? game.quoted.filter((each) => each.model === model && each.tree === tree)
    : [];

/** The thesis's speedup, or `-`. */
export function quotedSpeedup(
  line: Omit<ModelCurve, 'points'>,
  tree: ModelTree,
  nodes: number,
): string {
  const quoted = quotesOf(line, tree).find((each) => each.nodes === nodes);
  return quoted === undefined ? '-' : String(quoted.speedup);
}

/** The speedup at a size of search, or `-` where the curve does not reach it. */
export function speedupAt(
  { points, processors }: Omit<ModelCurve, 'game' | 'model'>,
  nodes: number,
) {
  const efficiency = efficiencyAt(points, nodes);
  return efficiency === undefined ? '-' : (efficiency * processors).toFixed(1);
}

/** At which sizes of search the first curve is ahead of the second: ranges, as text for a table. */
export function leadOf(first: readonly CurvePoint[], second: readonly CurvePoint[]): string {
  const end = Math.min(first.at(-1)!.nodes, second.at(-1)!.nodes);
  const steps = Math.ceil(20 * Math.log10(end / LEAST_NODES));
  const sizes = Array.from(
    { length: steps + 1 },
    (_, step) => LEAST_NODES * (end / LEAST_NODES) ** (step / steps),
  );
  const ahead = sizes.map(
    (nodes) => (efficiencyAt(first, nodes) ?? 0) > (efficiencyAt(second, nodes) ?? 0) + TIE,
  );
  const begins = sizes.filter((_, index) => ahead[index] && !ahead[index - 1]);
  const ends = sizes.filter((_, index) => ahead[index] && !ahead[index + 1]);
  const ranges = begins.map((from, index) => {
    const to = ends[index]!;
    return to === sizes.at(-1)
      ? `from ${makeNodes(from)}`
      : `${makeNodes(from)} to ${makeNodes(to)}`;
  });
  return ranges.length === 0 ? 'never' : ranges.join(', ');
}

/** Such as `1e7` and `3.2e8`. */
export const makeNodes = (nodes: number): string =>
  nodes.toExponential(1).replace('e+', 'e').replace('.0e', 'e');

export const capital = (word: string): string => word[0]!.toUpperCase() + word.slice(1);
