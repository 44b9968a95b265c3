// What is searched at the root, and in which order: iterative deepening, and at each depth one
// search of the given window (alpha-beta, NegaScout), a series of null windows (MTD(f)), or in play
// mode a small window around the last value that is widened where it fails.
import { FULL_DEPTH, Game, INFINITE, PROVEN, WIN } from '../contract';
import { clearMarks } from './marks';
import { fadeOrdering, forgetKillers } from './ordering';
import { keyOf } from './repetition';
import {
  beforeCheckedAt,
  donePvAt,
  Frame,
  framesAt,
  keyAt,
  MAX_BEFORE,
  METHOD_MTDF,
  MODE_PLAY,
  pvAt,
  SCOUT_ALPHA,
  SCOUT_BETA,
  SCOUT_NONE,
  Searcher,
  STATUS_DONE,
  STATUS_IDLE,
  STATUS_RUNNING,
  STATUS_WAITING,
  stateOf,
} from './searcher';
import { beginShortening, mayBeShortened, shorteningAlpha, takeShorter } from './shortest-win';
import { dropPending, isSplittable, tightenRoot } from './splitting';
import { BOUND_EXACT, BOUND_LOWER, BOUND_UPPER, NO_MOVE } from './table';

/** Play mode: half the width of the first window around the last value, plus a sixteenth of it. */
const ASPIRATION: i32 = 50;

/** Makes an idle searcher of zeroed memory. */
export function initSearcher<G extends Game>(searcher: usize, maxPly: i32): void {
  const s = changetype<Searcher>(searcher);
  s.status = STATUS_IDLE;
  s.maxPly = maxPly;
}

/**
 * The table (0 for none), and the addresses of an i32 that aborts the search when not 0 and of one that only ends
 * the present `run` (0 for none).
 */
export function attach(searcher: usize, table: usize, abortFlag: usize, yieldFlag: usize): void {
  const s = changetype<Searcher>(searcher);
  s.table = table;
  s.abortFlag = abortFlag;
  s.yieldFlag = yieldFlag;
}

/**
 * Starts a search of the position in `record`: deepening from `minDepth` to `maxDepth`, root window
 * (alpha, beta), which may be (-INFINITE, INFINITE).
 */
export function start<G extends Game>(
  searcher: usize,
  record: usize,
  method: i32,
  mode: i32,
  minDepth: i32,
  maxDepth: i32,
  alpha: i32,
  beta: i32,
): void {
  fadeOrdering<G>(searcher, changetype<Searcher>(searcher).maxPly);
  beginWhole<G>(searcher, record, method, mode, minDepth, maxDepth, alpha, beta);
}

/**
 * The same for a piece of a larger search, of which this searcher has searched other pieces before: what the ordering
 * has learnt there is kept, but for the killers, which belong to other plies.
 */
export function startPiece<G extends Game>(
  searcher: usize,
  record: usize,
  method: i32,
  mode: i32,
  minDepth: i32,
  maxDepth: i32,
  alpha: i32,
  beta: i32,
): void {
  forgetKillers<G>(searcher, changetype<Searcher>(searcher).maxPly);
  beginWhole<G>(searcher, record, method, mode, minDepth, maxDepth, alpha, beta);
}

function beginWhole<G extends Game>(
  searcher: usize,
  record: usize,
  method: i32,
  mode: i32,
  minDepth: i32,
  maxDepth: i32,
  alpha: i32,
  beta: i32,
): void {
  const s = changetype<Searcher>(searcher);
  s.nodeType = 1;
  s.part = 0;
  s.scouting = SCOUT_NONE;
  begin<G>(searcher, record, method, mode, minDepth, maxDepth, alpha, beta);
}

/**
 * Starts the search of a child that another searcher gave away (`split`): to `depth`
 * and no other, which may be FULL_DEPTH, with the child's window and type, and in the null window
 * first that `scouting` names. What the ordering has learnt is kept: it is about the same game.
 */
export function startPart<G extends Game>(
  searcher: usize,
  record: usize,
  method: i32,
  depth: i32,
  alpha: i32,
  beta: i32,
  nodeType: i32,
  scouting: i32,
  mode: i32,
): void {
  const s = changetype<Searcher>(searcher);
  s.nodeType = nodeType;
  s.part = 1;
  s.scouting = scouting;
  forgetKillers<G>(searcher, s.maxPly);
  begin<G>(searcher, record, method, mode, depth, depth, alpha, beta);
}

