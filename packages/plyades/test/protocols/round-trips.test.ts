// Both directions of both protocols: what is made is read back the same, and what real programs write is
// read as they mean it.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ClientCommand,
  checkOption,
  type EngineReply,
  hashOptionOf,
  LineSplitter,
  MATE_VALUE,
  MAX_LINE,
  makeCommand,
  makeReply,
  parseCommand,
  parseReply,
  ponderOptionOf,
  protocolOf,
  protocols,
  type Score,
  scoreOf,
  scoreValue,
  valueBefore,
} from '#dist/protocols/index.js';

const word = fc
  .stringMatching(/^[a-z0-9+*]{1,6}$/)
  .filter((text) => !/^(value|type|moves|name)$/.test(text));
const notKeyword = word.filter((text) => !Object.hasOwn(keywords, text));
const keywords: Record<string, true> = Object.fromEntries(
  [
    'depth',
    'nodes',
    'mate',
    'wtime',
    'btime',
    'winc',
    'binc',
    'ponder',
    'pv',
    'score',
    'time',
    'string',
  ]
    .concat([
      'nps',
      'wdl',
      'default',
      'min',
      'max',
      'var',
      'none',
      'resign',
      'win',
      '0000',
      'nomate',
    ])
    .concat(['timeout', 'end', 'tbhits'])
    .map((key) => [key, true]),
);
const moves = fc.array(notKeyword, { maxLength: 5 });
const number = fc.integer({ min: 0, max: 10 ** 12 });
const part = <T extends object>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(model, { requiredKeys: [] });
const name = fc.array(notKeyword, { minLength: 1, maxLength: 3 }).map((all) => all.join(' '));

const go = part({
  searchMoves: fc.array(notKeyword, { minLength: 1, maxLength: 4 }),
  ponder: fc.constant(true),
  infinite: fc.constant(true),
  depth: number,
  nodes: number,
  moveTime: number,
  firstTime: fc.integer(),
  secondTime: number,
  firstIncrement: number,
  secondIncrement: number,
  movesToGo: number,
  byoyomi: number,
});

const command: fc.Arbitrary<ClientCommand> = fc.oneof(
  fc.constantFrom<ClientCommand>(
    ...(['hello', 'isready', 'newgame', 'stop', 'ponderhit', 'quit'] as const).map((type) => ({
      type,
    })),
  ),
  fc.record({ type: fc.constant('debug' as const), on: fc.boolean() }),
  fc.record({ type: fc.constant('setoption' as const), name, value: name }),
  fc.record({ type: fc.constant('setoption' as const), name }),
  fc.record({ type: fc.constant('position' as const), setup: fc.record({ moves }) }),
  fc.record({ type: fc.constant('position' as const), setup: fc.record({ start: name, moves }) }),
  fc.record({ type: fc.constant('go' as const), go }),
  fc.record({ type: fc.constant('hash' as const), count: fc.integer({ min: 1, max: 1000 }) }),
);

const bound = fc.constantFrom('exact', 'lower', 'upper' as const) as fc.Arbitrary<Score['bound']>;
const cp = fc.record({ type: fc.constant('cp' as const), centipawns: fc.integer(), bound });
/** What both protocols can say: a mate of ours in an odd number of plies, one against us in an even one. */
const mate: fc.Arbitrary<Score> = fc
  .record({ wins: fc.boolean(), moves: fc.integer({ min: 1, max: 200 }), bound })
  .map(({ wins, moves, bound }) => ({
    type: 'mate',
    wins,
    plies: wins ? 2 * moves - 1 : 2 * moves,
    bound,
  }));
const score = fc.oneof(cp, mate);

