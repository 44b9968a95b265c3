// The textbook's search, as parallel searches of the literature are compared with it: fail-hard alpha-beta
// with internal iterative deepening by two plies at every node, and a table (A. Ura and others, 2014,
// figure 1). A node asked for depth d is searched to d - 2 first, that to d - 4, and so on, so its
// iterations follow each other in one frame, from the shallowest to d. The best move of one comes first in
// the next; the others follow by the game's static score. No scouts, no killers, no history.
//
// It can also simulate, on one processor, what a parallel search cannot know (section 5.2): a tree that
// is cut at a horizon into a master's part and subtrees, whose tables are separate, and whose windows are
// open.
import { FULL_DEPTH, Game, INFINITE } from '../contract';
import { mix } from '../hash';
import { finishRoot } from './deepening';
import { settle } from './distance';
import { Frontier, POLL } from './frontier';
import { tell } from './leave';
import { pickMove } from './ordering';
import {
  Frame,
  frameStride,
  framesAt,
  isYielding,
  movesOf,
  Searcher,
  STATUS_ABORTED,
  STATUS_RUNNING,
  scoresOf,
  stateOf,
} from './searcher';
import { credit } from './shadow';
import {
  BOUND_EXACT,
  BOUND_LOWER,
  BOUND_UPPER,
  entryBound,
  entryDepth,
  entryForeign,
  entryMove,
  entryOpen,
  entryPlay,
  entryValue,
  NO_MOVE,
  pack,
  probe,
  remember,
  shadowOf,
} from './table';
import { setWindow } from './window';

/** Plies between two iterations. */
const STEP: i32 = 2;

const FIRST: i32 = i32.MAX_VALUE;

/** Keeps the entries of the master's part apart from those below its horizon. */
const MASTER_KEY: u64 = 0x5851f42d4c957f2d;

/**
 * After `start`: the tree is cut `horizon` plies below the root, 0 for not at all. Subtrees share the
 * results of nodes up to `sharing` plies below their roots. With `open`, they are searched with open
 * windows.
 */
export function cutAt(searcher: usize, horizon: i32, sharing: i32, open: bool): void {
  const s = changetype<Searcher>(searcher);
  s.horizon = horizon;
  s.sharing = sharing;
  s.opening = open ? 1 : 0;
}

