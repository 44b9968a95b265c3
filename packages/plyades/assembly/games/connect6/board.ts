// The board of 19 x 19 points and its 924 windows: six points in a row, which a side must fill to
// win. A point is its row times 19 plus its column. A window is found at its first point in the plane
// of its direction, so that the windows of neighbouring points are neighbours in memory and sixteen of
// them fit a vector.

export const POINTS: i32 = 361;
const SIDE: i32 = 19;

/** Where no window begins, and no stone changes that. */
export const NO_WINDOW: u8 = 0x80;

/**
 * Bytes of a plane: room for five steps before the first point, since the windows that contain a
 * point begin up to five steps before it; then a byte for each point.
 */
export const PLANE: i32 = 464;
export const MARGIN: i32 = 100;
export const PLANES: i32 = 4 * PLANE;

/** From a point of a window to the next: along the row, the column and the two diagonals. */
export function stepOf(direction: i32): i32 {
  return direction == 0 ? 1 : direction == 1 ? 19 : direction == 2 ? 20 : 18;
}

/** Steps back from a point to the last window that contains it: 0 .. 5. */
export function leastSteps(direction: i32, column: i32, row: i32): i32 {
  if (direction == 0) return max(0, column - 13);
  if (direction == 1) return max(0, row - 13);
  if (direction == 2) return max(0, max(column, row) - 13);
  return max(0, max(row - 13, 5 - column));
}

/** Steps back to the first one; less than `leastSteps` where the diagonal is too short. */
export function mostSteps(direction: i32, column: i32, row: i32): i32 {
  if (direction == 0) return min(5, column);
  if (direction == 1) return min(5, row);
  if (direction == 2) return min(5, min(column, row));
  return min(5, min(row, 18 - column));
}

export function columnOf(point: i32): i32 {
  return point % SIDE;
}

export function rowOf(point: i32): i32 {
  return point / SIDE;
}

/** The first point of the window at an offset from the beginning of the planes. */
export function firstPoint(window: i32): i32 {
  return (window % PLANE) - MARGIN;
}

/** True when a point of the board lies in the window at this offset. */
export function contains(window: i32, point: i32): bool {
  const step = stepOf(window / PLANE);
  const distance = point - firstPoint(window);
  return distance >= 0 && distance <= 5 * step && distance % step == 0;
}

/** Marks every place in the planes where no window begins, and empties the windows. */
export function clearPlanes(planes: usize): void {
  memory.fill(planes, NO_WINDOW, PLANES + 16);
  for (let direction = 0; direction < 4; direction++) {
    const plane = planes + <usize>(direction * PLANE + MARGIN);
    for (let point = 0; point < POINTS; point++) {
      const column = columnOf(point);
      const row = rowOf(point);
      const begins =
        leastSteps(direction, column, row) == 0 && mostSteps(direction, column, row) >= 0;
      if (begins) store<u8>(plane + <usize>point, 0);
    }
  }
}
