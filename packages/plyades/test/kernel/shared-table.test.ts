// One table, several instances: in one memory each has an arena of its own, and there are no locks.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { loadKernel } from '#dist/games/load.js';
import {
  type Arena,
  createMemory,
  freeArena,
  Kernel,
  Searcher,
  type StartOptions,
  Table,
} from '#dist/kernel/index.js';
import { entries } from '../support/entries.js';
import { createRandom, minimax, openBench, randomPosition } from '../support/kernels.js';

/** A memory cut into equal arenas, the first of which also holds the table. */
function divide(bytes: number, parts: number): { memory: WebAssembly.Memory; arenas: Arena[] } {
  const memory = createMemory(bytes * parts);
  const { start } = freeArena(memory);
  const arenas = Array.from({ length: parts }, (_, i) => ({
    start: start + i * bytes,
    end: start + (i + 1) * bytes,
  }));
  return { memory, arenas };
}

test('two instances in one memory search in turn, and each finds what the other stored', async () => {
  const bench = await openBench('synthetic', 'b=5,seed=12,spread=9');
  const { module } = await loadKernel('synthetic');
  const { memory, arenas } = divide(4 << 20, 2);
  const [one, two] = arenas.map((arena) => new Kernel(module, { memory, arena }));
  const table = Table.create(one!, 1 << 20);
  const first = new Searcher(one!, 32).attach(table);
  const second = new Searcher(two!, 32).attach(Table.at(two!, table.address));

  first.start(bench.start, { minDepth: 6, maxDepth: 6 });
  first.run(1_000_000_000);
  second.start(bench.start, { minDepth: 6, maxDepth: 6 });
  second.run(1_000_000_000);
  const expected = minimax(bench.rules, bench.start, 6);
  expect([first.found?.value, second.found?.value]).toEqual([expected, expected]);
  expect(second.nodes).toBeLessThan(first.nodes / 10);

  for (let seed = 0; seed < 40; seed++) {
    const random = createRandom(seed);
    const roots = [randomPosition(bench, 3, random), randomPosition(bench, 3, random)] as const;
    table.clear();
    first.start(roots[0], { maxDepth: 5, method: 'mtdf' });
    second.start(roots[1], { maxDepth: 5 });
    let running = true;
    while (running) {
      const states = [first.run(1 + random.below(60)), second.run(1 + random.below(60))];
      running = states.includes('running');
    }
    expect(first.found?.value).toBe(minimax(bench.rules, roots[0], 5));
    expect(second.found?.value).toBe(minimax(bench.rules, roots[1], 5));
  }
});

test.each([
  { id: 'synthetic', text: 'b=5,seed=12,spread=9', plies: 3, depth: 6, bytes: 1 << 12 },
  { id: 'synthetic', text: 'b=5,seed=13,spread=9', plies: 2, depth: 6, bytes: 1 << 20 },
  { id: 'tic-tac-toe', text: undefined, plies: 3, depth: 9, bytes: 1 << 10 },
  { id: 'othello', text: undefined, plies: 20, depth: 4, bytes: 1 << 12 },
])('threads that write one table of $bytes bytes at once find the values of $id', async (game) => {
  const threads = 3;
  const bench = await openBench(game.id, game.text);
  const { module, data } = await loadKernel(game.id);
  const random = createRandom(3);
  // The same positions for all, and each several times: they meet at the same entries.
  const roots = Array.from({ length: 12 }, () => randomPosition(bench, game.plies, random));
  const truths = roots.map((root) => minimax(bench.rules, root, game.depth));
  const order = Array.from({ length: 60 }, () => random.below(roots.length));
  const methods = ['negascout', 'mtdf', 'alphabeta'] as const;

  const { memory, arenas } = divide((8 << 20) + (data?.length ?? 0), threads);
  const owner = new Kernel(module, { memory, arena: arenas[0]! });
  const table = Table.create(owner, game.bytes);
  const start = new SharedArrayBuffer(4);
  new Int32Array(start)[0] = threads;
  const answers = arenas.map(async (arena, i) => {
    const options: StartOptions = { maxDepth: game.depth, method: methods[i % methods.length]! };
    const jobs = order.map((root) => ({ record: roots[root]!, options }));
    const own = i === 0 ? { start: arena.end - owner.free, end: arena.end } : arena;
    const worker = new Worker(new URL('../support/table-worker.mjs', import.meta.url), {
      workerData: { module, data, memory, arena: own, tableAddress: table.address, start, jobs },
    });
    const [values] = await once(worker, 'message');
    await worker.terminate();
    return values as number[];
  });
  for (const values of await Promise.all(answers)) {
    expect(values).toEqual(order.map((root) => truths[root]));
  }
  expect(entries(owner, table).length).toBeGreaterThan(0);
});
