// A check of rules finds mistakes that were put into the rules on purpose, and none where there are none.
import { expect, test } from 'vitest';
import connectFour from '#dist/examples/connect-four.js';
import { checkRulesSync, defineGame, type PlainGame } from '#dist/games/plain/index.js';
import { randomWalk } from '../support/plain-games.js';
import { mirroredWalk } from '../support/rule-games.js';

/** Tic-tac-toe on a board that a careless author could change. */
interface Board {
  readonly cells: string[];
  readonly turn: 0 | 1;
}

const lines = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
] as const;

const rules = {
  url: import.meta.url,
  start: (): Board => ({ cells: Array(9).fill('.'), turn: 0 }),
  turn: (s: Board) => s.turn,
  moves: (s: Board) => s.cells.flatMap((cell, square) => (cell === '.' ? [square] : [])),
  play: (s: Board, square: number): Board => ({
    cells: s.cells.with(square, 'XO'[s.turn]!),
    turn: s.turn === 0 ? 1 : 0,
  }),
  winner: (s: Board) => {
    for (const [a, b, c] of lines) {
      const cell = s.cells[a];
      if (cell !== '.' && cell === s.cells[b] && cell === s.cells[c]) return cell === 'X' ? 0 : 1;
    }
    return s.cells.includes('.') ? undefined : 'draw';
  },
  evaluate: (s: Board) => (s.cells[4] === '.' ? 0 : s.cells[4] === 'XO'[s.turn] ? 3 : -3),
  key: (s: Board) => s.cells.join(''),
} as const;

const QUARTER = [6, 3, 0, 7, 4, 1, 8, 5, 2];
const MIRROR = [2, 1, 0, 5, 4, 3, 8, 7, 6];
const image = (s: Board, from: readonly number[]): Board => ({
  ...s,
  cells: from.map((square) => s.cells[square]!),
});

/** The seven other ways to look at a board. */
const symmetries = (s: Board): Board[] => {
  const half = image(image(s, QUARTER), QUARTER);
  const turned = [image(s, QUARTER), half, image(half, QUARTER)];
  return [...turned, ...[s, ...turned].map((each) => image(each, MIRROR))];
};

/** The margin: how many cells are left when the game is won. */
const score = (s: Board): number => {
  const left = 1 + s.cells.filter((cell) => cell === '.').length;
  return { 0: left, 1: -left, draw: 0 }[rules.winner(s) ?? 'draw'];
};

const withMistake = (changes: object) =>
  checkRulesSync(defineGame<Board, number>({ ...rules, ...changes }));

test('sound games have no findings', () => {
  expect(withMistake({})).toEqual([]);
  expect(withMistake({ evaluate: undefined, key: undefined })).toEqual([]);
  expect(checkRulesSync(connectFour, { games: 200, seed: 5 })).toEqual([]);
  expect(checkRulesSync(randomWalk(3, 'string'))).toEqual([]);
  expect(withMistake({ symmetries, score })).toEqual([]);
  expect(checkRulesSync(mirroredWalk(4, true))).toEqual([]);
});

let calls = 0;

test.each([
  [
    'play changes its argument',
    {
      play: (s: Board, square: number) => {
        s.cells[square] = 'XO'[s.turn]!;
        return { cells: [...s.cells], turn: s.turn === 0 ? 1 : 0 };
      },
    },
    'mutates',
    'play',
  ],
  ['play returns its argument', { play: (s: Board) => s }, 'mutates', 'play'],
  [
    'moves sorts the board',
    { moves: (s: Board) => rules.moves({ ...s, cells: s.cells.sort() }) },
    'mutates',
    'moves',
  ],
  [
    'evaluate leaves a note',
    { evaluate: (s: Board) => Object.assign(s, { note: 1 }).cells.length },
    'mutates',
    'evaluate',
  ],
  [
    'moves come in another order each time',
    { moves: (s: Board) => (calls++ % 2 ? rules.moves(s) : rules.moves(s).reverse()) },
    'nondeterministic',
    'moves',
  ],
  ['evaluate counts its calls', { evaluate: () => calls++ }, 'nondeterministic', 'evaluate'],
  ['key counts its calls', { key: () => calls++ }, 'nondeterministic', 'key'],
  [
    'play draws a lot',
    {
      play: (s: Board, square: number) =>
        rules.play(s, calls++ % 2 ? square : rules.moves(s).at(-1)!),
    },
    'nondeterministic',
    'play',
  ],
  ['start differs', { start: () => ({ ...rules.start(), id: calls++ }) }, 'start', 'start'],
  [
    'the key forgets where the stones are',
    { key: (s: Board) => s.cells.filter((cell) => cell !== '.').length },
    'key',
    'key',
  ],
  ['the key is an object', { key: (s: Board) => s.cells }, 'throws', 'key'],
  [
    'a move is listed twice',
    { moves: (s: Board) => [...rules.moves(s), rules.moves(s)[0]] },
    'duplicates',
    'moves',
  ],
  ['evaluate is a fraction', { evaluate: () => 0.25 }, 'throws', 'evaluate'],
  ['evaluate is too large', { evaluate: () => 1e6 }, 'throws', 'evaluate'],
  [
    'a full board has no winner',
    { winner: (s: Board) => (rules.winner(s) === 'draw' ? undefined : rules.winner(s)) },
    'throws',
    'moves',
  ],
  ['the picture is a list of rows', { draw: (s: Board) => s.cells }, 'throws', 'draw'],
  [
    'the picture sorts the board',
    { draw: (s: Board) => s.cells.sort().join('') },
    'mutates',
    'draw',
  ],
  ['turn names the sides', { turn: (s: Board) => 'XO'[s.turn] }, 'throws', 'turn'],
  ['moves are promised', { moves: async (s: Board) => rules.moves(s) }, 'throws', 'moves'],
  ['the score has no winner', { score: () => 7 }, 'throws', 'score'],
  ['the score has the wrong sign', { score: (s: Board) => -score(s) }, 'throws', 'score'],
  ['the score is a fraction', { score: (s: Board) => score(s) / 2 }, 'throws', 'score'],
  [
    'the score counts its calls',
    { score: (s: Board) => score(s) * (1 + calls++) },
    'nondeterministic',
    'score',
  ],
  [
    'symmetries are no list',
    { symmetries: (s: Board) => image(s, MIRROR) },
    'throws',
    'symmetries',
  ],
  [
    'symmetries swap the colours',
    {
      symmetries: (s: Board) => [
        { ...s, cells: s.cells.map((c) => (c === 'X' ? 'O' : c === 'O' ? 'X' : c)) },
      ],
    },
    'symmetries',
    'symmetries',
  ],
  [
    'symmetries move the rows round',
    { symmetries: (s: Board) => [image(s, [3, 4, 5, 6, 7, 8, 0, 1, 2])], evaluate: () => 0 },
    'symmetries',
    'symmetries',
  ],
  [
    'symmetries leave images of images out',
    { symmetries: (s: Board) => [image(s, QUARTER)] },
    'symmetries',
    'symmetries',
  ],
  [
    'evaluate sees a difference between images',
    { symmetries, evaluate: (s: Board) => (s.cells[0] === '.' ? 0 : 1) },
    'symmetries',
    'symmetries',
  ],
  [
    'symmetries turn the board itself',
    {
      symmetries: (s: Board) => {
        s.cells.reverse();
        return [];
      },
    },
    'mutates',
    'symmetries',
  ],
  [
    'the state has a function',
    { start: () => ({ ...rules.start(), undo: () => {} }) },
    'clone',
    'start',
  ],
])('%s', (_, changes, mistake, where) => {
  const findings = withMistake(changes);
  expect(findings).toContainEqual(expect.objectContaining({ mistake, where }));
});

