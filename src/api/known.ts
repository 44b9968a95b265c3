// What a transposition table knows below a position: the positions that were searched deepest, as a tree that
// hangs together, so that whoever shares the work among several searchers knows where it lies.
import type { Move } from '../core/game.js';
import type { Entry, Rules, Table } from '../kernel/index.js';

/** A position of a table. */
export interface KnownPosition extends Entry {
  /** Moves that lead there; never none. */
  readonly line: readonly Move[];
}

interface Candidate extends KnownPosition {
  readonly record: Uint8Array;
}

/** No line is followed further; tables have cycles. */
const LONGEST_LINE = 64;

/**
 * At most `count` positions, each after the one its line comes from; among those that could be next, the one
 * that was searched deepest. A position that several lines lead to is listed once. The position itself is not
 * listed; `only` are the moves that lines may begin with, all if not given.
 */
export function bestKnown(
  rules: Rules,
  table: Table,
  record: Uint8Array,
  count: number,
  only?: readonly Move[],
): KnownPosition[] {
  const found: KnownPosition[] = [];
  const open: Candidate[] = [];
  const seen = new Set([rules.hash(record)]);

  function expand(from: Uint8Array, line: readonly Move[], moves: readonly Move[]): void {
    if (line.length === LONGEST_LINE) return;
    for (const move of moves) {
      const entry = rules.look(table, from, move);
      if (entry === undefined) continue;
      const next = rules.play(from, move);
      const key = rules.hash(next);
      if (seen.has(key)) continue;
      seen.add(key);
      open.push({ ...entry, line: [...line, move], record: next });
    }
  }

  expand(record, [], only ?? rules.moves(record));
  while (found.length < count) {
    const deepest = takeDeepest(open);
    if (deepest === undefined) break;
    const { record: at, ...known } = deepest;
    found.push(known);
    expand(at, known.line, rules.moves(at));
  }
  return found;
}

/** Of equals the one found first: it is nearer to the root. */
function takeDeepest(open: Candidate[]): Candidate | undefined {
  let best = 0;
  for (let i = 1; i < open.length; i++) if (open[i]!.depth > open[best]!.depth) best = i;
  return open.splice(best, 1)[0];
}
