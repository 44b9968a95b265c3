// Wheel, pinch and drag on the picture, through d3-zoom. Only the horizontal axis is zoomed; a drag also scrolls rows.
// The scene owns the part that is shown: d3 gets it before each gesture, and its answer is read as a span.
import { select } from 'd3-selection';
import { type D3ZoomEvent, type ZoomTransform, zoom, zoomIdentity } from 'd3-zoom';
import type { NodeSpan } from './icicle.js';
import { LEAST_SPAN } from './viewport.js';

export interface GestureTarget {
  readonly span: NodeSpan;
  show(span: NodeSpan): void;
  scrollBy(pixels: number): void;
}

/**
 * A press of a button other than the first opens menus, Shift and the wheel scroll the page, and so does one finger
 * while the whole tree is shown: a telephone shows little else.
 */
function isGesture(event: MouseEvent | TouchEvent, { from, to }: NodeSpan): boolean {
  if (event.shiftKey) return false;
  if ('touches' in event) return event.touches.length > 1 || to - from < 1;
  return event.button === 0;
}

/** Listens on an element; returns what ends it. */
export function listenToGestures(element: HTMLElement, target: GestureTarget): () => void {
  const holder = element as HTMLElement & { __zoom?: ZoomTransform };
  let scrolled = 0;
  const behaviour = zoom<HTMLElement, unknown>()
    .scaleExtent([1, 1 / LEAST_SPAN])
    .extent(() => [
      [0, 0],
      [element.clientWidth || 1, element.clientHeight || 1],
    ])
    .translateExtent([
      [0, Number.NEGATIVE_INFINITY],
      [1, Number.POSITIVE_INFINITY],
    ])
    .filter((event: MouseEvent | TouchEvent) => isGesture(event, target.span))
    .clickDistance(4)
    .on('start', (event: D3ZoomEvent<HTMLElement, unknown>) => {
      scrolled = event.transform.y;
    })
    .on('zoom', (event: D3ZoomEvent<HTMLElement, unknown>) => {
      if (event.sourceEvent === null) return;
      const { k, x, y } = event.transform;
      const width = element.clientWidth || 1;
      if (event.sourceEvent.type !== 'wheel') target.scrollBy(scrolled - y);
      scrolled = y;
      target.show({ from: -x / (k * width), to: (width - x) / (k * width) });
    });
  const tell = () => {
    const width = element.clientWidth || 1;
    behaviour.translateExtent([
      [0, Number.NEGATIVE_INFINITY],
      [width, Number.POSITIVE_INFINITY],
    ]);
    const { from, to } = target.span;
    const k = 1 / (to - from);
    holder.__zoom = zoomIdentity.translate(-from * k * width, 0).scale(k);
  };
  const begins = ['wheel', 'mousedown', 'touchstart', 'pointerdown'] as const;
  for (const type of begins) {
    element.addEventListener(type, tell, { capture: true, passive: true });
  }
  const selection = select<HTMLElement, unknown>(element);
  // A double click is two clicks on a node, not a zoom.
  selection.call(behaviour).on('dblclick.zoom', null);
  return () => {
    selection.on('.zoom', null);
    for (const type of begins) element.removeEventListener(type, tell, { capture: true });
  };
}
