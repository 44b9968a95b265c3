// The search as the paper on game trees on GPUs has it, and what its device must agree with: branches in one
// total order, values of leaves, minimax without pruning and fail-soft alpha-beta without a table, scouts or
// anything learnt. In exact mode all of them find what the sequential search finds.
import { Game, INFINITE } from '../contract';
import { settle } from './distance';

/** Plies of a line: the quiescence search of a leaf goes on for some. */
export const PLAIN_PLIES: i32 = 64;

/** Nodes that were entered since the instance was made; a WebAssembly global. */
let entered: f64 = 0;

export function referenceNodes(): f64 {
  return entered;
}

function listBytes<G extends Game>(): usize {
  return (<usize>changetype<G>(0).maxMoves()) << 2;
}

function plyBytes<G extends Game>(): usize {
  return (<usize>changetype<G>(0).size() + 2 * listBytes<G>() + 15) & ~15;
}

/** Bytes of scratch memory that the searches need. */
export function referenceBytes<G extends Game>(): i32 {
  return <i32>(<usize>PLAIN_PLIES * plyBytes<G>());
}

/**
 * Writes the legal moves to `list`, the best first: by the game's static score, and of equals the greater
 * code first. What lies maxMoves() words behind the list is scratch.
 */
export function orderedMoves<G extends Game>(position: usize, list: usize): i32 {
  return sorted<G>(position, list, changetype<G>(position).generate(list));
}

function sorted<G extends Game>(position: usize, list: usize, count: i32): i32 {
  const scores = list + listBytes<G>();
  changetype<G>(position).score(list, scores, count, 1);
  for (let i: usize = 4; i < (<usize>count) << 2; i += 4) {
    const move = load<u32>(list + i);
    const score = load<i32>(scores + i);
    let at = i;
    while (at > 0) {
      const before = load<i32>(scores + at - 4);
      if (before > score || (before == score && load<u32>(list + at - 4) > move)) break;
      store<u32>(list + at, load<u32>(list + at - 4));
      store<i32>(scores + at, before);
      at -= 4;
    }
    store<u32>(list + at, move);
    store<i32>(scores + at, score);
  }
  return count;
}

/**
 * Fail-soft alpha-beta of `depth` plies and the quiescence search beyond; with a window of all values below
 * every node (`full`) it is minimax down to the leaves.
 */
export function referenceSearch<G extends Game>(
  position: usize,
  depth: i32,
  alpha: i32,
  beta: i32,
  full: bool,
  scratch: usize,
): i32 {
  return search<G>(position, depth, alpha, beta, full, scratch, PLAIN_PLIES - 1);
}

function search<G extends Game>(
  position: usize,
  depth: i32,
  alpha: i32,
  beta: i32,
  full: bool,
  scratch: usize,
  plies: i32,
): i32 {
  entered++;
  const game = changetype<G>(position);
  const list = scratch + <usize>game.size();
  let best = -INFINITE;
  let count = 0;
  if (depth > 0) {
    count = orderedMoves<G>(position, list);
    if (count == 0) return settle(game.result(), depth);
  } else {
    if (game.over()) return settle(game.result(), depth);
    if (game.standsPat() || plies == 0) {
      best = game.evaluate();
      if (best >= beta || !game.quiesces() || plies == 0) return best;
      if (best > alpha) alpha = best;
    }
    count = sorted<G>(position, list, game.tactical(list));
  }
  const open = full && depth > 0;
  for (let i: usize = 0; i < (<usize>count) << 2; i += 4) {
    game.play(load<u32>(list + i), scratch);
    const value = open
      ? -search<G>(
          scratch,
          depth - 1,
          -INFINITE,
          INFINITE,
          full,
          scratch + plyBytes<G>(),
          plies - 1,
        )
      : -search<G>(scratch, depth - 1, -beta, -alpha, full, scratch + plyBytes<G>(), plies - 1);
    if (value > best) best = value;
    if (best > alpha) alpha = best;
    if (best >= beta && !open) break;
  }
  return best;
}
