// A finding as every host reports it: whether it solves the game, how deep it is, and which move to play before
// anything was found. The rules stand here once, so that a thread, many, the deterministic driver and a graphics
// device say the same of the same finding.
import { isProvenLoss, isProvenWin, pliesToWin } from '../core/score.js';
import type { SearchMode } from '../core/search-request.js';
import type { SearchLine, SearchProgress, SearchStatus } from '../core/search-result.js';
import type { Found } from '../kernel/index.js';
import { type Board, gameLength } from './board.js';

/** What a kernel or the master of a parallel search has found; depths as in the kernel. */
export interface Finding extends LineFinding {
  readonly others?: readonly LineFinding[];
}

interface LineFinding extends Found {
  /** See `SearchLine`. */
  readonly share?: number;
}

/** The position that was searched. */
export interface SearchRoot<P> {
  readonly board: Board<P>;
  readonly root: P;
  readonly mode: SearchMode;
  /** True when nodes outside the kernel may have moves left out, of which it knows nothing; false if not given. */
  readonly expanded?: boolean;
}

/**
 * True when the value is that of the game.
 * - A win counts only when the loser cannot draw before by the count of moves without progress, however it
 *   defends: searches do not always know that count. A draw stays one, since the count only makes draws.
 * - In a tree of bounded width a value counts only when the kernel says that it rests on no move that was left
 *   out (assembly/search/width.ts): a win may rest on some of the winner's moves, but on all of the loser's.
 */
function isSolved<P>(
  { board, root, expanded = false }: SearchRoot<P>,
  { complete, value, depth }: Finding,
): boolean {
  const whole = board.listsAll?.(root) ?? true;
  if (!whole && (!complete || expanded)) return false;
  const plies = pliesToWin(Math.abs(value), depth);
  if (plies === undefined) return complete || isProvenWin(value) || isProvenLoss(value);
  return plies <= board.pliesToDraw(root);
}

/** Before the first finished depth: depth 0 is the position's own value, and the first move is as good as another. */
export function nothingFound<P>(
  { board, root }: Pick<SearchRoot<P>, 'board' | 'root'>,
  only?: readonly number[],
): Found {
  const [move] = only ?? board.moves(root);
  const pv = move === undefined ? [] : [move];
  const complete = move === undefined;
  return { depth: 0, value: board.value(root), bound: 'exact', move, pv, complete };
}

/** The line as far as the finding has it: at least the move, if there is one. */
export const knownLine = ({ pv, move }: Pick<Finding, 'pv' | 'move'>): readonly number[] =>
  pv.length === 0 && move !== undefined ? [move] : pv;

function lineOf<P>(searched: SearchRoot<P>, found: LineFinding): SearchLine {
  const { depth, value, bound, move } = found;
  const solved = isSolved(searched, found);
  const line = { depth, value: value + 0, bound, move, line: knownLine(found), solved };
  return { ...line, ...shareOf(found) };
}

const shareOf = ({ share }: LineFinding) => (share === undefined ? {} : { share });

/** True when play mode has nothing to search: what a host finds then depends on how it deepens. */
const isOver = <P>({ board, root, mode }: SearchRoot<P>, { move }: Found): boolean =>
  mode === 'play' && move === undefined && board.moves(root).length === 0;

/**
 * The report of a finding. `status` is `depth` when the search has finished what it was asked for, and is reported as
 * `solved` when that solved the game; `line` is given where it was completed. In play mode a game that is over
 * is solved at depth 0 with the value of its result; exact mode gives the value of the tree of the depth asked for.
 */
export function progressOf<P, C extends Pick<SearchProgress, 'nodes' | 'leaves' | 'seconds'>>(
  searched: SearchRoot<P>,
  found: Finding,
  status: SearchStatus,
  counts: C,
  line: readonly number[] = knownLine(found),
): SearchProgress & C {
  const { board, root } = searched;
  const over = isOver(searched, found);
  const known: Finding = over ? nothingFound(searched) : found;
  const { depth, value, bound, move, others } = known;
  const solved = over || isSolved(searched, known);
  const hasEnded = status === 'depth' || (over && status !== 'searching');
  return {
    status: hasEnded && solved ? 'solved' : status,
    // A solved game's value holds for every depth up to the one asked for; its length says more.
    depth: board.completes(root, depth) ? gameLength(board, root) : depth,
    // An algorithm that turns values around makes -0 of a draw.
    value: value + 0,
    bound,
    move,
    line,
    solved,
    ...counts,
    ...shareOf(known),
    ...(others && { others: others.map((each) => lineOf(searched, each)) }),
  };
}
