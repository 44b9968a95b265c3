// What defineGame accepts and refuses, and what happens when a rule misbehaves during a search.
import { describe, expect, expectTypeOf, test } from 'vitest';
import { PlyadesError } from '#dist/core/errors.js';
import {
  bindGame,
  defineGame,
  importGame,
  isPlainGame,
  type PlainGame,
} from '#dist/games/plain/index.js';
import { Table } from '#dist/kernel/index.js';
import { openPlain } from '../support/plain-games.js';

/** Take one to three from a heap; the side that takes the last one wins. */
interface Heap {
  readonly left: number;
  readonly turn: 0 | 1;
}

const nim = {
  url: import.meta.url,
  start: (): Heap => ({ left: 12, turn: 0 }),
  turn: (s: Heap) => s.turn,
  moves: (s: Heap) => [1, 2, 3].filter((n) => n <= s.left),
  play: (s: Heap, n: number): Heap => ({ left: s.left - n, turn: s.turn === 0 ? 1 : 0 }),
  winner: (s: Heap) => (s.left > 0 ? undefined : s.turn === 0 ? 1 : 0),
  evaluate: () => 0,
} as const;

function codeOf(act: () => unknown): { code: string; message: string } {
  try {
    act();
  } catch (error) {
    if (error instanceof PlyadesError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('a definition', () => {
  test('gives a game that is recognised and cannot be changed', () => {
    const game = defineGame<Heap, number>(nim);
    expect(isPlainGame(game)).toBe(true);
    expect(isPlainGame(nim)).toBe(false);
    expect(isPlainGame(undefined)).toBe(false);
    expect(Object.isFrozen(game)).toBe(true);
  });

  test('tells the types of states and moves', () => {
    const game = defineGame({
      url: import.meta.url,
      start: () => ({ left: 12 }),
      turn: (s) => (s.left % 2 === 0 ? 0 : 1),
      moves: (s) => (s.left > 1 ? ['one', 'two'] : ['one']),
      play: (s, move) => ({ left: s.left - (move === 'two' ? 2 : 1) }),
      winner: (s) => (s.left > 0 ? undefined : 0),
    });
    expectTypeOf(game).toEqualTypeOf<PlainGame<{ left: number }, string>>();
    expectTypeOf(bindGame(game).line).returns.toEqualTypeOf<string[]>();
  });

  test.each(['start', 'turn', 'moves', 'play', 'winner'])('is refused without %s', (name) => {
    const { code, message } = codeOf(() => defineGame<Heap, number>({ ...nim, [name]: undefined }));
    expect(code).toBe('ERR_DEFINITION');
    expect(message).toContain(`'${name}'`);
  });

  test('needs no url: a worker of the program may serve the game', () => {
    const { url: _, ...rules } = nim;
    expect(defineGame<Heap, number>(rules).url).toBeUndefined();
  });

  test.each([
    [{ dice: 2 }, 'ERR_CHANCE', 'dice'],
    [{ roll: () => 6 }, 'ERR_CHANCE', 'dice'],
    [{ chance: () => [] }, 'ERR_CHANCE', 'dice'],
    [{ hidden: () => [] }, 'ERR_HIDDEN', 'hidden cards'],
    [{ observe: () => [] }, 'ERR_HIDDEN', 'hidden cards'],
    [{ simultaneous: true }, 'ERR_HIDDEN', 'simultaneous'],
    [{ players: 3 }, 'ERR_PLAYERS', 'two players'],
    [{ players: 1 }, 'ERR_PLAYERS', 'two players'],
    [{ evalute: () => 0 }, 'ERR_DEFINITION', "'evalute'"],
    [{ moves: [1, 2] }, 'ERR_DEFINITION', "'moves'"],
    [{ key: 'left' }, 'ERR_DEFINITION', "'key'"],
    [{ url: 'nim.js' }, 'ERR_DEFINITION', "'url'"],
    [{ playouts: 0 }, 'ERR_DEFINITION', "'playouts'"],
    [{ seed: 0.5 }, 'ERR_DEFINITION', "'seed'"],
    [{ title: 7 }, 'ERR_DEFINITION', "'title'"],
    [{ exportName: 7 }, 'ERR_DEFINITION', "'exportName'"],
    [{ score: 7 }, 'ERR_DEFINITION', "'score'"],
    [{ symmetries: [] }, 'ERR_DEFINITION', "'symmetries'"],
    [{ symmetries: () => [] }, 'ERR_DEFINITION', "'symmetries' needs 'key'"],
    [{ repetition: 3 }, 'ERR_DEFINITION', '{ times, result }'],
    [{ repetition: null }, 'ERR_DEFINITION', '{ times, result }'],
    [{ repetition: { times: 1, result: 'draw' } }, 'ERR_DEFINITION', "'repetition.times' is 1"],
    [{ repetition: { times: 2.5, result: 'draw' } }, 'ERR_DEFINITION', "'repetition.times' is 2.5"],
    [{ repetition: { times: 3 } }, 'ERR_DEFINITION', "'repetition.result' is 'undefined'"],
    [{ repetition: { times: 3, result: 'lost' } }, 'ERR_DEFINITION', "'draw', 'loss' or 'win'"],
    [
      { repetition: { times: 3, result: 'draw', side: 0 } },
      'ERR_DEFINITION',
      "'repetition.side' means nothing",
    ],
    [{ repetition: { times: 3, result: 'draw' } }, 'ERR_DEFINITION', "'repetition' needs 'key'"],
  ])('is refused with %o', (extra, code, named) => {
    const refusal = codeOf(() => defineGame({ ...nim, ...extra } as never));
    expect(refusal.code).toBe(code);
    expect(refusal.message).toContain(named);
  });

  test('must be an object, and may say that it has two players', () => {
    expect(codeOf(() => defineGame(null as never)).code).toBe('ERR_DEFINITION');
    expect(isPlainGame(defineGame<Heap, number>({ ...nim, players: 2 }))).toBe(true);
  });
});

describe('moves that are objects', () => {
  const boxed = {
    ...nim,
    moves: (s: Heap) => nim.moves(s).map((taken) => ({ taken, from: ['heap'] })),
    play: (s: Heap, { taken }: { readonly taken: number }) => nim.play(s, taken),
  };

  test('are the same objects each time, in every state, though the author makes new ones', () => {
    const game = defineGame<Heap, { readonly taken: number }>(boxed);
    const [one, two] = game.moves(game.start());
    expect(game.moves({ left: 2, turn: 1 })).toEqual([one, two]);
    expect(game.moves({ left: 2, turn: 1 })[1]).toBe(two);
    expect(boxed.moves(nim.start())[0]).not.toBe(one);
    expect(defineGame({ ...game, title: 'Nim' }).moves(nim.start())[0]).toEqual(one);
  });

  test("a list that the caller changes is the caller's own", () => {
    const game = defineGame<Heap, { readonly taken: number }>(boxed);
    (game.moves(game.start()) as unknown[]).reverse();
    expect(game.moves(game.start()).map(({ taken }) => taken)).toEqual([1, 2, 3]);
  });

  test('objects of a class stay as they are', () => {
    class Take {
      readonly #taken = 1;
      get taken() {
        return this.#taken;
      }
    }
    const game = defineGame<Heap, Take>({ ...boxed, moves: () => [new Take()] });
    expect(game.moves(game.start())[0]).toBeInstanceOf(Take);
  });
});

describe('during a search', () => {
  async function search(changes: object): Promise<void> {
    const game = defineGame<Heap, number>({ ...nim, ...changes });
    const { binding, searcher, slot } = await openPlain(game);
    searcher.start(binding.place(slot, game.start()), { maxDepth: 6 });
    while (searcher.run(5) === 'running');
  }

  const later = (s: Heap) => s.left < 9;

  test.each([
    ['turn 2', { turn: (s: Heap) => (later(s) ? 2 : s.turn) }, 'ERR_PLAYERS', 'no third'],
    ['turn "x"', { turn: (s: Heap) => (later(s) ? 'x' : s.turn) }, 'ERR_RULES', 'turn()'],
    ['winner 2', { winner: (s: Heap) => (later(s) ? 2 : undefined) }, 'ERR_PLAYERS', 'no third'],
    ['winner null', { winner: () => null }, 'ERR_RULES', 'winner() returned null'],
    ['evaluate NaN', { evaluate: () => Number.NaN }, 'ERR_RULES', 'evaluate() returned NaN'],
    ['evaluate 0.5', { evaluate: () => 0.5 }, 'ERR_RULES', 'evaluate() returned 0.5'],
    ['evaluate 490000', { evaluate: () => 490_000 }, 'ERR_RULES', 'evaluate() returned 490000'],
    ['evaluate -490000', { evaluate: () => -490_000 }, 'ERR_RULES', 'returned -490000'],
    ['evaluate undefined', { evaluate: () => undefined }, 'ERR_RULES', 'evaluate()'],
    ['no moves', { moves: (s: Heap) => (later(s) ? [] : [1]) }, 'ERR_RULES', 'no move'],
    ['moves no array', { moves: () => 'abc' }, 'ERR_RULES', 'moves()'],
    ['1025 moves', { moves: () => Array(1025).fill(1) }, 'ERR_RULES', '1025'],
  ])('%s is refused with a code', async (_, changes, code, named) => {
    const error = await search(changes).then(
      () => undefined,
      (thrown) => thrown,
    );
    expect(error).toBeInstanceOf(PlyadesError);
    expect(error.code).toBe(code);
    expect(error.message).toContain(named);
  });

  test('1024 moves and values next to the limits are searched', async () => {
    const game = defineGame<Heap, number>({
      ...nim,
      moves: (s) => Array(s.left === 12 ? 1024 : 1).fill(1),
      evaluate: (s) => (s.left === 10 ? 489_999 : -489_999),
    });
    const { binding, searcher, slot } = await openPlain(game);
    searcher.start(binding.place(slot, game.start()), { minDepth: 2, maxDepth: 2 });
    while (searcher.run(100) === 'running');
    expect(searcher.found).toMatchObject({ value: 489_999, bound: 'exact' });
  });

  test.each(['turn', 'moves', 'play', 'winner', 'evaluate'])(
    'an exception in %s reaches the caller with its own stack, and a new search works',
    async (name) => {
      let angry = true;
      class Trouble extends Error {}
      function troublemaker(): never {
        throw new Trouble(`in ${name}`);
      }
      const rule = nim[name as 'turn'] as (...args: unknown[]) => unknown;
      const changed = (...args: unknown[]) =>
        angry && (args[0] as Heap).left < 10 ? troublemaker() : rule(...args);
      const game = defineGame<Heap, number>({ ...nim, [name]: changed });
      const { binding, searcher, slot } = await openPlain(game);
      const begin = () => {
        searcher.start(binding.place(slot, game.start()), { maxDepth: 12 });
        while (searcher.run(7) === 'running');
      };
      expect(begin).toThrow(Trouble);
      try {
        begin();
      } catch (error) {
        expect((error as Error).stack).toContain('troublemaker');
      }
      angry = false;
      begin();
      expect(searcher.found).toMatchObject({ value: -500_006, complete: true });
    },
  );

  test('a key that is no key is refused with a code', async () => {
    const game = defineGame<Heap, number>({ ...nim, key: () => Number.NaN });
    const { binding, kernel, searcher, slot } = await openPlain(game);
    searcher.attach(Table.create(kernel, 1 << 10));
    searcher.start(binding.place(slot, game.start()), { maxDepth: 6 });
    expect(() => searcher.run(1000)).toThrow(expect.objectContaining({ code: 'ERR_RULES' }));
  });
});

describe('a game is found by the address of its module', () => {
  const example = new URL('../../dist/examples/connect-four.js', import.meta.url).href;

  test('as its default export', async () => {
    const game = await importGame(example);
    expect(game.title).toBe('Connect Four');
    expect(game.url).toBe(example);
  });

  test('or is refused when there is none', async () => {
    const none = new URL('../../dist/core/score.js', import.meta.url).href;
    await expect(importGame(none)).rejects.toMatchObject({ code: 'ERR_GAME' });
    await expect(importGame(example, 'game')).rejects.toMatchObject({ code: 'ERR_GAME' });
    await expect(importGame('file:///no/such/game.js')).rejects.toMatchObject({ code: 'ERR_GAME' });
  });
});
