import { beforeAll, describe, expect, test } from 'vitest';
import { chess } from '#dist/games/chess/index.js';
import { conforms } from '../support/conformance.js';
import { epdLines } from '../support/epd.js';
import { type Bench, openBench } from '../support/kernels.js';

/** Counts that together take a second or two. */
const MOST_LEAVES = 1_000_000;

const suite = epdLines('chess/perft.epd').map(({ fen, operations }) => {
  const counts = [...operations]
    .filter(([name]) => /^D\d+$/.test(name))
    .map(([name, leaves]) => ({ depth: Number(name.slice(1)), leaves: Number(leaves) }));
  return { name: operations.get('id')!, fen, counts };
});

/** The start, positions in which every kind of move occurs, endings. */
const starts = [0, 1, 3, 4, 12, 13, 40, 121].map((index) => suite[index]!.fen);

conforms({
  id: 'chess',
  starts,
  perft: suite.slice(0, 6).flatMap(({ fen, counts }) => {
    return counts
      .filter(({ leaves }) => leaves <= 5_000_000)
      .map((count) => ({ position: fen, ...count }));
  }),
  finishedLeaves: 0,
  games: 2,
  plies: 100,
  alternates: true,
  transposes: true,
  countsDrawn: true,
  // Clocks change nothing that is searched, so keys leave them out.
  essence: (record) => record.map((byte, i) => (i < 40 ? byte : i === 42 ? byte & 1 : 0)),
  twin: (record) => record.map((byte, i) => (i === 40 ? (byte + 7) % 100 : byte)),
  searchDepth: 1,
});

describe('Chess', () => {
  let bench: Bench;

  beforeAll(async () => {
    bench = await openBench('chess');
  });

  const recordOf = (fen: string) => {
    const position = chess.parsePosition(fen);
    if (!position.ok) throw new Error(`${fen}: ${position.error.message}`);
    return position.value.record;
  };

  test('has the known counts in all positions of the suite', () => {
    for (const { name, fen, counts } of suite) {
      for (const { depth, leaves } of counts) {
        if (leaves > MOST_LEAVES) continue;
        expect([name, depth, bench.rules.perft(recordOf(fen), depth)]).toEqual([
          name,
          depth,
          leaves,
        ]);
      }
    }
  });

  const result = (fen: string) => {
    const record = recordOf(fen);
    return bench.rules.over(record) ? bench.rules.result(record) : undefined;
  };

  test('is lost when mated, drawn when stalemated', () => {
    expect(result('rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3')).toBe(-500_000);
    expect(result('7k/5Q2/6K1/8/8/8/8/8 b - - 0 1')).toBe(0);
    expect(result('7k/8/6K1/8/8/8/8/Q7 b - - 0 1')).toBeUndefined();
  });

  test('is drawn with too few pieces to win, and only then', () => {
    for (const dead of [
      'K7/8/8/8/8/8/8/7k',
      'KB6/8/8/8/8/8/8/7k',
      'KN6/8/8/8/8/8/8/7k',
      'KB6/8/8/8/8/8/8/4b2k',
      'KB1B4/8/8/8/8/8/8/7k',
    ]) {
      expect([dead, result(`${dead} w - - 0 1`)]).toEqual([dead, 0]);
    }
    for (const alive of [
      'KNN5/8/8/8/8/8/8/7k',
      'KBN5/8/8/8/8/8/8/7k',
      'KN6/8/8/8/8/8/8/5n1k',
      'KB6/8/8/8/8/8/8/5b1k',
      'K7/P7/8/8/8/8/8/7k',
      'KR6/8/8/8/8/8/8/7k',
    ]) {
      expect([alive, result(`${alive} w - - 0 1`)]).toEqual([alive, undefined]);
    }
  });
});
