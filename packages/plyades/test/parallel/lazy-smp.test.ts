// Lazy SMP in play mode, where each process goes its own way: a win that one has proven counts, however far
// the others have come without seeing it.
import { expect, test } from 'vitest';
import { WIN } from '#dist/core/score.js';
import type { ActorReport, SearchFinding } from '#dist/parallel/actor.js';
import type { SearchPlan } from '#dist/parallel/algorithm.js';
import { createCounters } from '#dist/parallel/counters.js';
import type { Ports } from '#dist/parallel/ports.js';
import type { RootSearchMessage } from '#dist/parallel/root-search/messages.js';
import { RootSearchProcess } from '#dist/parallel/root-search/process.js';

const plan: SearchPlan = { request: { depth: 8, mode: 'play', table: 'shared', seed: 1 } };

const finding = (depth: number, value: number): SearchFinding => {
  return { depth, value, bound: 'exact', move: 7, pv: [7], complete: false };
};

/** One of two processes, with a search that finds what the test sets. */
function open(self: number) {
  const search = {
    nodes: 0,
    leaves: 0,
    depth: 1,
    status: 'running',
    found: undefined as SearchFinding | undefined,
    start() {},
    perturb() {},
    run: (budget: number) => (search.nodes += budget),
  };
  const rules = {
    root: 0,
    moves: () => [7],
    play: (position: number) => position + 1,
    completes: () => false,
    deepen: (_: number, depth: number) => depth + 1,
  };
  const reports: ActorReport[] = [];
  const sent: RootSearchMessage[] = [];
  const context = {
    self,
    size: 2,
    incarnation: 0,
    counters: createCounters(),
    post: (_: number, message: RootSearchMessage) => sent.push(message),
    isUp: () => true,
    refuse: () => {},
    report: (report: ActorReport) => reports.push(report),
  };
  const ports = { rules, searches: [search] } as unknown as Ports<number>;
  const process = new RootSearchProcess(context, ports, plan, { byChance: true });
  return {
    reports,
    sent,
    receive: (depth: number, value: number) =>
      process.message(1 - self, { type: 'found', ...finding(depth, value) }),
    find(depth: number, value: number, status: 'running' | 'done') {
      Object.assign(search, { found: finding(depth, value), status });
      process.work(100, 0);
    },
  };
}

// A win after 4 plies: the deeper the search, the more it is worth.
const WIN_IN_4 = WIN - 4;

test('a process that began late and found the win at once in the table reports it', () => {
  const first = open(0);
  first.receive(5, 1338);
  first.find(2, WIN_IN_4 + 2, 'done');
  expect(first.reports).toMatchObject([
    { type: 'depth', finding: { depth: 5, value: 1338 } },
    { type: 'depth', finding: { depth: 5, value: WIN_IN_4 + 5 } },
    { type: 'done' },
  ]);
});

test('and tells the others', () => {
  const second = open(1);
  second.receive(5, 1338);
  second.find(2, -WIN_IN_4 - 2, 'done');
  expect(second.sent).toMatchObject([{ type: 'found', depth: 5, value: -WIN_IN_4 - 5 }]);
});

test('a finding that says no more is not reported', () => {
  const first = open(0);
  first.receive(5, 1338);
  first.find(4, 90, 'running');
  first.receive(6, WIN_IN_4 + 6);
  first.find(5, WIN_IN_4 + 5, 'done');
  expect(first.reports).toMatchObject([
    { type: 'depth', finding: { depth: 5, value: 1338 } },
    { type: 'depth', finding: { depth: 6, value: WIN_IN_4 + 6 } },
    { type: 'done' },
  ]);
});

test('a win that is found to be quicker before the search ends is reported', () => {
  const first = open(0);
  first.find(8, WIN_IN_4 + 6, 'running');
  first.find(8, WIN_IN_4 + 8, 'done');
  expect(first.reports).toMatchObject([
    { type: 'depth', finding: { depth: 8, value: WIN_IN_4 + 6 } },
    { type: 'depth', finding: { depth: 8, value: WIN_IN_4 + 8 } },
    { type: 'done' },
  ]);
});
