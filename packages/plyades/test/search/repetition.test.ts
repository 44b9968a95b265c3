// Repetition as play mode sees it: on the line that is searched a position that comes again is decided,
// those of the game before count as often as the rule of the game says. Exact mode has no memory of the
// path.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bot, closeAll, search as searchFor } from '#dist/api/index.js';
import { PROVEN } from '#dist/core/score.js';
import { loa } from '#dist/games/loa/index.js';
import { Searcher, type StartOptions, Table } from '#dist/kernel/index.js';
import { dataLines } from '../support/data.js';
import { type Bench, createRandom, openBench, randomPosition } from '../support/kernels.js';

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
    const seen = rules.play(lost, back);
    const before = [seen, won, seen];
    for (const table of [undefined, Table.create(bench.kernel, 1 << 20)]) {
      searcher.attach(table);
      expect(search(lost, { maxDepth: 4, mode: 'play' }).value).toBeLessThan(-PROVEN);
      table?.clear();
      const drawn = search(lost, { maxDepth: 4, mode: 'play', before });
      expect([drawn.value, drawn.move]).toEqual([0, back]);
      table?.clear();
      expect(search(lost, { maxDepth: 4, mode: 'exact', before }).value).toBeLessThan(-PROVEN);
      // Twice in all is not often enough, and with the other side to move it is another position.
      for (const others of [[seen], [won, ...before]]) {
        const other = search(lost, { maxDepth: 4, mode: 'play', before: others });
        expect(other.value).toBeLessThan(-PROVEN);
        table?.clear();
      }
    }
  });

  test('a table filled without the game does not hide a draw two plies ahead', () => {
    const { rules } = bench;
    const random = createRandom(2);
    searcher.attach(Table.create(bench.kernel, 1 << 20));
    let better = 0;
    for (let i = 0; i < 20; i++) {
      const root = randomPosition(bench, 20, random);
      const { move, value } = search(root, { maxDepth: 4, mode: 'play' });
      if (move === undefined || value <= 0 || value > PROVEN) continue;
      better++;
      const next = rules.play(root, move);
      const reply = rules.play(next, rules.moves(next).at(-1)!);
      // What stands between, root, has the other side to move.
      const before = [root, reply, root, reply];
      const warned = search(root, { minDepth: 4, maxDepth: 4, mode: 'play', before });
      expect(warned.move === move && warned.value > 0).toBe(false);
    }
    expect(better).toBeGreaterThan(3);
  });

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
    const seen = { game: 'loa', record: rules.play(lost.record, back) };
    const before = [seen, lost, seen];
    const draw = { value: 0, move: back };
    expect(await searchFor({ position: lost, depth: 4, before }).result).toMatchObject(draw);
    const exact = await searchFor({ position: lost, depth: 4, before, mode: 'exact' }).result;
    expect(exact.value).toBeLessThan(-PROVEN);
    const ai = await bot('loa', { hash: 1 });
    expect(await ai.move(lost, { depth: 4, before })).toMatchObject(draw);
    expect((await ai.move(lost, { depth: 4 })).value).toBeLessThan(-PROVEN);
    await ai.close();
  });
});
