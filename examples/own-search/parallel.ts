// The program of sequential.ts, made parallel. What was added to its search is marked with a +; the rest of
// the function is the same, line by line. The call-backs below it are all that APHID must know of the game.
import { type Aphid, defineSearch } from 'plyades/own-search';
import connectFour, { type Column, type State } from '../connect-four.js';
import { cuts, type Entry, INFINITE, ordered, TABLE_SIZE, WIN } from './sequential.js';

const { moves, play, winner } = connectFour;
const evaluate = connectFour.evaluate!;
const keyOf = connectFour.key as (s: State) => number;

function create(aphid: Aphid<Column>) {
  const table = new Array<Entry | undefined>(TABLE_SIZE);
  let root: State;
  let current: State;

  function negaScout(s: State, ply: number, depth: number, alpha: number, beta: number): number {
    const result = winner(s);
    if (result !== undefined) return result === 'draw' ? 0 : -WIN - depth;
    if (depth === 0) return evaluate(s);
    const key = keyOf(s);
    if (aphid.horizon(ply, depth, key))
      // +
      return aphid.leafValue(alpha, beta, ply, depth, key, () => evaluate(s)); // +
    aphid.throwIfAlarm(); // +
    const slot = key % TABLE_SIZE;
    const known = table[slot]?.key === key ? table[slot] : undefined;
    if (!aphid.isMaster)
      if (known?.depth === depth && cuts(known, alpha, beta))
        // +
        return known.value;
    let best = -INFINITE;
    let bestMove = 0;
    let low = alpha;
    let high = beta;
    aphid.nodeStart(ply); // +
    for (const move of ordered(moves(s), known?.move)) {
      aphid.nodeMove(ply, move); // +
      const child = play(s, move);
      let value = -negaScout(child, ply + 1, depth - 1, -high, -low);
      if (value > low && value < beta && high < beta)
        value = -negaScout(child, ply + 1, depth - 1, -beta, -low);
      aphid.nodeUpdate(ply, value); // +
      if (value > best) {
        best = value;
        bestMove = move;
      }
      if (best >= beta) break;
      low = Math.max(low, best);
      high = low + 1;
    }
    aphid.nodeEnd(ply, best, beta); // +
    const bound = best <= alpha ? 'upper' : best >= beta ? 'lower' : 'exact';
    table[slot] = { key, depth, value: best, bound, move: bestMove };
    return best;
  }

  return {
    setRoot(position: State) {
      root = position;
      current = position;
    },
    moveDownPath(path: readonly Column[]) {
      current = path.reduce(play, root);
    },
    moveUpPath() {
      current = root;
    },
    search: (ply: number, depth: number, alpha: number, beta: number) =>
      negaScout(current, ply, depth, alpha, beta),
  };
}

export default defineSearch<State, Column>({ url: import.meta.url, maxScore: 11_000, create });
