// The search: one loop over an explicit stack, so that it can stop after any number of nodes and go
// on later as if nothing had happened. A node is either being entered (its window, depth and position
// are in the frame) or returning a value to its parent; the frame remembers whether the child under
// way is a scout. Fail-soft throughout: a value outside the window is still the best bound proved.
//
// Exact mode takes table values only from entries of exactly the same depth and prunes nothing but
// what alpha-beta prunes, so the value is the minimax value of the fixed-depth tree with every
// method, table size and slicing. Play mode also takes deeper entries, and in games that allow
// it leaves out what hardly matters (selective.ts) or what shallower searches predict (probcut.ts).
import { FULL_DEPTH, Game, INFINITE, NO_BOUND, PROVEN } from '../contract';
import { cutByChild } from './ahead';
import { abandonShortening, finishRoot } from './deepening';
import { quickestLoss, quickestWin, remainingAt, settle } from './distance';
import { Frontier, POLL } from './frontier';
import { extendPv, isRestricted, leave } from './leave';
import {
  claimChild,
  clearMark,
  clearMarks,
  decidedAbove,
  LOOK,
  marksOf,
  sharesTree,
} from './marks';
import { pickMove, scoreMoves } from './ordering';
import { beginProbe, canProbCut, cutValue, endProbe, isProbing } from './probcut';
import { isDrawInReach, isRepeated, keyOfDraw, noteKey, valueByPath } from './repetition';
import {
  Frame,
  frameStride,
  framesAt,
  isYielding,
  METHOD_ALPHABETA,
  METHOD_TEXTBOOK,
  MODE_PLAY,
  movesOf,
  NO_SCOUT,
  Searcher,
  STATUS_ABORTED,
  STATUS_RUNNING,
  STATUS_WAITING,
  scoresOf,
  solverAt,
  stateOf,
} from './searcher';
import {
  AFTER_PASS,
  depthAfterPass,
  FRESH,
  freshen,
  isFutile,
  isSure,
  nextWorthy,
  PASSED,
  PASSING,
  valueOfPass,
} from './selective';
import { credit } from './shadow';
import { SHORTENING_KEY } from './shortest-win';
import { NO_CUT, typeAt } from './splitting';
import {
  BOUND_EXACT,
  BOUND_LOWER,
  entryBound,
  entryDepth,
  entryForeign,
  entryMove,
  entryOpen,
  entryPlay,
  entryValueAt,
  NO_MOVE,
  probe,
} from './table';
import { runTextbook } from './textbook';
import { noteBest } from './width';
import { scoutWindow, setWindow } from './window';

/**
 * Searches about `budget` more nodes of a running searcher (a little more where a small subtree is
 * searched in one go) and returns its status.
 */
export function run<G extends Game>(searcher: usize, budget: i32): i32 {
  const s = changetype<Searcher>(searcher);
  if (s.status != STATUS_RUNNING) return s.status;
  if (s.method == METHOD_TEXTBOOK) return runTextbook<G>(searcher, budget);
  if (changetype<G>(0).usesProbCut() && s.mode == MODE_PLAY && !s.thorough) {
    return searchOn<G, ProbCutPolicy>(searcher, budget);
  }
  return searchOn<G, NoProbCut>(searcher, budget);
}

/**
 * Whether nodes may be cut by what shallower searches predict. It is a type, so that a search that does not
 * ask is compiled without the question: it would cost exact mode 2 % of its speed.
 */
@unmanaged
abstract class PruningPolicy {
  abstract usesProbCut(): bool;
}

@unmanaged
class NoProbCut extends PruningPolicy {
  @inline
  usesProbCut(): bool {
    return false;
  }
}

@unmanaged
class ProbCutPolicy extends PruningPolicy {
  @inline
  usesProbCut(): bool {
    return true;
  }
}

