// Orders of a distributed proof: how long a worker searches before it answers, and what a master gives out next.
import { expect, test } from 'vitest';
import { createCounters } from '#dist/parallel/counters.js';
import { ProofMaster } from '#dist/parallel/pns-dfpn/master.js';
import type { ProofMessage } from '#dist/parallel/pns-dfpn/messages.js';
import { PROOF_SETTINGS } from '#dist/parallel/pns-dfpn/options.js';
import type { ProofRules, ProofSearch } from '#dist/parallel/pns-dfpn/ports.js';
import { ProofWorker } from '#dist/parallel/pns-dfpn/worker.js';

/** A search whose numbers grow by one with every node, and never come to an answer. */
function endlessSearch(): ProofSearch & { readonly starts: number } {
  let nodes = 0;
  let starts = 0;
  let number = 1;
  let most = Number.POSITIVE_INFINITY;
  return {
    start(_, numbers) {
      starts++;
      number = 1;
      most = numbers?.pn ?? Number.POSITIVE_INFINITY;
    },
    run(budget) {
      for (let i = 0; i < budget && number < most; i++) {
        nodes++;
        number++;
      }
      return number >= most;
    },
    leave: () => ({
      ...{ pn: number, dn: number, rests: Number.POSITIVE_INFINITY },
      ...{ bounded: false, deep: false, children: [] },
    }),
    get nodes() {
      return nodes;
    },
    get starts() {
      return starts;
    },
    explain() {},
    runExplanation: () => true,
    explanation: undefined,
  };
}

function answer(order: { readonly budget: number; readonly least: number; readonly pn: number }) {
  const search = endlessSearch();
  const posted: ProofMessage[] = [];
  const context = {
    ...{ self: 1, size: 2, incarnation: 0, counters: createCounters() },
    post: (_: number, message: ProofMessage) => posted.push(message),
    isUp: () => true,
    refuse: () => {},
    report() {},
  };
  const rules = { root: 0 } as unknown as ProofRules<number>;
  const worker = new ProofWorker(context, { rules, search });
  worker.message(0, { type: 'search', lease: 1, path: [], dn: order.pn, ...order });
  for (let step = 0; step < 10_000 && posted.length === 0; step++) worker.work(100, 0);
  return { starts: search.starts, nodes: search.nodes, answers: posted.map(({ type }) => type) };
}

test('a search that ends too soon is started again with greater numbers', () => {
  // Numbers of 8, 16, 32, 64 and 128 are reached after one node less each.
  const { starts, nodes } = answer({ budget: 1000, least: 200, pn: 8 });
  expect({ starts, nodes }).toEqual({ starts: 5, nodes: 7 + 15 + 31 + 63 + 127 });
});

test('an order is answered when its budget is spent, though it has not taken its least', () => {
  expect(answer({ budget: 200, least: 15_000, pn: 1 << 20 })).toEqual({
    starts: 1,
    nodes: 200,
    answers: ['result'],
  });
});

/** A master with one worker, in a game in which every position has three moves and no end. */
function endlessMaster() {
  const orders: Extract<ProofMessage, { type: 'search' }>[] = [];
  const context = {
    ...{ self: 0, size: 2, incarnation: 0, counters: createCounters() },
    post(_: number, message: ProofMessage) {
      if (message.type === 'search') orders.push(message);
    },
    isUp: () => true,
    refuse: () => {},
    report() {},
  };
  const rules: ProofRules<string> = {
    root: '',
    attacks: (position) => position.length % 2 === 0,
    moves: () => [0, 1, 2],
    play: (position, move) => position + move,
    threats: () => undefined,
    ended: () => undefined,
    identity: (position) => position,
    left: () => Number.POSITIVE_INFINITY,
    perpetual: false,
    listsAll: true,
  };
  const settings = { ...PROOF_SETTINGS, parts: 4, ramp: 0.5, orders: 1 };
  const master = new ProofMaster(context, { rules }, { settings, show: true });
  return {
    next() {
      master.work(1, 0);
      return orders.at(-1)!;
    },
    answer(nodes: number, number = 2) {
      const { lease } = orders.at(-1)!;
      const known = { pn: number, dn: number, rests: undefined };
      const children = [known, known, known];
      const result = {
        type: 'result',
        lease,
        ...known,
        nodes,
        bounded: false,
        deep: false,
      } as const;
      master.message(1, { ...result, children }, 0);
    },
  };
}

test('a leaf gets children when it has taken its part of all nodes', () => {
  const master = endlessMaster();
  expect(master.next().path).toEqual([]);
  master.answer(200, 100);
  const [first] = master.next().path;
  expect(first).toBeDefined();
  // 49 of 249 nodes are less than a quarter, 99 of 299 are more.
  master.answer(49);
  expect(master.next().path).toEqual([first]);
  master.answer(50);
  expect(master.next().path).toHaveLength(2);
});

test('orders are small at first, and grow with what was searched', () => {
  const master = endlessMaster();
  let { budget } = master.next();
  expect(budget).toBe(PROOF_SETTINGS.least);
  for (let order = 0; order < 100; order++) {
    master.answer(budget);
    const next = master.next().budget;
    expect(next).toBeGreaterThanOrEqual(budget);
    expect(next).toBeLessThanOrEqual(2 * budget);
    budget = next;
  }
  expect(budget).toBe(PROOF_SETTINGS.budget);
});
