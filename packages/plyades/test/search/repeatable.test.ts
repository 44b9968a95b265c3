// A search is a function of its arguments: what its thread searched before must not show, neither in
// the answer nor in the number of nodes it took.
import { afterAll, expect, test } from 'vitest';
import { closeAll, loadGame, search } from '#dist/api/index.js';

afterAll(closeAll);

test('a search that is asked again on the same thread takes the same nodes', async () => {
  const { notation } = await loadGame('othello');
  const ask = async () => {
    const { seconds, ...rest } = await search({
      position: notation.start(),
      depth: 7,
      mode: 'exact',
    }).result;
    return rest;
  };
  const first = await ask();
  expect(await ask()).toEqual(first);
  expect(await ask()).toEqual(first);
});
