// The games that come with the library, by name.
import type { InputError } from '../core/errors.js';
import type { GameNotation } from '../core/game.js';
import { ok, type Result } from '../core/result.js';
import { checkers } from './checkers/index.js';
import { chess } from './chess/index.js';
import { connect6 } from './connect6/index.js';
import { loa } from './loa/index.js';
import { type GameName, gameNames, parseGameName } from './names.js';
import { othello } from './othello/index.js';
import { shogi } from './shogi/index.js';
import { synthetic } from './synthetic/index.js';
import { ticTacToe } from './tic-tac-toe/index.js';

export { type GameName, gameNames } from './names.js';

/** Each game under its id. */
const games: Readonly<Record<GameName, GameNotation>> = {
  othello,
  chess,
  checkers,
  shogi,
  loa,
  connect6,
  'tic-tac-toe': ticTacToe,
  synthetic,
};

/** The notations of all games, in the order of their names. */
export const catalogue: readonly GameNotation[] = gameNames.map((name) => games[name]);

export function findGame(id: string): Result<GameNotation, InputError> {
  const name = parseGameName(id);
  return name.ok ? ok(games[name.value]) : name;
}
