// Canvases that follow the size of their element and the density of the screen, and are drawn at most once a frame.
import { effect } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

export interface Surface {
  readonly context: CanvasRenderingContext2D;
  /** Pixels of the page; one of them is `ratio` device pixels. */
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
}

/**
 * Draws again whenever a signal changes that `draw` reads, or the size does. Draw in pixels of the page; the canvas is
 * empty before.
 */
export function useDrawing(
  canvas: RefObject<HTMLCanvasElement | null>,
  width: number,
  height: number,
  draw: (surface: Surface) => void,
  dependencies: readonly unknown[],
): void {
  useEffect(() => {
    let frame = 0;
    let isFirst = true;
    const element = canvas.current!;
    const ratio = window.devicePixelRatio || 1;
    element.width = Math.round(width * ratio);
    element.height = Math.round(height * ratio);
    const context = element.getContext('2d')!;
    const run = () => {
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, element.width, element.height);
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      draw({ context, width, height, ratio });
    };
    let dispose = () => {};
    const schedule = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        dispose();
        isFirst = true;
        // Reads of signals are noted while it draws; the next change only asks for another frame.
        dispose = effect(() => {
          if (!isFirst) {
            schedule();
            return;
          }
          isFirst = false;
          run();
        });
      });
    };
    schedule();
    return () => {
      cancelAnimationFrame(frame);
      dispose();
    };
  }, [width, height, ...dependencies]);
}
