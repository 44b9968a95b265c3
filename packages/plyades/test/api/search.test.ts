// search(): what it promises about results, progress, limits, signals and bad arguments.

import {
  closeAll,
  isProvenLoss,
  isProvenWin,
  type LoadedGame,
  loadGame,
  MAX_DEPTH,
  MAX_HASH_MB,
  type Position,
  pliesToWin,
  type SearchLimits,
  type SearchOptions,
  type SearchProgress,
  search,
  solve,
  unwrap,
  WIN,
} from 'plyades';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bench, minimax, openBench } from '../support/kernels.js';
import { endings, playRandomly } from '../support/positions.js';
import { AT_ONCE_MS, PATIENCE_MS } from '../support/waiting.js';

let othello: LoadedGame;
let ticTacToe: LoadedGame;
let synthetic: LoadedGame;

beforeAll(async () => {
  othello = await loadGame('othello');
  ticTacToe = await loadGame('tic-tac-toe');
  synthetic = await loadGame('synthetic');
});

afterAll(closeAll);

const at = (game: LoadedGame, text: string, moves?: string) =>
  unwrap(game.parsePosition(text, moves));

/** Plays a line; every move of it must be legal. */
function follow(game: LoadedGame, position: Position, line: readonly number[]): Position {
  return line.reduce((here, move) => unwrap(game.play(here, move)), position);
}

/** An endless search: nothing but a limit or a signal ends it. */
const endless = () => at(synthetic, 'b=40,seed=1,spread=1000');

describe('the result of a search', () => {
  test('says what was searched, how, how far, and what it found', async () => {
    const position = othello.notation.start();
    const result = await search({ position, depth: 6, hash: 1 }).result;
    expect(result).toEqual({
      game: 'othello',
      algorithm: 'sequential',
      mode: 'play',
      workers: 1,
      depth: 6,
      value: expect.any(Number),
      bound: 'exact',
      move: expect.any(Number),
      line: expect.any(Array),
      nodes: expect.any(Number),
      leaves: expect.any(Number),
      seconds: expect.any(Number),
      solved: false,
      status: 'depth',
    });
    expect(othello.legalMoves(position)).toContain(result.move);
    expect(result.line[0]).toBe(result.move);
    expect(result.line).toHaveLength(6);
    follow(othello, position, result.line);
    expect(result.nodes).toBeGreaterThanOrEqual(result.leaves!);
    expect(result.leaves).toBeGreaterThan(0);
    expect(result.seconds).toBeGreaterThan(0);
    expect(result.seconds).toBeLessThan(PATIENCE_MS / 1000);
  });

  test('survives JSON', async () => {
    const result = await search({ position: othello.notation.start(), depth: 3, hash: 1 }).result;
    expect(JSON.parse(JSON.stringify(result))).toEqual(result);
  });

  test('of a finished game is its result, without a move', async () => {
    const position = at(ticTacToe, 'XXX-OO--- O');
    for (const mode of ['exact', 'play'] as const) {
      const result = await search({ position, depth: 4, mode, hash: 1 }).result;
      expect(result).toMatchObject({ line: [], solved: true, status: 'solved', bound: 'exact' });
      expect(result.move).toBeUndefined();
      expect(isProvenLoss(result.value)).toBe(true);
    }
    const wipedOut = at(othello, `${'X'.repeat(60)}---- O`);
    const result = await search({ position: wipedOut, depth: 4, hash: 1 }).result;
    expect(result).toMatchObject({ value: -6400, margin: -64, line: [], solved: true });
    expect(result.move).toBeUndefined();
  });

  test('has a margin only in games that are played for one, and only when solved', async () => {
    const ending = playRandomly(othello, 5, 53);
    const solved = await search({ position: ending, depth: 60, hash: 1 }).result;
    expect(solved.solved).toBe(true);
    expect(solved.margin).toBe(solved.value / 100);
    const open = await search({ position: othello.notation.start(), depth: 2, hash: 1 }).result;
    expect(open.margin).toBeUndefined();
    const drawn = await search({ position: ticTacToe.notation.start(), depth: 9, hash: 1 }).result;
    expect(drawn).toMatchObject({ value: 0, solved: true, status: 'solved' });
    expect(drawn.margin).toBeUndefined();
  });

  test('of an Othello ending has the number of empty squares as its depth', async () => {
    const ending = playRandomly(othello, 6, 48);
    const empties = [...othello.notation.makePosition(ending)].filter((c) => c === '-').length;
    expect(empties).toBeGreaterThan(8);
    for (const depth of [empties, empties + 1, MAX_DEPTH]) {
      for (const mode of ['exact', 'play'] as const) {
        const result = await search({ position: ending, depth, mode, hash: 4 }).result;
        expect(result).toMatchObject({ depth: empties, solved: true, status: 'solved' });
      }
    }
    const less = await search({ position: ending, depth: empties - 1, mode: 'exact', hash: 4 })
      .result;
    expect(less).toMatchObject({ depth: empties - 1, solved: false, status: 'depth' });
  });
});

