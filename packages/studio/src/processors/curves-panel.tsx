// Queue, node rate and table hits below the lanes, on the same time axis; of the selected process, or of all. A second
// run is drawn as a dashed line.
import { useEffect, useMemo, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { time } from '../runs/playhead.js';
import { colour, colourVersion } from '../style/colours.js';
import { makePercent, makeShort } from '../ui/format.js';
import { type Curves, groupSamples, makeCurves, makeSeries } from './curves.js';
import { LEFT, RIGHT } from './plot.js';
import type { ShownRun } from './timeline.js';
import { selected, span } from './view-state.js';

const HEIGHT = 74;

const kinds = [
  { key: 'queue', name: 'Queue', unit: 'pieces that wait', write: makeShort },
  { key: 'rate', name: 'Node rate', unit: 'nodes/s', write: makeShort },
  { key: 'hits', name: 'Table hits', unit: 'share of the nodes', write: makePercent },
] as const satisfies readonly {
  readonly key: keyof Curves;
  readonly name: string;
  readonly unit: string;
  readonly write: (value: number) => string;
}[];

export function CurvesPanel(props: {
  readonly shown: readonly ShownRun[];
  readonly width: number;
}) {
  const { shown, width } = props;
  const visible = span.value;
  const process = selected.value;
  const logs = shown.map(({ log }) => log.value);
  const groups = useMemo(
    () => logs.map((log) => groupSamples(log?.log.samples ?? [], log?.lanes.length ?? 0)),
    logs,
  );
  const series = useMemo(
    () =>
      groups.map((all) =>
        makeSeries(process === undefined ? all : all.slice(process, process + 1)),
      ),
    [groups, process],
  );
  // Samples come at intervals: more points than some hundred would draw their gaps.
  const points = Math.max(20, Math.min(240, Math.floor(width / 5)));
  const curves = useMemo(
    () => series.map((each) => makeCurves(each, visible, points)),
    [series, visible, points],
  );
  return (
    <div class="curves">
      {kinds.map((kind) =>
        curves.some((curve) => curve[kind.key].some((value) => value !== null)) ? (
          <Curve key={kind.key} {...{ kind, curves, width, process }} />
        ) : (
          <p key={kind.key} class="curve-missing muted">
            <strong>{kind.name}</strong> not recorded
            {process === undefined ? ' in this run' : ` for process ${process}`}
          </p>
        ),
      )}
    </div>
  );
}

function Curve(props: {
  readonly kind: (typeof kinds)[number];
  readonly curves: readonly Curves[];
  readonly width: number;
  readonly process: number | undefined;
}) {
  const { kind, curves, width, process } = props;
  const element = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | undefined>(undefined);
  const version = colourVersion.value;
  const runs = curves.length;
  useEffect(() => {
    plot.current = new uPlot(
      optionsOf(kind.write, width, runs),
      dataOf(curves, kind.key),
      element.current!,
    );
    return () => plot.current?.destroy();
  }, [width, runs, version, kind]);
  useEffect(() => {
    plot.current?.setData(dataOf(curves, kind.key));
  }, [curves, kind]);
  return (
    <figure class="curve">
      <figcaption>
        <strong>{kind.name}</strong>{' '}
        <span class="muted">
          {kind.unit}, {process === undefined ? 'all processes' : `process ${process}`}
        </span>
        <CurveValue {...{ kind }} curves={curves[0]!} />
      </figcaption>
      <div role="img" aria-label={sayCurve(curves[0], kind)}>
        <div ref={element} aria-hidden="true" />
      </div>
    </figure>
  );
}

/** The value at the playhead: a component of its own, because it changes with every step. */
function CurveValue({ kind, curves }: { kind: (typeof kinds)[number]; curves: Curves }) {
  const at = valueAt(curves, kind.key, time.value);
  return <span class="curve-value">{at === null ? '–' : kind.write(at)}</span>;
}

function optionsOf(write: (value: number) => string, width: number, runs: number): uPlot.Options {
  const line = { width: 1.5, points: { show: false }, spanGaps: false };
  return {
    ...{ width, height: HEIGHT, padding: [6, RIGHT, 4, 0] },
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: false }, y: { range: (_, __, most) => [0, most > 0 ? most * 1.08 : 1] } },
    axes: [
      { show: false },
      {
        size: LEFT,
        stroke: colour('muted'),
        font: '11px sans-serif',
        grid: { stroke: colour('line'), width: 1 },
        ticks: { show: false },
        space: 24,
        values: (_, splits) => splits.map((value) => write(value).replace('.0', '')),
      },
    ],
    series: [
      {},
      { ...line, stroke: colour('accent'), fill: `${fade(colour('accent'))}` },
      ...(runs > 1 ? [{ ...line, stroke: colour('warning'), dash: [5, 4] }] : []),
    ],
  };
}

/** The colour with most of it let through. */
const fade = (text: string): string => text.replace(/rgba?\(([^)]*)\)/, 'rgba($1, 0.14)');

function dataOf(curves: readonly Curves[], key: 'queue' | 'rate' | 'hits'): uPlot.AlignedData {
  return [[...curves[0]!.times], ...curves.map((curve) => [...curve[key]])] as uPlot.AlignedData;
}

function valueAt(curves: Curves, key: 'queue' | 'rate' | 'hits', at: number): number | null {
  const { times } = curves;
  const step = times[1]! - times[0]!;
  const place = Math.ceil((at - times[0]!) / step);
  return curves[key][Math.max(1, Math.min(times.length - 1, place))] ?? null;
}

function sayCurve(
  curves: Curves | undefined,
  { key, name, write }: (typeof kinds)[number],
): string {
  const values = (curves?.[key] ?? []).filter((value) => value !== null);
  if (values.length === 0) return `${name}: not recorded`;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return `${name}: ${write(Math.min(...values))} to ${write(Math.max(...values))}, ${write(mean)} on average`;
}
