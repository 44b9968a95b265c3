// Games in plain TypeScript on the command line, by the path of their compiled module.
import { expect, test } from 'vitest';
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
    bestMove: '0',
    solved: true,
  });
  const counted = await plyades(['perft', connectFour, '--depth', '5', '--json']);
  expect(lastJson(counted)).toMatchObject({ game: connectFour, nodes: 16807 });
  expect((await plyades(['show', connectFour, '--moves', '3'])).stdout).toContain('. . . X . . .');
});

test('games explains the notation of a module', async () => {
  const { code, stdout } = await plyades(['games', connectFour]);
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

test('TypeScript that is not compiled is refused with what to do', async () => {
  const ended = await plyades(['search', 'examples/connect-four.ts']);
  expect(ended.code).toBe(2);
  expect(ended.stderr).toMatch(/ERR_GAME: .*compile it to JavaScript/);
});

test('the table of a finished game by moves counts as perft does', async () => {
  const over = 'XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX O';
  const ended = await plyades([
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