const answer: fc.Arbitrary<EngineReply> = fc.oneof(
  fc.constantFrom<EngineReply>({ type: 'uciok' }, { type: 'readyok' }, { type: 'hashend' }),
  fc.record({ type: fc.constant('id' as const), key: fc.constant('name'), value: name }),
  fc.record({
    type: fc.constant('info' as const),
    info: part({
      depth: number,
      selDepth: number,
      multiPv: number,
      score,
      nodes: number,
      nps: number,
      hashFull: number,
      tbHits: number,
      time: number,
      currMove: notKeyword,
      currMoveNumber: number,
      pv: fc.array(notKeyword, { minLength: 1, maxLength: 5 }),
      string: name,
    }),
  }),
  fc.record({
    type: fc.constant('bestmove' as const),
    best: fc.record({ move: notKeyword, ponder: notKeyword }, { requiredKeys: ['move'] }),
  }),
  fc.record({
    type: fc.constant('hash' as const),
    entry: fc.record({
      depth: number,
      score,
      line: fc.array(notKeyword, { minLength: 1, maxLength: 4 }),
    }),
  }),
  fc.record({
    type: fc.constant('option' as const),
    option: fc.record(
      {
        name,
        kind: fc.constantFrom('check', 'spin', 'combo', 'string' as const),
        default: fc.oneof(name, fc.constant('')),
        min: fc.integer(),
        max: fc.integer(),
        choices: fc.array(name, { minLength: 1, maxLength: 3 }),
      },
      { requiredKeys: ['name', 'kind'] },
    ),
  }),
);

describe.each(protocols)('%s', (protocol) => {
  test('commands that are made are read back', () => {
    fc.assert(
      fc.property(command, (given) => {
        expect(parseCommand(protocol, makeCommand(protocol, given))).toEqual({
          ok: true,
          value: given,
        });
      }),
    );
  });

  test('answers that are made are read back', () => {
    fc.assert(
      fc.property(answer, (given) => {
        expect(parseReply(protocol, makeReply(protocol, given))).toEqual(given);
      }),
    );
  });

  test('any text is read without a word of complaint', () => {
    const texts = fc.oneof(
      fc.string(),
      fc
        .array(
          fc.oneof(
            word,
            fc.constantFrom(
              ...Object.keys(keywords),
              'go',
              'position',
              'info',
              'setoption',
              'option',
              'name',
              'bestmove',
              '__proto__',
              'constructor',
            ),
          ),
        )
        .map((all) => all.join(' ')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        parseCommand(protocol, text);
        parseReply(protocol, text);
      }),
    );
  });

  test('a line that is too long is refused unread', () => {
    const line = `position startpos moves ${'e2e4 '.repeat(MAX_LINE / 5)}`;
    expect(parseCommand(protocol, line)).toMatchObject({
      ok: false,
      error: { code: 'ERR_TOO_LONG' },
    });
    expect(parseReply(protocol, `info ${line}`).type).toBe('unknown');
  });
});

