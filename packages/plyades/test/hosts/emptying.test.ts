// A table that all threads of a search empty together before any of them searches.
import { closeAll, loadGame, search } from 'plyades';
import { afterAll, expect, test } from 'vitest';
import { loadKernel } from '#dist/games/load.js';
import { Emptying } from '#dist/hosts/threads/emptying.js';
import { createMemory, Kernel, Searcher, Table } from '#dist/kernel/index.js';

afterAll(closeAll);

async function filledTable() {
  const { module } = await loadKernel('checkers');
  const kernel = new Kernel(module, { memory: createMemory(4 << 20) });
  const words = kernel.allocate(Emptying.BYTES);
  const table = Table.create(kernel, 1 << 16).addMarks();
  const game = await loadGame('checkers');
  const searcher = new Searcher(kernel, 32).attach(table);
  searcher.start(game.notation.start().record, { maxDepth: 9 });
  searcher.run(Number.POSITIVE_INFINITY);
  return { table, words: new Int32Array(kernel.memory.buffer, words, 2), kernel, at: words };
}

test('one thread alone empties all parts', async () => {
  const { table, kernel, at } = await filledTable();
  expect(table.permille).toBeGreaterThan(100);
  const emptying = new Emptying(kernel.memory.buffer, at);
  emptying.begin();
  emptying.run(table);
  expect(table.permille).toBe(0);
});

test('parts that others have taken are waited for, but not for ever', async () => {
  const { table, words, kernel, at } = await filledTable();
  const emptying = new Emptying(kernel.memory.buffer, at);
  emptying.begin();
  // All parts are taken, and none is empty: their threads were ended.
  words[0] = 1000;
  const from = performance.now();
  emptying.run(table);
  expect(performance.now() - from).toBeGreaterThan(90);
  expect(table.permille).toBeGreaterThan(100);
});

test('no search finds what the one before has left', async () => {
  const game = await loadGame('othello');
  const asked = {
    position: game.notation.start(),
    depth: 9,
    mode: 'exact',
    algorithm: 'abdada',
  } as const;
  const nodes: number[] = [];
  for (let i = 0; i < 12; i++) {
    nodes.push((await search({ ...asked, workers: 12, hash: 64 }).result).nodes);
  }
  // Entries of the same search would end it at its root.
  expect(Math.min(...nodes)).toBeGreaterThan(nodes[0]! / 4);
});