describe('an exact value', () => {
  test.each([
    { id: 'othello', plies: [0, 20, 40, 52, 56], depths: [1, 3] },
    { id: 'tic-tac-toe', plies: [1, 2, 4, 6], depths: [3, 9] },
    { id: 'synthetic', plies: [0, 5], depths: [2, 4] },
  ])('of $id is the minimax value, whatever the method and the table', async (game) => {
    const bench: Bench = await openBench(game.id);
    const loaded = await loadGame(game.id);
    let seed = 0;
    for (const plies of game.plies) {
      for (const depth of game.depths) {
        for (const method of ['negascout', 'alphabeta', 'mtdf'] as const) {
          const position = playRandomly(loaded, ++seed, plies);
          const { record } = position;
          if (bench.rules.completes(record, depth) && !bench.rules.completes(record, 8)) continue;
          const hash = [0, 0.001, 2][seed % 3]!;
          const result = await search({
            position,
            depth,
            mode: 'exact',
            settings: { method },
            hash,
          }).result;
          const { value, bound } = result;
          expect({ seed, plies, depth, method, hash, value, bound }).toEqual({
            seed,
            plies,
            depth,
            method,
            hash,
            value: minimax(bench.rules, record, depth),
            bound: 'exact',
          });
          // The line is one of best play: its end is worth what the root is.
          if (loaded.over(position)) continue;
          const end = follow(loaded, position, result.line);
          const sign = result.line.length % 2 === 0 ? 1 : -1;
          const worth = loaded.over(end) ? loaded.result(end) : loaded.evaluate(end);
          if (Math.abs(worth) < WIN) expect(0 + sign * worth).toBe(value);
          else expect(isProvenWin(sign * worth)).toBe(isProvenWin(value));
          if (!loaded.over(end)) expect(result.line).toHaveLength(depth);
        }
      }
    }
  });
});

describe('play mode', () => {
  test('finds the win in one and the win in three', async () => {
    const one = await search({ position: at(ticTacToe, 'XX-OO---- X'), depth: 9, hash: 1 }).result;
    expect(ticTacToe.notation.makeMove(one.move!)).toBe('c1');
    expect(isProvenWin(one.value)).toBe(true);
    expect(pliesToWin(one.value, one.depth)).toBe(1);
    expect(one.line).toEqual([one.move]);
    expect(one).toMatchObject({ solved: true, status: 'solved' });
    const fork = await search({ position: at(ticTacToe, 'X---O---X O', 'a3'), depth: 9, hash: 1 })
      .result;
    expect(ticTacToe.notation.makeMove(fork.move!)).toBe('c1');
    expect(pliesToWin(fork.value, fork.depth)).toBe(3);
    expect(fork.line).toHaveLength(3);
    const end = follow(ticTacToe, at(ticTacToe, 'X---O---X O', 'a3'), fork.line);
    expect(ticTacToe.over(end)).toBe(true);
    expect(isProvenLoss(ticTacToe.result(end))).toBe(true);
  });

  test('sees a loss coming and still names a move', async () => {
    const result = await search({ position: at(ticTacToe, 'X-X-O-O-X O'), depth: 9, hash: 1 })
      .result;
    expect(isProvenLoss(result.value)).toBe(true);
    expect(result).toMatchObject({ solved: true, status: 'solved' });
    expect(ticTacToe.legalMoves(at(ticTacToe, 'X-X-O-O-X O'))).toContain(result.move);
  });
});

