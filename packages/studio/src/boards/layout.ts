// Where squares, hands and coordinates lie in the drawing of a board. A square is 100 units wide.
import type { Side } from 'plyades';
import type { BoardGame, BoardPicture, Target } from './picture.js';

export const SQUARE = 100;
/** Room for coordinates on each side, and the rim of a board without them. */
const MARGIN = 48;
const RIM = 14;
/** Between the coordinates and a hand. */
const HAND_GAP = 16;

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  /** The top left corner of the squares, and their extent. */
  readonly left: number;
  readonly top: number;
  readonly boardWidth: number;
  readonly boardHeight: number;
  readonly flipped: boolean;
  /** The size of coordinates, 1 on a board of 8 by 8: larger where squares are many and small. */
  readonly textScale: number;
  /** The middle of a square or of a slot of a hand. */
  centre(target: Target): Point;
  /** What lies at a place of the drawing. */
  targetAt(point: Point): Target | undefined;
}

export interface LayoutOptions {
  readonly flipped: boolean;
  /** Without coordinates. */
  readonly small: boolean;
}

export function layoutOf(
  { columns, rows, columnNames }: BoardGame,
  { hands }: BoardPicture,
  { flipped, small }: LayoutOptions,
): Layout {
  const textScale = columns < 8 ? 0.6 : Math.max(1, columns / 11);
  const margin = small || columnNames.length === 0 ? RIM : MARGIN * textScale;
  const beside = hands === undefined ? 0 : SQUARE + (small ? RIM : HAND_GAP);
  const left = margin + beside;
  const top = margin;
  const boardWidth = columns * SQUARE;
  const boardHeight = rows * SQUARE;
  const squares = columns * rows;
  const width = boardWidth + 2 * left;
  const height = boardHeight + 2 * top;

  /** The hand of the player who sits below is on the right and ends at the bottom; the other's is opposite. */
  const handPlaces = new Map<Target, Point>();
  for (const side of hands === undefined ? [] : ([0, 1] as const)) {
    const isBelow = (side === 0) !== flipped;
    const slots = hands![side];
    for (const [i, { target }] of slots.entries()) {
      const x = isBelow ? width - RIM / 2 - SQUARE / 2 : RIM / 2 + SQUARE / 2;
      const y = isBelow
        ? top + boardHeight - (slots.length - i - 0.5) * SQUARE
        : top + (slots.length - i - 0.5) * SQUARE;
      handPlaces.set(target, { x, y });
    }
  }

  return {
    width,
    height,
    left,
    top,
    boardWidth,
    boardHeight,
    flipped,
    textScale,
    centre(target) {
      const place = handPlaces.get(target);
      if (place !== undefined) return place;
      const shown = flipped ? squares - 1 - target : target;
      const column = shown % columns;
      const row = Math.floor(shown / columns);
      return { x: left + (column + 0.5) * SQUARE, y: top + (row + 0.5) * SQUARE };
    },
    targetAt({ x, y }) {
      const column = Math.floor((x - left) / SQUARE);
      const row = Math.floor((y - top) / SQUARE);
      if (column >= 0 && column < columns && row >= 0 && row < rows) {
        const shown = row * columns + column;
        return flipped ? squares - 1 - shown : shown;
      }
      for (const [target, place] of handPlaces) {
        if (Math.abs(place.x - x) <= SQUARE / 2 && Math.abs(place.y - y) <= SQUARE / 2) {
          return target;
        }
      }
      return undefined;
    },
  };
}

/** True for a piece whose player sits above: pieces that point forward are drawn upside down. */
export const isTurned = (side: Side, flipped: boolean): boolean => (side === 1) !== flipped;

/** The square on which the cursor lands by an arrow key, seen by the player; it stops at the edge. */
export function moveCursor(
  { columns, rows }: BoardGame,
  flipped: boolean,
  square: Target,
  key: string,
): Target | undefined {
  const last = columns * rows - 1;
  const shown = flipped ? last - square : square;
  const [column, row] = [shown % columns, Math.floor(shown / columns)];
  const steps: Readonly<Record<string, readonly [number, number]>> = {
    ArrowLeft: [column - 1, row],
    ArrowRight: [column + 1, row],
    ArrowUp: [column, row - 1],
    ArrowDown: [column, row + 1],
    Home: [0, row],
    End: [columns - 1, row],
    PageUp: [column, 0],
    PageDown: [column, rows - 1],
  };
  const step = Object.hasOwn(steps, key) ? steps[key] : undefined;
  if (step === undefined) return undefined;
  const next =
    Math.min(Math.max(step[1], 0), rows - 1) * columns +
    Math.min(Math.max(step[0], 0), columns - 1);
  return flipped ? last - next : next;
}
