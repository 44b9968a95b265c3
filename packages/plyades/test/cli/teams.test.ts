// Engines, teams, matches and analyses on the command line: what works, and what is refused by name.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { unwrap } from '#dist/core/result.js';
import { findEngine } from '#dist/engines/index.js';
import { parseTrace } from '#dist/trace/index.js';
import { plyadesHere } from './in-process.js';
import { errorLines, lastJson, onceItPrints, plyades } from './plyades.js';

const folder = mkdtempSync(join(tmpdir(), 'plyades-teams-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = (name: string) => join(folder, name);
const fake = fileURLToPath(new URL('../support/fake-engine.mjs', import.meta.url));
const good = `${process.execPath} ${fake}`;

describe('plyades match', () => {
  const words = ['match', 'gpp:3:hash:plyades', 'plyades', '--nodes', '150', '--ponder', '--json'];

  test('plays, keeps its games, goes on, and writes them in PGN', async () => {
    const out = file('match.jsonl');
    const more = [...words, '--out', out];
    const first = lastJson(await plyades([...more, '--games', '2']));
    expect(first).toMatchObject({ games: 2, players: ['gpp:3:hash:plyades', 'plyades'] });
    const before = readFileSync(out, 'utf8');
    const pgn = file('match.pgn');
    const second = lastJson(await plyades([...more, '--games', '4', '--pgn', pgn]));
    expect(second.games).toBe(4);
    expect(readFileSync(out, 'utf8').startsWith(before)).toBe(true);
    expect(readFileSync(pgn, 'utf8').match(/^\[Event /gm)).toHaveLength(4);
    const other = await plyades([...more, '--games', '2', '--seed', '2']);
    expect(other.code).toBe(2);
    expect(errorLines(other)[0]).toContain('a match with other settings');
  });

  test('grows the tree by the ranks that are given', { tags: 'long' }, async () => {
    const games = async (name: string, ...ranks: string[]) => {
      const out = file(name);
      const ended = await plyades([...words, '--games', '2', '--out', out, ...ranks]);
      expect(lastJson(ended).games).toBe(2);
      const pair = JSON.parse(readFileSync(out, 'utf8').split('\n')[1]!);
      return pair.games.map(({ moves }: { moves: string }) => moves);
    };
    const usual = await games('usual.jsonl');
    expect(await games('named.jsonl', '--ranks', 'stockfish')).toEqual(usual);
    // A tree of one line, and one as broad as can be.
    expect(await games('line.jsonl', '--ranks', '1000,1')).not.toEqual(
      await games('broad.jsonl', '--ranks', '1,1,1,1,1,1,1,1'),
    );
    const other = await plyades([...words, '--games', '2', '--out', file('line.jsonl')]);
    expect(errorLines(other)[0]).toContain('a match with other settings');
  });

  test.each([
    [['match', 'a', 'b', '--games', '3'], 2, '3 is odd'],
    [['match', 'gpp:0:x', 'b', '--nodes', '1'], 2, 'FIRST'],
    [['match', 'x', 'gpp:4:y'], 2, 'plays by nodes'],
    [['match', 'a', 'b', '--sprt', '5,0'], 2, '--sprt'],
    [['match', 'a', 'b', '--nodes', '1', '--time', '1'], 2, '--nodes'],
    [
      ['match', 'no-such-engine', 'plyades', '--games', '2', '--out', '/dev/null'],
      3,
      'no-such-engine',
    ],
    [['match', 'a', 'b', '--openings', '/no/such/file'], 2, '--openings'],
    [['gpp', '--engine', 'no-such-engine'], 3, 'no-such-engine'],
    [['gpp', '--engine', good, '--growth', 'hash'], 2, 'growth by hash needs engines'],
    [
      [
        'match',
        `gpp:2:hash:${good}`,
        'plyades',
        '--nodes',
        '50',
        '--games',
        '2',
        '--out',
        '/dev/null',
      ],
      2,
      'growth by hash needs engines',
    ],
    [['gpp', '--engine', `${good} ignores-searchmoves`], 3, 'does not keep to the moves'],
    [['gpp', '--growth', 'wild'], 2, '--growth'],
    [['gpp', '--growth', 'council'], 2, 'council is called consultation now'],
    [['match', 'gpp:2:council:stockfish', 'plyades'], 2, 'called consultation now'],
    [['gpp', '--ranks', '1,2,x'], 2, '--ranks'],
    [['gpp', '--ranks', '0,1'], 2, '--ranks'],
    [['match', 'a', 'b', '--ranks', '5'], 2, '--ranks'],
    [['match', 'a', 'b', '--option', 'Threads'], 2, '--option'],
    [['experiment', 'gpp/figure-4a', '--way', 'pv,wild'], 2, "'wild' is no way"],
    [['analyse', '/no/such.pgn', '--out', 'x'], 2, 'FILE'],
    [['experiment', 'aphid/table-6.1', '--engine', 'stockfish'], 2, '--engine'],
  ])('is refused: %j', async (command, code, message) => {
    // An engine reads its commands from a pipe.
    const ended = await (command[0] === 'gpp'
      ? plyades(command, { input: 'quit\n' })
      : plyadesHere(command));
    expect(errorLines(ended)).toHaveLength(1);
    expect(errorLines(ended)[0]).toContain(message);
    expect(ended.code).toBe(code);
  });

  test('a team that cannot be is refused by name to a client that waits for it', async () => {
    const words = ['gpp', '--engine', good, '--growth', 'hash'];
    const ended = await plyades(words, { input: 'uci\nisready\n' });
    expect(ended.code).toBe(2);
    expect(ended.stdout).not.toContain('internal error');
    expect(ended.stdout).toMatch(/^info string ERR_OPTION: growth by hash needs engines/m);
  });

  test('goes on without an engine that fails in the speed test', async () => {
    const engines = ['--engine', `${good} crashes`, '--engine', good];
    let answered = false;
    const ended = await plyades(['gpp', ...engines, '--workers', '2'], {
      input: 'uci\nisready\nposition startpos\ngo nodes 10\n',
      keepOpen: true,
      during: (child) =>
        onceItPrints(child, /^bestmove /m, () => {
          answered = true;
          child.stdin!.write('quit\n');
        }),
    });
    expect(answered).toBe(true);
    expect(ended.stdout).toMatch(/^info string worker 1: ERR_ENGINE_EXIT/m);
    expect(ended.stdout).toMatch(/^readyok$/m);
    expect(ended.code).toBe(0);
  });

  test('ends when all engines fail in the speed test, and says why', async () => {
    const engines = ['--engine', `${good} crashes`, '--engine', `${good} crashes-second`];
    const ended = await plyades(['gpp', ...engines, '--workers', '2'], {
      input: 'uci\nisready\n',
      keepOpen: true,
    });
    expect(ended.code).toBe(3);
    expect(errorLines(ended)).toEqual([expect.stringMatching(/ERR_ENGINE_EXIT: Fake 1\.0: /)]);
  });

  test('names an engine that plays nonsense, and ends', async () => {
    const bad = `${good} illegal-move`;
    const ended = await plyades([
      'match',
      bad,
      'plyades',
      '--games',
      '2',
      '--nodes',
      '50',
      '--out',
      file('x'),
    ]);
    expect(ended.code).not.toBe(0);
    expect(ended.stderr).toContain('e2e5');
  });
});

describe('plyades analyse', () => {
  test('comments the games that it can read, and names the others', async () => {
    const pgn = file('games.pgn');
    writeFileSync(
      pgn,
      '[Event "a"]\n\n1. f3 e5 {A fool.} 2. g4 Qh4# 0-1\n\n[Event "b"]\n\n1. e4 Ke7 *\n\n[Event "c"]\n\n1. e4 *\n',
    );
    const out = file('commented.pgn');
    const ended = await plyades([
      'analyse',
      pgn,
      '--engine',
      'plyades',
      '--nodes',
      '2000',
      '--out',
      out,
      '--json',
    ]);
    expect(lastJson(ended)).toMatchObject({ games: 2, refused: 1, moves: 5 });
    expect(errorLines(ended)).toEqual([
      expect.stringMatching(/game 2, line 7: 1\.\.\. 'Ke7' is not legal here; left out/),
    ]);
    // Lines are broken at 80 characters, wherever that is.
    const text = readFileSync(out, 'utf8').replace(/\s+/g, ' ');
    expect(text).toMatch(/2\. g4 \{.*-M1\/\d+\}/);
    expect(text).toContain('{A fool.}');
    expect(text).toContain('[Annotator "Plyades');
  });

  test('takes a team of engines by the command line that starts it', { tags: 'long' }, async () => {
    const pgn = file('short.pgn');
    writeFileSync(pgn, '[Event "a"]\n\n1. e4 *\n');
    const team = 'plyades gpp --engine plyades --workers 2';
    const words = ['analyse', pgn, '--engine', team, '--time', '100', '--out', file('team.pgn')];
    const ended = await plyades([...words, '--json']);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(lastJson(ended)).toMatchObject({ moves: 1, engine: expect.stringMatching(/2 of /) });
  });
});

test('commands of plyades are engines by their names', () => {
  const wordsOf = (text: string, game: 'chess' | 'shogi') => findEngine(text, game).args!.slice(1);
  expect(wordsOf('plyades', 'chess')).toEqual(['engine', 'chess']);
  expect(wordsOf('plyades --hash 4', 'chess')).toEqual(['engine', 'chess', '--hash', '4']);
  expect(wordsOf('plyades engine', 'shogi')).toEqual(['engine', 'shogi']);
  expect(wordsOf('plyades engine shogi', 'shogi')).toEqual(['engine', 'shogi']);
  expect(wordsOf('plyades engine --hash 4', 'chess')).toEqual(['engine', 'chess', '--hash', '4']);
  expect(wordsOf('plyades gpp --workers 2', 'shogi')).toEqual([
    'gpp',
    '--game',
    'shogi',
    '--workers',
    '2',
  ]);
});

describe('plyades gpp --trace', () => {
  const words = ['gpp', '--engine', good, '--workers', '2', '--growth', 'pv'];
  const play = (trace: string, input: string) => plyades([...words, '--trace', trace], { input });

  /** Sends the commands of each search after the answer to the one before. */
  const searches = (trace: string, positions: readonly string[], before = () => {}) => {
    const [first, ...rest] = positions.map((each) => `position ${each}\ngo nodes 10\n`);
    return plyades([...words, '--trace', trace], {
      input: first!,
      keepOpen: true,
      during: (child) => {
        const next = () => {
          before();
          const command = rest.shift();
          child.stdin!.write(command ?? 'quit\n');
          if (command !== undefined) onceItPrints(child, /^bestmove /m, next);
        };
        onceItPrints(child, /^bestmove /m, next);
      },
    });
  };

  test('keeps the trace of the last search', async () => {
    const trace = file('team.plytrace');
    const ended = await searches(trace, ['startpos', 'startpos moves e2e4']);
    expect(ended.code).toBe(0);
    expect(ended.stdout.match(/^bestmove /gm)).toHaveLength(2);
    const log = unwrap(parseTrace(readFileSync(trace)));
    expect(log.header).toMatchObject({ game: 'chess', algorithm: 'p-gpp', processes: 3 });
    expect(log.header.position).toMatch(/ b KQkq /);
    expect(log.tree[0]).toMatchObject({ node: 0, parent: -1 });
    expect(log.pieces.length).toBeGreaterThan(0);
  });

  test.each(['team.pftrace', 'team.json'])('writes %s', async (name) => {
    const ended = await searches(file(name), ['startpos']);
    expect(ended.code).toBe(0);
    expect(readFileSync(file(name)).length).toBeGreaterThan(300);
  });

  test('says that its file cannot be written, and goes on', async () => {
    const inside = file('vanishing');
    mkdirSync(inside);
    const vanish = () => rmSync(inside, { recursive: true, force: true });
    const positions = ['startpos', 'startpos moves e2e4'];
    const ended = await searches(join(inside, 'team.plytrace'), positions, vanish);
    expect(ended.code).toBe(0);
    expect(ended.stdout.match(/^bestmove /gm)).toHaveLength(2);
    expect(ended.stdout).toMatch(/^info string the trace is not written: .*team\.plytrace.*no /m);
  });

  test.each([
    ['team.txt', /ERR_VALUE: --trace: .*\.plytrace, \.pftrace/],
    [join('no-folder', 'team.plytrace'), /ERR_VALUE: --trace: .*no folder/],
  ])('refuses %s at the start', async (name, message) => {
    const ended = await play(file(name), 'uci\nquit\n');
    expect(ended.code).toBe(2);
    expect(errorLines(ended)).toEqual([expect.stringMatching(message)]);
  });
});
