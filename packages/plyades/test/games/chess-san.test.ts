import { beforeAll, describe, expect, test } from 'vitest';
import { unwrap } from '#dist/core/result.js';
import { chess, makeSan, parseSan } from '#dist/games/chess/index.js';
import { dataLines } from '../support/data.js';
import { epdLines } from '../support/epd.js';
import { type Bench, createRandom, openBench, randomPosition } from '../support/kernels.js';

let bench: Bench;

beforeAll(async () => {
  bench = await openBench('chess');
});

const record = (fen: string) => unwrap(chess.parsePosition(fen)).record;
const san = (fen: string, move: string) =>
  makeSan(bench.rules, record(fen), unwrap(chess.parseMove(move)));

/** The moves of each game of a PGN file, with the number of plies that its tags promise. */
function games(): { moves: string[]; plies: number }[] {
  const text = dataLines('../../../lab/data/deep-blue-kasparov.pgn').join('\n');
  return text.split(/(?=\[Event )/).flatMap((game) => {
    const moves = game
      .replace(/\[[^\]]*\]|\{[^}]*\}/g, ' ')
      .split(/\s+/)
      .map((word) => word.replace(/^\d+\.+/, ''))
      .filter((word) => /^[A-Za-z]/.test(word));
    const plies = Number(/\[PlyCount "(\d+)"\]/.exec(game)?.[1] ?? moves.length);
    return moves.length > 0 ? [{ moves, plies }] : [];
  });
}

describe('a move in algebraic notation', () => {
  test('of Deep Blue against Kasparov is read, and written as it was', () => {
    expect(games()).toHaveLength(12);
    for (const { moves, plies } of games()) {
      expect(moves).toHaveLength(plies);
      let position = bench.start;
      for (const text of moves) {
        const move = unwrap(parseSan(bench.rules, position, text));
        expect(makeSan(bench.rules, position, move)).toBe(text);
        position = bench.rules.play(position, move);
      }
    }
  });

  test('of the best moves of Win at Chess is read', () => {
    for (const { fen, operations } of epdLines('chess/wac.epd')) {
      for (const text of operations.get('bm')!.split(' ')) {
        expect([fen, text, parseSan(bench.rules, record(fen), text).ok]).toEqual([fen, text, true]);
      }
    }
  });

  test('is read again as the same move in random games, and no two moves share a text', () => {
    for (let seed = 0; seed < 100; seed++) {
      const position = randomPosition(bench, seed, createRandom(seed));
      const moves = bench.rules.moves(position);
      const texts = moves.map((move) => makeSan(bench.rules, position, move));
      expect(new Set(texts).size).toBe(texts.length);
      for (const [i, text] of texts.entries()) {
        expect(unwrap(parseSan(bench.rules, position, text))).toBe(moves[i]);
      }
    }
  });

  test('names file, rank or both where pieces share a target', () => {
    const fen = '7k/8/8/1Q3Q2/8/8/8/1Q4K1 w - - 0 1';
    expect(san(fen, 'b1d3')).toBe('Q1d3');
    expect(san(fen, 'f5d3')).toBe('Qfd3');
    expect(san(fen, 'b5d3')).toBe('Qb5d3');
  });

  test('has signs for castling, check, mate and promotion', () => {
    expect(san('4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1', 'e1g1')).toBe('O-O');
    expect(san('3k4/8/8/8/8/8/8/R3K2R w KQ - 0 1', 'e1c1')).toBe('O-O-O+');
    expect(san('6k1/3P1ppp/8/8/8/8/8/6K1 w - - 0 1', 'd7d8q')).toBe('d8=Q#');
    expect(san('4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1', 'e5d6')).toBe('exd6');
  });

  test('is refused when it is none, not legal, or not clear', () => {
    const code = (fen: string, text: string) => {
      const result = parseSan(bench.rules, record(fen), text);
      return result.ok ? 'ok' : result.error.code;
    };
    const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
    expect(code(start, 'Nf3!')).toBe('ok');
    expect(code(start, 'hello')).toBe('ERR_MOVE');
    expect(code(start, 'N'.repeat(1000))).toBe('ERR_MOVE');
    expect(code(start, 'Nf4')).toBe('ERR_ILLEGAL_MOVE');
    expect(code(start, 'O-O')).toBe('ERR_ILLEGAL_MOVE');
    expect(code('7k/8/8/1Q3Q2/8/8/8/1Q4K1 w - - 0 1', 'Qd3')).toBe('ERR_ILLEGAL_MOVE');
  });
});
