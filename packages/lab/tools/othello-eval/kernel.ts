// biome-ignore-all lint: AssemblyScript, not TypeScript
// The trainer's own small engine: it plays games against itself, solves their ends exactly, plays
// matches between two sets of weights, and turns game records into training rows. It shares the
// board and the evaluation with the library and nothing else, so that weights can be trained
// before, and independently of, the real search.
//
// A game record is 192 bytes: up to 60 squares u8 in the order played (passes are implied), then at
// 60 the final disc difference for black i8, at 61 the number of squares u8, at 62 the first ply
// whose outcome no random move has changed u8, and from 64 on one i16 per ply: the value the
// mover's search returned, in 1/100 disc.
import { flips, mobility } from '../../assembly/games/othello/board';
import {
  CLASSES,
  copyPatterns,
  evaluatePatterns,
  exchangeColours,
  loadPatterns,
  mirrorContent,
  playPatterns,
  setPatternData,
  shapeInstances,
  shapePairs,
  shapeSquares,
} from '../../assembly/games/othello/patterns';

export {
  patternDataBytes,
  patternFileBytes,
  preparePatternData,
  setPatternData,
} from '../../assembly/games/othello/patterns';

const STATE: usize = 128;
const SIDE: usize = 112;
/** Ordering value, kept in the state's spare bytes. */
const ORDER: usize = 116;
const MOVE: usize = 120;

/** Memory of this program, from the caller: children of each ply, the solver's table, tables. */
let stack: usize = 0;
let table: usize = 0;
let canonical: usize = 0;
const FRAME: usize = 34 * STATE;
const TABLE_BITS: u32 = 15;
const CONTENTS: usize = 167_265;

let random: u64 = 0;
let nodes: u64 = 0;

/** Bytes that `setUp` needs. */
export function memoryBytes(): i32 {
  return <i32>(<usize>80 * FRAME + ((<usize>24) << TABLE_BITS) + <usize>4 * CONTENTS);
}

/** Gives this program its memory, zeroed, at a multiple of 16. */
export function setUp(memory: usize): void {
  stack = memory;
  table = stack + 80 * FRAME;
  canonical = table + (24 << TABLE_BITS);
  let at = canonical;
  for (let side = 0; side < 2; side++) {
    for (let shape = 0; shape < CLASSES; shape++) {
      const squares = shapeSquares(shape);
      let contents = 1;
      for (let i = 0; i < squares; i++) contents *= 3;
      for (let content = 0; content < contents; content++) {
        const own = side ? exchangeColours(content) : content;
        store<u16>(at, <u16>min(own, mirrorContent(own, squares, shapePairs(shape))));
        at += 2;
      }
    }
  }
}

/** Nodes visited since the last call. */
export function takeNodes(): f64 {
  const taken = <f64>nodes;
  nodes = 0;
  return taken;
}

