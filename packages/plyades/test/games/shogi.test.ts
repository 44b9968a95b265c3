import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRandom } from '#dist/core/random.js';
import { unwrap } from '#dist/core/result.js';
import { declaration, shogi, withBranching } from '#dist/games/shogi/index.js';
import { dataLines } from '../support/data.js';
import { obeysTheLaws, refusal } from '../support/notation-laws.js';

const read = (text: string) => unwrap(shogi.parsePosition(text));
const refused = (text: string) => refusal(shogi.parsePosition(text));
const start = 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1';

/** A mate problem of the data with three bishops and six knights: no set has as many. */
const flawed = 'kn7/ps7/9/9/N8/9/9/9/8B b 2r2b4g2s4n4l18p 1';

/** Positions of the data files. */
const texts = ['perft.txt', 'positions.sfen', 'bench.sfen', 'tsume.sfen']
  .flatMap((file) =>
    dataLines(`shogi/${file}`).map((line) => line.split('|')[file === 'perft.txt' ? 1 : 0]!.trim()),
  )
  .filter((text) => text !== flawed);

const positions = fc
  .tuple(fc.constantFrom(start, ...texts), fc.constantFrom(0, 0, 2, 5, 593))
  .map(([text, branching]) => withBranching(read(text), branching));

/** From every square to every other, with and without promotion, and all drops. */
const moves = Array.from({ length: 88 * 128 * 2 }, (_, code) => {
  const [to, from, promotes] = [code & 127, (code >> 7) % 88, code >= 88 * 128];
  if (to > 80 || to === from || (promotes && from > 80)) return -1;
  return (promotes ? 1 << 14 : 0) | (from << 7) | to;
}).filter((move) => move >= 0);

obeysTheLaws(shogi, positions, moves);

