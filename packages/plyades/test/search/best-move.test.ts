// The best move and the line that is shown with it are of one mind, in every game, mode and method, while
// a search is under way as when it has ended.
import {
  closeAll,
  gameNames,
  loadGame,
  type Position,
  type SearchMethod,
  type SearchMode,
  type SearchProgress,
  search,
  searchMethods,
  searchModes,
  unwrap,
} from 'plyades';
import { afterAll, describe, expect, test } from 'vitest';
import { playRandomly } from '../support/positions.js';

afterAll(closeAll);

async function expectAgreement(
  position: Position,
  depth: number,
  mode: SearchMode,
  method: SearchMethod,
  where: string,
): Promise<void> {
  const agree = ({ move, line }: Pick<SearchProgress, 'move' | 'line'>) =>
    expect(line[0], where).toBe(move);
  const searching = search({ position, depth, mode, settings: { method }, hash: 1 });
  for await (const progress of searching) agree(progress);
  agree(await searching.result);
}

describe.each(gameNames)('%s', (id) => {
  test('a line begins with the best move', async () => {
    const game = await loadGame(id);
    for (let seed = 1; seed <= 6; seed++) {
      const position = playRandomly(game, seed, 9 * seed);
      for (const mode of searchModes) {
        for (const method of searchMethods) {
          for (const depth of mode === 'play' ? [2, 5] : [1, 3]) {
            const where = `seed ${seed}, ${mode}, ${method}, depth ${depth}`;
            await expectAgreement(position, depth, mode, method, where);
          }
        }
      }
    }
  });
});

test('in chess also where windows disagree about a draw that is near', async () => {
  const chess = await loadGame('chess');
  for (const clock of [88, 92, 95, 97, 98]) {
    const position = unwrap(chess.parsePosition(`8/8/8/8/8/k7/2R5/2K5 w - - ${clock} 100`));
    for (const method of searchMethods) {
      for (let depth = 2; depth <= 8; depth++) {
        await expectAgreement(position, depth, 'play', method, `clock ${clock}, depth ${depth}`);
      }
    }
  }
});
