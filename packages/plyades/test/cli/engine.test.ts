// The commands around engines: what they refuse, and that a launcher is an engine.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { plyadesHere } from './in-process.js';
import { errorLines, plyades } from './plyades.js';

const folder = mkdtempSync(join(tmpdir(), 'plyades-launcher-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('plyades engine', () => {
  test('refuses games that have no protocol', async () => {
    const ended = await plyades(['engine', 'checkers']);
    expect(ended.code).toBe(2);
    expect(errorLines(ended)[0]).toMatch(/chess, shogi, othello/);
  });
});

describe('plyades install-engine', () => {
  const file = join(folder, "it's a launcher");

  test.skipIf(process.platform === 'win32')('writes a program that is an engine', async () => {
    const ended = await plyades(['install-engine', file]);
    expect([ended.code, ended.stdout.trim()]).toEqual([0, file]);
    expect(statSync(file).mode & 0o111).toBe(0o111);
    const { stdout } = spawnSync(file, {
      input: 'uci\nposition startpos\ngo depth 1\n',
      encoding: 'utf8',
    });
    expect(stdout).toMatch(/uciok/);
    expect(stdout).toMatch(/^bestmove [a-h]/m);
  });

  test('passes the words of another command on', async () => {
    const other = join(folder, 'many');
    const words = ['gpp', '--engine', 'stockfish', '--workers', '8'];
    expect((await plyadesHere(['install-engine', other, ...words])).code).toBe(0);
    expect(readFileSync(other, 'utf8')).toMatch(
      /'?gpp'? '?--engine'? '?stockfish'? '?--workers'? '?8/,
    );
  });

  test('does not write over a file without --force, nor where there is no folder, nor what is no engine', async () => {
    const taken = join(folder, 'taken');
    expect((await plyadesHere(['install-engine', taken])).code).toBe(0);
    const again = await plyadesHere(['install-engine', taken]);
    expect([again.code, errorLines(again)[0]]).toEqual([2, expect.stringMatching(/--force/)]);
    expect((await plyadesHere(['install-engine', '--force', taken])).code).toBe(0);
    const nowhere = await plyadesHere(['install-engine', join(folder, 'no', 'where')]);
    expect([nowhere.code, errorLines(nowhere)[0]]).toEqual([2, expect.stringMatching(/no folder/)]);
    const search = await plyadesHere(['install-engine', join(folder, 'x'), 'search', 'chess']);
    expect([search.code, existsSync(join(folder, 'x'))]).toEqual([2, false]);
  });
});