/** Like `run` in search.ts. */
export function runTextbook<G extends Game>(searcher: usize, budget: i32): i32 {
  const s = changetype<Searcher>(searcher);
  const stride = frameStride<G>();
  const table = s.table;
  const lastPly = s.maxPly - 1;
  const horizon = s.horizon;

  let ply = s.ply;
  let frame = framesAt<G>(searcher) + <usize>ply * stride;
  let chunk = min(budget, POLL);
  let left = chunk;
  let leaves: u32 = 0;
  let value: i32 = 0;
  let open: u32 = 0;
  let returning = false;

  while (true) {
    const f = changetype<Frame>(frame);
    if (!returning) {
      // ---- a node is entered -----------------------------------------------------------------
      if (left <= 0) {
        const spent = chunk - left;
        s.nodes += spent;
        s.leaves += leaves;
        s.ply = ply;
        leaves = 0;
        budget -= spent;
        chunk = 0;
        left = 0;
        if (s.abortFlag != 0 && atomic.load<i32>(s.abortFlag) != 0) {
          s.status = STATUS_ABORTED;
          return STATUS_ABORTED;
        }
        if (budget <= 0 || isYielding(s)) return STATUS_RUNNING;
        chunk = min(budget, POLL);
        left = chunk;
      }
      left--;
      const g = changetype<G>(stateOf(frame));
      const depth = f.depth;
      f.pvLength = 0;
      f.reduced = 0;
      f.open = 0;
      f.index = 0;
      f.bestMove = NO_MOVE;
      f.tableMove = NO_MOVE;
      if (ply == horizon && horizon > 0 && s.opening) {
        f.alpha = -INFINITE;
        f.beta = INFINITE;
      }
      f.floor = f.alpha;

      if (depth <= 0 || ply == lastPly) {
        f.best = f.alpha;
        if (g.over()) {
          value = settle(g.result(), depth);
          open = 0;
          leaves++;
          returning = true;
        } else if (!g.standsPat() && ply < lastPly) {
          f.count = g.tactical(movesOf<G>(frame));
        } else {
          const stand = g.evaluate();
          f.open = 1;
          f.count = stand >= f.beta || ply == lastPly ? 0 : g.tactical(movesOf<G>(frame));
          if (f.count == 0) {
            value = stand;
            open = 1;
            leaves++;
            returning = true;
          } else if (stand > f.best) {
            f.best = stand;
            f.alpha = stand;
          }
        }
        if (returning) {
          value = min(max(value, f.floor), f.beta);
          continue;
        }
        sortMoves<G>(frame);
      } else {
        let from = depth == FULL_DEPTH ? FULL_DEPTH : ((depth - 1) & 1) + 1;
        if (table != 0 && depth >= g.tableDepth()) {
          const key = keyOf<G>(searcher, frame, ply);
          f.hash = key;
          const data = probe(table, key);
          if (data != 0) {
            f.tableMove = entryMove(data);
            const stored = entryDepth(data);
            const v = entryValue(data);
            const bound = entryBound(data);
            const decides =
              bound == BOUND_EXACT || (bound == BOUND_LOWER ? v >= f.beta : v <= f.alpha);
            if (decides && ply > 0 && entryPlay(data) == 0) {
              if (stored == depth) {
                if (entryForeign(data)) credit(table);
                s.tableHits++;
                value = min(max(v, f.alpha), f.beta);
                open = entryOpen(data);
                returning = true;
                continue;
              }
              if (stored < depth && ((depth - stored) & 1) == 0) from = stored + STEP;
            }
          }
        }
        if (ply == horizon && depth == s.maxDepth - horizon) s.tasks++;
        f.count = g.generate(movesOf<G>(frame));
        if (f.count == 0) {
          value = min(max(settle(g.result(), depth), f.alpha), f.beta);
          open = 0;
          leaves++;
          returning = true;
          continue;
        }
        f.reduced = depth - from;
        f.depth = from;
        const looked = beginIteration<G>(searcher, frame, ply);
        left -= looked;
        leaves += looked;
      }
    } else {
      // ---- a child has returned to its parent ------------------------------------------------
      if (ply == 0) {
        s.nodes += chunk - left;
        s.leaves += leaves;
        budget -= chunk - left;
        chunk = 0;
        left = 0;
        leaves = 0;
        s.ply = 0;
        const status = finishRoot<G>(searcher, value, open);
        if (status != STATUS_RUNNING) return status;
        returning = false;
        continue;
      }
      frame -= stride;
      ply--;
      const p = changetype<Frame>(frame);
      const v = changetype<G>(0).alternates() || p.sign < 0 ? -value : value;
      p.open |= open;
      if (v > p.best) {
        p.best = v;
        p.bestMove = p.move;
        p.alpha = v;
      }
      returning = false;
    }

    // ---- iterations of the node at `frame` end, or its next child is entered ---------------------
    const p = changetype<Frame>(frame);
    while (!returning && (p.best >= p.beta || p.index == p.count)) {
      value = min(p.best, p.beta);
      // It does not note which child is the best: where moves are left out, every value is open.
      open = changetype<G>(0).bounded() ? 1 : p.open;
      if (p.depth > 0 && table != 0 && p.depth + p.reduced >= changetype<G>(0).tableDepth()) {
        const bound = p.best >= p.beta ? BOUND_LOWER : p.best > p.floor ? BOUND_EXACT : BOUND_UPPER;
        const move = p.bestMove == NO_MOVE ? p.tableMove : p.bestMove;
        remember(table, p.hash, pack(value, p.depth, bound, open, 0, move));
        if (shadowOf(table) != 0) tell(searcher, frame, ply, table);
      }
      if (p.reduced == 0) {
        returning = true;
      } else {
        p.reduced -= STEP;
        p.depth += STEP;
        if (p.bestMove != NO_MOVE) p.tableMove = p.bestMove;
        const looked = beginIteration<G>(searcher, frame, ply);
        left -= looked + 1;
        leaves += looked;
      }
    }
    if (returning) continue;
    const child = frame + stride;
    const move = pickMove<G>(frame, p.index, p.count);
    p.index++;
    p.move = move;
    changetype<G>(stateOf(frame)).play(move, stateOf(child));
    if (!changetype<G>(0).alternates()) {
      const same = changetype<G>(stateOf(frame)).turn() == changetype<G>(stateOf(child)).turn();
      p.sign = same ? 1 : -1;
    }
    changetype<Frame>(child).depth = p.depth == FULL_DEPTH ? FULL_DEPTH : p.depth - 1;
    setWindow<G>(frame, child, p.alpha);
    frame = child;
    ply++;
  }
}

/** Sorts the moves for the iteration at hand; one ply from the horizon, looks at the leaves: how many. */
function beginIteration<G extends Game>(searcher: usize, frame: usize, ply: i32): i32 {
  const f = changetype<Frame>(frame);
  f.best = f.floor;
  f.alpha = f.floor;
  f.index = 0;
  f.open = 0;
  f.bestMove = NO_MOVE;
  sortMoves<G>(frame);
  if (f.depth != 1 || changetype<G>(0).quiesces()) return 0;
  const looked = Frontier.look<G>(searcher, frame, frame + frameStride<G>(), ply, 0);
  f.index = f.count;
  return looked;
}

/** By the static score, but for the move that is known to be good. */
function sortMoves<G extends Game>(frame: usize): void {
  const f = changetype<Frame>(frame);
  const moves = movesOf<G>(frame);
  const scores = scoresOf<G>(frame);
  changetype<G>(stateOf(frame)).score(moves, scores, f.count, f.depth);
  for (let i: usize = 0; i < (<usize>f.count) << 2; i += 4) {
    if (load<u32>(moves + i) == f.tableMove) store<i32>(scores + i, FIRST);
  }
}

/** The key under which a node is stored: its hash, and whose results it may use. */
function keyOf<G extends Game>(searcher: usize, frame: usize, ply: i32): u64 {
  const s = changetype<Searcher>(searcher);
  const hash = changetype<G>(stateOf(frame)).hash();
  const horizon = s.horizon;
  if (horizon == 0) return hash;
  if (ply <= horizon) return hash ^ MASTER_KEY;
  if (ply - horizon <= s.sharing) return hash;
  const root = framesAt<G>(searcher) + <usize>horizon * frameStride<G>();
  return hash ^ mix(changetype<G>(stateOf(root)).hash());
}
