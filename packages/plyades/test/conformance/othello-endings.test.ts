// The exact end of an Othello game: the solver of the last squares against plain minimax, and the search
// above it, with its bounds from stable discs and its looks ahead into the table, against the solver.
import { beforeAll, expect, test } from 'vitest';
import { othello } from '#dist/games/othello/index.js';
import { type KernelMethod, Searcher, Table } from '#dist/kernel/index.js';
import { type Bench, createRandom, minimax, openBench } from '../support/kernels.js';
import { endings } from '../support/positions.js';

const FULL = 64;
const methods: readonly KernelMethod[] = ['negascout', 'alphabeta', 'mtdf', 'textbook'];

let bench: Bench;
let searcher: Searcher;
let table: Table;

beforeAll(async () => {
  bench = await openBench('othello');
  searcher = new Searcher(bench.kernel, 160);
  table = Table.create(bench.kernel, 4 << 20);
});

function solve(
  record: Uint8Array,
  window: { alpha?: number; beta?: number } = {},
  method: KernelMethod = 'negascout',
) {
  searcher.start(record, { method, minDepth: FULL, maxDepth: FULL, ...window });
  while (searcher.run(1_000_000) === 'running');
  return searcher.found!;
}

const hasBit = (record: Uint8Array, square: number) =>
  ((record[square >> 3]! | record[8 + (square >> 3)]!) >> (square & 7)) & 1;
const emptiesOf = (record: Uint8Array) =>
  Array.from({ length: 64 }, (_, square) => square).filter((square) => !hasBit(record, square))
    .length;

/**
 * A made-up board: one half of each colour with some squares exchanged, and a few empty.
 * With little noise, squares are left where neither side can move and games end early or by passes.
 */
function setUp(random: ReturnType<typeof createRandom>, empties: number): Uint8Array {
  const record = new Uint8Array(17);
  const noise = [0, 1, 5, 40][random.below(4)]!;
  const border = 29 + random.below(7);
  const place = (square: number, own: boolean) => {
    record[(own ? 0 : 8) + (square >> 3)]! |= 1 << (square & 7);
  };
  const squares = Array.from({ length: 64 }, (_, square) => square);
  for (let left = empties; left > 0; left--) squares.splice(random.below(squares.length), 1);
  for (const square of squares) place(square, square < border !== random.below(100) < noise);
  record[16] = random.below(2);
  return record;
}

test('boards of all kinds with two to six empty squares have their minimax values', () => {
  const random = createRandom(1);
  let early = 0;
  for (let i = 0; i < 6000; i++) {
    const record = setUp(random, i % 50 === 0 ? 6 : 2 + random.below(3));
    const truth = minimax(bench.rules, record, FULL);
    searcher.attach(undefined);
    expect([i, solve(record).value]).toEqual([i, truth]);
    // A window on either side of the value must be answered with a bound on the right side.
    const low = solve(record, { alpha: truth - 200, beta: truth });
    expect([i, low.value >= truth, low.bound === 'upper']).toEqual([i, true, false]);
    const high = solve(record, { alpha: truth, beta: truth + 200 });
    expect([i, high.value <= truth, high.bound === 'lower']).toEqual([i, true, false]);
    if (bench.rules.over(record)) early++;
  }
  expect(early).toBeGreaterThan(20);
});

/** The value by playing out all moves down to the reach of the solver, and solving from there. */
function expand(record: Uint8Array, empties: number): number {
  if (emptiesOf(record) <= empties || bench.rules.over(record)) return solve(record).value;
  const values = bench.rules.moves(record).map((move) => {
    return 0 - expand(bench.rules.play(record, move), empties);
  });
  return Math.max(...values);
}

