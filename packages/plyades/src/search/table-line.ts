// Lines as far as a table knows them.
import type { Move } from '../core/game.js';
import type { Rules, Table } from '../kernel/index.js';

/**
 * A line, not empty, and the best moves of the positions after it as the table has them, up to `plies` in all:
 * searches that find a position in their table look no further, so their lines are short. No position comes twice.
 */
export function lengthened(
  rules: Rules,
  table: Table,
  record: Uint8Array,
  line: readonly Move[],
  plies: number,
): readonly Move[] {
  if (line.length === 0 || line.length >= plies) return line;
  const longer: Move[] = [];
  const seen = new Set([rules.hash(record)]);
  let at = record;
  while (longer.length < plies) {
    const move = line[longer.length] ?? rules.bestMove(table, at);
    if (move === undefined || rules.over(at) || !rules.moves(at).includes(move)) break;
    at = rules.play(at, move);
    const key = rules.hash(at);
    if (longer.length >= line.length && seen.has(key)) break;
    seen.add(key);
    longer.push(move);
  }
  return longer.length > line.length ? longer : line;
}
