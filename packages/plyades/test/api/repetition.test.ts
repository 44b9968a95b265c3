// The rule of repetition through the library: who judges a game, what counts as the same position, and
// what search and bot make of the positions before.
import { Chess } from 'chess.js';
import { afterAll, describe, expect, test } from 'vitest';
import {
  bot,
  closeAll,
  type LoadedGame,
  loadGame,
  type Position,
  PROVEN,
  search,
  unwrap,
} from '#dist/api/index.js';
import { createRandom, openBench } from '../support/kernels.js';
import { judgeRepetition } from '../support/shogi-repetition.js';

afterAll(closeAll);

const times = (line: string, count: number) => Array(count).fill(line).join(' ');

/** All positions of a game, from a text and moves. */
function gameOf(game: LoadedGame, text: string, moves: string): readonly Position[] {
  return unwrap(game.playThrough(unwrap(game.parsePosition(text)), moves));
}

/** A lost side that goes to and fro, from a position with the winner to move, and its last move. */
const shuffles = [
  {
    id: 'chess',
    text: '7k/8/8/8/8/8/R7/K2Q4 w - - 0 1',
    cycle: 'a2a3 h8h7 a3a2 h7h8',
  },
  { id: 'checkers', text: 'W:WK14,K15,K18,K19:BK1', cycle: '18-22 1-5 22-18 5-1' },
  { id: 'shogi', text: '4k4/9/9/9/9/9/9/9/K7R b R2B4G 1', cycle: '1i2i 5a4a 2i1i 4a5a' },
  {
    id: 'loa',
    text: '-----X---------XO--------X-------O---O---O----------O--XX------- O',
    cycle: 'a3b3 f1g1 b3a3 g1f1',
  },
];

describe.each(shuffles)('a position that comes again in $id', ({ id, text, cycle }) => {
  const back = cycle.split(' ')[3]!;

  test('ends the game when it comes often enough', async () => {
    const game = await loadGame(id);
    const played = gameOf(game, text, times(cycle, game.repeats - 1));
    expect(game.repetition(played)).toEqual({ result: 'draw' });
    expect(game.repetition(played.slice(0, -1))).toBeUndefined();
    expect(game.repetition(played.slice(1))).toBeUndefined();
    expect(game.repetition([])).toBeUndefined();
  });

  test('is a draw in play mode when once more is enough, and not before', async () => {
    const game = await loadGame(id);
    const at = (rounds: number) => {
      const played = gameOf(game, text, times(cycle, rounds)).slice(0, -1);
      return { root: played.at(-1)!, before: played.slice(0, -1) };
    };
    const { root, before } = at(game.repeats - 1);
    const ai = await bot(id, { hash: 1 });
    for (const find of [
      (each: Position, options: { before?: readonly Position[] }) =>
        search({ position: each, depth: 3, ...options }).result,
      (each: Position, options: { before?: readonly Position[] }) =>
        ai.move(each, { depth: 3, ...options }),
    ]) {
      const found = await find(root, { before });
      expect([found.value, game.notation.makeMove(found.move!)]).toEqual([0, back]);
      // The game is over there, so the line is, too.
      expect(found.line).toHaveLength(1);
      const early = at(game.repeats - 2);
      expect((await find(early.root, { before: early.before })).value).toBeLessThan(-100);
      expect((await find(root, {})).value).toBeLessThan(-100);
    }
    await ai.close();
    const exact = { mode: 'exact', before } as const;
    expect((await search({ position: root, depth: 3, ...exact }).result).value).toBeLessThan(-100);
  });
});

