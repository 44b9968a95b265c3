// The laboratory on the command line: simulations and deterministic searches.
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { plyadesHere } from './in-process.js';
import { errorLines, interruptAfterWork, lastJson, plyades } from './plyades.js';

const folder = mkdtempSync(join(tmpdir(), 'plyades-sim-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const usual = ['sim', 'othello', '--algorithm', 'root-split', '--processors', '4', '--depth', '7'];

describe('sim', () => {
  test('--json begins with the fields of the contract', async () => {
    const ended = await plyades([...usual, '--profile', 'paper', '--json']);
    expect(ended.code).toBe(0);
    expect(ended.stderr).toBe('');
    const found = lastJson(ended);
    expect(Object.keys(found).slice(0, 11)).toEqual([
      ...['value', 'depth', 'horizon', 'processors', 'profile', 'seed', 'seconds'],
      ...['virtualSeconds', 'speedup', 'sequential', 'overheads'],
    ]);
    expect(Object.keys(found.sequential as object)).toEqual(['value', 'nodes', 'virtualSeconds']);
    expect(found).toMatchObject({
      depth: 7,
      horizon: null,
      processors: 4,
      profile: 'paper',
      seed: 1,
      simulated: true,
    });
    const alone = await plyadesHere(['search', 'othello', '--depth', '7', '--json']);
    expect(found.value).toBe(lastJson(alone).value);
    const again = lastJson(
      await plyadesHere([...usual, '--profile', 'paper', '--json', '--threads', '1']),
    );
    expect({ ...again, seconds: 0 }).toEqual({ ...found, seconds: 0 });
  });

  test('--table ring lets the workers share, on any number of threads', {
    tags: 'long',
  }, async () => {
    const words = ['sim', 'othello', '--algorithm', 'aphid', '--processors', '8', '--depth', '8'];
    const ring = [...words, '--table', 'ring', '--min-size', '1', '--json'];
    const found = lastJson(await plyades([...ring, '--threads', '2']));
    expect(found).toMatchObject({ table: 'ring' });
    const { entriesSent, entriesReceived, entriesUsed } = found.counters as Record<string, number>;
    expect(entriesSent).toBeGreaterThan(0);
    expect(entriesReceived).toBeGreaterThan(entriesSent!);
    expect(entriesUsed).toBeGreaterThan(0);
    const again = lastJson(await plyades([...ring, '--threads', '1']));
    expect({ ...again, seconds: 0 }).toEqual({ ...found, seconds: 0 });
    const local = lastJson(await plyades([...words, '--min-size', '1', '--json']));
    expect(local).toMatchObject({ value: found.value, counters: { entriesSent: 0 } });
  });

  test('marks what is simulated', async () => {
    const { code, stdout } = await plyadesHere(usual);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^speedup +\d+\.\d\d simulated$/m);
    expect(stdout).toMatch(/^time +.* simulated, .* real$/m);
  });

  test('records a run with faults and replays it', { tags: 'long' }, async () => {
    const file = join(folder, 'run.jsonl');
    const faults = ['--faults', 'crash:2@1ms+5ms,lose:10%', '--seed', '3'];
    const recorded = lastJson(await plyadesHere([...usual, ...faults, '--record', file, '--json']));
    const replayed = await plyadesHere(['sim', '--replay', file, '--json']);
    expect(replayed.code).toBe(0);
    expect({ ...lastJson(replayed), seconds: 0 }).toEqual({
      ...recorded,
      seconds: 0,
      identical: true,
    });
    appendFileSync(file, '{"type":"end"}\n');
    const changed = await plyadesHere(['sim', '--replay', file]);
    expect(changed.code).toBe(1);
    expect(changed.stderr).toMatch(/ERR_SIMULATION: .* differs from the record/);
  });

  test('that fails prints the command that repeats it', async () => {
    const ended = await plyades([...usual, '--faults', 'crash:0@50us', '--json']);
    expect(ended.code).toBe(1);
    expect(lastJson(ended)).toMatchObject({ value: null, failure: expect.any(String) });
    expect(errorLines(ended)).toHaveLength(1);
    expect(ended.stderr).toMatch(
      /to see it again: plyades sim othello --position '.*--faults crash/,
    );
  });

  test('--growth adds the growth of pieces and the choice of pieces', async () => {
    const words = [...usual, '--profile', 'paper', '--growth'];
    const found = lastJson(await plyadesHere([...words, '--json']));
    const plain = lastJson(await plyadesHere([...words.slice(0, -1), '--json']));
    const { growth, ...rest } = found;
    expect({ ...rest, seconds: 0 }).toEqual({ ...plain, seconds: 0 });
    expect(growth).toMatchObject({
      ...{ pieces: expect.any(Number), nodes: expect.any(Number) },
      ...{ sequentialNodes: expect.any(Number), unfinishedNodes: expect.any(Number) },
    });
    const { choice, growth: inside } = growth as Record<string, number>;
    const { stdout } = await plyadesHere(words);
    expect(stdout).toMatch(new RegExp(`^growth +${inside!.toFixed(3)} inside \\d+ pieces$`, 'm'));
    expect(stdout).toMatch(new RegExp(`^ +${choice!.toFixed(3)} by the choice of pieces$`, 'm'));
    const game = 'dist/examples/connect-four.js';
    const words4 = ['sim', game, ...usual.slice(2, -1), '5', '--growth', '--json'];
    expect(lastJson(await plyadesHere(words4))).toMatchObject({
      growth: { choice: expect.any(Number) },
    });
  });

  test('takes games in plain TypeScript', async () => {
    const game = 'dist/examples/connect-four.js';
    const found = lastJson(await plyadesHere(['sim', game, ...usual.slice(2, -1), '5', '--json']));
    // Columns, not the indices that threads use for moves: the best one is the middle.
    expect(found).toMatchObject({ game, move: '3' });
    expect(found.line).toHaveLength(5);
    expect((found.line as string[])[0]).toBe(found.move);
    expect(found.value).toBe((found.sequential as { value: number }).value);
  });

  test('ends cleanly when it is interrupted', { tags: 'long' }, async () => {
    const words = [
      'sim',
      'othello',
      '--algorithm',
      'lazy-smp',
      '--processors',
      '8',
      '--depth',
      '30',
    ];
    const ended = await plyades(words, interruptAfterWork(2.5));
    expect(ended).toMatchObject({ code: 130, stdout: '' });
    expect(ended.stderr).toBe('interrupted: there is no result\n');
  });

  test.each([
    [['sim'], /ERR_MISSING: GAME/],
    [['sim', 'othello'], /ERR_MISSING: --algorithm/],
    [[...usual, '--algorithm', 'magic'], /ERR_OPTION: --algorithm: 'magic'/],
    [[...usual, '--processors', '0'], /ERR_LIMIT: --processors/],
    [[...usual, '--processors', '1000000'], /ERR_LIMIT: --processors/],
    [[...usual, '--processors', '1'], /ERR_OPTION: processors 1/],
    [[...usual, '--depth', '0'], /ERR_LIMIT: --depth/],
    [[...usual, '--faults', 'lose:10%,flood'], /ERR_VALUE: --faults, character 10/],
    [[...usual, '--profile', 'papr'], /ERR_OPTION: --profile: .*did you mean paper/],
    [[...usual, '--profile', 'none.json'], /ERR_VALUE: --profile: 'none.json'/],
    [[...usual, '--record', 'none/none/x'], /ERR_VALUE: --record/],
    [
      [...usual, '--algorithm', 'lazy-smp', '--growth'],
      /ERR_OPTION: growth: lazy-smp has no pieces/,
    ],
    [
      ['sim', 'loa', '--algorithm', 'pns-dfpn', '--processors', '3', '--growth'],
      /ERR_OPTION: --growth: pns-dfpn has no/,
    ],
    [['sim', '--replay', 'x', '--growth'], /ERR_OPTION: --replay: --growth/],
    [['sim', '--replay', 'package.json'], /ERR_VALUE: --replay/],
    [['sim', 'othello', '--replay', 'x'], /ERR_OPTION: --replay/],
  ])('%j is refused in one line', async (words, line) => {
    const ended = await plyadesHere(words);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(errorLines(ended)).toHaveLength(1);
    expect(ended.stderr).toMatch(line);
  });
});

describe('search --deterministic', () => {
  const words = ['search', 'othello', '--algorithm', 'young-brothers', '--depth', '8', '--json'];

  test('finds the same in the same nodes', { tags: 'long' }, async () => {
    const facts = async () => {
      const ended = await plyadesHere([...words, '--workers', '3', '--deterministic']);
      expect(ended.code).toBe(0);
      return { ...lastJson(ended), seconds: 0 };
    };
    const first = await facts();
    expect(await facts()).toEqual(first);
    const alone = lastJson(await plyadesHere(['search', 'othello', '--depth', '8', '--json']));
    expect(first).toMatchObject({ value: alone.value, workers: 3, mode: 'exact', depth: 8 });
    expect((first as { line?: unknown }).line).toHaveLength(8);
  });

  test.each([
    [[...words, '--workers', '2', '--time', '100'], /time limit/],
    [[...words, '--workers', '2', '--nodes', '100'], /limit of nodes/],
    [words, /number of workers/],
    [['search', 'othello', '--depth', '4'], /on one thread .* always is: use aphid or/],
  ])('is refused after %j', async (others, reason) => {
    const ended = await plyadesHere([...others, '--deterministic']);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toMatch(reason);
  });
});
