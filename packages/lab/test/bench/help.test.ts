// Every bench explains itself and refuses what it does not know, before it measures anything.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const benches = [
  ...['perft', 'search', 'slices', 'ffo'].map((subject) => `othello/run.mjs ${subject}`),
  ...['perft', 'nodes'].map((subject) => `shogi/run.mjs ${subject}`),
  ...['checkers', 'chess', 'connect6', 'loa'].map((game) => `${game}/perft.mjs`),
  ...[
    'chess/suite.mjs',
    'cluster/loss.mjs',
    'cluster/master.mjs',
    'cluster/prediction.mjs',
    'cluster/threads.mjs',
    'games/nodes.mjs',
    'loa/pns.mjs',
    'loa/pns-threads.mjs',
    'shogi/mates.mjs',
    'own-search/run.mjs',
    'simulation/nodes.mjs',
    'parallel/bots.mjs',
    'parallel/deterministic.mjs',
    'parallel/latency.mjs',
    'parallel/prediction.mjs',
    'parallel/prompt.mjs',
    'parallel/speedup.mjs',
    'self-play/run.mjs',
    'self-play/selective.mjs',
    'simulation/aphid.mjs',
    'simulation/minimal-tree.mjs',
    'typescript-game/run.mjs',
  ],
];

const run = (bench: string, option: string) =>
  spawnSync(process.execPath, [...`bench/${bench}`.split(' '), option], { encoding: 'utf8' });

test.each(benches)('%s has --help', (bench) => {
  const { status, stdout, stderr } = run(bench, '--help');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/^Usage: node bench\//);
  expect(stdout).toContain(bench.split(' ')[0]);
  expect(stdout).toMatch(/^ {2}--json FILE +write the figures$/m);
});

test.each(benches)('%s refuses an unknown option in one line', (bench) => {
  const { status, stdout, stderr } = run(bench, '--no-such-option');
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(/^Unknown option '--no-such-option'.*\n$/);
});

test.each(['othello', 'shogi'])('the benches of %s list their subjects', (game) => {
  expect(run(`${game}/run.mjs`, '--help').stdout).toMatch(/^Subjects:\n {2}perft /m);
  expect(run(`${game}/run.mjs`, 'pferft').status).toBe(2);
});
