// Chess. What ends a game here depends on the position alone: checkmate, stalemate, and too few pieces
// to win. The fifty-move rule and repetition depend on the way to a position: exact trees do not know
// them, play mode judges them by the clock and the path (assembly/search/repetition.ts).
import { Game, WIN } from '../../contract';
import { codeAfter, playBoard } from './board';
import { evaluate } from './evaluate';
import { BLACK_TO_MOVE, KEYS } from './keys';
import { canMove, canTakePassant, inCheck, writeMoves } from './legal';
import { isDead } from './material';
import { keepPromising, orderMoves } from './ordering';
import { perft } from './perft';
import {
  CASTLING,
  DIAGONAL,
  KING_CODE,
  PAWN,
  PROMOTION,
  pieceOn,
  RANK_6,
  ROOK,
  TO,
  TURNED,
} from './position';
import { PSQ } from './psq';

/** The clocks count no further; no game is as long. */
const MOST_PLIES: u16 = 19_997;
const MOST_CLOCK: u16 = 9_999;

@unmanaged
export class Chess extends Game {
  /** The board as position.ts describes it, seen by the side to move. */
  own: u64;
  opp: u64;
  diagonal: u64;
  straight: u64;
  others: u64;
  rights: u64;
  key: u64;
  /** Sum of PSQ over all pieces. */
  psq: i32;
  /** Plies since a pawn moved or a piece was taken. */
  clock: u16;
  /** Plies since the game began; even when White is to move. */
  plies: u16;

  @inline
  size(): i32 {
    return 64;
  }

  @inline
  recordSize(): i32 {
    return 44;
  }

  /** 218 is the most that a game can have. */
  @inline
  maxMoves(): i32 {
    return 256;
  }

  @inline
  historySlots(): i32 {
    return 2 * 8 * 64;
  }

  @inline
  hasPerft(): bool {
    return true;
  }

  @inline
  perft(depth: i32, scratch: usize): u64 {
    return perft(changetype<usize>(this), depth, scratch);
  }

  /**
   * Record: white pieces, the three boards of piece codes and the rights, u64 each, seen by White; the
   * clock u16, the plies u16.
   */
  load(record: usize): void {
    const board = changetype<usize>(this);
    const plies = load<u16>(record, 42);
    const side = <i32>plies & 1;
    const white = load<u64>(record);
    const black = (load<u64>(record, 8) | load<u64>(record, 16) | load<u64>(record, 24)) & ~white;
    store<u64>(board, turned(side ? black : white, side));
    store<u64>(board, turned(side ? white : black, side), 8);
    for (let at: usize = 8; at < 40; at += 8) {
      store<u64>(board + DIAGONAL - 8 + at, turned(load<u64>(record + at), side));
    }
    this.clock = load<u16>(record, 40);
    this.plies = plies;

    let key: u64 = side ? BLACK_TO_MOVE : 0;
    let psq = 0;
    let pieces = this.own | this.opp;
    while (pieces) {
      const square = <i32>ctz(pieces);
      const colour = (this.own >> square) & 1 ? side : 1 - side;
      const index = slot(colour, pieceOn(board, square), square ^ view(side));
      key ^= keyAt(index);
      psq += psqAt(index);
      pieces &= pieces - 1;
    }
    this.key = key ^ keyOfRights(this.rights, side);
    this.psq = psq;
  }

  store(record: usize): void {
    const board = changetype<usize>(this);
    const side = this.turn();
    store<u64>(record, turned(side ? this.opp : this.own, side));
    for (let at: usize = 8; at < 40; at += 8) {
      store<u64>(record + at, turned(load<u64>(board + DIAGONAL - 8 + at), side));
    }
    store<u16>(record, this.clock, 40);
    store<u16>(record, this.plies, 42);
  }

  @inline
  turn(): i32 {
    return <i32>this.plies & 1;
  }

  generate(moves: usize): i32 {
    const board = changetype<usize>(this);
    if (isDead(board)) return 0;
    const end = writeMoves(board, moves, this.turn() ? TURNED : 0, ~(<u64>0), true);
    return <i32>((end - moves) >> 2);
  }

  play(move: u32, next: usize): void {
    const board = changetype<usize>(this);
    const to = changetype<Chess>(next);
    const side = this.turn();
    const start = <i32>(move & 63);
    const end = <i32>((move >> TO) & 63);
    const promotion = <i32>(move >> PROMOTION);
    const flip = view(side);
    const from = start ^ flip;
    const onto = end ^ flip;
    const code = pieceOn(board, from);
    let taken = pieceOn(board, onto);
    playBoard(board, from, onto, promotion, next);

    const before = slot(side, code, start);
    const after = slot(side, codeAfter(code, promotion), end);
    let key = this.key ^ BLACK_TO_MOVE ^ keyAt(before) ^ keyAt(after);
    let psq = this.psq - psqAt(before) + psqAt(after);
    let place = end;
    if (code == PAWN && ((this.rights & RANK_6) >> onto) & 1) {
      taken = PAWN;
      place = end ^ 8;
    }
    if (taken) {
      const captured = slot(side ^ 1, taken, place);
      key ^= keyAt(captured);
      psq -= psqAt(captured);
    }
    if (code == KING_CODE && abs(end - start) == 2) {
      const corner = slot(side, ROOK, end > start ? start + 3 : start - 4);
      const rook = slot(side, ROOK, (start + end) >> 1);
      key ^= keyAt(corner) ^ keyAt(rook);
      psq += psqAt(rook) - psqAt(corner);
    }
    if (this.rights) key ^= keyOfRights(this.rights, side);
    if (to.rights) key ^= keyOfRights(to.rights, side ^ 1);
    to.key = key;
    to.psq = psq;
    to.clock = taken || code == PAWN ? 0 : min<u16>(this.clock + 1, MOST_CLOCK);
    to.plies = this.plies < MOST_PLIES ? this.plies + 1 : this.plies - 1;
  }

