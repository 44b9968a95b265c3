// Engines that misbehave are contained and named: whatever they do, a search ends with a legal move or with
// an error that says what was wrong, and the next search finds the engine working again.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import type { Engine, EngineEvent, EngineSettings } from '#dist/engines/index.js';
import { startEngine } from '#dist/engines/index.js';

const fake = fileURLToPath(new URL('../support/fake-engine.mjs', import.meta.url));
const open: Engine[] = [];
const folder = mkdtempSync(join(tmpdir(), 'plyades-fake-'));

afterEach(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()));
});

function settings(habits: string[], more: Partial<EngineSettings> = {}): EngineSettings {
  return {
    command: process.execPath,
    args: [fake, ...habits],
    game: 'chess',
    graceMs: 1000,
    ...more,
  };
}

async function start(habits: string[], more: Partial<EngineSettings> = {}): Promise<Engine> {
  const engine = await startEngine(settings(habits, more));
  open.push(engine);
  return engine;
}

const START = { setup: { moves: [] }, go: { depth: 3 } };

describe('an engine that behaves', () => {
  test('tells its name and options, and answers a search', async () => {
    const engine = await start([]);
    expect(engine.name).toBe('Fake 1.0');
    expect(engine.options.map(({ name }) => name)).toEqual([
      'Hash',
      'MultiPV',
      'Style',
      'Clear Hash',
    ]);
    const depths: (number | undefined)[] = [];
    const answer = await engine.search({ ...START, onInfo: ({ depth }) => depths.push(depth) });
    expect(answer).toMatchObject({ move: 'e2e4', nodes: 20 });
    expect(answer.lines).toMatchObject([{ depth: 2, score: { centipawns: 10, bound: 'exact' } }]);
    expect(depths).toEqual([1, 2]);
  });

  test('searches until it is stopped, and one search after the other', async () => {
    const engine = await start([]);
    const first = engine.search({ setup: { moves: [] }, go: { infinite: true } });
    const second = engine.search({
      setup: { moves: ['e2e4'] },
      go: { infinite: true, searchMoves: ['e7e5'] },
    });
    expect(await first).toMatchObject({ move: 'e2e4' });
    engine.stop();
    expect(await second).toMatchObject({ move: 'e7e5' });
  });

  test('ponders until the expected move is played', async () => {
    const engine = await start([]);
    const answer = engine.search({ setup: { moves: [] }, go: { ponder: true, firstTime: 1000 } });
    engine.ponderHit();
    expect(await answer).toMatchObject({ move: 'e2e4' });
  });

  test('is not asked where the game is over', async () => {
    const engine = await start(['crashes']);
    const moves = ['f2f3', 'e7e5', 'g2g4', 'd8h4'];
    expect(await engine.search({ setup: { moves }, go: { depth: 1 } })).toMatchObject({
      outcome: 'none',
    });
  });

  test('is not asked about what the rules refuse', async () => {
    const engine = await start([]);
    const search = (setup: { start?: string; moves: string[] }) =>
      engine.search({ setup, go: { depth: 1 } });
    await expect(search({ moves: ['e2e4', 'e2e4'] })).rejects.toMatchObject({
      code: 'ERR_ILLEGAL_MOVE',
      message: expect.stringContaining("move 2, 'e2e4'"),
    });
    await expect(search({ start: '8/8/8 w - -', moves: [] })).rejects.toThrow();
    const go = { depth: 1, searchMoves: ['e2e5'] };
    await expect(engine.search({ setup: { moves: [] }, go })).rejects.toMatchObject({
      code: 'ERR_ILLEGAL_MOVE',
    });
    expect(await engine.search(START)).toMatchObject({ move: 'e2e4' });
  });

  test('may resign in shogi', async () => {
    const engine = await start(['--usi', 'resigns'], { game: 'shogi' });
    expect(await engine.search(START)).toMatchObject({ outcome: 'resign' });
  });
});

