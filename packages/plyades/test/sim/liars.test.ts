// Workers that lie, in simulation: with results searched again they are found out, shut out and named, no other
// worker is, and the value is the sequential one.
import { describe, expect, test } from 'vitest';
import { notationOf } from '#dist/games/load.js';
import { probabilityOfFinding } from '#dist/parallel/checks.js';
import { type Simulation, simulate } from '#dist/sim/index.js';

const othello = notationOf('othello').start();
const ticTacToe = notationOf('tic-tac-toe').start();

const run = (seed: number, check: number, faults: string, processors = 4): Promise<Simulation> =>
  simulate(othello, {
    ...{ algorithm: 'aphid', processors, depth: 6, seed, threads: 0, profile: 'paper' },
    ...{ settings: { check, minSize: 1, minPieces: 8 }, faults },
  });

describe('a worker that lies in simulation', () => {
  test('now and then is found when everything is searched again, and the value is right', async () => {
    for (let seed = 1; seed <= 3; seed++) {
      const { failure, liars } = await run(seed, 1, 'lie:2x20%');
      expect({ seed, failure, liars: liars?.map(({ process }) => process) }).toEqual({
        ...{ seed, failure: undefined, liars: [2] },
      });
    }
  });

  test('among others that lie: the master is left alone, and right', async () => {
    const { failure, liars } = await run(1, 1, 'lie:1x100%,lie:2x100%,lie:3x100%');
    expect(failure).toBeUndefined();
    expect(liars!.map(({ process }) => process).sort()).toEqual([1, 2, 3]);
  });

  test('and contradicts itself is shut out although nothing is checked', async () => {
    for (let seed = 1; seed <= 3; seed++) {
      const { failure, liars } = await run(seed, 0, 'lie:2x50%');
      expect({ seed, failure, liars: liars?.map(({ process }) => process) }).toEqual({
        ...{ seed, failure: undefined, liars: [2] },
      });
    }
  });

  test('always is given away by its n-th result as the probability says', async () => {
    const rate = 0.1;
    const results: number[] = [];
    for (let seed = 1; seed <= 12; seed++) {
      const { failure, liars } = await run(seed, rate, 'lie:1x100%', 3);
      expect({ seed, failure }).toEqual({ seed, failure: undefined });
      if (liars!.length > 0) results.push(liars![0]!.result);
    }
    // The n-th is the first that was drawn: half of them by the 7th, and four deviations around that.
    const early = results.filter((result) => result <= 7).length / 12;
    const expected = probabilityOfFinding(rate, 7);
    expect(Math.abs(early - expected)).toBeLessThan(
      4 * Math.sqrt((expected * (1 - expected)) / 12),
    );
  });
});

describe('a worker that lies inside a site', () => {
  // The top is 0, the sites are 1, 5 and 9, each before its workers.
  const hierarchy = 'latency 1ms 50us\nsite x3\n\tworker x3\n';
  const inSite = (check: number, faults: string, seed: number) =>
    simulate(othello, {
      ...{ algorithm: 'aphid', processors: 13, depth: 6, seed, threads: 0, profile: 'paper' },
      ...{ settings: { check, minSize: 1, minPieces: 8 }, faults, hierarchy },
    });

  test('makes a liar of its site, which is shut out; the value is right', async () => {
    for (let seed = 1; seed <= 3; seed++) {
      const { failure, liars } = await inSite(1, 'lie:6x100%', seed);
      expect({ seed, failure, liars: liars?.map(({ process }) => process) }).toEqual({
        ...{ seed, failure: undefined, liars: [5] },
      });
    }
  });

  test('among others: sites that contradict themselves are shut out although nothing is checked', async () => {
    const all = [2, 3, 4, 6, 7, 8, 10, 11, 12].map((each) => `lie:${each}x100%`).join(',');
    const { failure, liars } = await inSite(0, all, 1);
    expect(failure).toBeUndefined();
    expect(liars!.map(({ process }) => process).sort()).toEqual([1, 5, 9]);
  });

  test('makes no liar of another site, whatever else goes wrong', async () => {
    const faults = 'lie:6x20%,lose:2%,late:5%,crash:9@2ms+5ms,crash:3@1ms+3ms';
    for (let seed = 1; seed <= 2; seed++) {
      const { failure, liars } = await inSite(1, faults, seed);
      expect({ seed, failure }).toEqual({ seed, failure: undefined });
      expect(liars!.filter(({ process }) => process !== 5)).toEqual([]);
    }
  });
});

describe('honest workers', () => {
  test('are never called liars, whatever else goes wrong', async () => {
    for (let seed = 1; seed <= 5; seed++) {
      const { failure, counters } = await run(seed, 0.3, 'random');
      expect({ seed, failure }).toEqual({ seed, failure: undefined });
      expect(counters.checks).toBeGreaterThan(0);
    }
  });

  test('end a search of a game as early as where nothing is checked', async () => {
    const depthsOf = async (check: number) => {
      const depths: number[] = [];
      const { failure } = await simulate(ticTacToe, {
        ...{ algorithm: 'aphid', processors: 4, threads: 0, profile: 'paper', depth: 20 },
        ...{ horizon: 2, settings: { check }, onDepth: ({ depth }) => depths.push(depth) },
      });
      return { failure, depths };
    };
    const unchecked = await depthsOf(0);
    expect(unchecked.failure).toBeUndefined();
    expect(await depthsOf(0.01)).toEqual(unchecked);
  });
});