function begin<G extends Game>(
  searcher: usize,
  record: usize,
  method: i32,
  mode: i32,
  minDepth: i32,
  maxDepth: i32,
  alpha: i32,
  beta: i32,
): void {
  const s = changetype<Searcher>(searcher);
  s.method = method;
  s.mode = mode;
  s.thorough = 0;
  s.maxDepth = maxDepth;
  s.rootAlpha = alpha;
  s.rootBeta = beta;
  s.doneDepth = -1;
  s.doneValue = 0;
  s.doneBound = 0;
  s.doneMove = NO_MOVE;
  s.doneOpen = 1;
  s.donePvLength = 0;
  s.nodes = 0;
  s.leaves = 0;
  s.doneNodes = 0;
  s.cuts = 0;
  s.firstMoveCuts = 0;
  s.deepest = 0;
  s.beforeCount = 0;
  s.horizon = 0;
  s.tasks = 0;
  s.rootCount = 0;
  s.shortening = 0;
  if (s.markDepth != 0) clearMarks<G>(searcher, 0, s.ply);
  s.markDepth = 0;
  const root = changetype<G>(stateOf(framesAt<G>(searcher)));
  root.load(record);
  root.begin(mode == MODE_PLAY);
  restart<G>(searcher, minDepth);
}

/** After `start`: play mode leaves nothing out. */
export function searchThoroughly(searcher: usize): void {
  changetype<Searcher>(searcher).thorough = 1;
}

/**
 * After `start` with a table that has marks: nodes of this depth or more are marked while they are searched, and put off
 * where another searcher has marked them; 0 for the depth that the game names. What is marked has an entry in the table.
 */
export function shareTree<G extends Game>(searcher: usize, markDepth: i32): void {
  const s = changetype<Searcher>(searcher);
  const g = changetype<G>(0);
  s.markDepth = max(markDepth == 0 ? g.markDepth(false) : markDepth, g.tableDepth());
  s.markPlies = markDepth == 0 ? g.markDepth(true) : markDepth;
}

/**
 * After `start`: only these moves of the root are searched, `count` of them (u32), at least 1 and all legal.
 * The list stays at its address while the search runs. What is found for the root is true of these moves and
 * not of the position, so it is not stored in the table.
 */
export function restrictRoot(searcher: usize, moves: usize, count: i32): void {
  const s = changetype<Searcher>(searcher);
  s.rootMoves = moves;
  s.rootCount = count;
}

/**
 * Names the position before those named so far, after `start`: first the one that led to the root.
 * What is further back than MAX_BEFORE is forgotten, as are all in games without repetition.
 */
export function addBefore<G extends Game>(searcher: usize, position: usize): void {
  const s = changetype<Searcher>(searcher);
  if (!changetype<G>(0).repeats() || s.beforeCount == MAX_BEFORE) return;
  const checked = changetype<G>(position).checked();
  store<u8>(beforeCheckedAt<G>(searcher) + <usize>s.beforeCount, checked ? 1 : 0);
  s.beforeCount++;
  store<u64>(keyAt<G>(searcher, -s.beforeCount), keyOf<G>(position));
}

/**
 * Gives a search under way another root window. Inside the old one the search goes on, and every node
 * on its stack that depends on the root's window uses the narrower one from now on; otherwise the
 * current depth starts again (the table remembers).
 */
export function rewindow<G extends Game>(searcher: usize, alpha: i32, beta: i32): void {
  const s = changetype<Searcher>(searcher);
  if (s.status != STATUS_RUNNING && s.status != STATUS_WAITING) return;
  const entered = s.ply > 0 || s.leaving != 0 || s.status == STATUS_WAITING;
  const inside = alpha >= s.rootAlpha && beta <= s.rootBeta;
  // Where play mode passes or reduces, nodes on its stack are no children of those above, with windows of their own: a
  // window that holds all of the new one is as good.
  if (entered && inside && !isSplittable<G>(s)) return;
  s.rootAlpha = alpha;
  s.rootBeta = beta;
  const low = max(alpha, s.tryAlpha);
  const high = min(beta, s.tryBeta);
  if (entered && inside && low < high) {
    s.tryAlpha = low;
    s.tryBeta = high;
    tightenRoot<G>(searcher, low, high);
    return;
  }
  // A scout outside the new window goes on: most often its answer ends the search all the same.
  if (entered && inside && s.scouting != SCOUT_NONE) return;
  restart<G>(searcher, s.shortening ? s.doneDepth : s.depth);
}

