// Teams by exact numbers of nodes: the same game twice, nodes that accumulate, and tables that tell.
import { beforeAll, describe, expect, test } from 'vitest';
import { type LoadedGame, loadGame } from '#dist/api/index.js';
import type { EngineGame, EngineRequest } from '#dist/engines/index.js';
import {
  BudgetTeam,
  countForeseen,
  createMoveOrdering,
  createOwnWorkers,
  EngineWorker,
  reportOf,
} from '#dist/gpp/engines/index.js';
import { stockfishRanks } from '#dist/gpp/index.js';
import { playGame, startOpening, strictRules, TeamPlayer } from '#dist/match/index.js';
import { scriptedEngine } from '../../support/scripted-engine.js';

let game: LoadedGame;
beforeAll(async () => {
  game = await loadGame('chess');
});

async function player(count: number, concurrency = 1): Promise<TeamPlayer> {
  const workers = await createOwnWorkers({ game, count, hash: 1 });
  const team = new BudgetTeam({
    game,
    workers,
    growth: 'hash',
    ranks: stockfishRanks,
    seed: 1,
    ordering: await createMoveOrdering('chess'),
    concurrency,
  });
  return new TeamPlayer(`team of ${count}`, team, { think: 300, ponder: 300 });
}

describe('a game by numbers of nodes', () => {
  const play = async (concurrency: number) =>
    playGame({
      game,
      opening: startOpening(game),
      players: [await player(5, concurrency), await player(1)],
      rules: { ...strictRules, maxPlies: 24 },
    });

  test('is the same twice, however many workers run at a time', async () => {
    const first = await play(1);
    const plies = first.moves.length;
    expect(plies).toBeGreaterThan(10);
    expect(await play(3)).toEqual(first);
    const { nodes, idle, continued, utility, moves } = first.figures[0] as Record<string, number>;
    // Five workers with 300 nodes for each turn, but for those that had nothing to do.
    expect(nodes).toBe(300 * (5 * plies - idle!));
    expect(continued).toBeGreaterThan(0);
    expect(utility).toBeGreaterThan(0);
    expect(moves).toBe(plies);
  });
});

test('a game between workers of this process can be ended from outside', async () => {
  const ending = new AbortController();
  const players = [await player(2), await player(1)] as const;
  setTimeout(() => ending.abort(new Error('enough')), 20);
  const played = playGame({
    game,
    opening: startOpening(game),
    players,
    rules: { ...strictRules, maxPlies: 300 },
    signal: ending.signal,
  });
  await expect(played).rejects.toThrow('enough');
});

test('advisers think beside the tree, each with somewhat fewer nodes than the last', async () => {
  const workers = await createOwnWorkers({ game, count: 4, hash: 1 });
  const asked: number[] = [];
  const team = new BudgetTeam({
    game,
    workers: workers.map((worker) => ({
      ...worker,
      newGame: () => worker.newGame(),
      assign: (task) => worker.assign(task),
      close: () => worker.close(),
      run: (nodes: number) => {
        asked.push(nodes);
        return worker.run(nodes);
      },
    })),
    growth: 'consultation',
    ranks: stockfishRanks,
    seed: 1,
  });
  await team.begin([game.notation.start()], { moves: [] });
  await team.spend(1000);
  expect(asked).toEqual([1000, 990, 980]);
  expect(team.counters).toMatchObject({ nodes: 2970, idle: 1 });
  expect(team.size).toBe(1);
  await team.played(team.move!);
  await team.spend(1000);
  expect(asked.slice(3).sort((a, b) => b - a)).toEqual([1000, 1000, 990, 980]);
});

describe('our own workers', () => {
  test('go on where they were: nodes in two parts are nodes in one', async () => {
    const [a, b] = await createOwnWorkers({ game, count: 2, hash: 1 });
    const task = { setup: { moves: ['e2e4'] }, searchMoves: ['e7e5', 'c7c5', 'e7e6'] };
    a!.assign(task);
    b!.assign(task);
    const parts = [...(await a!.run(1500)), ...(await a!.run(1500)), ...(await a!.run(2000))];
    const whole = await b!.run(5000);
    expect(parts.at(-1)!.depth).toBeGreaterThan(2);
    const last = ({ value, depth, line }: (typeof whole)[number]) => ({ value, depth, line });
    expect(last(parts.at(-1)!)).toEqual(last(whole.at(-1)!));
    expect(task.searchMoves).toContain(whole.at(-1)!.line[0]);
  });

  test('have tables of their own, and say what is in them', async () => {
    const [a, b] = await createOwnWorkers({ game, count: 2, hash: 1 });
    const setup = { moves: [] };
    a!.assign({ setup });
    await a!.run(20_000);
    const offers = await a!.list!(setup, 20, ['e2e4']);
    expect(offers).toHaveLength(20);
    const known = new Set(['']);
    for (const { path } of offers) {
      expect(path[0]).not.toBe('e2e4');
      expect(known).toContain(path.slice(0, -1).join(' '));
      known.add(path.join(' '));
    }
    expect(await b!.list!(setup, 20, [])).toEqual([]);
    await a!.newGame();
    expect(await a!.list!(setup, 20, [])).toEqual([]);
  });
});

