// Which child a thread goes to, counted on a node made by hand as in figure 2 of the paper: how often an
// alternative thread of RP-PNS takes the second and third best, which children are near enough, and that the PV
// thread does neither.
import { describe, expect, test } from 'vitest';
import { loadKernel, notationOf } from '#dist/games/load.js';
import { Kernel, ProofTree, type Prover } from '#dist/kernel/index.js';
import { createProver, PAPER_SPREAD, type SelectionRule } from '#dist/proof/index.js';

const { module } = await loadKernel('tic-tac-toe');
const { record } = notationOf('tic-tac-toe').start();

/** As in assembly/proof/store.ts. */
const PV_DEPTH = 64 + 12;
const EXPANDED = 4;

/** A root whose moves have these proof numbers, and one thread of several there. */
class Node {
  readonly kernel = new Kernel(module, { capacity: 4 << 20 });
  readonly tree = ProofTree.create(this.kernel, 1000, 3);
  readonly numbers: readonly number[];
  readonly prover: Prover;

  constructor(numbers: readonly number[], index: number, selection: SelectionRule = 'paper') {
    this.numbers = numbers;
    const attack = { attacker: 0, mobility: true };
    const options = { attack, maxPly: 20, threads: 3, selection, seed: 5 };
    this.prover = createProver(this.kernel, this.tree, index, options);
    this.#write();
  }

  #word(node: number, field: number): number {
    return (this.tree.nodesAddress + (node - 1) * 20 + 4 * field) >>> 2;
  }

  #write(): void {
    const { u32 } = this.kernel;
    const put = (node: number, fields: readonly number[]) => u32.set(fields, this.#word(node, 0));
    put(1, [Math.min(...this.numbers), 9, 0, 2, EXPANDED | (this.numbers.length << 16)]);
    this.numbers.forEach((pn, i) => {
      put(2 + i, [pn, 9, i, 0, 0]);
    });
  }

  set pvDepth(depth: number) {
    this.kernel.i32[(this.tree.address + PV_DEPTH) >>> 2] = depth;
  }

  get pvDepth(): number {
    return this.kernel.i32[(this.tree.address + PV_DEPTH) >>> 2]!;
  }

  /** The child in which the thread is counted after a descent of one ply; -1 when it turns back. */
  descend(): number {
    this.#write();
    this.prover.start(record, false);
    while (this.prover.phase !== 'evaluate') {
      if (this.prover.phase === 'leave') return -1;
      this.prover.step();
    }
    return this.numbers.findIndex(
      (_, i) => (this.kernel.u32[this.#word(2 + i, 4)]! & 0xff00) !== 0,
    );
  }

  /** How often each child is chosen. */
  shares(pvDepth: number, times = 4000): number[] {
    const counts = this.numbers.map(() => 0);
    for (let i = 0; i < times; i++) {
      this.pvDepth = pvDepth;
      counts[this.descend()]!++;
    }
    return counts.map((count) => count / times);
  }
}

/** Five standard deviations of 4,000 draws, at most. */
const ABOUT = 0.04;
const expectShares = (found: readonly number[], wanted: readonly number[]) =>
  wanted.forEach((share, i) => {
    if (share === 0 || share === 1) expect([i, found[i]]).toEqual([i, share]);
    else expect(Math.abs(found[i]! - share), `child ${i}: ${found[i]}`).toBeLessThan(ABOUT);
  });

/** So deep that the second deviation hardly ever happens. */
const DEEP = 2 ** 30;

describe('an alternative thread', () => {
  test('takes the second or third best with the chance 2/d, each of them equally often', () => {
    const node = new Node([40, 10, 30, 20], 1);
    for (const d of [4, 8, 20]) expectShares(node.shares(d), [0, 1 - 2 / d, 1 / d, 1 / d]);
    // A principal variation of one or two plies leaves no chance to the best.
    expectShares(node.shares(2), [0, 0, 0.5, 0.5]);
  });

  test('takes the second best alone where there is no third', () => {
    expectShares(new Node([20, 10], 1).shares(8), [2 / 8, 1 - 2 / 8]);
  });

  test('takes children at most D = 5 above the best, each equally often', () => {
    expect(PAPER_SPREAD).toBe(5);
    const node = new Node([16, 10, 15, 10, 12, 17], 1);
    expectShares(node.shares(DEEP), [0, 1 / 4, 1 / 4, 1 / 4, 1 / 4, 0]);
  });

  test('draws otherwise than its neighbour', () => {
    const draws = [1, 2].map((index) => {
      const node = new Node([10, 10, 10, 10], index);
      return Array.from({ length: 40 }, () => node.descend());
    });
    expect(draws[0]).not.toEqual(draws[1]);
  });
});

describe('the PV thread', () => {
  test('takes the best, the first of equals, whatever others do', () => {
    expectShares(new Node([40, 10, 30, 10], 0).shares(4, 200), [0, 1, 0, 0]);
  });

  test('alone says how deep the principal variation is', () => {
    for (const [index, depth] of [
      [0, 2],
      [1, 77],
      [2, 77],
    ] as const) {
      const node = new Node([10, 20, 30], index);
      node.pvDepth = 77;
      node.descend();
      expect([index, node.pvDepth]).toEqual([index, depth]);
    }
  });
});

test('with virtual numbers every thread takes the best when those below a child count', () => {
  for (const index of [0, 1, 2]) {
    expectShares(new Node([40, 10, 30, 10], index, 'virtual').shares(4, 50), [0, 1, 0, 0]);
  }
});
