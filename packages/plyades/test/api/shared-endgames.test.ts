// ABDADA inside the endgame solver of Othello. A solve is not interrupted, so only threads meet each other's marks there.
import { closeAll, loadGame, search } from 'plyades';
import { afterAll, expect } from 'vitest';
import { testSeeds } from '../support/long.js';
import { playRandomly } from '../support/positions.js';

afterAll(closeAll);

testSeeds('threads find the exact margins of endgames', 30, 400, async (seeds) => {
  const game = await loadGame('othello');
  for (const seed of seeds) {
    const position = playRandomly(game, 100 + seed, 45 + (seed % 3));
    const asked = { position, depth: 20, mode: 'exact', hash: 1 } as const;
    const { value } = await search(asked).result;
    const settings = { markDepth: 3 + (seed % 4) };
    const shared = { ...asked, algorithm: 'abdada', workers: 2 + (seed % 3), settings } as const;
    expect([seed, (await search(shared).result).value]).toEqual([seed, value]);
  }
});
