// Counts leaves (perft) in a worker thread. A count evaluates nothing, so it needs no data.
import { bindGame, importGame } from '../../games/plain/index.js';
import { Kernel, MAX_PERFT, Rules } from '../../kernel/index.js';
import { identity } from './engine.js';
import type { JobGame } from './protocol.js';

export interface Counter {
  fits(game: JobGame): boolean;
  count(position: unknown, depth: number): number;
}

const CAPACITY = 4 << 20;

export async function createCounter(game: JobGame): Promise<Counter> {
  const fits = (other: JobGame) => identity(other) === identity(game);
  if (game.kind === 'kernel') {
    const rules = new Rules(new Kernel(game.kernel.module, { capacity: CAPACITY }));
    return { fits, count: (record, depth) => rules.perft(record as Uint8Array, depth) };
  }
  const binding = bindGame(await importGame(game.url, game.exportName));
  const rules = new Rules(
    new Kernel(game.module, { capacity: CAPACITY, imports: binding.imports }),
  );
  const slot = binding.reserve(MAX_PERFT + 1);
  return { fits, count: (state, depth) => rules.perft(binding.place(slot, state), depth) };
}
