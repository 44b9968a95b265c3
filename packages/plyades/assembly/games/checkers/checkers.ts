// English checkers on 8x8: three words of 32 bits and the side to move. A side that cannot move has
// lost. Draws by repetition belong to a game and not to a position: `result` knows none, and only play
// mode, which knows the path, counts them.
import { Game, WIN } from '../../contract';
import { mix } from '../../hash';
import { evaluatePieces } from './evaluation';
import { canStep, countSteps, FIRST_JUMP, jumpers, WAY, writeJumps, writeSteps } from './moves';
import { amountOf, BOTTOM_ROW, TOP_ROW } from './squares';

/** Makes the key of a position with White to move another than with Black to move. */
const WHITE_TO_MOVE: u64 = 0x9e3779b97f4a7c15;

/** Of the score of a capture: more than history can give. */
const PER_JUMP: i32 = 1 << 15;

@unmanaged
export class Checkers extends Game {
  /** Pieces of the side to move, of the other side, and the kings of both; bits as in squares.ts. */
  own: u32;
  opp: u32;
  kings: u32;
  /** The side to move, 0 is Black. */
  side: u32;

  @inline
  size(): i32 {
    return 16;
  }

  @inline
  recordSize(): i32 {
    return 13;
  }

  /** Twelve kings have at most 48 steps; captures are fewer: 12 against 12 have no more than 40. */
  @inline
  maxMoves(): i32 {
    return 48;
  }

  @inline
  markDepth(full: bool): i32 {
    return 5;
  }

  @inline
  historySlots(): i32 {
    return 256;
  }

  /** Record: own u32, opp u32, kings u32, side u8. */
  load(record: usize): void {
    this.own = load<u32>(record);
    this.opp = load<u32>(record, 4);
    this.kings = load<u32>(record, 8);
    this.side = <u32>load<u8>(record, 12);
  }

  store(record: usize): void {
    store<u32>(record, this.own);
    store<u32>(record, this.opp, 4);
    store<u32>(record, this.kings, 8);
    store<u8>(record, <u8>this.side, 12);
  }

  @inline
  turn(): i32 {
    return this.side;
  }

  /** The pieces of the side to move that may go down, and those that may go up. */
  @inline
  down(): u32 {
    return this.side == 0 ? this.own : this.own & this.kings;
  }

  @inline
  up(): u32 {
    return this.side == 0 ? this.own & this.kings : this.own;
  }

  @inline
  empty(): u32 {
    return ~(this.own | this.opp);
  }

  generate(moves: usize): i32 {
    const down = this.down();
    const up = this.up();
    const empty = this.empty();
    const from = jumpers(down, up, this.opp, empty);
    const end = from
      ? writeJumps(moves, from, down, up, this.opp, empty)
      : writeSteps(moves, down, up, empty);
    return <i32>((end - moves) >> 2);
  }

  count(scratch: usize): i32 {
    const down = this.down();
    const up = this.up();
    const empty = this.empty();
    const from = jumpers(down, up, this.opp, empty);
    if (from == 0) return countSteps(down, up, empty);
    return <i32>((writeJumps(scratch, from, down, up, this.opp, empty) - scratch) >> 2);
  }

  play(move: u32, next: usize): void {
    const to = changetype<Checkers>(next);
    const side = this.side;
    const from: u32 = (<u32>1) << (move & 31);
    let way = move >> WAY;
    let here: u32;
    let opp = this.opp;
    let kings = this.kings;
    if (way < FIRST_JUMP) {
      here = rotl(from, amountOf(way));
    } else {
      here = from;
      let jumped: u32 = 0;
      do {
        const by = amountOf(way & 3);
        const over = rotl(here, by);
        jumped |= over;
        here = rotl(over, by);
        way >>= 2;
      } while (way != 1);
      opp &= ~jumped;
      kings &= ~jumped;
    }
    const crowned = kings & from ? here : here & (side == 0 ? BOTTOM_ROW : TOP_ROW);
    to.own = opp;
    to.opp = (this.own & ~from) | here;
    to.kings = (kings & ~from) | crowned;
    to.side = side ^ 1;
  }

  @inline
  over(): bool {
    const down = this.down();
    const up = this.up();
    const empty = this.empty();
    return !canStep(down, up, empty) && jumpers(down, up, this.opp, empty) == 0;
  }

  /** Only a side without a move is finished, and it has lost. */
  @inline
  result(): i32 {
    return -WIN;
  }

  @inline
  evaluate(): i32 {
    return evaluatePieces(this.own, this.opp, this.kings, this.side);
  }

  @inline
  quiesces(): bool {
    return true;
  }

  /** Captures are compulsory, so a position with one is worth what the best of them is worth. */
  @inline
  standsPat(): bool {
    return jumpers(this.down(), this.up(), this.opp, this.empty()) == 0;
  }

  tactical(moves: usize): i32 {
    const down = this.down();
    const up = this.up();
    const empty = this.empty();
    const from = jumpers(down, up, this.opp, empty);
    if (from == 0) return 0;
    return <i32>((writeJumps(moves, from, down, up, this.opp, empty) - moves) >> 2);
  }

  /** A game in which a position comes for the third time is drawn. */
  @inline
  repeats(): i32 {
    return 3;
  }

  /** Men never go back, so without kings nothing comes again. */
  @inline
  reversiblePlies(): i32 {
    return this.kings == 0 ? 0 : i32.MAX_VALUE;
  }

  @inline
  hash(): u64 {
    const pieces = ((<u64>this.own) << 32) | this.opp;
    const rest = this.side == 0 ? <u64>this.kings : <u64>this.kings ^ WHITE_TO_MOVE;
    return mix(pieces ^ mix(rest));
  }

  /**
   * Captures by the number of pieces they take. Steps are left to killers and history: to put those
   * first that become a king or offer nothing made trees larger, by 3 and 17 % of the nodes.
   */
  score(moves: usize, scores: usize, count: i32, depth: i32): void {
    for (let i: usize = 0; i < (<usize>count) << 2; i += 4) {
      const way = load<u32>(moves + i) >> WAY;
      store<i32>(scores + i, way < FIRST_JUMP ? 0 : PER_JUMP * <i32>((31 - clz(way)) >> 1));
    }
  }

  /** Side, square and first direction. */
  @inline
  historySlot(move: u32): i32 {
    return <i32>((this.side << 7) | (move & 127));
  }
}
