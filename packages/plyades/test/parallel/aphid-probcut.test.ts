// ProbCut at the nodes of APHID's tree: a node is cut only by a probe that is known, and is searched like others when its
// probes say nothing.
import { describe, expect, test } from 'vitest';
import { loadGame } from '#dist/api/games.js';
import { unwrap } from '#dist/core/result.js';
import { INFINITE } from '#dist/core/score.js';
import { Aspiration } from '#dist/parallel/aphid/aspiration.js';
import { record } from '#dist/parallel/aphid/leaf.js';
import { makePass } from '#dist/parallel/aphid/pass.js';
import { AphidTable } from '#dist/parallel/aphid/table.js';
import { type AphidNode, createRoot, expand } from '#dist/parallel/aphid/tree.js';
import type { RulesPort } from '#dist/parallel/ports.js';
import { simulate } from '#dist/sim/index.js';
import { playRandomly } from '../support/positions.js';

/** Two moves everywhere; the second one of the root is bad by its evaluation. A probe of 2 plies, with a margin of 10. */
const rules: RulesPort<string> = {
  root: '',
  moves: () => [0, 1],
  play: (path, move) => path + move,
  turn: (path) => path.length % 2,
  value: (path) => (path.startsWith('1') ? (path.length % 2 === 1 ? 100 : -100) : 0),
  key: (path) => path,
  completes: () => false,
  deepen: (_, depth) => depth + 1,
  probCut: (_position, depth, tried, bound, low) =>
    depth < 4 || tried > 0 ? undefined : { depth: 2, bound: low ? bound - 10 : bound + 10 },
};

const ITERATION = 6;

/** A tree with its horizon at ply 2, where both leaves of the first move are worth 0. */
function open() {
  const root = createRoot(rules, 2);
  const table = new AphidTable();
  const [first, second] = expand(rules, root).toSorted((a, b) => a.path[0]! - b.path[0]!);
  for (const leaf of expand(rules, first!)) {
    const score = { iteration: ITERATION, lower: 0, upper: 0, complete: false, pv: [] };
    record(table.at(leaf as AphidNode<unknown>), score);
  }
  let number = 0;
  const pass = (probCut: boolean) =>
    makePass({
      ...{ rules, root, table, number: ++number, iteration: ITERATION, hypothetical: 0 },
      ...{ values: new Map([[ITERATION - 1, 0]]), firstLeaves: 8, probCut, allocate() {} },
    });
  const probes = () => table.probeAt(second as AphidNode<unknown>);
  const know = (lower: number, upper: number) =>
    record(probes(), { iteration: 3, lower, upper, complete: false, pv: [] });
  return { pass, probes, know };
}

describe('a node of the master with a null window', () => {
  test('that is guessed to be cut asks for its probe, and for no leaves', () => {
    const { pass, probes } = open();
    const { uncertain, value } = pass(true);
    expect(uncertain).toEqual([probes()]);
    expect(probes().probe).toMatchObject({ iteration: 3, alpha: 9, beta: 10 });
    expect(value).toBe(0);
  });

  test('is cut by a probe that is known', () => {
    const { pass, know } = open();
    pass(true);
    know(10, INFINITE);
    expect(pass(true)).toMatchObject({ value: 0, uncertain: [], complete: false });
  });

  test('leaves what it asked for before it was cut', () => {
    const { pass, know } = open();
    const [leaf] = pass(false).uncertain;
    expect(leaf).toMatchObject({ present: true, uncertain: true });
    know(10, INFINITE);
    expect(pass(true).left).toContain(leaf);
    expect(leaf).toMatchObject({ present: false, uncertain: false });
  });

  test('is searched when its probe says nothing', () => {
    const { pass, probes, know } = open();
    pass(true);
    know(-INFINITE, 9);
    const { uncertain } = pass(true);
    expect(uncertain.map(({ isProbe }) => isProbe)).toEqual([false]);
    expect(probes()).toMatchObject({ present: false, uncertain: false });
  });

  test('is not probed without ProbCut', () => {
    const { uncertain } = open().pass(false);
    expect(uncertain.map(({ isProbe }) => isProbe)).toEqual([false]);
  });
});

describe('the small window of the root', () => {
  test('lies around the last value, and opens the side that failed', () => {
    const window = new Aspiration({ alpha: -INFINITE, beta: INFINITE });
    window.begin(32);
    expect(window.window).toEqual({ alpha: -20, beta: 84 });
    expect(window.fails(0)).toBe(false);
    window.begin(32);
    expect(window.fails(90)).toBe(true);
    expect(window.window.alpha).toBe(89);
    expect(window.window.beta).toBeGreaterThan(200);
    expect(window.fails(100)).toBe(false);
  });

  test('is opened where two windows contradict each other', () => {
    const window = new Aspiration({ alpha: -INFINITE, beta: INFINITE });
    window.begin(0);
    expect(window.fails(60)).toBe(true);
    expect(window.fails(50)).toBe(true);
    expect(window.window).toEqual({ alpha: -INFINITE, beta: INFINITE });
    expect(window.fails(55)).toBe(false);
  });
});

test('Othello on 16 processors visits at most 8 times the nodes, and faults do not keep it from ending', {
  tags: 'long',
}, async () => {
  const othello = await loadGame('othello');
  const common = { algorithm: 'aphid', mode: 'play', threads: 0, profile: 'paper' } as const;
  for (let seed = 1; seed <= 3; seed++) {
    const position = playRandomly(othello, seed, 16 + seed);
    const run = await simulate(position, { ...common, processors: 16, depth: 12, seed });
    expect(run.failure).toBeUndefined();
    expect(othello.legalMoves(position)).toContain(run.move);
    expect(run.counters.nodes).toBeLessThan(8 * run.sequential.nodes);
    const faulty = { ...common, processors: 8, depth: 10, seed, faults: 'random' } as const;
    const { end, move } = await simulate(position, faulty);
    expect(end).toBe('done');
    expect(othello.legalMoves(position)).toContain(move);
  }
});

test('a probe that the null-window visit of a pass waits for is asked for after the second visit, too', async () => {
  const { parsePosition } = await loadGame('othello');
  const text = '----O----O-OO-----OXOX-----XOOX---XXO-O---XOOOO--X-------------- X';
  const position = unwrap(parsePosition(text));
  const { depth, failure } = await simulate(position, {
    ...{ algorithm: 'aphid', processors: 3, depth: 6, mode: 'play', horizon: 3, profile: 'paper' },
    ...{
      hash: 4,
      threads: 0,
      settings: { reSearch: 'value' },
      signal: AbortSignal.timeout(30_000),
    },
  });
  expect([depth, failure]).toEqual([6, undefined]);
});