describe('what programs say', () => {
  test.each([
    ['go', {}],
    ['go infinite', { infinite: true }],
    [
      'go wtime 300000 btime 295000 winc 2000 binc 2000 movestogo 40',
      {
        firstTime: 300000,
        secondTime: 295000,
        firstIncrement: 2000,
        secondIncrement: 2000,
        movesToGo: 40,
      },
    ],
    ['go searchmoves e2e4 d2d4 depth 5', { searchMoves: ['e2e4', 'd2d4'], depth: 5 }],
    ['go depth 5 searchmoves e2e4 d2d4', { searchMoves: ['e2e4', 'd2d4'], depth: 5 }],
    ['go ponder wtime -20 btime 5', { ponder: true, firstTime: -20, secondTime: 5 }],
    ['go mate 3', { mate: 3 }],
    ['go movetime 100 sudden death', { moveTime: 100 }],
    ['go searchmoves', {}],
  ])('UCI: %s', (line, expected) => {
    expect(parseCommand('uci', line)).toEqual({ ok: true, value: { type: 'go', go: expected } });
  });

  test.each([
    [
      'go btime 60000 wtime 50000 byoyomi 10000',
      { firstTime: 60000, secondTime: 50000, byoyomi: 10000 },
    ],
    ['go mate infinite', { mateTime: Number.POSITIVE_INFINITY }],
    ['go mate 5000', { mateTime: 5000 }],
  ])('USI: %s', (line, expected) => {
    expect(parseCommand('usi', line)).toEqual({ ok: true, value: { type: 'go', go: expected } });
  });

  test('words before a command mean nothing', () => {
    expect(parseCommand('uci', 'joho debug on')).toEqual({
      ok: true,
      value: { type: 'debug', on: true },
    });
    expect(parseCommand('uci', 'hello world')).toEqual({
      ok: true,
      value: { type: 'unknown', text: 'hello world' },
    });
    expect(parseCommand('uci', 'usi')).toMatchObject({ value: { type: 'unknown' } });
  });

  test('a number that is none is refused by name', () => {
    expect(parseCommand('uci', 'go depth deep')).toMatchObject({
      ok: false,
      error: { code: 'ERR_VALUE', message: "go depth 'deep': expected a whole number" },
    });
    expect(parseCommand('uci', 'position')).toMatchObject({
      ok: false,
      error: { code: 'ERR_MISSING' },
    });
    expect(parseCommand('uci', 'plyades hash 0')).toMatchObject({
      ok: false,
      error: { code: 'ERR_VALUE' },
    });
  });

  test('Stockfish', () => {
    const line =
      'info depth 12 seldepth 17 multipv 1 score cp 39 upperbound wdl 100 850 50 nodes 20024 nps 1100000 hashfull 7 tbhits 0 time 18 pv e2e4 e7e5 g1f3';
    expect(parseReply('uci', line)).toEqual({
      type: 'info',
      info: {
        depth: 12,
        selDepth: 17,
        multiPv: 1,
        score: { type: 'cp', centipawns: 39, bound: 'upper' },
        nodes: 20024,
        nps: 1100000,
        hashFull: 7,
        tbHits: 0,
        time: 18,
        pv: ['e2e4', 'e7e5', 'g1f3'],
      },
    });
    expect(parseReply('uci', 'bestmove (none)')).toEqual({
      type: 'bestmove',
      best: { outcome: 'none' },
    });
    expect(parseReply('uci', 'bestmove e2e4 ponder (none)')).toEqual({
      type: 'bestmove',
      best: { move: 'e2e4' },
    });
    expect(parseReply('uci', 'option name Skill Level type spin default 20 min 0 max 20')).toEqual({
      type: 'option',
      option: { name: 'Skill Level', kind: 'spin', default: '20', min: 0, max: 20 },
    });
    expect(parseReply('uci', 'option name Debug Log File type string default')).toMatchObject({
      option: { name: 'Debug Log File', default: '' },
    });
  });

  test.each([
    ['uci', 'mate 1', { wins: true, plies: 1 }],
    ['uci', 'mate 3', { wins: true, plies: 5 }],
    ['uci', 'mate -2', { wins: false, plies: 4 }],
    ['uci', 'mate 0', { wins: false, plies: 0 }],
    ['usi', 'mate 5', { wins: true, plies: 5 }],
    ['usi', 'mate -4', { wins: false, plies: 4 }],
    ['usi', 'mate +', { wins: true, plies: undefined }],
    ['usi', 'mate -', { wins: false, plies: undefined }],
  ] as const)('%s: score %s', (protocol, text, expected) => {
    expect(parseReply(protocol, `info score ${text}`)).toEqual({
      type: 'info',
      info: { score: { type: 'mate', ...expected, bound: 'exact' } },
    });
  });
});

