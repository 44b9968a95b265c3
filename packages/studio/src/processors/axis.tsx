// The time axis above the lanes. A click moves the playhead there.
import { useRef } from 'preact/hooks';
import { colour, colourVersion } from '../style/colours.js';
import { useDrawing } from './canvas.js';
import { LEFT, plotWidth, xOf } from './plot.js';
import { timeTicks } from './time-axis.js';
import { span } from './view-state.js';

const HEIGHT = 24;

export function Axis({ width }: { readonly width: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useDrawing(
    canvas,
    width,
    HEIGHT,
    ({ context }) => {
      colourVersion.value;
      const visible = span.value;
      context.font = `11px ${getComputedStyle(document.body).fontFamily}`;
      context.textBaseline = 'middle';
      context.strokeStyle = colour('line');
      context.fillStyle = colour('muted');
      context.beginPath();
      for (const { at, text } of timeTicks(visible, Math.max(2, plotWidth(width) / 110))) {
        const x = Math.round(xOf(at, visible, width)) + 0.5;
        context.moveTo(x, HEIGHT - 6);
        context.lineTo(x, HEIGHT);
        const half = context.measureText(text).width / 2;
        context.textAlign = x + half > width ? 'right' : 'center';
        context.fillText(text, x + half > width ? width : x, 9);
      }
      context.moveTo(LEFT, HEIGHT - 0.5);
      context.lineTo(LEFT + plotWidth(width), HEIGHT - 0.5);
      context.stroke();
    },
    [],
  );
  return (
    <div class="axis" aria-hidden="true">
      <canvas ref={canvas} />
    </div>
  );
}
