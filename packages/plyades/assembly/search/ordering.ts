// Move ordering: table move first, then the game's static score, killers and history together.
// Only the order of the moves depends on it, never a value in exact mode.
import { Game } from '../contract';
import { mix } from '../hash';
import { Frame, historyAt, killersAt, movesOf, scoresOf, stateOf } from './searcher';
import { NO_MOVE } from './table';

const TABLE_MOVE: i32 = 1 << 30;
const KILLER: i32 = 1 << 16;

/** History values stay within +-2^14, so that old merit fades as new is earned. */
const HISTORY_LIMIT: i32 = 1 << 14;

/** Scores the generated moves of a frame. */
export function scoreMoves<G extends Game>(searcher: usize, frame: usize, ply: i32): void {
  const f = changetype<Frame>(frame);
  const g = changetype<G>(stateOf(frame));
  const moves = movesOf<G>(frame);
  const scores = scoresOf<G>(frame);
  const count = f.count;
  const tableMove = f.tableMove;
  g.score(moves, scores, count, f.depth);
  const history = historyAt<G>(searcher);
  const killers = killersAt<G>(searcher) + ((<usize>ply) << 3);
  const killer0 = load<u32>(killers);
  const killer1 = load<u32>(killers, 4);
  for (let i: usize = 0; i < (<usize>count) << 2; i += 4) {
    const move = load<u32>(moves + i);
    let score = load<i32>(scores + i);
    if (move == tableMove) {
      score = TABLE_MOVE;
    } else {
      score += load<i32>(history + ((<usize>g.historySlot(move)) << 2));
      if (g.usesKillers() && (move == killer0 || move == killer1)) score += KILLER;
    }
    store<i32>(scores + i, score);
  }
}

/** Brings the best of the moves from `index` on to that place and returns it. */
export function pickMove<G extends Game>(frame: usize, index: i32, count: i32): u32 {
  const moves = movesOf<G>(frame);
  const scores = scoresOf<G>(frame);
  const first = (<usize>index) << 2;
  let best = first;
  let bestScore = load<i32>(scores + first);
  for (let i = first + 4; i < (<usize>count) << 2; i += 4) {
    const score = load<i32>(scores + i);
    if (score > bestScore) {
      bestScore = score;
      best = i;
    }
  }
  const move = load<u32>(moves + best);
  if (best != first) {
    store<u32>(moves + best, load<u32>(moves + first));
    store<i32>(scores + best, load<i32>(scores + first));
    store<u32>(moves + first, move);
    store<i32>(scores + first, bestScore);
  }
  return move;
}

/** A move has cut: it becomes a killer and gains history; the moves tried before it lose some. */
export function rewardCut<G extends Game>(searcher: usize, frame: usize, ply: i32): void {
  const f = changetype<Frame>(frame);
  const g = changetype<G>(stateOf(frame));
  const move = f.bestMove;
  const killers = killersAt<G>(searcher) + ((<usize>ply) << 3);
  if (g.usesKillers() && load<u32>(killers) != move) {
    store<u32>(killers, load<u32>(killers), 4);
    store<u32>(killers, move);
  }
  const depth = min(f.depth, 24);
  const bonus = depth * depth;
  const history = historyAt<G>(searcher);
  credit(history + ((<usize>g.historySlot(move)) << 2), bonus);
  const moves = movesOf<G>(frame);
  for (let i = 0; i < f.index - 1; i++) {
    const other = load<u32>(moves + ((<usize>i) << 2));
    if (other != move) credit(history + ((<usize>g.historySlot(other)) << 2), -bonus);
  }
}

function credit(slot: usize, bonus: i32): void {
  const old = load<i32>(slot);
  store<i32>(slot, old + bonus - (old * abs(bonus)) / HISTORY_LIMIT);
}

/** Before the search of another position: killers belong to plies, and the plies are others. */
export function forgetKillers<G extends Game>(searcher: usize, maxPly: i32): void {
  const killers = killersAt<G>(searcher);
  for (let i: usize = 0; i < (<usize>maxPly) << 1; i++) store<u32>(killers + (i << 2), NO_MOVE);
}

/** Before a new search: killers are forgotten, history is kept at an eighth. */
export function fadeOrdering<G extends Game>(searcher: usize, maxPly: i32): void {
  forgetKillers<G>(searcher, maxPly);
  const history = historyAt<G>(searcher);
  const slots = <usize>changetype<G>(0).historySlots();
  for (let i: usize = 0; i < slots; i++) {
    const slot = history + (i << 2);
    store<i32>(slot, load<i32>(slot) / 8);
  }
}

/** Noise of up to a sixteenth of the history's range, as if little things had been learnt. */
export function perturbOrdering<G extends Game>(searcher: usize, seed: u32): void {
  const history = historyAt<G>(searcher);
  const slots = <usize>changetype<G>(0).historySlots();
  const span: u64 = HISTORY_LIMIT / 8;
  for (let i: usize = 0; i < slots; i++) {
    const noise = mix(((<u64>seed) << 32) | <u64>(i + 1)) % span;
    const slot = history + (i << 2);
    store<i32>(slot, load<i32>(slot) + <i32>noise - <i32>(span / 2));
  }
}
