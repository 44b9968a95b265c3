// Bad input: exit code 2 and one line with a code, what is wrong and where, before anything starts.
// What is not the input's fault has its own exit codes.
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadGame } from '#dist/api/index.js';
import { Refusal } from '#dist/cli/exit.js';
import { integerOption, parseGame, setUp } from '#dist/cli/options.js';
import { similar } from '#dist/core/similar.js';
import { plyadesHere } from './in-process.js';
import { errorLines, plyades, script } from './plyades.js';

async function refused(words: readonly string[]): Promise<string> {
  const ended = await plyadesHere(words);
  expect(ended.code).toBe(2);
  expect(ended.stdout).toBe('');
  const lines = errorLines(ended);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^plyades: ERR_[A-Z_]+: /);
  return lines[0]!;
}

describe('numbers in options', () => {
  test.each([
    ['search', '--depth'],
    ['search', '--nodes'],
    ['search', '--time'],
    ['perft', '--depth'],
    ['perft', '--workers'],
    ['play', '--time'],
  ])('of %s %s are refused when too small, absurd or no number', async (command, option) => {
    const game = command === 'perft' ? ['othello'] : [];
    const depth = option === '--workers' ? ['--depth', '3'] : [];
    // A count of depth 0 is the position itself.
    const least = command === 'perft' && option === '--depth' ? 0 : 1;
    for (const number of [String(least - 1), '-1', 'many', '99999999999999999999']) {
      const line = await refused([command, ...game, ...depth, option, number]);
      expect(line).toContain(`ERR_LIMIT: ${option}: `);
      expect(line).toContain(`expected an integer from ${least} to `);
    }
  });

  test.each(['-1', 'big', '4001', '1e3'])('of --hash are refused: %s', async (mib) => {
    expect(await refused(['search', '--hash', mib])).toContain('ERR_LIMIT: --hash: ');
  });

  test.each(['0', '-1', '60+', '+1', '1:30', '60+x', '9999999'])(
    'of --clock are refused: %s',
    async (text) => {
      for (const command of ['search', 'play']) {
        const line = await refused([command, `--clock=${text}`]);
        expect(line).toContain('ERR_LIMIT: --clock: ');
      }
    },
  );

  test('are refused or in range, whatever is written', () => {
    const read = integerOption('-n, --number <n>', '', 1, 5000).parseArg!;
    const text = fc.oneof(fc.string(), fc.integer().map(String), fc.double().map(String));
    fc.assert(
      fc.property(text, (written) => {
        const number = attempt(() => read(written, undefined) as unknown as number);
        if (number === undefined) return;
        expect(Number.isInteger(number) && number >= 1 && number <= 5000).toBe(true);
        expect(written).toMatch(/^\d+$/);
      }),
    );
    expect(read('5000', undefined)).toBe(5000);
    expect(read('1', undefined)).toBe(1);
  });
});

