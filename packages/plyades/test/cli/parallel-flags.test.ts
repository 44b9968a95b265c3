// Flags of parallel searches and simulations: what they are given reaches the algorithm, and what cannot
// be is refused in one line before anything is printed.
import { describe, expect, test } from 'vitest';
import { plyadesHere } from './in-process.js';
import { errorLines, lastJson } from './plyades.js';

const sim = ['sim', 'othello', '--algorithm', 'aphid', '--processors', '4', '--depth', '8'];
const search = ['search', 'othello', '--algorithm', 'aphid', '--workers', '2', '--depth', '8'];

async function answer(words: readonly string[]): Promise<Record<string, unknown>> {
  const ended = await plyadesHere([...words, '--json']);
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  return lastJson(ended);
}

describe('settings', () => {
  test('--min-size and --min-pieces move the horizon of a simulation', {
    tags: 'long',
  }, async () => {
    const few = await answer([...sim, '--min-size', '1', '--min-pieces', '2']);
    const many = await answer([...sim, '--min-size', '1', '--min-pieces', '100']);
    expect(few.settings).toEqual({ minSize: 1, minPieces: 2 });
    expect(few.command).toContain('"minPieces":2');
    expect(few.horizon).toBeLessThan(many.horizon as number);
    const whole = await answer([...sim, '--min-size', '1000000000']);
    expect(whole.horizon).toBeNull();
    expect(new Set([few.value, many.value, whole.value]).size).toBe(1);
  });

  test('--thesis has the constants of the thesis; --settings and the two numbers go before them', async () => {
    const { settings } = await answer([...sim, '--thesis']);
    expect(settings).toMatchObject({ minSize: 25, minPieces: 10, exemption: 75 });
    const given = ['--settings', '{"exemption":50,"minSize":9}', '--min-size', '7'];
    const mixed = await answer([...sim, '--thesis', ...given]);
    expect(mixed.settings).toEqual({ ...(settings as object), exemption: 50, minSize: 7 });
  });

  test('without a flag are in the help, by algorithm', async () => {
    const { stdout } = await plyadesHere(['search', '--help']);
    expect(stdout).toMatch(/^Settings that have no flag, for --settings:$/m);
    expect(stdout).toMatch(/^ {2}young-brothers: searches, reasonable, grain, /m);
    // --min-size has a flag.
    expect(stdout).not.toMatch(/^ {2}aphid: .*minSize/m);
    const tail = stdout.slice(stdout.indexOf('Settings that have'), stdout.indexOf('Limits may'));
    for (const line of tail.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
  });

  test('reach the threads of a search', async () => {
    const flags = ['--min-size', '1', '--min-pieces', '2', '--settings', '{"width":3}'];
    const alone = await answer(['search', 'othello', '--depth', '8']);
    expect((await answer([...search, ...flags])).value).toBe(alone.value);
    expect((await answer([...search, '--thesis'])).value).toBe(alone.value);
  });

  test.each([
    [['--min-size', '0'], /ERR_LIMIT: --min-size: '0'/],
    [['--min-size', 'x'], /ERR_LIMIT: --min-size: 'x'/],
    [['--min-pieces', '-1'], /ERR_LIMIT: --min-pieces: '-1'/],
    [['--min-pieces', '1e9'], /ERR_LIMIT: --min-pieces: '1e9'/],
    [['--settings', '{'], /ERR_OPTION: --settings: .*no JSON/],
    [['--settings', '[]'], /ERR_OPTION: --settings: .*expected an object/],
    [['--settings', '{"magic":1}'], /ERR_OPTION: settings\.magic: expected one of minSize/],
    [['--settings', '{"minSize":0}'], /ERR_OPTION: settings\.minSize 0/],
    [['--settings', '{"grain":1}'], /ERR_OPTION: settings\.grain: expected one of minSize/],
    [
      ['--algorithm', 'young-brothers', '--thesis'],
      /ERR_OPTION: --thesis: --thesis is for --algorithm aphid/,
    ],
  ])('%j are refused by sim and search', async (flags, line) => {
    for (const words of [sim, search]) await refused([...words, ...flags], line);
  });
});

describe('who searches', () => {
  test.each(['0', '-1', '1e9', '1000000000', 'x', ''])(
    '--workers %j is refused',
    async (number) => {
      await refused([...search, '--workers', number], /ERR_LIMIT: --workers: .* from 1 to 256/);
    },
  );

  test.each([
    [['--workers', '2'], /ERR_OPTION: --workers: sequential has no workers/],
    [['--workers', 'auto'], /ERR_OPTION: --workers: sequential has no workers/],
    [['--table', 'ring'], /ERR_OPTION: --table: sequential has no kinds of tables/],
    [['--min-size', '5'], /ERR_OPTION: --min-size: --min-size is for --algorithm aphid/],
  ])('the sequential search refuses %j', async (flags, line) => {
    const words = ['search', 'othello', '--depth', '3', '--algorithm', 'sequential'];
    await refused([...words, ...flags], line);
  });

  test('an algorithm that divides the work by the table needs one', async () => {
    const words = ['search', 'othello', '--depth', '3', '--algorithm', 'abdada', '--hash', '0'];
    await refused(words, /ERR_OPTION: --hash: .*give 1 MiB, or use aphid/);
  });

  test('a game without a key is searched by an algorithm that divides its work', async () => {
    const words = ['search', 'test/support/keyless.mjs', '--depth', '4', '--workers', '2'];
    const { algorithm } = await answer([...words, '--min-size', '9']);
    expect(algorithm).toBe('aphid');
  });

  test.each([
    [['--algorithm', 'magic'], /ERR_OPTION: --algorithm: 'magic'/],
    [['--algorithm', 'Aphid'], /ERR_OPTION: --algorithm: .*did you mean aphid/],
    [['--depth', '0'], /ERR_LIMIT: --depth: '0'/],
  ])('%j is refused by sim and search', async (flags, line) => {
    for (const words of [sim, search]) await refused([...words, ...flags], line);
  });
});

describe('minimal trees', () => {
  const tree = ['--position', 'b=4,seed=1', '--algorithm', 'minimal-tree', '--depth', '8'];
  const simulated = ['sim', 'synthetic', ...tree, '--processors', '6'];
  const searched = ['search', 'synthetic', ...tree, '--workers', '2'];

  test.each([
    ['{"epsilon":1.5}', /ERR_OPTION: settings\.epsilon 1\.5: expected .* an integer/],
    ['{"horizon":2.5}', /ERR_OPTION: settings\.horizon 2\.5: expected an integer/],
    ['{"presort":-1}', /ERR_OPTION: settings\.presort -1: expected an integer from 0/],
    ['{"negascout":false,"epsilon":4}', /ERR_OPTION: epsilon 4: has no effect/],
    ['{"estimateWindows":true,"epsilon":"off"}', /ERR_OPTION: .*has no effect with epsilon off/],
  ])('%s are refused', async (settings, line) => {
    const flags = ['--settings', settings];
    for (const words of [simulated, searched]) await refused([...words, ...flags], line);
  });

  test('--horizon, --updates, --epsilon, --table and --paper reach the algorithm', {
    tags: 'long',
  }, async () => {
    const { value } = await answer(['search', 'synthetic', '--position', 'b=4,seed=1', '-d', '8']);
    const flags = ['--horizon', '3', '--updates', 'off', '--epsilon', '7', '--table', 'ring'];
    const run = await answer([...simulated, ...flags]);
    expect(run).toMatchObject({ value, horizon: 3, table: 'ring' });
    expect(run.settings).toEqual({ updates: false, epsilon: 7 });
    expect(run.command).toContain('--horizon 3');
    const paper = await answer([...simulated, '--paper', '--updates', 'off']);
    expect(paper.settings).toMatchObject({
      ...{ updates: false, epsilon: 'off', negascout: false, resend: true },
    });
    // The paper's windows are widened where its master searches by NegaScout.
    const wider = await answer([...simulated, '--paper', '--epsilon', '7']);
    expect(wider.settings).toMatchObject({ epsilon: 7, negascout: true });
    expect((await answer([...searched, ...flags])).value).toBe(value);
    expect((await answer([...searched, '--epsilon', 'auto'])).value).toBe(value);
  });

  test.each([
    [['--horizon', '8'], /ERR_OPTION: horizon 8: expected less than the depth of the search, 8/],
    [['--horizon', '0'], /ERR_LIMIT: --horizon: '0'/],
    [['--updates', 'yes'], /ERR_OPTION: --updates: 'yes'/],
    [['--epsilon', '-1'], /ERR_LIMIT: --epsilon: '-1'/],
    [['--epsilon', 'wide'], /ERR_LIMIT: --epsilon: 'wide' is refused: expected auto, off or/],
    [['--epsilon', '600000'], /ERR_LIMIT: --epsilon: '600000'/],
    [['--table', 'round'], /ERR_OPTION: --table: 'round'/],
    [
      ['--algorithm', 'aphid', '--epsilon', '5'],
      /ERR_OPTION: --epsilon: --epsilon is for --algorithm minimal-tree/,
    ],
    [
      ['--algorithm', 'lazy-smp', '--horizon', '5'],
      /ERR_OPTION: .*(no horizon|--horizon is for --algorithm aphid or)/,
    ],
  ])('%j are refused by sim and search', async (flags, line) => {
    for (const words of [simulated, searched]) await refused([...words, ...flags], line);
  });

  test('more processors than there is memory for are refused with the number that fits', async () => {
    const flags = ['--processors', '4096', '--table', 'shared', '--hash', '3999'];
    await refused([...simulated, ...flags], /ERR_OPTION: processors 4096: .*; \d+ would fit/);
  });
});

async function refused(words: readonly string[], line: RegExp): Promise<void> {
  const ended = await plyadesHere(words);
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(errorLines(ended)).toHaveLength(1);
  expect(ended.stderr).toMatch(line);
}

test('--stats tells what each process did, and its nodes add up', async () => {
  const words = ['search', 'othello', '--depth', '7', '--workers', '3', '--stats'];
  const found = lastJson(await plyadesHere([...words, '--json']));
  const processes = found.processes as readonly Record<string, number>[];
  expect(processes).toHaveLength(3);
  const sum = (key: string) => processes.reduce((total, each) => total + each[key]!, 0);
  expect(sum('nodes')).toBe(found.nodes);
  expect(sum('busy')).toBeGreaterThan(0);
  for (const each of processes) {
    expect(each.opening).toBeGreaterThan(0);
    expect(each.putOff).toBeGreaterThanOrEqual(0);
  }
  const { stdout } = await plyadesHere(words);
  expect(stdout).toMatch(/^process +nodes +while busy .* messages +bytes\n( +\d .*\n){3}$/m);
  const alone = await plyadesHere(['search', 'othello', '--depth', '4', '--stats']);
  expect(alone.stdout).toContain('no processes: only a search on threads');
  expect((await plyadesHere(['search', '--help'])).stdout).toMatch(/with --stats processes:$/m);
});

test('--stats tells the simulations of each thread of a search by random games', async () => {
  const words = ['search', 'othello', '--algorithm', 'mcts', '--workers', '2', '--nodes', '4000'];
  const found = lastJson(await plyadesHere([...words, '--stats', '--json']));
  const processes = found.processes as readonly Record<string, number>[];
  expect(processes.map(({ nodes }) => nodes! >= 0)).toEqual([true, true]);
  const sum = (key: string) => processes.reduce((total, each) => total + each[key]!, 0);
  expect(found.nodes).toBe(4000);
  // A thread that is late may have counted nothing yet.
  expect(sum('nodes')).toBeGreaterThan(0);
  expect(sum('nodes')).toBeLessThanOrEqual(4000);
  expect(sum('busy')).toBeGreaterThan(0);
  const { stdout } = await plyadesHere([...words, '--stats']);
  expect(stdout).toMatch(
    /^process +nodes +while busy +opening +busy [^\n]* later\n( +\d .*\n){2}$/m,
  );
});

test('the way of a search is told: workers by their number, and whether it is deterministic', async () => {
  const words = ['search', 'othello', '--depth', '4', '--algorithm', 'root-split', '--workers'];
  const how = async (...more: string[]) =>
    /^how +(.*)$/m.exec((await plyadesHere([...words, ...more])).stdout)?.[1];
  expect(await how('1')).toBe('root-split on 1 worker, exact mode, 64 MiB table');
  expect(await how('2', '--deterministic')).toBe(
    'root-split on 2 workers, exact mode, deterministic, 64 MiB table',
  );
});
