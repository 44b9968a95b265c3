// What a worker of a distributed proof makes of an order: how long it searches before it answers.
import { expect, test } from 'vitest';
import { createCounters } from '#dist/parallel/counters.js';
import type { Message } from '#dist/parallel/pns-dfpn/messages.js';
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
  const posted: Message[] = [];
  const context = {
    ...{ self: 1, size: 2, incarnation: 0, counters: createCounters() },
    post: (_: number, message: Message) => posted.push(message),
    isUp: () => true,
    report() {},
  };
  const rules = { root: 0 } as unknown as ProofRules<number>;
  const worker = new ProofWorker(context, { rules, search });
  worker.message(0, { type: 'search', lease: 1, path: [], dn: order.pn, ...order });
  for (let step = 0; step < 10_000 && posted.length === 0; step++) worker.work(100, 0);
  return { starts: search.starts, nodes: search.nodes, answers: posted.map(({ type }) => type) };
}

test('a search that ends too soon is begun anew with greater numbers', () => {
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
