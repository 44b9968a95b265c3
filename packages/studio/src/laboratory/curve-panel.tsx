// Speedup curves beside the papers' points: a sweep over 1, 2, 4, ... processors draws one point after the other, and
// every run that ends adds its own.
import { effect, signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { currentRun } from '../runs/run.js';
import { colour, colourVersion } from '../style/colours.js';
import { makePercent, makeTime } from '../ui/format.js';
import { notifyError } from '../ui/notices.js';
import { saveFile } from '../ui/save.js';
import { type Chart, type ChartColours, layoutChart, makeSvg } from './chart.js';
import {
  type Curve,
  curves,
  makeCsv,
  pointOf,
  startSweep,
  stopSweep,
  sweep,
  withPoint,
} from './curve.js';
import { isProof } from './form.js';
import { type PaperSeries, paperSeries } from './paper-points.js';
import { form, requestOfForm, widthOf } from './state.js';

const CURVE_COLOURS = ['process-searching', 'node-line', 'good', 'warning', 'process-deciding'];
const PAPER_COLOURS = ['text', 'muted'];

const width = signal(0);
effect(() => {
  void widthOf(form.value)
    .then((found) => {
      width.value = found;
    })
    .catch(() => {});
});

/** Every run that ends with a value is a point. */
effect(() => {
  const run = currentRun.value;
  const result = run?.result.value ?? run?.proof?.value;
  if (run?.request === undefined || result === undefined || run.request.mode === 'play') return;
  if (pointOf(result).outcome === '') return;
  curves.value = withPoint(curves.peek(), run.request, width.peek(), pointOf(result));
});

/** The papers' series for an algorithm and a game; those of trees with a width for that width alone. */
export function papersFor(algorithm: string, game: string, width: number): readonly PaperSeries[] {
  return paperSeries.filter(
    (series) =>
      (series.algorithm === algorithm || (isProof(algorithm) && series.game === 'loa')) &&
      series.game === game &&
      (series.width === 0 || width === 0 || series.width === width),
  );
}

/** More would hide the curve. */
const MOST_PAPERS = 2;

export function CurvePanel() {
  const { algorithm, game, processors } = form.value;
  const papers = papersFor(algorithm, game, width.value).slice(0, MOST_PAPERS);
  const holder = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState(520);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) =>
      setSize(Math.max(260, entry!.contentRect.width)),
    );
    observer.observe(holder.current!);
    return () => observer.disconnect();
  }, []);
  const height = Math.round(Math.min(420, Math.max(260, size * 0.62)));
  const chart = layoutChart(curves.value, papers, { width: size, height });
  const now = sweep.value;
  const begin = () => {
    requestOfForm()
      .then((request) => startSweep(request, processors))
      .catch(notifyError);
  };
  return (
    <section class="panel lab-curve" aria-label="Speedup" data-tour="curve">
      <div class="row">
        <h2 class="grow">Speedup</h2>
        {now === undefined ? (
          <button type="button" onClick={begin}>
            Sweep 1 to {processors.toLocaleString('en-US')}
          </button>
        ) : (
          <button type="button" onClick={stopSweep}>
            Stop
          </button>
        )}
      </div>
      <p class="muted sweep-state" aria-live="polite">
        {now === undefined
          ? 'Simulated runs, one point each; the dashed line is linear speedup.'
          : `Simulating on ${now.now.toLocaleString('en-US')} processors: run ${now.done + 1} of ${now.all}.`}
      </p>
      <div ref={holder}>
        <Picture chart={chart} />
      </div>
      <Legend curves={curves.value} papers={papers} />
      <details>
        <summary>As a table</summary>
        <PointTable curves={curves.value} papers={papers} />
      </details>
      <div class="row">
        <button
          type="button"
          disabled={curves.value.length === 0}
          onClick={() => saveFile('speedup.csv', makeCsv(curves.peek()), 'text/csv')}
        >
          Save CSV
        </button>
        <button type="button" onClick={() => saveSvg(chart, papers)}>
          Save SVG
        </button>
        <button
          type="button"
          disabled={curves.value.length === 0}
          onClick={() => {
            curves.value = [];
          }}
        >
          Clear
        </button>
      </div>
    </section>
  );
}

function coloursOf(): ChartColours {
  return {
    background: colour('panel'),
    text: colour('text'),
    line: colour('line'),
    curves: CURVE_COLOURS.map(colour),
    papers: PAPER_COLOURS.map(colour),
  };
}

function saveSvg(chart: Chart, papers: readonly PaperSeries[]): void {
  const sources = [...new Set(papers.map(({ source }) => source))];
  saveFile('speedup.svg', makeSvg(chart, coloursOf(), sources), 'image/svg+xml');
}