describe('FFO endings', () => {
  test.each(endings('othello/ffo-01-19.obf').slice(0, 8))(
    '$name is won by $margin with $best, and the line leads there',
    async ({ text, margin, best }) => {
      const position = at(othello, text);
      const result = await search({ position, depth: 60, mode: 'exact', hash: 16 }).result;
      expect(result).toMatchObject({ value: 100 * margin, margin, solved: true, bound: 'exact' });
      expect(best).toContain(othello.notation.makeMove(result.move!).toUpperCase());
      const end = follow(othello, position, result.line);
      expect(othello.over(end)).toBe(true);
      const sign = othello.turn(end) === othello.turn(position) ? 1 : -1;
      expect(0 + sign * othello.result(end)).toBe(100 * margin);
    },
  );
});

describe('progress', () => {
  test('comes with depths that never decrease, and ends with the search', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const handle = search({ position: endless(), signal, mode: 'exact', hash: 4 });
    const seen: SearchProgress[] = [];
    for await (const progress of handle) {
      seen.push(progress);
      if (seen.length > 2 && progress.depth > 3) controller.abort();
    }
    const result = await handle.result;
    for (const [i, { depth, nodes, seconds }] of seen.slice(1).entries()) {
      expect(depth).toBeGreaterThanOrEqual(seen[i]!.depth);
      expect(nodes).toBeGreaterThanOrEqual(seen[i]!.nodes);
      expect(seconds).toBeGreaterThanOrEqual(seen[i]!.seconds);
    }
    expect(result.depth).toBeGreaterThanOrEqual(seen.at(-1)!.depth);
    expect(result.nodes).toBeGreaterThanOrEqual(seen.at(-1)!.nodes);
    for (const { move, line } of seen) {
      expect(synthetic.legalMoves(endless())).toContain(move);
      expect(line[0]).toBe(move);
      follow(synthetic, endless(), line);
    }
  });

  test('of a deterministic search counts nodes, and ends like that of a sequential one', async () => {
    const position = at(ticTacToe, 'XX-OO---- X');
    const settled = {
      algorithm: 'aphid',
      deterministic: true,
      workers: 2,
      depth: 9,
      hash: 1,
    } as const;
    const handle = search({ position, ...settled });
    const counts: number[] = [];
    for await (const progress of handle) {
      counts.push(progress.nodes);
      expect(progress).not.toHaveProperty('leaves');
    }
    expect(counts.length).toBeGreaterThan(0);
    expect(counts[0]).toBeGreaterThan(0);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    const result = await handle.result;
    expect(result.nodes).toBeGreaterThanOrEqual(counts.at(-1)!);
    const alone = await search({ position, mode: 'exact', depth: 9, hash: 1 }).result;
    const { status, depth, value, bound, move, solved } = alone;
    expect(result).toMatchObject({ status, depth, value, bound, move, solved });
  });

  test('need not be looked at, may be left early, and may be watched twice', async () => {
    const handle = search({ position: endless(), ms: 400, hash: 1 });
    for await (const progress of handle) if (progress.depth >= 1) break;
    const watch = async () => {
      let last = 0;
      for await (const progress of handle) last = progress.depth;
      return last;
    };
    const [one, two, result] = await Promise.all([watch(), watch(), handle.result]);
    expect(one).toBe(two);
    expect(result.depth).toBeGreaterThanOrEqual(one);
    // A search that has ended still hands out its last report.
    expect(await watch()).toBe(one);
  });
});

