// Shogi moves as USI writes them: `7g7f` from square to square, a plus behind for a promotion, `P*5e`
// for a drop. The code has the target in bits 0 to 6, the origin above it (a square, or 80 plus the kind
// that is dropped), and bit 14 for a promotion.
import { type InputError, inputError, quote } from '../../core/errors.js';
import { err, ok, type Result } from '../../core/result.js';
import { KING, kindOf, letterOf, SQUARES } from './pieces.js';
import { makeSquare, parseSquare } from './squares.js';

const DROP = 80;
const PROMOTE = 1 << 14;

export function parseMove(text: string): Result<number, InputError> {
  const refuse = (message: string, at: number) => {
    const expected = 'expected a move such as 7g7f, 8h2b+ or P*5e';
    return err(inputError('ERR_MOVE', `${message}: ${expected}`, text, at));
  };
  if (text.length < 4 || text.length > 5) return refuse(`${quote(text)} is no move`, 0);
  const to = parseSquare(text.slice(2, 4));
  if (text.charAt(1) === '*') {
    const letter = text.charAt(0);
    const kind = letter === letter.toUpperCase() ? kindOf(letter) : 0;
    if (kind === 0 || kind === KING) return refuse(`${quote(letter)} cannot be dropped`, 0);
    if (to === undefined) return refuse(`${quote(text.slice(2, 4))} is no square`, 2);
    if (text.length > 4) return refuse('a dropped piece is not promoted', 4);
    return ok(((DROP + kind) << 7) | to);
  }
  const from = parseSquare(text.slice(0, 2));
  if (from === undefined) return refuse(`${quote(text.slice(0, 2))} is no square`, 0);
  if (to === undefined) return refuse(`${quote(text.slice(2, 4))} is no square`, 2);
  if (from === to) return refuse('the piece stays where it is', 2);
  if (text.length === 4) return ok((from << 7) | to);
  if (text.charAt(4) !== '+') return refuse(`${quote(text.charAt(4))} follows the move`, 4);
  return ok(PROMOTE | (from << 7) | to);
}

export function makeMove(move: number): string {
  const to = move & 127;
  const origin = (move >> 7) & 127;
  const promotes = move >= PROMOTE;
  const isDrop = origin > DROP && origin < DROP + KING && !promotes;
  const isStep = origin < SQUARES && origin !== to;
  const inRange = Number.isInteger(move) && move >= 0 && move < 2 * PROMOTE && to < SQUARES;
  if (!inRange || !(isDrop || isStep)) throw new RangeError(`${move} is no shogi move`);
  if (isDrop) return `${letterOf(origin - DROP)}*${makeSquare(to)}`;
  return makeSquare(origin) + makeSquare(to) + (promotes ? '+' : '');
}

/** The square that a move of a legal code leads to. */
export const targetOf = (move: number): number => move & 127;
