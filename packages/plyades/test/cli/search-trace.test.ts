// `search --trace`: what the threads of a search did, as a file.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { unwrap } from '#dist/core/result.js';
import { parseTrace } from '#dist/trace/index.js';
import { plyadesHere } from './in-process.js';
import { lastJson } from './plyades.js';

const folder = mkdtempSync(join(tmpdir(), 'plyades-trace-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const usual = ['search', 'othello', '--depth', '8', '--workers', '2', '--algorithm', 'aphid'];

describe('search --trace', () => {
  test('writes a file that can be read again, and the answer as without it', async () => {
    const file = join(folder, 'run.plytrace');
    const found = lastJson(await plyadesHere([...usual, '--trace', file, '--json']));
    const alone = lastJson(await plyadesHere(['search', 'othello', '--depth', '8', '--json']));
    expect(found.value).toBe(alone.value);
    const log = unwrap(parseTrace(readFileSync(file)));
    expect(log.header).toMatchObject({ algorithm: 'aphid', processes: 3, clock: 'real' });
    expect(log.lanes).toHaveLength(3);
    expect(log.pieces.length).toBeGreaterThan(0);
    expect(log.depths.at(-1)).toMatchObject({ depth: 8, value: found.value });
  });

  test.each(['run.pftrace', 'run.json'])('writes %s', async (name) => {
    const file = join(folder, name);
    const { code } = await plyadesHere([...usual, '--trace', file]);
    expect(code).toBe(0);
    expect(readFileSync(file).length).toBeGreaterThan(1000);
  });

  test.each([
    [['--depth', '3', '--trace', 'x.plytrace'], /ERR_OPTION: --trace: sequential records no trace/],
    [
      ['--depth', '3', '--workers', '2', '--trace', 'x.txt'],
      /ERR_VALUE: --trace: .*\.plytrace, \.pftrace/,
    ],
    [
      ['--depth', '3', '--workers', '2', '--trace', 'nowhere/x.json'],
      /ERR_VALUE: --trace: .*no folder/,
    ],
  ])('refuses %s', async (words, message) => {
    const ended = await plyadesHere(['search', 'othello', ...words]);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toMatch(message);
    expect(existsSync(words.at(-1)!)).toBe(false);
  });
});
