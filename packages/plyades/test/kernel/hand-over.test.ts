// Handing over what a table knows of a position and below it: which entries go, and that the table they come
// into answers as the one they came from.
import { beforeAll, describe, expect, test } from 'vitest';
import { ENTRY_BYTES, HANDED_ENTRIES, HandOver, Searcher, Table } from '#dist/kernel/index.js';
import { entries } from '../support/entries.js';
import { type Bench, openBench } from '../support/kernels.js';

const games = [
  ['synthetic', 'b=6,seed=5,spread=9'],
  ['othello', undefined],
  ['shogi', undefined],
] as const;

const DEPTH = 5;

describe.each(games)('%s', (game, position) => {
  let bench: Bench;
  let from: Table;
  let handOver: HandOver;

  beforeAll(async () => {
    bench = await openBench(game, position);
    from = Table.create(bench.kernel, 4 << 20);
    handOver = new HandOver(bench.kernel);
    search(from, bench.start, DEPTH);
  });

  function search(table: Table, record: Uint8Array, depth: number): number {
    const searcher = new Searcher(bench.kernel, 64).attach(table);
    searcher.start(record, { minDepth: depth, maxDepth: depth });
    while (searcher.run(1_000_000) === 'running');
    return searcher.nodes;
  }

  const keyOf = (record: Uint8Array) => BigInt(`0x${bench.rules.hash(record)}`);
  const childrenOf = (record: Uint8Array) =>
    bench.rules.moves(record).map((move) => bench.rules.play(record, move));

  function keysOf(packed: Uint8Array): bigint[] {
    const view = new DataView(packed.buffer, packed.byteOffset, packed.length);
    return Array.from({ length: packed.length / ENTRY_BYTES }, (_, index) =>
      view.getBigUint64(index * ENTRY_BYTES, true),
    );
  }

  test('the entries nearest to the position go, its own first', () => {
    const known = new Set(entries(bench.kernel, from).map(({ key }) => key));
    const expected: bigint[] = [keyOf(bench.start)];
    const reached = [bench.start];
    for (const record of reached) {
      for (const child of childrenOf(record)) {
        if (!known.has(keyOf(child)) || expected.length === HANDED_ENTRIES) continue;
        expected.push(keyOf(child));
        reached.push(child);
      }
      if (expected.length === HANDED_ENTRIES) break;
    }
    expect(expected.length).toBeGreaterThan(10);
    expect(keysOf(handOver.below(from, bench.start, 'exact'))).toEqual(expected);
  });

  test('a position without an entry may have children with some', () => {
    const child = childrenOf(bench.start).find((record) =>
      entries(bench.kernel, from).some(({ key }) => key === keyOf(record)),
    )!;
    const table = Table.create(bench.kernel, 1 << 20);
    handOver.give(
      table,
      handOver.below(from, child, 'exact').subarray(0, ENTRY_BYTES),
      'exact',
      64,
    );
    expect(keysOf(handOver.below(table, bench.start, 'exact'))).toEqual([keyOf(child)]);
  });

  test('they stand in the other table as they did, and spare its search nodes', () => {
    const packed = handOver.below(from, bench.start, 'exact');
    const into = Table.create(bench.kernel, 4 << 20);
    const empty = Table.create(bench.kernel, 4 << 20);
    const taken = handOver.give(into, packed, 'exact', 64);
    expect(taken).toBe(new Set(keysOf(packed)).size);
    const stand = new Map(entries(bench.kernel, from).map((entry) => [entry.key, entry]));
    for (const { key, value, depth, bound } of entries(bench.kernel, into)) {
      expect(stand.get(key)).toMatchObject({ value, depth, bound });
    }
    expect(search(into, bench.start, DEPTH)).toBeLessThan(search(empty, bench.start, DEPTH) / 2);
  });

  test('nothing goes where nothing is known, nor from play mode to an exact search', () => {
    const table = Table.create(bench.kernel, 1 << 20);
    expect(handOver.below(table, bench.start, 'exact')).toHaveLength(0);
    const searcher = new Searcher(bench.kernel, 64).attach(table);
    searcher.start(bench.start, { mode: 'play', minDepth: 3, maxDepth: 3 });
    while (searcher.run(1_000_000) === 'running');
    expect(handOver.below(table, bench.start, 'exact')).toHaveLength(0);
    expect(handOver.below(table, bench.start, 'play').length).toBeGreaterThan(0);
  });

  test('what no search can have made is left out, and what is no entry refused', () => {
    const table = Table.create(bench.kernel, 1 << 20);
    const packed = handOver.below(from, bench.start, 'exact');
    const shallow = handOver.give(table, packed, 'exact', DEPTH - 1);
    expect(shallow).toBe(new Set(keysOf(packed)).size - 1);
    expect(() => handOver.give(table, packed.subarray(1), 'exact', 64)).toThrow(RangeError);
    const many = new Uint8Array((HANDED_ENTRIES + 1) * ENTRY_BYTES);
    expect(() => handOver.give(table, many, 'exact', 64)).toThrow(RangeError);
  });
});
