// Tic-tac-toe: the file to copy for a new game. Two 9-bit boards, the side to move, nothing else.
// Squares are numbered 0 to 8, row by row; a move is its square.
import { Game, WIN } from '../../contract';
import { mix } from '../../hash';

const ALL: u32 = 0b111111111;

/** True when one of the eight lines is full. */
function hasLine(board: u32): bool {
  return (
    (board & 0b000000111) == 0b000000111 ||
    (board & 0b000111000) == 0b000111000 ||
    (board & 0b111000000) == 0b111000000 ||
    (board & 0b001001001) == 0b001001001 ||
    (board & 0b010010010) == 0b010010010 ||
    (board & 0b100100100) == 0b100100100 ||
    (board & 0b100010001) == 0b100010001 ||
    (board & 0b001010100) == 0b001010100
  );
}

@unmanaged
export class TicTacToe extends Game {
  /** Stones of the side to move, stones of the other side, the side to move (0 is X). */
  own: u32;
  opp: u32;
  side: u32;

  @inline
  size(): i32 {
    return 16;
  }

  @inline
  recordSize(): i32 {
    return 5;
  }

  @inline
  maxMoves(): i32 {
    return 9;
  }

  @inline
  historySlots(): i32 {
    return 18;
  }

  @inline
  finishedLeaves(): i32 {
    return 0;
  }

  /** Record: own u16, opp u16, side u8. */
  load(record: usize): void {
    this.own = load<u16>(record);
    this.opp = load<u16>(record, 2);
    this.side = load<u8>(record, 4);
  }

  store(record: usize): void {
    store<u16>(record, <u16>this.own);
    store<u16>(record, <u16>this.opp, 2);
    store<u8>(record, <u8>this.side, 4);
  }

  @inline
  turn(): i32 {
    return this.side;
  }

  generate(moves: usize): i32 {
    if (hasLine(this.opp)) return 0;
    let empty = ~(this.own | this.opp) & ALL;
    let at = moves;
    while (empty) {
      store<u32>(at, ctz(empty));
      at += 4;
      empty &= empty - 1;
    }
    return <i32>((at - moves) >> 2);
  }

  @inline
  play(move: u32, next: usize): void {
    const to = changetype<TicTacToe>(next);
    const own = this.own | (1 << move);
    to.own = this.opp;
    to.opp = own;
    to.side = this.side ^ 1;
  }

  @inline
  over(): bool {
    return (this.own | this.opp) == ALL || hasLine(this.opp);
  }

  /** Only the side that has just moved can have completed a line. */
  @inline
  result(): i32 {
    return hasLine(this.opp) ? -WIN : 0;
  }

  /** Centre 3, corners 2, edges 1. */
  @inline
  evaluate(): i32 {
    return weigh(this.own) - weigh(this.opp);
  }

  @inline
  hash(): u64 {
    const bits = <u64>this.own | ((<u64>this.opp) << 16) | ((<u64>this.side) << 32);
    return mix(bits);
  }

  @inline
  historySlot(move: u32): i32 {
    return <i32>(this.side * 9 + move);
  }
}

function weigh(board: u32): i32 {
  return popcnt(board) + popcnt(board & 0b101010101) + popcnt(board & 0b000010000);
}
