// The transposition table: what a search leaves there is true, what is torn or damaged is ignored, and
// what is replaced is what was worth least.
import { beforeAll, describe, expect, test } from 'vitest';
import { FULL_DEPTH, PROVEN, WIN } from '#dist/core/score.js';
import { type KernelMethod, Searcher, type StartOptions, Table } from '#dist/kernel/index.js';
import { entries, places, setWord, words } from '../support/entries.js';
import {
  type Bench,
  createRandom,
  minimax,
  openBench,
  randomPosition,
} from '../support/kernels.js';

const NO_MOVE = 0xffffff;
const methods: readonly KernelMethod[] = ['negascout', 'alphabeta', 'mtdf'];

function search(searcher: Searcher, record: Uint8Array, options: StartOptions): number {
  searcher.start(record, options);
  while (searcher.run(1_000_000) === 'running');
  return searcher.found!.value;
}

/** Every position of a tree by its key. */
function tree({ rules }: Bench, root: Uint8Array, plies: number): Map<bigint, Uint8Array> {
  const found = new Map<bigint, Uint8Array>();
  let level = [root];
  for (let ply = 0; ply <= plies; ply++) {
    const next: Uint8Array[] = [];
    for (const record of level) {
      const key = BigInt(`0x${rules.hash(record)}`);
      if (found.has(key)) continue;
      found.set(key, record);
      next.push(...rules.moves(record).map((move) => rules.play(record, move)));
    }
    level = next;
  }
  return found;
}

describe.each([
  { id: 'tic-tac-toe', text: 'X---O---- X', depth: 6 },
  { id: 'tic-tac-toe', text: 'X---O---- X', depth: 7 },
  { id: 'synthetic', text: 'b=4,seed=5,spread=9', depth: 6 },
  { id: 'othello', text: undefined, depth: 6 },
])('the table after a search of $id to depth $depth', ({ id, text, depth }) => {
  let bench: Bench;
  let table: Table;

  beforeAll(async () => {
    bench = await openBench(id, text);
    table = Table.create(bench.kernel, 4 << 20);
  });

  test.each(methods)('holds only true bounds of positions of the tree (%s)', (method) => {
    const { rules, kernel, start } = bench;
    table.clear();
    const searcher = new Searcher(kernel, 64).attach(table);
    search(searcher, start, { method, maxDepth: depth });
    const positions = tree(bench, start, depth);
    const found = entries(kernel, table);
    expect(found.length).toBeGreaterThan(20);
    expect(new Set(found.map((entry) => entry.key)).size).toBe(found.length);
    for (const entry of found) {
      const record = positions.get(entry.key);
      expect(record).toBeDefined();
      const truth = minimax(rules, record!, entry.depth);
      if (entry.bound !== 'upper') expect(entry.value).toBeLessThanOrEqual(truth);
      if (entry.bound !== 'lower') expect(entry.value).toBeGreaterThanOrEqual(truth);
      expect(entry).toMatchObject({ play: false, generation: 0 });
      expect(entry.depth).toBeGreaterThan(0);
      expect(entry.depth).toBeLessThanOrEqual(depth);
      if (entry.move !== NO_MOVE) expect(rules.moves(record!)).toContain(entry.move);
      if (entry.bound !== 'upper') {
        // The move is the proof of the bound.
        const reply = minimax(rules, rules.play(record!, entry.move), entry.depth - 1);
        expect(0 - reply).toBeGreaterThanOrEqual(entry.value);
      }
      if (!entry.open && id === 'tic-tac-toe') {
        // Nothing rests on an evaluation, so the whole game has this value too.
        const end = minimax(rules, record!, 9);
        const shift =
          Math.abs(entry.value) > PROVEN ? Math.sign(entry.value) * (9 - entry.depth) : 0;
        if (entry.bound !== 'upper') expect(entry.value + shift).toBeLessThanOrEqual(end);
        if (entry.bound !== 'lower') expect(entry.value + shift).toBeGreaterThanOrEqual(end);
      }
    }
    const bounds = new Set(found.map((entry) => entry.bound));
    expect([...bounds]).toEqual(expect.arrayContaining(['lower', 'upper']));
    if (id !== 'tic-tac-toe') expect(found.every((entry) => entry.open)).toBe(true);
    else expect(new Set(found.map((entry) => entry.open)).size).toBe(2);
  });
});

