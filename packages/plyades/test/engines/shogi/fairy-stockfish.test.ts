// Our moves against those of Fairy-Stockfish: the list of its `go perft 1` in positions of random games,
// from the start and from positions with many drops and checks. It lets a pawn be dropped to mate,
// which is against the rules; whatever else it plays and we do not must be a mistake of one of us.
import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect } from 'vitest';
import { unwrap } from '#dist/core/result.js';
import { shogi } from '#dist/games/shogi/index.js';
import { findPart } from '../../../../../scripts/install-parts.mjs';
import { dataLines } from '../../support/data.js';
import { type Bench, createRandom, openBench } from '../../support/kernels.js';
import { testSeeds } from '../../support/long.js';

const engine = findPart('fairy-stockfish');

describe.skipIf(engine === undefined)('shogi by the kernel and by Fairy-Stockfish', () => {
  let bench: Bench;

  beforeAll(async () => {
    bench = await openBench('shogi');
  });

  const starts = [
    ...dataLines('shogi/perft.txt').map((line) => line.split('|')[1]!),
    ...dataLines('shogi/positions.sfen').map((line) => line.split('|')[0]!),
  ].map((text) => unwrap(shogi.parsePosition(text.trim())).record);

  /** Positions all along a random game, in which pieces are taken and dropped again. */
  function* walk(start: Uint8Array, seed: number): Generator<Uint8Array> {
    const random = createRandom(seed);
    let record = start;
    for (let ply = 0; ply < 120; ply++) {
      const moves = bench.rules.moves(record);
      if (moves.length === 0) return;
      const tactical = bench.rules.tacticalMoves(record);
      const some = tactical.length > 0 && random.below(2) === 0 ? tactical : moves;
      record = bench.rules.play(record, some[random.below(some.length)]!);
      if (random.below(40) === 0) yield record;
    }
  }

  /** What the engine can play after each of these USI positions. */
  function movesOf(positions: readonly string[]): string[][] {
    const input = positions.map((position) => `position ${position}\ngo perft 1\n`).join('');
    const { stdout } = spawnSync(engine!, {
      input: `usi\nsetoption name USI_Variant value shogi\n${input}quit\n`,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    const lists = stdout.split(/^Nodes searched: \d+$/m).slice(0, positions.length);
    expect(lists).toHaveLength(positions.length);
    return lists.map((list) => [...list.matchAll(/^(\S+): 1$/gm)].map(([, move]) => move!));
  }

  testSeeds('the moves are the same, pawn-drop mates left out', 5, 60, (seeds) => {
    const records = starts.flatMap((start) => seeds.flatMap((seed) => [...walk(start, seed)]));
    expect(records.length).toBeGreaterThan(300);
    const texts = records.map((record) => shogi.makePosition({ game: 'shogi', record }));
    const mates: string[] = [];
    for (const [i, theirs] of movesOf(texts.map((text) => `sfen ${text}`)).entries()) {
      const ours = bench.rules.moves(records[i]!).map(shogi.makeMove);
      const extra = theirs.filter((move) => !ours.includes(move));
      for (const move of extra) {
        expect([texts[i], move]).toEqual([texts[i], expect.stringMatching(/^P\*/)]);
        mates.push(`sfen ${texts[i]} moves ${move}`);
      }
      const allowed = theirs.filter((move) => !extra.includes(move));
      expect([texts[i], ours.sort()]).toEqual([texts[i], allowed.sort()]);
    }
    if (mates.length > 0) expect(movesOf(mates)).toEqual(mates.map(() => []));
  });
});
