// How lanes are laid out in the height that there is: a row for each process while rows are at least two pixels high;
// beyond, several neighbouring processes share a row, whose colour is the mixture of theirs. So the whole machine is
// always in view, and 1,536 processes are a picture of density. A master keeps a row of its own that can be read,
// because many workers often wait for what it does.

/** Neighbouring processes, from `first` to `last - 1`, and their pixels from the top of the first row. */
export interface Row {
  readonly first: number;
  readonly last: number;
  readonly top: number;
  /** Without the gap below. */
  readonly bottom: number;
}

export interface Rows {
  readonly processes: number;
  /** Workers in a row; the last row may have fewer. */
  readonly perRow: number;
  /** Whether process 0 has a row of its own, and workers begin with process 1. */
  readonly hasMasterRow: boolean;
  readonly list: readonly Row[];
  readonly height: number;
}

const MAX_ROW = 22;
/** Rows of fewer pixels look alike. */
const MIN_ROW = 2;
/** A master's row, where those of workers are lower. */
const MASTER_ROW = 10;
const MASTER_GAP = 3;

export function layRows(processes: number, available: number, hasMaster: boolean): Rows {
  const even = Math.floor(available / Math.max(1, processes));
  const hasMasterRow = hasMaster && processes > 1 && even < MASTER_ROW;
  const top = hasMasterRow ? MASTER_ROW + MASTER_GAP : 0;
  const workers = hasMasterRow ? processes - 1 : processes;
  const most = Math.max(1, Math.floor((available - top) / MIN_ROW));
  const perRow = Math.max(1, Math.ceil(workers / most));
  const count = Math.ceil(workers / perRow);
  const fitting = Math.floor((available - top) / Math.max(1, count));
  const height = Math.max(MIN_ROW, Math.min(MAX_ROW, fitting));
  const gap = height >= 12 ? 2 : height >= 5 ? 1 : 0;
  const list: Row[] = hasMasterRow ? [{ first: 0, last: 1, top: 0, bottom: MASTER_ROW }] : [];
  for (let row = 0; row < count; row++) {
    const first = processes - workers + row * perRow;
    list.push({
      ...{ first, last: Math.min(processes, first + perRow) },
      ...{ top: top + row * height, bottom: top + (row + 1) * height - gap },
    });
  }
  return { processes, perRow, hasMasterRow, list, height: top + count * height };
}

/** The row of a process. */
export function rowOf({ list, perRow, hasMasterRow }: Rows, process: number): Row {
  const place = hasMasterRow ? Math.ceil(process / perRow) : Math.floor(process / perRow);
  return list[Math.min(place, list.length - 1)]!;
}

/** Middle of a process's row, in pixels from the first row's top. */
export function middleOf(rows: Rows, process: number): number {
  const { top, bottom } = rowOf(rows, process);
  return (top + bottom) / 2;
}

/** The process under a pixel; of a row of several, the one that lies as far down in it. */
export function processAt({ list, processes }: Rows, y: number): number {
  let place = list.length - 1;
  while (place > 0 && list[place]!.top > y) place--;
  const { first, last, top, bottom } = list[place]!;
  const share = Math.max(0, (y - top) / Math.max(1, bottom - top));
  return Math.min(processes - 1, last - 1, first + Math.floor(share * (last - first)));
}

/** Processes to write a number at: as many as there is room for, in round steps. */
export function labelledProcesses(rows: Rows, labelHeight: number): number[] {
  const last = rows.list.at(-1)!;
  const each = rows.height / Math.max(1, last.last);
  const steps = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
  const step = steps.find((step) => step * each >= labelHeight) ?? 1024;
  const labelled: number[] = [];
  for (let process = 0; process < rows.processes; process += step) labelled.push(process);
  return labelled;
}
