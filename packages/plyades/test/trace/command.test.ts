// `sim --trace FILE`: the format by the name of the file, and refusals before the run begins.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { unwrap } from '#dist/core/result.js';
import { makePerfetto, makeTraceJson, parseTrace } from '#dist/trace/index.js';
import { plyadesHere } from '../cli/in-process.js';
import { lastJson } from '../cli/plyades.js';

const folder = mkdtempSync(join(tmpdir(), 'plyades-trace-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sim = (...more: string[]) =>
  plyadesHere([
    ...['sim', 'othello', '--algorithm', 'young-brothers', '--processors', '4', '--depth', '7'],
    ...more,
  ]);

test('writes the same run in each format, and prints the same', async () => {
  const files = ['plytrace', 'pftrace', 'json'].map((ending) => join(folder, `run.${ending}`));
  const plain = lastJson(await sim('--json'));
  for (const file of files) {
    const ended = await sim('--json', '--trace', file);
    expect(ended.code).toBe(0);
    expect({ ...lastJson(ended), seconds: 0 }).toEqual({ ...plain, seconds: 0 });
  }
  const [own, perfetto, json] = files.map((file) => new Uint8Array(readFileSync(file)));
  const log = unwrap(parseTrace(own!));
  expect(log.header).toMatchObject({ game: 'othello', algorithm: 'young-brothers', processes: 4 });
  expect(log.header.command).toBe(plain.command);
  expect(log.pieces.length).toBeGreaterThan(5);
  expect(makePerfetto(log)).toEqual(perfetto);
  expect(new TextEncoder().encode(unwrap(makeTraceJson(log)))).toEqual(json);
});

test.each([
  ['run.txt', [], 'ERR_VALUE', '.plytrace, .pftrace (Perfetto) or .json'],
  ['run.json', ['--processors', '65'], 'ERR_LIMIT', '.pftrace'],
  [join('nowhere', 'run.pftrace'), [], 'ERR_VALUE', 'there is no'],
])('refuses %s', async (name, more, code, says) => {
  const file = join(folder, 'refused', name);
  const ended = await sim(
    '--trace',
    name === 'run.json' ? join(folder, 'many.json') : file,
    ...more,
  );
  expect(ended.code).toBe(2);
  expect(ended.stderr).toContain(code);
  expect(ended.stderr).toContain('--trace');
  expect(ended.stderr).toContain(says);
  expect(existsSync(join(folder, 'many.json'))).toBe(false);
});
