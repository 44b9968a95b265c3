// Games in plain TypeScript on the command line, by the path of their compiled module.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { plyadesHere } from './in-process.js';
import { errorLines, lastJson, plyades } from './plyades.js';

const connectFour = 'dist/examples/connect-four.js';

test('search, perft and show take the path of a module', async () => {
  const found = await plyades([
    'search',
    connectFour,
    '--moves',
    '0 6 0 6 0 5',
    '--depth',
    '3',
    '--json',
  ]);
  expect(found.code).toBe(0);
  expect(lastJson(found)).toMatchObject({
    position: 'start 0 6 0 6 0 5',
    move: '0',
    solved: true,
  });
  const counted = await plyadesHere(['perft', connectFour, '--depth', '5', '--json']);
  expect(lastJson(counted)).toMatchObject({ game: connectFour, nodes: 16807 });
  expect((await plyadesHere(['show', connectFour, '--moves', '3'])).stdout).toContain(
    '. . . X . . .',
  );
});

test('a module may end games by repetition, and be played for a margin', async () => {
  const graph = 'test/support/own-games/graph.mjs';
  const move = '{"to":0,"from":[0]}';
  const shown = await plyadesHere(['show', graph, '--moves', move, '--json']);
  expect(lastJson(shown)).toMatchObject({
    over: true,
    legalMoves: [],
    repetition: { result: 'loss', loser: 1 },
    ending: { winner: 0, reason: 'the same position for the 2nd time' },
  });
  const harvest = 'test/support/own-games/harvest.mjs';
  const found = await plyadesHere(['search', harvest, '--depth', '12']);
  expect(found.stdout).toContain('win by 4 points for the side to move, solved');
});

test('a game that is won by repetition in play mode is called won', async () => {
  const circling = [
    'search',
    'test/support/own-games/circle.mjs',
    '--mode',
    'play',
    '--depth',
    '8',
  ];
  expect((await plyadesHere(circling)).stdout).toMatch(/^value +(win|loss) by repetition for/m);
});

test('values of random games are shares in percent', async () => {
  const value = /^value +\d+ % of random games for the side to move$/m;
  const searched = ['search', 'othello', '--algorithm', 'mcts', '--workers', '1', '--nodes', '500'];
  expect((await plyadesHere(searched)).stdout).toMatch(value);
  const bare = 'test/support/bare-connect-four.mjs';
  const valued = ['search', bare, '--depth', '2'];
  expect((await plyadesHere(valued)).stdout).toMatch(value);
});

test('games explains the notation of a module', async () => {
  const { code, stdout } = await plyadesHere(['games', connectFour]);
  expect(code).toBe(0);
  expect(stdout).toContain('Connect Four');
});

test('an exception in a game is its own, with the place: exit 2', async () => {
  const ended = await plyades(['search', 'test/support/broken-games/throws.mjs', '--depth', '2']);
  expect(ended.code).toBe(2);
  expect(errorLines(ended)).toHaveLength(1);
  expect(ended.stderr).toMatch(
    /ERR_RULES: the game threw TypeError: pieces is undefined, at .*throws\.mjs:\d+/,
  );
});

test.each([
  ['search', '--depth', '2'],
  ['search', '--depth', '2', '--algorithm', 'aphid', '--workers', '2', '--deterministic'],
  ['show'],
])('a text that a game throws is its own error too: %s %s %s %s', async (command, ...flags) => {
  const path = 'test/support/broken-games/throws-text.mjs';
  const ended = await plyades([command!, path, ...flags]);
  expect(ended.code).toBe(2);
  expect(errorLines(ended)).toHaveLength(1);
  expect(ended.stderr).toContain("ERR_RULES: the game threw 'no pieces left', which is no Error");
});

test('a module that starts a bot beside its game is refused: exit 2', async () => {
  const ended = await plyades(['search', 'test/support/broken-games/starts-bot.mjs']);
  expect(ended.code).toBe(2);
  expect(ended.stderr).toMatch(/ERR_MODULE: .* put the game in a module of its own/);
});

test.each(['starts-bot', 'starts-bot-late'])(
  'a program with this game ends with the same error: %s',
  async (name) => {
    const script = fileURLToPath(new URL(`../support/broken-games/${name}.mjs`, import.meta.url));
    const run = promisify(execFile)(process.execPath, [script]);
    await expect(run).rejects.toMatchObject({ stderr: expect.stringContaining('ERR_MODULE') });
  },
);

test('TypeScript that is not compiled is refused with what to do', async () => {
  const ended = await plyadesHere(['search', 'examples/connect-four.ts']);
  expect(ended.code).toBe(2);
  expect(ended.stderr).toMatch(/ERR_GAME: .*compile it to JavaScript/);
});

test('the table of a finished game by moves counts as perft does', async () => {
  const over = 'XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX O';
  const ended = await plyadesHere([
    'perft',
    'othello',
    '--position',
    over,
    '--depth',
    '3',
    '--divide',
    '--json',
  ]);
  expect(lastJson(ended)).toMatchObject({ depth: 3, nodes: 1 });
});

describe('check', () => {
  const broken = fileURLToPath(new URL('../support/broken-games/short-key.mjs', import.meta.url));

  test('finds no mistake in a sound game', async () => {
    const ended = await plyadesHere(['check', connectFour, '--games', '20', '--seed', '3']);
    expect([ended.code, ended.stdout]).toEqual([0, 'no mistake in 20 random games\n']);
    const json = lastJson(await plyadesHere(['check', connectFour, '--games', '5', '--json']));
    expect(json).toEqual({ game: connectFour, games: 5, seed: 1, mistakes: [] });
  });

  test('names a mistake with the moves that show it, and ends with 2', async () => {
    const ended = await plyadesHere(['check', broken]);
    expect(ended.code).toBe(2);
    expect(ended.stdout).toMatch(
      /^key: key\(\) returns '.*' for two positions in which moves\(\) differs/,
    );
    expect(errorLines(ended)).toEqual([
      'plyades: ERR_RULES: GAME: 1 mistake in the rules, see above',
    ]);
    const json = await plyadesHere(['check', broken, '--json']);
    expect([json.code, lastJson(json).mistakes]).toEqual([
      2,
      [expect.objectContaining({ mistake: 'key', where: 'key' })],
    ]);
  });

  test('refuses a game of the library, and what is no game', async () => {
    for (const [words, code] of [
      [['othello'], 'ERR_GAME'],
      [['./missing.js'], 'ERR_GAME'],
      [[connectFour, '--games', '0'], 'ERR_LIMIT'],
    ] as const) {
      const ended = await plyadesHere(['check', ...words]);
      expect([words, ended.code]).toEqual([words, 2]);
      expect(errorLines(ended)[0]).toContain(`plyades: ${code}: `);
    }
  });

  test('says where the rules of a game with a kernel are tested', async () => {
    expect(errorLines(await plyadesHere(['check', 'othello']))[0]).toMatch(
      /GAME.*expected the path of a module .*tested by its file in test\/conformance/,
    );
  });

  test('solve says why it does not begin', async () => {
    const ended = await plyadesHere(['solve', broken]);
    expect(ended.code).toBe(2);
    expect(errorLines(ended)[0]).toContain('plyades: ERR_RULES: ');
  });
});
