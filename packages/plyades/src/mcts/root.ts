// What a search by random games knows of its root, and what it says about it: the move to play, the value and the line.
// Threads without a common memory have a tree each; their roots are added up (root parallelization, Chaslot et al. 2008).
import { WIN } from '../core/score.js';
import type { Found } from '../kernel/index.js';
import type { Finding } from '../search/progress.js';

/** A move of the root. Values and bounds are those of side 0. */
export interface MctsMove {
  readonly move: number;
  readonly visits: number;
  /** Half points of the side to move at the root. */
  readonly wins: number;
  readonly lower: number;
  readonly upper: number;
  /** Plies to the end by the proof, when it is solved. */
  readonly length: number;
  /** The line that begins with this move. */
  readonly line: readonly number[];
}

export interface RootStatistics {
  readonly turn: 0 | 1;
  readonly lower: number;
  readonly upper: number;
  readonly length: number;
  readonly simulations: number;
  /** None when the game is over. */
  readonly moves: readonly MctsMove[];
}

/** The value of a position in which every random game is won. */
export const TREE_CERTAINTY = 1000;

const isSolved = ({ lower, upper }: Pick<MctsMove, 'lower' | 'upper'>) => lower === upper;

/** Points per simulation, 0 to 1, within what is proved, and 0.5 before the first one; of a solved move those of its value. */
function rateOf(turn: 0 | 1, { visits, wins, lower, upper }: MctsMove): number {
  const points = (value: number) => 0.5 + 0.5 * Math.sign(forSide(turn, value));
  const [least, most] =
    turn === 0 ? [points(lower), points(upper)] : [points(upper), points(lower)];
  const rate = visits === 0 ? 0.5 : wins / (2 * visits);
  return Math.min(most, Math.max(least, rate));
}

const forSide = (turn: 0 | 1, value: number): number => (turn === 0 ? value : -value);

/**
 * The move to play. Of a solved root one that keeps its value, the quickest to win and the slowest to lose. Else the
 * most visited one that is not solved, or a solved one that is worth as much and not lost. Moves that are as bad as
 * another whatever happens were left out by the search and are left out here.
 */
export function bestMove({ turn, lower, upper, moves }: RootStatistics): MctsMove | undefined {
  if (lower === upper) {
    const keeping = moves.filter((each) => isSolved(each) && each.lower === lower);
    const sign = forSide(turn, lower) > 0 ? 1 : -1;
    return keeping.reduce<MctsMove | undefined>(
      (best, each) => (best && sign * best.length <= sign * each.length ? best : each),
      undefined,
    );
  }
  const most = moves
    .filter((each) => !isSolved(each))
    .reduce<MctsMove | undefined>(
      (best, each) => (best && best.visits >= each.visits ? best : each),
      undefined,
    );
  const sure = moves
    .filter(isSolved)
    .reduce<MctsMove | undefined>(
      (best, each) =>
        best && forSide(turn, best.lower) >= forSide(turn, each.lower) ? best : each,
      undefined,
    );
  if (most === undefined || sure === undefined) return most ?? sure ?? moves[0];
  return meritOf(turn, sure) >= rateOf(turn, most) ? sure : most;
}

/** Which moves of the root are reported, and how many of them. */
export interface RootLines {
  readonly lines?: number | undefined;
  readonly only?: readonly number[] | undefined;
}

/**
 * The finding of a search, with as many other lines as are asked for; undefined while the root has not been expanded.
 * Moves that were compared stand in the order of what is known of them; else the move to play comes first.
 */
export function findingOf(
  root: RootStatistics,
  { lines = 1, only }: RootLines = {},
): Finding | undefined {
  const { turn } = root;
  const asked = root.moves.filter(({ move }) => only?.includes(move) ?? true);
  const ranked = lines === 1 && only === undefined ? [] : asked.sort(byMerit(turn));
  const best = only === undefined ? bestMove(root) : ranked[0];
  if (best === undefined) return undefined;
  const others = ranked.filter((each) => each !== best).slice(0, lines - 1);
  const visits = root.moves.reduce((sum, each) => sum + each.visits, 0);
  const lineOf = (each: MctsMove) => ({
    ...foundFor(turn, each),
    ...(visits > 0 && { share: each.visits / visits }),
  });
  return {
    ...lineOf(best),
    complete: only === undefined ? isSolved(root) : isBestOf(turn, best, asked),
    ...(lines > 1 && { others: others.map(lineOf) }),
  };
}

