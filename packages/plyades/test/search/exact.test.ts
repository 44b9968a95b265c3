// The golden invariant: in exact mode every method, with any table and any slicing of the budget,
// returns the plain minimax value of the fixed-depth tree.
import fc from 'fast-check';
import { beforeAll, describe, expect } from 'vitest';
import { type KernelMethod, Searcher, Table } from '#dist/kernel/index.js';
import {
  type Bench,
  createRandom,
  isSmall,
  minimax,
  openBench,
  randomPosition,
} from '../support/kernels.js';
import { testCases } from '../support/long.js';

const methods: readonly KernelMethod[] = ['negascout', 'alphabeta', 'mtdf', 'textbook'];

/** Games, how far into them random positions lie, and the depths whose full tree is small enough. */
const cases = [
  { name: 'tic-tac-toe', id: 'tic-tac-toe', text: undefined, plies: 8, depths: [1, 9], runs: 60 },
  { name: 'othello openings', id: 'othello', text: undefined, plies: 30, depths: [1, 4], runs: 60 },
  { name: 'othello endings', id: 'othello', text: undefined, plies: 70, depths: [1, 12], runs: 80 },
  { name: 'checkers', id: 'checkers', text: undefined, plies: 60, depths: [1, 5], runs: 80 },
  {
    name: 'checkers endings',
    id: 'checkers',
    text: 'W:W9,K14,K15,16,30:BK18,K19,21,K23,24',
    plies: 20,
    depths: [1, 4],
    runs: 60,
  },
  {
    name: 'lines of action',
    id: 'loa',
    text: undefined,
    plies: 120,
    depths: [1, 3],
    runs: 40,
  },
  { name: 'chess', id: 'chess', text: undefined, plies: 80, depths: [1, 2], runs: 40 },
  {
    name: 'chess endings',
    id: 'chess',
    text: '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1',
    plies: 20,
    depths: [1, 3],
    runs: 20,
  },
  { name: 'shogi', id: 'shogi', text: undefined, plies: 12, depths: [1, 2], runs: 15 },
  {
    name: 'shogi of bounded width',
    id: 'shogi',
    text: 'l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1 b=5',
    plies: 30,
    depths: [1, 4],
    runs: 40,
  },
  {
    name: 'connect6',
    id: 'connect6',
    text: `${'19/'.repeat(18)}19 x 1 w=7`,
    plies: 30,
    depths: [1, 4],
    runs: 40,
  },
  {
    name: 'random trees',
    id: 'synthetic',
    text: 'b=4,seed=1,spread=9',
    plies: 6,
    depths: [1, 6],
    runs: 60,
  },
  {
    name: 'wide random trees',
    id: 'synthetic',
    text: 'b=9,seed=2,spread=2,dist=normal',
    plies: 3,
    depths: [1, 4],
    runs: 60,
  },
  {
    name: 'ordered trees',
    id: 'synthetic',
    text: 'b=5,seed=3,order=700',
    plies: 4,
    depths: [1, 5],
    runs: 60,
  },
] as const;

/** Room to search an ending to its end although the full tree must stay small. */
const MAX_FULL_EMPTIES = 7;

describe.each(cases)('$name', ({ id, text, plies, depths, runs }) => {
  let bench: Bench;
  let searcher: Searcher;
  const few = Math.ceil(runs / 3);
  const tables: (Table | undefined)[] = [];

  beforeAll(async () => {
    bench = await openBench(id, text);
    searcher = new Searcher(bench.kernel, 160);
    tables.push(undefined);
    for (const bytes of [0, 1 << 10, 1 << 14, 8 << 20])
      tables.push(Table.create(bench.kernel, bytes));
  });

  const scenario = fc.record({
    seed: fc.nat(),
    plies: fc.nat(plies),
    depth: fc.integer({ min: depths[0], max: depths[1] }),
    method: fc.constantFrom(...methods),
    table: fc.nat(4),
    clear: fc.boolean(),
    slice: fc.constantFrom(1, 7, 100, 1000, Number.POSITIVE_INFINITY),
    deepen: fc.boolean(),
  });

  function small(record: Uint8Array, depth: number): boolean {
    return !bench.rules.completes(record, depth) || bench.rules.completes(record, MAX_FULL_EMPTIES);
  }

  testCases('the value is the minimax value', few, runs, (numRuns) => {
    fc.assert(
      fc.property(scenario, (s) => {
        const record = randomPosition(bench, s.plies, createRandom(s.seed));
        fc.pre(
          id !== 'othello' ||
            (small(record, s.depth) && (s.depth <= 4 || bench.rules.completes(record, s.depth))),
        );
        fc.pre(isSmall(bench.rules, record, s.depth));
        const table = tables[s.table];
        if (s.clear) table?.clear();
        searcher.attach(table);
        searcher.start(record, { method: s.method, maxDepth: s.depth });
        while (searcher.run(s.slice) === 'running');
        expect(searcher.found).toMatchObject({
          bound: 'exact',
          value: minimax(bench.rules, record, s.depth),
        });
      }),
      { numRuns },
    );
  });

  testCases(
    'with a window, the value is right inside it and a true bound outside',
    few,
    runs,
    (numRuns) => {
      fc.assert(
        fc.property(
          scenario,
          fc.integer({ min: -60, max: 60 }),
          fc.integer({ min: 1, max: 60 }),
          (s, offset, width) => {
            const record = randomPosition(bench, s.plies, createRandom(s.seed));
            fc.pre(
              id !== 'othello' ||
                (small(record, s.depth) &&
                  (s.depth <= 4 || bench.rules.completes(record, s.depth))),
            );
            fc.pre(isSmall(bench.rules, record, s.depth));
            const truth = minimax(bench.rules, record, s.depth);
            const alpha = truth + offset;
            const beta = alpha + width;
            searcher.attach(tables[s.table]);
            searcher.start(record, {
              method: s.method,
              minDepth: s.deepen ? 1 : s.depth,
              maxDepth: s.depth,
              alpha,
              beta,
            });
            while (searcher.run(s.slice) === 'running');
            const { value, bound } = searcher.found!;
            if (truth <= alpha) {
              expect(bound).toBe('upper');
              expect(value).toBeLessThanOrEqual(alpha);
              expect(value).toBeGreaterThanOrEqual(truth);
            } else if (truth >= beta) {
              expect(bound).toBe('lower');
              expect(value).toBeGreaterThanOrEqual(beta);
              expect(value).toBeLessThanOrEqual(truth);
            } else {
              expect({ value, bound }).toEqual({ value: truth, bound: 'exact' });
            }
          },
        ),
        { numRuns },
      );
    },
  );

  testCases('the best move attains the value', few, runs, (numRuns) => {
    fc.assert(
      fc.property(scenario, (s) => {
        const record = randomPosition(bench, s.plies, createRandom(s.seed));
        fc.pre(!bench.rules.over(record));
        fc.pre(id !== 'othello' || (small(record, s.depth) && s.depth <= 4));
        fc.pre(isSmall(bench.rules, record, s.depth));
        searcher.attach(tables[s.table]);
        searcher.start(record, { method: s.method, maxDepth: s.depth });
        while (searcher.run(s.slice) === 'running');
        const { value, move } = searcher.found!;
        expect(bench.rules.moves(record)).toContain(move);
        const next = bench.rules.play(record, move!);
        const full = bench.rules.completes(record, s.depth);
        expect(0 - minimax(bench.rules, next, full ? 255 : s.depth - 1)).toBe(value);
      }),
      { numRuns },
    );
  });
});
