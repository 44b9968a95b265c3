// Made traces hold what readers of traces rely on.
import type { TraceLog } from 'plyades/trace';
import { describe, expect, test } from 'vitest';
import { madeTrace } from './made-trace.js';

const isSorted = (times: readonly number[]) =>
  times.every((at, i) => i === 0 || times[i - 1]! <= at);

const traces: Readonly<Record<string, TraceLog>> = {
  'with a master': madeTrace({ nodes: 3000, crashes: 2 }),
  'without one': madeTrace({ nodes: 0, processes: 8, pieces: 500 }),
  'with proof numbers': madeTrace({ nodes: 1000, proofNumbers: true, seed: 7 }),
};

describe.each(Object.entries(traces))('a made trace %s', (_, log) => {
  test('has its records in the order of time', () => {
    expect(isSorted(log.tree.map(({ at }) => at))).toBe(true);
    expect(isSorted(log.pieces.map(({ from }) => from))).toBe(true);
    expect(isSorted(log.messages.map(({ sentAt }) => sentAt))).toBe(true);
    for (const lane of log.lanes) expect(isSorted(lane.times)).toBe(true);
  });

  test('describes parents before their children', () => {
    const known = new Set([-1]);
    for (const { node, parent } of log.tree) {
      expect(known.has(parent)).toBe(true);
      known.add(node);
    }
  });

  test('has no process that searches two pieces at once', () => {
    const free = new Map<number, number>();
    for (const { process, from, to } of log.pieces) {
      expect(from).toBeGreaterThanOrEqual(free.get(process) ?? 0);
      expect(to).toBeLessThanOrEqual(log.end);
      free.set(process, to);
    }
  });
});

test('the same options make the same trace', () => {
  expect(madeTrace({ nodes: 300, seed: 3 })).toEqual(madeTrace({ nodes: 300, seed: 3 }));
  expect(madeTrace({ nodes: 300, seed: 4 })).not.toEqual(madeTrace({ nodes: 300, seed: 3 }));
});

test('the number of nodes is about what was asked for', () => {
  const log = madeTrace({ nodes: 200_000, processes: 256 });
  const nodes = new Set(log.tree.map(({ node }) => node)).size;
  expect(nodes).toBeGreaterThan(190_000);
  expect(log.pieces.length).toBeGreaterThan(50_000);
});
