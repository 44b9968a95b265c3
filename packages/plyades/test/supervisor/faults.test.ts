// Engines that misbehave are contained and named: whatever they do, a search ends with a legal move or with
// an error that says what was wrong, and the next search finds the engine working again.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { Engine, EngineEvent, EngineSettings } from '#dist/engines/index.js';
import { startEngine } from '#dist/engines/index.js';
import { machineTimers, type Timers } from '#dist/engines/timers.js';
import { PATIENCE_MS } from '../support/waiting.js';

const fake = fileURLToPath(new URL('../support/fake-engine.mjs', import.meta.url));
const open: Engine[] = [];
const folder = mkdtempSync(join(tmpdir(), 'plyades-fake-'));

afterEach(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What the engine of a test has received and answered. */
let receivedFile = '';
let engines = 0;

/** An engine that is given all the time it may need. */
function settings(habits: string[], more: Partial<EngineSettings> = {}): EngineSettings {
  receivedFile = join(folder, `${engines++}.received`);
  return {
    command: process.execPath,
    args: [fake, '--received', receivedFile, ...habits],
    game: 'chess',
    handshakeMs: PATIENCE_MS,
    graceMs: PATIENCE_MS,
    silenceMs: PATIENCE_MS,
    ...more,
  };
}

function received(): string[] {
  return existsSync(receivedFile) ? readFileSync(receivedFile, 'utf8').split('\n') : [];
}

/** How often the engine has received a command. */
function times(command: string): number {
  return received().filter((line) => line.split(' ')[0] === command).length;
}

/** Time that passes by what the engine has done: a wait is over as soon as `isOver` says so. */
function timersBy(isOver: (ms: number) => boolean): Timers {
  return {
    now: machineTimers.now,
    after(ms, then) {
      let cancel = () => clearInterval(poll);
      const poll = setInterval(() => {
        if (!isOver(ms)) return;
        clearInterval(poll);
        cancel = machineTimers.after(0, then);
      }, 5);
      return () => cancel();
    },
  };
}

/** Every deadline is missed as soon as the engine has received the command, and none before. */
function timersAfter(command: string): Timers {
  return timersBy(() => times(command) > 0);
}

async function start(
  habits: string[],
  more: Partial<EngineSettings> = {},
  timers: Timers = machineTimers,
): Promise<Engine> {
  const engine = await startEngine(settings(habits, more), timers);
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

  test('has the options in shogi that USI takes for granted, by either name', async () => {
    const options = { USI_Hash: 8, USI_Ponder: true };
    const engine = await start(['--usi'], { game: 'shogi', options });
    const names = engine.options.map(({ name }) => name);
    expect(names).toContain('USI_Ponder');
    expect(names).not.toContain('USI_Hash');
    await engine.setOption('USI_Hash', 16);
    await expect(engine.setOption('USI_Hash', 4096)).rejects.toMatchObject({ code: 'ERR_OPTION' });
  });

  test('may resign in shogi', async () => {
    const engine = await start(['--usi', 'resigns'], { game: 'shogi' });
    expect(await engine.search(START)).toMatchObject({ outcome: 'resign' });
  });
});

/** What is wrong with an engine; `misses`: it misses its deadline when it has received this command. */
interface Wrong extends Partial<EngineSettings> {
  readonly habits?: readonly string[];
  readonly misses?: string;
}

describe('what cannot be started', () => {
  test.each([
    [
      'a path without a program',
      { command: '/nowhere/engine' },
      'ERR_MISSING_PART',
      "'/nowhere/engine'",
    ],
    ['an unknown name', { command: 'no-such-engine' }, 'ERR_MISSING_PART', 'PATH'],
    ['a file that is no program', { command: fake }, 'ERR_MISSING_PART', 'fake-engine'],
    [
      'a program that ends at once',
      { habits: ['exits-at-once'] },
      'ERR_ENGINE_EXIT',
      'network file',
    ],
    [
      'a program that is no engine',
      { habits: ['not-an-engine'], misses: 'uci' },
      'ERR_ENGINE_PROTOCOL',
      "'command not found', but not uciok in 7 ms, so it does not speak UCI",
    ],
    [
      'a handshake without an end',
      { habits: ['no-uciok'], misses: 'uci' },
      'ERR_ENGINE_PROTOCOL',
      "'id name Fake 1.0', but not uciok",
    ],
    [
      'a program that says nothing',
      { habits: ['mute'], misses: 'uci' },
      'ERR_ENGINE_SILENT',
      'nothing in 7 ms, not even uciok: it hangs, or does not speak UCI',
    ],
    [
      'an engine that is never ready',
      { habits: ['never-ready'], misses: 'isready' },
      'ERR_ENGINE_SILENT',
      'it did not say readyok',
    ],
    [
      'a chess engine asked for shogi',
      { habits: [], misses: 'usi', game: 'shogi' },
      'ERR_ENGINE_SILENT',
      'USI',
    ],
    [
      'an option it does not have',
      { habits: [], options: { Contempt: 1 } },
      'ERR_OPTION',
      'Contempt',
    ],
    [
      'a value that an option does not take',
      { habits: [], options: { Hash: 4096 } },
      'ERR_OPTION',
      '1024',
    ],
    [
      'a choice that is none',
      { habits: [], options: { Style: 'Wild' } },
      'ERR_OPTION',
      'Solid, Risky',
    ],
  ] as const)('%s', async (_, { habits = [], misses, ...wrong }: Wrong, code, words) => {
    const timers = misses === undefined ? machineTimers : timersAfter(misses);
    const more = misses === undefined ? wrong : { ...wrong, handshakeMs: 7 };
    const promise = startEngine(settings([...habits], more), timers);
    await expect(promise).rejects.toMatchObject({ code, message: expect.stringContaining(words) });
  });
});

