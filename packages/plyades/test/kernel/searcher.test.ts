// A searcher refuses at once what it cannot do.

import { defineGame } from 'plyades';
import { expect, test } from 'vitest';
import { bindGame } from '#dist/games/plain/index.js';
import { compileKernel, Kernel, Searcher } from '#dist/kernel/index.js';
import { openBench } from '../support/kernels.js';

const { kernel, start } = await openBench('tic-tac-toe');
const searcher = new Searcher(kernel, 12);

test.each([
  [{ maxDepth: 12 }, /this searcher takes 1 to 11/],
  [{ maxDepth: 300 }, /maxDepth 300/],
  [{ maxDepth: 0 }, /maxDepth 0/],
  [{ maxDepth: 2.5 }, /maxDepth 2.5/],
  [{ maxDepth: 4, minDepth: 0 }, /minDepth 0/],
  [{ maxDepth: 4, alpha: 3, beta: 3 }, /window \(3, 3\)/],
  [{ maxDepth: 4, beta: 600_000 }, /600000/],
])('a search with %j is refused', (options, message) => {
  expect(() => searcher.start(start, options)).toThrow(message);
});

test('a searcher for the whole board needs more plies than the board has squares', () => {
  expect(() => new Searcher(kernel, 300).start(start, { maxDepth: 255 })).toThrow(/1 to 254/);
});

test.each([0, -1, Number.NaN])('a budget of %d nodes is refused', (budget) => {
  searcher.start(start, { maxDepth: 9 });
  expect(() => searcher.run(budget)).toThrow(RangeError);
});

test('a budget without end runs to the end', () => {
  searcher.start(start, { maxDepth: 9 });
  expect(searcher.run(Number.POSITIVE_INFINITY)).toBe('done');
});

test('a paused search says which move of the root it is at', async () => {
  const { kernel: othello, start: root, rules } = await openBench('othello');
  const search = new Searcher(othello, 20);
  const moves = rules.moves(root);
  expect(search.rootMove).toBeUndefined();
  const seen = new Set<number | undefined>();
  search.start(root, { maxDepth: 8 });
  while (search.run(100) === 'running') seen.add(search.rootMove);
  seen.delete(undefined);
  expect([...seen].sort()).toEqual([...moves].sort());
  const only = [moves[2]!];
  search.start(root, { maxDepth: 8, only });
  while (search.run(100) === 'running') {
    if (search.ply > 0) expect(search.rootMove).toBe(moves[2]);
  }
});

test('a search of a game in plain TypeScript is not saved or copied: its states are not in memory', async () => {
  const game = defineGame({
    url: import.meta.url,
    start: () => 5,
    turn: (n): 0 | 1 => (n % 2 === 0 ? 0 : 1),
    moves: () => [1, 2],
    play: (n, taken) => n - taken,
    winner: (n) => (n <= 0 ? 0 : undefined),
  });
  const binding = bindGame(game);
  const plain = new Kernel(await compileKernel('foreign'), {
    capacity: 4 << 20,
    imports: binding.imports,
  });
  const [one, two] = [new Searcher(plain, 8), new Searcher(plain, 8)];
  one.start(binding.place(binding.reserve(8), game.start()), { maxDepth: 3 });
  expect(() => one.save()).toThrow(/cannot be saved/);
  expect(() => two.copyFrom(one)).toThrow(/cannot be saved/);
});
