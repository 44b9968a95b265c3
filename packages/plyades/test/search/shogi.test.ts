// Shogi positions whose outcome is known: rules that only show at the end of a game, and mate problems.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Position } from '#dist/core/game.js';
import { unwrap } from '#dist/core/result.js';
import { WIN } from '#dist/core/score.js';
import { loadKernel } from '#dist/games/load.js';
import { shogi, withBranching } from '#dist/games/shogi/index.js';
import { createMemory, freeArena, Kernel, Rules, Searcher, Table } from '#dist/kernel/index.js';
import { dataLines } from '../support/data.js';
import { type Bench, openBench } from '../support/kernels.js';
import { judgeRepetition } from '../support/shogi-repetition.js';

let bench: Bench;
let searcher: Searcher;
let table: Table;

beforeAll(async () => {
  bench = await openBench('shogi');
  searcher = new Searcher(bench.kernel, 160);
  table = Table.create(bench.kernel, 16 << 20);
});

const read = (text: string) => unwrap(shogi.parsePosition(text)).record;
const movesOf = (text: string) => bench.rules.moves(read(text)).map(shogi.makeMove);

/** Mate problems of the data: SFEN | plies | plies with every interposition | solution | source. */
const problems = dataLines('shogi/tsume.sfen')
  .map((line) => line.split('|').map((part) => part.trim()))
  .filter(([text]) => shogi.parsePosition(text!).ok)
  .map(([text, , plies, solution]) => ({
    text: text!,
    plies: Number(plies),
    solution: solution!,
  }));

function search(record: Uint8Array, depth: number) {
  table.clear();
  searcher.attach(table).start(record, { maxDepth: depth });
  while (searcher.run(100_000) === 'running');
  return searcher.found!;
}

describe('a pawn that is dropped', () => {
  // White's king in the corner: the gold on 2c takes away its squares and guards the pawn on 1b.
  test('may not mate', () => {
    expect(movesOf('7lk/9/7G1/9/9/9/9/9/K8 b P 1')).not.toContain('P*1b');
  });

  test('may check when the king can flee, take, or have the pawn taken', () => {
    expect(movesOf('8k/9/7G1/9/9/9/9/9/K8 b P 1')).toContain('P*1b');
    expect(movesOf('7lk/9/9/9/9/9/9/9/K8 b P 1')).toContain('P*1b');
    expect(movesOf('7lk/1r7/7G1/9/9/9/9/9/K8 b P 1')).toContain('P*1b');
  });

  test('mates when what could take it is pinned', () => {
    expect(movesOf('7sk/6B2/7G1/9/9/9/9/9/K8 b P 1')).toContain('P*1b');
    expect(movesOf('6R1k/7s1/7G1/9/9/9/9/9/K8 w - 1')).not.toContain('P*1b');
    expect(movesOf('5R1sk/9/6NG1/9/9/9/9/9/K8 b P 1')).not.toContain('P*1b');
  });

  test('may not stand on a file with another pawn of its side, but with a promoted one', () => {
    const drops = movesOf('4k4/9/4P4/9/9/3+P5/9/9/4K4 b P 1').filter((move) => move[1] === '*');
    expect(drops.filter((move) => move[2] === '5')).toEqual([]);
    expect(drops.filter((move) => move[2] === '6')).toHaveLength(7);
    expect(drops.filter((move) => move[3] === 'a')).toEqual([]);
  });
});

test('pieces promote where they could not move again, and may elsewhere', () => {
  const moves = movesOf('8k/P1N6/9/L8/2N6/9/9/9/K8 b - 1'.replace('P1N6', 'P8'));
  expect(moves).toContain('9b9a+');
  expect(moves).not.toContain('9b9a');
  expect(moves).toEqual(expect.arrayContaining(['9d9c', '9d9c+', '7e6c', '7e6c+', '7e8c+']));
});

test('a side without a move has lost, in check or not', () => {
  for (const text of ['8k/8G/8P/9/9/9/9/9/K8 w - 1', '8k/9/6N1G/9/9/9/9/9/K8 w - 1']) {
    expect([text, bench.rules.over(read(text)), bench.rules.result(read(text))]).toEqual([
      text,
      true,
      -WIN,
    ]);
  }
  expect(bench.rules.over(read('8k/8G/9/9/9/9/9/9/K8 w - 1'))).toBe(false);
  expect(bench.rules.over(read('8k/9/6N1G/9/9/9/9/9/K8 w p 1'))).toBe(false);
});

