// chess.js and chessops see the same games as Plyades: positions in both directions by FEN, each legal move in both
// directions, along random games with castling, promotions and captures en passant.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Chess, type Move as ChessMove } from 'chess.js';
import { bot, closeAll, type Position } from 'plyades';
import {
  type ChessJsMove,
  type ChessopsMove,
  fenOf,
  fromChessJs,
  fromChessops,
  positionOf,
  positionsBefore,
  toChessJs,
  toChessops,
} from 'plyades/adapters/chess';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chessStarts } from '../support/chess-starts.js';
import { type Bench, createRandom, openBench } from '../support/kernels.js';
import { testSeeds } from '../support/long.js';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench('chess');
});
afterAll(closeAll);

const after = (position: Position, move: number): Position => ({
  game: 'chess',
  record: bench.rules.play(position.record, move),
});

describe('chess.js', () => {
  const nameOf = ({ from, to, promotion = '' }: ChessJsMove) => from + to + promotion;

  const isCastling = (move: ChessMove) => move.isKingsideCastle() || move.isQueensideCastle();
  const isSpecial = (move: ChessMove) =>
    isCastling(move) || move.isPromotion() || move.isEnPassant();

  testSeeds('plays the same random games', 1, 12, (seeds) => {
    const met = { castling: 0, promotion: 0, passant: 0 };
    for (const seed of seeds) {
      const random = createRandom(seed);
      for (const fen of chessStarts) {
        const game = new Chess(fen);
        for (let ply = 0; ply < 25 && !game.isGameOver(); ply++) {
          const position = positionOf(game);
          expect(new Chess(fenOf(position)).fen()).toBe(game.fen());
          const theirs = game.moves({ verbose: true });
          const ours = bench.rules.moves(position.record);
          expect(ours.map((move) => nameOf(toChessJs(move))).sort()).toEqual(
            theirs.map(nameOf).sort(),
          );
          const special = theirs.filter(isSpecial);
          const among = special.length > 0 && random.below(2) === 0 ? special : theirs;
          const chosen = among[random.below(among.length)]!;
          const move = fromChessJs(chosen);
          const played = game.move(toChessJs(move));
          expect(played.san).toBe(chosen.san);
          expect(fenOf(after(position, move))).toBe(fenOf(positionOf(game)));
          met.castling += Number(isCastling(played));
          met.promotion += Number(played.isPromotion());
          met.passant += Number(played.isEnPassant());
        }
      }
    }
    for (const [kind, count] of Object.entries(met)) expect(count, kind).toBeGreaterThan(0);
  });

  test('gives the bot the positions before, so that it knows what a repetition costs', async () => {
    const game = new Chess();
    for (const san of ['Nf3', 'Nf6', 'Ng1', 'Ng8', 'Nf3']) game.move(san);
    const before = positionsBefore(game);
    expect(before).toHaveLength(5);
    expect(before[0]).toEqual(positionOf(new Chess()));
    expect(fenOf(before[4]!)).toBe('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4 3');
    await using ai = await bot('chess', { workers: 1 });
    const { move } = await ai.move(positionOf(game), { nodes: 1000, before });
    expect(game.move(toChessJs(move!)).color).toBe('b');
  });
});

describe('chessops', () => {
  interface Seen {
    readonly fen: string;
    readonly legal: readonly ChessopsMove[];
    readonly played?: ChessopsMove;
  }
  const script = fileURLToPath(new URL('../support/chessops-games.mjs', import.meta.url));
  const gamesOf = (seed: number): Seen[][] => {
    const args = [script, String(seed), '50', ...chessStarts];
    return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
  };
  const nameOf = ({ from, to, promotion }: ChessopsMove) => `${from} ${to} ${promotion ?? ''}`;

  testSeeds('plays the same random games', 1, 12, (seeds) => {
    const met = { castling: 0, promotion: 0 };
    for (const [i, { fen, legal, played }, next] of seeds.flatMap((seed) =>
      gamesOf(seed).flatMap((game) => game.map((seen, i) => [i, seen, game[i + 1]] as const)),
    )) {
      const position = positionOf(fen);
      expect(fenOf(position), `position ${i}`).toBe(fen);
      if (played === undefined) continue;
      const ours = bench.rules.moves(position.record);
      expect(ours.map((move) => nameOf(toChessops(move, position))).sort()).toEqual(
        legal.map(nameOf).sort(),
      );
      for (const move of ours)
        expect(fromChessops(toChessops(move, position), position)).toBe(move);
      const move = fromChessops(played, position);
      if (next !== undefined) expect(fenOf(after(position, move))).toBe(next.fen);
      met.castling += Number(played.to !== ((move >> 6) & 63));
      met.promotion += Number(played.promotion !== undefined);
    }
    for (const [kind, count] of Object.entries(met)) expect(count, kind).toBeGreaterThan(0);
  });

  test('may write castling as the move of the king, too', () => {
    const position = positionOf('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1');
    expect(fromChessops({ from: 4, to: 6 }, position)).toBe(
      fromChessops({ from: 4, to: 7 }, position),
    );
    expect(toChessops(fromChessops({ from: 4, to: 2 }, position), position)).toEqual({
      from: 4,
      to: 0,
    });
  });

  test('has a king that moves two files without castling in no position, but a rook does', () => {
    const position = positionOf('7k/8/8/8/8/8/8/K3R3 w - - 0 1');
    expect(toChessops(fromChessops({ from: 4, to: 6 }, position), position)).toEqual({
      from: 4,
      to: 6,
    });
  });
});

describe('what is refused', () => {
  test.each([
    ['a FEN without kings', () => positionOf('8/8/8/8/8/8/8/8 w - - 0 1'), 'ERR_IMPOSSIBLE'],
    ['a text that is no FEN', () => positionOf('e2e4'), /^ERR_/],
    ['squares of no board', () => fromChessJs({ from: 'e2', to: 'e9' }), 'ERR_MOVE'],
    ['a null move', () => fromChessJs({ from: 'e1', to: 'e1' }), 'ERR_MOVE'],
    ['square 64', () => fromChessops({ from: 4, to: 64 }, positionOf(chessStarts[0]!)), 'ERR_MOVE'],
    [
      'a promotion in the middle of the board',
      () => fromChessops({ from: 12, to: 20, promotion: 'queen' }, positionOf(chessStarts[0]!)),
      'ERR_MOVE',
    ],
  ])('is %s, with a code', (_, action, code) => {
    expect(action).toThrow(expect.objectContaining({ code: expect.stringMatching(code) }));
  });
});
