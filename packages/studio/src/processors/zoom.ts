// Wheel, drag and pinch zoom and pan the visible span. d3-zoom reads the gestures; the span is the truth, so that a run
// that grows, the keyboard and other panels may change it at any time.

import { effect } from '@preact/signals';
import { select } from 'd3-selection';
import { type D3ZoomEvent, type ZoomTransform, zoom, zoomIdentity } from 'd3-zoom';
import { LEFT, plotWidth } from './plot.js';
import { clampSpan, isWhole, MIN_SPAN, panSpan, type TimeSpan } from './span.js';
import { span, wholeEnd, zoomed } from './view-state.js';

/** Zooms in an element until the returned function is called. */
export function zoomIn(element: HTMLElement, width: number): () => void {
  const plot = plotWidth(width);
  const behaviour = zoom<HTMLElement, unknown>()
    .filter((event: Event) => mayZoom(event))
    .extent([
      [LEFT, 0],
      [LEFT + plot, 1],
    ])
    .translateExtent([
      [LEFT, Number.NEGATIVE_INFINITY],
      [LEFT + plot, Number.POSITIVE_INFINITY],
    ])
    .on('zoom', ({ transform, sourceEvent }: D3ZoomEvent<HTMLElement, unknown>) => {
      if (sourceEvent !== null) setSpan(spanOf(transform, plot, wholeEnd.peek()));
    });
  const selection = select(element);
  selection.call(behaviour).on('dblclick.zoom', null);
  const onWheel = (event: WheelEvent) => {
    // A wheel that turns sideways, or with Shift, pans.
    const by = event.shiftKey ? event.deltaX || event.deltaY : event.deltaX;
    if (event.ctrlKey || Math.abs(by) <= (event.shiftKey ? 0 : Math.abs(event.deltaY))) return;
    event.preventDefault();
    setSpan(panSpan(span.peek(), by / plot, wholeEnd.peek()));
  };
  element.addEventListener('wheel', onWheel, { passive: false });
  const dispose = effect(() => {
    const end = Math.max(wholeEnd.value, 1);
    behaviour.scaleExtent([1, Math.max(1, end / MIN_SPAN)]);
    selection.property('__zoom', transformOf(span.value, plot, end));
  });
  return () => {
    dispose();
    selection.on('.zoom', null);
    element.removeEventListener('wheel', onWheel);
  };
}

function mayZoom(event: Event): boolean {
  if (event instanceof WheelEvent) {
    return !event.shiftKey && (event.ctrlKey || Math.abs(event.deltaY) >= Math.abs(event.deltaX));
  }
  return !(event instanceof MouseEvent) || event.button === 0;
}

/** Shows a span; the whole run when it is that long. */
export function setSpan(next: TimeSpan): void {
  const end = wholeEnd.peek();
  const clamped = clampSpan(next, end);
  zoomed.value = isWhole(clamped, end) ? undefined : clamped;
}

function spanOf({ k, x }: ZoomTransform, plot: number, end: number): TimeSpan {
  const from = ((LEFT - x) / k - LEFT) / plot;
  return { from: from * end, to: (from + 1 / k) * end };
}

function transformOf({ from, to }: TimeSpan, plot: number, end: number): ZoomTransform {
  const k = end / (to - from);
  const x = LEFT - k * (LEFT + (from / end) * plot);
  return zoomIdentity.translate(x, 0).scale(k);
}
