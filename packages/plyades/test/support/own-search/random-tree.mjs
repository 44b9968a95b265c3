// A program with a search of its own for the tests, in the style of an old C engine: one board that moves
// are made and taken back on, a flag or an exception that breaks a search off, and trees drawn by lot. A
// position says how its tree is made, whether sides may move twice, whether some moves extend the search,
// whether the search gives keys and whether it is left by an exception; and what goes wrong where.
import { defineSearch } from 'plyades/own-search';

const INFINITE = 10_000;

function mix(a, b) {
  let h = Math.imul(a ^ Math.imul(b + 1, 0x9e3779b9), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** An instance of the program; without `aphid` it is the sequential one. */
export function create(aphid) {
  const table = new Map();
  let game;
  let board;
  let terminated = false;

  /** Nodes are numbers; two orders of the same moves may lead to the same one. */
  const childOf = (node, i) => mix(node >>> 3, game.seed + i);
  const branching = (node) => (mix(node, 77) % 16 === 0 ? 0 : 1 + (mix(node, 1) % game.branching));
  const value = (node) => (mix(node, 2) % (2 * game.spread + 1)) - game.spread;
  const sameSide = (node) => game.doubles && mix(node, 3) % 4 === 0;
  const extends_ = (node, ply) => game.extensions && ply < 5 && mix(node, 4) % 5 === 0;

  function search(ply, depth, alpha, beta) {
    const node = board.at(-1);
    if (game.trouble && aphid?.[game.trouble.where]) trouble(game.trouble, aphid, ply);
    if (game.fraction && ply === game.fraction) return 0.5;
    const count = branching(node);
    // Path-dependent like a mate score: every process must know the true ply.
    if (count === 0) return game.byPly ? ply - 1000 : value(node);
    if (depth === 0) return value(node);
    const key = game.keyed ? `${node}` : undefined;
    const entry = `${node} ${ply} ${depth}`;
    const known = aphid?.isMaster ? undefined : table.get(entry);
    if (known && (known.lower === known.upper || known.lower >= beta || known.upper <= alpha))
      return known.upper <= alpha ? known.upper : known.lower;
    if (aphid?.horizon(ply, depth, key))
      return aphid.leafValue(alpha, beta, ply, depth, key, () => value(node));
    if (game.throws) aphid?.throwIfAlarm();
    else if (aphid?.checkAlarm()) terminated = true;
    if (terminated) return 0;
    aphid?.nodeStart(ply);
    let best = -INFINITE;
    for (let i = 0; i < count; i++) {
      const child = childOf(node, i);
      const again = sameSide(child);
      const left = extends_(child, ply) ? depth : depth - 1;
      aphid?.nodeMove(ply, { i }, again);
      board.push(child);
      const low = Math.max(alpha, best);
      const found = again ? search(ply + 1, left, low, beta) : -search(ply + 1, left, -beta, -low);
      board.pop();
      if (terminated) return 0;
      aphid?.nodeUpdate(ply, found);
      if (found > best) best = found;
      if (best >= beta) break;
    }
    aphid?.nodeEnd(ply, best, beta);
    const old = table.get(entry) ?? { lower: -INFINITE, upper: INFINITE };
    table.set(entry, {
      lower: best > alpha ? Math.max(best, old.lower) : old.lower,
      upper: best < beta ? Math.min(best, old.upper) : old.upper,
    });
    if (aphid?.isWorker) aphid.shareEntry(node, [entry, table.get(entry)], depth);
    return best;
  }

  return {
    setRoot(position) {
      // Also called where a search was left by an exception: then the table is still good.
      if (position !== game) table.clear();
      game = position;
      board = [position.seed];
    },
    moveDownPath(path) {
      for (const { i } of path) board.push(childOf(board.at(-1), i));
    },
    moveUpPath(path) {
      board.length -= path.length;
      if (board.length !== 1) throw new Error(`${board.length} positions are left on the board`);
    },
    search,
    clearAlarm() {
      terminated = false;
    },
    insertEntry(hash, [entry, bounds]) {
      if (!table.has(entry) && Number.isInteger(hash)) table.set(entry, bounds);
    },
    /** For programs that handle the root themselves: moves, and whether the same side moves again. */
    rootMoves: () =>
      Array.from({ length: branching(board[0]) }, (_, i) => {
        const child = childOf(board[0], i);
        return { move: { i }, sameSide: sameSide(child), extends: extends_(child, 0) };
      }),
  };
}

let nodes = 0;

/** Goes wrong in every thread, or in the first `times` that come there; see `shared`. */
function trouble({ what, times, after = 0 }, aphid, ply) {
  if (nodes++ < after) return;
  if (times && Atomics.add(new Int32Array(aphid.shared), 0, 1) >= times) return;
  if (what === 'throw') throw new TypeError(`a mistake at ply ${ply}`);
  if (what === 'exit') process.exit(7);
}

export default defineSearch({ url: import.meta.url, maxScore: 2000, create });