test('a search to the end of the game is stored as one, whatever depth was asked for', async () => {
  const bench = await openBench('othello');
  const table = Table.create(bench.kernel, 1 << 20);
  const searcher = new Searcher(bench.kernel, 160);
  let searched = 0;
  for (let seed = 0; searched < 12; seed++) {
    const record = randomPosition(bench, 48, createRandom(seed));
    if (!bench.rules.completes(record, 13) || bench.rules.completes(record, 11)) continue;
    searched++;
    const truth = search(searcher.attach(undefined), record, { minDepth: 64, maxDepth: 64 });
    table.clear();
    const value = search(searcher.attach(table), record, { minDepth: 30, maxDepth: 30 });
    expect(value).toBe(truth);
    const root = BigInt(`0x${bench.rules.hash(record)}`);
    const stored = entries(bench.kernel, table);
    for (const entry of stored) expect(entry).toMatchObject({ depth: FULL_DEPTH, open: false });
    const atRoot = stored.find((entry) => entry.key === root);
    expect(atRoot).toMatchObject({ value: truth, bound: 'exact' });
  }
});

describe('an entry that is damaged', () => {
  let bench: Bench;
  let table: Table;
  let searcher: Searcher;

  beforeAll(async () => {
    bench = await openBench('synthetic', 'b=4,seed=21,spread=9');
    table = Table.create(bench.kernel, 2048);
    searcher = new Searcher(bench.kernel, 32).attach(table);
  });

  /** Mixes the words of two entries, or writes what no search ever wrote. */
  function damage(random: ReturnType<typeof createRandom>): void {
    const { kernel } = bench;
    const all = places(table);
    const [a, b] = [all[random.below(all.length)]!, all[random.below(all.length)]!];
    const [, dataOfA] = words(kernel, a);
    const [keyOfB, dataOfB] = words(kernel, b);
    const rubbish = () => (BigInt(random.next()) << 32n) | BigInt(random.next());
    const kind = random.below(5);
    if (kind === 0) setWord(kernel, a, keyOfB);
    else if (kind === 1) setWord(kernel, a + 8, dataOfB);
    else if (kind === 2) setWord(kernel, a, rubbish());
    else if (kind === 3) setWord(kernel, a + 8, rubbish());
    else if (dataOfA !== 0n) setWord(kernel, a + 8, dataOfA ^ (1n << BigInt(random.below(64))));
  }

  test.each(methods)('is never believed: 150 searches under constant damage (%s)', (method) => {
    for (let seed = 0; seed < 150; seed++) {
      const random = createRandom(seed);
      const record = randomPosition(bench, random.below(4), random);
      const depth = 3 + random.below(4);
      if (random.below(3) === 0) table.clear();
      searcher.start(record, { method, maxDepth: depth });
      while (searcher.run(1 + random.below(40)) === 'running') {
        for (let i = random.below(12); i > 0; i--) damage(random);
      }
      const expected = minimax(bench.rules, record, depth);
      expect([seed, searcher.found?.value]).toEqual([seed, expected]);
    }
  });

  test('is recognized by its words alone: a false entry with a true key is believed', () => {
    // The control: if this fails, the search never asks the table and the tests above prove nothing.
    const { kernel, rules, start } = bench;
    table.clear();
    const truth = search(searcher, start, { minDepth: 4, maxDepth: 4 });
    for (const { address, key } of entries(kernel, table)) {
      const [first, data] = words(kernel, address);
      if (key === BigInt(`0x${rules.hash(start)}`)) continue;
      const value = 2n ** 19n + 300_000n;
      const exact = (data & ~0xfffffn & ~(3n << 28n)) | value | (3n << 28n);
      expect(first ^ data).toBe(key);
      setWord(kernel, address, key ^ exact);
      setWord(kernel, address + 8, exact);
    }
    expect(search(searcher, start, { minDepth: 4, maxDepth: 4 })).not.toBe(truth);
  });
});

