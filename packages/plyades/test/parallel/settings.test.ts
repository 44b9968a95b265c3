// Settings of algorithms as users give them: taken by name, refused with a code, and followed.
import { expect, test } from 'vitest';
import { notationOf } from '#dist/games/load.js';
import { algorithms } from '#dist/parallel/algorithms.js';
import { THESIS } from '#dist/parallel/aphid/options.js';
import { checkSettings } from '#dist/parallel/settings.js';
import { replay, simulate } from '#dist/sim/index.js';

const start = notationOf('othello').start();
const usual = { algorithm: 'aphid', processors: 4, depth: 6, threads: 0 };

const use = { host: 'threads', mode: 'exact', table: 'local', depth: 6 } as const;

test('are those that the algorithm describes', () => {
  expect(checkSettings(algorithms.aphid, undefined, use)).toEqual({});
  expect(checkSettings(algorithms.aphid, THESIS, use)).toEqual(THESIS);
  for (const each of Object.values(algorithms)) expect(checkSettings(each, {}, use)).toEqual({});
});

test.each([
  ['aphid', { minSize: 0 }],
  ['aphid', { minSize: '5' }],
  ['aphid', { minPieces: Number.NaN }],
  ['aphid', { keepScores: 1 }],
  ['aphid', { sizes: 1 }],
  ['aphid', 5],
  ['aphid', { searches: 3 }],
  ['young-brothers', { searches: 100 }],
  ['sequential', { minSize: 1 }],
] as const)('of %s cannot be %j', (algorithm, settings) => {
  expect(() => checkSettings(algorithms[algorithm], settings, use)).toThrow(
    expect.objectContaining({ code: 'ERR_OPTION' }),
  );
});

test('are followed by a simulation, which is replayed with them', async () => {
  const plain = await simulate(start, { ...usual, settings: { minSize: 1e6 } });
  expect(plain.counters.jobs).toBe(0);
  const record: string[] = [];
  const divided = await simulate(start, {
    ...usual,
    settings: { minSize: 1, minPieces: 2 },
    onRecord: (lines) => record.push(...lines),
  });
  expect(divided.counters.jobs).toBeGreaterThan(0);
  expect(divided.settings).toEqual({ minSize: 1, minPieces: 2 });
  expect(divided.command).toContain(`--settings '{"minSize":1,"minPieces":2}'`);
  expect((await replay(record, { threads: 0 })).difference).toBeUndefined();
});

test.each([
  [{ epochNs: 1e308 }, 'ERR_OPTION'],
  [{ faults: 5 }, 'ERR_VALUE'],
  [{ sequential: { value: 0, nodes: 1 } }, 'ERR_VALUE'],
  [{ horizon: 'x' }, 'ERR_VALUE'],
  [{ depth: '6' }, 'ERR_VALUE'],
  [{ settings: 5 }, 'ERR_VALUE'],
  [{ settings: { seed: 5 } }, 'ERR_OPTION'],
  [{ settings: { minSize: -1 } }, 'ERR_OPTION'],
  [{ algorithm: 'root-split', horizon: 2 }, 'ERR_OPTION'],
])('a record with %j is refused', async (change, code) => {
  const record: string[] = [];
  await simulate(start, { ...usual, depth: 2, onRecord: (lines) => record.push(...lines) });
  const first = JSON.stringify({ ...JSON.parse(record[0]!), ...change });
  await expect(replay([first, ...record.slice(1)])).rejects.toMatchObject({ code });
});
