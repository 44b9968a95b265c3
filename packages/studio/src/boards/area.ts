// Where elements lie above the drawing of a board, in per cent of it.
import type { Layout } from './layout.js';

export type AreaProps = {
  readonly left: string;
  readonly top: string;
  readonly width: string;
  readonly height: string;
};

/** A rectangle of the drawing as style properties. */
export function areaOf(
  { width, height }: Layout,
  x: number,
  y: number,
  areaWidth: number,
  areaHeight: number,
): AreaProps {
  const part = (length: number, whole: number) => `${((100 * length) / whole).toFixed(4)}%`;
  return {
    left: part(x, width),
    top: part(y, height),
    width: part(areaWidth, width),
    height: part(areaHeight, height),
  };
}
