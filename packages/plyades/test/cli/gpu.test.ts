// The command line on a graphics device: refusals, a missing adapter, and the processor in its place.
import { expect, test } from 'vitest';
import { gpuEnvironment, hasSoftwareGpu } from '../support/software-gpu.js';
import { plyadesHere } from './in-process.js';
import { errorLines, interruptAfterWork, lastJson, plyades } from './plyades.js';

const env = gpuEnvironment('none') as Record<string, string>;
const connect6 = ['search', 'connect6', '--moves', 'j10', '--branching', '8', '--depth', '3'];

test('without an adapter the exit code is 3, and the message says what helps', async () => {
  const ended = await plyades([...connect6, '--algorithm', 'gpu'], { env });
  expect(ended.code).toBe(3);
  expect(ended.stdout).toBe('');
  expect(ended.stderr).toMatch(/ERR_MISSING_PART: no graphics adapter .*--fallback cpu/);
  expect((await plyades(['gpu'], { env })).code).toBe(3);
});

const findsTheValue = async (flags: readonly string[]) => {
  const alone = await plyadesHere([...connect6, '--json']);
  const words = [...connect6, '--algorithm', 'gpu', '--fallback', 'cpu', '--json', ...flags];
  const ended = await plyades(words, { env });
  expect(ended.code, ended.stderr).toBe(0);
  expect(lastJson(ended)).toMatchObject({
    algorithm: 'gpu',
    mode: 'exact',
    device: 'cpu',
    value: lastJson(alone).value,
  });
  // Only the processor has searched, and it counts.
  expect(lastJson(ended).nodes).toBeGreaterThan(0);
  expect(lastJson(ended)).not.toHaveProperty('searchers');
};
const name = '--fallback cpu %o finds the value of the sequential search';
test.each([[[]], [['--subtrees', '2', '--no-pruning']]])(name, findsTheValue);
test.each([[['--no-pruning']], [['--lmax', '50', '--bmax', '50']], [['--subtrees', '1']]])(
  name,
  { tags: 'long' },
  findsTheValue,
);

test('a mate that --fallback cpu finds is solved, and what is not counted is not there', async () => {
  const mate = [
    'search',
    'chess',
    '--position',
    '6k1/5ppp/8/8/8/8/8/R6K w - - 0 1',
    '--depth',
    '2',
  ];
  const words = [...mate, '--algorithm', 'gpu', '--fallback', 'cpu'];
  const ended = await plyades([...words, '--json'], { env });
  expect(ended.code, ended.stderr).toBe(0);
  const { status, value, solved, move } = lastJson(await plyadesHere([...mate, '--json']));
  expect(status).toBe('solved');
  expect(lastJson(ended)).toMatchObject({ status, value, solved, move, line: [move] });
  expect(lastJson(ended)).not.toHaveProperty('leaves');
  const text = await plyades(words, { env });
  expect(text.stdout).toMatch(/searched +[\d,]+ nodes in/);
});

const isInterrupted = async (flags: readonly string[]) => {
  const { during: interrupt } = interruptAfterWork(2);
  const ended = await plyades(
    ['search', 'chess', '--depth', '12', '--algorithm', 'gpu', '--fallback', 'cpu', ...flags],
    {
      env,
      during(child) {
        interrupt!(child);
        const patience = setTimeout(() => child.kill('SIGKILL'), 40_000);
        child.once('exit', () => clearTimeout(patience));
      },
    },
  );
  expect(ended.code, ended.stderr).toBe(130);
  expect(ended.stderr).toContain('interrupted: this is the best answer so far');
  expect(ended.stdout).toMatch(/best move +[a-h][1-8]|best move +[A-Z]/);
  expect(ended.stdout).toMatch(/how +gpu on cpu, exact mode, (no )?pruning/);
};
const interrupted = 'Ctrl-C ends --fallback cpu %o with what is known';
test.each([[[]]])(interrupted, { timeout: 60_000 }, isInterrupted);
test.each([
  [['--no-pruning']],
  [['--lmax', '50', '--bmax', '50']],
  [['--subtrees', '2', '--no-pruning']],
])(interrupted, { timeout: 60_000, tags: 'long' }, isInterrupted);

test.skipIf(!hasSoftwareGpu)(
  'fewer searchers than requested are reported',
  { tags: 'long' },
  async () => {
    const software = gpuEnvironment('software') as Record<string, string>;
    const words = [...connect6.slice(0, -1), '1', '--algorithm', 'gpu', '--searchers', '100'];
    const ended = await plyades([...words, '--json'], { env: software });
    expect(ended.code, ended.stderr).toBe(0);
    expect(lastJson(ended)).toMatchObject({ searchers: 64, searchersAsked: 100 });
    expect(ended.stderr).toContain('64 searchers, not 100: this adapter is the processor');
  },
);

test.each([
  [['search', 'othello', '--depth', '3', '--algorithm', 'gpu'], /ERR_GAME: the GPU knows no/],
  [
    ['search', 'chess', '--algorithm', 'gpu'],
    /ERR_OPTION: --depth: gpu is of a fixed depth: give one/,
  ],
  [
    ['search', 'chess', '--algorithm', 'gpu', '--depth', '3', '--time', '9'],
    /ERR_OPTION: --time: gpu ends with its depth/,
  ],
  [
    ['search', 'chess', '--algorithm', 'gpu', '--depth', '3', '--hash', '9'],
    /ERR_OPTION: --hash: gpu has tables of its own sizes/,
  ],
  [
    ['search', 'chess', '--algorithm', 'gpu', '--depth', '3', '--deterministic', '--workers', '2'],
    /ERR_OPTION: --deterministic: .* always is: use aphid or/,
  ],
  [
    ['search', 'chess', '--algorithm', 'gpu', '--depth', '3', '--mode', 'play'],
    /ERR_OPTION: --mode: gpu does not search in it: use sequential or/,
  ],
  [
    ['search', 'chess', '--algorithm', 'gpu', '--depth', '3', '--checkpoint', 'no/such/file'],
    /ERR_OPTION: --checkpoint: gpu cannot be resumed/,
  ],
  [
    ['search', 'chess', '--algorithm', 'gpu', '--depth', '128', '--fallback', 'cpu'],
    /ERR_LIMIT: depth 128: expected 1 to 24/,
  ],
  [['search', 'chess', '--lmax', '50'], /ERR_OPTION: --lmax: --lmax is for --algorithm gpu/],
  [['search', 'chess', '--no-pruning'], /ERR_OPTION: --no-pruning: /],
  [
    ['search', 'chess', '--algorithm', 'gpu', '--depth', '3', '--lmax', '39'],
    /ERR_LIMIT: --lmax: '39' is refused: expected an integer from 40 to/,
  ],
  [
    ['search', 'chess', '--algorithm', 'gpu', '--depth', '3', '--subtrees', '2', '--bmax', '90'],
    /ERR_OPTION: subtrees: /,
  ],
])('%o is refused', async (words, message) => {
  const ended = await plyadesHere(words);
  expect(ended.code).toBe(2);
  expect(errorLines(ended).join('\n')).toMatch(message);
});
