// The positions that a transposition table has searched deepest below a position, as a connected tree, for programs
// that share the work among several searchers.
import type { Move } from '../core/game.js';
import type { Entry, Rules, Table } from '../kernel/index.js';

/** A position of a table. */
export interface TablePosition extends Entry {
  /** Moves that lead there; never none. */
  readonly line: readonly Move[];
}

interface Candidate extends TablePosition {
  readonly record: Uint8Array;
  readonly worth: number;
}

type Reply = Omit<Candidate, 'worth'>;

/** No line is followed further; tables have cycles. */
const LONGEST_LINE = 64;

/**
 * At most `count` positions, each after the one its line comes from; among those that could be next, the one
 * that is worth most: searched deepest, as `worths` has it. A position that several lines lead to is listed
 * once. The position itself is not listed; `only` are the moves that lines may begin with, all if not given.
 */
export function bestKnown(
  rules: Rules,
  table: Table,
  record: Uint8Array,
  count: number,
  only?: readonly Move[],
): TablePosition[] {
  const found: TablePosition[] = [];
  const open: Candidate[] = [];
  const seen = new Set([rules.hash(record)]);

  function expand(from: Uint8Array, line: readonly Move[], moves: readonly Move[], worth: number) {
    if (line.length === LONGEST_LINE) return;
    const replies: Reply[] = [];
    for (const move of moves) {
      const entry = rules.look(table, from, move);
      if (entry === undefined) continue;
      const next = rules.play(from, move);
      const key = rules.hash(next);
      if (seen.has(key)) continue;
      seen.add(key);
      replies.push({ ...entry, line: [...line, move], record: next });
    }
    open.push(...worths(replies, worth - 1));
  }

  expand(record, [], only ?? rules.moves(record), Number.POSITIVE_INFINITY);
  while (found.length < count) {
    const next = takeBest(open);
    if (next === undefined) break;
    const { record: at, worth, ...known } = next;
    found.push(known);
    expand(at, known.line, rules.moves(at), worth);
  }
  return found;
}

/**
 * The replies to a position and what each is worth, in plies: what it was searched to, but no deeper than its
 * parent's worth allows (`most`) or the reply of the principal variation was, which leaves out what checks get
 * beside, and less for each doubling of its rank among its brothers. Searches of a few plies have looked at
 * nearly all moves to one depth; by depth alone a blunder would be worth as much as the best move.
 */
function worths(replies: readonly Reply[], most: number): Candidate[] {
  const principal = replies.filter(({ bound }) => bound === 'exact').map(({ depth }) => depth);
  const deepest = principal.length === 0 ? most : Math.min(most, Math.max(...principal));
  const depthOf = ({ depth }: Reply) => Math.min(depth, deepest);
  return replies
    .toSorted(
      (a, b) =>
        depthOf(b) - depthOf(a) ||
        // Values are the other side's.
        a.value - b.value ||
        Number(b.bound === 'exact') - Number(a.bound === 'exact'),
    )
    .map((reply, i) => ({ ...reply, worth: depthOf(reply) - Math.log2(i + 1) }));
}

/** Of equals the one furthest from the root, then the one found first, which is the better one. */
function takeBest(open: Candidate[]): Candidate | undefined {
  let best = 0;
  for (let i = 1; i < open.length; i++) if (precedes(open[i]!, open[best]!)) best = i;
  return open.splice(best, 1)[0];
}

const precedes = (a: Candidate, b: Candidate): boolean =>
  a.worth > b.worth || (a.worth === b.worth && a.line.length > b.line.length);
