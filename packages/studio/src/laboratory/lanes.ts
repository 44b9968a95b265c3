// What each process does at a moment, read from the lanes of a trace, and how the processes are laid out as a grid.
import type { Lane, ProcessState, TraceLog } from 'plyades/trace';

/** The state of a process at a time; `starting` before its first record. */
export function stateAt({ times, states }: Lane, at: number): ProcessState {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= at) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? 'starting' : states[low - 1]!;
}

/** How many processes are in each state. */
export function countStates(
  { lanes }: Pick<TraceLog, 'lanes'>,
  at: number,
): ReadonlyMap<ProcessState, number> {
  const counts = new Map<ProcessState, number>();
  for (const lane of lanes) {
    const state = stateAt(lane, at);
    counts.set(state, (counts.get(state) ?? 0) + 1);
  }
  return counts;
}

export const stateWords: Readonly<Record<ProcessState, string>> = {
  searching: 'searching',
  deciding: 'deciding',
  messages: 'with messages',
  waiting: 'waiting',
  starting: 'starting',
  down: 'down',
};

export interface CellGrid {
  readonly columns: number;
  readonly rows: number;
  /** Side of a cell with its gap, in pixels. */
  readonly cell: number;
}

const LARGEST = 34;
const SMALLEST = 9;

/** Square cells for this many processes, as large as the width and about `height` allow. */
export function layoutGrid(processes: number, width: number, height: number): CellGrid {
  const fitting = Math.floor(Math.sqrt((width * height) / Math.max(1, processes)));
  const cell = Math.max(SMALLEST, Math.min(LARGEST, fitting));
  const columns = Math.max(1, Math.min(processes, Math.floor(width / cell)));
  return { columns, rows: Math.ceil(processes / columns), cell };
}

/** The process at a place of the grid, -1 where there is none. */
export function processAt(
  { columns, cell }: CellGrid,
  processes: number,
  x: number,
  y: number,
): number {
  const [column, row] = [Math.floor(x / cell), Math.floor(y / cell)];
  if (column < 0 || row < 0 || column >= columns) return -1;
  const process = row * columns + column;
  return process < processes ? process : -1;
}

/** The process that an arrow key leads to. */
export function neighbour(grid: CellGrid, processes: number, process: number, key: string): number {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -grid.columns,
    ArrowDown: grid.columns,
    Home: -process,
    End: processes - 1 - process,
  };
  const next = process + (steps[key] ?? 0);
  return next >= 0 && next < processes ? next : process;
}
