// What play mode says about mates. Extensions and reductions change how deep a line is searched, not how many
// moves it has: a mate that is claimed is there, and the last word is the shortest one.
import { beforeAll, describe, expect, test } from 'vitest';
import { isOk, unwrap } from '#dist/core/result.js';
import { isDecided, isProvenLoss, isProvenWin, pliesToWin } from '#dist/core/score.js';
import { chess, parseSan } from '#dist/games/chess/index.js';
import { type Found, Searcher, Table } from '#dist/kernel/index.js';
import { epdLines } from '../support/epd.js';
import { type Bench, createRandom, minimax, openBench } from '../support/kernels.js';

let bench: Bench;
let searcher: Searcher;
let table: Table;

beforeAll(async () => {
  bench = await openBench('chess');
  table = Table.create(bench.kernel, 16 << 20);
  searcher = new Searcher(bench.kernel, 160).attach(table);
});

const recordOf = (fen: string) => unwrap(chess.parsePosition(fen)).record;

const pliesOf = ({ value, depth }: Found) => pliesToWin(Math.abs(value), depth);

/** All that a search in play mode says, one after the other. */
function claims(record: Uint8Array, maxDepth: number, mostNodes: number): Found[] {
  table.clear();
  searcher.reset();
  searcher.start(record, { mode: 'play', maxDepth });
  const found: Found[] = [];
  while (searcher.run(500) === 'running' && searcher.nodes < mostNodes) {
    if (searcher.found) found.push(searcher.found);
  }
  return [...found, searcher.found!];
}

/** Plies to the end of a game that is won within `depth` plies, by exact search. */
function exactPlies(record: Uint8Array, depth: number): number | undefined {
  table.clear();
  searcher.reset();
  searcher.start(record, { maxDepth: depth, minDepth: depth });
  while (searcher.run(100_000) === 'running');
  return pliesOf(searcher.found!);
}

test('a mate in two is not called a mate in one', () => {
  const said = claims(recordOf('1Q6/8/k5p1/p7/P1PPp3/4PP2/3B4/4K3 w - - 0 40'), 4, 1e6);
  expect(said.map(pliesOf).filter((plies) => plies !== undefined && plies < 3)).toEqual([]);
  expect(pliesOf(said.at(-1)!)).toBe(3);
});

describe.each([
  ['mate-1', 8, 8],
  ['mate-2', 212, 211],
  ['mate-3', 14, 13],
  ['mate-4', 47, 15],
])('the problems of %s', (file, problems, least) => {
  const tags = file === 'mate-4' ? ['long'] : [];
  test('are never said to be shorter than they are, and what is found is the shortest mate', {
    tags,
  }, () => {
    const lines = epdLines(`chess/${file}.epd`);
    expect(lines).toHaveLength(problems);
    let found = 0;
    for (const { fen, operations } of lines) {
      const plies = 2 * Number(operations.get('dm')) - 1;
      const record = recordOf(fen);
      const said = claims(record, plies + 2, 400_000);
      const tooShort = said.map(pliesOf).filter((each) => each !== undefined && each < plies);
      expect([fen, tooShort]).toEqual([fen, []]);
      const last = said.at(-1)!;
      // Quiet moves that give up a piece are left out for some time: the depth does not suffice.
      if (searcher.status !== 'done' || !isProvenWin(last.value)) continue;
      found++;
      expect([fen, pliesOf(last)]).toEqual([fen, plies]);
      const keys = operations.get('bm')!.split(' ');
      expect(keys.map((text) => unwrap(parseSan(bench.rules, record, text)))).toContain(last.move);
    }
    expect(found).toBeGreaterThanOrEqual(least);
  });
});

/** A side with heavy pieces against one with a few: mates are near, for either side to move. */
function randomEnding(seed: number): string | undefined {
  const random = createRandom(seed);
  const squares = new Map<number, string>();
  for (const piece of ['K', 'k', 'Q', 'R', 'N', 'P', 'p', 'p', 'b'].slice(0, 5 + random.below(5))) {
    const pawn = piece.toLowerCase() === 'p';
    const square = pawn ? 8 + random.below(48) : random.below(64);
    if (!squares.has(square)) squares.set(square, piece);
  }
  const ranks = Array.from({ length: 8 }, (_, rank) =>
    Array.from({ length: 8 }, (_, file) => squares.get(8 * rank + file) ?? '1').join(''),
  );
  const fen = `${ranks.join('/').replace(/1+/g, (run) => `${run.length}`)} ${'wb'[seed & 1]} - - 0 1`;
  return isOk(chess.parsePosition(fen)) ? fen : undefined;
}

describe('in random endings', () => {
  const endings = Array.from({ length: 700 }, (_, seed) => randomEnding(seed)).filter(
    (fen) => fen !== undefined,
  );

  test('every win and loss that play mode claims is there within that many plies', () => {
    let wins = 0;
    let losses = 0;
    for (const fen of endings) {
      const record = recordOf(fen);
      if (bench.rules.over(record)) continue;
      const said = claims(record, 4, 50_000);
      const last = said.at(-1)!;
      const over = searcher.status === 'done' && isDecided(last.value);
      const final = pliesOf(last);
      for (const plies of new Set(said.map(pliesOf))) {
        if (plies === undefined || plies > 5) continue;
        const shortest = exactPlies(record, plies);
        const isThere = shortest !== undefined && shortest <= plies;
        expect([fen, plies, isThere]).toEqual([fen, plies, true]);
        if (over && plies === final) expect([fen, plies]).toEqual([fen, shortest]);
      }
      if (isProvenWin(last.value)) wins++;
      if (isProvenLoss(last.value)) losses++;
    }
    expect(wins).toBeGreaterThan(60);
    expect(losses).toBeGreaterThan(3);
  }, 120_000);

  test('and plain minimax says the same of the shortest', () => {
    let compared = 0;
    for (const fen of endings) {
      const record = recordOf(fen);
      if (bench.rules.over(record)) continue;
      const last = claims(record, 3, 50_000).at(-1)!;
      const plies = pliesOf(last);
      if (plies === undefined || plies > 2 || searcher.status !== 'done') continue;
      const value = minimax(bench.rules, record, plies);
      expect([fen, pliesToWin(Math.abs(value), plies), value > 0]).toEqual([
        fen,
        plies,
        last.value > 0,
      ]);
      compared++;
    }
    expect(compared).toBeGreaterThan(20);
  }, 120_000);
});
