// Files that options name and that cannot be read or written: one line that names the option, the path and the reason.
import { execFileSync } from 'node:child_process';
import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { plyadesHere } from './in-process.js';
import { errorLines, lastJson, plyades } from './plyades.js';

const folder = mkdtempSync(join(tmpdir(), 'plyades-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const game = join(folder, 'game.pgn');
writeFileSync(game, '1. f3 e5 2. g4 Qh4# 0-1\n');
const failing = new URL('../support/failing-files.mjs', import.meta.url).href;
/** A file system that refuses to write below the folder. */
const refusing = (code: 'EROFS' | 'ENOSPC') => ({
  env: { NODE_OPTIONS: `--import=${failing}`, FAILING_FILES: `${code}:${folder}` },
});

async function refused(words: readonly string[], said: RegExp, options = {}) {
  const ended = await plyades(words, options);
  expect(errorLines(ended)).toEqual([expect.stringMatching(said)]);
  expect(ended.code).toBe(2);
}

describe('a file that cannot be written is refused by name', () => {
  test('in a folder that is not there', async () => {
    const out = '/no/such/folder/x';
    const said =
      /^plyades: ERR_VALUE: --out: '\/no\/such\/folder\/x' .* no folder \/no\/such\/folder/;
    const analyse = ['analyse', game, '--engine', 'plyades', '--nodes', '100'];
    await refused([...analyse, '--out', out], said);
  });

  test('on a file system that is read-only', async () => {
    const readOnly = (where: string) =>
      new RegExp(`ERR_VALUE: ${where}: .*is read-only \\(EROFS\\)`);
    const match = ['match', 'plyades', 'plyades', '--games', '2', '--nodes', '50'];
    const options = refusing('EROFS');
    await refused([...match, '--out', join(folder, 'm')], readOnly('--out'), options);
    const up = ['cluster', 'up', '--port', '1', '--host', '127.0.0.1', '--dir'];
    await refused([...up, join(folder, 'cluster')], readOnly('--dir'), options);
    await refused(['install-engine', join(folder, 'e')], readOnly('FILE'), options);
    await refused(
      ['analyse', game, '--engine', 'plyades', '--out', join(folder, 'o')],
      readOnly('--out'),
      options,
    );
  });

  test('on a full disk, and a match that is under way ends too', async () => {
    const options = refusing('ENOSPC');
    const match = ['match', 'plyades', 'plyades', '--games', '2', '--nodes', '50', '--out'];
    await refused(
      [...match, join(folder, 'full')],
      /--out: .*the disk is full \(ENOSPC\)/,
      options,
    );
  });
});

describe('a pipe', () => {
  const pipe = () => {
    const path = join(mkdtempSync(join(folder, 'pipe-')), 'pipe');
    execFileSync('mkfifo', [path]);
    return path;
  };

  test('is not replaced by a checkpoint, and the search goes on', async () => {
    const path = pipe();
    const words = ['search', 'tic-tac-toe', '--depth', '3', '--checkpoint', path];
    const { stderr } = await plyadesHere(words);
    expect(stderr).toMatch(/expected a regular file/);
    expect(statSync(path).isFIFO()).toBe(true);
  });

  test('is not replaced by a proof, and refused before the search', async () => {
    const path = pipe();
    const ended = await plyadesHere(['solve', 'tic-tac-toe', '--goal', 'draw', '--proof', path]);
    expect([ended.code, ended.stdout]).toEqual([2, '']);
    expect(ended.stderr).toMatch(/ERR_VALUE: --proof: .*expected a regular file/);
    expect(statSync(path).isFIFO()).toBe(true);
  });

  test('is no checkpoint to resume', async () => {
    const ended = await plyadesHere(['resume', '--file', pipe()]);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toMatch(/ERR_VALUE: --file: .*expected a regular file/);
  });
});

test('a device is no text to read', async () => {
  for (const words of [
    ['sim', '--replay', '/dev/zero'],
    ['analyse', '/dev/zero', '--engine', 'x', '--out', join(folder, 'none.pgn')],
  ]) {
    const ended = await plyadesHere(words);
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining('ERR_VALUE')]);
  }
});

test('a symbolic link stays, and the file that it leads to is replaced', async () => {
  const [file, link] = [join(folder, 'file.json'), join(folder, 'link.json')];
  writeFileSync(file, 'old');
  symlinkSync(file, link);
  await plyadesHere(['search', 'tic-tac-toe', '--depth', '3', '--checkpoint', link]);
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ request: { depth: 3 } });
});

test('a full disk leaves no half checkpoint, and the search goes on', async () => {
  const words = ['search', 'tic-tac-toe', '--depth', '9', '--json', '--checkpoint'];
  const ended = await plyades([...words, join(folder, 'deep.json')], refusing('ENOSPC'));
  expect(ended.code).toBe(0);
  expect(lastJson(ended)).toMatchObject({ solved: true, value: 0 });
  expect(errorLines(ended)).toEqual([expect.stringMatching(/the checkpoint could not be written/)]);
  expect(readdirSync(folder).filter((name) => name.startsWith('deep'))).toEqual([]);
});
