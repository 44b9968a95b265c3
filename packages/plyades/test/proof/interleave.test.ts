// RP-PNS under the scheduler: whatever the interleaving, threads find what one thread finds, leave no lock
// and no mark behind, and lose no node. One thread is PNS, node for node.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRandom } from '#dist/core/random.js';
import { loadKernel, notationOf } from '#dist/games/load.js';
import { Kernel, ProofTree, Prover, Rules } from '#dist/kernel/index.js';
import {
  createProvers,
  interleave,
  type ProverGroupOptions,
  type StepCosts,
} from '#dist/proof/index.js';
import { dataLines } from '../support/data.js';
import { openBench } from '../support/kernels.js';
import { faultOf } from '../support/proof-tree.js';
import { reachable, wonPositions } from '../support/proofs.js';

const costs: StepCosts = {
  evaluateNs: 250,
  secondNs: 300,
  playNs: 40,
  childNs: 2,
  lockNs: 20,
  spinNs: 50,
};

type Settings = Pick<ProverGroupOptions, 'threads' | 'selection' | 'stay' | 'seed' | 'second'>;

/** From back to the root after each leaf to hardly ever. */
const stays = [0, 1, 3, 32, 1000] as const;

/** Provers in a kernel of their own. */
function proversOn(
  module: WebAssembly.Module,
  record: Uint8Array,
  attacker: number,
  how: Settings,
) {
  const kernel = new Kernel(module, { capacity: 24 << 20 });
  const attack = { attacker, mobility: true };
  const group = createProvers(kernel, 400_000, record, { ...how, attack, maxPly: 200 });
  return { kernel, ...group };
}

