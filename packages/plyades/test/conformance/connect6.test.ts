import { beforeAll, describe, expect, test } from 'vitest';
import { WIN } from '#dist/core/score.js';
import { connect6 } from '#dist/games/connect6/index.js';
import { conforms } from '../support/conformance.js';
import {
  collectedGames,
  crowdedPosition,
  puzzles,
  randomGame,
} from '../support/connect6-positions.js';
import {
  type Connect6Game,
  type Connect6Move,
  connect6Branches,
  connect6Game,
  connect6Moves,
  connect6Start,
  connect6Text,
  hasSix,
  isOver,
  moveText,
  otherSide,
  playConnect6,
  threatsOf,
  windows,
  worthOf,
} from '../support/connect6-rules.js';
import { dataLines } from '../support/data.js';
import { type Bench, createRandom, openBench } from '../support/kernels.js';

const counts = dataLines('connect6/perft.txt').flatMap((line) => {
  const [position, known] = line.split(' | ');
  return known!.split(' ').map((pair) => {
    const [depth, leaves] = pair.split(':').map(Number);
    return { position: position!, depth: depth!, leaves: leaves! };
  });
});

function gameOf(record: Uint8Array): Connect6Game {
  return connect6Game(connect6.makePosition({ game: 'connect6', record }));
}

conforms({
  id: 'connect6',
  starts: [
    `${connect6Text(connect6Start)} w=30`,
    ...[30].map((i) => `${connect6Text(puzzles()[i]!.game)} w=30`),
  ],
  perft: counts,
  finishedLeaves: 0,
  games: 4,
  plies: 181,
  ends: true,
  alternates: true,
  transposes: true,
  result(record) {
    const game = gameOf(record);
    expect(hasSix(game, game.side)).toBe(false);
    return hasSix(game, otherSide(game.side)) ? -WIN : 0;
  },
  searchDepth: 2,
});

