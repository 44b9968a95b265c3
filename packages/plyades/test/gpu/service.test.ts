// Evaluations and expansions as a service: the kernel's numbers, from a device or from the processor.

import { expect, test } from 'vitest';
import { notationOf } from '#dist/games/load.js';
import { gpuService, Reference } from '#dist/gpu/index.js';

test("values and moves are the kernel's, in batches of any mixture", async () => {
  const notation = notationOf('connect6');
  const start = notation.start();
  const first = notation.parsePosition(
    '19/19/19/19/19/19/19/19/19/9x9/19/19/19/19/19/19/19/19/19 o 2 w=7',
  );
  if (!first.ok) throw new Error(first.error.message);
  const positions = [start, first.value, start];
  const reference = await Reference.load('connect6');
  const service = await gpuService('connect6', { fallback: 'cpu' });
  const records = positions.map((position) => (position as { record: Uint8Array }).record);
  expect(Array.from(await service.evaluate(positions))).toEqual(
    records.map((record) => reference.evaluate(record)),
  );
  expect(Array.from(await service.leaves(positions))).toEqual(
    records.map((record) => reference.search(record, [], {})),
  );
  expect(await service.expand(positions)).toEqual(records.map((record) => reference.moves(record)));
  expect((await service.expand(positions)).map((moves) => moves.length)).toEqual([48, 7, 48]);
  expect(await service.expand([])).toEqual([]);
  await service[Symbol.asyncDispose]();
});

test('other games are refused by name', async () => {
  await expect(gpuService('othello', { fallback: 'cpu' })).rejects.toMatchObject({
    code: 'ERR_GAME',
  });
});
