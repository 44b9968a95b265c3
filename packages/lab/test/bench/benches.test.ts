// Every bench is listed, explains itself and refuses an unknown option before it measures anything.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BENCHES } from '../../bench/benches.mjs';

const run = (...args: string[]) =>
  spawnSync(process.execPath, ['bench/run.mjs', ...args], { encoding: 'utf8' });

const explained = Object.entries(BENCHES)
  .filter(([, about]) => !about.endsWith('(no --help)'))
  .map(([name]) => name);

test('without a name all benches are listed', () => {
  const { status, stdout } = run();
  expect(status).toBe(0);
  for (const [name, about] of Object.entries(BENCHES)) {
    expect(stdout).toMatch(new RegExp(`^ {2}${name} +`, 'm'));
    expect(stdout).toContain(about);
  }
});

test('a wrong name is refused with the next step', () => {
  const { status, stderr } = run('othello/pferft');
  expect([status, stderr]).toEqual([2, "no bench 'othello/pferft': npm run bench lists them\n"]);
});

test('the list has the files of the folder', () => {
  const files = readdirSync('bench', { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.mjs') && !path.startsWith('support/'))
    .filter((path) => readFileSync(`bench/${path}`, 'utf8').includes('runBench('));
  expect(Object.keys(BENCHES)).toEqual(
    expect.arrayContaining(files.map((path) => path.slice(0, -'.mjs'.length))),
  );
  expect(Object.keys(BENCHES).filter((name) => !existsSync(`bench/${name}.mjs`))).toEqual([]);
});

describe.each(explained)('%s', (name) => {
  // Each loads the library: half a second.
  const tags = name === 'parallel/speedup' ? [] : ['long'];

  test('has --help', { tags }, () => {
    const { status, stdout, stderr } = run(name, '--help');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^Usage: npm run bench -- ${name} `));
    expect(stdout).toMatch(/^ {2}--json FILE +write the figures$/m);
  });

  test('refuses an unknown option in one line', { tags }, () => {
    const { status, stdout, stderr } = run(name, '--no-such-option');
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^Unknown option '--no-such-option'.*\n$/);
  });
});
