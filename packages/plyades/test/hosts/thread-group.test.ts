// Parallel searches on real threads: the value is the sequential one whatever algorithm, table and
// number of workers, and when threads die; mistakes are reported and leave no thread behind.

import { closeAll, type LoadedGame, loadGame, type SearchQuery, search } from 'plyades';
import { afterAll, describe, expect, test } from 'vitest';
import { createRandom } from '#dist/core/random.js';
import type { SearchRequest } from '#dist/core/search-request.js';
import { loadKernel } from '#dist/games/load.js';
import type { GameSource } from '#dist/games/open.js';
import { type Thread, ThreadPool, type ThreadSource } from '#dist/hosts/threads/pool.js';
import type { SearchReport } from '#dist/hosts/threads/protocol.js';
import { ThreadGroupMemory } from '#dist/hosts/threads/shared-memory.js';
import { sharedNow } from '#dist/hosts/threads/shared-time.js';
import {
  MAX_DEATHS,
  runThreadGroup,
  type ThreadGroupSearch,
} from '#dist/hosts/threads/thread-group.js';
import { compileKernel } from '#dist/kernel/index.js';
import { algorithms, algorithmsOn } from '#dist/parallel/algorithms.js';
import { testSeeds } from '../support/long.js';
import { playRandomly } from '../support/positions.js';
import { requestWith } from '../support/request.js';
import { AT_ONCE_MS, until } from '../support/waiting.js';

const pool = new ThreadPool();

afterAll(async () => {
  await pool.close();
  await closeAll();
});

const algorithmNames = algorithmsOn('threads');
const kinds = ['shared', 'ring', 'local'] as const;
const every = algorithmNames.flatMap((algorithm) =>
  kinds.flatMap((table) => [1, 2, 3].map((workers) => ({ algorithm, table, workers }))),
);

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A game as threads know it, and positions of it with the depth to search them to. */
interface Subject {
  readonly name: string;
  readonly game: GameSource;
  readonly positions: readonly (readonly [position: unknown, depth: number])[];
}

async function kernelSubject(
  id: string,
  choices: readonly (readonly [plies: number, depth: number])[],
): Promise<Subject> {
  const game = await loadGame(id);
  const kernel = await loadKernel(id);
  const positions = choices.map(([plies, depth], index) => {
    return [playRandomly(game, 31 * plies + index, plies).record, depth] as const;
  });
  return { name: id, game: { kind: 'kernel', kernel }, positions };
}

async function plainSubject(url: URL, positions: Subject['positions']): Promise<Subject> {
  const module = await compileKernel('foreign');
  const game = { kind: 'plain', module, url: url.href, exportName: 'default' } as const;
  return { name: url.pathname.split('/').at(-1)!, game, positions };
}

const support = (path: string) => new URL(`../support/${path}`, import.meta.url);
const connectFourUrl = new URL('../../dist/examples/connect-four.js', import.meta.url);
const { default: connectFour } = await import(connectFourUrl.href);