describe('a table of one line of four entries', () => {
  let bench: Bench;
  let table: Table;
  let searcher: Searcher;

  beforeAll(async () => {
    bench = await openBench('synthetic', 'b=3,seed=8');
    table = Table.create(bench.kernel, 0);
    searcher = new Searcher(bench.kernel, 32).attach(table);
  });

  const keyOf = (record: Uint8Array) => BigInt(`0x${bench.rules.hash(record)}`);
  const stored = () => entries(bench.kernel, table);
  const elsewhere = (seed: number) => randomPosition(bench, 9, createRandom(seed));

  test('has four entries and still serves a search', () => {
    expect(table.entries).toBe(4);
    const expected = minimax(bench.rules, bench.start, 7);
    expect(search(searcher, bench.start, { maxDepth: 7 })).toBe(expected);
    expect(stored()).toHaveLength(4);
  });

  test('keeps the deepest entries', () => {
    table.clear();
    search(searcher, bench.start, { minDepth: 7, maxDepth: 7 });
    search(searcher, elsewhere(1), { minDepth: 3, maxDepth: 3 });
    expect(stored().find((entry) => entry.key === keyOf(bench.start))?.depth).toBe(7);
  });

  test('gives entries of earlier searches away, four plies for each search since', () => {
    table.clear();
    search(searcher, bench.start, { minDepth: 7, maxDepth: 7 });
    table.age();
    // 7 plies are worth 3 now: four entries of at least that much take every place.
    for (let seed = 1; seed <= 8; seed++) {
      search(searcher, elsewhere(seed), { minDepth: 4, maxDepth: 4 });
    }
    expect(stored().map((entry) => entry.key)).not.toContain(keyOf(bench.start));
    expect(stored().every((entry) => entry.generation === 1)).toBe(true);
  });

  test('counts the age of an entry across the end of the counter', () => {
    table.clear();
    for (let i = 0; i < 127; i++) table.age();
    search(searcher, bench.start, { minDepth: 7, maxDepth: 7 });
    expect(stored().every((entry) => entry.generation === 127)).toBe(true);
    table.age();
    search(searcher, elsewhere(1), { minDepth: 2, maxDepth: 2 });
    // One search old: the root is worth 3 and stays, though 127 is greater than 0.
    expect(stored().find((entry) => entry.key === keyOf(bench.start))?.generation).toBe(127);
    expect(stored().map((entry) => entry.generation)).toContain(0);
    table.age();
    table.age();
    // Three searches old, it is worth less than nothing.
    for (let seed = 1; seed <= 8; seed++) {
      search(searcher, elsewhere(seed), { minDepth: 2, maxDepth: 2 });
    }
    expect(stored().map((entry) => entry.generation)).not.toContain(127);
  });

  test('replaces what it knows of a position, and does not hold it twice', () => {
    table.clear();
    for (const depth of [5, 6, 7, 4])
      search(searcher, bench.start, { minDepth: depth, maxDepth: depth });
    const roots = stored().filter((entry) => entry.key === keyOf(bench.start));
    expect(roots).toMatchObject([{ depth: 4 }]);
  });

  test('is empty after it was cleared', () => {
    table.clear();
    expect(stored()).toEqual([]);
    expect(table.entries).toBe(4);
  });
});

test('a table takes no more memory than it was given', async () => {
  const { kernel } = await openBench('synthetic', undefined, 4 << 20);
  for (const bytes of [128, 1000, 4096, 1 << 20]) {
    const before = kernel.free;
    const { entries: count } = Table.create(kernel, bytes);
    expect(before - kernel.free).toBeLessThanOrEqual(bytes + 63);
    expect(count * 16).toBeGreaterThanOrEqual(bytes - 192);
  }
  expect(() => Table.create(kernel, 64 << 20)).toThrow(RangeError);
});

