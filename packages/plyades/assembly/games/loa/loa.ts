// Lines of Action. A position is seen from the side to move (own, opp); the contents of its lines, the
// moments of both sides and whether a side is connected ride along and are kept by every move, so
// that moves are counted without being generated and a leaf costs no scan of the board.

import { COMPUTED } from '../../computed';
import { Game, WIN } from '../../contract';
import { connected } from './connection';
import { EVALUATION_END, evaluateStones, momentOf, worthOf } from './evaluation';
import { keyOf } from './key';
import {
  emptyContent,
  firstSquare,
  LINES,
  mobilityIn,
  moversOf,
  movesIn,
  placeOf,
  stepOf,
  sumOf,
} from './lines';

/** Other moves are 64 times the square they start from, plus the square they lead to. */
export const PASS: u32 = 4096;

/** Stones of a side at the start; there are never more. */
const STONES: i32 = 12;

/** Offset of the contents of the lines, u16 each: the idle one included, 43 of them. */
const CONTENTS: usize = 32;

/** Bits of `ended`. */
const MOVER_CONNECTED: u8 = 1;
const OTHER_CONNECTED: u8 = 2;

/** Ordering: a capture, and a square of worth more than before. */
const CAPTURE: i32 = 600;
const WORTH: i32 = 64;

@unmanaged
export class LinesOfAction extends Game {
  /** Stones of the side to move and of the other side; bit 0 is a1, bit 1 is b1, bit 63 is h8. */
  own: u64;
  opp: u64;
  /** Moves and mobility of both sides, see lines.ts. */
  totals: u32;
  /** Sums over the stones of a side of columns, rows and worths, see evaluation.ts. */
  ownMoment: u32;
  oppMoment: u32;
  /** The side to move, 0 is Black. */
  side: u8;
  /** Who is connected; 0 while the game goes on. */
  ended: u8;

  @inline
  size(): i32 {
    return 128;
  }

  @inline
  recordSize(): i32 {
    return 17;
  }

  /** Twelve stones in eight directions. */
  @inline
  maxMoves(): i32 {
    return STONES * 8;
  }

  @inline
  historySlots(): i32 {
    return 2 * 4097;
  }

  @inline
  computedBytes(): i32 {
    return <i32>(EVALUATION_END - COMPUTED);
  }

  /** Record: own u64, opp u64, side u8; 1 to 12 stones a side. */
  load(record: usize): void {
    const here = changetype<usize>(this);
    memory.fill(here, 0, <usize>this.size());
    for (let line = 0; line < LINES; line++) {
      store<u16>(here + ((<usize>line) << 1), <u16>emptyContent(line), CONTENTS);
    }
    const own = load<u64>(record);
    const opp = load<u64>(record, 8);
    const side = load<u8>(record, 16);
    this.own = own;
    this.opp = opp;
    this.side = side;
    for (let rest = own; rest; rest &= rest - 1) {
      const square = <u32>ctz(rest);
      this.totals += turnDigits(here, square, side == 0 ? 1 : 2);
      this.ownMoment += momentOf(square);
    }
    for (let rest = opp; rest; rest &= rest - 1) {
      const square = <u32>ctz(rest);
      this.totals += turnDigits(here, square, side == 0 ? 2 : 1);
      this.oppMoment += momentOf(square);
    }
    this.ended = (connected(own) ? MOVER_CONNECTED : 0) | (connected(opp) ? OTHER_CONNECTED : 0);
  }

  store(record: usize): void {
    store<u64>(record, this.own);
    store<u64>(record, this.opp, 8);
    store<u8>(record, this.side, 16);
  }

  @inline
  turn(): i32 {
    return this.side;
  }

  /** Line by line, on each line upwards before downwards. */
  generate(moves: usize): i32 {
    if (this.ended) return 0;
    const contents = changetype<usize>(this) + CONTENTS;
    const shift: u32 = <u32>this.side * 14;
    let at = moves;
    for (let line = 0; line < LINES; line++) {
      const found = moversOf(<u32>load<u16>(contents + ((<usize>line) << 1)));
      const both = (found >> shift) & 0x3fff;
      if (both == 0) continue;
      const step = stepOf(line);
      const first = firstSquare(line);
      const far = (found >> 28) * step;
      for (let up = both & 0x7f; up; up &= up - 1) {
        const from = first + ctz(up) * step;
        store<u32>(at, (from << 6) | (from + far));
        at += 4;
      }
      for (let down = both >> 7; down; down &= down - 1) {
        const from = first + (ctz(down) + 1) * step;
        store<u32>(at, (from << 6) | (from - far));
        at += 4;
      }
    }
    if (at == moves) {
      store<u32>(moves, PASS);
      return 1;
    }
    return <i32>((at - moves) >> 2);
  }