const trees = (await loadGame('synthetic')).notation;
const tree = (text: string) => {
  const parsed = trees.parsePosition(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
};

const subjects: readonly Subject[] = [
  // Depth 12 is the end of the game where 50 discs and more have been placed.
  await kernelSubject('othello', [
    [0, 5],
    [17, 6],
    [50, 12],
    [53, 20],
    [80, 3],
  ]),
  await kernelSubject('chess', [
    [0, 3],
    [24, 4],
    [61, 3],
  ]),
  await kernelSubject('checkers', [
    [9, 7],
    [60, 6],
    [400, 2],
  ]),
  {
    name: 'synthetic',
    game: { kind: 'kernel', kernel: await loadKernel('synthetic') },
    positions: [1, 2, 3].map((seed) => [tree(`b=5,seed=${seed}`).record, 6] as const),
  },
  await kernelSubject('tic-tac-toe', [
    [0, 9],
    [4, 20],
  ]),
  await plainSubject(connectFourUrl, [
    [connectFour.start(), 5],
    [connectFour.play(connectFour.play(connectFour.start(), 3), 3), 6],
  ]),
  await plainSubject(support('keyless.mjs'), [
    [{ x: 0, y: 0 }, 6],
    [{ x: 0, y: 1 }, 7],
  ]),
];

type Changes = Partial<SearchRequest> & Partial<Pick<ThreadGroupSearch, 'memory' | 'askedAt'>>;

const order = (
  { game }: Pick<Subject, 'game'>,
  position: unknown,
  depth: number,
  { memory, askedAt, ...changes }: Changes = {},
): ThreadGroupSearch => ({
  game,
  position,
  before: [],
  request: requestWith({ depth, ...changes }),
  ...(memory && { memory }),
  ...(askedAt !== undefined && { askedAt }),
});

const known = new Map<unknown, Promise<SearchReport>>();

/** What the sequential search finds. */
function sequential({ game }: Pick<Subject, 'game'>, position: unknown, depth: number) {
  const found =
    known.get(position) ??
    (pool.run({
      type: 'search',
      game,
      position,
      before: [],
      request: { depth, mode: 'exact', hash: 1 },
      keepTable: false,
    }) as Promise<SearchReport>);
  known.set(position, found);
  return found;
}

describe.each(every)('$algorithm on $workers workers with $table tables', (settings) => {
  // Two workers have someone to share with; one and three are left to the long tests, as are tables of their own.
  const tags = settings.workers === 2 && settings.table === 'shared' ? [] : ['long'];
  test.each(subjects)('finds the sequential value of $name', { tags }, async (subject) => {
    for (const [position, depth] of subject.positions) {
      const expected = await sequential(subject, position, depth);
      const found = await runThreadGroup(pool, order(subject, position, depth, settings));
      expect(found).toMatchObject({
        value: expected.value,
        depth: expected.depth,
        solved: expected.solved,
        status: expected.status,
        replaced: 0,
      });
      expect(found.line).toHaveLength(expected.line.length);
      const master = algorithms[settings.algorithm].hasMaster ? 1 : 0;
      expect(found.processes).toHaveLength(settings.workers + master);
    }
  });
});

/** Ends leased threads, as if they had crashed. */
class Assassin implements ThreadSource {
  readonly leased: Thread[] = [];

  async lease(): Promise<Thread> {
    const thread = await pool.lease();
    this.leased.push(thread);
    return thread;
  }

  giveBack(thread: Thread): void {
    this.leased.splice(this.leased.indexOf(thread), 1);
    pool.giveBack(thread);
  }

  /** True when there was a thread to end. */
  kill(process: number): boolean {
    const thread = this.leased[process];
    if (!thread?.busy) return false;
    void thread.end(new Error('killed'));
    return true;
  }
}

const othello = subjects[0]!;
const chess = subjects[1]!;

describe.each(algorithmNames)('%s', (algorithm) => {
  const survivesDeaths = async (table: (typeof kinds)[number], rounds: number): Promise<void> => {
    const random = createRandom(5);
    const depth = 8;
    const position = othello.positions[1]![0];
    const { value } = (await pool.run({
      type: 'search',
      game: othello.game,
      position,
      before: [],
      request: { depth, mode: 'exact', hash: 1 },
      keepTable: false,
    })) as SearchReport;
    let killed = 0;
    // A fast search may be over before a shot falls.
    for (let round = 0; round < rounds || killed === 0; round++) {
      const assassin = new Assassin();
      const searching = runThreadGroup(
        assassin,
        order(othello, position, depth, { algorithm, table }),
      );
      let deaths = 0;
      let over = false;
      const end = () => {
        over = true;
      };
      void searching.then(end, end);
      await until(() => over || assassin.leased.some(({ busy }) => busy), 'the search begins');
      for (let shot = 0; shot < 3; shot++) {
        await wait(random.below(30));
        const victim = random.below(Math.max(1, assassin.leased.length));
        if (!over && assassin.kill(victim)) deaths++;
      }
      const found = await searching;
      expect(found).toMatchObject({ value, depth, status: 'depth' });
      expect(found.replaced).toBeLessThanOrEqual(deaths);
      expect(assassin.leased).toEqual([]);
      killed += found.replaced;
    }
  };

  test('survives the death of any process at any moment', () => survivesDeaths('shared', 2));

  test.each(kinds)('survives many deaths, tables %s', { tags: 'long' }, (table) =>
    survivesDeaths(table, 12),
  );

  test('an error in a game reaches the caller with its stack; the threads go on', async () => {
    const game = (await plainSubject(support('broken-games/throws-late.mjs'), [])).game;
    for (const table of kinds) {
      const assassin = new Assassin();
      const failing = runThreadGroup(
        assassin,
        order({ game }, { sum: 1, plies: 0 }, 12, { algorithm, table }),
      );
      const error = await failing.then(
        () => undefined,
        (reason: Error) => reason,
      );
      expect(error).toMatchObject({ name: 'TypeError', message: 'board is undefined' });
      expect(error?.stack).toContain('throws-late.mjs');
      expect(error?.stack).toContain('evaluateBoard');
      expect(assassin.leased).toEqual([]);
      const [position, depth] = chess.positions[0]!;
      const after = await runThreadGroup(pool, order(chess, position, depth, { algorithm, table }));
      expect(after.value).toBe((await sequential(chess, position, depth)).value);
    }
  });

  test('an abort gives the best so far, even one before the start', async () => {
    const [position] = othello.positions[0]!;
    const moves = (await loadGame('othello')).legalMoves({
      game: 'othello',
      record: position,
    } as never);
    for (const table of kinds) {
      const controller = new AbortController();
      let depth = 0;
      const found = await runThreadGroup(pool, order(othello, position, 40, { algorithm, table }), {
        signal: controller.signal,
        onProgress(report) {
          depth = Math.max(depth, report.depth);
          if (report.depth >= 4) controller.abort();
        },
      });
      expect(found.status).toBe('aborted');
      expect(found.depth).toBeGreaterThanOrEqual(depth);
      expect(moves).toContain(found.move);
      const signal = AbortSignal.abort();
      const late = await runThreadGroup(pool, order(othello, position, 40, { algorithm, table }), {
        signal,
      });
      expect(late.status).toBe('aborted');
      expect(moves).toContain(late.move);
    }
  });

  const keepsLimits = async (table: (typeof kinds)[number]) => {
    const [position] = othello.positions[0]!;
    const common = { algorithm, table } as const;
    for (const ms of [1, 60]) {
      const startedAt = performance.now();
      const found = await runThreadGroup(pool, order(othello, position, 40, { ...common, ms }));
      expect(found.status).toBe('time');
      expect(performance.now() - startedAt).toBeLessThan(ms + AT_ONCE_MS);
    }
    const nodes = 300_000;
    const found = await runThreadGroup(pool, order(othello, position, 40, { ...common, nodes }));
    expect(found.status).toBe('nodes');
    expect(found.nodes).toBeGreaterThan(0.9 * nodes);
    expect(found.nodes).toBeLessThan(2 * nodes);
  };
  const [usualKind, ...otherKinds] = kinds;
  test(`keeps to its limits of time and nodes, tables ${usualKind}`, () => keepsLimits(usualKind));
  test.each(otherKinds)(
    'keeps to its limits of time and nodes, tables %s',
    { tags: 'long' },
    keepsLimits,
  );

  test('reports depth after depth, with the nodes of all workers', async () => {
    const [position] = othello.positions[0]!;
    const reports: SearchReport[] = [];
    const found = await runThreadGroup(
      pool,
      order(othello, position, 8, { algorithm, workers: 3 }),
      {
        onProgress: (report) => reports.push(report),
      },
    );
    const depths = reports.map(({ depth }) => depth);
    expect(depths).toEqual([...depths].sort((a, b) => a - b));
    expect(depths.at(-1)).toBe(8);
    const nodes = reports.map((report) => report.nodes);
    expect(nodes).toEqual([...nodes].sort((a, b) => a - b));
    expect(nodes.at(-1)).toBeLessThanOrEqual(found.nodes);
  });
});

describe.each(algorithmNames)('%s while threads die', (algorithm) => {
  testSeeds('finds the sequential value of random positions', 3, 40, async (seeds) => {
    const game = await loadGame('othello');
    for (const seed of seeds) {
      const random = createRandom(seed);
      const position = playRandomly(game, seed, random.below(56)).record;
      const depth = 5 + random.below(3);
      const expected = await sequential(othello, position, depth);
      const assassin = new Assassin();
      const searching = runThreadGroup(
        assassin,
        order(othello, position, depth, {
          algorithm,
          table: kinds[random.below(kinds.length)]!,
          workers: 2 + random.below(3),
          seed,
        }),
      );
      for (let shots = random.below(3); shots > 0; shots--) {
        await wait(random.below(20));
        assassin.kill(random.below(Math.max(1, assassin.leased.length)));
      }
      const { value, depth: reached, status } = await searching;
      expect({ seed, value, reached, status }).toEqual({
        seed,
        value: expected.value,
        reached: expected.depth,
        status: expected.status,
      });
      expect(assassin.leased).toEqual([]);
    }
  });
});

test('a search whose threads always die ends with what they died of', {
  tags: 'long',
}, async () => {
  const { game } = await plainSubject(support('broken-games/exits.mjs'), []);
  const assassin = new Assassin();
  await expect(runThreadGroup(assassin, order({ game }, 0, 5))).rejects.toMatchObject({
    code: 'ERR_WORKER',
    message: expect.stringContaining('code 7'),
  });
  expect(assassin.leased).toEqual([]);
  expect(MAX_DEATHS).toBeLessThan(20);
});

test('a game that never returns is left after an abort', async () => {
  const { game } = await plainSubject(support('broken-games/hangs.mjs'), []);
  const controller = new AbortController();
  const assassin = new Assassin();
  const found = await runThreadGroup(
    assassin,
    order({ game }, { sum: 1, plies: 0 }, 20, { algorithm: 'lazy-smp' }),
    { signal: controller.signal, onProgress: () => controller.abort() },
  );
  expect(found.status).toBe('aborted');
  expect(assassin.leased).toEqual([]);
});

test('a player with a clock stops between two depths, or at the latest in time', async () => {
  const [position] = chess.positions[0]!;
  // A thirtieth of the clock, and three times as much at most; it runs since the question was asked.
  for (const [remainingMs, waitedMs] of [
    [3000, 0],
    [6_000_000, 5_999_000],
  ] as const) {
    const askedAt = sharedNow() - waitedMs;
    const clock = { remainingMs };
    const found = await runThreadGroup(
      pool,
      order(chess, position, 60, { mode: 'play', clock, askedAt }),
    );
    expect(found.status).toBe('time');
    expect(found.move).toBeDefined();
    expect(found.seconds).toBeLessThan(AT_ONCE_MS / 1000);
  }
});

test('a memory that is kept answers the next search from its table', async () => {
  const memory = new ThreadGroupMemory();
  const [position] = othello.positions[0]!;
  const ask = () => runThreadGroup(pool, order(othello, position, 9, { memory, workers: 1 }));
  const first = await ask();
  const second = await ask();
  expect(second.value).toBe(first.value);
  expect(second.nodes).toBeLessThan(0.7 * first.nodes);
});

test('a hundred searches in a row do not use up the memory', { tags: 'long' }, async () => {
  const [position] = othello.positions[0]!;
  for (let i = 0; i < 100; i++) {
    const found = await runThreadGroup(pool, order(othello, position, 2, { hash: 8 }));
    expect(found.depth).toBe(2);
  }
});

test('an abort reaches busy workers at once', async () => {
  const [position] = othello.positions[0]!;
  for (const table of kinds) {
    const controller = new AbortController();
    let deepest = 0;
    const searching = runThreadGroup(pool, order(othello, position, 40, { table }), {
      signal: controller.signal,
      onProgress: ({ depth }) => {
        deepest = depth;
      },
    });
    await until(() => deepest > 6, 'the workers are busy');
    const abortedAt = performance.now();
    controller.abort();
    await searching;
    expect(performance.now() - abortedAt).toBeLessThan(AT_ONCE_MS);
  }
});

describe('before anything starts', () => {
  let start: ReturnType<LoadedGame['notation']['start']>;
  const refusal = (options: object, limits: object = { depth: 3 }) => {
    try {
      search({ position: start, ...limits, algorithm: 'lazy-smp', ...options } as SearchQuery);
      return undefined;
    } catch (error) {
      return (error as { code: string }).code;
    }
  };

  test('options that cannot be are refused', async () => {
    start = (await loadGame('othello')).notation.start();
    for (const workers of [0, -1, 1.5, 257, 1e9, Number.NaN, Number.POSITIVE_INFINITY, 'many']) {
      expect(refusal({ workers })).toBe('ERR_OPTION');
    }
    expect(refusal({ algorithm: 'eager-smp' })).toBe('ERR_OPTION');
    expect(refusal({ table: 'round' })).toBe('ERR_OPTION');
    for (const seed of [-1, 0.5, 2 ** 32]) expect(refusal({ seed })).toBe('ERR_OPTION');
    for (const depth of [0, -1, 2.5, 1000]) expect(refusal({}, { depth })).toBe('ERR_LIMIT');
    for (const hash of [-1, 1e6]) expect(refusal({ hash })).toBe('ERR_OPTION');
  });

  test('an algorithm does not play that cannot', () => {
    for (const algorithm of algorithmNames) {
      const able = (algorithms[algorithm].modes as readonly string[]).includes('play');
      if (!able) expect(refusal({ algorithm, mode: 'play' })).toBe('ERR_OPTION');
    }
  });

  test('more memory than can be addressed is ERR_MEMORY', async () => {
    const [position] = othello.positions[0]!;
    const assassin = new Assassin();
    for (const table of kinds) {
      const hash = table === 'shared' ? 4096 : 2 ** 20;
      const asked = runThreadGroup(assassin, order(othello, position, 3, { table, hash }));
      await expect(asked).rejects.toMatchObject({ code: 'ERR_MEMORY' });
    }
    expect(assassin.leased).toEqual([]);
  });
});
