// How the command line behaves in a terminal and in a pipe: Ctrl-C, help, colours, progress, readers
// that go away, and a game played from a pipe.
import { describe, expect, test } from 'vitest';
import { plyadesHere } from './in-process.js';
import {
  interruptAfter,
  interruptAfterWork,
  lastJson,
  mainFile,
  onceItPrints,
  plyades,
  type RunOptions,
  run,
  script,
} from './plyades.js';

const commands = ['search', 'play', 'show', 'perft', 'games', 'bench', 'doctor'];

describe('Ctrl-C', () => {
  test('ends a search with the best answer so far', { tags: 'long' }, async () => {
    const words = ['search', 'othello', '--time', '600000', '--json'];
    const ended = await plyades(words, interruptAfterWork(2.5));
    expect(ended.code).toBe(130);
    expect(ended.stderr).toBe('interrupted: this is the best answer so far\n');
    const found = lastJson(ended);
    expect(found.move).toMatch(/^[a-h][1-8]$/);
    expect(found.depth).toBeGreaterThan(2);
    expect(found.seconds).toBeLessThan(300);
  });

  test('ends a search for people the same way', { tags: 'long' }, async () => {
    const ended = await plyades(['search', 'othello', '--depth', '40'], interruptAfterWork(2.5));
    expect(ended.code).toBe(130);
    expect(ended.stdout).toMatch(/^best move {2}[a-h][1-8]$/m);
  });

  test('and SIGTERM do the same', async () => {
    const words = ['search', 'othello', '--depth', '40'];
    const ended = await plyades(words, interruptAfterWork(1.5, 'SIGTERM'));
    expect(ended.code).toBe(130);
    expect(ended.stderr).toBe('interrupted: this is the best answer so far\n');
    expect(ended.stdout).toMatch(/^best move {2}[a-h][1-8]$/m);
  });

  test('ends a count with the deepest one that was finished', { tags: 'long' }, async () => {
    const words = ['perft', 'othello', '--depth', '20', '--json'];
    const ended = await plyades(words, interruptAfterWork(2.5));
    expect(ended.code).toBe(130);
    const counts = [
      1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284, 212258800, 1939886636,
    ];
    const { depth, nodes } = lastJson(ended);
    expect(depth).toBeGreaterThan(0);
    expect(nodes).toBe(counts[depth as number]);
  });

  test('ends a bench with the searches that were finished, without a signature', {
    tags: 'long',
  }, async () => {
    const ended = await plyades(['bench', '--json'], interruptAfterWork(1.5));
    expect(ended.code).toBe(130);
    expect(lastJson(ended)).toMatchObject({ signature: null });
  });

  test('ends a game and says how to go on', async () => {
    const ended = await plyades(['play', 'othello', '--level', 'easy'], {
      input: 'f5\n',
      keepOpen: true,
      ...interruptAfter(/The engine plays/),
    });
    expect(ended.code).toBe(130);
    expect(ended.stdout).toMatch(/plyades play othello --moves "f5 [a-h][1-8]"\n$/);
  });

  test('pressed twice ends at once, whatever is going on', async () => {
    const source = `
      import { catchInterrupt } from 'dist/cli/interrupt.js';
      catchInterrupt().signal.addEventListener('abort', () => console.log('asked'));
      setInterval(() => {}, 1000);
      console.log('ready');`;
    const ended = await script(source, {
      during(child) {
        child.stdout!.on('data', () => child.kill('SIGINT'));
      },
    });
    expect(ended).toEqual({ code: 130, stdout: 'ready\nasked\n', stderr: '' });
  });
});

