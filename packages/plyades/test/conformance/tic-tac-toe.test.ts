import { expect, test } from 'vitest';
import { WIN } from '#dist/core/score.js';
import { conforms } from '../support/conformance.js';
import { dataLines } from '../support/data.js';
import { openBench } from '../support/kernels.js';

/** depth | sequences of this length | games that end with it */
const counts = dataLines('tic-tac-toe/perft.txt').map((line) => line.split('|').map(Number));

/** Only the side that has just moved can have a line: 8 lines as masks of squares. */
const lines = ['000000111', '000111000', '111000000', '001001001', '010010010', '100100100']
  .concat(['100010001', '001010100'])
  .map((mask) => Number.parseInt(mask, 2));

function wonByOpponent(record: Uint8Array): boolean {
  const opponent = record[2]! | (record[3]! << 8);
  return lines.some((line) => (opponent & line) === line);
}

conforms({
  id: 'tic-tac-toe',
  perft: counts.map(([depth, leaves]) => ({ depth: depth!, leaves: leaves! })),
  finishedLeaves: 0,
  games: 300,
  plies: 9,
  ends: true,
  alternates: true,
  transposes: true,
  result: (record) => (wonByOpponent(record) ? -WIN : 0),
  searchDepth: 5,
});

test('the game of tic-tac-toe has 5,478 positions, and no two have one key', async () => {
  const { rules, start } = await openBench('tic-tac-toe');
  const keys = new Map<string, string>();
  const ended = new Map<number, number>();
  const visit = (record: Uint8Array, ply: number) => {
    const moves = rules.moves(record);
    if (moves.length === 0) ended.set(ply, (ended.get(ply) ?? 0) + 1);
    keys.set(Buffer.from(record).toString('hex'), rules.hash(record));
    for (const move of moves) visit(rules.play(record, move), ply + 1);
  };
  visit(start, 0);
  expect(keys.size).toBe(5478);
  expect(new Set(keys.values()).size).toBe(5478);
  // Every game by its length: 255,168 in all.
  for (const [depth, , games] of counts) expect(ended.get(depth!) ?? 0).toBe(games);
});