test('of the positions in a table, blunders come late', async () => {
  const [worker] = await createOwnWorkers({ game, count: 1, hash: 1 });
  // White's queen is attacked by a pawn, and must take Black's or go.
  const start = 'r3kb1r/pp1bpppp/1qn2n2/3p4/2pP1B1N/1QP1P3/PP1N1PPP/R3KB1R w KQkq - 0 1';
  const setup = { start, moves: [] };
  worker!.assign({ setup });
  const reports = await worker!.run(2000);
  const offers = (await worker!.list!(setup, 6, [])).map(({ path }) => path.join(' '));
  const best = reports.at(-1)!.line;
  expect(best[0]).toBe('b3b6');
  expect(offers[0]).toBe('b3b6');
  // Deeper along the best line before all brothers of its first move.
  expect(offers).toContain('b3b6 a7b6');
  // Searched as deep, a ply later lost.
  expect(offers.slice(0, 4)).not.toContain('h2h3');
  expect(offers.slice(0, 4)).not.toContain('b3c4');
});

describe('a program as a worker', () => {
  const asked = async (accumulation: 'again' | 'restart') => {
    const engine = await scriptedEngine();
    const requests: EngineRequest[] = [];
    const worker = new EngineWorker(
      {
        ...engine,
        game: 'chess' as EngineGame,
        search: async (request) => {
          requests.push(request);
          return { move: 'e2e4', lines: [], nodes: 0, ms: 0 };
        },
      },
      accumulation,
    );
    worker.assign({ setup: { moves: [] } });
    await worker.run(100);
    await worker.run(100);
    worker.assign({ setup: { moves: ['e2e4'] }, searchMoves: ['e7e5'] });
    await worker.run(100);
    return requests.map(({ go }) => go);
  };

  test('gets all nodes of its task again, or the new ones', async () => {
    expect((await asked('again')).map(({ nodes }) => nodes)).toEqual([100, 200, 100]);
    const restarted = await asked('restart');
    expect(restarted.map(({ nodes }) => nodes)).toEqual([100, 100, 100]);
    expect(restarted[2]!.searchMoves).toEqual(['e7e5']);
  });
});

describe('what a tree has countForeseen', () => {
  test('is as many of the next moves as it has', () => {
    const shape = { a: { b: {}, c: { d: {} } } };
    expect(countForeseen(shape, ['a', 'c', 'd', 'e'])).toBe(3);
    expect(countForeseen(shape, ['a', 'd'])).toBe(1);
    expect(countForeseen(shape, ['toString'])).toBe(0);
    expect(countForeseen(shape, [])).toBe(0);
  });
});

test('a program lists its table below the position in question, not the one it searched last', async () => {
  const engine = await scriptedEngine();
  const said: string[] = [];
  const worker = new EngineWorker({
    ...engine,
    extensions: ['hash'],
    search: async (request: EngineRequest) => {
      said.push(request.setup.moves.join(' '));
      return { move: 'a2a3', lines: [], nodes: 1, ms: 1 };
    },
    hashLines: async () => {
      said.push('hash');
      return [];
    },
  });
  worker.assign({ setup: { moves: ['e2e4'] } });
  await worker.run(100);
  await worker.list({ moves: ['e2e4'] }, 3, []);
  expect(said).toEqual(['e2e4', 'hash']);
  worker.assign({ setup: { moves: ['d2d4'] } });
  await worker.list({ moves: ['d2d4'] }, 3, []);
  await worker.list({ moves: ['d2d4'] }, 3, []);
  expect(said.slice(2)).toEqual(['d2d4', 'hash', 'hash']);
});

test('scores that are bounds are not believed', () => {
  const info = { depth: 5, nodes: 9, pv: ['e2e4'] };
  const score = { type: 'cp', centipawns: 30 } as const;
  expect(reportOf({ ...info, score: { ...score, bound: 'exact' } })).toEqual({
    value: 30,
    depth: 5,
    nodes: 9,
    line: ['e2e4'],
  });
  expect(reportOf({ ...info, score: { ...score, bound: 'lower' } })).toBeUndefined();
  expect(reportOf({ ...info, score: { ...score, bound: 'upper' } })).toBeUndefined();
});
