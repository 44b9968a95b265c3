// The processes of the run that is shown, one cell each, in the state of the moment: a click, or Enter on the chosen one,
// runs the simulation again with that processor killed at this moment.
import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { time } from '../runs/playhead.js';
import { currentRun, type Run } from '../runs/run.js';
import { colour, colourVersion } from '../style/colours.js';
import { makeTime } from '../ui/format.js';
import { notify } from '../ui/notices.js';
import { killTime, whyNot } from './kill.js';
import { countStates, layoutGrid, neighbour, processAt, stateAt, stateWords } from './lanes.js';
import { kill } from './state.js';

const HEIGHT = 190;
const chosen = signal(1);

export function Processes({ run }: { readonly run: Run }) {
  const processes = run.request?.processors ?? run.log.value?.lanes.length ?? 0;
  const holder = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(480);
  const [hovered, setHovered] = useState(-1);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(entry!.contentRect.width));
    observer.observe(holder.current!);
    return () => observer.disconnect();
  }, []);
  const grid = layoutGrid(processes, width, HEIGHT);
  const height = grid.rows * grid.cell;
  run.version.value;
  colourVersion.value;
  const log = run.log.value;
  const at = time.value;
  const process = Math.min(hovered >= 0 ? hovered : chosen.value, processes - 1);

  useEffect(() => {
    const element = canvas.current!;
    const scale = devicePixelRatio || 1;
    element.width = Math.max(1, Math.round(width * scale));
    element.height = Math.max(1, Math.round(height * scale));
    const context = element.getContext('2d')!;
    context.scale(scale, scale);
    const gap = grid.cell > 14 ? 3 : 1;
    const side = grid.cell - gap;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.font = `${Math.round(side * 0.38)}px system-ui, sans-serif`;
    for (let each = 0; each < processes; each++) {
      const lane = log?.lanes[each];
      const state = lane === undefined ? 'starting' : stateAt(lane, at);
      const x = (each % grid.columns) * grid.cell;
      const y = Math.floor(each / grid.columns) * grid.cell;
      context.fillStyle = colour(`process-${state}`);
      context.beginPath();
      context.roundRect(x, y, side, side, Math.min(5, side / 4));
      context.fill();
      if (side >= 20) {
        const isPale = state === 'waiting' || state === 'starting';
        context.fillStyle = colour(isPale ? 'text' : 'panel');
        context.fillText(String(each), x + side / 2, y + side / 2 + 0.5);
      }
      if (each !== process) continue;
      context.strokeStyle = colour('text');
      context.lineWidth = 2;
      context.stroke();
    }
  });

  const over = (event: { readonly offsetX: number; readonly offsetY: number }) =>
    processAt(grid, processes, event.offsetX, event.offsetY);
  const attempt = (victim: number) => {
    const why = run.request === undefined ? NO_REQUEST : whyNot(victim, processes);
    if (why === undefined) kill(victim);
    else notify('warning', why);
  };
  const lane = log?.lanes[process];
  const state = lane === undefined ? 'starting' : stateAt(lane, at);
  const isOver = run.status.value !== 'running';
  const moment = killTime(at, log?.end ?? 0, isOver);
  const summary = log === undefined ? '' : summaryOf(countStates(log, at));
  return (
    <div class="lab-processes" data-tour="processes">
      <div ref={holder} class="grid-holder">
        <canvas
          ref={canvas}
          style={{ width: `${width}px`, height: `${height}px` }}
          tabIndex={0}
          role="img"
          aria-label={`${processes} processors at ${makeTime(at)}: ${summary}. Arrow keys choose one, Enter kills it.`}
          onPointerMove={(event) => setHovered(over(event))}
          onPointerLeave={() => setHovered(-1)}
          onClick={(event) => {
            const victim = over(event);
            if (victim < 0) return;
            chosen.value = victim;
            attempt(victim);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' || event.key === 'Delete') {
              event.preventDefault();
              attempt(process);
              return;
            }
            const next = neighbour(grid, processes, process, event.key);
            if (next === process) return;
            event.preventDefault();
            setHovered(-1);
            chosen.value = next;
          }}
        />
      </div>
      <div class="row">
        <p class="grow" aria-live="polite">
          <strong>Processor {process}</strong> {process === 0 ? '(the first)' : ''} is{' '}
          {stateWords[state]} at {makeTime(at)}.
        </p>
        <button
          type="button"
          class="danger"
          disabled={run.request === undefined || log === undefined}
          title={run.request === undefined ? NO_REQUEST : undefined}
          onClick={() => attempt(process)}
        >
          Kill it {isOver && at >= (log?.end ?? 0) ? 'half-way, ' : ''}at {makeTime(moment)}
        </button>
      </div>
      <Legend counts={log === undefined ? undefined : countStates(log, at)} />
    </div>
  );
}

const NO_REQUEST =
  'This run was opened from a file: only a simulation can be run again with a crash.';

function summaryOf(counts: ReadonlyMap<keyof typeof stateWords, number>): string {
  return [...counts].map(([state, count]) => `${count} ${stateWords[state]}`).join(', ');
}

function Legend(props: { readonly counts: ReadonlyMap<string, number> | undefined }) {
  return (
    <ul class="legend" aria-label="Processors in each state">
      {Object.entries(stateWords).map(([state, words]) => (
        <li key={state}>
          <span class="swatch" style={{ background: `var(--process-${state})` }} />
          <span class="count">{props.counts?.get(state) ?? 0}</span> {words}
        </li>
      ))}
    </ul>
  );
}

/** The processes of the current run, where there is one. */
export function CurrentProcesses() {
  const run = currentRun.value;
  return run === undefined ? null : <Processes key={run.id} run={run} />;
}
