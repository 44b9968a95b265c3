// Killing a processor of a run that is shown: the same simulation with one crash more. Both runs have the same seed, and
// nothing before the crash depends on it, so they are the same until that moment; then one can watch the search recover.
import type { PieceRecord, TraceLog } from 'plyades/trace';
import type { SimulationRequest } from '../runs/request.js';
import { withCrash } from './faults.js';

/** A crashed processor restarts after this share of the run: the search has to do without it for a while. */
const DOWN_SHARE = 0.25;
/** Where the playhead stands at the end of a finished run, the crash is put here instead. */
const MIDDLE = 0.5;

/** Why a process cannot be killed; undefined when it can. */
export function whyNot(process: number, processors: number): string | undefined {
  if (process >= processors) return `There is no processor ${process}.`;
  if (process > 0) return undefined;
  return 'Processor 0 holds the root of the search and answers for it. Without it there would be no result to wait for, so the simulation keeps it alive. Choose another one.';
}

/** The moment of a crash, in nanoseconds: that of the playhead unless the run is over by then. */
export const killTime = (shown: number, end: number, isOver: boolean): number =>
  isOver && shown >= end ? end * MIDDLE : shown;

/** The request with this crash; `at` and `end`, the length of the run so far, in nanoseconds. */
export function crashRequest(
  request: SimulationRequest,
  process: number,
  at: number,
  end: number,
): SimulationRequest {
  const { processors, faults } = request;
  // Whole nanoseconds, written as seconds, are the same number again when they are read.
  const seconds = (nanos: number) => Math.round(nanos) / 1e9;
  const down = seconds(Math.max(1, DOWN_SHARE * end));
  return { ...request, faults: withCrash(faults, processors, process, seconds(at), down) };
}

/** What became of the pieces that a process was searching when it crashed. */
export interface LostPieces {
  /** Pieces under way then. */
  readonly lost: number;
  /** Those that other processes began again afterwards. */
  readonly again: number;
  /** The others that did. */
  readonly by: readonly number[];
}

/**
 * Looks for the pieces that a crash interrupted, by their place in the tree. The driver lets a process crash at the
 * beginning of the epoch that the moment lies in; the trace says when that was.
 */
export function lostPieces(
  { pieces, faults }: Pick<TraceLog, 'pieces' | 'faults'>,
  process: number,
  at: number,
): LostPieces {
  const crash = faults.findLast((fault) => fault.process === process && fault.at <= at);
  const since = crash?.at ?? at;
  const wasUnderWay = (piece: PieceRecord) =>
    piece.process === process &&
    piece.outcome !== 'done' &&
    piece.from <= at &&
    !(piece.to < since);
  const lost = new Set(pieces.filter(wasUnderWay).map(placeOf));
  const again = new Set<string>();
  const by = new Set<number>();
  for (const piece of pieces) {
    if (piece.process === process || piece.from < since || !lost.has(placeOf(piece))) continue;
    again.add(placeOf(piece));
    by.add(piece.process);
  }
  return { lost: lost.size, again: again.size, by: [...by].sort((a, b) => a - b) };
}

const placeOf = ({ path }: PieceRecord): string => path.join(' ');