describe('Connect6 by the kernel and by the book', () => {
  let bench: Bench;

  beforeAll(async () => {
    bench = await openBench('connect6');
  });

  function recordOf(game: Connect6Game, branching = 48): Uint8Array {
    const position = connect6.parsePosition(`${connect6Text(game)} w=${branching}`);
    if (!position.ok) throw new Error(position.error.message);
    return position.value.record;
  }

  const codeOf = ([one, two = 511]: Connect6Move) => 512 * one! + two;

  /** Compares the list of moves, the value, and the position after some of the moves. */
  function compare(game: Connect6Game, branching: number): void {
    const record = recordOf(game, branching);
    const expected = connect6Branches(game, branching);
    const moves = bench.rules.moves(record);
    const where = `${connect6Text(game)} w=${branching}`;
    expect([where, ...moves.map(connect6.makeMove)]).toEqual([where, ...expected.map(moveText)]);
    expect(bench.rules.over(record)).toBe(isOver(game));
    for (const [i, move] of moves.entries()) {
      if (i % 16 > 0) continue;
      const next = bench.rules.play(record, move);
      expect(connect6.makePosition({ game: 'connect6', record: next })).toBe(
        connect6Text(playConnect6(game, expected[i]!)) +
          (branching === 48 ? '' : ` w=${branching}`),
      );
    }
  }

  test('there are 924 windows', () => {
    expect(windows).toHaveLength(924);
  });

  test('have the same best moves, in random games', () => {
    const random = createRandom(3);
    for (const branching of [1, 8, 48, 255]) {
      for (const game of randomGame(random, Math.max(branching, 8))) compare(game, branching);
    }
  });

  test('have the same best moves, in crowded positions', () => {
    const random = createRandom(4);
    const met = { wins: 0, defences: 0, lost: 0 };
    for (let i = 0; i < 150; i++) {
      const game = crowdedPosition(random);
      compare(game, 48);
      if (threatsOf(game, game.side).length > 0) met.wins++;
      else if (threatsOf(game, otherSide(game.side)).length > 0) {
        met[connect6Branches(game, 48).length === 1 ? 'lost' : 'defences']++;
      }
    }
    expect(Math.min(...Object.values(met))).toBeGreaterThan(1);
  });

  test('have the same best moves and values, in puzzles', () => {
    for (const { game } of puzzles()) compare(game, 48);
  });

  test('favour no side of the board among equals', () => {
    // Around a stone in the centre all directions are alike.
    const { length } = connect6Branches(playConnect6(connect6Start, [180]), 48);
    const moves = bench.rules.moves(recordOf(playConnect6(connect6Start, [180])));
    const points = moves.flatMap((move) => [move >> 9, move & 511]);
    const mean = (of: (point: number) => number) =>
      points.reduce((sum, point) => sum + of(point) - 9, 0) / points.length;
    expect(length).toBe(48);
    expect(Math.abs(mean((point) => point % 19))).toBeLessThan(0.25);
    expect(Math.abs(mean((point) => Math.floor(point / 19)))).toBeLessThan(0.25);
  });

  test('give a quiet position the same value', () => {
    // The turn is worth 180 a stone.
    const quiet = puzzles().filter(
      ({ game }) => threatsOf(game, 'x').length + threatsOf(game, 'o').length === 0,
    );
    expect(quiet.length).toBeGreaterThan(20);
    for (const { game } of quiet) {
      expect(bench.rules.evaluate(recordOf(game))).toBe(worthOf(game) + 360);
    }
  });

  test('allow the same moves: 361, and 64,620 of the next', () => {
    const next = playConnect6(connect6Start, [180]);
    for (const game of [connect6Start, next]) {
      const record = recordOf(game, 1);
      const allowed = new Set(connect6Moves(game).map(codeOf));
      expect(allowed.size).toBe(game === next ? 64_620 : 361);
      const random = createRandom(5);
      const codes = [...allowed].filter((_, i) => i % 13 === 0);
      for (let i = 0; i < 5000; i++) codes.push(random.below(1 << 18), random.below(2 ** 32));
      for (const code of codes) {
        expect([code, bench.rules.legal(record, code)]).toEqual([code, allowed.has(code)]);
      }
    }
  });

  test('replay the games of a tournament', () => {
    const games = collectedGames();
    expect(games).toHaveLength(12);
    let won = 0;
    for (const moves of games) {
      let game = connect6Start;
      let record = recordOf(game);
      for (const move of moves) {
        expect(bench.rules.over(record)).toBe(false);
        expect(bench.rules.legal(record, codeOf(move))).toBe(true);
        game = playConnect6(game, move);
        record = bench.rules.play(record, codeOf(move));
        expect(record).toEqual(recordOf(game));
      }
      if (bench.rules.over(record)) won++;
    }
    expect(won).toBe(11);
  });

  test('agree that a full board is a draw', () => {
    // Pairs of stones in each row, one place further in the next: no three in a row anywhere.
    const stones = Array.from({ length: 361 }, (_, point) =>
      (((point % 19) >> 1) + Math.floor(point / 19)) % 2 === 0 ? 'x' : 'o',
    );
    const full: Connect6Game = { stones, side: 'o' };
    expect([hasSix(full, 'x'), hasSix(full, 'o')]).toEqual([false, false]);
    const record = recordOf(full);
    expect(bench.rules.turn(record)).toBe(1);
    expect([bench.rules.over(record), bench.rules.result(record)]).toEqual([true, 0]);
    expect(bench.rules.moves(record)).toEqual([]);
    // Two stones earlier there is one move left.
    const last = stones.flatMap((stone, point) => (stone === 'x' ? [point] : [])).slice(0, 2);
    const before: Connect6Game = {
      stones: stones.map((stone, point) => (last.includes(point) ? '.' : stone)),
      side: 'x',
    };
    expect(bench.rules.moves(recordOf(before)).map(connect6.makeMove)).toEqual([moveText(last)]);
  });
});