  @inline
  count(scratch: usize): i32 {
    return this.ended ? 0 : max(1, movesIn(this.totals, this.side));
  }

  play(move: u32, next: usize): void {
    const here = changetype<usize>(this);
    const to = changetype<LinesOfAction>(next);
    const side = this.side;
    v128.store(next, v128.load(here, 16), 16);
    v128.store(next, v128.load(here, 32), 32);
    v128.store(next, v128.load(here, 48), 48);
    v128.store(next, v128.load(here, 64), 64);
    v128.store(next, v128.load(here, 80), 80);
    v128.store(next, v128.load(here, 96), 96);
    v128.store(next, v128.load(here, 112), 112);
    to.side = side ^ 1;
    let own = this.own;
    let opp = this.opp;
    let oppMoment = this.oppMoment;
    if (move == PASS) {
      to.own = opp;
      to.opp = own;
      to.ownMoment = oppMoment;
      to.oppMoment = this.ownMoment;
      return;
    }
    const from = move >> 6;
    const target = move & 63;
    const bit = (<u64>1) << target;
    own ^= bit | ((<u64>1) << from);
    const digit: i32 = 1 + <i32>side;
    let totals = this.totals + turnDigits(next, from, -digit);
    let ended: u8 = 0;
    if (opp & bit) {
      opp ^= bit;
      oppMoment -= momentOf(target);
      totals += turnDigits(next, target, 2 * digit - 3);
      if (connected(opp)) ended = MOVER_CONNECTED;
    } else {
      totals += turnDigits(next, target, digit);
    }
    if (connected(own)) ended |= OTHER_CONNECTED;
    to.own = opp;
    to.opp = own;
    to.ownMoment = oppMoment;
    to.oppMoment = this.ownMoment + momentOf(target) - momentOf(from);
    to.totals = totals;
    to.ended = ended;
  }

  @inline
  over(): bool {
    return this.ended != 0;
  }

  /** A move that connects both sides is a draw. */
  @inline
  result(): i32 {
    if (this.ended == MOVER_CONNECTED) return WIN;
    return this.ended == OTHER_CONNECTED ? -WIN : 0;
  }

  @inline
  evaluate(): i32 {
    const side = <u32>this.side;
    const totals = this.totals;
    const mobility = mobilityIn(totals, side) - mobilityIn(totals, side ^ 1);
    return evaluateStones(this.own, this.opp, this.ownMoment, this.oppMoment, mobility);
  }

  @inline
  hash(): u64 {
    return keyOf(this.own, this.opp);
  }

  @inline
  repeats(): i32 {
    return 3;
  }

  @inline
  historySlot(move: u32): i32 {
    return <i32>(<u32>this.side * 4097 + move);
  }

  /** Towards the centre, and captures. */
  @inline
  score(moves: usize, scores: usize, count: i32, depth: i32): void {
    const opp = this.opp;
    for (let i: usize = 0; i < (<usize>count) << 2; i += 4) {
      const move = load<u32>(moves + i);
      const to = move & 63;
      let score = 0;
      if (move != PASS) {
        score = WORTH * (worthOf(to) - worthOf(move >> 6));
        if ((opp >> to) & 1) score += CAPTURE;
      }
      store<i32>(scores + i, score);
    }
  }
}

/**
 * Adds `digits` times the weight of the square to the contents of its four lines (1 is a black stone,
 * 2 a white one) and returns what that adds to the totals.
 */
function turnDigits(position: usize, square: u32, digits: i32): u32 {
  return (
    Content.turn(position, placeOf(square, 0), digits) +
    Content.turn(position, placeOf(square, 1), digits) +
    Content.turn(position, placeOf(square, 2), digits) +
    Content.turn(position, placeOf(square, 3), digits)
  );
}

abstract class Content {
  @inline
  static turn(position: usize, place: u32, digits: i32): u32 {
    const at = position + ((<usize>(place & 0xffff)) << 1);
    const before = <u32>load<u16>(at, CONTENTS);
    const after = before + <u32>(digits * <i32>(place >> 16));
    store<u16>(at, <u16>after, CONTENTS);
    return sumOf(after) - sumOf(before);
  }
}
