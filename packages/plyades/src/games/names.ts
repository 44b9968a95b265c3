// The names of the games that come with the library.
import { type InputError, inputError, quote } from '../core/errors.js';
import { err, ok, type Result } from '../core/result.js';
import { didYouMean } from '../core/similar.js';

/** Names of the games that come with the library. */
export const gameNames = [
  'othello',
  'chess',
  'checkers',
  'shogi',
  'loa',
  'connect6',
  'tic-tac-toe',
  'synthetic',
] as const;

/** The name of a game that comes with the library. */
export type GameName = (typeof gameNames)[number];

/** True for the name of a game that comes with the library. */
export const isGameName = (name: string): name is GameName =>
  (gameNames as readonly string[]).includes(name);

export function parseGameName(id: string): Result<GameName, InputError> {
  if (isGameName(id)) return ok(id);
  const names = gameNames.join(', ');
  const expected = `expected one of ${names}${didYouMean(id, gameNames)}`;
  return err(inputError('ERR_GAME', `there is no game ${quote(id)}: ${expected}`, id));
}
