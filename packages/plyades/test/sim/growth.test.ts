// Growth of pieces: exactly 1 where a run searches its pieces one after the other, and more where something in the run
// costs nodes. Both factors together are all nodes of finished pieces.
import { describe, expect, test } from 'vitest';
import { unwrap } from '#dist/core/result.js';
import { INFINITE } from '#dist/core/score.js';
import { notationOf } from '#dist/games/load.js';
import { growthOf, type PieceGrowth } from '#dist/sim/growth.js';
import { resolveOptions, type SimulateOptions } from '#dist/sim/options.js';
import type { FinishedPiece } from '#dist/sim/piece-log.js';
import { type Simulation, simulate } from '#dist/sim/simulate.js';

const othello = notationOf('othello');
const start = othello.start();
const moves = (text: string) => text.split(' ').map((move) => unwrap(othello.parseMove(move)));

const usual = { profile: 'paper', threads: 0, hash: 16 } as const;

async function run(options: SimulateOptions): Promise<Simulation & { growth: PieceGrowth }> {
  const simulation = await simulate(start, { ...usual, ...options, growth: true });
  expect(simulation.failure).toBeUndefined();
  return { ...simulation, growth: simulation.growth! };
}

/** The searches that one worker makes one after the other, in windows that do not change meanwhile. */
const oneAfterTheOther = { keepHistory: false, followUpdates: false, suspend: false, help: false };

describe('one searcher at a time', () => {
  test.each([
    { algorithm: 'young-brothers', processors: 1 },
    { algorithm: 'root-split', processors: 2, table: 'shared' },
    { algorithm: 'aphid', processors: 2, table: 'shared', settings: oneAfterTheOther },
  ] as const)('$algorithm on $processors: pieces do not grow', async (options) => {
    const { growth } = await run({ ...options, depth: 8 });
    expect(growth.nodes).toBeGreaterThan(1000);
    expect(growth.sequentialNodes).toBe(growth.nodes);
    expect(growth.growth).toBe(1);
    expect(growth.last.growth).toBe(1);
    expect(growth.last.nodes).toBeGreaterThan(500);
  });

  test.each(['aphid', 'minimal-tree'])('%s with the defaults: hardly', async (algorithm) => {
    const { growth } = await run({ algorithm, processors: 2, depth: 9, table: 'shared' });
    expect(growth.growth).toBeGreaterThan(0.9);
    expect(growth.growth).toBeLessThan(1.1);
  });
});

test('the search of the root is the one piece of Young Brothers Wait, and all overhead is growth', async () => {
  const { growth, counters, sequential } = await run({
    ...{ algorithm: 'young-brothers', processors: 8, depth: 9 },
  });
  expect(growth.pieces).toBe(1);
  expect(growth.choice).toBe(1);
  expect(growth.growth).toBe((counters.nodes - growth.unfinishedNodes) / sequential.nodes);
  expect(growth.growth).toBeGreaterThan(1.01);
});

test('root splitting has a piece for each move and iteration', async () => {
  const { growth } = await run({ algorithm: 'root-split', processors: 4, depth: 7 });
  // Depths of the last iteration: four moves by the workers.
  expect(growth.last.pieces).toBe(4);
  expect(growth.choice).toBeGreaterThan(1);
});

describe.each(['aphid', 'minimal-tree', 'young-brothers'])('%s', (algorithm) => {
  test('finds all nodes of a run in its pieces, with faults or without', async () => {
    for (const faults of ['none', 'random']) {
      const options = { algorithm, processors: 6, depth: 9, seed: 3, faults } as const;
      const { growth, counters, sequential } = await run(options);
      const counted = growth.nodes + growth.unfinishedNodes;
      // A master may search a little outside of pieces.
      expect(counted).toBeLessThanOrEqual(counters.nodes);
      expect(counted).toBeGreaterThan(0.9 * counters.nodes);
      const factors = growth.growth * growth.choice * sequential.nodes;
      expect(factors).toBeCloseTo(growth.nodes, 3);
    }
  });

  test('the run is the same one, and its growth on any number of threads', async () => {
    const options = { algorithm, processors: 5, depth: 8, seed: 2, faults: 'random' } as const;
    const plain = await simulate(start, { ...usual, ...options });
    const { growth, digest } = await run(options);
    expect(plain.growth).toBeUndefined();
    expect(digest).toBe(plain.digest);
    expect((await run({ ...options, threads: 2 })).growth).toEqual(growth);
  });
});

