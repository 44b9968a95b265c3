// Othello. A position is seen from the side to move (own, opp), as the bitboards of board.ts want
// it; the evaluation's pattern features ride along and are kept up to date by every move. Values
// are in hundredths of a disc, so that evaluations and exact results live on one scale.
import { FULL_DEPTH, Game, INFINITE, NO_BOUND } from '../../contract';
import { Board, mobility } from './board';
import {
  DISC,
  SOLVER_BYTES,
  SOLVER_EMPTIES,
  shareEndgames,
  solveWindow,
  stabilityFloor,
} from './endgame';
import { hashDiscs } from './key';
import { orderMoves } from './ordering';
import {
  copyPatterns,
  evaluatePatterns,
  loadPatterns,
  patternDataBytes,
  patternFileBytes,
  playPatterns,
  preparePatternData,
  setPatternData,
} from './patterns';
import { perft } from './perft';
import { shallowBound, shallowDepth } from './probcut';
import { CORNER_NEIGHBOURS } from './squares';
import { stableDiscs } from './stability';

/** The move of a side that cannot place a disc. */
export const PASS: u32 = 64;

@unmanaged
export class Othello extends Game {
  /** Discs of the side to move and of the other side; bit 0 is a1, bit 1 is b1, bit 63 is h8. */
  own: u64;
  opp: u64;
  /** 48 u16 pattern features, in absolute colours; see patterns.ts. */
  features0: u64;
  features1: u64;
  features2: u64;
  features3: u64;
  features4: u64;
  features5: u64;
  features6: u64;
  features7: u64;
  features8: u64;
  features9: u64;
  features10: u64;
  features11: u64;
  /** The side to move, 0 is Black. */
  side: u32;

  @inline
  size(): i32 {
    return 128;
  }

  @inline
  recordSize(): i32 {
    return 17;
  }

  /** Games never come near it, but a set-up position may have any number of empty squares. */
  @inline
  maxMoves(): i32 {
    return 64;
  }

  @inline
  historySlots(): i32 {
    return 130;
  }

  @inline
  finishedLeaves(): i32 {
    return 1;
  }

  @inline
  hasPerft(): bool {
    return true;
  }

  /** Needs no scratch memory. */
  @inline
  perft(depth: i32, scratch: usize): u64 {
    return perft(this.own, this.opp, depth);
  }

  @inline
  fileBytes(): i32 {
    return patternFileBytes();
  }

  @inline
  dataBytes(): i32 {
    return patternDataBytes();
  }

  @inline
  prepareData(file: usize, data: usize): void {
    preparePatternData(file, data);
  }

  @inline
  setData(data: usize): void {
    setPatternData(data);
  }

  /** Record: own u64, opp u64, side u8. */
  load(record: usize): void {
    const own = load<u64>(record);
    const opp = load<u64>(record, 8);
    const side = <u32>load<u8>(record, 16);
    this.own = own;
    this.opp = opp;
    this.side = side;
    loadPatterns(changetype<usize>(this), side == 0 ? own : opp, side == 0 ? opp : own);
  }

  store(record: usize): void {
    store<u64>(record, this.own);
    store<u64>(record, this.opp, 8);
    store<u8>(record, <u8>this.side, 16);
  }

  @inline
  turn(): i32 {
    return this.side;
  }

  @inline
  empties(): i32 {
    return <i32>popcnt(~(this.own | this.opp));
  }

  generate(moves: usize): i32 {
    let squares = mobility(this.own, this.opp);
    if (squares == 0) {
      store<u32>(moves, PASS);
      return mobility(this.opp, this.own) != 0 ? 1 : 0;
    }
    let at = moves;
    while (squares) {
      store<u32>(at, <u32>ctz(squares));
      at += 4;
      squares &= squares - 1;
    }
    return <i32>((at - moves) >> 2);
  }

  @inline
  count(scratch: usize): i32 {
    const squares = mobility(this.own, this.opp);
    if (squares == 0) return mobility(this.opp, this.own) != 0 ? 1 : 0;
    return <i32>popcnt(squares);
  }

  play(move: u32, next: usize): void {
    const to = changetype<Othello>(next);
    const own = this.own;
    const opp = this.opp;
    const side = this.side;
    to.side = side ^ 1;
    if (move == PASS) {
      to.own = opp;
      to.opp = own;
      copyPatterns(changetype<usize>(this), next);
      return;
    }
    const turned = Board.flips(own, opp, <i32>move);
    to.own = opp ^ turned;
    to.opp = own ^ turned ^ ((<u64>1) << move);
    playPatterns(changetype<usize>(this), next, <i32>move, turned, side);
  }

  @inline
  over(): bool {
    return Board.mobility(this.own, this.opp) == 0 && mobility(this.opp, this.own) == 0;
  }

  /** A hundred times the final disc difference; empty squares count for the winner. */
  @inline
  result(): i32 {
    const own = <i32>popcnt(this.own);
    const opp = <i32>popcnt(this.opp);
    if (own == opp) return 0;
    return own > opp ? DISC * (64 - 2 * opp) : DISC * (2 * own - 64);
  }

  @inline
  evaluate(): i32 {
    return evaluatePatterns(changetype<usize>(this), this.empties(), this.side);
  }