/** One side takes as many discs as it can, so that whole regions become stable. */
function lopsided(seed: number, empties: number): Uint8Array {
  const random = createRandom(seed);
  let record = bench.start;
  while (emptiesOf(record) > empties) {
    const moves = bench.rules.moves(record);
    if (moves.length === 0) return lopsided(seed + 1000, empties);
    const next = moves.map((move) => bench.rules.play(record, move));
    const discs = (child: Uint8Array) => {
      let count = 0;
      for (const byte of child.subarray(8, 16)) for (let b = byte; b; b &= b - 1) count++;
      return count;
    };
    const greedy = bench.rules.turn(record) === seed % 2 && random.below(4) > 0;
    record = greedy
      ? next.reduce((best, child) => (discs(child) > discs(best) ? child : best))
      : next[random.below(next.length)]!;
  }
  return record;
}

/** One side has next to nothing left, but what it has is stable: the bounds of stability are sharp. */
function crushed(seed: number, empties: number): Uint8Array {
  const random = createRandom(seed);
  const other = new Set<number>();
  for (const corner of [0, 7, 56, 63]) {
    if (random.below(2) === 0) continue;
    const along = [corner % 8 === 0 ? 1 : -1, corner < 8 ? 8 : -8][random.below(2)]!;
    for (let i = random.below(5); i >= 0; i--) other.add(corner + i * along);
  }
  for (let i = random.below(4); i > 0; i--) other.add(random.below(64));
  const squares = Array.from({ length: 64 }, (_, square) => square);
  const free = squares.filter((square) => !other.has(square));
  while (free.length > 64 - other.size - empties) free.splice(random.below(free.length), 1);
  const record = new Uint8Array(17);
  const [own, opponent] = random.below(2) ? [0, 8] : [8, 0];
  for (const square of free) record[own + (square >> 3)]! |= 1 << (square & 7);
  for (const square of other) record[opponent + (square >> 3)]! |= 1 << (square & 7);
  return record;
}

test.each([
  { kind: lopsided, name: 'one-sided', games: 40 },
  { kind: crushed, name: 'all but decided', games: 120 },
])('endings of twelve empty squares, $name, have the values of their parts', ({ kind, games }) => {
  for (let seed = 0; seed < games; seed++) {
    const record = kind(seed, 12);
    searcher.attach(undefined);
    const truth = expand(record, 10);
    for (const attached of [undefined, table]) {
      table.clear();
      searcher.attach(attached);
      expect([seed, solve(record).value]).toEqual([seed, truth]);
      for (const alpha of [truth - 400, truth - 200, truth, truth + 200]) {
        const { value } = solve(record, { alpha, beta: alpha + 200 });
        if (truth <= alpha) expect([seed, value >= truth && value <= alpha]).toEqual([seed, true]);
        else expect([seed, value <= truth && value >= alpha + 200]).toEqual([seed, true]);
      }
    }
  }
});

test.each([
  { kind: lopsided, name: 'one-sided' },
  { kind: crushed, name: 'all but decided' },
])('what the solver remembers of endings, $name, is true in windows of all kinds', ({ kind }) => {
  searcher.attach(undefined);
  for (let seed = 0; seed < 150; seed++) {
    const record = kind(seed, 8 + (seed % 3));
    // Six empty squares and fewer are solved without memory.
    const truth = expand(record, 6);
    const random = createRandom(seed);
    for (let i = 0; i < 12; i++) {
      const alpha = truth + 200 * (random.below(9) - 5);
      const { value } = solve(record, { alpha, beta: alpha + 200 });
      if (truth <= alpha) expect([seed, value >= truth && value <= alpha]).toEqual([seed, true]);
      else expect([seed, value <= truth && value >= alpha + 200]).toEqual([seed, true]);
    }
    expect([seed, solve(record).value]).toEqual([seed, truth]);
    if (seed % 10 === 0) searcher.reset();
  }
});

test.each(methods)(
  'FFO endings 1 to 19 have their known values with a small table (%s)',
  (method) => {
    const small = Table.create(bench.kernel, 1 << 16);
    for (const { name, text, margin } of endings('othello/ffo-01-19.obf')) {
      const position = othello.parsePosition(text);
      if (!position.ok) throw new Error(position.error.message);
      for (const attached of [table, small]) {
        attached.clear();
        searcher.attach(attached);
        const { value } = solve(position.value.record, {}, method);
        expect([name, value]).toEqual([name, 100 * margin]);
      }
    }
  },
);
