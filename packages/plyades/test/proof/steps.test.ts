// What the steps of threads cost in the simulation, added up by hand for the first two descents, and what the
// steps promise: a lock is held by one, a second level ends at its limit.
import { describe, expect, test } from 'vitest';
import { loadKernel, notationOf } from '#dist/games/load.js';
import { Kernel, ProofTree, type Prover } from '#dist/kernel/index.js';
import {
  costOf,
  createProver,
  createProvers,
  interleave,
  type SelectionRule,
  type StepCosts,
} from '#dist/proof/index.js';

const attack = { attacker: 0, mobility: true };

async function proversOf(threads: number, selection: SelectionRule = 'virtual') {
  const { module } = await loadKernel('tic-tac-toe');
  const kernel = new Kernel(module, { capacity: 4 << 20 });
  const { record } = notationOf('tic-tac-toe').start();
  return createProvers(kernel, 50_000, record, { attack, maxPly: 20, threads, selection, seed: 1 });
}

/** Powers of a thousand, so that a sum says how often each was charged. */
const costs: StepCosts = {
  ...{ lockNs: 1, childNs: 1e3, playNs: 1e6, evaluateNs: 1e9, secondNs: 1e12, spinNs: 0 },
};

function charged(prover: Prover): number {
  const { phase } = prover;
  expect(prover.step()).toBe('running');
  return costOf(phase, prover, costs);
}

/** Phases of one descent with what each cost, until the thread is about to start again. */
function descent(prover: Prover): [string, number][] {
  const steps: [string, number][] = [];
  do steps.push([prover.phase, charged(prover)]);
  while (prover.phase !== 'begin');
  return steps;
}

const sum = (lock: number, child: number, play: number, evaluate: number) =>
  lock + 1e3 * child + 1e6 * play + 1e9 * evaluate;

describe('a step is charged with what it does', () => {
  test('by one of several threads', async () => {
    const { provers } = await proversOf(2, 'paper');
    expect(descent(provers[0]!)).toEqual([
      ['begin', sum(1, 0, 0, 0)],
      ['select', sum(1, 0, 1, 0)],
      ['evaluate', sum(0, 0, 0, 9)],
      ['lock-up', sum(1, 9, 0, 0)],
      ['back-up', sum(1, 0, 0, 0)],
      ['exit-up', sum(1, 0, 0, 0)],
    ]);
    expect(descent(provers[0]!)).toEqual([
      ['begin', sum(1, 9, 0, 0)],
      ['select', 0],
      ['enter', sum(1, 0, 1, 0)],
      ['select', sum(1, 0, 1, 0)],
      ['evaluate', sum(0, 0, 0, 8)],
      ['lock-up', sum(1, 8, 0, 0)],
      ['back-up', sum(1, 0, 0, 0)],
      ['exit-up', sum(1, 0, 0, 0)],
      ['lock-up', sum(1, 9, 0, 0)],
      ['back-up', 0],
      ['exit-up', sum(1, 0, 0, 0)],
    ]);
  });

  test('by a thread that turns back', async () => {
    const { provers } = await proversOf(2, 'paper');
    const [one, two] = provers as [Prover, Prover];
    one.step();
    one.step();
    expect(one.phase).toBe('evaluate');
    expect(descent(two)).toEqual([
      ['begin', sum(1, 0, 0, 0)],
      ['select', sum(1, 0, 0, 0)],
      ['leave', sum(1, 0, 0, 0)],
    ]);
  });

  test('by a thread alone, which changes no word that others use', async () => {
    const { provers } = await proversOf(1);
    const alone = provers[0]!;
    expect(descent(alone)).toEqual([
      ['begin', 0],
      ['select', sum(0, 0, 1, 0)],
      ['evaluate', sum(0, 0, 0, 9)],
      ['back-up', sum(0, 9, 0, 0)],
    ]);
    expect(descent(alone)).toEqual([
      ['begin', sum(0, 9, 0, 0)],
      ['select', sum(0, 0, 1, 0)],
      ['select', sum(0, 0, 1, 0)],
      ['evaluate', sum(0, 0, 0, 8)],
      ['back-up', sum(0, 8, 0, 0)],
      ['back-up', sum(0, 9, 0, 0)],
    ]);
  });

  test.each([1, 2])('nodes that are given back, too (%i threads)', async (threads) => {
    const { tree, provers } = await proversOf(threads);
    let freed = 0;
    const phases = new Set<string>();
    const running = new Set(provers);
    for (let round = 0; running.size > 0; round++) {
      if (round > 1e6) throw new Error('the threads come to no end');
      for (const prover of running) {
        const { phase } = prover;
        const before = tree.live;
        if (prover.step() === 'ended') running.delete(prover);
        const less = before - tree.live;
        if (less <= 0) continue;
        freed += less;
        phases.add(phase);
        expect(prover.work).toBeGreaterThanOrEqual(less);
        const [nodes, locks] = [Math.floor(costOf(phase, prover, costs) / 1e3), prover.atomics];
        if (threads > 1) expect([nodes, locks]).toEqual([less, 1]);
        else expect([nodes >= less, locks]).toEqual([true, 0]);
      }
    }
    expect(freed).toBeGreaterThan(1000);
    expect([...phases].every((phase) => /free|back-up/.test(phase))).toBe(true);
  });

  test('in timed order', async () => {
    // A thread that waits must not stand still for ever.
    const free = { evaluateNs: 0, secondNs: 0, playNs: 0, childNs: 0, lockNs: 0, spinNs: 1 };
    const time = async (threads: number, some: Partial<StepCosts>) => {
      const { provers } = await proversOf(threads, 'paper');
      return interleave(provers, { kind: 'timed', costs: { ...free, ...some } }).virtualNs;
    };
    expect(await time(1, { lockNs: 1 })).toBe(0);
    expect(await time(2, { lockNs: 1 })).toBeGreaterThan(1000);
    expect(await time(1, { childNs: 1 })).toBeGreaterThan(1000);
  });
});

