// The rules of root splitting one by one. A test is the host of one process (../support/process-host.ts).
import { expect, test } from 'vitest';
import { INFINITE } from '#dist/core/score.js';
import { RootMaster } from '#dist/parallel/root-split/master.js';
import type { RootSplitMessage } from '#dist/parallel/root-split/messages.js';
import { RootWorker } from '#dist/parallel/root-split/worker.js';
import { openProcess } from '../support/process-host.js';

/** The last depth of the search: the first that the master does not search alone. */
const DEPTH = 5;

function openMaster() {
  const host = openProcess<RootSplitMessage>(0);
  const master = new RootMaster(host.context, host.ports, DEPTH);
  host.search.end({ depth: 4, value: 0 });
  master.work(1, 0);
  host.reported.length = 0;
  /** A worker's result of a lease, seen from the position after the move. */
  const answer = (from: number, lease: number, lower: number, upper: number) =>
    master.message(from, { type: 'result', lease, lower, upper, pv: [], complete: false });
  const assigned = () =>
    host.posted
      .splice(0)
      .map(([to, message]) => (message.type === 'search' ? [to, message.lease, message.move] : []));
  return { ...host, master, answer, assigned };
}

test('the eldest move is searched first, the others against its value', () => {
  const { answer, posted, assigned } = openMaster();
  expect(assigned()).toEqual([[1, 1, 0]]);
  answer(1, 1, -7, -7);
  expect(posted.map(([, message]) => message)).toMatchObject([
    { type: 'search', move: 1, depth: DEPTH - 1, alpha: -8, beta: -7 },
    { type: 'search', move: 2, depth: DEPTH - 1, alpha: -8, beta: -7 },
  ]);
});

test('a depth is finished when no move can be better', () => {
  const { answer, reported } = openMaster();
  answer(1, 1, -7, -7);
  answer(2, 2, -7, INFINITE);
  expect(reported).toEqual([]);
  answer(1, 3, -7, INFINITE);
  expect(reported).toMatchObject([
    { type: 'depth', finding: { depth: DEPTH, value: 7, move: 0 } },
    { type: 'done' },
  ]);
});

test('the moves of a lost worker go to another one, and its late result counts for nothing', () => {
  const { master, answer, assigned, reported, refused } = openMaster();
  assigned();
  master.lost(1);
  expect(assigned()).toEqual([[2, 2, 0]]);
  answer(1, 1, 100, 100);
  expect([assigned(), reported, refused]).toEqual([[], [], []]);
});

test('a result that decides nothing is refused together with its sender', () => {
  const { answer, refused } = openMaster();
  answer(1, 1, -INFINITE, INFINITE);
  expect(refused).toEqual([1]);
});

test('a worker posts what its search has found, under the lease that it was given', () => {
  const { search, posted, context, ports } = openProcess<RootSplitMessage>(1);
  const worker = new RootWorker(context, ports, DEPTH);
  worker.message(0, { type: 'search', lease: 9, move: 2, depth: 4, alpha: -8, beta: -7 });
  expect(search.started).toEqual([{ from: 1, depth: 4, alpha: -8, beta: -7, path: [2] }]);
  expect(worker.work(1, 0).idle).toBe(false);
  search.end({ depth: 4, value: -7, bound: 'lower', pv: [] });
  worker.work(1, 0);
  const result = { type: 'result', lease: 9, lower: -7, upper: INFINITE, pv: [], complete: false };
  expect(posted).toEqual([[0, result]]);
  expect(worker.work(1, 0).idle).toBe(true);
});
