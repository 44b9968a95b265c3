import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unwrap } from '#dist/core/result.js';
import { chess } from '#dist/games/chess/index.js';
import { epdLines } from '../support/epd.js';
import { obeysTheLaws, refusal } from '../support/notation-laws.js';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

const read = (text: string) => unwrap(chess.parsePosition(text));
const refused = (text: string) => refusal(chess.parsePosition(text));
const written = (text: string) => chess.makePosition(read(text));

const positions = [
  'perft',
  '../../../../lab/data/openings',
  'wac',
  'bratko-kopec',
  'mate-2',
  'mate-4',
].flatMap((file) => epdLines(`chess/${file}.epd`).map(({ fen }) => fen));

/** Every move of a piece on an empty board, and all promotions. */
const codes = Array.from({ length: 5 * 4096 }, (_, code) => code).filter((code) => {
  const [from, to, promotion] = [code & 63, (code >> 6) & 63, code >> 12];
  const dx = Math.abs((from & 7) - (to & 7));
  const dy = Math.abs((from >> 3) - (to >> 3));
  if (promotion === 0) return from !== to && (dx * dy === 0 || dx === dy || dx * dy === 2);
  return dx <= 1 && ['6-7', '1-0'].includes(`${from >> 3}-${to >> 3}`);
});

obeysTheLaws(chess, fc.constantFrom(...positions).map(read), codes);

test('there are 1,792 moves of pieces and 176 promotions', () => {
  expect(codes).toHaveLength(1792 + 176);
});

describe('a chess position', () => {
  test('is written as it was read', () => {
    for (const fen of positions) {
      const full = / \d+ \d+$/.test(fen) ? fen : `${fen} 0 1`;
      const [board, side, castling, passant, ...counters] = full.split(' ');
      const again = written(fen).split(' ');
      expect([fen, again[0], again[1], again[2]]).toEqual([fen, board, side, castling]);
      expect(['-', passant]).toContain(again[3]);
      expect(again.slice(4)).toEqual(counters);
    }
  });

  test('may leave out its counters, and castling letters may have any order', () => {
    expect(written(START.replace(' 0 1', ''))).toBe(START);
    expect(written(START.replace(' 1', ''))).toBe(START);
    expect(written(START.replace('KQkq', 'qkQK'))).toBe(START);
    expect(written(`  ${START.replaceAll(' ', '  ')} `)).toBe(START);
  });

  test('keeps the en passant square only where a pawn can take', () => {
    const open = 'rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 3';
    expect(written(open)).toBe(open);
    const closed = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1';
    expect(written(closed)).toBe(closed.replace('e3', '-'));
  });

  test('is refused when badly written, with the place', () => {
    const cases: [text: string, code: string, at: number][] = [
      ['', 'ERR_MISSING', 0],
      [START.replace('pppppppp', 'ppppxppp'), 'ERR_CHARACTER', 13],
      [START.replace('pppppppp', 'ppppppp9'), 'ERR_CHARACTER', 16],
      [START.replace('pppppppp', 'ppppppp'), 'ERR_LENGTH', 16],
      [START.replace('pppppppp', 'ppppppppp'), 'ERR_LENGTH', 17],
      [START.replace('8/8', '44/71P/8'), 'ERR_LENGTH', 23],
      [START.replace('/8/8/8/8', '/8/8/8'), 'ERR_LENGTH', 41],
      [START.replace('/8/8', '/8/8/8'), 'ERR_LENGTH', 36],
      [START.slice(0, 43), 'ERR_SIDE', 43],
      [START.replace(' w', ' x'), 'ERR_SIDE', 44],
      [START.slice(0, 45), 'ERR_MISSING', 45],
      [START.slice(0, 50), 'ERR_MISSING', 50],
      [START.replace('KQkq', 'KQkx'), 'ERR_VALUE', 49],
      [START.replace('KQkq', 'KQkK'), 'ERR_VALUE', 49],
      [START.replace('KQkq -', 'KQkq e3'), 'ERR_VALUE', 51],
      [START.replace('KQkq -', 'KQkq e9'), 'ERR_VALUE', 51],
      [START.replace('0 1', '-1 1'), 'ERR_VALUE', 53],
      [START.replace('0 1', '0 0'), 'ERR_VALUE', 55],
      [START.replace('0 1', '0 10000'), 'ERR_VALUE', 55],
      [`${START} 5`, 'ERR_LENGTH', 57],
      [START.padEnd(201), 'ERR_TOO_LONG', 200],
    ];
    for (const [text, code, at] of cases) {
      expect([text, refused(text)]).toMatchObject([text, { code, at }]);
    }
  });

  test('is refused when no game leads there, with the place', () => {
    const cases: [text: string, at: number, message: string][] = [
      ['8/8/8/8/8/8/8/K7 w - - 0 1', 0, 'Black has no king'],
      ['k7/8/8/8/8/8/8/8 w - - 0 1', 0, 'White has no king'],
      ['k7/8/8/8/8/8/8/K1K5 w - - 0 1', 17, 'White has 2 kings'],
      ['k6P/8/8/8/8/8/8/K7 w - - 0 1', 2, 'a pawn cannot stand on h8'],
      ['k7/8/8/8/8/8/8/K6p w - - 0 1', 17, 'a pawn cannot stand on h1'],
      ['k7/8/8/8/8/8/8/RK6 w - - 0 1', 0, 'White is to move and could take the king on a8'],
      ['8/8/8/8/8/8/1k6/K7 b - - 0 1', 16, 'Black is to move and could take the king on a1'],
      ['k7/pppppppp/p7/8/8/8/8/K7 w - - 0 1', 12, 'Black has 9 pawns: there were 8 pawns'],
      [
        'k7/8/8/8/8/8/PPPPPPP1/KQQQ4 w - - 0 1',
        25,
        'White has 7 pawns and 2 promoted pieces: there were 8 pawns',
      ],
      ['k7/8/8/8/8/8/8/4K3 w K - 0 1', 21, 'castling K needs the king on e1 and a rook on h1'],
      ['r3k3/8/8/8/8/8/8/R4K2 b Qq - 0 1', 24, 'castling Q needs the king on e1 and a rook on a1'],
      ['4k3/8/8/8/8/8/8/4K3 w - d6 0 1', 24, 'there is no pawn on d5 to be taken en passant'],
      ['4k3/3p4/8/3pP3/8/8/8/4K3 w - d6 0 1', 29, 'the pawn on d5 cannot have come over d6'],
      [
        '4k3/8/8/8/1b5r/5n2/8/r3K3 w - - 0 1',
        23,
        '3 pieces give check, but a move can leave no more than 2',
      ],
    ];
    for (const [text, at, message] of cases) {
      expect([text, refused(text)]).toMatchObject([text, { code: 'ERR_IMPOSSIBLE', at, message }]);
    }
  });
});