describe('what cannot be started', () => {
  test.each([
    [
      'a path without a program',
      { command: '/nowhere/engine' },
      'ERR_MISSING_PART',
      "'/nowhere/engine'",
    ],
    ['a name that nobody knows', { command: 'no-such-engine' }, 'ERR_MISSING_PART', 'PATH'],
    ['a file that is no program', { command: fake }, 'ERR_MISSING_PART', 'fake-engine'],
    ['a program that ends at once', settings(['exits-at-once']), 'ERR_ENGINE_EXIT', 'network file'],
    [
      'a program that is no engine',
      settings(['not-an-engine'], { handshakeMs: 300 }),
      'ERR_ENGINE_PROTOCOL',
      'UCI',
    ],
    [
      'a handshake without an end',
      settings(['no-uciok'], { handshakeMs: 300 }),
      'ERR_ENGINE_PROTOCOL',
      'uciok',
    ],
    [
      'an engine that is never ready',
      settings(['never-ready'], { handshakeMs: 3000 }),
      'ERR_ENGINE_SILENT',
      'readyok',
    ],
    [
      'a chess engine asked for shogi',
      settings([], { game: 'shogi', handshakeMs: 300 }),
      'ERR_ENGINE_PROTOCOL',
      'USI',
    ],
    [
      'an option it does not have',
      settings([], { options: { Contempt: 1 } }),
      'ERR_OPTION',
      'Contempt',
    ],
    [
      'a value that an option does not take',
      settings([], { options: { Hash: 4096 } }),
      'ERR_OPTION',
      '1024',
    ],
    [
      'a choice that is none',
      settings([], { options: { Style: 'Wild' } }),
      'ERR_OPTION',
      'Solid, Risky',
    ],
  ])('%s', async (_, wrong, code, words) => {
    const promise = startEngine({ game: 'chess', ...wrong } as EngineSettings);
    await expect(promise).rejects.toMatchObject({ code, message: expect.stringContaining(words) });
  });
});

describe('an engine that misbehaves in a search', () => {
  test.each([
    ['plays an illegal move', 'illegal-move', 'ERR_ENGINE_MOVE', "'e2e5'"],
    ['plays what is no move', 'no-such-move', 'ERR_ENGINE_MOVE', "'banana'"],
    ['finds no move where there are some', 'no-move', 'ERR_ENGINE_MOVE', '20'],
    ['crashes', 'crashes', 'ERR_ENGINE_EXIT', 'segmentation fault'],
    ['writes a line without an end', 'endless-line', 'ERR_ENGINE_OUTPUT', '65536'],
    ['writes more than can be read', 'flood', 'ERR_ENGINE_OUTPUT', 'more than 4 MiB at once'],
    ['forgets the newline', 'no-newline', 'ERR_ENGINE_SILENT', 'bestmove'],
    ['hangs', 'hangs', 'ERR_ENGINE_SILENT', 'bestmove'],
    ['never answers', 'never-answers', 'ERR_ENGINE_SILENT', 'bestmove'],
  ])('%s', async (_, habit, code, words) => {
    const events: EngineEvent[] = [];
    const engine = await start([habit], { restarts: 0, onEvent: (event) => events.push(event) });
    const silent = code === 'ERR_ENGINE_SILENT';
    const go = { moveTime: silent ? 50 : 60_000 };
    const promise = engine.search({ setup: { moves: [] }, go });
    const expected = { code, message: expect.stringContaining(words) };
    await expect(promise).rejects.toMatchObject(expected);
    await expect(promise).rejects.toThrow(/^Fake 1.0: /);
    expect(events.map(({ type }) => type)).toEqual(['started', 'fault', 'gave-up']);
    // It stays down, and says why.
    await expect(engine.search(START)).rejects.toMatchObject(expected);
  });

  test('plays a move that it was not to search', async () => {
    const engine = await start(['ignores-searchmoves'], { restarts: 0 });
    const go = { depth: 1, searchMoves: ['d2d4', 'c2c4'] };
    await expect(engine.search({ setup: { moves: [] }, go })).rejects.toMatchObject({
      code: 'ERR_ENGINE_MOVE',
      message: expect.stringContaining('not among the 2 moves'),
    });
  });

  test('does not hear `stop`', async () => {
    const engine = await start(['never-answers'], { restarts: 0 });
    const promise = engine.search({ setup: { moves: [] }, go: { infinite: true } });
    await engine.ready();
    engine.stop();
    await expect(promise).rejects.toMatchObject({ code: 'ERR_ENGINE_SILENT' });
  });

  test('is silent in a search without an end, and deaf', async () => {
    const engine = await start(['never-answers', 'deaf'], { restarts: 0, silenceMs: 100 });
    const promise = engine.search({ setup: { moves: [] }, go: { depth: 30 } });
    await expect(promise).rejects.toMatchObject({
      code: 'ERR_ENGINE_SILENT',
      message: expect.stringContaining('said nothing'),
    });
  });

  test('is silent but alive: nothing happens until the deadline of the caller', async () => {
    const engine = await start(['never-answers'], { restarts: 0, silenceMs: 50, graceMs: 3000 });
    const promise = engine.search({ setup: { moves: [] }, go: { depth: 30 }, deadlineMs: 500 });
    const began = performance.now();
    await expect(promise).rejects.toMatchObject({ message: expect.stringContaining('`stop`') });
    expect(performance.now() - began).toBeGreaterThan(3300);
  });

  test('shows an illegal line: the legal part is kept, and somebody is told', async () => {
    const events: EngineEvent[] = [];
    const engine = await start(['illegal-line'], { onEvent: (event) => events.push(event) });
    const lines: unknown[] = [];
    await engine.search({ ...START, onInfo: ({ pv }) => lines.push(pv) });
    expect(lines).toEqual([['e2e4'], ['e2e4']]);
    expect(events).toContainEqual({ type: 'oddity', message: expect.stringContaining("'a1a8'") });
  });

  test('answers twice: the second answer is not taken for that of the next search', async () => {
    const events: EngineEvent[] = [];
    const engine = await start(['answers-twice'], { onEvent: (event) => events.push(event) });
    for (let i = 0; i < 5; i++) {
      const go = { depth: 1, searchMoves: ['g1f3', 'd2d4'] };
      expect(await engine.search({ setup: { moves: [] }, go })).toMatchObject({ move: 'g1f3' });
    }
    const odd = events.filter(({ type }) => type === 'oddity');
    expect(odd.length).toBeGreaterThanOrEqual(4);
  });
});

