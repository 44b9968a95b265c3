// Connect6 on 19 x 19: Black begins with one stone, then each side places two, and six of a colour in a
// row win. The position holds the board and, for each of the 924 windows of six points, how many stones
// of each side lie in it; a stone brings the windows that contain it up to date, and with them the
// evaluation and the number of threats. Copying all of it costs less than searching the lines again.
import { Game, INCOMPLETE, WIN } from '../../contract';
import { mix } from '../../hash';
import {
  clearPlanes,
  columnOf,
  leastSteps,
  MARGIN,
  mostSteps,
  PLANE,
  PLANES,
  POINTS,
  rowOf,
  stepOf,
} from './board';
import { BRANCHES_BYTES, branches, firstBranches } from './branches';
import { allDefences } from './defences';
import { changedThreats, changedValue, changeOf, seenBy, stoppedThreats } from './shapes';
import { NOWHERE, stonesToStop } from './threats';
import { FREE_STONE } from './weights';

/** Bytes of the board: 0 empty, 1 black, 2 white; what is behind the last point counts as occupied. */
const BOARD_BYTES: i32 = 368;

/** Where board and planes lie behind the fields; vectors may be read past the last plane. */
const BOARD_AT: usize = 48;
const PLANES_AT: usize = BOARD_AT + BOARD_BYTES;
const SIZE: i32 = <i32>PLANES_AT + PLANES + 16;

/** Bytes of a bitboard in a record: bit i of byte j is point 8 j + i. */
const BITS: i32 = 46;

/** A side that can fill a six wins, one that cannot stop all threats loses; a search proves it. */
const DECIDED: i32 = 200_000;

/** Moves are generated best first, and this is what a place in that order is worth to the search. */
const PLACE: i32 = 4096;

const HISTORY: i32 = 4096;

@unmanaged
export class Connect6 extends Game {
  key: u64;
  /** The evaluation: Black's windows less White's. */
  value: i32;
  /** Threats of each side. */
  blackThreats: i32;
  whiteThreats: i32;
  stones: i32;
  /** The side that has six in a row plus 1, or 0. */
  winner: i32;
  /** How many of the best moves are generated: 1 .. MOST_BRANCHES. */
  branching: i32;

  @inline
  size(): i32 {
    return SIZE;
  }

  /** Black's stones, White's stones, the branching. */
  @inline
  recordSize(): i32 {
    return 2 * BITS + 1;
  }

  /** More than there are, since the list is also the scratch memory of `generate`. */
  @inline
  maxMoves(): i32 {
    return (BRANCHES_BYTES + 3) / 4;
  }

  @inline
  markDepth(full: bool): i32 {
    return 3;
  }

  @inline
  historySlots(): i32 {
    return HISTORY;
  }

  load(record: usize): void {
    memory.fill(changetype<usize>(this), 0, SIZE);
    const board = changetype<usize>(this) + BOARD_AT;
    memory.fill(board + POINTS, 3, BOARD_BYTES - POINTS);
    clearPlanes(changetype<usize>(this) + PLANES_AT);
    this.branching = <i32>load<u8>(record, 2 * BITS);
    this.key = mix(<u64>this.branching + 0x6c6f);
    for (let side = 0; side < 2; side++) {
      for (let point = 0; point < POINTS; point++) {
        const byte = <i32>load<u8>(record + <usize>(side * BITS + (point >> 3)));
        if ((byte >> (point & 7)) & 1) this.place(point, side);
      }
    }
  }

  store(record: usize): void {
    memory.fill(record, 0, 2 * BITS);
    for (let point = 0; point < POINTS; point++) {
      const stone = <i32>load<u8>(changetype<usize>(this) + BOARD_AT + <usize>point);
      if (stone == 0) continue;
      const at = record + <usize>((stone - 1) * BITS + (point >> 3));
      store<u8>(at, load<u8>(at) | ((<u8>1) << (<u8>(point & 7))));
    }
    store<u8>(record, <u8>this.branching, 2 * BITS);
  }

  /** One stone, then two at a time. */
  @inline
  turn(): i32 {
    return ((this.stones + 1) >> 1) & 1;
  }

  generate(moves: usize): i32 {
    if (this.over()) return 0;
    const board = changetype<usize>(this) + BOARD_AT;
    const planes = changetype<usize>(this) + PLANES_AT;
    if (this.stones == 0) return firstBranches(this.branching, moves);
    const side = this.turn();
    const own = this.threatsOf(side);
    const other = this.threatsOf(1 - side);
    return branches(board, planes, side, own, other, this.branching, moves);
  }

