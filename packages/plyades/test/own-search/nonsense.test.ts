// A worker of a program's own search that sends impossible messages among its honest ones: the value is the one the
// program finds alone, and no other process fails.
import { expect, test } from 'vitest';
import type { Random } from '#dist/core/random.js';
import { createMaster, createWorker } from '#dist/own-search/processes.js';
import { structured } from '#dist/own-search/structured.js';
import { LINK_TIMES } from '#dist/parallel/links.js';
import { EntryBuffer } from '#dist/parallel/own-search/entry-buffer.js';
import { createMessages, type OwnSearchMessage } from '#dist/parallel/own-search/messages.js';
import { OWN_ENTRIES, OwnExchange } from '#dist/parallel/own-search/ring.js';
import { Malformed, Reader, Writer } from '#dist/parallel/wire.js';
import { createRandom } from '../support/kernels.js';
import randomTree, { create } from '../support/own-search/random-tree.mjs';
import { rogue } from '../support/rogue.js';

type Said = OwnSearchMessage<unknown, unknown, unknown>;

const NEVER = 2 ** 50;
const TOO_MANY = Number.MAX_SAFE_INTEGER;
const DEPTH = 6;
const infinite = randomTree.maxScore + 1;
const codec = structured<unknown>();
const messages = createMessages(
  { position: codec, move: codec, entry: codec },
  randomTree.maxScore,
);

const nonsense: readonly Said[] = [
  { type: 'begin', position: 5, last: 3 },
  { type: 'end' },
  {
    ...{ type: 'root', root: 1, ply: 0, iteration: 9, alpha: 5, beta: 5 },
    ...{ iterations: [1, 2], values: [] },
  },
  { type: 'estimate', root: 9, hypothetical: infinite, unsure: 9 },
  {
    ...{ type: 'work', lease: 1, root: 1, path: [7], level: 900, rootSide: true, priority: 9 },
    ...{ leansRight: true, done: 0, earlier: 0 },
  },
  { type: 'place', lease: 1, priority: 0, leansRight: false },
  { type: 'again', lease: 1, iteration: 1, alpha: 5, beta: -5 },
  { type: 'drop', lease: 1 },
  { type: 'score', lease: NEVER, iteration: 4, lower: 0, upper: 0, size: 1 },
  { type: 'entries', hashes: [1, 2], entries: [{}] },
  { type: 'nodes', nodes: TOO_MANY },
];

function say(random: Random, honest?: Said): Said {
  const pick = <T>(from: readonly T[]): T => from[random.below(from.length)]!;
  if (honest?.type !== 'score') return pick(nonsense);
  return pick<Said>([
    { ...honest, lower: 7, upper: -7 },
    { ...honest, lower: -infinite, upper: infinite },
    { ...honest, lower: infinite, upper: infinite },
    { ...honest, iteration: 0 },
    { ...honest, iteration: 900 },
    { ...honest, lease: NEVER },
    { ...honest, size: TOO_MANY },
  ]);
}

test('a program among workers that send nonsense finds what it finds alone', () => {
  let refused = 0;
  for (let seed = 1; seed <= 40; seed++) {
    const random = createRandom(seed);
    const size = 3 + random.below(2);
    const share = [5, 20, 60][random.below(3)]!;
    const rogues = seed % 4 === 0 ? [1, 2] : [1 + random.below(size - 1)];
    const position = {
      ...{ seed, branching: 4, spread: 50, keyed: seed % 2 === 0 },
      ...{ doubles: seed % 3 === 0, extensions: false, byPly: false },
    };
    const inboxes: Uint8Array[][] = Array.from({ length: size }, () => []);
    const liars: number[] = [];
    const outlet = {
      send: (to: number, packet: Uint8Array) => void inboxes[to]!.push(packet),
      report: (report: { type: string; process?: number }) => {
        if (report.type === 'liar') liars.push(report.process!);
      },
    };
    const options = { minSize: 2, minPieces: 4, updateNodes: 10 };
    const common = { definition: randomTree, options, shared: undefined, linkTimes: LINK_TIMES };
    const { actor, master } = createMaster(
      common as never,
      { self: 0, size, incarnation: 0 },
      outlet,
    );
    const actors = [actor];
    for (let self = 1; self < size; self++) {
      const make = (own: typeof outlet) =>
        createWorker(common as never, { self, size, incarnation: 0 }, own).actor;
      const peers = inboxes.map((_, peer) => peer).filter((peer) => peer !== self);
      const all = { self, peers, messages, random, share, nonsense: say };
      actors.push(
        rogues.includes(self)
          ? rogue(all, outlet, (own) => make(own as typeof outlet))
          : make(outlet),
      );
    }
    master.begin(position as never, { maxDepth: DEPTH });
    let now = 0;
    for (let depth = 1; depth <= DEPTH; depth++) {
      master.start(0, depth, -2000, 2000);
      for (let round = 0; master.result === undefined; round++) {
        expect(round, `seed ${seed}`).toBeLessThan(100_000);
        now += 100;
        for (const [self, each] of actors.entries()) {
          for (const packet of inboxes[self]!.splice(0)) each.receive(packet, now);
          each.step(1, now);
        }
      }
      const alone = create(undefined);
      alone.setRoot(position);
      const value = alone.search(0, depth, -2000, 2000) + 0;
      expect({ seed, depth, ...master.result }).toMatchObject({
        seed,
        depth,
        value,
        certain: true,
      });
    }
    expect(rogues).toEqual(expect.arrayContaining(liars));
    refused += actors.reduce((sum, { counters }) => sum + counters.refused, 0);
  }
  expect(refused).toBeGreaterThan(40);
});

