// Paints lanes as pixels: above, the share of the processes in each state at each moment; below, a row for each
// process or for a few of them. Everything is written into one image, because a call of the canvas for each state of
// each process would take a hundred times as long.
import { LaneBins, type TimeSpan } from './lane-bins.js';
import type { LaneLog } from './lane-log.js';
import { pixelOf, type StatePalette } from './palette.js';
import type { Rows } from './rows.js';
import { STATES } from './states.js';

/** More columns than this do not show more, and each costs time in each row. */
const MAX_COLUMNS = 1600;

export interface Painting {
  readonly span: TimeSpan;
  readonly rows: Rows;
  readonly palette: StatePalette;
  /** Device pixels of the plot, and of a pixel of the page. */
  readonly width: number;
  readonly ratio: number;
  /** Pixels of the page: the shares above, and the gap below them. */
  readonly sharesHeight: number;
  readonly sharesGap: number;
}

/** An image that is kept from one painting to the next. */
export class LanePainter {
  #image: ImageData | undefined;

  /** Paints the plot with its upper left corner at (x, 0), in device pixels. */
  paint(context: CanvasRenderingContext2D, x: number, log: LaneLog, painting: Painting): void {
    const { width, rows, ratio, sharesHeight, sharesGap } = painting;
    const height = Math.round((sharesHeight + sharesGap + rows.height) * ratio);
    if (!(width > 0 && height > 0)) return;
    if (this.#image?.width !== width || this.#image.height !== height) {
      this.#image = new ImageData(width, height);
    }
    const pixels = new Uint32Array(this.#image.data.buffer);
    pixels.fill(0);
    paintPixels(pixels, log, painting);
    context.putImageData(this.#image, x, 0);
  }
}

/** The same without a canvas; `pixels` are RGBA, row after row, and all 0. */
export function paintPixels(pixels: Uint32Array, log: LaneLog, painting: Painting): void {
  const { span, rows, palette, width, ratio, sharesHeight, sharesGap } = painting;
  const columnPixels = Math.ceil(width / MAX_COLUMNS);
  const columns = Math.floor(width / columnPixels);
  const bins = new LaneBins(columns, span, palette);
  const line = new Uint32Array(width);
  const top = Math.round((sharesHeight + sharesGap) * ratio);
  for (const row of rows.list) {
    for (let process = row.first; process < row.last; process++) bins.add(log.lanes[process]!);
    bins.takeRow(line, columnPixels);
    const end = top + Math.round(row.bottom * ratio);
    for (let y = top + Math.round(row.top * ratio); y < end; y++) pixels.set(line, y * width);
  }
  paintShares(pixels, bins.shares(), columns, columnPixels, painting);
}

function paintShares(
  pixels: Uint32Array,
  shares: Float64Array,
  columns: number,
  columnPixels: number,
  { width, ratio, sharesHeight, palette, rows }: Painting,
): void {
  const height = Math.round(sharesHeight * ratio);
  const colours = Uint32Array.from({ length: STATES }, (_, code) => pixelOf(palette, code));
  for (let column = 0; column < columns; column++) {
    let level = 0;
    let below = height;
    for (let state = 0; state < STATES; state++) {
      level += shares[column * STATES + state]!;
      const above = Math.max(0, height - Math.round((level / rows.processes) * height));
      for (let y = above; y < below; y++) {
        const at = y * width + column * columnPixels;
        for (let x = at; x < at + columnPixels; x++) pixels[x] = colours[state]!;
      }
      below = Math.min(below, above);
    }
  }
}
