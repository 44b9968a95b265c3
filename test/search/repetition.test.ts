// Where repetition is a draw, play mode counts a position as drawn that comes again, on the line that
// is searched or from the game before; exact mode has no memory of the path.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bot, closeAll, search as searchFor } from '#dist/api/index.js';
import { PROVEN } from '#dist/core/score.js';
import { loa } from '#dist/games/loa/index.js';
import { Searcher, type StartOptions, Table } from '#dist/kernel/index.js';
import { dataLines } from '../support/data.js';
import { type Bench, createRandom, openBench } from '../support/kernels.js';

const recordOf = (text: string): Uint8Array => {
  const position = loa.parsePosition(text);
  if (!position.ok) throw new Error(position.error.message);
  return position.value.record;
};

/** Positions that are won in five plies, and the move that wins. */
const wins = dataLines('loa/wins.txt')
  .map((line) => line.split(' | '))
  .filter(([, plies]) => plies === '5')
  .map(([position, , move]) => ({ position: position!, move: move!.replace(/[-x]/, '') }));

afterAll(closeAll);

describe('repetition in Lines of Action', () => {
  let bench: Bench;
  let searcher: Searcher;

  beforeAll(async () => {
    bench = await openBench('loa');
    searcher = new Searcher(bench.kernel, 64);
  });

  function search(record: Uint8Array, options: StartOptions) {
    searcher.start(record, options);
    while (searcher.run(1_000_000) === 'running');
    return searcher.found!;
  }

  test.each(wins)('a lost side goes back to where it was: $position', ({ position, move }) => {
    const { rules } = bench;
    const won = recordOf(position);
    const code = rules.moves(won).find((each) => loa.makeMove(each) === move)!;
    const lost = rules.play(won, code);
    const back = rules.moves(lost).at(-1)!;
    const before = [rules.play(lost, back)];
    for (const table of [undefined, Table.create(bench.kernel, 1 << 20)]) {
      searcher.attach(table);
      expect(search(lost, { maxDepth: 4, mode: 'play' }).value).toBeLessThan(-PROVEN);
      table?.clear();
      const drawn = search(lost, { maxDepth: 4, mode: 'play', before });
      expect([drawn.value, drawn.move]).toEqual([0, back]);
      table?.clear();
      expect(search(lost, { maxDepth: 4, mode: 'exact', before }).value).toBeLessThan(-PROVEN);
      // A position of the same stones with the other side to move is no repetition.
      const other = search(lost, { maxDepth: 4, mode: 'play', before: [won, ...before] });
      expect(other.value).toBeLessThan(-PROVEN);
      table?.clear();
    }
  });

  test('positions of the line itself count, as in a search that remembers its path', () => {
    const { rules } = bench;
    const random = createRandom(3);
    let drawn = 0;

    /** Alpha-beta on the tree in which a position that was on the path is worth 0. */
    function value(record: Uint8Array, depth: number, low: number, high: number, path: string[]) {
      const key = record.join();
      if (depth > 0 && path.includes(key)) {
        drawn++;
        return 0;
      }
      if (rules.over(record)) {
        const result = rules.result(record);
        return result + Math.sign(result) * depth;
      }
      if (depth === 0) return rules.evaluate(record);
      let best = Number.NEGATIVE_INFINITY;
      for (const move of rules.moves(record)) {
        const alpha = Math.max(low, best);
        const next = rules.play(record, move);
        const found: number = 0 - value(next, depth - 1, -high, -alpha, [...path, key]);
        best = Math.max(best, found);
        if (best >= high) break;
      }
      return best;
    }

    searcher.attach(undefined);
    for (let i = 0; i < 30; i++) {
      const record = fewStones(random);
      if (rules.over(record)) continue;
      const game = [record];
      for (let ply = 0; ply < 3; ply++) {
        const moves = rules.moves(game[0]!);
        if (moves.length > 0)
          game.unshift(rules.play(game[0]!, moves[random.below(moves.length)]!));
      }
      const [root, ...before] = game as [Uint8Array, ...Uint8Array[]];
      const path = before.map((each) => each.join());
      const truth = value(root, 5, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, path);
      const found = search(root, { minDepth: 5, maxDepth: 5, mode: 'play', before });
      expect([i, found.value]).toEqual([i, truth]);
    }
    expect(drawn).toBeGreaterThan(60);
  });

  /** Two stones a side. */
  function fewStones(random: ReturnType<typeof createRandom>): Uint8Array {
    const squares = Array.from({ length: 64 }, () => '-');
    for (const stone of 'XXOO') {
      let at = random.below(64);
      while (squares[at] !== '-') at = random.below(64);
      squares[at] = stone;
    }
    return recordOf(`${squares.join('')} X`);
  }

  test('a search with earlier positions can be saved and goes on elsewhere', async () => {
    const away = new Searcher((await openBench('loa')).kernel, 64);
    const [first] = wins;
    const root = recordOf(first!.position);
    const before = bench.rules.moves(root).map((move) => bench.rules.play(root, move));
    searcher.attach(undefined).start(root, { maxDepth: 5, mode: 'play', before });
    searcher.run(100);
    away.attach(undefined).restore(searcher.save());
    while (away.run(77) === 'running');
    while (searcher.run(1_000_000) === 'running');
    expect(away.found).toEqual(searcher.found);
    expect(away.nodes).toBe(searcher.nodes);
  });

  test('the library takes the positions of the game before', async () => {
    const { rules } = bench;
    const [{ position, move }] = wins as [(typeof wins)[0]];
    const won = recordOf(position);
    const code = rules.moves(won).find((each) => loa.makeMove(each) === move)!;
    const lost = { game: 'loa', record: rules.play(won, code) };
    const back = rules.moves(lost.record).at(-1)!;
    const before = [{ game: 'loa', record: rules.play(lost.record, back) }];
    const draw = { value: 0, move: back };
    expect(await searchFor(lost, { depth: 4 }, { before }).result).toMatchObject(draw);
    const exact = await searchFor(lost, { depth: 4 }, { before, mode: 'exact' }).result;
    expect(exact.value).toBeLessThan(-PROVEN);
    const ai = await bot('loa', { hash: 1 });
    expect(await ai.move(lost, { depth: 4, before })).toMatchObject(draw);
    expect((await ai.move(lost, { depth: 4 })).value).toBeLessThan(-PROVEN);
    await ai.close();
  });
});
