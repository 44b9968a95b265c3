// APHID finds what the sequential search finds, whatever the game, the number of processes, the
// tables and the length of an epoch.
import { describe, expect, test } from 'vitest';
import { createRandom } from '#dist/core/random.js';
import { unwrap } from '#dist/core/result.js';
import { FULL_DEPTH } from '#dist/core/score.js';
import { notationOf } from '#dist/games/load.js';
import { stateBoard } from '#dist/games/plain/board.js';
import { NODES_ONLY } from '#dist/hosts/epochs/costs.js';
import type { World } from '#dist/hosts/epochs/driver.js';
import type { SearchFinding } from '#dist/parallel/actor.js';
import { type AphidOptions, aphid, THESIS } from '#dist/parallel/aphid/index.js';
import { openPlain, randomWalk } from '../support/plain-games.js';
import { type Game, MAX_PLY, openGame, runAphid, sequentialValue } from './aphid-run.js';

const SIZES = [2, 3, 5, 9, 17, 64];
const EPOCHS = [1, 10, 100, 1000, 20_000];

/** Settings under which small trees are searched in parallel, too; a quarter of them has most rules of the thesis. */
function settings(draw: (below: number) => number): AphidOptions {
  const sizes = { minSize: 1 + draw(4), minPieces: 1 + draw(3), exemption: [2, 5, 75][draw(3)]! };
  const horizon = draw(2) === 0 && { horizon: 1 + draw(3) };
  const updates = { updateNodes: [1, 50, 1000][draw(3)]! };
  const flip = () => draw(2) === 0;
  const rules = {
    foresee: flip(),
    horizonNodes: flip() ? 'ply' : 'search',
    scaleFrom: flip() ? 'pass' : 'iteration',
    boundGuesses: flip(),
    reSearch: flip() ? 'value' : 'alpha',
    principalPlies: [0, 1, 4][draw(3)]!,
    catchUp: flip() ? 'each' : 'parity',
    catchUpWindows: flip(),
    preempt: flip(),
    keepScores: flip(),
    followUpdates: flip(),
    suspend: flip(),
    help: draw(4) > 0,
    incremental: flip(),
    skipPasses: flip(),
    deferPlaces: flip(),
    expect: (['last', 'parity', 'nearer'] as const)[draw(3)]!,
    keepHistory: flip(),
    certainFirst: flip(),
    deepenMoved: flip(),
    beyond: [0, 1, 8][draw(3)]!,
    firstLeaves: [1, 8][draw(2)]!,
    ...(draw(3) === 0 && { width: draw(4) === 0 ? 'learned' : draw(300) }),
    ...(draw(3) === 0 && { aspiration: 1 + draw(300) }),
  } satisfies AphidOptions;
  return draw(4) === 0
    ? { ...THESIS, ...sizes, ...updates, ...horizon, help: rules.help, suspend: rules.suspend }
    : { ...rules, ...sizes, ...updates, ...horizon };
}

/** A position after some random moves that is not the end of the game. */
function wander(game: Game, start: Uint8Array, plies: number, draw: (below: number) => number) {
  let record = start;
  for (let i = 0; i < plies; i++) {
    const moves = game.rules.moves(record);
    const next = game.rules.play(record, moves[draw(moves.length)]!);
    if (game.rules.moves(next).length === 0) break;
    record = next;
  }
  return record;
}

/** The moves of the pv are legal and lead to a position of the value that was found. */
function checkLine(game: Game, root: Uint8Array, finding: SearchFinding): void {
  let record = root;
  let value = finding.value;
  let { depth } = finding;
  for (const move of finding.pv) {
    expect(game.rules.moves(record)).toContain(move);
    const next = game.rules.play(record, move);
    if (game.rules.turn(next) !== game.rules.turn(record)) value = 0 - value;
    if (depth < FULL_DEPTH) depth--;
    record = next;
  }
  if (depth === FULL_DEPTH) depth = 100;
  if (game.rules.moves(record).length === 0 || depth === 0) return;
  expect(sequentialValue(game.kernel, record, Math.min(depth, 90))).toBe(value);
}

async function compare(id: string, seed: number, depth: number, plies: number, text?: string) {
  const random = createRandom(seed * 7919 + 13);
  const draw = (below: number) => random.below(below);
  const game = await openGame(id);
  const notation = notationOf(id);
  const start = text === undefined ? notation.start() : unwrap(notation.parsePosition(text));
  const root = wander(game, start.record, plies, draw);
  const plan = {
    depth,
    size: SIZES[draw(SIZES.length)]!,
    table: (['local', 'ring', 'shared'] as const)[draw(3)]!,
    epochNs: EPOCHS[draw(EPOCHS.length)]!,
    options: settings(draw),
  };
  const { finding, ending } = await runAphid(game.kernel, game.board, root, plan);
  const shown = `${id} seed ${seed} ${JSON.stringify(plan)}`;
  expect(ending.end, shown).toBe('done');
  expect(finding!.value, shown).toBe(sequentialValue(game.kernel, root, depth));
  checkLine(game, root, finding!);
}