test('threads that stay below a node change what all threads use less often', async () => {
  const { module } = await loadKernel('loa');
  const { record } = notationOf('loa').start();
  /** Changes of words at the root and below, per leaf. */
  const changes = (stay: number) => {
    const kernel = new Kernel(module, { capacity: 16 << 20 });
    const options = { attack, maxPly: 100, threads: 4, selection: 'virtual', seed: 1 } as const;
    const { tree, provers } = createProvers(kernel, 400_000, record, { ...options, stay });
    let [atRoot, all] = [0, 0];
    const expanded = () => provers.reduce((sum, prover) => sum + prover.expanded, 0);
    while (expanded() < 4000) {
      for (const prover of provers) {
        prover.step();
        all += prover.atomics;
        if (prover.ply === 0) atRoot += prover.atomics;
      }
    }
    expect(tree.live).toBeGreaterThan(4000);
    return { atRoot: atRoot / expanded(), all: all / expanded() };
  };
  const [back, stays] = [changes(0), changes(32)];
  expect(stays.atRoot).toBeLessThan(back.atRoot / 2);
  expect(stays.all).toBeLessThan(back.all);
});

test('a lock is held by one thread at a time', async () => {
  const { provers } = await proversOf(2, 'virtual');
  const [one, two] = provers as [Prover, Prover];
  descent(one);
  /** To the step that takes the root's lock on the way up. */
  const toRoot = (prover: Prover) => {
    do prover.step();
    while (!(prover.phase === 'lock-up' && prover.ply === 0));
  };
  toRoot(one);
  toRoot(two);
  expect(one.step()).toBe('running');
  for (let i = 0; i < 3; i++) expect(two.step()).toBe('blocked');
  while (one.phase !== 'begin' && one.phase !== 'select') one.step();
  expect([two.phase, two.step(), two.phase]).toEqual(['lock-up', 'running', 'back-up']);
});

describe('a second level', async () => {
  const { module } = await loadKernel('loa');
  const { record } = notationOf('loa').start();
  /** More than any position has children. */
  const EXPANSION = 80;

  test.each([
    [1, 10_000, undefined, 1000],
    [4, 10_000, undefined, 250],
    [1, 10_000, 4, 250],
    [16, 160_000, undefined, 500],
  ])('of %i threads on %i nodes ends at S^0.75 / T', (threads, size, divisor, limit) => {
    const kernel = new Kernel(module, { capacity: 16 << 20 });
    const tree = ProofTree.create(kernel, 200_000, threads);
    const second = { capacity: 20_000, exponent: 0.75, ...(divisor && { divisor }) };
    const options = { attack, maxPly: 100, threads, selection: 'paper', seed: 1, second } as const;
    const prover = createProver(kernel, tree, 0, options);
    prover.start(record);
    // Nodes in use, as in assembly/proof/store.ts.
    kernel.u32[(tree.address + 64 + 4) >>> 2] = size;
    while (prover.phase !== 'evaluate') prover.step();
    while (prover.phase === 'evaluate') prover.step();
    expect(prover.evaluated).toBeGreaterThanOrEqual(limit);
    expect(prover.evaluated).toBeLessThan(limit + EXPANSION);
  });
});
