// Game files as other programs write them, and files that are damaged.
import fc from 'fast-check';
import { loadGame } from 'plyades';
import { describe, expect, test } from 'vitest';
import { formatsOf, makeGameFile, parseGameFile } from '../../src/formats/index.js';
import { MAX_FILE } from '../../src/formats/record.js';
import { randomGame } from '../boards/random-games.js';

async function read(text: string, fileName = '') {
  const file = await parseGameFile(text, fileName);
  if (!file.ok) expect.fail(file.error.message);
  const { notation } = await loadGame(file.value.game as 'chess');
  return {
    ...file.value,
    texts: file.value.moves.map((move) => notation.makeMove(move)).join(' '),
    position: notation.makePosition(file.value.start),
  };
}

async function refusal(text: string, fileName = '') {
  const file = await parseGameFile(text, fileName);
  return file.ok ? expect.fail('the file was read') : file.error;
}

describe('PGN', () => {
  test('with comments, variations and glyphs', async () => {
    const file = await read(
      '[Event "Test"]\n[White "A"]\n[Result "1-0"]\n\n1. e4 {best} e5 2. Nf3! (2. f4 exf4) Nc6 $1 3. Bb5 a6 1-0\n',
    );
    expect(file.texts).toBe('e2e4 e7e5 g1f3 b8c6 f1b5 a7a6');
    expect(Object.fromEntries(file.headers)).toEqual({ Event: 'Test', White: 'A', Result: '1-0' });
  });

  test('of several games gives the first and their number', async () => {
    const file = await read('[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n1. d4 *\n');
    expect([file.texts, file.count]).toEqual(['e2e4', 2]);
  });

  test('names the line of an illegal move', async () => {
    const error = await refusal('[White "A"]\n\n1. e4 e5\n2. Ke3 *\n');
    expect(error).toMatchObject({ code: 'ERR_ILLEGAL_MOVE', line: 4 });
    expect(error.message).toMatch(/^Line 4: 2\. 'Ke3'/);
  });
});

describe('PDN', () => {
  const head = '[Event "Test"]\n[GameType "21"]\n\n';

  test('with captures by their ends, with hyphens and with comments', async () => {
    const file = await read(
      `${head}1. 11-15 23-19 2. 8-11 22-17 3. 9-13 {book} 17-14 4. 10x17 21-14 5. 15-18 *`,
    );
    expect(file.texts).toBe('11-15 23-19 8-11 22-17 9-13 17-14 10x17 21x14 15-18');
  });

  test('of a position by its FEN, with a capture of two pieces by its ends', async () => {
    const file = await read('[FEN "W:W30:B26,18"]\n\n1. 30x14 1-0\n', 'a.pdn');
    expect(file.texts).toBe('30x23x14');
    expect(file.headers.get('Result')).toBe('1-0');
  });

  test('of another kind of draughts is refused', async () => {
    const error = await refusal('[GameType "20"]\n\n1. 32-28 *', 'a.pdn');
    expect(error.code).toBe('ERR_GAME');
    expect(error.message).toContain("'20'");
  });

  test('names the line of a move that is none', async () => {
    expect(await refusal(`${head}1. 11-15\n2. 40-41 *`)).toMatchObject({
      code: 'ERR_MOVE',
      line: 5,
    });
  });

  test('names the line of a comment that does not end', async () => {
    expect(await refusal(`${head}1. 11-15 { never`)).toMatchObject({
      code: 'ERR_CHARACTER',
      line: 4,
    });
  });
});

describe('shogi', () => {
  test('as engines get it', async () => {
    const file = await read('position startpos moves 7g7f 3c3d 8h2b+');
    expect([file.game, file.texts]).toEqual(['shogi', '7g7f 3c3d 8h2b+']);
  });

  test('as a CSA file, with times, comments and an end', async () => {
    const text =
      "'a comment\nV2.2\nN+Aoki\nN-Baba\n$EVENT:A match\nPI\n+\n+7776FU,T12\n-3334FU\nT6\n+8822UM\n-3122GI\n+0055KA\n%TORYO\n";
    const file = await read(text);
    expect(file.texts).toBe('7g7f 3c3d 8h2b+ 3a2b B*5e');
    expect(Object.fromEntries(file.headers)).toEqual({
      Black: 'Aoki',
      White: 'Baba',
      Event: 'A match',
      Result: 'TORYO',
    });
  });

  test('as a CSA file with a handicap and with single pieces', async () => {
    const handicap = await read('PI82HI22KA\n-\n-3334FU\n');
    expect(handicap.position).toBe('lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1');
    const problem = await read('P-11OU\nP+33FU00KI\nP-00AL\n+\n+0022KI\n');
    expect(problem.position).toBe('8k/9/6P2/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1');
    expect(problem.texts).toBe('G*2b');
  });

  test('names the line where a CSA file goes wrong', async () => {
    expect(await refusal('PI\n+\n+7776FU\n+2726FU\n')).toMatchObject({ code: 'ERR_SIDE', line: 4 });
    expect(await refusal('PI\n+\n+7776KI\n')).toMatchObject({ code: 'ERR_ILLEGAL_MOVE', line: 3 });
    expect(await refusal('V2.2\nPI\n+\nhello\n')).toMatchObject({ code: 'ERR_CHARACTER', line: 4 });
  });
});