describe('the value is that of the sequential search', () => {
  test('synthetic trees', async () => {
    for (let seed = 1; seed <= 80; seed++) {
      await compare('synthetic', seed, 3 + (seed % 4), 0, `b=${2 + (seed % 6)},seed=${seed}`);
    }
  });
  test('Othello', async () => {
    for (let seed = 1; seed <= 30; seed++)
      await compare('othello', seed, 3 + (seed % 4), seed % 40);
  });
  test('Othello to the end', async () => {
    for (let seed = 1; seed <= 20; seed++) await compare('othello', seed, 12, 50 + (seed % 6));
  });
  test('checkers', async () => {
    for (let seed = 1; seed <= 30; seed++) await compare('checkers', seed, 3 + (seed % 4), seed);
  });
  test('chess', async () => {
    for (let seed = 1; seed <= 15; seed++) await compare('chess', seed, 2 + (seed % 3), seed);
  });
  test('tic-tac-toe', async () => {
    for (let seed = 1; seed <= 40; seed++)
      await compare('tic-tac-toe', seed, 1 + (seed % 9), seed % 7);
  });
  test('Lines of Action', async () => {
    for (let seed = 1; seed <= 10; seed++) await compare('loa', seed, 3, seed);
  });
  test('Connect6, where a side moves twice', async () => {
    for (let seed = 1; seed <= 8; seed++) await compare('connect6', seed, 3, seed);
  });
  test('a game in plain TypeScript, where a side may move twice', async () => {
    for (let seed = 1; seed <= 12; seed++) {
      const game = randomWalk(seed, seed % 3 === 0 ? 'none' : 'number');
      const { kernel, binding, searcher, slot } = await openPlain(game, 64 << 20);
      const size = 2 + (seed % 4);
      const board = stateBoard(binding, MAX_PLY, size * aphid.searches);
      const depth = 4 + (seed % 5);
      const start = game.start();
      const options = { minSize: 1, minPieces: 1, horizon: 1 + (seed % 3) };
      const plan = { depth, size, options };
      const { finding } = await runAphid(kernel, board, start, plan, binding.usesTable);
      searcher.start(binding.place(slot, start), { maxDepth: depth });
      searcher.run(Number.POSITIVE_INFINITY);
      expect(finding!.value, `seed ${seed}`).toBe(searcher.found!.value);
    }
  });
});

test('workers that crash, stay away or come back, and packets that are lost', async () => {
  for (let seed = 1; seed <= 30; seed++) {
    const random = createRandom(seed * 31 + 5);
    const game = await openGame('othello');
    const root = wander(game, notationOf('othello').start().record, 10, (n) => random.below(n));
    const size = 3 + random.below(6);
    const crashes = Array.from({ length: 1 + random.below(3) }, () => ({
      at: 1e6 * random.below(300),
      process: 1 + random.below(size - 1),
      restartAt: random.below(2) === 0 ? Number.POSITIVE_INFINITY : 1e6 * random.below(900),
    }));
    const world: World = {
      arrivals: ({ sentAt }) => (random.below(20) === 0 ? [] : [sentAt + 1e5 * random.below(20)]),
      events: (until) => {
        const due = crashes.filter(({ at }) => at < until);
        for (const crash of due) crashes.splice(crashes.indexOf(crash), 1);
        return due.map(({ process, restartAt }) => ({ type: 'crash', process, restartAt }));
      },
      get nextEvent() {
        return Math.min(...crashes.map(({ at }) => at));
      },
    };
    const costs = { ...NODES_ONLY, nodeNs: 20_000, latencyNs: 100_000 };
    const options = { ...settings((below) => random.below(below)), updateNodes: 20 };
    const table = seed % 2 === 0 ? ('local' as const) : ('ring' as const);
    const plan = { depth: 6, size, table, world, costs, epochNs: 500_000, options };
    const { finding, ending } = await runAphid(game.kernel, game.board, root, plan);
    const shown = `seed ${seed} ${JSON.stringify(options)}`;
    expect(ending.end, shown).toBe('done');
    expect(finding!.value, shown).toBe(sequentialValue(game.kernel, root, 6));
  }
});
