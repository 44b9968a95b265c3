import type { GameNotation } from '../core/game.js';
import { unwrap } from '../core/result.js';
import { type GameName, parseGameName } from './names.js';

const loaders: Readonly<Record<GameName, () => Promise<GameNotation>>> = {
  othello: async () => (await import('./othello/index.js')).othello,
  chess: async () => (await import('./chess/index.js')).chess,
  checkers: async () => (await import('./checkers/index.js')).checkers,
  shogi: async () => (await import('./shogi/index.js')).shogi,
  loa: async () => (await import('./loa/index.js')).loa,
  connect6: async () => (await import('./connect6/index.js')).connect6,
  'tic-tac-toe': async () => (await import('./tic-tac-toe/index.js')).ticTacToe,
  synthetic: async () => (await import('./synthetic/index.js')).synthetic,
};

const loaded = new Map<GameName, GameNotation>();

/** The notation of a game; a PlyadesError with ERR_GAME when there is none of that name. */
export async function loadNotation(id: string): Promise<GameNotation> {
  const name = unwrap(parseGameName(id));
  const notation = loaded.get(name) ?? (await loaders[name]());
  loaded.set(name, notation);
  return notation;
}

/** The same at once; undefined when the game has not been used yet. */
export const loadedNotation = (id: string): GameNotation | undefined =>
  loaded.get(unwrap(parseGameName(id)));
