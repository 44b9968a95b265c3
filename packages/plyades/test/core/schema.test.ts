// Descriptions of data from outside: what they accept, fill in and refuse, and what a refusal says.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  boolean,
  bytes,
  choice,
  either,
  integer,
  list,
  makeRefusal,
  number,
  object,
  openRecord,
  parseJson,
  parseValue,
  printableText,
  record,
  requireValue,
  text,
  tryJson,
  variants,
} from '#dist/core/schema.js';
import { MAX_DEPTH, searchRequestSchema } from '#dist/core/search-request.js';

const clock = record({ remainingMs: integer(1, 100) }, { moves: list(integer(0, 9), 3) });
const player = record({
  name: text(5),
  clock,
  level: choice(['easy', 'hard'], { default: 'hard' }),
});

const refusal = (schema: Parameters<typeof parseValue>[0], value: unknown) => {
  const parsed = parseValue(schema, value, 'player');
  return parsed.ok ? undefined : makeRefusal(parsed.error);
};

describe('a description', () => {
  test('accepts what fits and fills in what was left out', () => {
    const value = { name: 'Ada', clock: { remainingMs: 5, moves: [1, 2] } };
    expect(requireValue(player, value)).toEqual({ ...value, level: 'hard' });
    expect(requireValue(player, { ...value, level: undefined })).toMatchObject({ level: 'hard' });
  });

  test.each([
    [
      { name: 'Ada', clock: { remainingMs: 0 } },
      'player.clock.remainingMs 0: expected an integer from 1 to 100',
    ],
    [{ name: 'Ada', clock: {} }, 'player.clock.remainingMs: expected an integer from 1 to 100'],
    [
      { name: 'Ada', clock: { remainingMs: 1, moves: [1, 2.5] } },
      'player.clock.moves[1] 2.5: expected an integer from 0 to 9',
    ],
    [
      { name: 'Ada', clock: { remainingMs: 1, moves: [1, 2, 3, 4] } },
      'player.clock.moves: expected a list of at most 3 items',
    ],
    [
      { name: 'Augusta', clock: { remainingMs: 1 } },
      "player.name 'Augusta': expected text of at most 5 characters",
    ],
    [
      { name: 'Ada', clock: { remainingMs: 1 }, level: 'odd' },
      "player.level 'odd': expected one of easy, hard",
    ],
    [
      { name: 'Ada', clock: { remainingMs: 1 }, age: 36 },
      'player.age: expected one of name, clock, level',
    ],
    [{ name: 'Ada', clock: 7 }, 'player.clock 7: expected an object'],
    [null, 'player: expected an object'],
    [[], 'player: expected an object'],
  ])('refuses %j by path, value and what was expected', (value, message) => {
    expect(refusal(player, value)).toBe(message);
  });

  test.each([
    [number(0, 1), Number.NaN],
    [number(0, 1), Number.POSITIVE_INFINITY],
    [number(0, 1), '0.5'],
    [integer(0, 2 ** 53), 0.5],
    [boolean(), 1],
    [bytes(2), new Uint8Array(3)],
    [bytes(2), [1]],
    [object(), null],
    [either([choice(['auto']), integer(1, 9)]), 'none'],
    [text(9, /^\d+$/), 'x1'],
    [record({}), { constructor: 1 }],
    [variants({ a: record({}) }), { type: 'constructor' }],
    [variants({ a: record({}) }), { type: 'a', b: 1 }],
  ])('refuses what only looks like it: case %#', (schema, value) => {
    expect(parseValue(schema as never, value).ok).toBe(false);
  });

  test('that is open drops what it does not know', () => {
    expect(requireValue(openRecord({ a: integer(0, 1) }), { a: 1, b: 2 })).toEqual({ a: 1 });
  });

  test('of text for people leaves nothing in it that moves a cursor', () => {
    expect(requireValue(printableText(20), 'a\u001b[2Jb')).toBe('a\\u001b[2Jb');
  });

  test('throws with the code of the field, else of the caller', () => {
    const schema = record({ depth: integer(1, 9, { code: 'ERR_LIMIT' }), seed: integer(0, 9) });
    const thrown = (value: unknown) => () => requireValue(schema, value);
    expect(thrown({ depth: 0, seed: 1 })).toThrow(expect.objectContaining({ code: 'ERR_LIMIT' }));
    expect(thrown({ depth: 1, seed: -1 })).toThrow(expect.objectContaining({ code: 'ERR_OPTION' }));
  });
});

describe('JSON', () => {
  const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

  test('is read when it fits, and not when it is longer than allowed', () => {
    expect(tryJson(clock, encode({ remainingMs: 7 }))).toEqual({ remainingMs: 7 });
    expect(tryJson(clock, encode({ remainingMs: 7 }), 5)).toBeUndefined();
    const parsed = parseJson(clock, new Uint8Array([255]));
    expect(parsed.ok ? '' : makeRefusal(parsed.error)).toBe('message: expected JSON');
  });

  test('of any kind never does more than to be refused', () => {
    const request = searchRequestSchema(['sequential']);
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), fc.jsonValue().map(encode)), (data) => {
        tryJson(request, data);
      }),
    );
  });
});

test('a request survives its way through JSON, and lacks only what was not given', () => {
  const schema = searchRequestSchema(['sequential', 'aphid']);
  const given = {
    game: 'othello',
    position: 'start',
    algorithm: 'aphid',
    mode: 'exact',
    table: 'local',
  };
  const request = requireValue(schema, given);
  expect(request).toMatchObject({
    depth: MAX_DEPTH,
    workers: 'auto',
    hash: 64,
    before: [],
    settings: {},
  });
  expect(requireValue(schema, JSON.parse(JSON.stringify(request)))).toEqual(request);
  expect(() => requireValue(schema, { ...given, algorithm: 'magic' })).toThrow(/sequential, aphid/);
});