describe('positions and moves', () => {
  test.each([
    ['too short', ['--position', 'XO'], 'ERR_LENGTH: --position, character 3: '],
    ['with a stray character', ['--position', `${'-'.repeat(63)}Q X`], 'ERR_CHARACTER: --position'],
    ['without a side', ['--position', '-'.repeat(64)], 'ERR_SIDE: --position, character 65: '],
    ['with both sides', ['--position', `${'-'.repeat(64)} XO`], 'ERR_SIDE: --position'],
    ['impossible', ['--position', `${'-'.repeat(64)} X`], 'ERR_IMPOSSIBLE: --position'],
    ['endless', ['--position', '-'.repeat(100_000)], 'ERR_TOO_LONG: --position'],
    ['with a move off the board', ['--moves', 'f5 z9'], 'ERR_MOVE: --moves, character 4: '],
    ['with an illegal move', ['--moves', 'f5 d6 f5'], 'ERR_ILLEGAL_MOVE: --moves, character 7: '],
    ['with endless moves', ['--moves', 'f5 '.repeat(40_000)], 'ERR_TOO_LONG: --moves'],
  ])('%s are refused', async (_, flags, start) => {
    const line = await refused(['show', 'othello', ...flags]);
    expect(line).toContain(start);
    expect(line).toContain("'plyades games othello' explains the notation");
    expect(line.length).toBeLessThan(400);
  });

  test.each(['search', 'perft', 'play'])('are refused by %s too', async (command) => {
    const depth = command === 'perft' ? ['--depth', '3'] : [];
    const words = [command, 'tic-tac-toe', ...depth, '--position', 'XX------- X'];
    expect(await refused(words)).toContain('ERR_IMPOSSIBLE: --position');
  });

  test('name the legal moves beside an illegal one', async () => {
    const line = await refused(['show', 'othello', '--moves', 'a1']);
    expect(line).toMatch(/legal here: d3, c4, f5, e6/);
  });

  test('are set up or refused with a place inside the text, whatever is written', async () => {
    const game = await loadGame('othello');
    const words = fc.array(fc.constantFrom('f5', 'd6', 'c3', 'pass', 'a1', 'z', '', '\u0000'));
    const moves = fc.oneof(
      fc.string(),
      words.map((list) => list.join(' ')),
    );
    fc.assert(
      fc.property(fc.option(fc.string(), { nil: undefined }), moves, (position, written) => {
        const flags = { moves: written, ...(position !== undefined && { position }) };
        const refusal = refusalOf(() => setUp(game, flags));
        if (refusal === undefined) return;
        const { at, place } = refusal;
        expect(place.text).toBe(place.where === '--moves' ? written : position);
        if (at !== undefined) expect(at).toBeLessThanOrEqual(place.text!.length);
      }),
    );
  });
});

describe('names', () => {
  test.each([
    [['serch'], "ERR_COMMAND: unknown command 'serch' (did you mean search?)"],
    [['nonsense'], "ERR_COMMAND: unknown command 'nonsense'; see 'plyades --help'"],
    [['help', 'serch'], "ERR_COMMAND: unknown command 'serch' (did you mean search?)"],
    [['help', 'nosuch'], "ERR_COMMAND: unknown command 'nosuch'; see 'plyades --help'"],
    [['search', 'otelo'], '(did you mean othello?)'],
    [['search', 'go'], "ERR_GAME: GAME: there is no game 'go'"],
    [['show', 'tictactoe'], '(did you mean tic-tac-toe?)'],
    [['show'], "ERR_ARGUMENT: missing required argument 'game'"],
    [['show', 'othello', 'chess'], 'ERR_ARGUMENT: too many arguments'],
    [['search', '--dept', '3'], "ERR_OPTION: unknown option '--dept' (did you mean --depth?)"],
    [['search', '--depth'], 'ERR_OPTION: option '],
    [['perft', 'othello'], "ERR_OPTION: required option '-d, --depth <plies>' not specified"],
    [['search', '--method', 'alfabeta'], '(did you mean alphabeta?)'],
    [['search', 'othello', '--branching', '5'], 'ERR_OPTION: --branching: '],
    [['search', 'shogi', '--branching', '0'], 'ERR_LIMIT: --branching: '],
    [['search', 'shogi', '--branching', '594'], 'ERR_LIMIT: --branching: '],
    [['search', 'connect6', '--branching', '256'], 'ERR_LIMIT: --branching: '],
    [['solve', 'shogi', '--branching', '5'], 'ERR_OPTION: a proof needs all moves'],
    [['search', '--mode', 'fast'], 'ERR_OPTION: --mode: '],
    [['search', '--algorithm', 'magic'], 'ERR_OPTION: --algorithm: '],
    [['play', '--side', 'both'], 'ERR_OPTION: --side: '],
    [['play', '--level', 'god'], 'ERR_OPTION: --level: '],
  ])('in %j are refused', async (words, part) => {
    expect(await refused(words)).toContain(part);
  });

  test('of games are found or refused, whatever is written', () => {
    const anything = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'Othello'));
    fc.assert(
      fc.property(anything, (text) => {
        expect(attempt(() => parseGame(text)) ?? text).toBe(text);
      }),
    );
  });

  test('that are near suggest themselves, others do not', () => {
    const names = ['othello', 'tic-tac-toe', 'synthetic'];
    expect(similar('othelo', names)).toBe('othello');
    expect(similar('ohtello', names)).toBe('othello');
    expect(similar('OTHELLO', names)).toBe('othello');
    expect(similar('syn', names)).toBe('synthetic');
    expect(similar('chess', names)).toBeUndefined();
    expect(similar('', names)).toBeUndefined();
  });
});