describe('a shogi position', () => {
  test('starts with twenty pieces each and nothing in hand', () => {
    const { record } = shogi.start();
    expect(record).toHaveLength(92);
    expect(record.slice(0, 81).filter((piece) => piece > 0 && piece < 16)).toHaveLength(20);
    expect(record.slice(0, 81).filter((piece) => piece >= 16)).toHaveLength(20);
    // File 1 from Black's right, rank a on White's side: lance on 1a, rook on 2h, king on 5i.
    expect([record[0], record[9 + 7], record[36 + 8]]).toEqual([2 + 16, 6, 8]);
    expect([...record.slice(81)]).toEqual(Array(11).fill(0));
  });

  test('of the data files is read and written again, its move number left out', () => {
    expect(texts).toHaveLength(5 + 47 + 4 + 125);
    expect(refused(flawed)).toMatchObject({ code: 'ERR_IMPOSSIBLE', input: 'n', at: 1 });
    for (const text of texts) {
      const [board, side, hands] = text.split(' ');
      expect(shogi.makePosition(read(text))).toBe(`${board} ${side} ${hands} 1`);
    }
  });

  test('needs no move number, and may say how many moves a node keeps', () => {
    const bare = start.replace(' 1', '');
    expect(read(bare)).toEqual(read(start));
    expect(shogi.makePosition(read(`${bare} b=20`))).toBe(`${start} b=20`);
    expect(shogi.makePosition(withBranching(read(start), 5))).toBe(`${start} b=5`);
    expect(withBranching(read(`${start} b=5`), 0)).toEqual(read(start));
    expect(() => withBranching(read(start), 594)).toThrow(RangeError);
  });

  test('lists hands in one order, whatever order they were given in', () => {
    const text = '4k4/9/9/9/9/9/9/9/4K4 b P2GRpb 1';
    expect(shogi.makePosition(read(text))).toBe('4k4/9/9/9/9/9/9/9/4K4 b R2GPbp 1');
  });

  test('that is badly written is refused with the place', () => {
    const cases: [text: string, code: string, at: number][] = [
      ['', 'ERR_LENGTH', 0],
      [start.replace('9/9/9', '9/9'), 'ERR_LENGTH', 55],
      [start.replace(' b - 1', '/9 b - 1'), 'ERR_LENGTH', 57],
      [start.replace('1r5b1', '1r5b2'), 'ERR_LENGTH', 14],
      [start.replace('1r5b1', '1r5b'), 'ERR_LENGTH', 14],
      [start.replace('1r5b1', '1r5x1'), 'ERR_CHARACTER', 13],
      [start.replace('1r5b1', '1r+5b'), 'ERR_CHARACTER', 12],
      [start.replace('lnsgkgsnl', 'lnsg+kgsnl'), 'ERR_CHARACTER', 4],
      [start.replace('LNSGKGSNL', 'LNSGKGSN+'), 'ERR_CHARACTER', 56],
      [start.replace(' b ', ' x '), 'ERR_SIDE', 58],
      [start.slice(0, 57), 'ERR_SIDE', 57],
      [start.slice(0, 59), 'ERR_MISSING', 59],
      [start.replace(' - ', ' k '), 'ERR_CHARACTER', 60],
      [start.replace(' - ', ' 19P '), 'ERR_VALUE', 60],
      [start.replace(' - ', ' 1P '), 'ERR_VALUE', 60],
      [start.replace(' - ', ' 0P '), 'ERR_VALUE', 60],
      [start.replace(' - ', ' 2 '), 'ERR_CHARACTER', 61],
      [start.replace(' - ', ' P2P '), 'ERR_VALUE', 61],
      [start.replace(' - 1', ' - x'), 'ERR_VALUE', 62],
      [start.replace(' - 1', ' - 0'), 'ERR_VALUE', 62],
      [`${start} b=0`, 'ERR_VALUE', 66],
      [`${start} b=594`, 'ERR_VALUE', 66],
      [`${start} b=5 b=6`, 'ERR_VALUE', 70],
      [`${start} b=5 7`, 'ERR_VALUE', 68],
    ];
    for (const [text, code, at] of cases)
      expect([text, refused(text)]).toMatchObject([text, { code, at }]);
  });

  test('that no game can reach is refused with the piece that makes it so', () => {
    const cases: [text: string, input: string, at: number][] = [
      // No king at all, two black ones, and one that could be taken.
      ['9/9/9/9/9/9/9/9/9 b - 1', '', 0],
      ['4k4/9/9/9/9/9/9/9/3KK4 b - 1', 'K', 20],
      ['4k4/9/9/9/9/9/9/9/4R1K2 b - 1', 'k', 1],
      ['4k4/9/9/9/9/9/9/9/4K1r2 w - 1', 'K', 19],
      // Pieces that could never move again.
      ['P3k4/9/9/9/9/9/9/9/4K4 b - 1', 'P', 0],
      ['4k4/9/9/9/9/9/9/9/l3K4 b - 1', 'l', 18],
      ['4k4/N8/9/9/9/9/9/9/4K4 b - 1', 'N', 4],
      ['4k4/9/9/9/9/9/9/7n1/4K4 b - 1', 'n', 17],
      // Two pawns on a file, although a promoted one may stand there.
      ['4k4/9/P8/P8/9/9/9/9/4K4 b - 1', 'P', 9],
      // More pieces than a set has, on the board and in hand.
      ['4k4/9/3RR4/9/9/9/9/9/4K4 b R 1', 'R', 8],
      ['4k4/9/4+P4/9/9/9/9/9/4K4 w 10P8p 1', '+P', 7],
      ['4k4/9/9/9/9/9/9/9/4K4 b 10P9p 1', '10P9p', 24],
    ];
    for (const [text, input, at] of cases) {
      expect([text, refused(text)]).toMatchObject([text, { code: 'ERR_IMPOSSIBLE', input, at }]);
    }
    expect(shogi.parsePosition('4k4/9/P8/+P8/9/9/9/9/4K4 b - 1').ok).toBe(true);
  });

  test('may lack the king of one side, as mate problems do', () => {
    expect(shogi.parsePosition('4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1').ok).toBe(true);
    expect(shogi.parsePosition('9/9/9/9/9/9/9/9/4K4 b - 1').ok).toBe(true);
  });
});

