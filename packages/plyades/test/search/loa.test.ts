// Forced wins of Lines of Action: found at the depth at which they are known to be, and not before.
import { beforeAll, describe, expect, test } from 'vitest';
import { PROVEN, WIN } from '#dist/core/score.js';
import { loa } from '#dist/games/loa/index.js';
import { Searcher, type StartOptions, Table } from '#dist/kernel/index.js';
import { dataLines } from '../support/data.js';
import { type Bench, openBench } from '../support/kernels.js';

/** position | plies to the connection | a winning move, with - or x between its squares | source */
const wins = dataLines('loa/wins.txt').map((line) => {
  const [position, plies, move, source] = line.split(' | ');
  return {
    position: position!,
    plies: Number(plies),
    move: move!.replace(/[-x]/, ''),
    source: source!,
  };
});

const recordOf = (text: string): Uint8Array => {
  const position = loa.parsePosition(text);
  if (!position.ok) throw new Error(position.error.message);
  return position.value.record;
};

const codeOf = (text: string): number => {
  const move = loa.parseMove(text);
  if (!move.ok) throw new Error(move.error.message);
  return move.value;
};

describe('a forced win of Lines of Action', () => {
  let bench: Bench;
  let searcher: Searcher;

  beforeAll(async () => {
    bench = await openBench('loa');
    searcher = new Searcher(bench.kernel, 160).attach(Table.create(bench.kernel, 16 << 20));
  });

  function search(record: Uint8Array, options: StartOptions) {
    searcher.start(record, options);
    while (searcher.run(1_000_000) === 'running');
    return searcher.found!;
  }

  test.each(wins)('$plies plies, $source', ({ position, plies, move }) => {
    const record = recordOf(position);
    if (plies > 1) {
      const { value } = search(record, { maxDepth: plies - 1 });
      expect(Math.abs(value)).toBeLessThan(PROVEN);
    }
    // A win at the horizon: the value is that of a win with no depth left.
    const found = search(record, { maxDepth: plies });
    expect(found.value).toBe(WIN);
    for (const winning of [codeOf(move), found.move!]) {
      expect(bench.rules.moves(record)).toContain(winning);
      const next = bench.rules.play(record, winning);
      const value =
        plies > 1 ? search(next, { maxDepth: plies - 1 }).value : bench.rules.result(next);
      expect(value).toBe(-WIN);
    }
    // Play mode takes deeper entries from the table and may see the win earlier.
    const played = search(record, { maxDepth: plies, mode: 'play' });
    expect(played.value).toBeGreaterThan(PROVEN);
  });
});

test('a move that connects both sides is a draw', async () => {
  const { rules } = await openBench('loa');
  // a1 captures on d1 in the row of three: White keeps h8 and g7, Black has c1 and d1.
  const record = recordOf('X-XO--------------------------------------------------O--------O X');
  const move = codeOf('a1d1');
  expect(rules.moves(record)).toContain(move);
  const next = rules.play(record, move);
  expect([rules.over(next), rules.result(next)]).toEqual([true, 0]);
});