function nextRandom(): u64 {
  random += 0x9e3779b97f4a7c15;
  let x = (random ^ (random >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

/** 0 .. bound - 1. */
function draw(bound: i32): i32 {
  return <i32>(((nextRandom() >> 32) * <u64>bound) >> 32);
}

function count(board: u64): i32 {
  return <i32>popcnt(board);
}

function own(state: usize): u64 {
  return load<u64>(state);
}

function opp(state: usize): u64 {
  return load<u64>(state, 8);
}

function empties(state: usize): i32 {
  return 64 - count(own(state) | opp(state));
}

function start(state: usize): void {
  set(state, 0x0000000810000000, 0x0000001008000000, 0);
}

/** `mover` and `other` are the discs of the side to move and of its opponent. */
function set(state: usize, mover: u64, other: u64, side: u32): void {
  store<u64>(state, mover);
  store<u64>(state, other, 8);
  store<u32>(state, side, SIDE);
  loadPatterns(state, side ? other : mover, side ? mover : other);
}

function play(from: usize, to: usize, square: i32): void {
  const turned = flips(own(from), opp(from), square);
  const side = load<u32>(from, SIDE);
  store<u64>(to, opp(from) ^ turned);
  store<u64>(to, own(from) | turned | ((<u64>1) << square), 8);
  store<u32>(to, side ^ 1, SIDE);
  store<i32>(to, square, MOVE);
  playPatterns(from, to, square, turned, side);
}

function pass(from: usize, to: usize): void {
  const mover = own(from);
  const other = opp(from);
  copyPatterns(from, to);
  store<u64>(to, other);
  store<u64>(to, mover, 8);
  store<u32>(to, load<u32>(from, SIDE) ^ 1, SIDE);
}

/** Disc difference of a finished game; empty squares go to the winner. */
function finalScore(mover: u64, other: u64): i32 {
  const difference = count(mover) - count(other);
  const rest = 64 - count(mover | other);
  return difference > 0 ? difference + rest : difference < 0 ? difference - rest : 0;
}

// --- midgame search -------------------------------------------------------------------------

/** Writes the children of a state in frame `ply`, best static value first; returns their number. */
function children(state: usize, ply: i32, moves: u64): i32 {
  const frame = stack + <usize>ply * FRAME;
  const rest = empties(state) - 1;
  let n = 0;
  for (; moves; moves &= moves - 1) {
    const child = frame + <usize>n * STATE;
    play(state, child, <i32>ctz(moves));
    store<i32>(child, -evaluatePatterns(child, rest, load<u32>(child, SIDE)), ORDER);
    n++;
  }
  return n;
}

/** Moves the best of the children `from` .. n - 1 to place `from`. */
function select(frame: usize, from: i32, n: i32): usize {
  const first = frame + <usize>from * STATE;
  let best = first;
  for (let i = from + 1; i < n; i++) {
    const child = frame + <usize>i * STATE;
    if (load<i32>(child, ORDER) > load<i32>(best, ORDER)) best = child;
  }
  if (best != first) {
    const spare = frame + 33 * STATE;
    memory.copy(spare, first, STATE);
    memory.copy(first, best, STATE);
    memory.copy(best, spare, STATE);
  }
  return first;
}

/** Fail-soft principal variation search to a fixed depth >= 0, value in 1/100 disc. */
function search(state: usize, ply: i32, depth: i32, alpha: i32, beta: i32): i32 {
  nodes++;
  let moves = mobility(own(state), opp(state));
  if (moves == 0) {
    if (mobility(opp(state), own(state)) == 0) return 100 * finalScore(own(state), opp(state));
    const next = stack + <usize>ply * FRAME;
    pass(state, next);
    return -search(next, ply + 1, depth, -beta, -alpha);
  }
  if (depth == 0) return evaluatePatterns(state, empties(state), load<u32>(state, SIDE));
  const frame = stack + <usize>ply * FRAME;
  let best = -100_000;
  if (depth == 1) {
    // Ordering the last ply would evaluate every child anyway.
    for (; moves; moves &= moves - 1) {
      play(state, frame, <i32>ctz(moves));
      const value = -search(frame, ply + 1, 0, -beta, -alpha);
      if (value > best) best = value;
      if (best >= beta) break;
    }
    return best;
  }
  const n = children(state, ply, moves);
  for (let i = 0; i < n; i++) {
    const child = select(frame, i, n);
    let value = 0;
    if (i == 0) {
      value = -search(child, ply + 1, depth - 1, -beta, -alpha);
    } else {
      value = -search(child, ply + 1, depth - 1, -alpha - 1, -alpha);
      if (value > alpha && value < beta) {
        value = -search(child, ply + 1, depth - 1, -beta, -alpha);
      }
    }
    if (value > best) best = value;
    if (value > alpha) alpha = value;
    if (alpha >= beta) break;
  }
  return best;
}

// --- exact solving --------------------------------------------------------------------------

const CORNERS: u64 = 0x8100000000000081;

/** The empty squares of quadrants with an odd number of them: the side that moves there first moves there last. */
function oddSquares(empty: u64): u64 {
  const west: u64 = 0x0f0f0f0f0f0f0f0f;
  const south: u64 = 0x00000000ffffffff;
  let odd: u64 = 0;
  if (popcnt(empty & west & south) & 1) odd |= west & south;
  if (popcnt(empty & ~west & south) & 1) odd |= ~west & south;
  if (popcnt(empty & west & ~south) & 1) odd |= west & ~south;
  if (popcnt(empty & ~west & ~south) & 1) odd |= ~west & ~south;
  return empty & odd;
}

/** One empty square left. */
function solveOne(mover: u64, other: u64): i32 {
  const square = <i32>ctz(~(mover | other));
  const mine = count(mover);
  let turned = count(flips(mover, other, square));
  if (turned) return 2 * (mine + turned + 1) - 64;
  turned = count(flips(other, mover, square));
  if (turned) return 2 * (mine - turned) - 64;
  return finalScore(mover, other);
}

/** Up to six empties: parity order, no table. */
function solveFew(mover: u64, other: u64, alpha: i32, beta: i32, passed: bool): i32 {
  nodes++;
  const empty = ~(mover | other);
  if ((empty & (empty - 1)) == 0) return solveOne(mover, other);
  const moves = mobility(mover, other);
  if (moves == 0) {
    if (passed) return finalScore(mover, other);
    return -solveFew(other, mover, -beta, -alpha, true);
  }
  let best = -65;
  const odd = oddSquares(empty);
  for (let group = 0; group < 2; group++) {
    for (let rest = group ? moves & ~odd : moves & odd; rest; rest &= rest - 1) {
      const square = <i32>ctz(rest);
      const turned = flips(mover, other, square);
      const value = -solveFew(
        other ^ turned,
        mover | turned | ((<u64>1) << square),
        -beta,
        -max(alpha, best),
        false,
      );
      if (value > best) {
        best = value;
        if (best >= beta) return best;
      }
    }
  }
  return best;
}

/**
 * Fail-soft exact value in discs. Fastest first: replies that leave the opponent few moves are tried
 * first; corners and odd regions break ties. Table entries: mover, other, lower i8, upper i8.
 */
function solve(mover: u64, other: u64, alpha: i32, beta: i32, ply: i32): i32 {
  const empty = ~(mover | other);
  const left = count(empty);
  if (left <= 6)
    return left == 0 ? finalScore(mover, other) : solveFew(mover, other, alpha, beta, false);
  nodes++;
  let moves = mobility(mover, other);
  if (moves == 0) {
    if (mobility(other, mover) == 0) return finalScore(mover, other);
    return -solve(other, mover, -beta, -alpha, ply + 1);
  }
  const key = (mover * 0x9e3779b97f4a7c15) ^ (other * 0xc2b2ae3d27d4eb4f);
  const entry = table + <usize>((key ^ (key >> 29)) >> (64 - TABLE_BITS)) * 24;
  let lower = -64;
  let upper = 64;
  if (load<u64>(entry) == mover && load<u64>(entry, 8) == other) {
    lower = load<i8>(entry, 16);
    upper = load<i8>(entry, 17);
    if (lower >= beta || lower == upper) return lower;
    if (upper <= alpha) return upper;
    alpha = max(alpha, lower);
    beta = min(beta, upper);
  }
  const odd = oddSquares(empty);
  const frame = stack + <usize>ply * FRAME;
  let n = 0;
  for (; moves; moves &= moves - 1) {
    const square = <i32>ctz(moves);
    const bit = (<u64>1) << square;
    const turned = flips(mover, other, square);
    const child = frame + <usize>n * 32;
    const replies = mobility(other ^ turned, mover | turned | bit);
    store<u64>(child, other ^ turned);
    store<u64>(child, mover | turned | bit, 8);
    store<i32>(
      child,
      -4 * (count(replies) + count(replies & CORNERS)) +
        (bit & CORNERS ? 6 : 0) +
        (bit & odd ? 3 : 0),
      16,
    );
    n++;
  }
  let best = -65;
  let low = alpha;
  for (let i = 0; i < n; i++) {
    let chosen = frame + <usize>i * 32;
    const first = chosen;
    for (let j = i + 1; j < n; j++) {
      const child = frame + <usize>j * 32;
      if (load<i32>(child, 16) > load<i32>(chosen, 16)) chosen = child;
    }
    const a = load<u64>(chosen);
    const b = load<u64>(chosen, 8);
    if (chosen != first) {
      store<u64>(chosen, load<u64>(first));
      store<u64>(chosen, load<u64>(first, 8), 8);
      store<i32>(chosen, load<i32>(first, 16), 16);
    }
    let value = 0;
    if (i == 0) {
      value = -solve(a, b, -beta, -low, ply + 1);
    } else {
      value = -solve(a, b, -low - 1, -low, ply + 1);
      if (value > low && value < beta) value = -solve(a, b, -beta, -low, ply + 1);
    }
    if (value > best) best = value;
    if (value > low) low = value;
    if (low >= beta) break;
  }
  if (best > alpha) lower = max(lower, best);
  if (best < beta) upper = min(upper, best);
  store<u64>(entry, mover);
  store<u64>(entry, other, 8);
  store<i8>(entry, <i8>lower, 16);
  store<i8>(entry, <i8>upper, 17);
  return best;
}

/** The exact value in discs of the state, starting from a window around a guess. */
function solveState(state: usize, ply: i32, guess: i32): i32 {
  let alpha = max(-64, guess - 3);
  let beta = min(64, guess + 3);
  let value = solve(own(state), opp(state), alpha, beta, ply);
  while ((value <= alpha && value > -64) || (value >= beta && value < 64)) {
    if (value <= alpha) {
      beta = value + 1;
      alpha = max(-64, value - 8);
    } else {
      alpha = value - 1;
      beta = min(64, value + 8);
    }
    value = solve(own(state), opp(state), alpha, beta, ply);
  }
  return value;
}

/** Exact value in 1/100 disc of the position after `plies` squares of a record, and its static value. */
export function solveRecord(record: usize, plies: i32, out: usize, depth: i32): bool {
  const state = stack;
  start(state);
  for (let ply = 0; ply < plies; ply++) {
    if (mobility(own(state), opp(state)) == 0) step(state, -1);
    step(state, load<u8>(record + <usize>ply));
  }
  if (mobility(own(state), opp(state)) == 0) return false;
  const value = search(state, 2, depth, -6400, 6400);
  store<i32>(out, evaluatePatterns(state, empties(state), load<u32>(state, SIDE)));
  store<i32>(out, value, 4);
  store<i32>(out, 100 * solveState(state, 2, value / 100), 8);
  return true;
}

// --- games ----------------------------------------------------------------------------------

/** Replaces the state by its successor; square -1 is a pass. */
function step(state: usize, square: i32): void {
  const next = stack + FRAME;
  if (square < 0) pass(state, next);
  else play(state, next, square);
  memory.copy(state, next, STATE);
}

function randomMove(moves: u64): i32 {
  for (let skip = draw(count(moves)); skip > 0; skip--) moves &= moves - 1;
  return <i32>ctz(moves);
}

/**
 * The move with the best value after a random bonus of less than `noise` 1/100 disc, by a search of
 * depth >= 1. Every value within `noise` of the best is exact, so the choice is unbiased. The best
 * value without bonus goes to `out`.
 */
function chooseMove(state: usize, depth: i32, noise: i32, out: usize): i32 {
  const frame = stack + 2 * FRAME;
  const n = children(state, 2, mobility(own(state), opp(state)));
  if (depth > 2) {
    for (let i = 0; i < n; i++) {
      const child = frame + <usize>i * STATE;
      store<i32>(child, -search(child, 3, 1, -100_000, 100_000), ORDER);
    }
  }
  let best = -100_000;
  let chosen = 0;
  let chosenValue = -200_000;
  for (let i = 0; i < n; i++) {
    const child = select(frame, i, n);
    const alpha = best - noise;
    let value = alpha;
    if (i > 0) value = -search(child, 3, depth - 1, -alpha - 1, -alpha);
    if (i == 0 || value > alpha) value = -search(child, 3, depth - 1, -100_000, -alpha);
    if (value > best) best = value;
    const bonus = noise > 0 ? draw(noise) : 0;
    if (value > alpha && value + bonus > chosenValue) {
      chosenValue = value + bonus;
      chosen = load<i32>(child, MOVE);
    }
  }
  store<i32>(out, best);
  return chosen;
}

/** The first move in fastest-first order that reaches the known exact value. */
function perfectMove(state: usize, value: i32): i32 {
  let moves = mobility(own(state), opp(state));
  let last = 0;
  for (; moves; moves &= moves - 1) {
    last = <i32>ctz(moves);
    if ((moves & (moves - 1)) == 0) break;
    const turned = flips(own(state), opp(state), last);
    const bit = (<u64>1) << last;
    const reached = -solve(opp(state) ^ turned, own(state) | turned | bit, -value, 1 - value, 2);
    if (reached >= value) break;
  }
  return last;
}

/** Scratch for the value that chooseMove returns. */
function scratch(): usize {
  return stack + FRAME + STATE * 4;
}

/**
 * Plays one game and writes its record. The opening is random for 2 to 30 plies, more often few than
 * many: in one half of the games wholly random, in the other among the better moves, so that both
 * lost and balanced positions are met. Every third game has one more random move later on, to see
 * what mistakes cost. From `solveAt` empties on play is perfect.
 */
export function playGame(
  record: usize,
  seed: u32,
  index: u32,
  depth: i32,
  noise: i32,
  solveAt: i32,
): void {
  random = ((<u64>seed) << 32) | index;
  nextRandom();
  memory.fill(record, 0, 192);
  const state = stack;
  start(state);
  const opening = 2 + min(draw(29), draw(29));
  const blunder = draw(3) == 0 ? opening + draw(44) : 0;
  const wild = draw(2) == 0;
  let first = opening;
  let known = false;
  let exact = 0;
  let ply = 0;
  for (;;) {
    const moves = mobility(own(state), opp(state));
    if (moves == 0) {
      if (mobility(opp(state), own(state)) == 0) break;
      step(state, -1);
      exact = -exact;
      continue;
    }
    let square = 0;
    let value = 0;
    if (ply < opening || (ply == blunder && !known)) {
      if (wild || ply == blunder) square = randomMove(moves);
      else square = chooseMove(state, 1, 600, scratch());
      first = ply + 1;
    } else if (empties(state) > solveAt) {
      square = chooseMove(state, depth, noise, scratch());
      value = load<i32>(scratch());
    } else {
      if (!known) {
        const guess = search(state, 2, 3, -6400, 6400);
        exact = solveState(state, 2, guess / 100);
        known = true;
      }
      value = 100 * exact;
      square = perfectMove(state, exact);
    }
    store<u8>(record + <usize>ply, <u8>square);
    store<i16>(record + <usize>ply * 2, <i16>max(-6400, min(6400, value)), 64);
    step(state, square);
    exact = -exact;
    ply++;
  }
  const score = finalScore(own(state), opp(state));
  store<i8>(record, <i8>(load<u32>(state, SIDE) ? -score : score), 60);
  store<u8>(record, <u8>ply, 61);
  store<u8>(record, <u8>first, 62);
}

/**
 * Plays one game between two evaluations (data pointers, 0 for the one without weights) from a
 * random opening of 10 plies; returns black's final disc difference. The same seed and index give
 * the same opening.
 */
export function playMatch(
  black: usize,
  white: usize,
  seed: u32,
  index: u32,
  depth: i32,
  solveAt: i32,
): i32 {
  random = ((<u64>seed) << 32) | index;
  nextRandom();
  const state = stack;
  setPatternData(black);
  start(state);
  for (let ply = 0; ; ) {
    const moves = mobility(own(state), opp(state));
    if (moves == 0) {
      if (mobility(opp(state), own(state)) == 0) break;
      step(state, -1);
      continue;
    }
    const side = load<u32>(state, SIDE);
    setPatternData(side ? white : black);
    set(state, own(state), opp(state), side);
    let square = 0;
    if (ply < 10) square = randomMove(moves);
    else if (empties(state) > solveAt) square = chooseMove(state, depth, 0, scratch());
    else square = perfectMove(state, solveState(state, 2, 0));
    step(state, square);
    ply++;
  }
  const score = finalScore(own(state), opp(state));
  return load<u32>(state, SIDE) ? -score : score;
}

// --- training rows --------------------------------------------------------------------------

/**
 * Writes a row of 96 bytes per usable position of a record with minEmpties .. maxEmpties empties and
 * returns their number: 46 contents u16 as the side to move sees them, mirror images merged; then
 * the empties u16 and the target i16 in 1/100 disc from the side to move. The target blends the
 * final result with the search values met on the way: `trust` / 256 is the weight that each later
 * value passes on to what follows it (256: the final result only).
 */
export function rows(record: usize, minEmpties: i32, maxEmpties: i32, trust: i32, out: usize): i32 {
  const plies = <i32>load<u8>(record, 61);
  const first = <i32>load<u8>(record, 62);
  const state = stack;
  start(state);
  const sides = stack + FRAME + 8 * STATE;
  let at = out;
  for (let ply = 0; ply < plies; ply++) {
    if (mobility(own(state), opp(state)) == 0) step(state, -1);
    const left = empties(state);
    const side = load<u32>(state, SIDE);
    store<u8>(sides + <usize>ply, <u8>side);
    if (ply >= first && left >= minEmpties && left <= maxEmpties) {
      writeRow(state, side, at);
      store<u16>(at, <u16>left, 92);
      store<u16>(at, <u16>ply, 94);
      at += 96;
    }
    step(state, load<u8>(record + <usize>ply));
  }
  // Backwards, in black's view: each target leans on the one behind it.
  let target: f64 = 100 * <f64>load<i8>(record, 60);
  let row = at;
  for (let ply = plies - 1; ply >= first && row > out; ply--) {
    const side = load<u8>(sides + <usize>ply);
    if (load<u16>(row - 96, 94) == <u16>ply) {
      row -= 96;
      store<i16>(row, <i16>Math.round(side ? -target : target), 94);
    }
    const value = <f64>load<i16>(record + <usize>ply * 2, 64);
    target += (1.0 - <f64>trust / 256.0) * ((side ? -value : value) - target);
  }
  return <i32>((at - out) / 96);
}

function writeRow(state: usize, side: u32, out: usize): void {
  let shapeTable = canonical + <usize>side * CONTENTS * 2;
  let slot: usize = 0;
  for (let shape = 0; shape < CLASSES; shape++) {
    for (let i = shapeInstances(shape); i > 0; i--) {
      const content = <usize>load<u16>(state + slot * 2, 16);
      store<u16>(out + slot * 2, load<u16>(shapeTable + content * 2));
      slot++;
    }
    let contents: usize = 2;
    for (let i = shapeSquares(shape); i > 0; i--) contents *= 3;
    shapeTable += contents;
  }
}

// --- checks ---------------------------------------------------------------------------------

/**
 * Replays a record and counts what is wrong: part numbers kept move by move that differ from those
 * of a freshly loaded position, and values that change when the board is mirrored or turned, or when
 * the colours are exchanged.
 */
export function faults(record: usize): i32 {
  const plies = <i32>load<u8>(record, 61);
  const state = stack;
  const fresh = stack + FRAME + 8 * STATE;
  let wrong = 0;
  start(state);
  for (let ply = 0; ply < plies; ply++) {
    if (mobility(own(state), opp(state)) == 0) step(state, -1);
    step(state, load<u8>(record + <usize>ply));
    const side = load<u32>(state, SIDE);
    set(fresh, own(state), opp(state), side);
    if (memory.compare(fresh, state, 116) != 0) wrong++;
    const left = empties(state);
    const value = evaluatePatterns(state, left, side);
    let mover = own(state);
    let other = opp(state);
    for (let turn = 0; turn < 8; turn++) {
      mover = turn & 1 ? bswap(mover) : transposed(mover);
      other = turn & 1 ? bswap(other) : transposed(other);
      for (let colour: u32 = 0; colour < 2; colour++) {
        set(fresh, mover, other, colour);
        if (evaluatePatterns(fresh, left, colour) != value) wrong++;
      }
    }
  }
  return wrong;
}

function transposed(board: u64): u64 {
  let image: u64 = 0;
  for (; board; board &= board - 1) {
    const square = <u64>ctz(board);
    image |= (<u64>1) << ((square >> 3) | ((square & 7) << 3));
  }
  return image;
}

// --- timing ---------------------------------------------------------------------------------

/**
 * Replays a record `times` times, evaluating each position or not: with and without pattern data, the
 * differences are the costs of the update and of the evaluation. Returns a sum so that none is skipped.
 */
export function replay(record: usize, times: i32, evaluate: bool): i32 {
  const plies = <i32>load<u8>(record, 61);
  let sum = 0;
  for (let time = 0; time < times; time++) {
    let state = stack;
    start(state);
    for (let ply = 0; ply < plies; ply++) {
      const square = <i32>load<u8>(record + <usize>ply);
      if (flips(own(state), opp(state), square) == 0) {
        pass(state, state + STATE);
        state += STATE;
      }
      play(state, state + STATE, square);
      state += STATE;
      if (evaluate) sum += evaluatePatterns(state, 59 - ply, load<u32>(state, SIDE));
    }
    sum += load<u16>(state, 16);
  }
  return sum;
}