describe('mates', () => {
  const areFound = (plies: number) => {
    const some = problems.filter((problem) => problem.plies === plies).slice(0, 4);
    expect(some).toHaveLength(4);
    // A shorter mate would be worth more.
    for (const { text } of some) {
      expect([text, search(read(text), plies).value]).toEqual([text, WIN]);
    }
  };
  test.each([1, 3])('of %i plies are found, and none shorter', areFound);
  test('of 5 plies are found, and none shorter', { tags: 'long' }, () => areFound(5));

  test('are played as the source plays them, where it says how and no other way is as short', () => {
    const [problem] = problems.filter(({ text }) => text.startsWith('5k3/9/9/6N2'));
    expect(shogi.makeMove(search(read(problem!.text), 1).move!)).toBe(problem!.solution);
  });
});

describe('a tree of bounded width', () => {
  test('has the best moves of every node, those of a wider one first', () => {
    for (const text of dataLines('shogi/positions.sfen').map((line) =>
      line.split('|')[0]!.trim(),
    )) {
      const position = { game: 'shogi', record: read(text) };
      const all = bench.rules.moves(position.record);
      const sorted = bench.rules.moves(withBranching(position, 593).record);
      expect([...sorted].sort()).toEqual([...all].sort());
      for (const branching of [2, 5, 20]) {
        const { record } = withBranching(position, branching);
        expect(bench.rules.moves(record)).toEqual(sorted.slice(0, branching));
        expect(bench.rules.perft(record, 1)).toBe(Math.min(branching, all.length));
      }
    }
  });

  test('has all moves of professionals, 43 % among its best five and 75 % among its best twenty', () => {
    const ranks = dataLines('shogi/games.usi').flatMap((line) => {
      let { record } = shogi.start();
      const moves = line.split('|')[2]!.trim().split(' ');
      return moves.map((text) => {
        const move = unwrap(shogi.parseMove(text));
        const all = withBranching({ game: 'shogi', record }, 593);
        record = bench.rules.play(record, move);
        return bench.rules.moves(all.record).indexOf(move);
      });
    });
    expect(ranks).toHaveLength(3751);
    expect(ranks).not.toContain(-1);
    expect(ranks.filter((rank) => rank < 5).length).toBeGreaterThan(0.43 * ranks.length);
    expect(ranks.filter((rank) => rank < 20).length).toBeGreaterThan(0.75 * ranks.length);
  });
});

describe('a game in which a position comes for the fourth time', () => {
  /** The positions of a game that repeats a few moves from a start. */
  function repeat(text: string, line: string, times: number): Position[] {
    let position: Position = { game: 'shogi', record: read(text) };
    const game = [position];
    for (const move of Array(times).fill(line).join(' ').split(' ')) {
      expect(movesOf(shogi.makePosition(position))).toContain(move);
      const record = bench.rules.play(position.record, unwrap(shogi.parseMove(move)));
      position = { game: 'shogi', record };
      game.push(position);
    }
    return game;
  }

  const start = shogi.makePosition(shogi.start());

  test('is drawn', () => {
    const game = repeat(start, '2h3h 8b7b 3h2h 7b8b', 3);
    expect(judgeRepetition(game)).toEqual({ result: 'draw' });
    expect(judgeRepetition(game.slice(0, -1))).toBeUndefined();
    expect(judgeRepetition(repeat(start, '2h3h 8b7b 3h2h 7b8b', 2))).toBeUndefined();
    expect(judgeRepetition([])).toBeUndefined();
  });

  // The rook follows the king from file to file.
  const chase = '4k4/9/9/9/5R3/9/9/9/K8 b - 1';

  test('is lost by the side that gave check with every move', () => {
    const game = repeat(chase, '4e5e 5a4a 5e4e 4a5a', 3);
    expect(judgeRepetition(game)).toEqual({ result: 'loss', loser: 0 });
    expect(judgeRepetition(game.slice(0, -1))).toBeUndefined();
  });

  test('is drawn when one of the moves was no check', () => {
    const game = repeat(
      chase,
      '4e5e 5a4a 5e6e 4a5a 6e4e 5a5b 4e4f 5b5a 4f4e 5a5b 4e4f 5b5a 4f4e 5a5b 4e4f 5b5a 4f4e 5a5b',
      1,
    );
    expect(judgeRepetition(game)).toEqual({ result: 'draw' });
  });
});

test('instances that share a memory share the tables of the board, also later ones', async () => {
  const { module } = await loadKernel('shogi');
  const memory = createMemory(4 << 20);
  const { start } = freeArena(memory);
  const arenas = [0, 1].map((i) => ({
    start: start + i * (2 << 20),
    end: start + (i + 1) * (2 << 20),
  }));
  const first = new Rules(new Kernel(module, { memory, arena: arenas[0]! }));
  const tables = () => new Uint8Array(memory.buffer, 0, start).slice();
  const before = tables();
  const second = new Rules(new Kernel(module, { memory, arena: arenas[1]! }));
  expect(Buffer.compare(tables(), before)).toBe(0);
  const { record } = shogi.start();
  expect([first.perft(record, 3), second.perft(record, 3)]).toEqual([25470, 25470]);
});