function written<T>(value: T): Uint8Array {
  const out = new Writer();
  structured<T>().write(out, value);
  return out.take();
}

test('bytes that are no value of a program are malformed, and never an error of another kind', () => {
  const good = written({ board: [1, 2, { deep: 'text' }], when: new Uint8Array([1, 2, 3]) });
  expect(structured().read(new Reader(good))).toEqual({
    ...{ board: [1, 2, { deep: 'text' }], when: new Uint8Array([1, 2, 3]) },
  });
  const random = createRandom(7);
  let malformed = 0;
  for (let round = 0; round < 3000; round++) {
    const bytes = good.slice(0, 1 + random.below(good.length));
    for (let flips = random.below(4); flips >= 0; flips--) {
      bytes[random.below(bytes.length)] = random.below(256);
    }
    try {
      structured().read(new Reader(bytes));
    } catch (error) {
      expect(error).toBeInstanceOf(Malformed);
      malformed++;
    }
  }
  expect(malformed).toBeGreaterThan(500);
});

test('a value that the program does not accept is malformed', () => {
  const small = structured<number>((value) => typeof value === 'number' && value < 10);
  expect(small.read(new Reader(written(9)))).toBe(9);
  for (const wrong of [10, 'text', { valueOf: 3 }]) {
    expect(() => small.read(new Reader(written(wrong)))).toThrow(Malformed);
  }
});

test('a value over which the check of the program throws is malformed', () => {
  const boards = structured<{ board: number[] }>(
    (value) => (value as { board: number[] }).board.length === 2,
  );
  expect(boards.read(new Reader(written({ board: [1, 2] })))).toEqual({ board: [1, 2] });
  expect(() => boards.read(new Reader(written({})))).toThrow(Malformed);
});

test('entries of another worker are stored as they were shared, others are refused whole', () => {
  const stored: [number, string][] = [];
  const text = structured<string>((value) => typeof value === 'string');
  const buffer = new EntryBuffer<string>();
  const mine = new OwnExchange(buffer, text, () => {});
  const yours = new OwnExchange(new EntryBuffer<string>(), text, (hash, entry) => {
    stored.push([hash, entry]);
  });
  buffer.offer(-5, 'five', 3);
  buffer.offer(2 ** 51, 'much', 1);
  const table = mine.take();
  expect(OWN_ENTRIES.count(table)).toBe(2);
  expect(yours.give(table)).toBe(2);
  const all = [
    [-5, 'five'],
    [2 ** 51, 'much'],
  ];
  expect(stored.toSorted()).toEqual(all);
  buffer.offer(1, 7 as never, 1);
  for (const bad of [table.slice(0, -1), new Uint8Array([200, 1]), mine.take()]) {
    expect(yours.give(bad)).toBe(0);
  }
  expect(yours.refused).toBe(3);
  expect(stored).toHaveLength(2);
  // An entry that is too long for a packet stays at home; the others travel.
  buffer.offer(3, 'x'.repeat(200_000), 1);
  buffer.offer(4, 'four', 1);
  expect(yours.give(mine.take())).toBe(1);
  expect(stored.at(-1)).toEqual([4, 'four']);
});