describe('one scale for scores', () => {
  test('a quicker mate is worth more, and a ply earlier it is one further away', () => {
    const value = (text: string) => {
      const parsed = parseReply('uci', `info score ${text}`);
      return scoreValue((parsed as Extract<EngineReply, { type: 'info' }>).info.score!);
    };
    const order = ['mate 1', 'mate 4', 'cp 900', 'cp -3', 'mate -9', 'mate -1', 'mate 0'];
    expect(order.map(value)).toEqual(order.map(value).sort((a, b) => b - a));
    expect(valueBefore(value('mate 0'))).toBe(MATE_VALUE - 1);
    expect(valueBefore(value('mate 1'))).toBe(-(MATE_VALUE - 2));
    expect(valueBefore(25)).toBe(-25);
    expect(Object.is(valueBefore(0), 0)).toBe(true);
  });

  test('a value is the score it came from', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          mate,
          cp.map((each) => ({ ...each, centipawns: each.centipawns % 9000 })),
        ),
        (given) => {
          expect(scoreOf(scoreValue(given), given.bound)).toEqual(given);
        },
      ),
    );
  });
});

describe('options', () => {
  const options = [
    { name: 'Hash', kind: 'spin', min: 1, max: 64 },
    { name: 'Ponder', kind: 'check' },
    { name: 'Style', kind: 'combo', choices: ['Solid', 'Risky'] },
    { name: 'Clear', kind: 'button' },
    { name: 'File', kind: 'string' },
  ] as const;

  test.each([
    ['hash', '64', '64'],
    ['PONDER', 'True', 'true'],
    ['Style', 'risky', 'Risky'],
    ['Clear', undefined, undefined],
    ['File', '', ''],
  ])('%s takes %s', (name, value, taken) => {
    expect(checkOption(options, name, value)).toEqual({ ok: true, value: taken });
  });

  test.each([
    ['Hash', '65'],
    ['Hash', 'much'],
    ['Hash', undefined],
    ['Ponder', 'yes'],
    ['Style', 'Wild'],
    ['Contempt', '1'],
  ])('%s refuses %s', (name, value) => {
    expect(checkOption(options, name, value)).toMatchObject({
      ok: false,
      error: { code: 'ERR_OPTION' },
    });
  });
});

describe('lines out of a stream', () => {
  const split = (pieces: readonly string[], limit = 10) => {
    const lines: [string, boolean][] = [];
    const splitter = new LineSplitter((line, cut) => lines.push([line, cut]), limit);
    for (const piece of pieces) splitter.push(piece);
    splitter.end();
    return lines;
  };

  test('do not depend on where the pieces of the stream end', () => {
    const texts = fc.stringMatching(/^[ab\r\n]{0,60}$/);
    fc.assert(
      fc.property(texts, fc.array(fc.nat(60)), (text, cuts) => {
        const at = [
          0,
          ...cuts.filter((cut) => cut < text.length).sort((a, b) => a - b),
          text.length,
        ];
        const pieces = at.slice(1).map((end, i) => text.slice(at[i], end));
        const strip = text.replace(/\r/g, '');
        expect(split([strip])).toEqual(split(pieces.map((piece) => piece.replace(/\r/g, ''))));
      }),
    );
  });

  test('end with a newline, or a carriage return and a newline, or the stream', () => {
    expect(split(['uci\r\nis', 'ready\nquit'])).toEqual([
      ['uci', false],
      ['isready', false],
      ['quit', false],
    ]);
  });

  test('are cut when they are too long, and the next one is whole again', () => {
    expect(split(['0123456789', 'x', 'yyyyyyyyyyyyyyyyyy', 'z\nok\n'])).toEqual([
      ['0123456789', true],
      ['ok', false],
    ]);
  });
});

test('a game has its protocol, and the protocol its names of options', () => {
  expect(['chess', 'shogi'].map(protocolOf)).toEqual(['uci', 'usi']);
  expect(protocols.map(hashOptionOf)).toEqual(['Hash', 'USI_Hash']);
  expect(protocols.map(ponderOptionOf)).toEqual(['Ponder', 'USI_Ponder']);
});