  /**
   * The side is left out: a position with the colours exchanged has the same discs from the mover's
   * view, and its value, exact or evaluated, is the same.
   */
  @inline
  hash(): u64 {
    return hashDiscs(this.own, this.opp);
  }

  @inline
  usesKillers(): bool {
    return false;
  }

  @inline
  historySlot(move: u32): i32 {
    return <i32>(this.side * 65 + move);
  }

  @inline
  score(moves: usize, scores: usize, count: i32, depth: i32): void {
    orderMoves(changetype<usize>(this), moves, scores, count, depth);
  }

  /** Smaller ones repeat less, but each costs a miss of the cache. */
  @inline
  markDepth(full: bool): i32 {
    return full ? 9 : 5;
  }

  /** A look at the table costs a miss of the cache, as much as two plies above the horizon. */
  @inline
  tableDepth(): i32 {
    return 3;
  }

  /** Only well above the solver: a look at a child costs a miss of the cache. */
  @inline
  looksAhead(depth: i32): bool {
    return depth == FULL_DEPTH && this.empties() >= SOLVER_EMPTIES + 3;
  }

  @inline
  looksAtLeaves(): bool {
    return true;
  }

  /**
   * Squares beside a corner come last; any better order costs more than the leaves it saves. The child
   * lies in the upper half of `out`, which has room for maxMoves() scores.
   */
  lookAtLeaves(beta: i32, out: usize): i32 {
    const own = this.own;
    const opp = this.opp;
    const child = changetype<Othello>(out + 128);
    child.side = this.side ^ 1;
    const squares = Board.mobility(own, opp);
    if (squares == 0) {
      this.play(PASS, out + 128);
      writeLeaves(out, 1, PASS, 1);
      return -child.evaluate();
    }
    let later = squares & CORNER_NEIGHBOURS;
    let now = squares ^ later;
    let best = -INFINITE;
    let bestMove: u32 = PASS;
    let looked = 0;
    let open: u32 = 0;
    while (true) {
      if (now == 0) {
        now = later;
        later = 0;
        if (now == 0) break;
      }
      const square = <i32>ctz(now);
      const turned = Board.flips(own, opp, square);
      child.own = opp ^ turned;
      child.opp = own ^ turned ^ (now & (0 - now));
      now &= now - 1;
      looked++;
      let value: i32;
      if (child.over()) {
        value = -child.result();
      } else {
        playPatterns(changetype<usize>(this), out + 128, square, turned, this.side);
        value = -child.evaluate();
        open = 1;
      }
      if (value > best) {
        best = value;
        bestMove = square;
        if (value >= beta) break;
      }
    }
    writeLeaves(out, looked, bestMove, open);
    return best;
  }

  @inline
  usesProbCut(): bool {
    return true;
  }

  @inline
  probCutDepth(depth: i32, tried: i32): i32 {
    return shallowDepth(this.empties(), depth, tried);
  }

  @inline
  probCutBound(depth: i32, tried: i32, bound: i32, low: bool): i32 {
    return shallowBound(this.empties(), depth, tried, bound, low);
  }

  @inline
  completes(depth: i32): bool {
    return depth >= this.empties();
  }

  /**
   * A search that would look at most of the rest of the game is taken to its end instead. With the
   * clock running, not before the end costs about as much as one more ply would, which is less where
   * plies are predicted: the end never is.
   */
  @inline
  deepen(depth: i32, playing: bool, selective: bool): i32 {
    const rest = selective ? 6 : playing ? 9 : 12;
    return depth + rest >= this.empties() ? FULL_DEPTH : depth + 1;
  }

  @inline
  solvable(): bool {
    return this.empties() <= SOLVER_EMPTIES;
  }

  /** A simulation has thousands of searchers, of few plies, which seldom come near the end of the game. */
  @inline
  solverBytes(maxPly: i32): i32 {
    return maxPly > 48 ? SOLVER_BYTES : 0;
  }

  @inline
  solve(
    alpha: i32,
    beta: i32,
    counts: usize,
    memory: usize,
    table: usize,
    least: i32,
    isAll: bool,
  ): i32 {
    const low = floorDiscs(alpha);
    const high = -floorDiscs(-beta);
    shareEndgames(table, least, isAll);
    return DISC * solveWindow(this.own, this.opp, low, high, counts, memory);
  }

  @inline
  staticBound(alpha: i32, beta: i32): i32 {
    const empties = this.empties();
    if (floorDiscs(alpha) < stabilityFloor(empties)) return NO_BOUND;
    const bound = DISC * (64 - 2 * <i32>popcnt(stableDiscs(this.opp, this.own | this.opp)));
    return bound <= alpha ? bound : NO_BOUND;
  }
}

/** The greatest even number of discs that is worth at most `value`: final differences are even. */
function floorDiscs(value: i32): i32 {
  return ((value + 8192 * 2 * DISC) / (2 * DISC)) * 2 - 8192 * 2;
}

/** What `lookAtLeaves` tells beside the value. */
function writeLeaves(out: usize, looked: i32, move: u32, open: u32): void {
  store<i32>(out, looked);
  store<u32>(out, move, 4);
  store<u32>(out, open, 8);
}