describe.skipIf(process.platform === 'win32')('the last words of a program that ends', () => {
  const end = (seconds: string, timers: Timers) =>
    startEngine(settings(['--words-after', seconds]), timers);

  test('are waited for', async () => {
    const promise = end(
      '0.2',
      timersBy(() => false),
    );
    await expect(promise).rejects.toThrow("exit code 3; it said 'cannot find my network file'");
  });

  test('are not waited for while another process keeps its pipes open', async () => {
    const promise = end(
      '20',
      timersBy((ms) => ms < PATIENCE_MS),
    );
    await expect(promise).rejects.toThrow(/exit code 3$/);
  });
});

describe('an engine that misbehaves in a search', () => {
  const MOVE_TIME = 50_000;
  const missesMoveTime = timersBy((ms) => ms === MOVE_TIME + PATIENCE_MS && times('go') > 0);

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
    const settings = { restarts: 0, onEvent: (event: EngineEvent) => events.push(event) };
    const timers = code === 'ERR_ENGINE_SILENT' ? missesMoveTime : machineTimers;
    const engine = await start([habit], settings, timers);
    const go = { moveTime: MOVE_TIME };
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

  test('does not obey `stop`', async () => {
    const engine = await start(['never-answers'], { restarts: 0 }, timersAfter('stop'));
    const promise = engine.search({ setup: { moves: [] }, go: { infinite: true } });
    await engine.ready();
    engine.stop();
    await expect(promise).rejects.toMatchObject({
      code: 'ERR_ENGINE_SILENT',
      message: expect.stringContaining('`stop`'),
    });
  });

  test('never ends a search of some nodes', async () => {
    // A minute, and a millisecond for each of them; then it gets `stop`, and goes on.
    const slowest = 60_000 + 500;
    const timers = timersBy((ms) => times(ms === slowest ? 'go' : 'stop') > 0);
    const engine = await start(['never-answers'], { restarts: 0 }, timers);
    const promise = engine.search({ setup: { moves: [] }, go: { nodes: 500 } });
    await expect(promise).rejects.toMatchObject({
      code: 'ERR_ENGINE_SILENT',
      message: expect.stringContaining('`stop`'),
    });
  });

  test('speaks USI, is silent in a search and does not obey `stop`', async () => {
    const silenceMs = 100;
    const timers = timersBy((ms) => times(ms === 6 * silenceMs ? 'go' : 'stop') > 0);
    const shogi = { restarts: 0, silenceMs, game: 'shogi' } as const;
    const engine = await start(['--usi', 'never-answers'], shogi, timers);
    const promise = engine.search({ setup: { moves: [] }, go: { depth: 30 } });
    await expect(promise).rejects.toMatchObject({
      code: 'ERR_ENGINE_SILENT',
      message: expect.stringContaining('`stop`'),
    });
  });

  test('is silent in a search without an end, and deaf', async () => {
    const settings = { restarts: 0, silenceMs: 100 };
    let asked = 0;
    const timers = timersBy((ms) => {
      if (times('go') === 0) return false;
      if (ms !== settings.silenceMs) return times('isready') > asked;
      asked = times('isready');
      return true;
    });
    const engine = await start(['never-answers', 'deaf'], settings, timers);
    const promise = engine.search({ setup: { moves: [] }, go: { depth: 30 } });
    await expect(promise).rejects.toMatchObject({
      code: 'ERR_ENGINE_SILENT',
      message: expect.stringContaining('said nothing'),
    });
  });

  test('is silent but alive: nothing happens until the deadline of the caller', async () => {
    const settings = { restarts: 0, silenceMs: 50 };
    const deadlineMs = 500;
    // Two questions before the search, and three when it was silent.
    const timers = timersBy((ms) => {
      if (ms === settings.silenceMs) return times('isready') < 5;
      return times(ms === deadlineMs ? 'isready' : 'stop') >= (ms === deadlineMs ? 5 : 1);
    });
    const engine = await start(['never-answers'], settings, timers);
    const promise = engine.search({ setup: { moves: [] }, go: { depth: 30 }, deadlineMs });
    await expect(promise).rejects.toMatchObject({ message: expect.stringContaining('`stop`') });
    expect(times('isready')).toBe(5);
  });

  test('shows an illegal line: the legal part is kept, and an oddity is reported', async () => {
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

  test('may fall again and again as long as it finishes searches in between', async () => {
    const engine = await start(['crashes-second'], { restarts: 1 });
    for (let i = 0; i < 3; i++) {
      expect(await engine.search(START)).toMatchObject({ move: 'e2e4' });
      await expect(engine.search(START)).rejects.toMatchObject({ code: 'ERR_ENGINE_EXIT' });
    }
    expect(await engine.search(START)).toMatchObject({ move: 'e2e4' });
  });

  test('can be closed while it waits to be started again', async () => {
    const waits: number[] = [];
    const settings: Partial<EngineSettings> = {
      restarts: 9,
      onEvent: (event) => event.type === 'restarting' && waits.push(event.waitMs),
    };
    // The fifth wait has no end.
    const timers = timersBy((ms) => waits.includes(ms) && waits.length < 5);
    const engine = await start(['crashes'], settings, timers);
    for (let i = 0; i < 5; i++) await expect(engine.search(START)).rejects.toThrow();
    expect(waits).toHaveLength(5);
    await engine[Symbol.asyncDispose]();
    await expect(engine.search(START)).rejects.toMatchObject({ code: 'ERR_CLOSED' });
  });
});
