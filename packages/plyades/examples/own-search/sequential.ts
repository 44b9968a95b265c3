// A program as it was before it became parallel: NegaScout for Connect Four with a transposition table of
// its own. parallel.ts is the same search with the calls of APHID in it.
import connectFour, { type Column, type State } from '../connect-four.js';
import { cuts, EXACT, LOWER, moveOf, scoreOf, Table, UPPER } from './table.js';

const { moves, play, winner } = connectFour;
const evaluate = connectFour.evaluate!;
const keyOf = connectFour.key as (s: State) => number;

/** A win counts this much and the depth that is left: quicker ones are worth more. */
const WIN = 10_000;
export const INFINITE = 20_000;

/** A searcher with an empty table; its size should be a prime number. */
export function createSearcher(tableSize = 2_000_003) {
  const table = new Table(tableSize);

  function negaScout(s: State, ply: number, depth: number, alpha: number, beta: number): number {
    const result = winner(s);
    if (result !== undefined) return result === 'draw' ? 0 : -WIN - depth;
    if (depth === 0) return evaluate(s);
    const key = keyOf(s);
    const known = table.find(key);
    if (cuts(known, depth, alpha, beta)) return scoreOf(known);
    let best = -INFINITE;
    let bestMove = 0;
    let low = alpha;
    let high = beta;
    for (const move of ordered(moves(s), moveOf(known))) {
      const child = play(s, move);
      let value = -negaScout(child, ply + 1, depth - 1, -high, -low);
      if (value > low && value < beta && high < beta)
        value = -negaScout(child, ply + 1, depth - 1, -beta, -low);
      if (value > best) {
        best = value;
        bestMove = move;
      }
      if (best >= beta) break;
      low = Math.max(low, best);
      high = low + 1;
    }
    const bound = best <= alpha ? UPPER : best >= beta ? LOWER : EXACT;
    table.store(key, depth, best, bound, bestMove);
    return best;
  }

  return { search: (s: State, depth: number) => negaScout(s, 0, depth, -INFINITE, INFINITE) };
}

/** The moves with this one in front. */
function ordered(all: readonly Column[], first: Column | undefined): readonly Column[] {
  return first === undefined ? all : [first, ...all.filter((move) => move !== first)];
}
