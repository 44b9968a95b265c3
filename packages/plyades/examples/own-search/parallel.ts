// The program of sequential.ts, made parallel. What was added to the search is marked with a +; the rest is
// the same, line by line. The four call-backs below it are all that APHID must know of the game.
import { type Aphid, defineSearch } from 'plyades/own-search';
import connectFour, { type Column, type State } from '../connect-four.js';
import { cuts, EXACT, LOWER, moveOf, scoreOf, Table, UPPER } from './table.js';

const { moves, play, winner } = connectFour;
const evaluate = connectFour.evaluate!;
const keyOf = connectFour.key as (s: State) => number;

/** A win counts this much and the depth that is left: quicker ones are worth more. */
const WIN = 10_000;
export const INFINITE = 20_000;

/** Entries of the table, a prime number. Its bytes are for `parallelize`, if the workers share it. */
const TABLE_SIZE = 2_000_003;
export const TABLE_BYTES = Table.bytes(TABLE_SIZE);

function create(aphid: Aphid<Column>) {
  // The master's scores are guesses: it keeps its table to itself, and stores nothing there but moves.
  const table = new Table(TABLE_SIZE, aphid.isMaster ? undefined : aphid.shared);
  let root: State;
  let current: State;

  function negaScout(s: State, ply: number, depth: number, alpha: number, beta: number): number {
    const result = winner(s);
    if (result !== undefined) return result === 'draw' ? 0 : -WIN - depth;
    if (depth === 0) return evaluate(s);
    const key = keyOf(s);
    const leaf = aphid.horizon(ply, depth, key); // +
    if (leaf) return aphid.leafValue(alpha, beta, ply, depth, key, () => evaluate(s)); // +
    aphid.throwIfAlarm(); // +
    const known = table.find(key);
    if (cuts(known, depth, alpha, beta)) return scoreOf(known);
    let best = -INFINITE;
    let bestMove = 0;
    let low = alpha;
    let high = beta;
    aphid.nodeStart(ply); // +
    for (const move of ordered(moves(s), moveOf(known))) {
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
    if (!aphid.nodeEnd(ply, best, beta)) return best; // +
    if (aphid.isMaster) depth = 0; // +
    const bound = best <= alpha ? UPPER : best >= beta ? LOWER : EXACT;
    table.store(key, depth, best, bound, bestMove);
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

/** The moves with this one in front. */
function ordered(all: readonly Column[], first: Column | undefined): readonly Column[] {
  return first === undefined ? all : [first, ...all.filter((move) => move !== first)];
}

export default defineSearch<State, Column>({ url: import.meta.url, maxScore: 11_000, create });
