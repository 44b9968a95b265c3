// Games whose searches run on the calling thread, which only the classic script lets them.
import type { PlainGame } from '../games/plain/index.js';
import type { GameWorker } from '../platform/port.js';

type LocalGames = (name: string, game: PlainGame) => () => GameWorker;

let localGames: LocalGames | undefined;
let count = 0;

export function setLocalGames(games: LocalGames): void {
  localGames = games;
}

/** What makes workers for a game on this thread, and the name by which they know it; undefined elsewhere. */
export function openLocally(
  game: PlainGame<unknown, unknown>,
): { readonly name: string; readonly worker: () => GameWorker } | undefined {
  if (localGames === undefined) return undefined;
  const name = `local ${++count}`;
  return { name, worker: localGames(name, game) };
}