describe('positions before', () => {
  test('mean nothing in other games', async () => {
    const game = await loadGame('othello');
    expect(game.repeats).toBe(0);
    const played = gameOf(game, game.notation.makePosition(game.notation.start()), 'f5 d6 c3');
    expect(game.repetition([...played, ...played, ...played])).toBeUndefined();
    const root = played.at(-1)!;
    const limits = { depth: 5 };
    const found = await search({ position: root, ...limits, before: played }).result;
    const { seconds: _, ...without } = await search({ position: root, ...limits }).result;
    expect(found).toMatchObject(without);
  });

  test('are refused when they are of another game or no positions', async () => {
    const [chess, loa] = [await loadGame('chess'), await loadGame('loa')];
    const root = chess.notation.start();
    const wrong = [loa.notation.start(), { game: 'chess', record: new Uint8Array(44) }];
    const ai = await bot('chess', { hash: 1 });
    for (const each of wrong) {
      expect(() => search({ position: root, depth: 1, before: [each] })).toThrow();
      await expect(ai.move(root, { depth: 1, before: [each] })).rejects.toThrow();
    }
    await ai.close();
  });
});

describe('chess', () => {
  test('a perpetual saves a lost position', async () => {
    const game = await loadGame('chess');
    const lost = unwrap(game.parsePosition('6k1/6p1/8/7Q/8/8/1qr5/7K w - - 0 1'));
    const found = await search({ position: lost, depth: 8 }).result;
    expect(found.value).toBe(0);
    expect(game.notation.makeMove(found.move!)).toBe('h5e8');
    // Without the queen's checks there is nothing left.
    const without = unwrap(game.parsePosition('6k1/6p1/8/7N/8/8/1qr5/7K w - - 0 1'));
    expect((await search({ position: without, depth: 8 }).result).value).toBeLessThan(-500);
  });

  test('clocks, and an en passant square where no pawn may take, make no other position', async () => {
    const { rules } = await openBench('chess');
    const { notation } = await loadGame('chess');
    const key = (text: string) => rules.repetitionKey(unwrap(notation.parsePosition(text)).record);
    const pinned = '8/2p5/3p4/KP5r/1R2Pp1k/8/6P1/8 b';
    expect(key(`${pinned} - e3 0 1`)).toBe(key(`${pinned} - - 30 40`));
    const free = '8/2p5/3p3k/KP5r/1R2Pp2/8/6P1/8 b';
    expect(key(`${free} - e3 0 1`)).not.toBe(key(`${free} - - 0 1`));
    const castling = 'r3k2r/8/8/8/8/8/8/R3K2R w';
    const rights = ['KQkq', 'KQ', 'Kkq', '-'].map((each) => key(`${castling} ${each} - 0 1`));
    expect(new Set(rights).size).toBe(4);
  });

  test('agrees with chess.js, whose FEN names an en passant square only where a pawn may take', async () => {
    const game = await loadGame('chess');
    const random = createRandom(12);
    const starts = [
      'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1',
      '4k3/8/8/8/8/8/4P3/R3K3 w Q - 0 1',
      '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1',
    ];
    let ended = 0;
    for (let round = 0; round < 60; round++) {
      const text = starts[round % starts.length]!;
      const other = new Chess(text);
      const seen = [other.fen().split(' ').slice(0, 4).join(' ')];
      const played = [unwrap(game.parsePosition(text))];
      for (let ply = 0; ply < 60 && !other.isGameOver(); ply++) {
        const here = played.at(-1)!;
        const moves = game.legalMoves(here);
        // To and fro: take the last own move back if it can be.
        const last = other.history({ verbose: true }).at(-2);
        const undo = moves.find(
          (move) => last && game.notation.makeMove(move) === last.to + last.from,
        );
        const move =
          undo !== undefined && random.below(5) > 0 ? undo : moves[random.below(moves.length)]!;
        const written = game.notation.makeMove(move);
        other.move({
          from: written.slice(0, 2),
          to: written.slice(2, 4),
          ...(written[4] && { promotion: written[4] }),
        });
        played.push(unwrap(game.play(here, move)));
        const position = other.fen().split(' ').slice(0, 4).join(' ');
        seen.push(position);
        const third = seen.filter((each) => each === position).length === 3;
        expect(game.repetition(played) !== undefined).toBe(third);
        if (third) ended++;
        if (third) break;
      }
    }
    expect(ended).toBeGreaterThan(10);
  });
});

