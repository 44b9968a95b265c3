// Experiments on the command line: what is finished is kept whatever happens, and what cannot be is refused.
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { plyadesHere } from './in-process.js';
import { lastJson, plyades } from './plyades.js';

const folder = mkdtempSync(join(tmpdir(), 'plyades-experiment-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TIMEOUT_MS = 600_000;

/** Kills the process, without a warning, once the file has a finished run after the sequential search that it needs. */
function killAfterFirstRun(file: string) {
  return (child: ChildProcess) => {
    const watch = setInterval(() => {
      if (!existsSync(file) || readFileSync(file, 'utf8').split('\n').length < 3) return;
      clearInterval(watch);
      child.kill('SIGKILL');
    }, 5);
    child.on('exit', () => clearInterval(watch));
  };
}

describe('experiment', { timeout: TIMEOUT_MS }, () => {
  test('keeps what is finished, and goes on with the rest', { tags: 'long' }, async () => {
    const name = 'aphid/table-6.4';
    const words = ['experiment', name, '--scale', 'smoke', '--way', 'ours', '--out', folder];
    words.push('--json');
    const first = lastJson(await plyades([...words, '--profile', 'paper']));
    expect(first).toMatchObject({
      experiment: name,
      scale: 'smoke',
      total: 2,
      skipped: 0,
      made: 2,
    });
    const { data, report, picture } = first as Record<'data' | 'report' | 'picture', string>;
    const lines = readFileSync(data, 'utf8').split('\n').slice(0, -1);
    expect(lines.map((line) => JSON.parse(line).result.simulated)).toEqual([true, true, true]);
    expect(readFileSync(picture, 'utf8')).toMatch(/^<svg [\s\S]*simulated[\s\S]*<\/svg>\s*$/);
    expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({
      ...{ experiment: name, total: 2, finished: 2, tables: first.tables, figures: first.figures },
    });
    // As if the program had been killed in the middle of the last line.
    writeFileSync(data, `${lines[0]}\n${lines[1]}\n${lines[2]!.slice(0, 20)}`);
    const second = lastJson(await plyades([...words, '--profile', 'paper']));
    expect(second).toMatchObject({ total: 2, skipped: 1, made: 1, tables: first.tables });
    // Another profile adds its own runs to those.
    const both = lastJson(await plyades([...words, '--profile', 'both']));
    expect(both).toMatchObject({ total: 4, skipped: 2, made: 2 });
    expect(lastJson(await plyades(words))).toMatchObject({ total: 4, skipped: 4, made: 0 });
  });

  test('makes a part of it, which counts for the whole', { tags: 'long' }, async () => {
    const words = ['experiment', 'parallel/algorithms', '--profile', 'paper', '--out', folder];
    const part = lastJson(await plyades([...words, '--processors', '4', '--json']));
    expect(part).toMatchObject({ skipped: 0, made: part.total });
    const rows = (part.tables as { rows: string[][] }[]).flatMap(({ rows }) => rows);
    expect(rows.map(([processors]) => processors)).toEqual(['4', '4']);
    const { part: written } = JSON.parse(readFileSync(part.report as string, 'utf8'));
    expect(written).toEqual({ processors: [4] });
    const whole = lastJson(await plyades([...words, '--json']));
    expect(whole).toMatchObject({ skipped: part.made, made: part.made });
  });

  test('goes on after it was killed', { tags: 'long' }, async () => {
    const out = join(folder, 'killed');
    const words = ['experiment', 'aphid/table-6.8', '--scale', 'smoke', '--profile', 'paper'];
    const data = join(out, 'aphid', 'tables.jsonl');
    const killed = await plyades([...words, '--out', out], { during: killAfterFirstRun(data) });
    expect(killed.code).toBeNull();
    const ended = lastJson(await plyades([...words, '--out', out, '--json']));
    expect(ended.skipped).toBeGreaterThan(0);
    expect(Number(ended.skipped) + Number(ended.made)).toBe(ended.total);
    const lines = readFileSync(data, 'utf8').trimEnd().split('\n');
    const ids: string[] = lines.map((line) => JSON.parse(line).id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !id.includes(', sequential'))).toHaveLength(Number(ended.total));
  });

  test.each([
    [['aphid/table-6.9'], /ERR_ARGUMENT: NAME: .*did you mean aphid\/table-6\./],
    [['aphid/table-6.1', '--scale', 'tiny'], /ERR_OPTION: --scale: .*smoke, short, full/],
    [['aphid/table-6.1', '--profile', 'papers'], /ERR_OPTION: --profile: .*did you mean paper/],
    [['aphid/table-6.1', '--depth', '10,11'], /ERR_OPTION: --depth: 11 .*scale smoke has 10$/m],
    [['aphid/table-6.1', '--depth', 'ten'], /ERR_LIMIT: --depth: 'ten' .*integers from 1/],
    [['aphid/table-6.1', '--processors', '16'], /ERR_OPTION: --processors: 16 .*smoke has 8$/m],
    [['aphid/table-6.1', '--positions', '2'], /ERR_OPTION: --positions: 2 .*smoke has 1 of a game/],
    [['parallel/threads', '--processors', '2'], /ERR_OPTION: --processors: .*has no choice of it/],
    [['aphid/figure-4.2', '--positions', '1'], /ERR_OPTION: --positions: .*has no choice of it/],
    [['parallel/threads', '--profile', 'paper'], /ERR_OPTION: --profile: .*no choice of profiles/],
  ])('%j is refused', async (words, why) => {
    const ended = await plyadesHere(['experiment', ...words, '--out', folder]);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toMatch(why);
  });

  test('a folder that cannot be is refused at once', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const places = [join(file, 'below'), ...(process.platform === 'linux' ? ['/proc/nope'] : [])];
    for (const out of places) {
      const ended = await plyadesHere(['experiment', 'aphid/figure-4.2', '--out', out]);
      expect(ended.code).toBe(2);
      expect(ended.stderr).toMatch(/ERR_OPTION: out: .*mkdir/);
    }
  });
});
