// Counts the leaves of the full game tree to a fixed depth: the check of every move generator.
// The last ply is counted, not played.
import { Game, NOT_SAID } from '../contract';

/** Bytes of scratch memory for a perft of this depth: a position and a move list per ply. */
export function perftBytes<G extends Game>(depth: i32): usize {
  return <usize>(depth + 1) * plyBytes<G>();
}

function plyBytes<G extends Game>(): usize {
  const g = changetype<G>(0);
  return (<usize>g.size() + <usize>g.maxMoves() * 4 + 15) & ~15;
}

/** The position must be at the start of `scratch`, which has perftBytes(depth) bytes. */
export function perft<G extends Game>(scratch: usize, depth: i32): u64 {
  const g = changetype<G>(scratch);
  if (depth == 0) return 1;
  if (g.hasPerft()) return g.perft(depth, scratch + plyBytes<G>());
  return count<G>(scratch, depth);
}

function count<G extends Game>(scratch: usize, depth: i32): u64 {
  const g = changetype<G>(scratch);
  const moves = scratch + <usize>g.size();
  if (depth == 1) {
    let n = g.count(moves);
    if (n == NOT_SAID) n = g.generate(moves);
    return n == 0 ? <u64>g.finishedLeaves() : <u64>n;
  }
  const n = g.generate(moves);
  if (n == 0) return <u64>g.finishedLeaves();
  const next = scratch + plyBytes<G>();
  let total: u64 = 0;
  for (let i: usize = 0; i < (<usize>n) << 2; i += 4) {
    g.play(load<u32>(moves + i), next);
    total += count<G>(next, depth - 1);
  }
  return total;
}
