// The timeline: axis, lanes of one run or two, and curves, all on one time axis, with the playhead across them.
import type { ReadonlySignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { seek, time } from '../runs/playhead.js';
import { currentRun, type Run } from '../runs/run.js';
import { Axis } from './axis.js';
import { MomentCard } from './card.js';
import { CurvesPanel } from './curves-panel.js';
import type { WriteLine } from './game-lines.js';
import { pressKey } from './keys.js';
import type { LaneLog } from './lane-log.js';
import { LanesPanel } from './lanes-panel.js';
import { momentOf, sayMoment } from './moment.js';
import { plotWidth, timeAt, xOf } from './plot.js';
import { sayLanes } from './summary.js';
import { hovered, selected, span } from './view-state.js';
import { zoomIn } from './zoom.js';

export interface ShownRun {
  readonly run: Run;
  readonly log: ReadonlySignal<LaneLog | undefined>;
  readonly write: ReadonlySignal<WriteLine>;
}

/** A pointer that moved less than this has clicked. */
const CLICK_PIXELS = 4;

export function Timeline(props: {
  /** The current run, then the other one. */
  readonly shown: readonly ShownRun[];
  readonly mark: number | undefined;
}) {
  const { shown, mark } = props;
  const element = useRef<HTMLDivElement>(null);
  const width = useWidth(element);
  const pressed = useRef<{ x: number; y: number } | undefined>(undefined);
  const first = shown[0]!;
  useEffect(() => (width > 0 ? zoomIn(element.current!, width) : undefined), [width]);

  const click = (event: PointerEvent) => {
    const from = pressed.current;
    pressed.current = undefined;
    if (from === undefined || event.button !== 0) return;
    if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > CLICK_PIXELS) return;
    const at = timeAt(
      event.clientX - element.current!.getBoundingClientRect().left,
      span.peek(),
      width,
    );
    if (hovered.peek() !== undefined) selected.value = hovered.peek()!.process;
    seek(at);
  };

  return (
    <div
      ref={element}
      class="timeline"
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move along the lanes
      tabIndex={0}
      aria-label="Lanes of the processes"
      aria-describedby="timeline-keys"
      onKeyDown={(event) => {
        if (!pressKey(event, first.log.peek())) return;
        event.preventDefault();
        // The card of the selected process tells what keys have chosen.
        hovered.value = undefined;
      }}
      onPointerDown={(event) => {
        pressed.current = { x: event.clientX, y: event.clientY };
      }}
      onPointerUp={click}
    >
      {width > 0 && (
        <>
          <Axis width={width} />
          {shown.map((each) => (
            <Lanes key={each.run.id} {...each} width={width} mark={mark} runs={shown.length} />
          ))}
          <CurvesPanel shown={shown} width={width} />
          <Playhead width={width} />
          <HoverCard shown={shown} width={width} />
        </>
      )}
      <Spoken {...first} />
    </div>
  );
}

function Lanes(props: ShownRun & { width: number; mark: number | undefined; runs: number }) {
  const { run, log, width, mark, runs } = props;
  const header = run.log.value?.header;
  const available = Math.max(160, Math.min(560, window.innerHeight * 0.55)) / runs;
  return (
    <>
      {runs > 1 && (
        <p class="lanes-title">
          <strong>{run === currentRun.value ? 'This run' : 'Other run'}</strong>
          <span class="muted">{run.title}</span>
        </p>
      )}
      <LanesPanel
        {...{ run, log, width, available, mark }}
        processes={header?.processes ?? run.request?.processors ?? 1}
        hasMaster={header?.hasMaster ?? false}
        label={sayLanes(log.value)}
      />
    </>
  );
}

function Playhead({ width }: { width: number }) {
  const x = xOf(time.value, span.value, width);
  const from = xOf(span.value.from, span.value, width);
  const isVisible = x >= from - 1 && x <= from + plotWidth(width) + 1;
  return (
    <div
      class="playhead"
      style={{ transform: `translateX(${x}px)`, display: isVisible ? 'block' : 'none' }}
    />
  );
}

function HoverCard({ shown, width }: { shown: readonly ShownRun[]; width: number }) {
  const at = hovered.value;
  const of = shown.find(({ run }) => run === at?.run);
  const log = of?.log.value;
  if (at === undefined || of === undefined || log === undefined) return null;
  const isRight = at.x > width / 2;
  return (
    <div
      class="hover-card panel"
      style={{
        left: isRight ? 'auto' : `${at.x + 14}px`,
        right: isRight ? `${width - at.x + 14}px` : 'auto',
        top: `${at.y + 14}px`,
      }}
    >
      <MomentCard
        moment={momentOf(log, at.process, timeAt(at.x, span.value, width))}
        write={of.write.value}
      />
    </div>
  );
}

/** What the selected process does, for screen readers, a moment after keys have rested. */
function Spoken({ log, write }: ShownRun) {
  const [text, setText] = useState('');
  const process = selected.value;
  const lanes = log.value;
  const at = time.value;
  const line = write.value;
  useEffect(() => {
    if (process === undefined || lanes === undefined || process >= lanes.lanes.length) return;
    const timer = setTimeout(() => {
      const moment = momentOf(lanes, process, at);
      setText(sayMoment(moment, line(moment.piece?.path ?? [])));
    }, 250);
    return () => clearTimeout(timer);
  }, [process, lanes, at, line]);
  return (
    <p class="visually-hidden" aria-live="polite">
      {text}
    </p>
  );
}

function useWidth(element: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      setWidth(Math.floor(entry!.contentRect.width));
    });
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
