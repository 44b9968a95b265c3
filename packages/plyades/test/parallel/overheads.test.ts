// The overheads of the thesis, computed by hand for one run.
import { expect, test } from 'vitest';
import { createCounters, overheads } from '#dist/parallel/counters.js';

test('overheads of a run are those computed by hand', () => {
  const worker = { busy: 6, startIdle: 1, otherIdle: 3 };
  const found = overheads({
    processors: 4,
    hasMaster: true,
    seconds: 10,
    counters: { ...createCounters(), nodes: 1500, speculativeNodes: 300 },
    times: [{ busy: 10, startIdle: 0, otherIdle: 0 }, worker, worker, worker],
    sequential: { seconds: 20, nodes: 1000 },
  });
  // 4 x 10 s instead of 20 s; one of four does not search; 1,200 nodes of 1,000 and 300 ahead.
  expect(found.total).toBeCloseTo(1, 12);
  expect(found.master).toBeCloseTo(1 / 3, 12);
  expect(found.search).toBeCloseTo(0.2, 12);
  expect(found.speculative).toBeCloseTo(0.3, 12);
  expect(found.parallelization).toBeCloseTo(2 / ((4 / 3) * 1.5) - 1, 12);
  expect(found.startIdle).toBeCloseTo(0.1, 12);
  expect(found.otherIdle).toBeCloseTo(0.3, 12);
});
