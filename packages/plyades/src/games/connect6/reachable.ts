// Which positions of Connect6 a game can reach. After Black's first stone the sides place two in turn,
// so the side to move has one stone less than the other, and Black's number is odd. Six in a row end
// the game: they belong to the side that has just moved, and without its last two stones there was no
// six yet.
import { type InputError, inputError } from '../../core/errors.js';
import type { Stones } from './notation.js';

const SIZE = 19;
const NAMES = { x: 'Black', o: 'White' };

/** The reason why the stones are impossible with this side to move; `board` is the text they were read from. */
export function checkReachable(
  stones: Stones,
  turn: 'x' | 'o',
  board: string,
): InputError | undefined {
  const count = { x: pointsOf(stones, 'x').length, o: pointsOf(stones, 'o').length };
  const started = count.x + count.o > 0;
  const numbers = `${count.x} black and ${count.o} white stones`;
  if (started && count.x % 2 === 0)
    return impossible(board, 'x', `${numbers}: Black has an odd number`);
  if (count.o % 2 === 1) return impossible(board, 'o', `${numbers}: White has an even number`);
  if (started && Math.abs(count.x - count.o) !== 1) {
    const side = count.x > count.o ? 'x' : 'o';
    const message = `${numbers}: after a move its side has one more than the other`;
    return impossible(board, side, message);
  }
  const expected = started && count.x > count.o ? 'o' : 'x';
  if (turn !== expected) {
    const message = `${started ? numbers : 'an empty board'}: ${NAMES[expected]} is to move`;
    return inputError('ERR_IMPOSSIBLE', message, turn, board.length + 1);
  }
  const moved = turn === 'x' ? 'o' : 'x';
  if (sixes(stones, turn).length > 0) {
    return impossible(board, turn, `${NAMES[turn]} has six in a row and is still to move`);
  }
  if (!madeAtOnce(sixes(stones, moved), 2)) {
    const message = `the rows of six of ${NAMES[moved]} cannot have been made with one move`;
    return impossible(board, moved, message);
  }
  return undefined;
}

/** The place is that of the last stone of the side, or the end of the board when it has none. */
function impossible(board: string, side: 'x' | 'o', message: string): InputError {
  const at = board.lastIndexOf(side);
  if (at < 0) return inputError('ERR_IMPOSSIBLE', message, '', board.length);
  return inputError('ERR_IMPOSSIBLE', message, side, at);
}

function pointsOf(stones: Stones, side: 'x' | 'o'): number[] {
  return stones.flatMap((stone, point) => (stone === side ? [point] : []));
}

/** Every six points in a row that the side has filled. */
function sixes(stones: Stones, side: 'x' | 'o'): number[][] {
  return pointsOf(stones, side).flatMap((point) =>
    [
      [1, 0],
      [0, 1],
      [1, 1],
      [-1, 1],
    ].flatMap(([dx = 0, dy = 0]) => {
      const column = (point % SIZE) + 5 * dx;
      const row = Math.floor(point / SIZE) + 5 * dy;
      if (column < 0 || column >= SIZE || row >= SIZE) return [];
      const points = Array.from({ length: 6 }, (_, i) => point + i * (dx + SIZE * dy));
      return points.every((each) => stones[each] === side) ? [points] : [];
    }),
  );
}

/** True when no row remains after this number of stones is taken away. */
function madeAtOnce(rows: readonly (readonly number[])[], taken: number): boolean {
  const [first] = rows;
  if (first === undefined) return true;
  if (taken === 0) return false;
  return first.some((point) =>
    madeAtOnce(
      rows.filter((row) => !row.includes(point)),
      taken - 1,
    ),
  );
}
