// How games end is said with winner and reason; chess is read and shown as players write it; an entered
// king may be declared.
import { describe, expect, test } from 'vitest';
import { plyadesHere } from './in-process.js';
import { plyades } from './plyades.js';

const show = async (game: string, position: string, ...more: string[]) =>
  (await plyadesHere(['show', game, '--position', position, ...more])).stdout;

describe('show says who has won and why', () => {
  test.each([
    ['chess', '7k/5KQ1/8/8/8/8/8/8 b - - 0 1', 'the first side has won, checkmate'],
    ['chess', '7k/5K2/6Q1/8/8/8/8/8 b - - 0 1', 'a draw, stalemate'],
    ['chess', '7k/5K2/8/8/8/8/8/B7 b - - 0 1', 'a draw, insufficient material'],
    ['chess', '7k/5K2/8/8/8/8/8/R7 w - - 100 90', 'a draw, too many moves without'],
    ['checkers', 'B:WK1:B', 'the second side has won, no pieces left'],
    ['othello', `${'X'.repeat(40)}${'O'.repeat(24)} X`, 'the first side has won by 16 discs'],
    ['tic-tac-toe', 'XXX-OO--- O', 'the first side has won, three in a row'],
  ])('%s %s', async (game, position, words) => {
    expect(await show(game, position)).toContain(`The game is over: ${words}`);
  });

  test('in JSON too', async () => {
    const json = JSON.parse(await show('chess', '7k/5K2/6Q1/8/8/8/8/8 b - - 0 1', '--json'));
    expect(json).toMatchObject({ over: true, ending: { winner: null, reason: 'stalemate' } });
  });
});

test('search notes that the game has ended by the fifty moves', async () => {
  const words = ['search', 'chess', '--position', '7k/5K2/8/8/8/8/8/R7 w - - 99 90'];
  const { stderr, code } = await plyadesHere([...words, '--moves', 'a1a2', '--depth', '2']);
  expect(stderr).toContain('the game has ended here: a draw, too many moves without');
  expect(code).toBe(0);
});

describe('chess moves', () => {
  test('are shown and read as players write them', async () => {
    const { stdout } = await plyades(['show', 'chess', '--moves', 'e4 e5 Nf3 b8c6 Bb5 a6']);
    expect(stdout).toContain('Bxc6');
    expect(stdout).toContain('O-O');
  });

  test('are UCI in JSON, SAN in the line', async () => {
    const words = [
      'search',
      'chess',
      '--position',
      '7k/8/5K2/8/8/8/8/1Q6 w - - 0 1',
      '--depth',
      '2',
    ];
    const { stdout } = await plyadesHere(words);
    expect(stdout).toMatch(/^line +K?Q?\S+[#+]?/m);
    expect(stdout).toMatch(/^best move +\S+ \([a-h][1-8][a-h][1-8]\)$/m);
    expect(JSON.parse((await plyadesHere([...words, '--json'])).stdout).line[0]).toMatch(
      /^[a-h][1-8]/,
    );
  });

  test('that fit none or several are refused by name', async () => {
    const none = await plyadesHere(['show', 'chess', '--moves', 'Nd5']);
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('ERR_ILLEGAL_MOVE')]);
    const queens = ['show', 'chess', '--position', '7k/8/8/1Q3Q2/8/8/8/1Q4K1 w - - 0 1'];
    const several = await plyadesHere([...queens, '--moves', 'Qd3']);
    expect(several.stderr).toContain('can be more than one move');
  });

  test('are played as players write them', async () => {
    const words = ['play', 'chess', '--position', '7k/8/5KQ1/8/8/8/8/8 w - - 0 1'];
    const { stdout } = await plyades(words, { input: 'Qg7#\n' });
    expect(stdout).toMatch(/\nYou win: checkmate\.\n$/);
  });
});

describe('an entered king', () => {
  const camp = '+P+P2K4/+P+P+P+P+P4/+P+P+P6/9/9/9/9/9/4k4 b 2R2B 1';

  test('may be declared, and show says so', async () => {
    expect(await show('shogi', camp)).toContain('The side to move may declare and wins: the king');
    expect(JSON.parse(await show('shogi', camp, '--json')).claim).toBe('declare');
    const { stdout } = await plyades(['play', 'shogi', '--position', camp], { input: 'declare\n' });
    expect(stdout).toMatch(/\nYou win: the king has entered, [^\n]*\n$/);
  });

  test('that has not entered gets a list of what is missing', async () => {
    const { stdout } = await plyades(['play', 'shogi'], { input: 'help\ndeclare\nquit\n' });
    expect(stdout).toContain('  declare claim the game');
    expect(stdout).toContain('Not yet: the king has not entered the camp, 0 pieces');
    expect(await show('shogi', camp.replace('2R2B', 'R'))).not.toContain('declare');
  });
});