describe('limits', () => {
  test.each([1, 2, 5, 8])('depth %i is the depth that is reached', async (depth) => {
    const tree = at(synthetic, 'b=4,seed=3');
    const result = await search({ position: tree, depth, mode: 'exact', hash: 1 }).result;
    expect(result).toMatchObject({ depth, status: 'depth', solved: false });
    expect(result.line).toHaveLength(depth);
  });

  test.each([1, 100, 20_000, 300_000])('%i nodes are not much exceeded', async (nodes) => {
    const result = await search({ position: endless(), nodes, hash: 1 }).result;
    expect(result.status).toBe('nodes');
    expect(result.nodes).toBeGreaterThanOrEqual(nodes);
    expect(result.nodes).toBeLessThan(nodes + 5000);
    expect(synthetic.legalMoves(endless())).toContain(result.move);
  });

  test.each(['exact', 'play'] as const)('200 ms end a search in %s mode in time', async (mode) => {
    // Once without a clock, so that the start of a thread does not count.
    await search({ position: endless(), nodes: 10, mode, hash: 1 }).result;
    const startedAt = performance.now();
    const result = await search({ position: endless(), ms: 200, mode, hash: 1 }).result;
    const took = performance.now() - startedAt;
    expect(result.status).toBe('time');
    expect(result.seconds).toBeGreaterThanOrEqual(0.199);
    expect(result.seconds).toBeLessThan(AT_ONCE_MS / 1000);
    expect(took).toBeLessThan(AT_ONCE_MS);
  });

  test('the first one reached counts', async () => {
    const both = await search({ position: endless(), depth: 2, nodes: 10 ** 12, ms: 60_000 })
      .result;
    expect(both).toMatchObject({ status: 'depth', depth: 2 });
    const nodes = await search({ position: endless(), depth: 100, nodes: 5000 }).result;
    expect(nodes.status).toBe('nodes');
  });

  test('a game that ends sooner ends the search', async () => {
    const result = await search({ position: ticTacToe.notation.start(), ms: 60_000, hash: 1 })
      .result;
    expect(result).toMatchObject({ status: 'solved', value: 0 });
  });

  test('a time may be a fraction of a millisecond, and so may a clock', async () => {
    const position = ticTacToe.notation.start();
    const clock = { remainingMs: 999.5, incrementMs: 0.25 };
    for (const limits of [{ ms: 99.5 }, { clock }]) {
      const { status } = await search({ position, ...limits, hash: 1 }).result;
      expect(['solved', 'time']).toContain(status);
    }
    expect((await solve(position, { ms: 60_000.5 }).result).result).toBe('disproved');
  });

  const refused: [SearchLimits, string][] = [
    [{ depth: 0 }, 'depth'],
    [{ depth: -1 }, 'depth'],
    [{ depth: 1.5 }, 'depth'],
    [{ depth: MAX_DEPTH + 1 }, 'depth'],
    [{ depth: Number.NaN }, 'depth'],
    [{ nodes: 0 }, 'nodes'],
    [{ nodes: Number.POSITIVE_INFINITY }, 'nodes'],
    [{ ms: 0 }, 'ms'],
    [{ ms: -5 }, 'ms'],
    [{ ms: Number.NaN }, 'ms'],
    [{ ms: 2 ** 31 }, 'ms'],
    [{ depth: '3' as unknown as number }, 'depth'],
  ];
  test.each(refused)('%o are refused at once', (limits, name) => {
    expect(() => search({ position: ticTacToe.notation.start(), ...limits })).toThrow(
      expect.objectContaining({ name: 'PlyadesError', code: 'ERR_LIMIT' }),
    );
    expect(() => search({ position: ticTacToe.notation.start(), ...limits })).toThrow(name);
  });
});

describe('options', () => {
  test.each([0, 0.0001, 0.01, 1, 64])(
    'a table of %d MiB does not change an exact value',
    async (hash) => {
      const position = at(synthetic, 'b=6,seed=4');
      const { value } = await search({ position, depth: 6, mode: 'exact', hash }).result;
      const plain = await search({ position, depth: 6, mode: 'exact', hash: 0 }).result;
      expect(value).toBe(plain.value);
    },
  );

  const refused = [
    { mode: 'fast' },
    { method: 'mcts' },
    { algorithm: 'quantum' },
    { workers: 2, algorithm: 'sequential' },
    { workers: 'auto', algorithm: 'sequential' },
    { hash: -1 },
    { hash: MAX_HASH_MB + 1 },
    { hash: Number.NaN },
    { hash: Number.POSITIVE_INFINITY },
  ] as unknown as SearchOptions[];
  test.each(refused)('%o are refused at once, by name', (options) => {
    const [[name]] = Object.entries(options) as [[string, unknown]];
    expect(() => search({ position: ticTacToe.notation.start(), depth: 1, ...options })).toThrow(
      expect.objectContaining({
        name: 'PlyadesError',
        code: 'ERR_OPTION',
        message: expect.stringContaining(name),
      }),
    );
  });

  test('a position of an unknown game, or one that is none, is refused', () => {
    const { record } = ticTacToe.notation.start();
    expect(() => search({ position: { game: 'go', record }, depth: 1 })).toThrow(
      expect.objectContaining({ code: 'ERR_GAME' }),
    );
    expect(() => search({ position: { game: 'othello', record }, depth: 1 })).toThrow(TypeError);
  });
});

