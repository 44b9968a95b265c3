// Moves as UCI writes them: from, to, and the letter of a promotion. Castling is the king's move. The
// code of a move is from + 64 to + 4096 promotion, with squares from a1 = 0, b1 = 1 to h8 = 63.
import { type InputError, inputError, quote } from '../../core/errors.js';
import type { Move } from '../../core/game.js';
import { err, ok, type Result } from '../../core/result.js';
import { fileOf, makeSquare, rankOf } from './board.js';

/** Letters by the promotion in a code. */
export const PROMOTIONS = ['', 'n', 'b', 'r', 'q'] as const;

export interface MoveParts {
  readonly from: number;
  readonly to: number;
  /** Index into PROMOTIONS. */
  readonly promotion: number;
}

export const makeCode = ({ from, to, promotion }: MoveParts): Move =>
  from | (to << 6) | (promotion << 12);

export const partsOf = (move: Move): MoveParts => ({
  from: move & 63,
  to: (move >> 6) & 63,
  promotion: move >> 12,
});

/** True when some piece moves like this, and a pawn if it promotes. */
export function isMovement({ from, to, promotion }: MoveParts): boolean {
  const dx = Math.abs(fileOf(to) - fileOf(from));
  const dy = Math.abs(rankOf(to) - rankOf(from));
  if (promotion > 0) {
    return (
      dx <= 1 &&
      ((rankOf(from) === 6 && rankOf(to) === 7) || (rankOf(from) === 1 && rankOf(to) === 0))
    );
  }
  return from !== to && (dx === 0 || dy === 0 || dx === dy || dx + dy === 3);
}

export function parseUci(text: string): Result<Move, InputError> {
  const refuse = (at: number, what: string) => {
    const message = `${quote(text)} ${what}: expected from and to such as e2e4, and a piece such as e7e8q`;
    return err(inputError('ERR_MOVE', message, text, at));
  };
  const lower = text.length <= 5 ? text.toLowerCase() : '';
  const good = /^([a-h]([1-8]([a-h]([1-8])?)?)?)?/.exec(lower)![0].length;
  if (text.length > 5 || good < 4) return refuse(Math.min(good, text.length), 'is no move');
  const promotion = (PROMOTIONS as readonly string[]).indexOf(lower.slice(4));
  if (promotion < 0) return refuse(4, 'promotes to no piece');
  const parts = { from: squareAt(lower, 0), to: squareAt(lower, 2), promotion };
  if (!isMovement(parts)) return refuse(promotion > 0 ? 4 : 2, 'is how no piece moves');
  return ok(makeCode(parts));
}

export function makeUci(move: Move): string {
  const parts = partsOf(move);
  if (!Number.isInteger(move) || move < 0 || parts.promotion > 4 || !isMovement(parts)) {
    throw new RangeError(`${move} is no code of a chess move`);
  }
  return makeSquare(parts.from) + makeSquare(parts.to) + PROMOTIONS[parts.promotion];
}

function squareAt(text: string, at: number): number {
  return text.charCodeAt(at) - 97 + 8 * (text.charCodeAt(at + 1) - 49);
}
