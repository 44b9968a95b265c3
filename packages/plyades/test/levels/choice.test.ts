// The choice among candidates, without a search.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRandom } from '#dist/core/random.js';
import { WIN } from '#dist/core/score.js';
import {
  chooseCandidate,
  levelNumbers,
  levelOfElo,
  MAX_ELO,
  MIN_ELO,
  profileOf,
  strengthOf,
} from '#dist/levels/index.js';

const values = fc.array(fc.integer({ min: -5000, max: 5000 }), { minLength: 1, maxLength: 30 });
const seeds = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const candidatesOf = (list: readonly number[]) => list.map((value, move) => ({ move, value }));

test('is one of the candidates, and the same for the same seed', () => {
  fc.assert(
    fc.property(
      values,
      seeds,
      fc.double({ min: 0, max: 1000, noNaN: true }),
      (list, seed, heat) => {
        const chosen = chooseCandidate(candidatesOf(list), heat, seed);
        expect(candidatesOf(list)[chosen]).toBeDefined();
        expect(chooseCandidate(candidatesOf(list), heat, seed)).toBe(chosen);
      },
    ),
  );
});

test('takes a known win and delays a known loss, at any temperature', () => {
  fc.assert(
    fc.property(values, seeds, fc.integer({ min: 0, max: 100 }), (list, seed, plies) => {
      const win = { move: 99, value: WIN + plies };
      const all = [...candidatesOf(list), win];
      expect(all[chooseCandidate(all, 1e6, seed)]).toBe(win);
      const losses = [1, 2, 3].map((move) => ({ move, value: -WIN - move - plies }));
      expect(chooseCandidate(losses, 1e6, seed)).toBe(0);
    }),
  );
});

test('takes a known win however seldom it was visited', () => {
  fc.assert(
    fc.property(values, seeds, (list, seed) => {
      const visited = candidatesOf(list).map((each) => ({ ...each, preference: 9 }));
      const all = [{ move: 99, value: WIN, preference: 0 }, ...visited];
      expect(chooseCandidate(all, 1, seed)).toBe(0);
    }),
  );
});

test('falls on a move that is one temperature worse e times less often', () => {
  const random = createRandom(3);
  const counts = [0, 0];
  for (let i = 0; i < 4000; i++) {
    const pair = [
      { move: random.below(1000), value: 50 },
      { move: random.below(1000), value: 0 },
    ];
    counts[chooseCandidate(pair, 50, random.next())]!++;
  }
  expect(counts[0]! / counts[1]!).toBeGreaterThan(2.4);
  expect(counts[0]! / counts[1]!).toBeLessThan(3.1);
});

test('differs from seed to seed', () => {
  const equal = candidatesOf([10, 10, 10, 10]);
  const chosen = Array.from({ length: 50 }, (_, seed) => chooseCandidate(equal, 10, seed));
  expect(new Set(chosen).size).toBe(4);
});

test.each(['chess', 'othello', 'checkers', 'a game of your own'])(
  'of %s: a higher level searches more and strays less',
  (game) => {
    const all = levelNumbers.slice(0, -1).map((level) => strengthOf(profileOf(game), level, 100));
    for (const [i, each] of all.slice(1).entries()) {
      expect(each.nodes).toBeGreaterThanOrEqual(all[i]!.nodes);
      expect(each.temperature).toBeLessThanOrEqual(all[i]!.temperature);
    }
    const halfway = strengthOf(profileOf(game), 4.5, 100);
    expect(halfway.nodes).toBeGreaterThanOrEqual(all[3]!.nodes);
    expect(halfway.nodes).toBeLessThanOrEqual(all[4]!.nodes);
  },
);

test('points rise with the level, from its first to its last', () => {
  expect([levelOfElo(MIN_ELO), levelOfElo(MAX_ELO)]).toEqual([1, 9]);
  fc.assert(
    fc.property(fc.integer({ min: MIN_ELO, max: MAX_ELO - 1 }), (elo) => {
      expect(levelOfElo(elo)).toBeLessThan(levelOfElo(elo + 1));
    }),
  );
});
