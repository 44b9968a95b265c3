// A game that is written in a format and read again is the same game.
import fc from 'fast-check';
import { type GameName, gameNames, type LoadedGame, loadGame } from 'plyades';
import { describe, expect, test } from 'vitest';
import {
  type FormatName,
  formatsOf,
  makeGameFile,
  parseGameFile,
  type RecordedGame,
} from '../../src/formats/index.js';
import { randomGame } from '../boards/random-games.js';

const pairs = gameNames.flatMap((game) =>
  formatsOf(game).map(({ name, headers }) => ({ game, format: name, headers })),
);

/** Text that a header may hold: quotes and signs of every kind on one line. */
const value = fc
  .string({ unit: fc.constantFrom(...'abcXYZ 019."\\[]{}();:,+-%$#éü将'), maxLength: 20 })
  .map((text) => text.replace(/\s+/g, ' ').trim());
const anyNames = fc.constantFrom('White', 'Black', 'Event', 'Site', 'Annotator', 'X_1');
const results = fc.constantFrom('1-0', '0-1', '1/2-1/2', '*');

function headersFor(
  format: FormatName,
  kept: readonly string[] | undefined,
): fc.Arbitrary<Map<string, string>> {
  if (kept?.length === 0) return fc.constant(new Map());
  // CSA has words for results.
  if (format === 'csa') {
    const names = fc.constantFrom('Black', 'White', 'Event', 'Site', 'Opening');
    const pairs = fc.dictionary(names, value).map((all) => new Map(Object.entries(all)));
    return fc
      .tuple(pairs, fc.constantFrom('TORYO', 'SENNICHITE'))
      .map(([all, result]) => all.set('Result', result));
  }
  const pairs = fc.dictionary(anyNames, value).map((all) => new Map(Object.entries(all)));
  return fc.tuple(pairs, results).map(([all, result]) => all.set('Result', result));
}

function textOf(game: LoadedGame, { start, moves }: RecordedGame): readonly string[] {
  return [game.notation.makePosition(start), ...moves.map((move) => game.notation.makeMove(move))];
}

describe.each(pairs)('$game in $format', ({ game: id, format, headers: kept }) => {
  test('is read as it was written', async () => {
    const game = await loadGame(id as GameName & 'chess');
    const input = fc.record({
      seed: fc.nat(1_000_000),
      before: fc.nat(30),
      plies: fc.nat(id === 'othello' ? 80 : 40),
      headers: headersFor(format, kept),
      startsLater: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(input, async ({ seed, before, plies, headers, startsLater }) => {
        const start = startsLater
          ? randomGame(game, seed, before).positions.at(-1)!
          : game.notation.start();
        const record: RecordedGame = {
          game: id,
          start,
          moves: randomGame(game, seed + 1, plies, start).moves,
          headers,
        };
        const text = await makeGameFile(format, record);
        const read = await parseGameFile(text, `game.${formatsOf(id)[0]!.extensions[0]}`);
        if (!read.ok) expect.fail(`${read.error.message}\n${text}`);
        expect(textOf(game, read.value)).toEqual(textOf(game, record));
        expect(read.value.game).toBe(id);
        expect(read.value.format).toBe(format);
        for (const [name, written] of headers) expect(read.value.headers.get(name)).toBe(written);
      }),
      { numRuns: 25 },
    );
  });
});

test('a file name is not needed', async () => {
  for (const { game: id, format } of pairs) {
    const game = await loadGame(id as GameName & 'chess');
    const { start, moves } = randomGame(game, 4, 20);
    const text = await makeGameFile(format, { game: id, start, moves, headers: new Map() });
    const read = await parseGameFile(text, '');
    expect(read.ok ? [read.value.game, read.value.format] : read.error.message).toEqual([
      id,
      format,
    ]);
  }
});
