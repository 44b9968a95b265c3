// The states of lanes as columns of pixels. Each column of a row gets the mixture of the colours of its states, each by
// its share of the column's time, for one lane or for several together; beside that, the shares of all rows are summed
// up. A state that covers many columns is noted at its ends alone, and a column with many changes reads the lane's
// checkpoints, so a row costs about its columns, however many changes lie behind them.
import { type LaneIndex, STRIDE } from './lane-index.js';
import type { StatePalette } from './palette.js';
import { STATES } from './states.js';

/** A span of time, in nanoseconds. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** Red, green, blue and the number of lanes. */
const CHANNELS = 4;

export class LaneBins {
  readonly columns: number;
  readonly span: TimeSpan;
  readonly #palette: StatePalette;
  /** Colours of states that take a part of a column, at `CHANNELS * column`. */
  readonly #parts: Float32Array;
  /** Colours of states that begin to cover whole columns here, less those that cease. */
  readonly #covers: Int32Array;
  /** Columns of the row that are not like the one before. */
  readonly #differs: Uint8Array;
  /** The same for all rows together, by state, at `STATES * column`. */
  readonly #allParts: Float64Array;
  readonly #allCovers: Int32Array;
  readonly #dense = new Float64Array(STATES);

  constructor(columns: number, span: TimeSpan, palette: StatePalette) {
    this.columns = columns;
    this.span = span;
    this.#palette = palette;
    this.#parts = new Float32Array((columns + 1) * CHANNELS);
    this.#covers = new Int32Array((columns + 1) * CHANNELS);
    this.#differs = new Uint8Array(columns + 2);
    this.#allParts = new Float64Array((columns + 1) * STATES);
    this.#allCovers = new Int32Array((columns + 1) * STATES);
  }

  /** Adds a lane to the row. */
  add(lane: LaneIndex): void {
    const { columns, span } = this;
    const { times, codes, end } = lane;
    const { length } = times;
    const differs = this.#differs;
    const scale = columns / (span.to - span.from);
    const until = Math.min(span.to, end);
    let i = Math.max(0, lane.changeAt(span.from));
    if (i >= length || until <= span.from || times[i]! >= until) return;
    let start = Math.max(0, (times[i]! - span.from) * scale);
    for (;;) {
      const next = i + 1 < length ? times[i + 1]! : end;
      const stop = next >= until ? (until - span.from) * scale : (next - span.from) * scale;
      // Columns are positive and few: this is their floor.
      const first = start | 0;
      const last = Math.min(columns, stop) | 0;
      differs[first] = 1;
      differs[first + 1] = 1;
      if (first === last) {
        const far = i + 2 * STRIDE;
        if (far < length && start > 0) {
          const columnEnd = span.from + (first + 1) / scale;
          if (times[far]! < columnEnd) {
            const past = lane.changeAt(columnEnd, far);
            this.#addDense(lane, i, past, scale, first);
            i = past;
            if (times[i]! >= until) return;
            start = (times[i]! - span.from) * scale;
            continue;
          }
        }
        this.#addPart(first, codes[i]!, stop - start);
      } else {
        const code = codes[i]!;
        differs[last] = 1;
        differs[last + 1] = 1;
        this.#addPart(first, code, first + 1 - start);
        if (last > first + 1) this.#addCover(first + 1, last, code);
        if (last < columns) this.#addPart(last, code, stop - last);
      }
      if (next >= until) return;
      i++;
      start = stop;
    }
  }

  /** Writes the row's pixels, `width` for each column, and empties the row. Columns without a lane stay. */
  takeRow(line: Uint32Array, width: number): void {
    const { columns } = this;
    const parts = this.#parts;
    const covers = this.#covers;
    const differs = this.#differs;
    let red = 0;
    let green = 0;
    let blue = 0;
    let lanes = 0;
    let pixel = 0;
    for (let column = 0; column < columns; column++) {
      if (differs[column] === 1) {
        const at = column * CHANNELS;
        red += covers[at]!;
        green += covers[at + 1]!;
        blue += covers[at + 2]!;
        lanes += covers[at + 3]!;
        const sum = lanes + parts[at + 3]!;
        const factor = sum > 1e-6 ? 1 / sum : 0;
        pixel =
          factor === 0
            ? 0
            : ((255 << 24) |
                (((blue + parts[at + 2]!) * factor + 0.5) << 16) |
                (((green + parts[at + 1]!) * factor + 0.5) << 8) |
                ((red + parts[at]!) * factor + 0.5)) >>>
              0;
      }
      for (let x = column * width; x < (column + 1) * width; x++) line[x] = pixel;
    }
    parts.fill(0);
    covers.fill(0);
    differs.fill(0);
  }

  /** Lanes in each state in each column, of all that were added: at `STATES * column`. */
  shares(): Float64Array {
    const { columns } = this;
    const shares = new Float64Array(columns * STATES);
    const covered = new Int32Array(STATES);
    for (let at = 0; at < columns * STATES; at++) {
      const state = at % STATES;
      covered[state]! += this.#allCovers[at]!;
      shares[at] = covered[state]! + this.#allParts[at]!;
    }
    return shares;
  }

  #addPart(column: number, code: number, share: number): void {
    const parts = this.#parts;
    const palette = this.#palette;
    const at = column * CHANNELS;
    parts[at]! += palette[code * 3]! * share;
    parts[at + 1]! += palette[code * 3 + 1]! * share;
    parts[at + 2]! += palette[code * 3 + 2]! * share;
    parts[at + 3]! += share;
    this.#allParts[column * STATES + code]! += share;
  }

  /** The state has all of the columns `from` to `to - 1`. */
  #addCover(from: number, to: number, code: number): void {
    const covers = this.#covers;
    const palette = this.#palette;
    const red = palette[code * 3]!;
    const green = palette[code * 3 + 1]!;
    const blue = palette[code * 3 + 2]!;
    const a = from * CHANNELS;
    const b = to * CHANNELS;
    covers[a]! += red;
    covers[a + 1]! += green;
    covers[a + 2]! += blue;
    covers[a + 3]!++;
    covers[b]! -= red;
    covers[b + 1]! -= green;
    covers[b + 2]! -= blue;
    covers[b + 3]!--;
    this.#allCovers[from * STATES + code]!++;
    this.#allCovers[to * STATES + code]!--;
  }

  /** Adds whole changes that lie in one column. */
  #addDense(lane: LaneIndex, first: number, last: number, scale: number, column: number): void {
    const dense = this.#dense.fill(0);
    lane.addChanges(first, last, dense);
    for (let code = 0; code < STATES; code++) {
      if (dense[code] !== 0) this.#addPart(column, code, dense[code]! * scale);
    }
  }
}