describe('a signal', () => {
  test('that was aborted before still gives a legal move, at once', async () => {
    await search({ position: endless(), nodes: 10, hash: 1 }).result;
    const startedAt = performance.now();
    const signal = AbortSignal.abort();
    const result = await search({ position: endless(), signal, hash: 1 }).result;
    expect(performance.now() - startedAt).toBeLessThan(AT_ONCE_MS);
    expect(result.status).toBe('aborted');
    expect(synthetic.legalMoves(endless())).toContain(result.move);
  });

  test('that was aborted before gives a legal move of a deterministic search, too', async () => {
    // The first iteration of this algorithm is as deep as its tree: long enough to be aborted in.
    const settings = { horizon: 4 };
    const settled = {
      algorithm: 'minimal-tree',
      settings,
      deterministic: true,
      workers: 2,
    } as const;
    const signal = AbortSignal.abort();
    const result = await search({ position: endless(), ...settled, depth: 12, hash: 1, signal })
      .result;
    expect(result).toMatchObject({ status: 'aborted', depth: 0, bound: 'exact', solved: false });
    expect(synthetic.legalMoves(endless())).toContain(result.move);
    expect(result.line).toEqual([result.move]);
  });

  test.each(['exact', 'play'] as const)(
    'ends a search in %s mode with the best so far',
    async (mode) => {
      await search({ position: endless(), nodes: 10, mode, hash: 16 }).result;
      const controller = new AbortController();
      const handle = search({ position: endless(), signal: controller.signal, mode, hash: 16 });
      let last: SearchProgress | undefined;
      for await (const progress of handle) {
        last = progress;
        if (progress.depth >= 3) break;
      }
      const abortedAt = performance.now();
      controller.abort();
      const result = await handle.result;
      expect(performance.now() - abortedAt).toBeLessThan(AT_ONCE_MS);
      expect(result).toMatchObject({ status: 'aborted', solved: false });
      expect(result.depth).toBeGreaterThanOrEqual(last!.depth);
      expect(result.line[0]).toBe(result.move);
      follow(synthetic, endless(), result.line);
    },
  );

  test('is let go when the search ends', async () => {
    const controller = new AbortController();
    let listeners = 0;
    const { signal } = controller;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners++;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners--;
      remove(...args);
    };
    await search({ position: ticTacToe.notation.start(), depth: 2, signal, hash: 1 }).result;
    expect(listeners).toBe(0);
    controller.abort();
    const after = await search({ position: ticTacToe.notation.start(), depth: 9, hash: 1 }).result;
    expect(after.status).toBe('solved');
  });
});

describe('searches at the same time', () => {
  test('do not disturb each other', async () => {
    const bench = await openBench('synthetic', 'b=5,seed=2');
    const trees = [1, 2, 3, 4].map((seed) => at(synthetic, `b=5,seed=${seed}`));
    const results = await Promise.all([
      ...trees.map((tree) => search({ position: tree, depth: 6, mode: 'exact', hash: 1 }).result),
      search({ position: ticTacToe.notation.start(), depth: 9, mode: 'exact', hash: 1 }).result,
    ]);
    const expected = trees.map((tree) => minimax(bench.rules, tree.record, 6));
    expect(results.map((result) => result.value)).toEqual([...expected, 0]);
    expect(results.map((result) => result.game)).toEqual([
      ...trees.map(() => 'synthetic'),
      'tic-tac-toe',
    ]);
  });

  test('and one after another: a table of another search is never asked', async () => {
    const texts = ['spread=100', 'spread=50', 'spread=100,order=900', 'spread=7,dist=normal'];
    const bench = await openBench('synthetic');
    for (const text of texts) {
      const tree = at(synthetic, `b=5,seed=2,${text}`);
      const { value } = await search({ position: tree, depth: 5, mode: 'exact', hash: 1 }).result;
      expect([text, value]).toEqual([text, minimax(bench.rules, tree.record, 5)]);
    }
  });
});