/**
 * A search under way leaves its depth, whose value is known from another one, and begins this one. What the ordering has
 * learnt stays.
 */
export function advance<G extends Game>(searcher: usize, depth: i32): void {
  const s = changetype<Searcher>(searcher);
  if (s.status != STATUS_RUNNING) return;
  restart<G>(searcher, min(depth, s.maxDepth));
}

/** Begins a depth and abandons what was under way. */
function restart<G extends Game>(searcher: usize, depth: i32): void {
  const s = changetype<Searcher>(searcher);
  dropPending<G>(searcher, 0);
  if (s.markDepth != 0) clearMarks<G>(searcher, 0, s.ply);
  s.leaving = 0;
  s.shortening = 0;
  s.status = STATUS_RUNNING;
  beginDepth<G>(searcher, depth);
}

function beginDepth<G extends Game>(searcher: usize, depth: i32): void {
  const s = changetype<Searcher>(searcher);
  const g = changetype<G>(stateOf(framesAt<G>(searcher)));
  s.depth = !s.part && g.completes(depth) ? FULL_DEPTH : depth;
  s.lower = -INFINITE;
  s.upper = INFINITE;
  s.moveAtLower = NO_MOVE;
  s.openSoFar = 0;
  s.aspiration = ASPIRATION + abs(s.doneValue) / 16;
  if (s.method == METHOD_MTDF) {
    const guess = min(max(s.doneValue, s.rootAlpha + 1), s.rootBeta);
    tryWindow<G>(searcher, guess - 1, guess);
  } else if (s.scouting == SCOUT_BETA) {
    tryWindow<G>(searcher, s.rootBeta - 1, s.rootBeta);
  } else if (s.scouting == SCOUT_ALPHA) {
    tryWindow<G>(searcher, s.rootAlpha, s.rootAlpha + 1);
  } else if (s.mode == MODE_PLAY && s.doneDepth >= 2 && abs(s.doneValue) < PROVEN) {
    const alpha = max(s.rootAlpha, s.doneValue - s.aspiration);
    const beta = min(s.rootBeta, s.doneValue + s.aspiration);
    if (alpha < beta) tryWindow<G>(searcher, alpha, beta);
    else tryWindow<G>(searcher, s.rootAlpha, s.rootBeta);
  } else {
    tryWindow<G>(searcher, s.rootAlpha, s.rootBeta);
  }
}

function tryWindow<G extends Game>(searcher: usize, alpha: i32, beta: i32): void {
  const s = changetype<Searcher>(searcher);
  const root = changetype<Frame>(framesAt<G>(searcher));
  s.tryAlpha = alpha;
  s.tryBeta = beta;
  s.ply = 0;
  root.alpha = alpha;
  root.beta = beta;
  root.depth = s.depth;
  root.probing = 0;
}

/** A search of the root has ended with a fail-soft value. Decides what comes next. */
export function finishRoot<G extends Game>(searcher: usize, value: i32, open: u32): i32 {
  const s = changetype<Searcher>(searcher);
  const root = changetype<Frame>(framesAt<G>(searcher));
  if (s.shortening) {
    return takeShorter<G>(searcher, value) ? shorten<G>(searcher) : finishShortening<G>(searcher);
  }
  s.openSoFar |= open;
  if (value > s.tryAlpha) {
    s.lower = value;
    s.moveAtLower = root.bestMove;
    s.openAtLower = open;
  }
  if (value < s.tryBeta) {
    s.upper = value;
    s.openAtUpper = open;
  }

  const settled = s.lower >= s.upper || s.lower >= s.rootBeta || s.upper <= s.rootAlpha;
  if (!settled) {
    if (s.method == METHOD_MTDF) {
      const next = value == s.lower ? value + 1 : value;
      tryWindow<G>(searcher, next - 1, next);
    } else if (s.scouting != SCOUT_NONE) {
      tryWindow<G>(searcher, max(s.rootAlpha, s.lower - 1), min(s.rootBeta, s.upper + 1));
    } else {
      // A small window failed: open the side that failed, four times as wide each time.
      s.aspiration *= 4;
      let alpha = max(s.rootAlpha, s.lower > -INFINITE ? s.lower - 1 : value - s.aspiration);
      let beta = min(s.rootBeta, s.upper < INFINITE ? s.upper + 1 : value + s.aspiration);
      if (s.aspiration > 4096 || abs(value) >= PROVEN) {
        alpha = s.rootAlpha;
        beta = s.rootBeta;
      }
      tryWindow<G>(searcher, alpha, beta);
    }
    return STATUS_RUNNING;
  }

  s.doneDepth = s.depth;
  s.doneNodes = s.nodes;
  s.doneMove = s.moveAtLower != NO_MOVE ? s.moveAtLower : root.bestMove;
  if (s.lower >= s.upper) {
    s.doneValue = value;
    s.doneBound = BOUND_EXACT;
  } else if (s.lower >= s.rootBeta) {
    s.doneValue = s.lower;
    s.doneBound = BOUND_LOWER;
  } else {
    s.doneValue = s.upper;
    s.doneBound = BOUND_UPPER;
  }
  s.doneOpen = changetype<G>(0).bounded() && abs(s.doneValue) > PROVEN ? openOfEnd(s) : s.openSoFar;
  // The variation belongs to the best move when the last window held the value; otherwise that move may
  // come from a window before, and in play mode two windows need not agree.
  const inside = value > s.tryAlpha && value < s.tryBeta;
  s.donePvLength = 0;
  if (s.method != METHOD_MTDF && inside) {
    s.donePvLength = root.pvLength;
    memory.copy(donePvAt<G>(searcher), pvAt<G>(searcher, 0), (<usize>root.pvLength) << 2);
  }

  return mayBeShortened<G>(s) ? shorten<G>(searcher) : deepen<G>(searcher);
}