test('states of a class lose their methods on the way to a worker', () => {
  class Position {
    readonly left: number;
    constructor(left: number) {
      this.left = left;
    }
    side(): 0 | 1 {
      return this.left % 2 === 0 ? 0 : 1;
    }
  }
  const game = defineGame({
    url: import.meta.url,
    start: () => new Position(8),
    turn: (s) => s.side(),
    moves: () => [1],
    play: (s, n) => new Position(s.left - n),
    winner: (s) => (s.left > 0 ? undefined : 0),
  });
  const [finding] = checkRulesSync(game);
  expect(finding).toMatchObject({ mistake: 'clone', where: 'turn', line: [] });
});

test('games that never end need an evaluate', () => {
  const endless: PlainGame<number, number> = defineGame({
    url: import.meta.url,
    start: () => 0,
    turn: () => 0,
    moves: () => [1, 2],
    play: (s, n) => s + n,
    winner: () => undefined,
  });
  expect(checkRulesSync(endless, { games: 3 })).toMatchObject([{ mistake: 'endless' }]);
});

test('games that end by repetition need none', () => {
  const circle: PlainGame<number, number> = defineGame({
    url: import.meta.url,
    start: () => 0,
    turn: (s) => (s % 2 === 0 ? 0 : 1),
    moves: () => [1, 3],
    play: (s, n) => (s + n) % 8,
    winner: () => undefined,
    key: (s) => s,
    repetition: { times: 3, result: 'draw' },
  });
  expect(checkRulesSync(circle)).toEqual([]);
});

test('a game that is over at the start cannot be played', () => {
  const over = defineGame<Board, number>({ ...rules, winner: () => 'draw' });
  expect(checkRulesSync(over)).toMatchObject([{ mistake: 'over', where: 'winner', line: [] }]);
});

test('a finding names the moves that show it, and the same seed finds it again', () => {
  const game = defineGame<Board, number>({
    ...rules,
    winner: (s) => {
      if (s.cells.filter((cell) => cell !== '.').length === 4) throw new Error('four stones');
      return rules.winner(s);
    },
  });
  const [finding] = checkRulesSync(game, { games: 1, seed: 42 });
  expect(finding).toMatchObject({ mistake: 'throws', where: 'winner' });
  expect(finding!.line).toHaveLength(4);
  expect(finding!.message).toBe(`winner() failed: four stones; after ${finding!.line.join(', ')}`);
  expect((finding!.cause as Error).message).toBe('four stones');
  expect(checkRulesSync(game, { games: 1, seed: 42 })).toEqual([finding]);
});

test('a number as a key must be exact', () => {
  for (const beyond of [2 ** 53, -(2 ** 60), Number.POSITIVE_INFINITY]) {
    const [found] = withMistake({ key: () => beyond });
    expect(found).toMatchObject({
      mistake: 'throws',
      where: 'key',
      message: expect.stringContaining('within 2^53'),
    });
  }
  expect(
    withMistake({
      key: (s: Board) =>
        BigInt(s.cells.join('').replace(/./g, (c) => String('.XO'.indexOf(c)))) + 2n ** 60n,
    }),
  ).toEqual([]);
});
