// Values in the terms of games, always from the side that begins.
import { WIN } from 'plyades';
import { chess } from 'plyades/games/chess';
import { othello } from 'plyades/games/othello';
import { expect, test } from 'vitest';
import { makeEnding, makeShortValue, makeValueSentence, onScale } from '../../src/board/values.js';

test.each([
  [chess, 0, { value: 35, depth: 9 }, '+0.35', 'White is ahead by 0.35 pawns'],
  [chess, 1, { value: 35, depth: 9 }, '−0.35', 'Black is ahead by 0.35 pawns'],
  [chess, 1, { value: 0, depth: 9 }, '0.00', 'Even'],
  [chess, 1, { value: 0, depth: 9, solved: true }, 'draw', 'A draw with best play'],
  [chess, 0, { value: WIN + 6, depth: 9 }, '+win 3', 'White wins in 3 plies'],
  [chess, 1, { value: WIN + 8, depth: 9 }, '−win 1', 'Black wins in 1 ply'],
  [chess, 1, { value: -WIN - 5, depth: 9 }, '+win 4', 'White wins in 4 plies'],
  [chess, 0, { value: 489_999, depth: 9 }, '+rep', 'White wins by repetition'],
  [othello, 0, { value: 125, depth: 9 }, '+1.25', 'Black is ahead by 1.25 discs'],
  [othello, 1, { value: -800, depth: 9, solved: true }, '+8', 'Black wins by 8 discs'],
  [chess, 0, { value: 35, depth: 9, bound: 'lower' }, '≥ +0.35', 'White is ahead by 0.35 pawns'],
  [chess, 1, { value: 35, depth: 9, bound: 'lower' }, '≤ −0.35', 'Black is ahead by 0.35 pawns'],
] as const)('%#: a value of a game', (game, turn, found, short, sentence) => {
  expect(makeShortValue(game, turn, found)).toBe(short);
  expect(makeValueSentence(game, turn, found)).toBe(sentence);
});

test('shares of random games are percent of the side that begins', () => {
  const own = { id: 'game/0/own.js' };
  const found = { value: -500, depth: 3, certainty: 1000 };
  expect(makeShortValue(own, 0, found)).toBe('25 %');
  expect(makeShortValue(own, 1, found)).toBe('75 %');
  expect(makeValueSentence(own, 1, found)).toBe('First wins 75 % of random games');
  expect(onScale(own, 1, found)).toBe(0.5);
});

test('the scale has its ends for proven results and grows with the value', () => {
  expect(onScale(chess, 0, { value: WIN + 1, depth: 5 })).toBe(1);
  expect(onScale(chess, 1, { value: WIN + 1, depth: 5 })).toBe(-1);
  expect(onScale(chess, 1, { value: 0, depth: 5, solved: true })).toBe(0);
  const values = [-900, -100, -10, 0, 10, 100, 900];
  const scaled = values.map((value) => onScale(chess, 0, { value, depth: 5 }));
  expect(scaled).toEqual(scaled.toSorted((a, b) => a - b));
  expect(Math.abs(scaled[0]!)).toBeLessThan(1);
});

test('an ending names the winner and the reason', () => {
  expect(makeEnding('chess', { winner: 1, reason: 'checkmate' })).toBe('Black wins: checkmate');
  const margin = {
    winner: 0 as const,
    reason: 'no side can move',
    margin: 12,
    marginName: 'discs',
  };
  expect(makeEnding('othello', margin)).toBe('Black wins by 12 discs: no side can move');
  expect(makeEnding('chess', { winner: undefined, reason: 'stalemate' })).toBe('Draw: stalemate');
});
