// A program as it was before it became parallel: NegaScout for Connect Four with a transposition table of
// its own, in sixty lines. parallel.ts is the same search with the calls of APHID in it.
import connectFour, { type Column, type State } from '../connect-four.js';

const { moves, play, winner } = connectFour;
const evaluate = connectFour.evaluate!;
const keyOf = connectFour.key as (s: State) => number;

/** A win counts so much and the depth that is left: quicker ones are worth more. */
export const WIN = 10_000;
export const INFINITE = 20_000;
export const TABLE_SIZE = 1 << 18;

export interface Entry {
  readonly key: number;
  readonly depth: number;
  readonly value: number;
  readonly bound: 'exact' | 'lower' | 'upper';
  readonly move: Column;
}

/** A searcher with an empty table. */
export function createSearcher() {
  const table = new Array<Entry | undefined>(TABLE_SIZE);

  function negaScout(s: State, ply: number, depth: number, alpha: number, beta: number): number {
    const result = winner(s);
    if (result !== undefined) return result === 'draw' ? 0 : -WIN - depth;
    if (depth === 0) return evaluate(s);
    const key = keyOf(s);
    const slot = key % TABLE_SIZE;
    const known = table[slot]?.key === key ? table[slot] : undefined;
    if (known?.depth === depth && cuts(known, alpha, beta)) return known.value;
    let best = -INFINITE;
    let bestMove = 0;
    let low = alpha;
    let high = beta;
    for (const move of ordered(moves(s), known?.move)) {
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
    const bound = best <= alpha ? 'upper' : best >= beta ? 'lower' : 'exact';
    table[slot] = { key, depth, value: best, bound, move: bestMove };
    return best;
  }

  return { search: (s: State, depth: number) => negaScout(s, 0, depth, -INFINITE, INFINITE) };
}

/** The moves with this one in front. */
export function ordered(all: readonly Column[], first: Column | undefined): readonly Column[] {
  return first === undefined ? all : [first, ...all.filter((move) => move !== first)];
}

/** Whether an entry of the same depth says all that is asked for. */
export function cuts({ bound, value }: Entry, alpha: number, beta: number): boolean {
  if (bound === 'exact') return true;
  return bound === 'lower' ? value >= beta : value <= alpha;
}
