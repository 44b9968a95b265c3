// Lines that processes elsewhere have sent: what cannot be played is cut off before it is played.
import { beforeAll, describe, expect, test } from 'vitest';
import { createRandom } from '#dist/core/random.js';
import { playableFinding } from '#dist/hosts/line.js';
import { recordBoard } from '#dist/search/board.js';
import { type Bench, openBench } from '../support/kernels.js';

const common = { depth: 6, value: 12, bound: 'exact', complete: false } as const;

describe.each(['othello', 'chess', 'checkers'] as const)('a line of %s', (id) => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await openBench(id);
  });

  /** Some moves of a game drawn by lot. */
  function draw(seed: number, plies: number): number[] {
    const random = createRandom(seed);
    const line: number[] = [];
    let position = bench.start;
    while (line.length < plies) {
      const moves = bench.rules.moves(position);
      if (moves.length === 0) break;
      line.push(moves[random.below(moves.length)]!);
      position = bench.rules.play(position, line.at(-1)!);
    }
    return line;
  }

  test('that can be played stays as it is', () => {
    const board = recordBoard(bench.rules);
    for (let seed = 1; seed <= 20; seed++) {
      const pv = draw(seed, 12);
      const finding = { ...common, move: pv[0]!, pv };
      expect(playableFinding(board, bench.start, finding)).toBe(finding);
    }
  });

  test('ends before what cannot be played, and begins with a move that can', () => {
    const board = recordBoard(bench.rules);
    for (let seed = 1; seed <= 20; seed++) {
      const pv = draw(seed, 8);
      const odd = [0xffffffff, 77 << 20, 0xffffffff][seed % 3]!;
      const found = { ...common, move: pv[0]!, pv: [...pv.slice(0, seed % 6), odd, ...pv] };
      const known = playableFinding(board, bench.start, found);
      expect(known).toEqual({ ...found, pv: pv.slice(0, seed % 6) });
      const lost = playableFinding(board, bench.start, { ...common, move: odd, pv: [odd] });
      expect(lost.pv).toEqual([]);
      expect(bench.rules.moves(bench.start)).toContain(lost.move);
    }
  });
});
