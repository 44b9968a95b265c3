// Benches are run seldom and use the internals of the library: each that needs no g++, adapter or other engine runs here
// with its smallest options. The figures mean nothing.
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { BENCHES } from '../../bench/benches.mjs';

const SMALL: Readonly<Record<string, string>> = {
  'chess/suite': '--nodes 1000 --every 100',
  'cluster/control-plane': '--seeds 1..2',
  'cluster/master': '--workers 8 --seconds 1',
  'cluster/prediction': '--depth 8 --opening 1 --rounds 1',
  'cluster/threads': '--depth 8 --rounds 1 --hash 16 --idle-seconds 1',
  'gpp/master': '--workers 4 --moves 2 --reports 2',
  'levels/steps': 'othello hex --games 2 --levels 2 --jobs 1',
  'othello/ffo': '--from 1 --to 2',
  'othello/probcut': '--depth 8 --positions 1',
  'othello/slices': '--depth 5 --rounds 1',
  'own-search/speedup': '--depth 8',
  'parallel/builds': '../.. ../.. --algorithm sequential --depth 5 --rounds 1 --hash 16',
  'parallel/deterministic': '--depth 7 --rounds 1',
  'parallel/latency': '--aborts 1 --seconds 20',
  'parallel/play':
    '--game othello --threads 1,2 --ms 5 --positions 1 --move-ms 2 --pairs 1 --hash 4',
  'parallel/prediction': '--depth 7 --rounds 1',
  'parallel/prompt': '--answers 1',
  'parallel/scaling': '--work ffo:1-1,chess:4:1 --threads 2 --rounds 1 --hash 4',
  'parallel/speedup': '--depth 7 --rounds 1 --positions 1 --hash 16',
  'self-play/depths': 'tic-tac-toe --deep 2 --shallow 1 --games 2 --opening 1',
  'self-play/selective': 'othello --ms 1 --games 2',
  'shogi/mates': '--plies 1',
  'simulation/aphid': '--depth 7 --processors 4 --positions 1',
  'simulation/minimal-tree': '--trees 1 --depth 7 --horizon 4 --processors 4',
  'simulation/nodes': '--nodes 1000000',
  'simulation/scaling': '--work othello:7:1 --threads 2 --hash 4',
  'trace/cost': '--depth 7 --processors 4 --rounds 1',
};

test('the benches that run here exist', () => {
  expect(Object.keys(BENCHES)).toEqual(expect.arrayContaining(Object.keys(SMALL)));
});

describe.each(Object.entries(SMALL))('%s', (name, words) => {
  test('runs', { tags: 'long' }, () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['bench/run.mjs', name, ...words.split(' ')],
      { encoding: 'utf8' },
    );
    expect({ status, stderr: stderr.replace(/.*ExperimentalWarning.*\n.*\n/, '') }).toMatchObject({
      status: 0,
    });
    expect(stdout).not.toBe('');
  });
});
