// What keys do in the timeline. Up and down choose a process; left and right go along its changes, or pan while no
// process is selected; plus, minus and 0 zoom.
import { pause, play, playing, seek, time } from '../runs/playhead.js';
import type { LaneLog } from './lane-log.js';
import { panSpan, spanWith, zoomSpan } from './span.js';
import { selected, span, wholeEnd, zoomed } from './view-state.js';
import { setSpan } from './zoom.js';

const PAN = 0.2;
const ZOOM = 0.5;
const PAGE = 10;

/** Whether the key meant something. */
export function pressKey(event: KeyboardEvent, log: LaneLog | undefined): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || log === undefined) return false;
  const end = wholeEnd.peek();
  const visible = span.peek();
  const last = log.lanes.length - 1;
  const move = (by: number) => {
    const from = selected.peek();
    selected.value =
      from === undefined ? (by > 0 ? 0 : last) : Math.max(0, Math.min(last, from + by));
  };
  const zoomBy = (factor: number) => {
    const at = time.peek();
    const isVisible = at >= visible.from && at <= visible.to;
    const around = isVisible ? at : (visible.from + visible.to) / 2;
    setSpan(zoomSpan(visible, factor, around, end));
  };
  const go = (forward: boolean) => {
    const process = selected.peek();
    if (process === undefined || event.shiftKey) {
      setSpan(panSpan(visible, forward ? PAN : -PAN, end));
      return;
    }
    const at = nextChange(log, process, time.peek(), forward);
    seek(at);
    if (zoomed.peek() !== undefined) setSpan(spanWith(visible, at, end));
  };
  switch (event.key) {
    case 'ArrowUp':
      move(-1);
      return true;
    case 'ArrowDown':
      move(1);
      return true;
    case 'PageUp':
      move(-PAGE);
      return true;
    case 'PageDown':
      move(PAGE);
      return true;
    case 'ArrowLeft':
      go(false);
      return true;
    case 'ArrowRight':
      go(true);
      return true;
    case '+':
    case '=':
      zoomBy(ZOOM);
      return true;
    case '-':
      zoomBy(1 / ZOOM);
      return true;
    case '0':
      zoomed.value = undefined;
      return true;
    case 'Home':
      seek(0);
      return true;
    case 'End':
      seek(end);
      return true;
    case ' ':
      if (playing.peek()) pause();
      else play();
      return true;
    case 'Escape':
      if (selected.peek() === undefined) return false;
      selected.value = undefined;
      return true;
    default:
      return false;
  }
}

/** The next or last change of a process; the end of the run or its beginning when there is none. */
export function nextChange(log: LaneLog, process: number, at: number, forward: boolean): number {
  const lane = log.lanes[process]!;
  const change = lane.changeAt(at);
  if (forward) return lane.times[change + 1] ?? lane.end;
  return lane.times[lane.times[change] === at ? change - 1 : change] ?? 0;
}