describe('help', () => {
  test('is what the program says without words', async () => {
    const { code, stdout } = await plyades([]);
    expect(code).toBe(0);
    expect(stdout).toBe((await plyadesHere(['--help'])).stdout);
    for (const command of commands) expect(stdout).toMatch(new RegExp(`^ {2}${command} `, 'm'));
    expect(stdout).toContain('Examples:');
  });

  test.each(commands)('of %s has examples and fits 110 columns', async (command) => {
    const { code, stdout } = await plyadesHere([command, '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain('Examples:');
    expect(stdout).toMatch(new RegExp(`^ {2}\\$ plyades ${command}`, 'm'));
    expect((await plyadesHere(['help', command])).stdout).toBe(stdout);
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(110);
  });

  test('has the version beside it', async () => {
    expect((await plyades(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

test('a reader that goes away ends the program quietly', async () => {
  const ended = await plyades(['perft', 'othello', '--depth', '6'], {
    during: (child) => child.stdout!.destroy(),
  });
  expect(ended).toEqual({ code: 0, stdout: '', stderr: '' });
});

describe('output that is no terminal has no colours, even where tools expect them', () => {
  const hasNone = async (...words: string[]) => {
    const { stdout, stderr } = await plyades(words, { env: { CI: 'true', TERM: 'xterm' } });
    expect(stdout + stderr).not.toContain('\u001b');
  };
  test.each([['show', 'othello'], ['serch']])('%s', hasNone);
  test.each([['games'], ['doctor']])('%s', { tags: 'long' }, hasNone);
});

describe('a game from a pipe', () => {
  const play = (words: string[], input: string) => {
    return plyades(['play', ...words, '--time', '60000'], { input });
  };

  test('is played to its end', async () => {
    const squares = ['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3'].join('\n');
    const { code, stdout } = await play(['tic-tac-toe'], `${squares}\n`);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /\n(The game is a draw: the board is full|The engine wins: three in a row)\.\n$/,
    );
  });

  test('can be won from a won position', async () => {
    const won = ['tic-tac-toe', '--position', 'XX-OO---- X'];
    expect((await play(won, 'c1\n')).stdout).toMatch(/\nYou win: three in a row\.\n$/);
    const margin = ['othello', '--position', `${'X'.repeat(62)}O- X`];
    expect((await play(margin, 'h8\n')).stdout).toMatch(
      /\nYou win by 64 discs: neither side can move\.\n$/,
    );
  });

  test('can be lost', { tags: 'long' }, async () => {
    const lost = ['tic-tac-toe', '--position', 'XX-OO-X-- O', '--side', 'first'];
    expect((await play(lost, '')).stdout).toMatch(/\nThe engine wins: three in a row\.\n$/);
  });

  test('of chess is drawn after fifty moves, but not when the last one mates', {
    tags: 'long',
  }, async () => {
    const ending = (fen: string) => ['chess', '--position', fen];
    const drawn = await play(ending('k7/8/2K5/8/8/8/8/7R w - - 99 90'), 'h1h2\n');
    expect(drawn.stdout).toMatch(/\nThe game is a draw: too many moves without [^\n]*\n$/);
    const mated = await play(ending('k7/8/1K6/8/8/8/8/7R w - - 99 90'), 'h1h8\n');
    expect(mated.stdout).toMatch(/\nYou win: checkmate\.\n$/);
  });

  test('of chess is drawn with too few pieces to win', { tags: 'long' }, async () => {
    const bare = ['chess', '--position', '7k/8/8/8/8/8/1r6/K7 w - - 0 1'];
    expect((await play(bare, 'a1b2\n')).stdout).toMatch(
      /\nThe game is a draw: insufficient material\.\n$/,
    );
  });

  test('can be played with clocks, which run', async () => {
    const { code, stdout } = await play(['tic-tac-toe', '--clock', '60+1'], 'b2\nquit\n');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^clocks {2}1:00 {2}1:00$/m);
    expect(stdout).toMatch(/^The engine plays/m);
    const late = await plyades(['play', 'tic-tac-toe', '--clock', '0.001'], {
      keepOpen: true,
      during: (child) => {
        onceItPrints(child, /clocks/, () => setTimeout(() => child.stdin!.end('b2\n'), 50));
      },
    });
    expect(late.stdout).toMatch(/\nYour time is over: the engine wins\.\n$/);
  });

  test('lets the engine begin', async () => {
    const { stdout } = await play(['tic-tac-toe', '--side', 'second'], 'quit\n');
    expect(stdout).toMatch(/The engine plays [a-c][1-3]/);
    expect(stdout).toMatch(/plyades play tic-tac-toe --moves "[a-c][1-3]" --side second\n$/);
  });

  test('explains bad moves and asks again', async () => {
    const { code, stdout } = await play(['othello'], 'a1\nz9\nhnt\nmoves\n');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ERR_ILLEGAL_MOVE: 'a1' is not a legal move: legal here: d3, c4/m);
    expect(stdout).toMatch(/^ERR_MOVE: 'z9' has no such column/m);
    expect(stdout).toMatch(/^ERR_MOVE: 'hnt' .*\(did you mean hint\?\)$/m);
    expect(stdout).toMatch(/^legal moves: d3 c4 f5 e6$/m);
  });

  test('takes moves back, gives hints and help', async () => {
    const { stdout } = await play(['tic-tac-toe'], 'undo\na1\nundo\nhint\nhelp\nmoves\nquit\n');
    expect(stdout).toContain('There is no move of yours to take back.');
    expect(stdout).toMatch(/^Try [a-c][1-3] \(/m);
    expect(stdout).toMatch(/^ {2}undo {4}take back/m);
    expect(stdout).toContain('legal moves: a1 b1 c1 a2 b2 c2 a3 b3 c3');
    expect(stdout).toMatch(/To go on from here: plyades play tic-tac-toe\n$/);
  });

  test('takes its words in any case', { tags: 'long' }, async () => {
    const { stdout } = await play(['tic-tac-toe'], 'a1\nUNDO\nHint\nHELP\nMOVES\nQUIT\nb2\n');
    expect(stdout).not.toContain('ERR_');
    expect(stdout).toContain('legal moves: a1 b1 c1 a2 b2 c2 a3 b3 c3');
    expect(stdout).toMatch(/To go on from here: plyades play tic-tac-toe\n$/);
  });

  test('passes for a human who cannot move', async () => {
    // Only White can take a1, which turns b1.
    const blocked = `-XO${'X'.repeat(61)} X`;
    const { code, stdout } = await play(['othello', '--position', blocked], '');
    expect(code).toBe(0);
    expect(stdout).toContain('You have no move and pass.');
    expect(stdout).toMatch(/The engine plays a1 /);
    expect(stdout).toMatch(/\nYou win by 58 discs: neither side can move\.\n$/);
  });
});

// A terminal is made with script(1), as Linux has it.
describe.runIf(process.platform === 'linux')('in a terminal', () => {
  const inTerminal = (words: string, options: RunOptions = {}) => {
    const command = `stty cols 100 rows 40; exec '${process.execPath}' '${mainFile}' ${words}`;
    const terminal = { keepOpen: true, ...options, env: { TERM: 'xterm', ...options.env } };
    return run('script', ['--quiet', '--return', '--command', command, '/dev/null'], terminal);
  };

  /** Presses Ctrl-C when the program has printed this. */
  const typeAfter = (pattern: RegExp): Pick<RunOptions, 'during'> => ({
    during: (child) => onceItPrints(child, pattern, () => child.stdin!.write('\u0003')),
  });

  test('a search shows its progress', async () => {
    const progress = /depth \d+ {2}[-+.\d]+ discs {2}[.\d]+ [kM] nodes\/s/;
    const { code, stdout } = await inTerminal('search othello --time 600000', typeAfter(progress));
    expect(code).toBe(130);
    expect(stdout).toMatch(progress);
    expect(stdout).toContain('best move  \u001b[1m');
  });

  test('NO_COLOR keeps the progress and drops the colours', async () => {
    const progress = /depth \d+ .* nodes\/s/;
    const options = { env: { NO_COLOR: '1' }, ...typeAfter(progress) };
    const { stdout } = await inTerminal('search othello --time 600000', options);
    expect(stdout).toMatch(progress);
    expect(stdout).toMatch(/best move {2}[a-h][1-8]/);
  });

  test('a caret points at what is refused', async () => {
    const { code, stdout } = await inTerminal('show othello --moves "f5 d6 z9"');
    expect(code).toBe(2);
    expect(stdout).toMatch(/^ {2}f5 d6 z9\r\n {8}\^\r\n$/m);
  });

  test('Ctrl-C at the prompt of a game leaves it', async () => {
    const ended = await inTerminal('play othello', {
      during(child) {
        child.stdout!.on('data', (text: string) => {
          if (text.includes('your move> ')) child.stdin!.write('\u0003');
        });
      },
    });
    expect(ended.code).toBe(130);
    expect(ended.stdout).toContain('To go on from here: plyades play othello');
  });
});