describe('a shogi move', () => {
  test('is written as in USI', () => {
    expect(unwrap(shogi.parseMove('7g7f'))).toBe(((6 * 9 + 6) << 7) | (6 * 9 + 5));
    expect(unwrap(shogi.parseMove('8h2b+'))).toBe((1 << 14) | ((7 * 9 + 7) << 7) | (9 + 1));
    expect(unwrap(shogi.parseMove('P*5e'))).toBe((81 << 7) | (4 * 9 + 4));
    expect(unwrap(shogi.parseMove('G*1a'))).toBe(87 << 7);
  });

  test('is refused with the place of the mistake', () => {
    const cases: [text: string, at: number][] = [
      ['', 0],
      ['7g7', 0],
      ['7g7f++', 0],
      ['0g7f', 0],
      ['7g7j', 2],
      ['7g7g', 2],
      ['7g7f=', 4],
      ['7G7F', 0],
      ['K*5e', 0],
      ['p*5e', 0],
      ['P*5j', 2],
      ['P*5e+', 4],
      ['resign', 0],
    ];
    for (const [text, at] of cases) {
      expect([text, refusal(shogi.parseMove(text))]).toMatchObject([
        text,
        { code: 'ERR_MOVE', at },
      ]);
    }
  });
});

test('a shogi board is drawn with coordinates, hands, targets and the turn', () => {
  const position = read('4k4/9/4+P4/9/9/9/9/9/4K4 b G2r17p 1 b=5');
  const highlight = [unwrap(shogi.parseMove('G*5b')), unwrap(shogi.parseMove('5c5b'))];
  expect(shogi.draw(position, highlight)).toBe(
    [
      'White holds 2r17p',
      '  9  8  7  6  5  4  3  2  1',
      '  .  .  .  .  k  .  .  .  . a',
      '  .  .  .  .  *  .  .  .  . b',
      '  .  .  .  . +P  .  .  .  . c',
      '  .  .  .  .  .  .  .  .  . d',
      '  .  .  .  .  .  .  .  .  . e',
      '  .  .  .  .  .  .  .  .  . f',
      '  .  .  .  .  .  .  .  .  . g',
      '  .  .  .  .  .  .  .  .  . h',
      '  .  .  .  .  K  .  .  .  . i',
      'Black holds G',
      'Black to move',
      'the best 5 moves of every node',
    ].join('\n'),
  );
});

describe('a declaration of the entered king', () => {
  /** The king on 5a with ten golds and pawns in the camp; hands make up the points. */
  const camp = (hand: string, side = 'b') =>
    `+P+P2K4/+P+P+P+P+P4/+P+P+P6/9/9/9/9/9/4k4 ${side} ${hand} 1`;

  test('wins for Black with 28 points, ten pieces in the camp and no check', () => {
    const won = declaration(read(camp('2R2B')));
    expect(won).toEqual({
      wins: true,
      points: 30,
      needed: 28,
      company: 10,
      kingEntered: true,
      inCheck: false,
    });
    expect(declaration(read(camp('RB4G3S')))).toMatchObject({ wins: false, points: 27 });
    expect(declaration(read(camp('RB4G4S')))).toMatchObject({ wins: true, points: 28 });
  });

  test('needs 27 points of White', () => {
    const mirrored = '4K4/9/9/9/9/9/6+p+p+p/4+p+p+p+p+p/4k2+p+p w';
    expect(declaration(read(`${mirrored} rb4g3s 1`))).toMatchObject({ wins: true, points: 27 });
    expect(declaration(read(`${mirrored} rb4g2s 1`))).toMatchObject({ wins: false, points: 26 });
  });

  test('does not hold in check, with too little company, or with a king at home', () => {
    const checked = camp('2R2B').replace('+P+P2K4', '+P+P2K2r1');
    expect(declaration(read(checked.replace('2R2B', 'R2B')))).toMatchObject({
      wins: false,
      inCheck: true,
    });
    const alone = camp('2R2B4G4S').replace('+P+P+P6', '9');
    expect(declaration(read(alone))).toMatchObject({ wins: false, company: 7, kingEntered: true });
    expect(declaration(shogi.start())).toMatchObject({ wins: false, kingEntered: false });
  });
});

test('random texts of hands never add up to more than a set', () => {
  const random = createRandom(5);
  for (let i = 0; i < 200; i++) {
    const counts = ['R', 'B', 'G', 'S', 'N', 'L', 'P'].map(() => 2 + random.below(3));
    const hands = counts.map((count, kind) => `${count}${'RBGSNLP'[kind]}`).join('');
    const result = shogi.parsePosition(`4k4/9/9/9/9/9/9/9/4K4 b ${hands} 1`);
    expect(result.ok).toBe(
      counts[0]! <= 2 && counts[1]! <= 2 && counts.slice(2, 6).every((n) => n <= 4),
    );
  }
});
