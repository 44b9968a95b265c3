// Diagrams as SVG, by Vega-Lite. The library is large and only experiments use it, so it is a package
// that users of experiments install, loaded when the first diagram is drawn.
import { PlyadesError } from 'plyades/internal/core/errors.js';
import type { Axis, Plot, PlotPoint } from './experiment.js';

/** The picture of a plot, the same for the same points. */
export async function renderPlot(plot: Plot): Promise<string> {
  const { vega, vegaLite } = await loadVega();
  const { spec } = vegaLite.compile(describe(plot) as Parameters<typeof vegaLite.compile>[0]);
  const view = new vega.View(vega.parse(spec), { renderer: 'none' });
  try {
    return `${await view.toSVG()}\n`;
  } finally {
    view.finalize();
  }
}

async function loadVega() {
  try {
    const [vega, vegaLite] = await Promise.all([import('vega'), import('vega-lite')]);
    return { vega, vegaLite };
  } catch (cause) {
    const message = "diagrams need Vega-Lite: 'npm install vega vega-lite'";
    throw new PlyadesError('ERR_MISSING_PART', message, { cause });
  }
}

/** The plot in Vega-Lite's language. */
function describe({ title, x, y, points, marks = {}, ownAxes = false, columns }: Plot): object {
  const facets = new Set(points.map(({ facet }) => facet));
  const color = { field: 'series', type: 'nominal', title: null };
  const across = { field: 'x', ...axis(x), ...ticks(x, points) };
  const encoding = { x: across, y: { field: 'y', ...axis(y) }, color };
  const usual = x.scale === 'names' ? POINTS : { type: 'line', point: true };
  const values = points.map((point) => ({
    ...point,
    mark: kindOf(point) ?? marks[point.series] ?? 'usual',
  }));
  const of = (mark: string) => [{ filter: `datum.mark === '${mark}'` }];
  const layers = [
    { transform: of('usual'), mark: usual, encoding },
    { transform: of('points'), mark: POINTS, encoding },
    { transform: of('line'), mark: { type: 'line' }, encoding },
    { transform: of('predicted'), mark: DASHED, encoding },
    {
      transform: [{ filter: 'isValid(datum.low)' }],
      mark: { type: 'rule', opacity: 0.6 },
      encoding: { x: across, y: { field: 'low', ...axis(y) }, y2: { field: 'high' }, color },
    },
    { transform: of('quoted'), mark: QUOTED, encoding },
  ];
  const facet = { field: 'facet', type: 'nominal', title: null };
  const picture = { width: 360, height: 280, layer: layers };
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    title,
    background: 'white',
    config: { legend: { labelLimit: 0 } },
    data: { values },
    ...(facets.size > 1
      ? {
          ...(columns === undefined ? { facet: { column: facet } } : { facet, columns }),
          spec: picture,
          ...(ownAxes && { resolve: { scale: { x: 'independent', y: 'independent' } } }),
        }
      : picture),
  };
}

/** Numbers of processors are few: each gets its own label, and nothing between. */
function ticks({ scale }: Axis, points: readonly PlotPoint[]): object {
  const values = [...new Set(points.map(({ x }) => x))];
  return scale === 'log' && values.every(Number.isInteger) ? { axis: { values } } : {};
}

/** What a single point is drawn as, whatever its series. */
const kindOf = ({ quoted, predicted }: PlotPoint): 'quoted' | 'predicted' | undefined =>
  quoted ? 'quoted' : predicted ? 'predicted' : undefined;

const DASHED = { type: 'line', strokeDash: [4, 3] };
const POINTS = { type: 'point', filled: true, size: 60 };
const QUOTED = { type: 'point', shape: 'diamond', filled: true, size: 160, stroke: 'black' };

function axis({ title, scale }: Axis): object {
  if (scale === 'names') return { type: 'nominal', title };
  if (scale === 'linear') return { type: 'quantitative', title };
  if (scale === 'log') return { type: 'quantitative', title, scale: { type: 'log', base: 2 } };
  return { type: 'quantitative', title, scale: { type: 'log' }, axis: DECADES };
}

/** Such as 10M, and 1e-3 below 1. */
const DECADES = {
  labelExpr: "datum.value < 1 ? format(datum.value, '~e') : format(datum.value, '~s')",
  values: Array.from({ length: 40 }, (_, index) => Number(`1e${index - 20}`)),
};
