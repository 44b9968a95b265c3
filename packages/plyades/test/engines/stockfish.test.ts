// Our moves against those of an engine that thousands have used: the list of `go perft 1` of Stockfish
// in positions of random games, from the start and from positions with every kind of move.
import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect } from 'vitest';
import { unwrap } from '#dist/core/result.js';
import { chess } from '#dist/games/chess/index.js';
import { findPart } from '../../../../scripts/install-parts.mjs';
import { epdLines } from '../support/epd.js';
import { type Bench, createRandom, openBench } from '../support/kernels.js';
import { testSeeds } from '../support/long.js';

const stockfish = findPart('stockfish');

describe.skipIf(stockfish === undefined)('chess by the kernel and by Stockfish', () => {
  let bench: Bench;

  beforeAll(async () => {
    bench = await openBench('chess');
  });

  const starts = epdLines('chess/perft.epd')
    .filter((_, i) => i < 6 || i % 10 === 0)
    .map(({ fen }) => unwrap(chess.parsePosition(fen)).record);

  /** Positions all along a random game. */
  function* walk(start: Uint8Array, seed: number): Generator<Uint8Array> {
    const random = createRandom(seed);
    let record = start;
    for (let ply = 0; ply < 90; ply++) {
      const moves = bench.rules.moves(record);
      if (moves.length === 0) return;
      record = bench.rules.play(record, moves[random.below(moves.length)]!);
      if (random.below(30) === 0) yield record;
    }
  }

  testSeeds('the moves are the same', 8, 200, (seeds) => {
    const records = starts.flatMap((start) => seeds.flatMap((seed) => [...walk(start, seed)]));
    expect(records.length).toBeGreaterThan(300);
    const fens = records.map((record) => chess.makePosition({ game: 'chess', record }));
    const input = fens.map((fen) => `position fen ${fen}\ngo perft 1\n`).join('');
    // Thousands of lists are more text than a child process may say by default.
    const { stdout } = spawnSync(stockfish!, {
      input: `${input}quit\n`,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    const lists = stdout.split(/^Nodes searched: \d+$/m).slice(0, fens.length);
    expect(lists).toHaveLength(fens.length);
    for (const [i, list] of lists.entries()) {
      const theirs = [...list.matchAll(/^(\w+): 1$/gm)].map(([, move]) => move);
      // Stockfish plays on where too few pieces are left.
      const ours = bench.rules.moves(records[i]!).map(chess.makeMove);
      if (ours.length === 0 && bench.rules.perft(records[i]!, 1) > 0) continue;
      expect([fens[i], ours.sort()]).toEqual([fens[i], theirs.sort()]);
    }
  });
});
