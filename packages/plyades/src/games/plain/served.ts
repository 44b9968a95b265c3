// The games that the program of this thread has brought with it: no module has to be imported for them.
import type { PlainGame } from './define.js';

const served = new Map<string, PlainGame>();

/** Lets searches of this thread find a game by the name under which its module exports it. */
export function addServedGame(name: string, game: PlainGame): void {
  served.set(name, game);
}

export const servedGame = (name: string): PlainGame | undefined => served.get(name);