describe('a chess move', () => {
  test('is from and to, and the piece of a promotion', () => {
    expect(unwrap(chess.parseMove('e2e4'))).toBe(12 | (28 << 6));
    expect(unwrap(chess.parseMove('A7A8Q'))).toBe(48 | (56 << 6) | (4 << 12));
    expect(chess.makeMove(52 | (60 << 6) | (1 << 12))).toBe('e7e8n');
  });

  test('is refused with the place of the mistake', () => {
    const cases: [text: string, at: number][] = [
      ['', 0],
      ['i2e4', 0],
      ['e9e4', 1],
      ['e2', 2],
      ['e2x4', 2],
      ['e2e9', 3],
      ['e2e4q', 4],
      ['e7e8k', 4],
      ['e7e8x', 4],
      ['e7g8q', 4],
      ['e2e2', 2],
      ['a1b4', 2],
      ['0000', 0],
      ['e2e4e5', 0],
    ];
    for (const [text, at] of cases) {
      expect([text, refusal(chess.parseMove(text))]).toMatchObject([
        text,
        { code: 'ERR_MOVE', at },
      ]);
    }
  });
});

test('a chess board is drawn from rank 8 down, with the squares moves lead to', () => {
  const moves = ['e2e4', 'g1f3'].map((text) => unwrap(chess.parseMove(text)));
  expect(chess.draw(chess.start(), moves)).toBe(
    [
      '8 r n b q k b n r',
      '7 p p p p p p p p',
      '6 - - - - - - - -',
      '5 - - - - - - - -',
      '4 - - - - * - - -',
      '3 - - - - - * - -',
      '2 P P P P P P P P',
      '1 R N B Q K B N R',
      '  a b c d e f g h',
      'White to move',
    ].join('\n'),
  );
});
