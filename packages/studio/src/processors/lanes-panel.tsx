// The lanes of one run: the shares of all processes, then a row for each, with marks of faults, the selected process
// and messages above them.
import type { ReadonlySignal } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';
import type { Run } from '../runs/run.js';
import { colour, colourVersion } from '../style/colours.js';
import { drawArcs } from './arcs.js';
import { useDrawing } from './canvas.js';
import type { LaneLog } from './lane-log.js';
import { LanePainter } from './lane-painter.js';
import { makePalette } from './palette.js';
import { LEFT, plotWidth, xOf } from './plot.js';
import { labelledProcesses, layRows, middleOf, processAt, type Rows, rowOf } from './rows.js';
import { arcs, hovered, selected, span } from './view-state.js';

export const SHARES_HEIGHT = 46;
export const SHARES_GAP = 8;
const TOP = SHARES_HEIGHT + SHARES_GAP;

export interface LanesPanelProps {
  readonly run: Run;
  readonly log: ReadonlySignal<LaneLog | undefined>;
  readonly processes: number;
  readonly hasMaster: boolean;
  readonly width: number;
  /** Pixels that the rows may take. */
  readonly available: number;
  readonly label: string;
  /** A moment to mark, such as the first difference from another run. */
  readonly mark?: number | undefined;
}

export function LanesPanel(props: LanesPanelProps) {
  const { run, log, processes, hasMaster, width, available, label, mark } = props;
  const rows = useMemo(
    () => layRows(processes, available, hasMaster),
    [processes, available, hasMaster],
  );
  const height = TOP + rows.height;
  const base = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<HTMLCanvasElement>(null);
  const painter = useMemo(() => new LanePainter(), []);

  useDrawing(
    base,
    width,
    height,
    ({ context, ratio }) => {
      colourVersion.value;
      const lanes = log.value;
      drawLabels(context, rows);
      if (lanes === undefined || lanes.lanes.length !== rows.processes) return;
      painter.paint(context, Math.round(LEFT * ratio), lanes, {
        ...{ span: span.value, rows, palette: makePalette(colour), ratio },
        width: Math.round(plotWidth(width) * ratio),
        ...{ sharesHeight: SHARES_HEIGHT, sharesGap: SHARES_GAP },
      });
    },
    [log, rows, painter],
  );

  useDrawing(
    overlay,
    width,
    height,
    ({ context }) => {
      colourVersion.value;
      const lanes = log.value;
      if (lanes === undefined) return;
      clipToPlot(context, width, height);
      drawFaults(context, lanes, rows, width);
      if (arcs.value !== 'none') drawArcs(context, lanes, rows, width, TOP);
      if (mark !== undefined) drawMark(context, xOf(mark, span.value, width), height);
      context.restore();
      drawSelection(context, rows, width);
    },
    [log, rows, mark],
  );

  const point = (event: PointerEvent) => {
    const box = overlay.current!.getBoundingClientRect();
    const x = event.clientX - box.left;
    const y = event.clientY - box.top - TOP;
    const timeline = overlay.current!.closest('.timeline')!.getBoundingClientRect();
    hovered.value =
      x < LEFT || x > width || y < 0 || y >= rows.height
        ? undefined
        : {
            ...{ run, process: processAt(rows, y) },
            ...{ x: event.clientX - timeline.left, y: event.clientY - timeline.top },
          };
  };

  return (
    <div
      class="lanes"
      style={{ height: `${height}px` }}
      onPointerMove={point}
      onPointerLeave={() => {
        hovered.value = undefined;
      }}
    >
      <canvas ref={base} role="img" aria-label={label} />
      <div aria-hidden="true">
        <canvas ref={overlay} />
      </div>
    </div>
  );
}

function clipToPlot(context: CanvasRenderingContext2D, width: number, height: number): void {
  context.save();
  context.beginPath();
  context.rect(LEFT, 0, plotWidth(width), height);
  context.clip();
}

function drawLabels(context: CanvasRenderingContext2D, rows: Rows): void {
  context.fillStyle = colour('muted');
  context.font = `11px ${getComputedStyle(document.body).fontFamily}`;
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  context.fillText('100 %', LEFT - 6, 7);
  context.fillText('0 %', LEFT - 6, SHARES_HEIGHT - 5);
  for (const process of labelledProcesses(rows, 12)) {
    const y = TOP + middleOf(rows, process);
    context.fillText(String(process), LEFT - 6, Math.max(TOP + 5, y));
  }
}

/** Crashes as crosses, pauses as bars, slowness as a triangle. */
function drawFaults(
  context: CanvasRenderingContext2D,
  { log }: LaneLog,
  rows: Rows,
  width: number,
): void {
  const visible = span.value;
  context.lineWidth = 2;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.font = 'bold 13px sans-serif';
  for (const { process, at, type } of log.faults) {
    if (at < visible.from || at > visible.to) continue;
    const x = xOf(at, visible, width);
    const y = TOP + middleOf(rows, process);
    context.fillStyle = colour('panel');
    context.strokeStyle = colour('bad');
    context.beginPath();
    context.arc(x, y, 7, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
    context.fillStyle = colour('bad');
    context.fillText(type === 'crash' ? '×' : type === 'pause' ? 'Ⅱ' : '▾', x, y + 0.5);
  }
}

function drawMark(context: CanvasRenderingContext2D, x: number, height: number): void {
  context.strokeStyle = colour('node-line');
  context.lineWidth = 2;
  context.setLineDash([5, 4]);
  context.beginPath();
  context.moveTo(x, 0);
  context.lineTo(x, height);
  context.stroke();
  context.setLineDash([]);
}

function drawSelection(context: CanvasRenderingContext2D, rows: Rows, width: number): void {
  const process = selected.value;
  if (process === undefined || process >= rows.processes) return;
  const { top, bottom } = rowOf(rows, process);
  const y = TOP + top;
  const height = Math.max(4, bottom - top);
  context.strokeStyle = colour('text');
  context.lineWidth = 2;
  context.strokeRect(LEFT - 1, y - 1, plotWidth(width) + 2, height + 2);
  context.fillStyle = colour('text');
  context.beginPath();
  context.moveTo(LEFT - 3, y + height / 2);
  context.lineTo(LEFT - 9, y + height / 2 - 4);
  context.lineTo(LEFT - 9, y + height / 2 + 4);
  context.fill();
}