function searchOn<G extends Game, M extends PruningPolicy>(searcher: usize, budget: i32): i32 {
  const s = changetype<Searcher>(searcher);

  const stride = frameStride<G>();
  const table = s.table;
  const method = s.method;
  const play: u32 = s.mode == MODE_PLAY ? 1 : 0;
  let select = play && !s.thorough && !s.shortening;
  const lastPly = s.maxPly - 1;
  const shares = s.markDepth != 0 && table != 0 && marksOf(table) != 0 && sharesTree<G>(play != 0);
  /** Whether to look if another thread has decided a node above: at the beginning, then after LOOK nodes. */
  let looks = shares;
  let unlooked = 0;
  // The table does not know the game: what can be repeated within two plies is looked at.
  const trusted = play && changetype<G>(0).repeats() && s.beforeCount > 0 ? 2 : 1;

  let ply = s.ply;
  let frame = framesAt<G>(searcher) + <usize>ply * stride;
  let chunk = min(budget, POLL);
  let left = chunk;
  let leaves: u32 = 0;

  /** The value of the node that is returning, from its own side, and whether it rests on an evaluation. */
  let value: i32 = 0;
  let open: u32 = 0;
  let returning = false;
  if (s.leaving) {
    s.leaving = 0;
    value = leave<G>(searcher, frame, ply, table, play);
    open = changetype<Frame>(frame).open;
    returning = true;
  }

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
        unlooked += spent;
        if (shares && unlooked >= LOOK) {
          looks = true;
          unlooked = 0;
        }
      }
      if (looks) {
        looks = false;
        const decided = decidedAbove<G>(searcher, ply, play);
        if (decided >= 0) {
          s.decidedMeanwhile++;
          clearMarks<G>(searcher, decided, ply);
          ply = decided;
          frame = framesAt<G>(searcher) + <usize>ply * stride;
          value = changetype<Frame>(frame).best;
          open = changetype<Frame>(frame).open;
          returning = true;
          continue;
        }
      }
      left--;

      const g = changetype<G>(stateOf(frame));
      const depth = f.depth;
      const alpha = f.alpha;
      const beta = f.beta;
      open = 0;
      f.pvLength = 0;

      if (play && g.repeats()) {
        noteKey<G>(searcher, ply, stateOf(frame));
        value = ply > 0 ? valueByPath<G>(searcher, frame, stride, ply) : NO_BOUND;
        if (value != NO_BOUND) {
          open = 1;
          leaves++;
          returning = true;
          continue;
        }
      }

      if (g.selective() && play && s.shortening && s.nodes + (chunk - left) > s.shorteningNodes) {
        s.nodes += chunk - left;
        s.leaves += leaves;
        budget -= chunk - left;
        chunk = 0;
        left = 0;
        leaves = 0;
        const status = abandonShortening<G>(searcher);
        if (status != STATUS_RUNNING) return status;
        select = play && !s.thorough;
        ply = 0;
        frame = framesAt<G>(searcher);
        continue;
      }

      // A quicker win is known above than any that is left here.
      if (g.selective() && play && ply > 0) {
        const remaining = remainingAt(s, ply, depth, play);
        if (alpha >= quickestWin(remaining) || beta <= quickestLoss(remaining)) {
          value =
            alpha >= quickestWin(remaining) ? quickestWin(remaining) : quickestLoss(remaining);
          open = 1;
          returning = true;
          continue;
        }
      }

      // The whole rest of the game is to be searched: the game may know a short cut.
      if (depth == FULL_DEPTH && ply > 0) {
        if (g.solvable()) {
          const before = s.nodes;
          const counts = offsetof<Searcher>('nodes') + searcher;
          const memory = solverAt<G>(searcher);
          const shared = shares ? table : 0;
          const isAll = shares && typeAt<G>(searcher, ply) == NO_CUT;
          value = g.solve(alpha, beta, counts, memory, shared, s.markPlies, isAll);
          left -= <i32>(s.nodes - before);
          s.nodes = before;
          returning = true;
        } else {
          value = g.staticBound(alpha, beta);
          returning = value != NO_BOUND;
        }
      }

      // The table. Of a game that has ended by the way it took, it may know the position as it was before.
      let tableMove = NO_MOVE;
      const ended = play != 0 && g.endsByPath();
      if (!returning && table != 0 && depth >= g.tableDepth() && !ended) {
        const apart: u64 = play ? keyOfDraw<G>(stateOf(frame), depth) : 0;
        let hash = g.hash() ^ apart;
        if (g.selective() && play && s.shortening) hash ^= SHORTENING_KEY;
        f.hash = hash;
        const data = probe(table, hash);
        if (data != 0) {
          tableMove = entryMove(data);
          const stored = entryDepth(data);
          if (
            ply >= trusted &&
            (stored == depth || (play && stored > depth)) &&
            entryPlay(data) <= play
          ) {
            const bound = entryBound(data);
            const v = entryValueAt(data, remainingAt(s, ply, depth, play));
            const decides = bound == BOUND_EXACT || (bound == BOUND_LOWER ? v >= beta : v <= alpha);
            // What a deeper search found may lie beyond the draw that this one does not reach.
            const beyond = apart == 0 && stored > depth && isDrawInReach<G>(stateOf(frame), stored);
            if (decides && !beyond) {
              if (entryForeign(data)) credit(table);
              s.tableHits++;
              value = v;
              open = entryOpen(data);
              returning = true;
            }
          }
        }
      }

      if (!returning) {
        f.floor = alpha;
        f.open = 0;
        f.index = 0;
        f.tableMove = tableMove;
        f.bestMove = NO_MOVE;
        f.best = -INFINITE;

        if (changetype<M>(0).usesProbCut() && ply < lastPly && canProbCut<G>(s, f, ply)) {
          if (beginProbe<G>(frame, frame + stride)) {
            frame += stride;
            ply++;
            continue;
          }
        }

        if (g.selective() && select && depth > 0 && ply < lastPly) {
          f.checked = g.standsPat() ? 0 : 1;
          f.futile = 0;
          f.reduced = 0;
          const wonOrLost = abs(beta) >= PROVEN;
          // The evaluation and a pass know nothing of a draw for lack of progress.
          const drawn = isDrawInReach<G>(stateOf(frame), depth);
          if (!f.checked && f.passing != PASSED && ply > 0 && !wonOrLost && !drawn) {
            const stand = g.evaluate();
            if (beta - alpha == 1) {
              if (isSure(stand, depth, beta)) {
                value = stand;
                open = 1;
                returning = true;
                continue;
              }
              if (depth >= 3 && stand >= beta && f.passing == FRESH && g.canPass()) {
                f.passing = PASSING;
                const child = frame + stride;
                g.pass(stateOf(child));
                const c = changetype<Frame>(child);
                c.depth = depthAfterPass(depth);
                c.alpha = -beta;
                c.beta = 1 - beta;
                freshen(child);
                c.passing = AFTER_PASS;
                frame = child;
                ply++;
                continue;
              }
            }
            if (isFutile(stand, depth, alpha)) f.futile = 1;
          }
        }

        if (depth <= 0 || ply == lastPly) {
          // Quiescence: the side to move may stand pat, if the game lets it, or try a tactical move.
          if (ply > s.deepest) s.deepest = ply;
          if (g.over()) {
            value = settle(g.result(), remainingAt(s, ply, depth, play));
            if (g.endsByPath()) open = 1;
            leaves++;
            returning = true;
          } else if (!g.standsPat() && ply < lastPly) {
            f.count = g.tactical(movesOf<G>(frame));
          } else {
            const stand = g.evaluate();
            f.open = 1;
            f.best = stand;
            f.count = stand >= beta || ply == lastPly ? 0 : g.tactical(movesOf<G>(frame));
            if (f.count == 0) {
              value = stand;
              open = 1;
              leaves++;
              returning = true;
            } else if (stand > alpha) {
              f.alpha = stand;
            }
          }
        } else if (g.looksAtLeaves() && depth == 1 && !g.over() && !isRestricted(s, ply)) {
          const looked = leavesOfGame<G>(frame);
          left -= looked;
          leaves += looked;
          value = leave<G>(searcher, frame, ply, table, play);
          open = f.open;
          returning = true;
        } else {
          f.count = g.generate(movesOf<G>(frame));
          if (isRestricted(s, ply)) f.count = keepRootMoves<G>(s, frame);
          if (f.count == 0) {
            value = settle(g.result(), remainingAt(s, ply, depth, play));
            if (g.endsByPath()) open = 1;
            leaves++;
            returning = true;
          }
        }
        if (!returning && table != 0 && ply > 0 && g.looksAhead(depth)) {
          const remaining = remainingAt(s, ply, depth, play);
          value = cutByChild<G>(frame, frame + stride, table, play, remaining);
          open = f.open;
          returning = value != NO_BOUND;
        }
        if (!returning) {
          scoreMoves<G>(searcher, frame, ply);
          if (depth == 1 && !g.quiesces() && !g.looksAtLeaves()) {
            const looked = Frontier.look<G>(searcher, frame, frame + stride, ply, play);
            left -= looked;
            leaves += looked;
            value = leave<G>(searcher, frame, ply, table, play);
            open = f.open;
            returning = true;
          }
        }
      }
      if (returning) continue;
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
        select = play && !s.thorough && !s.shortening;
        returning = false;
        continue;
      }
      frame -= stride;
      ply--;
      const p = changetype<Frame>(frame);
      if (shares) clearMark(frame);
      if (changetype<M>(0).usesProbCut() && isProbing(frame)) {
        returning = endProbe<G>(frame, frame + stride, value, table);
        if (returning) {
          value = cutValue(frame);
          open = 1;
        }
        continue;
      }
      const v = changetype<G>(0).alternates() || p.sign < 0 ? -value : value;
      p.open |= open;
      if (changetype<G>(0).selective() && select) {
        if (p.passing == PASSING) {
          if (v >= p.beta) {
            value = valueOfPass(v, p.beta);
            open = 1;
            p.passing = FRESH;
          } else {
            p.passing = PASSED;
            returning = false;
          }
          continue;
        }
        if (p.reduced > 0 && v > p.alpha) {
          // Better than thought: the same window at the full depth.
          const child = frame + stride;
          changetype<Frame>(child).depth += p.reduced;
          freshen(child);
          p.reduced = 0;
          scoutWindow<G>(frame, child);
          frame = child;
          ply++;
          returning = false;
          continue;
        }
      }
      if (v > p.scout && v < p.beta) {
        // The scout says at least v: search again for the exact value. (It is judged by its own
        // window: the node's may have been narrowed since.)
        p.scout = NO_SCOUT;
        setWindow<G>(frame, frame + stride, max(v - 1, p.alpha));
        if (changetype<G>(0).selective()) freshen(frame + stride);
        if (changetype<M>(0).usesProbCut()) changetype<Frame>(frame + stride).probing = 0;
        frame += stride;
        ply++;
        returning = false;
        continue;
      }
      if (v > p.best) {
        p.best = v;
        p.bestMove = p.move;
        noteBest<G>(p, open);
        if (v > p.alpha) {
          p.alpha = v;
          if (v < p.beta) extendPv<G>(searcher, frame, stride, ply);
        }
      }
      if (p.best >= p.beta || p.index == p.count) {
        if (p.pending != 0) {
          if (p.best < p.beta) {
            s.nodes += chunk - left;
            s.leaves += leaves;
            s.ply = ply;
            s.status = STATUS_WAITING;
            return STATUS_WAITING;
          }
          p.pending = 0;
        }
        value = leave<G>(searcher, frame, ply, table, play);
        open = p.open;
        continue;
      }
      returning = false;
    }

    // ---- the next child of the node at `frame` is entered --------------------------------------
    const p = changetype<Frame>(frame);
    const child = frame + stride;
    const first = p.index == 0;
    let depth = p.depth == FULL_DEPTH ? FULL_DEPTH : p.depth - 1;
    if (changetype<G>(0).selective() && select && p.depth > 0) {
      depth = nextWorthy<G>(frame, child, ply < s.depth);
      if (depth < 0) {
        p.open = 1;
        value = leave<G>(searcher, frame, ply, table, play);
        open = 1;
        returning = true;
        continue;
      }
      freshen(child);
    } else {
      let move = pickMove<G>(frame, p.index, p.count);
      changetype<G>(stateOf(frame)).play(move, stateOf(child));
      if (shares) {
        while (!claimChild<G>(searcher, ply, frame, stateOf(child), depth)) {
          move = pickMove<G>(frame, p.index, p.count);
          changetype<G>(stateOf(frame)).play(move, stateOf(child));
        }
      }
      p.index++;
      p.move = move;
    }
    if (!changetype<G>(0).alternates()) {
      const same = changetype<G>(stateOf(frame)).turn() == changetype<G>(stateOf(child)).turn();
      p.sign = same ? 1 : -1;
    }
    changetype<Frame>(child).depth = depth;
    if (changetype<M>(0).usesProbCut()) changetype<Frame>(child).probing = 0;
    p.scout = first || method == METHOD_ALPHABETA || p.beta - p.alpha == 1 ? NO_SCOUT : p.alpha;
    scoutWindow<G>(frame, child);
    frame = child;
    ply++;
  }
}

/** Takes the moves that are not to be searched out of the root's list; returns how many are left. */
function keepRootMoves<G extends Game>(s: Searcher, frame: usize): i32 {
  const moves = movesOf<G>(frame);
  const end = (<usize>changetype<Frame>(frame).count) << 2;
  const named = (<usize>s.rootCount) << 2;
  let kept: usize = 0;
  for (let at: usize = 0; at < end; at += 4) {
    const move = load<u32>(moves + at);
    let i: usize = 0;
    while (i < named && load<u32>(s.rootMoves + i) != move) i += 4;
    if (i == named) continue;
    store<u32>(moves + kept, move);
    kept += 4;
  }
  return <i32>(kept >> 2);
}

/** The same for a game that looks at its leaves itself. */
function leavesOfGame<G extends Game>(frame: usize): i32 {
  const f = changetype<Frame>(frame);
  const out = scoresOf<G>(frame);
  const best = changetype<G>(stateOf(frame)).lookAtLeaves(f.beta, out);
  f.best = best;
  f.index = load<i32>(out);
  f.bestMove = load<u32>(out, 4);
  f.open = load<u32>(out, 8);
  if (best > f.alpha) f.alpha = best;
  return f.index;
}