  @inline
  over(): bool {
    const board = changetype<usize>(this);
    return isDead(board) || !canMove(board);
  }

  @inline
  result(): i32 {
    const board = changetype<usize>(this);
    return !isDead(board) && inCheck(board) ? -WIN : 0;
  }

  @inline
  evaluate(): i32 {
    return evaluate(changetype<usize>(this), this.turn() ? -this.psq : this.psq);
  }

  /**
   * The clocks are left out: exact trees do not depend on them, and play mode adds a key of its own where
   * the fifty-move draw is in reach.
   */
  @inline
  hash(): u64 {
    return this.key;
  }

  @inline
  historySlot(move: u32): i32 {
    const code = pieceOn(changetype<usize>(this), <i32>(move & 63) ^ view(this.turn()));
    return slot(this.turn(), code, <i32>((move >> TO) & 63));
  }

  @inline
  score(moves: usize, scores: usize, count: i32, depth: i32): void {
    orderMoves(changetype<usize>(this), moves, scores, count, view(this.turn()));
  }

  /** 8 plies on 16 threads: 5.4x, 8.9x, 9.5x with 3, 4, 5. */
  @inline
  markDepth(full: bool): i32 {
    return 5;
  }

  @inline
  tableDepth(): i32 {
    return 1;
  }

  @inline
  quiesces(): bool {
    return true;
  }

  /** Not in check, where all moves are tactical: what follows is a capture again, so it ends. */
  @inline
  standsPat(): bool {
    return !inCheck(changetype<usize>(this));
  }

  /** Captures that lose nothing and promotions to a queen; every move out of a check. */
  tactical(moves: usize): i32 {
    const board = changetype<usize>(this);
    if (isDead(board)) return 0;
    const side = this.turn();
    if (inCheck(board)) return this.generate(moves);
    const wanted = this.opp | (this.rights & RANK_6);
    const end = writeMoves(board, moves, side ? TURNED : 0, wanted, true);
    return keepPromising(board, moves, end, view(side));
  }

  @inline
  selective(): bool {
    return true;
  }

  @inline
  quiet(move: u32): bool {
    const to = <i32>((move >> TO) & 63) ^ view(this.turn());
    return move >> PROMOTION == 0 && (((this.opp | (this.rights & RANK_6)) >> to) & 1) == 0;
  }

  /** With pawns alone a side is often worse off for having to move. */
  @inline
  canPass(): bool {
    return (this.own & (this.diagonal | (this.straight & ~this.others))) != 0;
  }

  pass(next: usize): void {
    const to = changetype<Chess>(next);
    const side = this.turn();
    to.own = bswap<u64>(this.opp);
    to.opp = bswap<u64>(this.own);
    to.diagonal = bswap<u64>(this.diagonal);
    to.straight = bswap<u64>(this.straight);
    to.others = bswap<u64>(this.others);
    to.rights = bswap<u64>(this.rights & CASTLING);
    to.key = this.key ^ BLACK_TO_MOVE ^ keyOfRights(this.rights & ~CASTLING, side);
    to.psq = this.psq;
    // Nothing before a pass can come again.
    to.clock = 0;
    to.plies = this.plies < MOST_PLIES ? this.plies + 1 : this.plies - 1;
  }

  @inline
  reversiblePlies(): i32 {
    return <i32>this.clock;
  }

  /** Fifty moves of each side. */
  @inline
  mostReversible(): i32 {
    return 99;
  }

  @inline
  repeats(): i32 {
    return 3;
  }

  /** An en passant square on which no pawn may take, because of a pin or a check. */
  @inline
  immaterial(): u64 {
    const passant = this.rights & RANK_6;
    if (passant == 0 || canTakePassant(changetype<usize>(this))) return 0;
    return keyOfRights(passant, this.turn());
  }
}

/** What turns a square of the mover's view into White's. */
function view(side: i32): i32 {
  return side ? 56 : 0;
}

function turned(board: u64, side: i32): u64 {
  return side ? bswap<u64>(board) : board;
}

/** Index of a piece of a colour on a square in KEYS and PSQ. */
function slot(colour: i32, code: i32, square: i32): i32 {
  return (((colour << 3) | code) << 6) | square;
}

function keyAt(index: i32): u64 {
  return load<u64>(KEYS + ((<usize>index) << 3));
}

function psqAt(index: i32): i32 {
  return load<i32>(PSQ + ((<usize>index) << 2));
}

function keyOfRights(rights: u64, side: i32): u64 {
  let key: u64 = 0;
  while (rights) {
    key ^= keyAt(<i32>ctz(rights) ^ view(side));
    rights &= rights - 1;
  }
  return key;
}
