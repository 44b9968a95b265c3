// Everything that the view draws of a trace, prepared once for each version of it.
import type { PieceRecord, TraceLog } from 'plyades/trace';
import { flightsTo, showLane } from './flights.js';
import type { TimeSpan } from './lane-bins.js';
import { LaneIndex } from './lane-index.js';
import { MessageIndex } from './message-index.js';
import { markPieces } from './piece-marks.js';
import { STATES } from './states.js';

export class LaneLog {
  readonly log: TraceLog;
  readonly version: number;
  readonly end: number;
  readonly lanes: readonly LaneIndex[];
  readonly messages: MessageIndex;
  readonly #pieces: readonly (readonly PieceRecord[])[];

  constructor(log: TraceLog) {
    const { end, lanes, messages, version } = log;
    this.log = log;
    this.version = version;
    this.end = end;
    const flights = flightsTo(messages, lanes.length);
    this.#pieces = groupPieces(log.pieces, lanes.length);
    this.lanes = lanes.map((lane, process) => {
      const shown = showLane(lane, end, flights[process]);
      return new LaneIndex(markPieces(shown, this.#pieces[process]!, end), end);
    });
    this.messages = new MessageIndex(messages);
  }

  /** Pieces of a process, in the order of their beginnings. */
  piecesOf(process: number): readonly PieceRecord[] {
    return this.#pieces[process] ?? [];
  }

  /** The piece that a process searches at a time. */
  pieceAt(process: number, time: number): PieceRecord | undefined {
    const pieces = this.piecesOf(process);
    let low = 0;
    let high = pieces.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pieces[middle]!.from <= time) low = middle + 1;
      else high = middle;
    }
    // A worker may hold several pieces: the one that it began last goes first.
    for (let i = low - 1; i >= Math.max(0, low - 16); i--) {
      const piece = pieces[i]!;
      if (!(piece.to <= time)) return piece;
    }
    return undefined;
  }

  /** The share of each state in a span, of one process or of all: they add up to 1, or are all 0. */
  shares({ from, to }: TimeSpan, process?: number): Float64Array {
    const sums = new Float64Array(STATES);
    const lanes = process === undefined ? this.lanes : this.lanes.slice(process, process + 1);
    for (const lane of lanes) lane.addSpan(from, to, sums);
    const whole = sums.reduce((sum, each) => sum + each, 0);
    return whole === 0 ? sums : sums.map((each) => each / whole);
  }
}

function groupPieces(pieces: readonly PieceRecord[], processes: number): PieceRecord[][] {
  const groups = Array.from({ length: processes }, () => [] as PieceRecord[]);
  for (const piece of pieces) groups[piece.process]?.push(piece);
  for (const group of groups) {
    if (!group.every((piece, i) => i === 0 || piece.from >= group[i - 1]!.from)) {
      group.sort((a, b) => a.from - b.from);
    }
  }
  return groups;
}