function Picture({ chart }: { readonly chart: Chart }) {
  colourVersion.value;
  const { width, height, left, right, top, bottom } = chart;
  const [x1, y1, x2, y2] = chart.ideal;
  const own = chart.lines.filter(({ isPaper }) => !isPaper);
  const last = own.at(-1)?.points.at(-1)?.title ?? 'no run yet';
  return (
    <svg
      class="speedup-chart"
      {...{ width, height }}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`Speedup by processors, ${own.length} curves. Last point: ${last}. The table below has all points.`}
    >
      {chart.xTicks.map(({ at, text }) => (
        <g key={text}>
          <path class="grid-line" d={`M${at} ${top}V${bottom}`} />
          <text x={at} y={bottom + 16} text-anchor="middle">
            {text}
          </text>
        </g>
      ))}
      {chart.yTicks.map(({ at, text }) => (
        <g key={text}>
          <path class="grid-line" d={`M${left} ${at}H${right}`} />
          <text x={left - 6} y={at + 4} text-anchor="end">
            {text}
          </text>
        </g>
      ))}
      <text x={(left + right) / 2} y={bottom + 34} text-anchor="middle">
        processors
      </text>
      <path class="ideal" d={`M${x1} ${y1}L${x2} ${y2}`} />
      {chart.lines.map(({ label, isPaper, colour: index, points }) => {
        const names = isPaper ? PAPER_COLOURS : CURVE_COLOURS;
        const paint = `var(--${names[index % names.length]})`;
        return (
          <g key={`${isPaper}${label}`} style={{ color: paint }}>
            {!isPaper && (
              <polyline class="curve" points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
            )}
            {points.map(({ x, y, title }) =>
              isPaper ? (
                <path key={title} class="paper-mark" d={`M${x} ${y - 5}l5 5l-5 5l-5 -5z`}>
                  <title>{title}</title>
                </path>
              ) : (
                <circle key={title} class="mark" cx={x} cy={y} r={4.5}>
                  <title>{title}</title>
                </circle>
              ),
            )}
          </g>
        );
      })}
    </svg>
  );
}

interface Series {
  readonly curves: readonly Curve[];
  readonly papers: readonly PaperSeries[];
}

function Legend({ curves: all, papers }: Series) {
  const [first] = papers;
  return (
    <ul class="curve-legend">
      {all.map(({ key, label }, index) => (
        <li key={key}>
          <svg
            width="14"
            height="14"
            aria-hidden="true"
            style={{ color: `var(--${CURVE_COLOURS[index]})` }}
          >
            <circle class="mark" cx="7" cy="7" r="4.5" />
          </svg>
          <span class="grow">{label}</span>
          <button
            type="button"
            aria-label={`Remove the curve ${label}`}
            onClick={() => {
              curves.value = curves.peek().filter((curve) => curve.key !== key);
            }}
          >
            ×
          </button>
        </li>
      ))}
      {papers.map(({ label, source, machine }, index) => (
        <li key={source + label}>
          <svg
            width="14"
            height="14"
            aria-hidden="true"
            style={{ color: `var(--${PAPER_COLOURS[index]})` }}
          >
            <path class="paper-mark" d="M7 2l5 5l-5 5l-5 -5z" />
          </svg>
          <span class="grow">
            {label}{' '}
            <span class="muted">
              · {source} · {machine}
            </span>
          </span>
        </li>
      ))}
      {first === undefined && <li class="muted">{whyNoPaper(form.value.algorithm)}</li>}
      {first !== undefined && (
        <li class="muted">
          The papers searched larger trees with other programs: compare the shape of the curves, not
          single points.
        </li>
      )}
    </ul>
  );
}

/** Games for which the papers have speedups of an algorithm. */
function whyNoPaper(algorithm: string): string {
  const games = [
    ...new Set(paperSeries.flatMap((each) => (each.algorithm === algorithm ? [each.game] : []))),
  ];
  if (games.length === 0) return `The papers have no speedups of ${algorithm}.`;
  return `The papers have speedups of ${algorithm} for ${games.join(' and ')}: choose that game to see them here.`;
}

function PointTable({ curves: all, papers }: Series) {
  return (
    <table class="figures">
      <thead>
        <tr>
          <th scope="col">Curve</th>
          <th scope="col">Processors</th>
          <th scope="col">Speedup</th>
          <th scope="col">Efficiency</th>
          <th scope="col">Time</th>
          <th scope="col">Outcome</th>
        </tr>
      </thead>
      <tbody>
        {all.flatMap(({ key, label, points }) =>
          points.map(({ processors, speedup, virtualSeconds, outcome, isRight }) => (
            <tr key={`${key}${processors}`}>
              <td>{label}</td>
              <td class="number">{processors}</td>
              <td class="number">{speedup.toFixed(2)}</td>
              <td class="number">{makePercent(speedup / processors)}</td>
              <td class="number">{makeTime(virtualSeconds * 1e9)}</td>
              <td class="number">
                {outcome || '–'}
                {isRight ? '' : ' (not the sequential one)'}
              </td>
            </tr>
          )),
        )}
        {papers.flatMap(({ label, source, points }) =>
          points.map(([processors, speedup]) => (
            <tr key={`${source}${label}${processors}`}>
              <td>Paper: {label}</td>
              <td class="number">{processors}</td>
              <td class="number">{speedup.toFixed(2)}</td>
              <td class="number">{makePercent(speedup / processors)}</td>
              <td />
              <td />
            </tr>
          )),
        )}
      </tbody>
    </table>
  );
}
