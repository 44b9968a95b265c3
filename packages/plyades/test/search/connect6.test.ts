// Forced wins of Connect6: puzzles that are won by double threats, found among the best 48 moves.
import { beforeAll, describe, expect, test } from 'vitest';
import { PROVEN, WIN } from '#dist/core/score.js';
import { connect6 } from '#dist/games/connect6/index.js';
import { Searcher, type StartOptions, Table } from '#dist/kernel/index.js';
import { puzzles } from '../support/connect6-positions.js';
import { connect6Text, threatsOf } from '../support/connect6-rules.js';
import { type Bench, openBench } from '../support/kernels.js';

const short = puzzles().filter(({ turns, proved }) => proved && turns <= 2);

function recordOf(text: string): Uint8Array {
  const position = connect6.parsePosition(text);
  if (!position.ok) throw new Error(position.error.message);
  return position.value.record;
}

describe('a forced win of Connect6', () => {
  let bench: Bench;
  let searcher: Searcher;

  beforeAll(async () => {
    bench = await openBench('connect6');
    searcher = new Searcher(bench.kernel, 64).attach(Table.create(bench.kernel, 16 << 20));
  });

  function search(record: Uint8Array, options: StartOptions) {
    searcher.start(record, options);
    while (searcher.run(1_000_000) === 'running');
    return searcher.found!;
  }

  test('29 puzzles are won in one or two turns', () => {
    expect(short).toHaveLength(29);
  });

  test.each(short)('$name, $turns turns', ({ game, turns }) => {
    const record = recordOf(connect6Text(game));
    // A six at once; otherwise each turn and its answer, and then the six.
    const plies = threatsOf(game, game.side).length > 0 ? 1 : 2 * turns + 1;
    const found = search(record, { maxDepth: plies });
    expect(found.value).toBe(WIN);
    const next = bench.rules.play(record, found.move!);
    if (plies === 1) expect(bench.rules.result(next)).toBe(-WIN);
    else expect(search(next, { maxDepth: plies - 1 }).value).toBe(-WIN);
    expect(search(record, { maxDepth: plies, mode: 'play' }).value).toBeGreaterThan(PROVEN);
  });

  test('is seen by the evaluation: a six that can be filled, threats that cannot be stopped', () => {
    for (const { game } of short.filter(({ turns }) => turns === 1)) {
      const record = recordOf(connect6Text(game));
      const { move, value } = search(record, { maxDepth: 1 });
      if (value === WIN) expect(bench.rules.evaluate(record)).toBeGreaterThan(150_000);
      else expect(bench.rules.evaluate(bench.rules.play(record, move!))).toBeLessThan(-150_000);
    }
  });
});
