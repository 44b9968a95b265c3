// All moves that stop the threats of the other side: unlike the branches of a search, every one of them,
// for a proof has to answer each. After any other move the other side fills a six at once.
import { INCOMPLETE } from '../../contract';
import { POINTS } from './board';
import { moveOf } from './branches';
import { emptyPoint, NOWHERE, nextThreat, otherEmptyPoint, threatBeside } from './threats';

/**
 * Writes the moves that put a stone into every threat of `other` and returns their number; 0 when two
 * stones are too few, INCOMPLETE when there are more than `most`. There is at least one threat.
 */
export function allDefences(board: usize, planes: usize, other: i32, most: i32, list: usize): i32 {
  const first = nextThreat(planes, other, 0);
  const a = emptyPoint(board, first, 0);
  let count = 0;
  let one = a;
  while (one != NOWHERE) {
    const second = threatBeside(planes, other, one, NOWHERE);
    let two = second < 0 ? emptyFrom(board, 0) : emptyPoint(board, second, 0);
    while (two != NOWHERE) {
      // Both points of the first threat: found when the first of them was `one`.
      const seen = two == one || (one != a && two == a);
      if (!seen && (second < 0 || threatBeside(planes, other, one, two) < 0)) {
        if (count == most) return INCOMPLETE;
        store<u32>(list + ((<usize>count) << 2), moveOf(one, two));
        count++;
      }
      two = second < 0 ? emptyFrom(board, two + 1) : otherEmptyPoint(board, second, two);
    }
    one = otherEmptyPoint(board, first, one);
  }
  return count;
}

/** The first empty point from this one on, or NOWHERE. */
function emptyFrom(board: usize, point: i32): i32 {
  while (point < POINTS && load<u8>(board + <usize>point) != 0) point++;
  return point < POINTS ? point : NOWHERE;
}