test('a stack trace is shown only on demand', async () => {
  expect((await plyadesHere(['serch'])).stderr).not.toMatch(/^ +at /m);
  const asked = await plyades(['serch'], { env: { PLYADES_DEBUG: '1' } });
  expect(asked.code).toBe(2);
  expect(asked.stderr).toMatch(/^ +at /m);
});

describe('failures that are not the input', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plyades-'));
    const root = fileURLToPath(new URL('../../', import.meta.url));
    await cp(join(root, 'dist'), join(folder, 'dist'), {
      recursive: true,
      filter: (path) => !path.endsWith('.wasm'),
    });
    await cp(join(root, 'package.json'), join(folder, 'package.json'));
    await symlink(join(root, '../../node_modules'), join(folder, 'node_modules'));
  });

  afterAll(() => rm(folder, { recursive: true }));

  test('a kernel that is not there is a missing part: exit 3', async () => {
    const ended = await plyades(['show', 'othello'], { main: join(folder, 'dist/cli/main.js') });
    expect(ended.code).toBe(3);
    expect(errorLines(ended)).toHaveLength(1);
    expect(ended.stderr).toMatch(/^plyades: ERR_MISSING_PART: .*othello.*plyades doctor/);
  });

  test.each([
    ["new WebAssembly.RuntimeError('unreachable')", 'ERR_TRAP: unreachable; a WebAssembly trap'],
    ["new RangeError('WebAssembly.Memory(): could not allocate memory')", 'ERR_MEMORY: WebAss'],
    ["new PlyadesError('ERR_TRAP', 'the kernel trapped: x')", 'ERR_TRAP: the kernel trapped'],
    ["new PlyadesError('ERR_MEMORY', 'no room')", 'ERR_MEMORY: no room; out of memory'],
    ["new TypeError('x is\\nnot a function')", 'ERR_INTERNAL: x is not a function; that is'],
  ])('%s is reported as such: exit 1', async (error, start) => {
    const ended = await script(`
      import { PlyadesError } from 'dist/api/index.js';
      import { report } from 'dist/cli/report.js';
      process.exitCode = report(${error});`);
    expect(ended.code).toBe(1);
    expect(errorLines(ended)).toHaveLength(1);
    expect(ended.stderr).toContain(`plyades: ${start}`);
  });

  const parallel = ['--algorithm', 'young-brothers', '--depth', '3'];
  const fillsTheDisk = async (words: readonly string[]) => {
    const ended = await script(`
      import { spawnSync } from 'node:child_process';
      import { openSync } from 'node:fs';
      import { fileURLToPath } from 'node:url';
      const words = [fileURLToPath('dist/cli/main.js'), ...${JSON.stringify(words)}];
      const stdio = ['ignore', openSync('/dev/full', 'w'), 'inherit'];
      process.exitCode = spawnSync(process.execPath, words, { stdio }).status;`);
    expect(ended.code).toBe(1);
    expect(errorLines(ended)).toHaveLength(1);
    expect(ended.stderr).toContain('ERR_INTERNAL: ENOSPC');
  };
  const onFullDisk = test.runIf(process.platform === 'linux');
  const said = 'a full disk is not silence after %j: exit 1, and one line';
  onFullDisk.each([[['games']], [['search', 'othello', ...parallel, '--workers', '2']]])(
    said,
    fillsTheDisk,
  );
  onFullDisk.each([
    [['search', 'othello', ...parallel, '--workers', '2', '--json']],
    [['sim', 'othello', ...parallel, '--processors', '2', '--json']],
  ])(said, { tags: 'long' }, fillsTheDisk);
});

/** What `read` returns, or undefined when it refuses; any other error is a failure. */
function attempt<T>(read: () => T): T | undefined {
  let value: T | undefined;
  refusalOf(() => {
    value = read();
  });
  return value;
}

function refusalOf(read: () => unknown): Refusal | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