describe('an engine that fell', () => {
  test('is back for the next search, with its options', async () => {
    const log = join(folder, 'crash.log');
    const events: EngineEvent[] = [];
    const engine = await start(['crashes-first', '--log', log, 'echoes'], {
      options: { Hash: 32 },
      onEvent: (event) => events.push(event),
    });
    await expect(engine.search(START)).rejects.toMatchObject({ code: 'ERR_ENGINE_EXIT' });
    expect(await engine.search(START)).toMatchObject({ move: 'e2e4' });
    expect(events.map(({ type }) => type)).toEqual(['started', 'fault', 'restarting', 'started']);
    expect(readFileSync(log, 'utf8').trim().split('\n')).toHaveLength(2);
  });

  test('is given up after as many restarts as it may have', async () => {
    const events: EngineEvent[] = [];
    const engine = await start(['crashes'], {
      restarts: 2,
      onEvent: (event) => events.push(event),
    });
    for (let i = 0; i < 3; i++) await expect(engine.search(START)).rejects.toThrow();
    await expect(engine.search(START)).rejects.toMatchObject({ code: 'ERR_ENGINE_EXIT' });
    const restarts = events.filter((event) => event.type === 'restarting');
    expect(restarts.map(({ attempt }) => attempt)).toEqual([1, 2]);
    expect(events.at(-1)).toEqual({ type: 'gave-up', faults: 3 });
  });

  test('can be closed while it waits to be started again', async () => {
    const waits: number[] = [];
    const engine = await start(['crashes'], {
      restarts: 9,
      onEvent: (event) => event.type === 'restarting' && waits.push(event.waitMs),
    });
    // The waits grow: the fifth is more than a second and a half.
    for (let i = 0; i < 5; i++) await expect(engine.search(START)).rejects.toThrow();
    const began = performance.now();
    await engine.close();
    expect(performance.now() - began).toBeLessThan(waits.at(-1)! / 2);
    await expect(engine.search(START)).rejects.toMatchObject({ code: 'ERR_CLOSED' });
  });
});

test.sequential('the folder of the logs goes', () => rmSync(folder, { recursive: true }));
