// Splitting in play mode: allowed where a child's search needs its position only. In Othello nodes are cut by shallow
// searches of themselves (ProbCut), which stand on the stack like children and must not be taken for moves.
import { describe, expect, test } from 'vitest';
import { Searcher, type Split, Table } from '#dist/kernel/index.js';
import { createRandom, openBench, randomPosition } from '../support/kernels.js';
import { nativeStage, Thieves } from '../support/thieves.js';

const MAX_PLY = 48;
const SEARCHERS = 5;

describe('Othello in play mode', () => {
  test('with nothing left out, thieves find the value of the exact search', async () => {
    const bench = await openBench('othello');
    const thieves = new Thieves(nativeStage(bench.kernel), SEARCHERS, MAX_PLY);
    const judge = new Searcher(bench.kernel, MAX_PLY);
    let splits = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const random = createRandom(seed);
      const record = randomPosition(bench, random.below(30), random);
      const maxDepth = 3 + random.below(4);
      judge.start(record, { maxDepth });
      judge.run(Number.POSITIVE_INFINITY);
      const outcome = thieves.search(record, {
        ...{ seed, maxDepth, minDepth: maxDepth, method: 'negascout', slice: 30, moves: false },
        ...{ mode: 'play', selective: false, rule: random.below(2) === 0 },
        table: () => undefined,
      });
      splits += outcome.splits;
      const { value } = judge.found!;
      expect(outcome.found, `seed ${seed}`).toMatchObject({ value, bound: 'exact' });
    }
    expect(splits).toBeGreaterThan(40);
  });

  test('with ProbCut, searches end with a legal line, and every part lies where its path says', async () => {
    const bench = await openBench('othello');
    const { kernel, rules } = bench;
    let parts = 0;
    const stage = nativeStage(kernel);
    const checked = {
      ...stage,
      child(root: Uint8Array, split: Split) {
        parts++;
        const there = split.path.reduce((position, move) => rules.play(position, move), root);
        expect(rules.hash(split.record)).toBe(rules.hash(there));
        return split.record;
      },
    };
    const thieves = new Thieves(checked, SEARCHERS, MAX_PLY);
    const shared = Table.create(kernel, 1 << 18);
    for (let seed = 1; seed <= 40; seed++) {
      const random = createRandom(seed);
      const record = randomPosition(bench, 10 + random.below(20), random);
      const { found } = thieves.search(record, {
        ...{ seed, maxDepth: 8, minDepth: 1, method: 'negascout', slice: 200, moves: false },
        ...{ mode: 'play', rule: random.below(2) === 0 },
        table: () => (seed % 2 === 0 ? shared : undefined),
      });
      let at = record;
      for (const move of found.pv) {
        expect(rules.moves(at), `seed ${seed}`).toContain(move);
        at = rules.play(at, move);
      }
      expect(found.bound).toBe('exact');
    }
    expect(parts).toBeGreaterThan(200);
  });
});

test.each(['chess', 'checkers'])('%s is not split in play mode: paths count there', async (id) => {
  const bench = await openBench(id);
  const owner = new Searcher(bench.kernel, MAX_PLY);
  owner.start(randomPosition(bench, 8, createRandom(1)), {
    mode: 'play',
    minDepth: 8,
    maxDepth: 8,
  });
  owner.run(50);
  expect(owner.candidates()).toEqual([]);
  expect(owner.split(0)).toBeUndefined();
});