test('in play mode deeper entries count, in exact mode only those of the same depth', async () => {
  const bench = await openBench('synthetic', 'b=4,seed=33,spread=9');
  const table = Table.create(bench.kernel, 1 << 20);
  const searcher = new Searcher(bench.kernel, 32).attach(table);
  search(searcher, bench.start, { minDepth: 7, maxDepth: 7 });
  search(searcher, bench.start, { minDepth: 4, maxDepth: 4, mode: 'exact' });
  const exactNodes = searcher.nodes;
  expect(searcher.found?.value).toBe(minimax(bench.rules, bench.start, 4));
  table.clear();
  search(searcher, bench.start, { minDepth: 7, maxDepth: 7, mode: 'play' });
  expect(entries(bench.kernel, table).every((entry) => entry.play)).toBe(true);
  search(searcher, bench.start, { minDepth: 5, maxDepth: 5, mode: 'play' });
  expect(searcher.nodes).toBeLessThan(exactNodes);
  // What play mode wrote, exact mode does not believe, not even at the same depth.
  for (const { address, key } of entries(bench.kernel, table)) {
    const [, data] = words(bench.kernel, address);
    const wrong = (data & ~0xfffffn) | (2n ** 19n + 300_000n);
    setWord(bench.kernel, address, key ^ wrong);
    setWord(bench.kernel, address + 8, wrong);
  }
  for (const depth of [5, 6, 7]) {
    search(searcher, bench.start, { minDepth: depth, maxDepth: depth, mode: 'exact' });
    expect(searcher.found?.value).toBe(minimax(bench.rules, bench.start, depth));
  }
});

test('in play mode a win found at another depth is never nearer than it is', async () => {
  const bench = await openBench('tic-tac-toe');
  const table = Table.create(bench.kernel, 1 << 20);
  const searcher = new Searcher(bench.kernel, 32).attach(table);
  let wins = 0;
  for (let seed = 0; seed < 400; seed++) {
    const random = createRandom(seed);
    const record = randomPosition(bench, 2 + random.below(4), random);
    const truth = minimax(bench.rules, record, 9);
    if (random.below(10) === 0) table.clear();
    for (const depth of [9, 4, 5, 6, 3]) {
      search(searcher, record, { minDepth: depth, maxDepth: depth, mode: 'play' });
      const { value } = searcher.found!;
      if (Math.abs(value) <= PROVEN) continue;
      expect(Math.sign(value)).toBe(Math.sign(truth));
      const plies = depth - (Math.abs(value) - WIN);
      const fewest = 9 - (Math.abs(truth) - WIN);
      expect([seed, depth, plies >= fewest, (plies - fewest) % 2]).toEqual([seed, depth, true, 0]);
      wins++;
    }
  }
  expect(wins).toBeGreaterThan(200);
});

test('a searcher that is restored or copied keeps its own table', async () => {
  const bench = await openBench('synthetic', 'b=5,seed=6');
  const [one, two] = [1 << 16, 1 << 16].map((bytes) => Table.create(bench.kernel, bytes));
  const first = new Searcher(bench.kernel, 32).attach(one);
  const second = new Searcher(bench.kernel, 32).attach(two);
  first.start(bench.start, { maxDepth: 6 });
  first.run(500);
  const before = entries(bench.kernel, one!);
  second.restore(first.save());
  while (second.run(1000) === 'running');
  expect(entries(bench.kernel, one!)).toEqual(before);
  expect(entries(bench.kernel, two!).length).toBeGreaterThan(before.length);
  expect(second.found?.value).toBe(minimax(bench.rules, bench.start, 6));
  two!.clear();
  second.attach(undefined).copyFrom(first);
  while (second.run(1000) === 'running');
  expect(entries(bench.kernel, two!)).toEqual([]);
  expect(entries(bench.kernel, one!)).toEqual(before);
});

test('a part of a table is emptied alone, and all parts together are the table', async () => {
  const bench = await openBench('othello');
  const table = Table.create(bench.kernel, 1 << 14);
  const record = randomPosition(bench, 10, createRandom(1));
  search(new Searcher(bench.kernel, 40).attach(table), record, { maxDepth: 8 });
  const stored = () => entries(bench.kernel, table).map(({ address }) => address);
  const last = places(table).at(-1)! + 1;
  for (let part = 0; part < 3; part++) {
    const before = stored();
    const [from, to] = [part, part + 1].map(
      (at) => table.address + (at * (last - table.address)) / 3,
    );
    // A bucket of 64 bytes lies in one part or the other.
    const isInside = (address: number) => address >= from! + 64 && address < to! - 64;
    const isOutside = (address: number) => address < from! - 64 || address >= to! + 64;
    expect(before.filter(isInside).length).toBeGreaterThan(20);
    table.clearPart(part, 3);
    expect(stored().filter(isInside)).toEqual([]);
    expect(stored().filter(isOutside)).toEqual(before.filter(isOutside));
  }
  expect(stored()).toEqual([]);
});
