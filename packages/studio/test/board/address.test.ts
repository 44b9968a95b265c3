// Games in links: what is written is read again, and what does not fit the rules is refused with a reason.
import { loadGame, unwrap } from 'plyades';
import { expect, test } from 'vitest';
import {
  makeAddress,
  makeParameters,
  openAddress,
  parseParameters,
  parseStored,
} from '../../src/board/address.js';
import { beginGame, goTo, playMove } from '../../src/board/game-on-board.js';

const chess = await loadGame('chess');
const checkers = await loadGame('checkers');

const parametersOf = (record: Readonly<Record<string, string | undefined>>) =>
  new Map(Object.entries(record).filter((entry): entry is [string, string] => !!entry[1]));

test('a game with a set-up, moves and a place is read as it was written', () => {
  const fen = '4k3/8/8/8/8/8/8/4K2R w - - 0 1';
  let played = beginGame(chess, unwrap(chess.parsePosition(fen)));
  for (const text of ['h1h8', 'e8e7']) {
    played = playMove(played, unwrap(chess.notation.parseMove(text)));
  }
  played = goTo(played, 1);
  const parameters = makeParameters(makeAddress(played, 'chess'));
  expect(parameters).toEqual({ game: 'chess', position: fen, moves: 'h1h8 e8e7', at: '1' });
  const read = parseParameters(parametersOf(parameters))!;
  expect(openAddress(chess, read)).toEqual(played);
});

test('the start and the end of a game need no words', () => {
  const parameters = makeParameters(makeAddress(beginGame(chess), 'chess'));
  expect([...parametersOf(parameters).keys()]).toEqual(['game']);
});

test('an abbreviated capture is the move that it means', () => {
  const position = 'W:W22,K32:B17,9';
  const { moves, positions } = openAddress(checkers, { game: 'checkers', position, moves: '22x6' });
  expect(checkers.legalMoves(positions[0]!)).toContain(moves[0]);
});

test('what the rules refuse is refused with its reason', () => {
  const open = (address: object) => () => openAddress(chess, { game: 'chess', ...address });
  expect(open({ position: 'x' })).toThrow(/The link's position cannot be shown: /);
  expect(open({ moves: 'e2e4 e2e4' })).toThrow(/The link's moves cannot be played: 'e2e4'/);
  expect(open({ moves: 'e4 '.repeat(40_000) })).toThrow(/too many/);
  expect(openAddress(chess, { game: 'chess', moves: 'e4 e5', at: 77 }).at).toBe(2);
});

test('long games stay out of the address, and other values out of the storage', () => {
  expect(makeParameters({ game: 'chess', moves: 'e2e4 '.repeat(2000) })).toEqual({
    game: 'chess',
    position: undefined,
    moves: undefined,
    at: undefined,
  });
  expect(parseParameters(new Map([['at', '3']]))).toBeUndefined();
  expect(
    parseParameters(
      new Map([
        ['game', 'chess'],
        ['at', '-1'],
      ]),
    )?.at,
  ).toBeUndefined();
  for (const bad of [undefined, null, 7, 'chess', {}, { game: 1 }, { game: 'chess', moves: [] }]) {
    expect(parseStored(bad)).toBeUndefined();
  }
  expect(parseStored({ game: 'chess', at: 1.5 })).toEqual({ game: 'chess', at: undefined });
});
