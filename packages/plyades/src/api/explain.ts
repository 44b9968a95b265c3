// explain(): a played move beside the best one, both searched to one depth. The first half of the limits finds the best
// move, the second compares the two.
import type { SearchLimits } from '../core/search-request.js';
import { advantageOf, makeComparison, type ValueScale } from './outcome.js';
import type { RankedMove } from './rank.js';

/** What a played move comes to. */
export interface MoveExplanation<Move> {
  readonly played: RankedMove<Move>;
  readonly best: RankedMove<Move>;
  /** True when no move is better. */
  readonly isBest: boolean;
  /** How much better the best move is, 0 or more; in a game for a margin, while one is unproved, in shares of random games. */
  readonly difference: number;
  /** Such as `best move`, `loses a win in 5`, `turns a draw into a loss in 4`, `gives away about 80`. */
  readonly words: string;
}

/** What ranks moves: the best line of all, or of two. */
export interface MoveComparer<Move> {
  best(limits: SearchLimits): Promise<RankedMove<Move>>;
  /** Both moves, the better one first. */
  both(best: Move, limits: SearchLimits): Promise<readonly RankedMove<Move>[]>;
  isPlayed(move: Move): boolean;
  readonly scale: ValueScale;
}

export async function explainMove<Move>(
  comparer: MoveComparer<Move>,
  limits: SearchLimits,
): Promise<MoveExplanation<Move>> {
  const { isPlayed, scale } = comparer;
  const found = await comparer.best(half(limits));
  if (isPlayed(found.move)) return explanationOf(found, found, scale);
  const ranked = await comparer.both(found.move, half(limits));
  const played = ranked.find(({ move }) => isPlayed(move))!;
  return explanationOf(ranked[0]!, played, scale);
}

function explanationOf<Move>(
  best: RankedMove<Move>,
  played: RankedMove<Move>,
  scale: ValueScale,
): MoveExplanation<Move> {
  const judge = ({ value, depth, result }: RankedMove<Move>) => {
    return { value, depth, solved: result !== undefined };
  };
  const difference = advantageOf(judge(best), judge(played), scale);
  const words = best === played ? 'best move' : makeComparison(judge(best), judge(played), scale);
  return { played, best, isBest: difference === 0, difference, words };
}

/** Half of what a move may take; the depth is the same for both. */
function half({ nodes, ms, clock, ...limits }: SearchLimits): SearchLimits {
  return {
    ...limits,
    ...(nodes !== undefined && { nodes: Math.max(1, Math.floor(nodes / 2)) }),
    ...(ms !== undefined && { ms: Math.max(1, ms / 2) }),
    ...(clock !== undefined && {
      clock: { ...clock, remainingMs: Math.max(1, clock.remainingMs / 2) },
    }),
  };
}