/** Begins the depth after the finished one, or ends the search. */
function deepen<G extends Game>(searcher: usize): i32 {
  const s = changetype<Searcher>(searcher);
  // A win that takes more plies than the depth was found where lines are searched further than that: a
  // greater depth may know a quicker one.
  const won = s.doneValue >= WIN && s.doneBound != BOUND_UPPER;
  const lost = s.doneValue <= -WIN && s.doneBound != BOUND_LOWER;
  const decided = s.mode == MODE_PLAY && (won || lost);
  if (s.doneDepth >= s.maxDepth || decided || (!s.doneOpen && settleDeeper(s))) {
    s.status = STATUS_DONE;
    return STATUS_DONE;
  }
  const g = changetype<G>(stateOf(framesAt<G>(searcher)));
  const playing = s.mode == MODE_PLAY;
  const next = g.deepen(s.doneDepth, playing, playing && !s.thorough);
  beginDepth<G>(searcher, min(s.maxDepth, next));
  return STATUS_RUNNING;
}

/** Looks for a quicker win than the one that was found, if there can be one. */
function shorten<G extends Game>(searcher: usize): i32 {
  const s = changetype<Searcher>(searcher);
  if (!mayBeShortened<G>(s)) return finishShortening<G>(searcher);
  beginShortening(s);
  const alpha = shorteningAlpha(s);
  tryWindow<G>(searcher, alpha, alpha + 1);
  return STATUS_RUNNING;
}

/** There is no quicker win: the search is over. */
function finishShortening<G extends Game>(searcher: usize): i32 {
  const s = changetype<Searcher>(searcher);
  s.shortening = 0;
  s.depth = s.doneDepth;
  s.status = STATUS_DONE;
  return STATUS_DONE;
}

/** The budget for a quicker win is spent: the search goes on as if the question had not been asked. */
export function abandonShortening<G extends Game>(searcher: usize): i32 {
  const s = changetype<Searcher>(searcher);
  s.shortening = 0;
  s.depth = s.doneDepth;
  return deepen<G>(searcher);
}

/**
 * Whether a win or a loss in a tree of bounded width is open; see width.ts. A win that takes more plies than
 * the depth is, since a greater depth may know a quicker one.
 */
function openOfEnd(s: Searcher): u32 {
  if (abs(s.doneValue) < WIN) return 1;
  return s.doneValue > 0 ? s.openAtLower : s.openAtUpper;
}

/**
 * Nothing rests on an evaluation, so every greater depth has the same tree. Exact mode gives the value
 * of the depth asked for, where wins are worth more by as many plies as it is deeper; false when the
 * window cannot tell that value, and the search must go on.
 */
function settleDeeper(s: Searcher): bool {
  if (s.mode == MODE_PLAY || s.doneDepth == FULL_DEPTH) return true;
  const deeper = s.maxDepth - s.doneDepth;
  let value = s.doneValue;
  if (value > PROVEN) value += deeper;
  if (value < -PROVEN) value -= deeper;
  if (s.doneBound != BOUND_EXACT || value <= s.rootAlpha || value >= s.rootBeta) return false;
  s.doneValue = value;
  s.doneDepth = s.maxDepth;
  return true;
}
