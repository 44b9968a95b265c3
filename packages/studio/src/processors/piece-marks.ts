// What searching is for. Not all of it helps: a process searches pieces ahead, which no process waits for yet, and
// pieces that are given up before their end. Lanes show both in colours of their own, because a machine whose processes
// all search may still be slow.
import type { PieceRecord } from 'plyades/trace';
import type { ShownLane } from './flights.js';
import { codeOf } from './states.js';

/** The lane with `ahead` and `given-up` where it searches pieces of that kind; pieces are in order of beginning. */
export function markPieces(
  lane: ShownLane,
  pieces: readonly PieceRecord[],
  end: number,
): ShownLane {
  const kinds = kindsOf(pieces, end);
  if (!kinds.codes.some((code) => code !== codeOf.searching)) return lane;
  const { times, codes } = lane;
  const most = times.length + kinds.times.length;
  const markedTimes = new Float64Array(most);
  const markedCodes = new Uint8Array(most);
  let length = 0;
  /** The first change of the kind that is still to come. */
  let next = 0;
  const add = (at: number, code: number) => {
    if (length > 0 && markedCodes[length - 1] === code) return;
    markedTimes[length] = at;
    markedCodes[length++] = code;
  };
  for (let i = 0; i < times.length; i++) {
    const from = times[i]!;
    if (codes[i] !== codeOf.searching) {
      add(from, codes[i]!);
      continue;
    }
    const to = times[i + 1] ?? end;
    while (next < kinds.times.length && kinds.times[next]! <= from) next++;
    add(from, kinds.codes[next - 1] ?? codeOf.searching);
    for (; next < kinds.times.length && kinds.times[next]! < to; next++) {
      add(kinds.times[next]!, kinds.codes[next]!);
    }
  }
  return { times: markedTimes.subarray(0, length), codes: markedCodes.subarray(0, length) };
}

/** A worker holds a few pieces at a time; a damaged trace must not cost more than that. */
const MAX_OPEN = 32;

/** The kind of the piece that is searched, from each time on: of several that are open, the one begun last. */
function kindsOf(pieces: readonly PieceRecord[], end: number) {
  const times: number[] = [];
  const codes: number[] = [];
  const open: PieceRecord[] = [];
  const endOf = ({ to }: PieceRecord) => (Number.isNaN(to) ? end : to);
  const set = (at: number) => {
    const top = open.at(-1);
    const code = top === undefined ? codeOf.searching : kindOf(top);
    if (times.at(-1) === at) {
      times.pop();
      codes.pop();
    }
    if ((codes.at(-1) ?? codeOf.searching) === code) return;
    times.push(at);
    codes.push(code);
  };
  /** Closes pieces that end until then, earliest first. */
  const closeUntil = (at: number) => {
    for (;;) {
      let first = -1;
      for (const [i, piece] of open.entries()) {
        if (endOf(piece) <= at && (first < 0 || endOf(piece) < endOf(open[first]!))) first = i;
      }
      if (first < 0) return;
      const [piece] = open.splice(first, 1);
      set(endOf(piece!));
    }
  };
  for (const piece of pieces) {
    closeUntil(piece.from);
    open.push(piece);
    if (open.length > MAX_OPEN) open.shift();
    set(piece.from);
  }
  closeUntil(Number.POSITIVE_INFINITY);
  return { times, codes };
}

const kindOf = ({ outcome, ahead }: PieceRecord): number =>
  outcome === 'left' ? codeOf['given-up'] : ahead ? codeOf.ahead : codeOf.searching;
