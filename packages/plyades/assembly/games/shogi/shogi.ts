// Shogi. What a position is made of stands in position.ts; here the rules meet the search. A side
// without a legal move has lost, whether it is in check or not. Repetition depends on the course of the
// game, so only play mode counts it; the declaration of an entered king is no part of the tree.
import { COMPUTED } from '../../computed';
import { Game, WIN } from '../../contract';
import { mix } from '../../hash';
import { balanceOf } from './evaluation';
import { hasMove, inCheck } from './moves';
import { scoreMoves } from './ordering';
import { countMoves, generateMoves, MAX_MOVES, perft } from './perft';
import { KING, NOWHERE } from './pieces';
import { playMove } from './play';
import {
  BALANCE,
  BOARD_HASH,
  BRANCHING,
  branchingOf,
  HANDS,
  KINGS,
  kindAt,
  PLANES,
  POSITION_BYTES,
  SIDE,
  SIDES,
  sideToMove,
  squaresOf,
} from './position';
import { tacticalMoves } from './quiescence';
import { pieceKey, squareSet } from './tables';
import { WORTH_END } from './worth';

/** Record: 81 squares (0 empty, else kind, plus 16 for White), two hands u32, side u8, branching u16. */
const RECORD_HANDS: usize = 81;
const RECORD_SIDE: usize = 89;
const RECORD_BRANCHING: usize = 90;
const WHITE: u32 = 16;

/** What a place further down the list counts against the history of a move, at most 2^14. */
const SORTED_STEP: i32 = 2048;

@unmanaged
export class Shogi extends Game {
  @inline
  address(): usize {
    return changetype<usize>(this);
  }

  @inline
  size(): i32 {
    return POSITION_BYTES;
  }

  @inline
  recordSize(): i32 {
    return 92;
  }

  @inline
  computedBytes(): i32 {
    return <i32>(WORTH_END - COMPUTED);
  }

  @inline
  maxMoves(): i32 {
    return MAX_MOVES;
  }

  @inline
  markDepth(full: bool): i32 {
    return 3;
  }

  /** Side, origin (a square or a kind in hand), target. */
  @inline
  historySlots(): i32 {
    return 2 * 88 * 81;
  }

  @inline
  hasPerft(): bool {
    return true;
  }

  @inline
  perft(depth: i32, scratch: usize): u64 {
    return perft(this.address(), depth, scratch);
  }

  load(record: usize): void {
    const position = this.address();
    memory.fill(position, 0, POSITION_BYTES);
    store<u16>(position, <u16>(NOWHERE | (NOWHERE << 8)), KINGS);
    let hash: u64 = 0;
    for (let square: u32 = 0; square < 81; square++) {
      const piece = <u32>load<u8>(record + square);
      if (piece == 0) continue;
      const kind = piece & 15;
      const side = piece / WHITE;
      const set = squareSet(square);
      const sides = position + SIDES + ((<usize>side) << 4);
      v128.store(sides, v128.or(v128.load(sides), set));
      for (let plane: u32 = 0; plane < 4; plane++) {
        const at = position + PLANES + ((<usize>plane) << 4);
        if (((kind >> plane) & 1) != 0) v128.store(at, v128.or(v128.load(at), set));
      }
      if (kind == KING) store<u8>(position + side, <u8>square, KINGS);
      hash ^= pieceKey(side, kind, square);
    }
    store<u64>(position, load<u64>(record, RECORD_HANDS), HANDS);
    store<u8>(position, load<u8>(record, RECORD_SIDE), SIDE);
    store<u16>(position, load<u16>(record, RECORD_BRANCHING), BRANCHING);
    store<u64>(position, hash, BOARD_HASH);
    store<i32>(position, balanceOf(position), BALANCE);
  }

  store(record: usize): void {
    const position = this.address();
    const white = squaresOf(position, 1);
    for (let square: u32 = 0; square < 81; square++) {
      const kind = kindAt(position, square);
      const isWhite = v128.any_true(v128.and(white, squareSet(square)));
      store<u8>(record + square, <u8>(isWhite ? kind | WHITE : kind));
    }
    store<u64>(record, load<u64>(position, HANDS), RECORD_HANDS);
    store<u8>(record, load<u8>(position, SIDE), RECORD_SIDE);
    store<u16>(record, load<u16>(position, BRANCHING), RECORD_BRANCHING);
  }

  @inline
  turn(): i32 {
    return sideToMove(this.address());
  }

  generate(moves: usize): i32 {
    return generateMoves(this.address(), moves);
  }

  @inline
  bounded(): bool {
    return true;
  }

  @inline
  listsAll(): bool {
    return branchingOf(this.address()) == 0;
  }

  @inline
  isShort(count: i32): bool {
    return <u32>count < branchingOf(this.address());
  }

  count(scratch: usize): i32 {
    return countMoves(this.address());
  }

  play(move: u32, next: usize): void {
    playMove(this.address(), move, next);
  }

  over(): bool {
    return !hasMove(this.address());
  }

  @inline
  result(): i32 {
    return -WIN;
  }

  @inline
  evaluate(): i32 {
    const balance = load<i32>(this.address(), BALANCE);
    return sideToMove(this.address()) == 0 ? balance : -balance;
  }

  /** Hands, side and branching fit one word beside each other; the board has been kept by `play`. */
  @inline
  hash(): u64 {
    const position = this.address();
    const hands = load<u64>(position, HANDS);
    const branching = <u64>load<u16>(position, BRANCHING);
    return (
      load<u64>(position, BOARD_HASH) ^
      mix(hands | ((<u64>sideToMove(position)) << 63) | (branching << 21))
    );
  }

  /** Hands can come back, too, so there is no limit to how far back an equal position may lie. */
  @inline
  repeats(): i32 {
    return 4;
  }

  @inline
  checked(): bool {
    return inCheck(this.address());
  }

  /** A tree of bounded width has its moves sorted already. */
  score(moves: usize, scores: usize, count: i32, depth: i32): void {
    if (branchingOf(this.address()) == 0) {
      scoreMoves(this.address(), moves, scores, count);
    } else {
      for (let i = 0; i < count; i++) store<i32>(scores + ((<usize>i) << 2), -i * SORTED_STEP);
    }
  }

  @inline
  quiesces(): bool {
    return true;
  }

  /** Of a tree of bounded width, only moves that are in it. */
  tactical(moves: usize): i32 {
    return tacticalMoves(this.address(), moves);
  }

  @inline
  historySlot(move: u32): i32 {
    return <i32>((<u32>this.turn() * 88 + ((move >> 7) & 127)) * 81 + (move & 127));
  }
}
