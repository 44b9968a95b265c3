// The games that come with the library, by name.
import { type InputError, inputError, quote } from '../core/errors.js';
import type { GameNotation } from '../core/game.js';
import { err, ok, type Result } from '../core/result.js';
import { checkers } from './checkers/index.js';
import { chess } from './chess/index.js';
import { connect6 } from './connect6/index.js';
import { loa } from './loa/index.js';
import { othello } from './othello/index.js';
import { shogi } from './shogi/index.js';
import { synthetic } from './synthetic/index.js';
import { ticTacToe } from './tic-tac-toe/index.js';

/** Each game under its id. */
const games = {
  othello,
  chess,
  checkers,
  shogi,
  loa,
  connect6,
  'tic-tac-toe': ticTacToe,
  synthetic,
} satisfies Readonly<Record<string, GameNotation>>;

/** The name of a game that comes with the library. */
export type GameName = keyof typeof games;

/** Names of the games that come with the library. */
export const gameNames = Object.keys(games) as readonly GameName[];

/** Their notations, in the same order. */
export const catalogue: readonly GameNotation[] = Object.values(games);

export function findGame(id: string): Result<GameNotation, InputError> {
  const game = catalogue.find((known) => known.id === id);
  if (game !== undefined) return ok(game);
  const names = gameNames.join(', ');
  return err(inputError('ERR_GAME', `there is no game ${quote(id)}: expected one of ${names}`, id));
}