const loaLines = dataLines('loa/wins.txt').map((line) =>
  line.split('|').map((part) => part.trim()),
);
const loaRecord = (text: string) => {
  const parsed = notationOf('loa').parsePosition(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value.record;
};

describe('one thread', async () => {
  const { module } = await loadKernel('loa');

  test.each(['paper', 'virtual'] as const)('with %s selection is PNS', (selection) => {
    for (const [text] of loaLines.filter((_, i) => i % 5 === 0)) {
      const record = loaRecord(text!);
      const kernel = new Kernel(module, { capacity: 24 << 20 });
      const attacker = new Rules(kernel).turn(record);
      const tree = ProofTree.create(kernel, 400_000);
      const alone = new Prover(kernel, tree, 200, { attacker, mobility: true });
      alone.start(record);
      while (alone.run(10_000) === 'running');
      const group = proversOn(module, record, attacker, { threads: 1, selection, seed: 7 });
      interleave(group.provers, { kind: 'timed', costs });
      const [prover] = group.provers;
      expect([prover!.evaluated, prover!.expanded, group.tree.peak]).toEqual([
        alone.evaluated,
        alone.expanded,
        tree.peak,
      ]);
    }
  });
});

describe('threads', async () => {
  const bench = await openBench('tic-tac-toe');
  const positions = reachable(bench, [bench.start]);
  const won = [0, 1].map((attacker) => wonPositions(bench, positions, attacker));
  const open = [...positions].filter(([, record]) => !bench.rules.over(record));
  const { module } = await loadKernel('tic-tac-toe');

  test('agree with the truth under a thousand seeds and interleavings', () => {
    fc.assert(
      fc.property(
        fc.nat(open.length - 1),
        fc.constantFrom(0, 1),
        fc.integer({ min: 2, max: 8 }),
        fc.constantFrom('paper' as const, 'virtual' as const),
        fc.constantFrom(...stays),
        fc.boolean(),
        fc.nat(),
        (at, attacker, threads, selection, stay, pn2, seed) => {
          // The first positions are the largest; each is drawn as often as all others together.
          const [key, record] = open[at % 3 === 0 ? at % 100 : at]!;
          const second = { capacity: 2000, exponent: 0.75 };
          const how = { threads, selection, stay, seed, ...(pn2 && { second }) };
          const { kernel, tree, provers } = proversOn(module, record, attacker, how);
          interleave(provers, { kind: 'random', random: createRandom(seed) });
          const { pn, dn } = tree.root;
          expect(pn === 0 || dn === 0).toBe(true);
          expect(pn === 0).toBe(won[attacker]!.has(key));
          expect(faultOf(kernel, tree)).toBeUndefined();
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('agree with the truth whichever step others come between', () => {
    const phases = [
      'select',
      'enter',
      'lock-up',
      'back-up',
      'exit-up',
      'free-up',
      'unlock-up',
    ] as const;
    const leaving = ['leave', 'leave-lock', 'leave-look', 'leave-free', 'leave-unlock'] as const;
    for (const [i, holdAt] of [...phases, ...leaving].entries()) {
      for (let seed = 0; seed < 12; seed++) {
        const [key, record] = open[(97 * seed + 31 * i) % 600]!;
        const attacker = seed % 2;
        const selection = seed % 3 === 0 ? 'paper' : 'virtual';
        const stay = stays[seed % stays.length]!;
        const how = { threads: 3 + (seed % 6), selection, stay, seed } as const;
        const { kernel, tree, provers } = proversOn(module, record, attacker, how);
        interleave(provers, {
          kind: 'random',
          random: createRandom(seed),
          holdAt: [holdAt, 'evaluate'],
        });
        expect([holdAt, seed, tree.root.pn === 0]).toEqual([holdAt, seed, won[attacker]!.has(key)]);
        expect(faultOf(kernel, tree)).toBeUndefined();
      }
    }
  });

  test('give back no subtree that a thread is in which came after they had left', () => {
    // Without the last look at who is there, three of these seeds lose nodes.
    const record = bench.rules.play(bench.start, bench.rules.moves(bench.start)[0]!);
    for (let seed = 160; seed < 185; seed++) {
      const how = { threads: 10, selection: 'paper', seed } as const;
      const { kernel, tree, provers } = proversOn(module, record, seed % 2, how);
      const random = createRandom(seed);
      interleave(provers, { kind: 'random', random, holdAt: ['leave-lock', 'evaluate'] }, 60_000);
      expect([seed, faultOf(kernel, tree)]).toEqual([seed, undefined]);
    }
  });

  test('agree with the truth in endgames of checkers', async () => {
    const checkers = await openBench('checkers', 'B:WK32:BK1,9');
    const all = reachable(checkers, [checkers.start]);
    const wins = [0, 1].map((attacker) => wonPositions(checkers, all, attacker));
    const loaded = await loadKernel('checkers');
    let solved = 0;
    for (const [i, [key, record]] of [...all].filter((_, n) => n % 2800 === 0).entries()) {
      if (checkers.rules.over(record)) continue;
      const attacker = i % 2;
      const how = {
        threads: 2 + (i % 5),
        selection: i % 4 < 2 ? 'paper' : 'virtual',
        stay: stays[i % stays.length]!,
        seed: i,
      } as const;
      const { kernel, tree, provers } = proversOn(loaded.module, record, attacker, how);
      interleave(provers, { kind: 'random', random: createRandom(i) }, 20_000);
      const { pn, dn } = tree.root;
      if (pn === 0 || dn === 0) {
        solved++;
        expect([i, pn === 0]).toEqual([i, wins[attacker]!.has(key)]);
      }
      expect(faultOf(kernel, tree)).toBeUndefined();
    }
    expect(solved).toBeGreaterThan(4);
  });

  test('find wins of Lines of Action under random and timed interleavings', async () => {
    const loa = await loadKernel('loa');
    for (const [i, [text]] of loaLines.filter((_, i) => i % 3 === 0).entries()) {
      const record = loaRecord(text!);
      const attacker = text!.endsWith('X') ? 0 : 1;
      const threads = [2, 5, 16][i % 3]!;
      const selection = i % 2 === 0 ? 'paper' : 'virtual';
      for (const order of [
        { kind: 'timed', costs } as const,
        { kind: 'random', random: createRandom(i) } as const,
      ]) {
        const how = { threads, selection, stay: stays[i % stays.length]!, seed: i } as const;
        const { kernel, tree, provers } = proversOn(loa.module, record, attacker, how);
        interleave(provers, order);
        expect(tree.root.pn).toBe(0);
        expect(faultOf(kernel, tree)).toBeUndefined();
      }
    }
  });

  test('the same seed makes the same run', async () => {
    const loa = await loadKernel('loa');
    const record = loaRecord(loaLines.at(-1)![0]!);
    const run = (seed: number) => {
      const how = { threads: 4, selection: 'paper', seed } as const;
      const attacker = loaLines.at(-1)![0]!.endsWith('X') ? 0 : 1;
      const { provers } = proversOn(loa.module, record, attacker, how);
      const took = interleave(provers, { kind: 'timed', costs });
      return { ...took, nodes: provers.map((prover) => prover.evaluated) };
    };
    expect(run(3)).toEqual(run(3));
    expect(run(3)).not.toEqual(run(4));
  });

  test('that run out of memory say so, and stop', async () => {
    const loa = await loadKernel('loa');
    const kernel = new Kernel(loa.module, { capacity: 24 << 20 });
    const attack = { attacker: 0, mobility: true };
    const record = notationOf('loa').start().record;
    const options = { attack, maxPly: 200, threads: 4, selection: 'virtual', seed: 1 } as const;
    const { tree, provers } = createProvers(kernel, 20_000, record, options);
    interleave(provers, { kind: 'timed', costs });
    expect(tree.full).toBe(true);
    expect(tree.live).toBeLessThanOrEqual(20_000);
    expect(tree.root.pn).toBeGreaterThan(0);
    expect(tree.root.dn).toBeGreaterThan(0);
  });
});
