// Playing a move: a copy of the position with the piece moved in the planes, and, where a search needs
// them, the hash and the balance brought up to date.

import { any } from './bitboard';
import { balanceOf } from './evaluation';
import { DROP, handShift, KING } from './pieces';
import {
  BALANCE,
  BOARD_HASH,
  BRANCHING,
  HANDS,
  KINGS,
  kindAt,
  kingOf,
  PLANES,
  SIDES,
  sideToMove,
  squaresOf,
} from './position';
import { pieceKey, squareSet } from './tables';
import { VALUES, worthInHand, worthOnSquare } from './worth';

/** Puts the piece down, writing everything but the hash and the balance; returns what it captured. */
export function movePiece(position: usize, move: u32, next: usize): u32 {
  const us = sideToMove(position);
  const to = move & 127;
  const origin = (move >> 7) & 127;
  const target = squareSet(to);
  const own = squaresOf(position, us);
  const theirs = squaresOf(position, us ^ 1);
  const sides = next + SIDES;
  const ours = (<usize>us) << 4;
  let hands = load<u64>(position, HANDS);
  let kings = <u32>load<u16>(position, KINGS);
  let kind: u32;
  let captured: u32 = 0;
  let kept = i64x2.splat(-1);
  if (origin > DROP) {
    kind = origin - DROP;
    hands -= (<u64>1) << (<u64>(handShift(kind) + (us << 5)));
    v128.store(sides + ours, v128.or(own, target));
    v128.store(sides + (ours ^ 16), theirs);
  } else {
    const source = squareSet(origin);
    kind = kindAt(position, origin);
    if (kind == KING) kings = us == 0 ? (kings & 0xff00) | to : (kings & 0xff) | (to << 8);
    kind += (move >> 14) << 3;
    if (any(v128.and(theirs, target))) {
      captured = kindAt(position, to);
      hands += (<u64>1) << (<u64>(handShift(captured & 7) + (us << 5)));
    }
    kept = v128.not(v128.or(source, target));
    v128.store(sides + ours, v128.or(v128.and(own, kept), target));
    v128.store(sides + (ours ^ 16), v128.andnot(theirs, target));
  }
  for (let plane: u32 = 0; plane < 4; plane++) {
    const offset = (<usize>plane) << 4;
    const put = v128.and(i64x2.splat(-(<i64>((kind >> plane) & 1))), target);
    const old = v128.load(position + offset, PLANES);
    v128.store(next + offset, v128.or(v128.and(old, kept), put), PLANES);
  }
  store<u64>(next, hands, HANDS);
  store<u32>(next, kings | ((us ^ 1) << 16), KINGS);
  store<u64>(next, load<u64>(position, BRANCHING), BRANCHING);
  return captured;
}

/** Plays a legal move: all of the next position. */
export function playMove(position: usize, move: u32, next: usize): void {
  const captured = movePiece(position, move, next);
  const us = sideToMove(position);
  const to = move & 127;
  const origin = (move >> 7) & 127;
  const king = kingOf(position, us);
  const other = kingOf(position, us ^ 1);
  const put = kindAt(next, to);
  let hash = load<u64>(position, BOARD_HASH) ^ pieceKey(us, put, to);
  let gain: i32 = 0;
  if (origin > DROP) {
    gain = worthOnSquare(VALUES, us, put, to, king, other) - worthInHand(VALUES, put);
  } else {
    const moved = put - ((move >> 14) << 3);
    hash ^= pieceKey(us, moved, origin);
    if (captured != 0) {
      hash ^= pieceKey(us ^ 1, captured, to);
      gain =
        worthOnSquare(VALUES, us ^ 1, captured, to, other, king) + worthInHand(VALUES, captured);
    }
    gain +=
      worthOnSquare(VALUES, us, put, to, king, other) -
      worthOnSquare(VALUES, us, moved, origin, king, other);
  }
  store<u64>(next, hash, BOARD_HASH);
  if (put == KING) {
    store<i32>(next, balanceOf(next), BALANCE);
  } else {
    const balance = load<i32>(position, BALANCE);
    store<i32>(next, us == 0 ? balance + gain : balance - gain, BALANCE);
  }
}
