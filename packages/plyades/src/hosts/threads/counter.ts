// Counts leaves (perft) in a worker thread. A count evaluates nothing, so it needs no data.
import { type GameSource, identityOf, openGame, placerOf } from '../../games/open.js';
import { MAX_PERFT, Rules } from '../../kernel/index.js';

export interface Counter {
  fits(game: GameSource): boolean;
  count(position: unknown, depth: number): number;
}

const CAPACITY = 4 << 20;

export async function createCounter(game: GameSource): Promise<Counter> {
  const opened = await openGame(game, { capacity: CAPACITY });
  const rules = new Rules(opened.kernel);
  const place = placerOf(opened, MAX_PERFT + 1);
  return {
    fits: (other) => identityOf(other) === identityOf(game),
    count: (position, depth) => rules.perft(place(position), depth),
  };
}
