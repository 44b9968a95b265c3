// Tables of a parallel search are together as large as was asked for, on every host, and so is the table
// of the sequential search that it is compared with.
import { afterEach, describe, expect, test, vi } from 'vitest';
import { notationOf } from '#dist/games/load.js';
import { tableShares } from '#dist/hosts/shares.js';
import { ownTables } from '#dist/hosts/threads/shared-memory.js';
import { Table } from '#dist/kernel/index.js';
import { algorithms, algorithmsOn } from '#dist/parallel/algorithms.js';
import { simulate } from '#dist/sim/index.js';

const MIB = 2 ** 20;

describe('tableShares', () => {
  test('gives a master a little and divides the rest', () => {
    expect(tableShares({ hasMaster: true }, 2, 64 * MIB)).toEqual([MIB, 63 * MIB]);
    expect(tableShares({ hasMaster: true }, 4, 64 * MIB)).toEqual([
      MIB,
      ...Array(3).fill(21 * MIB),
    ]);
    expect(tableShares({ hasMaster: true }, 4, MIB)).toEqual(Array(4).fill(MIB / 4));
    expect(tableShares({ hasMaster: false }, 4, 64 * MIB)).toEqual(Array(4).fill(16 * MIB));
    expect(tableShares({ hasMaster: true }, 3, 0)).toEqual([0, 0, 0]);
  });

  test('never gives more than there is, and loses hardly anything', () => {
    for (const hasMaster of [true, false]) {
      for (const size of [2, 3, 7, 64, 4096]) {
        for (const total of [1, 1000, MIB, 64 * MIB + 1, 4000 * MIB]) {
          const sum = tableShares({ hasMaster }, size, total).reduce((a, b) => a + b);
          expect(sum).toBeLessThanOrEqual(total);
          expect(sum).toBeGreaterThan(total - size);
        }
      }
    }
  });
});

describe.each([...algorithmsOn('deterministic')])('%s', (algorithm) => {
  const shares = (size: number) => [...tableShares(algorithms[algorithm], size, 4 * MIB)];

  afterEach(() => vi.restoreAllMocks());

  test('has these shares on threads', () => {
    const homes = ownTables(algorithms[algorithm], 3, 4 * MIB);
    expect(homes.map((home) => home.kind === 'own' && home.bytes)).toEqual(shares(3));
  });

  test('has these shares in a simulation, whose sequential search has all of it', async () => {
    const create = vi.spyOn(Table, 'create');
    for (const processors of [2, 5]) {
      create.mockClear();
      const options = { algorithm, processors, depth: 3, hash: 4, threads: 0 };
      await simulate(notationOf('othello').start(), options);
      expect(create.mock.calls.map(([, bytes]) => bytes)).toEqual([4 * MIB, ...shares(processors)]);
    }
  });

  test('has one table when it is shared', async () => {
    const create = vi.spyOn(Table, 'create');
    const options = { algorithm, processors: 5, depth: 3, hash: 4, threads: 0 };
    await simulate(notationOf('othello').start(), { ...options, table: 'shared' });
    expect(create.mock.calls.map(([, bytes]) => bytes)).toEqual([4 * MIB, 4 * MIB]);
  });
});
