// Lines that a table cut short are made longer by it: legal moves, no position twice, no longer than asked for.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Analyst, analyst, type LoadedGame, loadGame, type Move } from '#dist/api/index.js';
import { unwrap } from '#dist/core/result.js';

const DEPTH = 6;
let game: LoadedGame;
let one: Analyst;
let line: readonly Move[];

beforeAll(async () => {
  game = await loadGame('chess');
  one = await analyst('chess', { hash: 4 });
  line = (await one.analyse(game.notation.start(), { depth: DEPTH })).line;
});
afterAll(() => one.close());

test('a line is as long as it was searched deep', () => {
  const start = game.notation.start();
  const longer = one.lengthen(start, line.slice(0, 1), DEPTH);
  expect(longer).toHaveLength(DEPTH);
  expect(longer[0]).toBe(line[0]);
  let position = start;
  const seen = new Set([game.notation.makePosition(position)]);
  for (const move of longer) {
    position = unwrap(game.play(position, move));
    seen.add(game.notation.makePosition(position));
  }
  expect(seen.size).toBe(DEPTH + 1);
  expect(one.lengthen(start, line.slice(0, 1), 3)).toEqual(longer.slice(0, 3));
});

test('a line is left alone where nothing is to be added', () => {
  const start = game.notation.start();
  expect(one.lengthen(start, line, 2)).toEqual(line);
  expect(one.lengthen(start, [], DEPTH)).toEqual([]);
  // A position that was not searched.
  const mate = ['f2f3', 'e7e5', 'g2g4', 'd8h4'].map((text) =>
    unwrap(game.notation.parseMove(text)),
  );
  expect(one.lengthen(start, mate, 9)).toEqual(mate);
});

test('a line does not go in circles', async () => {
  // Nothing but kings and rooks that may go to and fro.
  const position = unwrap(game.notation.parsePosition('6k1/r7/8/8/8/8/7R/1K6 w - - 0 1'));
  const { line } = await one.analyse(position, { depth: DEPTH });
  const longer = one.lengthen(position, line.slice(0, 1), 200);
  let at = position;
  const seen = new Set([placed(at)]);
  for (const move of longer) {
    at = unwrap(game.play(at, move));
    seen.add(placed(at));
  }
  expect(seen.size).toBe(longer.length + 1);
  expect(longer.length).toBeLessThan(200);
});

/** Without the counters, which go on where pieces only walk to and fro. */
const placed = (position: ReturnType<LoadedGame['notation']['start']>) =>
  game.notation.makePosition(position).split(' ').slice(0, 4).join(' ');
