// A strip below the tree: effort over time, by what became of it. A click goes to that moment.
import { effect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { endTime, seek, time } from '../runs/playhead.js';
import type { Run } from '../runs/run.js';
import { colourVersion } from '../style/colours.js';
import { type Fates, fatesOf } from './fates.js';
import type { TreeModel } from './model.js';
import { TreeMoment } from './moment.js';
import { type NodePalette, readPalette } from './palette.js';
import type { TreeScene } from './scene.js';

/** CSS pixels of an interval. */
const INTERVAL = 3;
/** Milliseconds between two sums over a growing run. */
const SUM_MS = 700;
/** From the bottom: what lies in the predicted tree at the end, then what lies outside. */
const ORDER = [0, 1, 2, 3, 4, 8, 9, 10, 11, 12];

export function Overview({ scene, run }: { readonly scene: TreeScene; readonly run: Run }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current!;
    const context = element.getContext('2d', { alpha: false })!;
    let palette = readPalette();
    let fates: Fates | undefined;
    let summedAt = Number.NEGATIVE_INFINITY;
    let summed = -1;
    let summedModel: TreeModel | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let frame = 0;
    const picture = document.createElement('canvas');
    const sum = () => {
      const intervals = Math.max(1, Math.floor(element.clientWidth / INTERVAL));
      const isSummed = summed === scene.log.version && summedModel === scene.model;
      if (isSummed && fates?.intervals === intervals) return;
      const wait = SUM_MS - (performance.now() - summedAt);
      if (wait > 0 && fates !== undefined && !scene.log.complete) {
        clearTimeout(timer);
        timer = setTimeout(schedule, wait);
        return;
      }
      // The view's own moment stays where it is.
      const end = new TreeMoment(scene.model);
      end.seek(scene.log.end);
      fates = fatesOf(end, intervals);
      summed = scene.log.version;
      summedModel = scene.model;
      summedAt = performance.now();
      drawFates(picture, fates, palette, element.clientWidth, element.clientHeight);
    };
    const draw = () => {
      frame = 0;
      const { clientWidth: width, clientHeight: height } = element;
      if (width === 0) return;
      if (element.width !== width) element.width = width;
      if (element.height !== height) element.height = height;
      sum();
      context.fillStyle = palette.background;
      context.fillRect(0, 0, width, height);
      if (picture.width > 0) context.drawImage(picture, 0, 0);
      const x = endTime.peek() > 0 ? Math.round((time.peek() / endTime.peek()) * (width - 2)) : 0;
      context.fillStyle = palette.selected;
      context.fillRect(x, 0, 2, height);
    };
    const schedule = () => {
      if (frame === 0) frame = requestAnimationFrame(draw);
    };
    const stop = effect(() => {
      for (const each of [time, run.version, scene.builds]) each.value;
      schedule();
    });
    const stopColours = effect(() => {
      colourVersion.value;
      palette = readPalette();
      if (fates !== undefined) {
        drawFates(picture, fates, palette, element.clientWidth, element.clientHeight);
      }
      schedule();
    });
    const observer = new ResizeObserver(schedule);
    observer.observe(element);
    return () => {
      stop();
      stopColours();
      observer.disconnect();
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
  }, [scene, run]);
  const go = (event: PointerEvent) => {
    const box = canvas.current!.getBoundingClientRect();
    seek(((event.clientX - box.left) / box.width) * endTime.peek());
  };
  return (
    <div class="tree-overview">
      <canvas
        ref={canvas}
        role="img"
        aria-label="Nodes searched over time, in the colours that their place in the tree has at the end of the run."
        title="Nodes searched over time, in the colours that their place in the tree has at the end of the run. A click goes to that moment."
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          go(event);
        }}
        onPointerMove={(event) => {
          if (event.buttons === 1) go(event);
        }}
      />
    </div>
  );
}

function drawFates(
  picture: HTMLCanvasElement,
  { intervals, nodes, most }: Fates,
  palette: NodePalette,
  width: number,
  height: number,
): void {
  picture.width = width;
  picture.height = height;
  const context = picture.getContext('2d')!;
  const scale = most > 0 ? height / most : 0;
  for (let interval = 0; interval < intervals; interval++) {
    const left = Math.round((interval / intervals) * width);
    const right = Math.round(((interval + 1) / intervals) * width);
    let below = 0;
    for (const code of ORDER) {
      const count = nodes[interval * 16 + code]!;
      if (count === 0) continue;
      const top = Math.round(height - (below + count) * scale);
      const bottom = Math.round(height - below * scale);
      context.fillStyle = palette.fill[code]!;
      context.fillRect(left, top, right - left, bottom - top);
      below += count;
    }
  }
}
