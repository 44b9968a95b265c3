// The shadow table: which entries of a table are sent to others, and what is taken from them.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ENTRY_BYTES, Searcher, SHADOW_ENTRIES, Shadow, Table } from '#dist/kernel/index.js';
import { entries } from '../support/entries.js';
import { type Bench, minimax, openBench } from '../support/kernels.js';

const BOUNDS = ['none', 'lower', 'upper', 'exact'] as const;

interface SentEntry {
  readonly key: bigint;
  readonly value: number;
  readonly depth: number;
  readonly bound: (typeof BOUNDS)[number];
}

/** Entries as they travel. */
function read(packed: Uint8Array): SentEntry[] {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.length);
  return Array.from({ length: packed.length / ENTRY_BYTES }, (_, index) => {
    const at = index * ENTRY_BYTES;
    const low = view.getUint32(at + 8, true);
    return {
      key: view.getBigUint64(at, true),
      value: (low & 0xfffff) - 2 ** 19,
      depth: (low >>> 20) & 0xff,
      bound: BOUNDS[(low >>> 28) & 3]!,
    };
  });
}

function write({ key, value, depth, bound }: SentEntry, play = 0): Uint8Array {
  const packed = new Uint8Array(ENTRY_BYTES);
  const view = new DataView(packed.buffer);
  view.setBigUint64(0, key, true);
  const low = (value + 2 ** 19) | (depth << 20) | (BOUNDS.indexOf(bound) << 28);
  view.setUint32(8, (low | (play << 31)) >>> 0, true);
  packed.fill(0xff, 12);
  return packed;
}

const LEAST = 3;
let bench: Bench;
let table: Table;
let shadow: Shadow;
let searcher: Searcher;

beforeAll(async () => {
  bench = await openBench('synthetic', 'b=6,seed=5,spread=9');
  table = Table.create(bench.kernel, 4 << 20);
  shadow = new Shadow(bench.kernel, table, LEAST);
  searcher = new Searcher(bench.kernel, 64).attach(table);
});

beforeEach(() => {
  table.clear();
  shadow.clear();
});

function search(depth: number, minDepth = 1): number {
  searcher.start(bench.start, { minDepth, maxDepth: depth });
  while (searcher.run(1_000_000) === 'running');
  return searcher.found!.value;
}

const keyOf = (record: Uint8Array) => BigInt(`0x${bench.rules.hash(record)}`);
const stored = () => entries(bench.kernel, table);
const give = (sent: SentEntry, play = 0) => shadow.give(write(sent, play), 'exact', 20);

describe('what a search stores', () => {
  test('is put aside as it stands in the table, by depth, at most 128 entries', () => {
    search(7);
    expect(shadow.size).toBeGreaterThan(SHADOW_ENTRIES / 2);
    expect(shadow.size).toBeLessThanOrEqual(SHADOW_ENTRIES);
    const size = shadow.size;
    const sent = read(shadow.take());
    expect(sent).toHaveLength(size);
    const inTable = new Map(stored().map((entry) => [entry.key, entry]));
    for (const { key, value, depth, bound } of sent) {
      expect(inTable.get(key)).toMatchObject({ value, depth, bound });
    }
    // The deepest are there: nothing is worth more than the root.
    expect(sent.map(({ key }) => key)).toContain(keyOf(bench.start));
    const mean = (depths: number[]) =>
      depths.reduce((sum, depth) => sum + depth, 0) / depths.length;
    expect(mean(sent.map(({ depth }) => depth))).toBeGreaterThan(
      mean(stored().map(({ depth }) => depth)) + 0.5,
    );
  });

  test('leaves the shadow empty when it is taken', () => {
    search(6);
    shadow.take();
    expect(shadow.size).toBe(0);
    expect(shadow.take()).toHaveLength(0);
  });

  test('stays out of it below the least depth', () => {
    search(6);
    expect(stored().some(({ depth }) => depth < LEAST)).toBe(true);
    expect(read(shadow.take()).every(({ depth }) => depth >= LEAST)).toBe(true);
    table.clear();
    search(LEAST - 1);
    expect(shadow.size).toBe(0);
  });

  test('is sent at any depth, where another process has sent the position', () => {
    give({ key: keyOf(bench.start), value: 0, depth: 9, bound: 'lower' });
    search(LEAST - 1);
    expect(read(shadow.take()).map(({ key }) => key)).toEqual([keyOf(bench.start)]);
    // That was not yet so before, and is no longer so when it is forgotten.
    shadow.clear();
    search(LEAST - 1);
    expect(shadow.size).toBe(0);
  });

  test('is sent up to some plies below the root, if a limit is set, even when another process has sent it', () => {
    const children = bench.rules
      .moves(bench.start)
      .map((move) => keyOf(bench.rules.play(bench.start, move)));
    const far = bench.rules.play(
      bench.rules.play(bench.start, bench.rules.moves(bench.start)[0]!),
      0,
    );
    give({ key: keyOf(far), value: 0, depth: 1, bound: 'lower' });
    shadow.limit(0);
    search(4, 4);
    expect(read(shadow.take()).map(({ key }) => key)).toEqual([keyOf(bench.start)]);
    shadow.limit(1);
    search(6, 6);
    const sent = read(shadow.take());
    // Nothing from below, and most of what is not: two may want one place.
    const keys = sent.map(({ key }) => key);
    const near = [keyOf(bench.start), ...children];
    expect(keys.filter((key) => !near.includes(key))).toEqual([]);
    expect(keys.length).toBeGreaterThan(near.length / 2);
    // Emptied, it tells of the best again.
    shadow.clear();
    table.clear();
    search(6, 6);
    expect(shadow.size).toBeGreaterThan(sent.length);
  });

  test("is put aside by the textbook's search, too", () => {
    searcher.start(bench.start, { method: 'textbook', minDepth: 6, maxDepth: 6 });
    while (searcher.run(1_000_000) === 'running');
    const sent = read(shadow.take());
    expect(sent.length).toBeGreaterThan(10);
    const inTable = new Map(stored().map((entry) => [entry.key, entry]));
    for (const { key, value, depth, bound } of sent) {
      expect(inTable.get(key)).toMatchObject({ value, depth, bound });
    }
    expect(sent.map(({ key }) => key)).toContain(keyOf(bench.start));
  });

  test('is not put aside without a shadow, and a table that is emptied keeps its own', async () => {
    const plain = Table.create(bench.kernel, 1 << 16);
    searcher.attach(plain);
    search(6);
    expect(shadow.size).toBe(0);
    searcher.attach(table);
    table.clear();
    search(6);
    expect(shadow.size).toBeGreaterThan(0);
  });
});

