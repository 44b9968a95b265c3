// A search of the program's own, made by a process: down the path, the search, up again. A search that is
// broken off has no value, and leaves the position as if it had not been.
import type { Calls } from './calls.js';
import { checkScore, SearchInterrupted, type SearchProgram } from './program.js';

export interface OwnSubtreeRequest<Move> {
  /** Moves from the root to where the search begins. */
  readonly path: readonly Move[];
  readonly depth: number;
  readonly alpha: number;
  readonly beta: number;
}

/** The program's parts in a process. */
export interface Workplace<Position, Move, Entry> {
  readonly program: SearchProgram<Position, Move, Entry>;
  readonly calls: Calls<Move, Entry>;
  /** No score is greater. */
  readonly maxScore: number;
  /** Of a host whose workers may all be away: reads messages while the master searches alone. */
  readonly poll?: (() => void) | undefined;
}

/** The value, or undefined when the alarm was raised. `root` is set again where a search was left. */
export function searchOwn<Position, Move, Entry>(
  { program, calls, maxScore }: Workplace<Position, Move, Entry>,
  root: Position,
  { path, depth, alpha, beta }: OwnSubtreeRequest<Move>,
): number | undefined {
  calls.alarm = false;
  calls.alarmAt = Number.POSITIVE_INFINITY;
  program.clearAlarm?.();
  program.moveDownPath(path);
  let value: number;
  try {
    value = program.search(path.length, depth, alpha, beta);
  } catch (error) {
    if (!(error instanceof SearchInterrupted)) throw error;
    program.setRoot(root);
    return undefined;
  }
  program.moveUpPath(path);
  return calls.alarm ? undefined : checkScore(value, maxScore, 'search');
}