describe('Othello', () => {
  test('as a transcript, in any case and with blanks', async () => {
    expect((await read('F5d6 C3\nd3c4')).texts).toBe('f5 d6 c3 d3 c4');
  });

  test('with passes left out', async () => {
    const game = await loadGame('othello');
    const isPass = (move: number) => game.notation.makeMove(move) === 'pass';
    const games = Array.from({ length: 40 }, (_, seed) => randomGame(game, seed, 80));
    const passing = games.filter(({ moves }) => moves.slice(0, -1).some(isPass));
    expect(passing.length).toBeGreaterThan(3);
    for (const { start, moves } of passing) {
      const text = await makeGameFile('transcript', {
        ...{ game: 'othello', start, moves },
        headers: new Map(),
      });
      expect(text.replace(/pass\n$/, '')).not.toContain('pass');
      expect((await read(text)).moves).toEqual(moves);
    }
  });

  test('names the line of what is no square', async () => {
    expect(await refusal('f5d6\nc9', 'a.obf')).toMatchObject({ line: 2 });
    expect(await refusal('f5d6\na1')).toMatchObject({ code: 'ERR_ILLEGAL_MOVE', line: 2 });
  });
});

describe('the plain format', () => {
  test('keeps any header and goes on over lines', async () => {
    const file = await read('game: loa\nWhite: Ann: the first\nmoves: b1b3\na2c2\n\nb8b6\n');
    expect(file.texts).toBe('b1b3 a2c2 b8b6');
    expect(file.headers.get('White')).toBe('Ann: the first');
  });

  test('names the line of an illegal move', async () => {
    const error = await refusal('game: othello\nmoves: f5\nd6 d6\n');
    expect(error).toMatchObject({ code: 'ERR_ILLEGAL_MOVE', line: 3 });
    expect(error.message).toMatch(/^Line 3: move 3: /);
  });

  test('does not load a module that a file names', async () => {
    const error = await refusal('game: https://example.com/evil.js\nmoves: 1\n');
    expect(error.code).toBe('ERR_GAME');
  });

  test('is read for a module that is open', async () => {
    const game = await loadGame('tic-tac-toe');
    const open = { ...game, id: './own.js' };
    const file = await parseGameFile('game: ./own.js\nmoves: b2 a1\n', 'a.txt', open);
    expect(file.ok && file.value.moves.map((move) => game.notation.makeMove(move))).toEqual([
      'b2',
      'a1',
    ]);
  });
});

test('a bare SFEN in its file is a game without moves', async () => {
  const file = await read('8k/9/6P2/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1\n', 'a.sfen');
  expect([file.game, file.moves.length, file.format]).toEqual(['shogi', 0, 'usi']);
});

test('a file of a position alone is a game without moves', async () => {
  const file = await read('8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - 0 1\n', 'a.fen');
  expect([file.game, file.moves.length, file.format]).toEqual(['chess', 0, undefined]);
});

describe('damaged files', () => {
  test('too long a file is refused unread', async () => {
    expect((await refusal('a'.repeat(MAX_FILE + 1))).code).toBe('ERR_TOO_LONG');
  });

  test('an empty file and another kind of file are refused', async () => {
    expect((await refusal(' \n')).code).toBe('ERR_MISSING');
    expect((await refusal('hello, world', 'a.doc')).message).toContain('PGN');
  });

  test('no text makes a parser throw', async () => {
    const endings = ['pgn', 'pdn', 'csa', 'usi', 'obf', 'txt'];
    const parts = fc.constantFrom(
      ...[
        '[FEN "',
        '"]',
        '{',
        '}',
        '(',
        ')',
        ';',
        '1. e4',
        '11-15',
        '+7776FU',
        'PI',
        'P+',
        '00AL',
        'P1',
        'V2',
        '\n',
        ' ',
      ],
      ...[
        'game: ',
        'game: chess\n',
        'game: shogi\n',
        'position: ',
        'moves: ',
        'f5d6',
        'pass',
        'startpos moves ',
        'sfen ',
        '-',
        '*',
      ],
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(parts, { maxLength: 30 }).map((each) => each.join('')),
    );
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom(...endings), async (each, ending) => {
        const file = await parseGameFile(each, `game.${ending}`);
        if (!file.ok) expect(file.error.message.length).toBeGreaterThan(5);
      }),
      { numRuns: 300 },
    );
  });

  test('a long file without an end to its comments is read at once', async () => {
    const started = performance.now();
    await parseGameFile(`[GameType "21"]\n${'{ ('.repeat(300_000)}`, 'a.pdn');
    expect(performance.now() - started).toBeLessThan(5000);
  });
});

test('a game is saved in its own format or in the plain one', async () => {
  expect(formatsOf('chess').map(({ name }) => name)).toEqual(['pgn', 'plain']);
  expect(formatsOf('shogi').map(({ name }) => name)).toEqual(['usi', 'csa', 'plain']);
  expect(formatsOf('connect6').map(({ name }) => name)).toEqual(['plain']);
  const { notation } = await loadGame('othello');
  const record = { game: 'othello', start: notation.start(), moves: [], headers: new Map() };
  await expect(makeGameFile('pgn', record)).rejects.toThrow(RangeError);
});