describe('what comes from others', () => {
  test('is stored but not sent again', () => {
    expect(give({ key: 77n, value: 5, depth: 9, bound: 'exact' })).toBe(1);
    expect(stored()).toMatchObject([{ key: 77n, value: 5, depth: 9, bound: 'exact' }]);
    expect(shadow.size).toBe(0);
  });

  test.each([
    [{ depth: 5, bound: 'lower', value: 3 }, { depth: 4, bound: 'exact', value: 9 }, false],
    [{ depth: 5, bound: 'exact', value: 3 }, { depth: 5, bound: 'lower', value: 2 }, false],
    [{ depth: 5, bound: 'lower', value: 3 }, { depth: 5, bound: 'lower', value: 2 }, false],
    [{ depth: 5, bound: 'upper', value: 3 }, { depth: 5, bound: 'upper', value: 4 }, false],
    [{ depth: 5, bound: 'lower', value: 3 }, { depth: 5, bound: 'lower', value: 4 }, true],
    [{ depth: 5, bound: 'lower', value: 3 }, { depth: 5, bound: 'exact', value: 3 }, true],
    [{ depth: 5, bound: 'exact', value: 3 }, { depth: 6, bound: 'upper', value: 1 }, true],
  ] as const)('of %j and then %j the second is taken: %s', (first, second, taken) => {
    give({ key: 77n, ...first });
    expect(give({ key: 77n, ...second })).toBe(taken ? 1 : 0);
    expect(stored()).toMatchObject([taken ? second : first]);
  });

  test.each([
    ['has no bound', { bound: 'none' }, 0],
    ['is deeper than any search', { depth: 21 }, 0],
    ['has no depth', { depth: 0 }, 0],
    ['has a value that nothing has', { value: 523_000 }, 0],
    ['is of play mode', {}, 1],
  ] as const)('is refused when it %s', (_, wrong, play) => {
    const fine: SentEntry = { key: 77n, value: 5, depth: 9, bound: 'exact' };
    expect(give({ ...fine, ...wrong }, play)).toBe(0);
    expect(stored()).toEqual([]);
  });

  test('is refused when it is no whole number of entries, or too many', () => {
    expect(() => shadow.give(new Uint8Array(ENTRY_BYTES + 1), 'exact', 20)).toThrow(RangeError);
    const many = new Uint8Array(ENTRY_BYTES * (SHADOW_ENTRIES + 1));
    expect(() => shadow.give(many, 'exact', 20)).toThrow(RangeError);
  });

  test('decides nodes, which is counted', () => {
    const value = search(6);
    const other = Table.create(bench.kernel, 1 << 20);
    const receiving = new Shadow(bench.kernel, other, LEAST);
    expect(receiving.give(shadow.take(), 'exact', 20)).toBeGreaterThan(0);
    searcher.attach(other);
    expect(search(6, 6)).toBe(value);
    expect(receiving.answers).toBeGreaterThan(0);
    expect(value).toBe(minimax(bench.rules, bench.start, 6));
    expect(entries(bench.kernel, other).some(({ foreign }) => foreign)).toBe(true);
    searcher.attach(table);
  });
});