/** A move as a finding of its own. */
function foundFor(turn: 0 | 1, each: MctsMove): Found {
  const complete = isSolved(each);
  const value = complete
    ? forSide(turn, each.lower)
    : Math.round(TREE_CERTAINTY * (2 * rateOf(turn, each) - 1));
  const pv = [each.move, ...each.line];
  // A value of WIN at this depth says in how many plies the game is won.
  const depth = complete && Math.abs(each.lower) === WIN ? each.length + 1 : pv.length;
  return { depth, value: value + 0, bound: 'exact', move: each.move, pv, complete };
}

/** True when a solved move is as good as each of these can be. */
function isBestOf(turn: 0 | 1, best: MctsMove, moves: readonly MctsMove[]): boolean {
  const most = ({ lower, upper }: MctsMove) => forSide(turn, turn === 0 ? upper : lower);
  return isSolved(best) && moves.every((each) => most(each) <= forSide(turn, best.lower));
}

/** Best first: by value when solved, quick wins and slow losses first; else by a rate that few visits lower. */
function byMerit(turn: 0 | 1): (a: MctsMove, b: MctsMove) => number {
  return (a, b) => {
    if (isSolved(a) && isSolved(b)) {
      const [mine, other] = [forSide(turn, a.lower), forSide(turn, b.lower)];
      if (mine !== other) return other - mine;
      return mine > 0 ? a.length - b.length : b.length - a.length;
    }
    return meritOf(turn, b) - meritOf(turn, a);
  };
}

/** Below every move of which less is known than that it loses. */
const LOST = -1;

/** The rate of a solved move; of others, one standard error of a fair coin below it. */
function meritOf(turn: 0 | 1, each: MctsMove): number {
  const rate = rateOf(turn, each);
  if (isSolved(each)) return rate === 0 ? LOST : rate;
  return rate - 0.5 / Math.sqrt(each.visits + 1);
}

/** Adds the roots of trees that grew apart. What one tree has proved holds for all. */
export function addRoots(roots: readonly RootStatistics[]): RootStatistics {
  const [first, ...others] = roots;
  return others.reduce(addTwo, first!);
}

function addTwo(a: RootStatistics, b: RootStatistics): RootStatistics {
  const moves =
    a.moves.length === 0
      ? b.moves
      : a.moves.map((each, i) => (b.moves[i] === undefined ? each : addMoves(each, b.moves[i])));
  const bounds = tighten(a, b, moves, a.turn);
  return { turn: a.turn, ...bounds, simulations: a.simulations + b.simulations, moves };
}

function addMoves(a: MctsMove, b: MctsMove): MctsMove {
  const source = isSolved(b) && !isSolved(a) ? b : isSolved(a) || a.visits >= b.visits ? a : b;
  return {
    move: a.move,
    visits: a.visits + b.visits,
    wins: a.wins + b.wins,
    lower: Math.max(a.lower, b.lower),
    upper: Math.min(a.upper, b.upper),
    length: source.length,
    line: source.line,
  };
}

/** Bounds of the root: the tighter ones of both, and what the moves together prove. */
function tighten(
  a: RootStatistics,
  b: RootStatistics,
  moves: readonly MctsMove[],
  turn: 0 | 1,
): Pick<RootStatistics, 'lower' | 'upper' | 'length'> {
  const best = turn === 0 ? Math.max : Math.min;
  let lower = Math.max(a.lower, b.lower);
  let upper = Math.min(a.upper, b.upper);
  if (moves.length > 0) {
    const near = best(...moves.map((each) => (turn === 0 ? each.lower : each.upper)));
    if (turn === 0) lower = Math.max(lower, near);
    else upper = Math.min(upper, near);
  }
  const solved = [a, b].find(isSolved);
  if (solved !== undefined) return { lower, upper, length: solved.length };
  const keeping = moves.filter((each) => isSolved(each) && each.lower === lower);
  return { lower, upper, length: 1 + Math.max(0, ...keeping.map(({ length }) => length)) };
}
