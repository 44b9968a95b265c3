// Messages as arcs: from the sender's lane when a message was sent to the receiver's when it arrived. A picture of many
// thousand arcs shows nothing and takes long, so a stated number of them is drawn, evenly chosen.
import { colour } from '../style/colours.js';
import type { LaneLog } from './lane-log.js';
import type { FoundMessages } from './message-index.js';
import { xOf } from './plot.js';
import { middleOf, type Rows } from './rows.js';
import { arcs, selected, span } from './view-state.js';

/** Arcs that are drawn at most. */
export const MAX_ARCS = 1500;

/** The messages that the reader has chosen to see. */
export function shownMessages(log: LaneLog): FoundMessages | undefined {
  if (arcs.value === 'all') return log.messages.within(span.value, MAX_ARCS);
  const process = selected.value;
  if (arcs.value === 'none' || process === undefined) return undefined;
  return log.messages.within(span.value, MAX_ARCS, process);
}

export function drawArcs(
  context: CanvasRenderingContext2D,
  log: LaneLog,
  rows: Rows,
  width: number,
  top: number,
): void {
  const found = shownMessages(log);
  if (found === undefined) return;
  const process = selected.value;
  // Few arcs are strong lines; many are a veil through which the lanes can be seen.
  const { length } = found.messages;
  context.lineWidth = length > 100 ? 1 : 1.5;
  context.globalAlpha = length > 400 ? 0.2 : length > 60 ? 0.4 : 0.9;
  for (const isSent of [false, true]) {
    context.strokeStyle = colour(isSent ? 'node-line' : 'text');
    context.beginPath();
    for (const { from, to, sentAt, receivedAt } of found.messages) {
      if ((from === process) !== isSent) continue;
      const x = xOf(sentAt, span.value, width);
      const y = top + middleOf(rows, from);
      if (Number.isNaN(receivedAt)) {
        // Lost: a short stroke that leads nowhere.
        context.moveTo(x, y);
        context.lineTo(x + 6, y + (to > from ? 6 : -6));
        continue;
      }
      const endX = xOf(receivedAt, span.value, width);
      const endY = top + middleOf(rows, to);
      context.moveTo(x, y);
      context.bezierCurveTo((x + endX) / 2, y, (x + endX) / 2, endY, endX, endY);
    }
    context.stroke();
  }
  context.globalAlpha = 1;
}