describe('shogi', () => {
  // The rook follows the king from file to file.
  const chase = '4k4/9/9/9/5R3/9/9/9/K8 b r2b4g 1';
  const cycle = '4e5e 5a4a 5e4e 4a5a';

  test('perpetual check loses', async () => {
    const game = await loadGame('shogi');
    const played = gameOf(game, chase, times(cycle, 3));
    expect(game.repetition(played)).toEqual({ result: 'loss', loser: 0 });
    expect(game.repetition(played.slice(0, -1))).toBeUndefined();
  });

  test('the checked side comes back for the fourth time and has won', async () => {
    const game = await loadGame('shogi');
    const played = gameOf(game, chase, times(cycle, 3)).slice(0, -1);
    const before = played.slice(0, -1);
    const found = await search({ position: played.at(-1)!, depth: 2, before }).result;
    expect(found.value).toBe(PROVEN - 1);
    expect(game.notation.makeMove(found.move!)).toBe('4a5a');
  });

  test('the checking side must do something else', async () => {
    const game = await loadGame('shogi');
    // Each check is the fourth time: the first position of the game was one check before.
    const start = '5k3/9/9/9/4R4/9/9/9/K8 b r2b4g 1';
    const line = gameOf(game, start, `5e4e 4a5a ${times(cycle, 2)} 4e5e 5a4a`);
    const [root, before] = [line.at(-1)!, line.slice(0, -1)];
    const [free, bound] = await Promise.all(
      [[], before].map((each) => search({ position: root, depth: 4, before: each }).result),
    );
    const fourth = unwrap(game.play(root, unwrap(game.notation.parseMove('5e4e'))));
    expect(game.repetition([...line, fourth])).toEqual({ result: 'loss', loser: 0 });
    expect(game.notation.makeMove(free!.move!)).toBe('5e4e');
    expect(game.notation.makeMove(bound!.move!)).not.toBe('5e4e');
    expect(bound!.value).toBeLessThan(free!.value);
  });

  test('on the line, checks that come again are lost and not drawn', async () => {
    const game = await loadGame('shogi');
    // Black is far behind: a draw would be welcome, but checks are all it has.
    const behind = unwrap(game.parsePosition(chase));
    const found = await search({ position: behind, depth: 5 }).result;
    expect(found.value).toBeLessThan(-1000);
    expect(found.value).toBeGreaterThan(1 - PROVEN);
  });

  test('kernel and notation judge alike', async () => {
    const game = await loadGame('shogi');
    const random = createRandom(5);
    const seen = { draw: 0, loss: 0 };
    for (let round = 0; round < 120; round++) {
      const played = [unwrap(game.parsePosition('4k4/9/9/9/5R3/9/9/9/K8 b - 1'))];
      for (let ply = 0; ply < 40; ply++) {
        const nexts = game
          .legalMoves(played.at(-1)!)
          .map((m) => unwrap(game.play(played.at(-1)!, m)));
        const known = new Set(played.map(({ record }) => String(record)));
        const checks = nexts.filter(
          (next) => round % 2 === 0 && (ply % 2 === 1 || isCheck(next)) && random.below(20) > 0,
        );
        const old = (checks.length > 0 ? checks : nexts).filter((n) => known.has(String(n.record)));
        const choice = old.length > 0 ? old : checks.length > 0 ? checks : nexts;
        if (choice.length === 0) break;
        played.push(choice[random.below(choice.length)]!);
        const judged = game.repetition(played);
        expect(judged).toEqual(judgeRepetition(played));
        if (!judged) continue;
        seen[judged.result]++;
        break;
      }
    }
    expect(Math.min(seen.draw, seen.loss)).toBeGreaterThan(5);
  });
});

const { rules: shogiRules } = await openBench('shogi');
const isCheck = ({ record }: Position) => shogiRules.checked(record);
