// A sample of rules tells games apart, and does not care how their functions are written.
import { defineGame, type GameDefinition } from 'plyades';
import { describe, expect, test } from 'vitest';
import { differenceOf, sampleRules } from '#dist/games/plain/rules-sample.js';

interface Pile {
  readonly stones: number;
  readonly turn: 0 | 1;
}

const other = (turn: 0 | 1): 0 | 1 => (turn === 0 ? 1 : 0);

const nim: GameDefinition<Pile, number> = {
  title: 'nim',
  start: () => ({ stones: 21, turn: 0 }),
  turn: ({ turn }) => turn,
  moves: ({ stones }) => [1, 2, 3].filter((taken) => taken <= stones),
  play: ({ stones, turn }, taken) => ({ stones: stones - taken, turn: other(turn) }),
  winner: ({ stones, turn }) => (stones === 0 ? other(turn) : undefined),
  key: ({ stones, turn }) => 2 * stones + turn,
};

const sampled = (changes: Partial<GameDefinition<Pile, number>> = {}) =>
  sampleRules(defineGame({ ...nim, ...changes }) as never);
const part = (changes: Partial<GameDefinition<Pile, number>>) =>
  differenceOf(sampled(), sampled(changes))?.part;

describe('two games differ', () => {
  test.each<[string, string, Partial<GameDefinition<Pile, number>>]>([
    ['title', 'title', { title: 'another' }],
    ['a missing title', 'title', { title: undefined as never }],
    ['name', 'exportName', { exportName: 'other' }],
    ['start', 'start()', { start: () => ({ stones: 20, turn: 0 }) }],
    ['an evaluation', 'evaluate', { evaluate: () => 0 }],
    ['a score', 'score', { score: ({ turn }) => 1 - 2 * turn }],
    ['repetition', 'repetition', { repetition: { times: 2, result: 'draw' } }],
    ['moves', 'play along the first moves', { moves: () => [1] }],
    ['the side that moves', 'play along the first moves', { turn: ({ turn }) => other(turn) }],
    [
      'the winner, which shows in the last state',
      'play along the first moves',
      { winner: ({ stones, turn }) => (stones === 0 ? turn : undefined) },
    ],
  ])('in %s', (_, name, changes) => {
    expect(part(changes)).toBe(name);
  });
});

describe('two games are the same', () => {
  test('with functions that are written differently', () => {
    expect(
      part({
        start() {
          return { stones: 7 * 3, turn: 0 };
        },
        moves: (pile) => {
          const moves: number[] = [];
          for (let taken = 1; taken <= Math.min(3, pile.stones); taken++) moves.push(taken);
          return moves;
        },
        exportName: 'default',
        draw: ({ stones }) => 'o'.repeat(stones),
        url: 'file:///elsewhere.js',
      }),
    ).toBeUndefined();
  });

  test('as far as a game can be written down whose states are of a class of their own', () => {
    class Counter {
      readonly #left: number;
      constructor(left: number) {
        this.#left = left;
      }
      get left(): number {
        return this.#left;
      }
    }
    const counting = (title: string) =>
      sampleRules(
        defineGame<Counter, number>({
          title,
          start: () => new Counter(3),
          turn: ({ left }) => (left % 2 === 0 ? 0 : 1),
          moves: () => [1],
          play: ({ left }, taken) => new Counter(left - taken),
          winner: ({ left }) => (left === 0 ? 0 : undefined),
        }) as never,
      );
    expect(differenceOf(counting('a'), counting('a'))).toBeUndefined();
    expect(differenceOf(counting('a'), counting('b'))?.part).toBe('title');
  });

  test('as far as it can be played where a function throws', () => {
    const throwing = {
      moves: () => {
        throw new Error('not yet written');
      },
    };
    expect(differenceOf(sampled(throwing), sampled(throwing))).toBeUndefined();
    expect(part(throwing)).toBeUndefined();
  });
});