  /** Any two empty points will do, though only the best are generated. */
  @inline
  legal(move: u32): i32 {
    const one = <i32>(move >> 9);
    const two = <i32>(move & 511);
    if (this.over() || one >= POINTS || !this.isEmpty(one)) return 0;
    if (this.stones == 0) return two == NOWHERE ? 1 : 0;
    return one < two && two < POINTS && this.isEmpty(two) ? 1 : 0;
  }

  @inline
  bounded(): bool {
    return true;
  }

  /** Where a side can win at once, the moves that do are all that matter. */
  @inline
  listsAll(): bool {
    return this.over() || this.threatsOf(this.turn()) > 0;
  }

  replies(moves: usize): i32 {
    const side = this.turn();
    if (this.threatsOf(1 - side) == 0) return INCOMPLETE;
    const board = changetype<usize>(this) + BOARD_AT;
    const planes = changetype<usize>(this) + PLANES_AT;
    const count = allDefences(board, planes, 1 - side, this.maxMoves(), moves);
    return count == 0 ? min(1, this.generate(moves)) : count;
  }

  @inline
  candidates(): i32 {
    return this.stones == 0 ? POINTS : POINTS * POINTS;
  }

  @inline
  candidate(index: i32): u32 {
    if (this.stones == 0) return ((<u32>index) << 9) | NOWHERE;
    return ((<u32>(index / POINTS)) << 9) | <u32>(index % POINTS);
  }

  play(move: u32, next: usize): void {
    memory.copy(next, changetype<usize>(this), SIZE);
    const side = this.turn();
    const after = changetype<Connect6>(next);
    const two = <i32>(move & 511);
    after.place(<i32>(move >> 9), side);
    if (two != NOWHERE) after.place(two, side);
  }

  @inline
  over(): bool {
    return this.winner != 0 || this.stones == POINTS;
  }

  /** Only the side that has just moved can have won. */
  @inline
  result(): i32 {
    return this.winner != 0 ? -WIN : 0;
  }

  /**
   * The worths of the windows, and of the turn: DECIDED for a side that can fill a six, -DECIDED for one
   * that needs more than two stones to stop the other's, otherwise FREE_STONE for each of its two stones
   * that need not stop one.
   */
  evaluate(): i32 {
    const side = this.turn();
    const value = side == 0 ? this.value : -this.value;
    if (this.threatsOf(side) > 0) return DECIDED + value;
    const toStop = this.threatsOf(1 - side);
    if (toStop == 0) return value + 2 * FREE_STONE;
    const board = changetype<usize>(this) + BOARD_AT;
    const needed = stonesToStop(board, changetype<usize>(this) + PLANES_AT, 1 - side, toStop);
    return needed > 2 ? value - DECIDED : value + (2 - needed) * FREE_STONE;
  }

  @inline
  hash(): u64 {
    return this.key;
  }

  @inline
  historySlot(move: u32): i32 {
    return <i32>((move ^ (move >> 6)) & (HISTORY - 1));
  }

  @inline
  score(moves: usize, scores: usize, count: i32, depth: i32): void {
    for (let i = 0; i < count; i++) store<i32>(scores + ((<usize>i) << 2), (count - i) * PLACE);
  }

  @inline
  threatsOf(side: i32): i32 {
    return side == 0 ? this.blackThreats : this.whiteThreats;
  }

  @inline
  isEmpty(point: i32): bool {
    return load<u8>(changetype<usize>(this) + BOARD_AT + <usize>point) == 0;
  }

  /** Puts a stone on an empty point and counts it in every window that contains it. */
  place(point: i32, side: i32): void {
    const planes = changetype<usize>(this) + PLANES_AT;
    const column = columnOf(point);
    const row = rowOf(point);
    const stone: u32 = side == 0 ? 1 : 8;
    let change = 0;
    let six = false;
    for (let direction = 0; direction < 4; direction++) {
      const step = stepOf(direction);
      const most = mostSteps(direction, column, row);
      let steps = leastSteps(direction, column, row);
      let at = planes + <usize>(direction * PLANE + MARGIN + point - steps * step);
      for (; steps <= most; steps++) {
        const window = <u32>load<u8>(at);
        const seen = seenBy(side, window);
        change += changeOf(seen);
        six = six || seen == 5;
        store<u8>(at, <u8>(window + stone));
        at -= <usize>step;
      }
    }
    const threats = changedThreats(change);
    const stopped = stoppedThreats(change);
    if (side == 0) {
      this.value += changedValue(change);
      this.blackThreats += threats;
      this.whiteThreats -= stopped;
    } else {
      this.value -= changedValue(change);
      this.whiteThreats += threats;
      this.blackThreats -= stopped;
    }
    if (six) this.winner = side + 1;
    this.stones++;
    store<u8>(changetype<usize>(this) + BOARD_AT + <usize>point, <u8>(side + 1));
    this.key ^= mix(<u64>(side * POINTS + point + 1) * 0x9e3779b97f4a7c15);
  }
}