test('tables of their own let pieces grow more than one table for all', async () => {
  const options = { algorithm: 'aphid', processors: 16, depth: 10 };
  const shared = await run({ ...options, table: 'shared' });
  const local = await run({ ...options, table: 'local' });
  expect(local.growth.growth).toBeGreaterThan(1.05 * shared.growth.growth);
});

test('a search to the end of the game has its last iteration, too', async () => {
  const text = 'XXXXXXXXXXXXXXXOXXXXXOOOXXXXOOO-XXXOOO--XXOOO---XOOOO---OOOOO--- X';
  const end = unwrap(othello.parsePosition(text));
  const options = { algorithm: 'aphid', processors: 3, depth: 20, table: 'shared' } as const;
  const simulation = await simulate(end, { ...usual, ...options, growth: true });
  expect(simulation.failure).toBeUndefined();
  expect(simulation.growth!.last.pieces).toBeGreaterThan(0);
});

describe('planted pieces', () => {
  const options = {
    ...usual,
    algorithm: 'aphid',
    processors: 4,
    depth: 8,
    table: 'shared',
  } as const;
  const open = { alpha: -INFINITE, beta: INFINITE };
  const piece = (path: string, depth: number, nodes: number): FinishedPiece => ({
    ...{ path: moves(path), firstDepth: depth, depth, ...open, nodes },
  });
  const growthOfPieces = async (finished: readonly FinishedPiece[], iteration = 8) =>
    growthOf(
      await resolveOptions(start, options),
      { keepOrdering: true },
      { finished, unfinishedNodes: 0 },
      { iteration, rootNodes: 1000 },
      undefined,
    );

  test('the nodes that a run wasted in a piece are its growth', async () => {
    const { sequentialNodes } = await growthOfPieces([piece('f5 d6', 6, 1)]);
    expect(sequentialNodes).toBeGreaterThan(100);
    const grown = await growthOfPieces([piece('f5 d6', 6, sequentialNodes + 500)]);
    expect(grown.growth).toBe((sequentialNodes + 500) / sequentialNodes);
    expect(grown.choice).toBe(sequentialNodes / 1000);
  });

  test('a piece finds what the pieces before it have left in the table', async () => {
    const one = await growthOfPieces([piece('f5 d6', 6, 1)]);
    const again = await growthOfPieces([piece('f5 d6', 6, 1), piece('f5 d6', 6, 1)]);
    expect(again.pieces).toBe(2);
    expect(again.sequentialNodes - one.sequentialNodes).toBeLessThan(one.sequentialNodes / 10);
  });

  test('only pieces that reach the last iteration belong to it', async () => {
    const { last, pieces } = await growthOfPieces([
      piece('f5 d6', 5, 100),
      piece('f5 d6 c3', 5, 200),
      piece('f5', 7, 400),
    ]);
    expect(pieces).toBe(3);
    expect(last.pieces).toBe(2);
    expect(last.nodes).toBe(600);
  });

  test('an abort ends it', async () => {
    const settings = await resolveOptions(start, { ...options, depth: 16 });
    const pieces = { finished: [piece('f5 d6', 14, 1)], unfinishedNodes: 0 };
    const signal = AbortSignal.abort();
    const ending = growthOf(settings, {}, pieces, { iteration: 16, rootNodes: 1 }, signal);
    await expect(ending).rejects.toThrow('aborted');
  });
});

describe('what has no growth is refused', () => {
  const growth = true;
  test.each([
    [{ algorithm: 'lazy-smp', growth }, 'lazy-smp has no pieces of work: expected one of aphid'],
    [{ algorithm: 'aphid', mode: 'play', growth }, 'exact mode, not play'],
    [{ algorithm: 'aphid', hierarchy: '0\n\t1\n\t\t2\n', growth }, 'give flat, or no growth'],
  ] as const)('%j', async (given, message) => {
    const ending = simulate(start, { ...usual, processors: 3, depth: 5, ...given });
    await expect(ending).rejects.toMatchObject({ code: 'ERR_OPTION' });
    await expect(ending).rejects.toThrow(message);
  });
});
