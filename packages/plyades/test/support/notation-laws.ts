// What is true of every game's notation, as properties: parsers and makers are inverses, and no
// text, however mutilated or long, makes a parser throw or accept what it cannot write again.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type InputError, inputErrorCodes, MAX_QUOTED } from '#dist/core/errors.js';
import type { GameNotation, Position } from '#dist/core/game.js';
import { type Result, unwrap } from '#dist/core/result.js';
import { testCases } from './long.js';

/**
 * `positions` draws positions that really occur, `moves` the codes of all moves there are, `canonical`
 * turns the text of a move that is accepted into the one that is written.
 */
export function obeysTheLaws(
  notation: GameNotation,
  positions: fc.Arbitrary<Position>,
  moves: readonly number[],
  canonical: (text: string) => string = (text) => text.toLowerCase(),
): void {
  describe(`${notation.title} as written`, () => {
    test('its examples are canonical, and the first one is the start', () => {
      for (const { text } of notation.positionExamples) {
        expect(notation.makePosition(unwrap(notation.parsePosition(text)))).toBe(text);
      }
      for (const { text } of notation.moveExamples) {
        expect(notation.makeMove(unwrap(notation.parseMove(text)))).toBe(text);
      }
      expect(notation.makePosition(notation.start())).toBe(notation.positionExamples[0]?.text);
    });

    test('a position that is written and read again is the same position', () => {
      fc.assert(
        fc.property(positions, (position) => {
          expect(position.record).toHaveLength(notation.recordSize);
          const text = notation.makePosition(position);
          expect(unwrap(notation.parsePosition(text))).toEqual(position);
        }),
      );
    });

    test('a move that is written and read again is the same move', () => {
      for (const move of moves) {
        expect(unwrap(notation.parseMove(notation.makeMove(move)))).toBe(move);
      }
      expect(new Set(moves.map(notation.makeMove)).size).toBe(moves.length);
    });

    testCases(
      'no text of a position throws, and what is accepted can be written again',
      500,
      2000,
      (numRuns) => {
        const written = positions.map(notation.makePosition);
        fc.assert(
          fc.property(garbled(written), (text) => {
            const result = notation.parsePosition(text);
            if (!result.ok) return isWellFormed(result.error, text);
            const canonical = notation.makePosition(result.value);
            expect(unwrap(notation.parsePosition(canonical))).toEqual(result.value);
          }),
          { numRuns },
        );
      },
    );

    testCases(
      'no text of a move throws, and what is accepted is a move of the game',
      500,
      2000,
      (numRuns) => {
        const written = fc.constantFrom(...moves).map(notation.makeMove);
        fc.assert(
          fc.property(garbled(written), (text) => {
            const result = notation.parseMove(text);
            if (!result.ok) return isWellFormed(result.error, text);
            expect(moves).toContain(result.value);
            // Case may be free where it means nothing.
            const written = notation.makeMove(result.value).toLowerCase();
            expect(written).toBe(canonical(text).toLowerCase());
          }),
          { numRuns },
        );
      },
    );

    test('a megabyte of text is refused unread', () => {
      const text = notation.makePosition(notation.start()).padEnd(2 ** 20, ' ');
      expect(refusal(notation.parsePosition(text))).toMatchObject({ code: 'ERR_TOO_LONG' });
      expect(refusal(notation.parseMove('a'.repeat(2 ** 20)))).toMatchObject({ code: 'ERR_MOVE' });
    });

    test('positions of other games and codes that are no move are our own mistakes and throw', () => {
      const { record } = notation.start();
      expect(() => notation.makePosition({ game: 'another', record })).toThrow(TypeError);
      const short = { game: notation.id, record: record.slice(1) };
      expect(() => notation.makePosition(short)).toThrow(TypeError);
      expect(() => notation.draw(short)).toThrow(TypeError);
      for (const code of [-1, 0.5, Number.NaN, Math.max(...moves) + 1]) {
        const what = `makeMove(${code}) must throw a RangeError`;
        expect(() => notation.makeMove(code), what).toThrow(RangeError);
      }
    });
  });
}

/** The error of a refused text; the test fails when it was accepted. */
export function refusal(result: Result<unknown, InputError>): InputError {
  if (result.ok) throw new Error(`accepted: ${JSON.stringify(result.value)}`);
  return result.error;
}

function isWellFormed(error: InputError, text: string): void {
  expect(inputErrorCodes).toContain(error.code);
  expect(error.message).toMatch(/^[\x20-\x7e…]+$/);
  expect(error.input.length).toBeLessThanOrEqual(MAX_QUOTED);
  expect(error.at).toBeGreaterThanOrEqual(0);
  expect(error.at).toBeLessThanOrEqual(text.length);
  if (error.input.length < MAX_QUOTED) expect(text).toContain(error.input);
}

/** Arbitrary strings, and good ones with a few characters dropped, changed, doubled or added. */
function garbled(good: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const anything = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('X', 'O', '-', ' ', ';', '=', ',', '0', '9') }),
  );
  const edit = fc.record({ at: fc.nat(), drop: fc.integer({ min: 0, max: 2 }), add: anything });
  const mutated = fc
    .tuple(good, fc.array(edit, { maxLength: 3 }))
    .map(([text, edits]) =>
      edits.reduce((changed, { at, drop, add }) => splice(changed, at, drop, add), text),
    );
  const swapped = fc.tuple(good, fc.nat(), fc.nat()).map(([text, first, second]) => {
    const [a, b] = [first % text.length, second % text.length];
    const characters = text.split('');
    [characters[a], characters[b]] = [characters[b]!, characters[a]!];
    return characters.join('');
  });
  const joined = fc.tuple(good, good).map(([first, second]) => `${first} ${second}`);
  const long = fc.tuple(good, fc.integer({ min: 2, max: 200 })).map(([text, n]) => text.repeat(n));
  return fc.oneof(anything, mutated, swapped, joined, long, good);
}

function splice(text: string, at: number, drop: number, add: string): string {
  const from = at % (text.length + 1);
  return text.slice(0, from) + add.slice(0, 3) + text.slice(from + drop);
}

/** Boards of stones: the record has the stones of the side to move first, then the others', then the side. */
export function recordsFromTheMover(notation: GameNotation): void {
  test(`a position of ${notation.title} is recorded from the side to move`, () => {
    const start = notation.makePosition(notation.start());
    const black = notation.start().record;
    const white = unwrap(notation.parsePosition(start.replace(' X', ' O'))).record;
    expect(white.slice(0, 8)).toEqual(black.slice(8, 16));
    expect(white.slice(8, 16)).toEqual(black.slice(0, 8));
    expect(white[16]).toBe(1);
  });
}
