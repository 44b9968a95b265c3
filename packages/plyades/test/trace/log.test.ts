// The log in memory: in the order of time, bounded by its rules, and the same however its chunks are cut.
import { describe, expect, test } from 'vitest';
import { createRandom } from '#dist/core/random.js';
import { processStates, type TreeRecord } from '#dist/core/trace.js';
import { createTraceLog } from '#dist/trace/growing-log.js';
import { TRACE_LIMITS } from '#dist/trace/limits.js';
import { type PieceBegin, type PieceEnd, RecordWriter } from '#dist/trace/records.js';
import { TreeChanges } from '#dist/trace/tree-changes.js';
import { HEADER, logOf } from './headers.js';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

const unknown = { alpha: Number.NaN, beta: Number.NaN, value: Number.NaN } as const;

function change(node: number, at: number, value: number, parent = node - 1): TreeRecord {
  const windows = { taskAlpha: Number.NaN, taskBeta: Number.NaN, lower: 0, upper: 1 };
  const numbers = { proof: Number.NaN, disproof: Number.NaN, owner: -1, move: 3 };
  return {
    ...{ ...unknown, ...windows, ...numbers, process: 0, at, node, parent, value },
    ...{ state: 'believed', predicted: true },
  };
}

test('records of several processes are put in the order of time', () => {
  const log = logOf((out, cut) => {
    for (const from of [0, 1, 2]) {
      for (const sentAt of [10, 30, 20 + from]) {
        out.message({ from, to: 3, sentAt, receivedAt: sentAt + 5, bytes: 9 });
      }
    }
    cut();
  });
  const times = log.messages.map(({ sentAt }) => sentAt);
  expect(times).toEqual([10, 10, 10, 20, 21, 22, 30, 30, 30]);
  expect(log.messages.slice(0, 3).map(({ from }) => from)).toEqual([0, 1, 2]);
});

test('a piece grows, ends, and is unfinished when the run ends before it', () => {
  const log = createTraceLog(HEADER);
  const out = new RecordWriter();
  const piece = { path: [4, 5], depth: 3, alpha: -1, beta: 1, ahead: false, kind: 'own' } as const;
  out.pieceBegin({ ...piece, process: 1, piece: 0, from: 5 });
  out.pieceBegin({ ...piece, process: 2, piece: 0, from: 6 });
  out.progress(2, 0, 40);
  log.append(out.take());
  expect(log.pieces.map(({ to, nodes }) => [to, nodes])).toEqual([
    [Number.NaN, 0],
    [Number.NaN, 40],
  ]);
  const before = log.version;
  const end = { outcome: 'done', depth: 4, alpha: 0, beta: 1, value: 7, bound: 'exact' } as const;
  out.pieceEnd({ ...end, process: 1, piece: 0, to: 50, nodes: 90 });
  out.endOfRun(60);
  log.append(out.take());
  expect(log.version).toBeGreaterThan(before);
  expect(log.complete).toBe(false);
  log.finish();
  expect(log.complete).toBe(true);
  expect(log.pieces).toMatchObject([
    { process: 1, to: 50, nodes: 90, outcome: 'done', depth: 4, alpha: 0, value: 7 },
    { process: 2, to: 60, nodes: 40, outcome: 'unfinished', depth: 3, alpha: -1 },
  ]);
});

test('nothing counts that a process did after the end of the run', () => {
  const log = logOf((out) => {
    out.state(1, 10, 'searching');
    out.state(1, 30, 'waiting');
    out.message({ from: 1, to: 2, sentAt: 12, receivedAt: 40, bytes: 3 });
    out.message({ from: 1, to: 2, sentAt: 21, receivedAt: 40, bytes: 3 });
    out.sample({ process: 1, at: 25, nodes: 3, tableHits: 1, queue: 0 });
    out.endOfRun(20);
  });
  log.finish();
  expect(log.end).toBe(20);
  expect(log.lanes[1]!.times).toEqual([10]);
  expect(log.messages).toMatchObject([{ sentAt: 12, receivedAt: Number.NaN }]);
  expect(log.samples).toEqual([]);
});

test('a chunk of another search is refused with a code', () => {
  const out = new RecordWriter();
  out.state(8, 1, 'searching');
  const added = createTraceLog(HEADER).append(out.take());
  expect(added.ok).toBe(false);
  if (!added.ok) expect(added.error.code).toBe('ERR_TRACE');
});

describe('when a kind is full', () => {
  test('one in 2, then one in 4 messages is kept, by their numbers', () => {
    const most = TRACE_LIMITS.messages;
    const count = 2 * most + 1000;
    const log = logOf((out, cut) => {
      for (let i = 0; i < count; i++) {
        out.message({ from: i % 8, to: 0, sentAt: 100 * i, receivedAt: 100 * i + 7, bytes: 1 });
        cut();
      }
    });
    expect(log.messageSampling).toBe(4);
    expect(log.messages.length).toBe(Math.ceil(count / 4));
    expect(log.messages.every(({ sentAt }) => (sentAt / 100) % 4 === 0)).toBe(true);
  });

  test('pieces are thinned out in the same way, and the ends of the others are ignored', () => {
    const count = TRACE_LIMITS.pieces + 10;
    const piece = {
      ...{ process: 0, piece: 0, from: 0, to: 0, path: [], depth: 1, alpha: 0, beta: 1 },
      ...{ kind: 'own', ahead: false, nodes: 0, value: 0, bound: 'exact', outcome: 'done' },
    } as const as Writable<PieceEnd & PieceBegin>;
    const log = logOf((out, cut) => {
      for (let i = 0; i < count; i++) {
        piece.process = i % 8;
        piece.piece = i;
        piece.from = i;
        piece.to = i + 1;
        piece.nodes = i;
        out.pieceBegin(piece);
        out.pieceEnd(piece);
        cut();
      }
    });
    expect(log.pieceSampling).toBe(2);
    expect(log.pieces.length).toBe(count / 2);
    expect(log.pieces.every(({ piece, nodes }) => piece % 2 === 0 && nodes === piece)).toBe(true);
  });

  test('each process keeps the same share of its samples', () => {
    const each = TRACE_LIMITS.samples / 8 + 5;
    const log = logOf((out, cut) => {
      for (let i = 0; i < 8 * each; i++) {
        const counts = { nodes: i, tableHits: Number.NaN, queue: 0 };
        out.sample({ process: i % 8, at: Math.floor(i / 8), ...counts });
        cut();
      }
    });
    const kept = Array.from({ length: 8 }, (_, process) =>
      log.samples.filter((sample) => sample.process === process).map(({ at }) => at),
    );
    expect(kept[0]!.length).toBeLessThanOrEqual(each / 2 + 1);
    for (const times of kept) expect(times).toEqual(kept[0]);
  });

  test('a lane keeps the state that takes most of each interval', () => {
    const most = Math.max(TRACE_LIMITS.leastStates, TRACE_LIMITS.states / HEADER.processes);
    const random = createRandom(5);
    /** Where the one state takes three times as long as the other, by turns. */
    const stretches: { readonly from: number; readonly searching: boolean }[] = [];
    let at = 0;
    const log = logOf((out, cut) => {
      for (let i = 0; i < 3 * most; i++) {
        const state = i % 2 === 0 ? 'searching' : 'waiting';
        const searching = i % 4000 < 2000;
        if (i % 2000 === 0) stretches.push({ from: at, searching });
        out.state(2, at, state);
        at += 1 + random.below((state === 'searching') === searching ? 300 : 100);
        cut();
      }
      out.endOfRun(at);
    });
    const { times, states } = log.lanes[2]!;
    expect(times.length).toBeLessThanOrEqual(most);
    expect(times.every((time, i) => i === 0 || time > times[i - 1]!)).toBe(true);
    expect(states.every((state, i) => i === 0 || state !== states[i - 1])).toBe(true);
    expect(log.lanes[1]!.times).toEqual([]);
    // The later half may not have been merged yet.
    const merged = stretches.slice(0, stretches.length / 2);
    for (const [i, { from, searching }] of merged.entries()) {
      const to = stretches[i + 1]!.from;
      let time = 0;
      for (let k = 0; k < times.length; k++) {
        const [begin, end] = [Math.max(from, times[k]!), Math.min(to, times[k + 1] ?? at)];
        if (end > begin && states[k] === 'searching') time += end - begin;
      }
      const share = time / (to - from);
      expect(searching ? share : 1 - share).toBeGreaterThan(0.7);
    }
  });

  test('the tree is right at every time that is left', () => {
    const [nodes, most] = [200, 20_000];
    const random = createRandom(9);
    const values = new Map<number, number>();
    const trees = new Map<number, Map<number, number>>();
    const log = new TreeChanges(most, nodes);
    let at = 0;
    for (let walk = 0; walk < 400; walk++) {
      at += 1 + random.below(1000);
      for (let i = 0; i < nodes; i++) {
        // All nodes are there after the first walk.
        const node = walk === 0 ? i : random.below(nodes);
        if (walk > 0 && values.get(node) === walk) continue;
        values.set(node, walk);
        log.add(change(node, at, walk));
      }
      trees.set(at, new Map(values));
    }
    expect(log.items.length).toBeLessThanOrEqual(most);
    const kept = [...new Set(log.items.map((each) => each.at))];
    expect(kept.length).toBeGreaterThan(20);
    expect(kept.length).toBeLessThan(200);
    expect(kept.at(-1)).toBe(at);
    const now = new Map<number, number>();
    let orphans = 0;
    for (const [i, each] of log.items.entries()) {
      if (each.parent >= 0 && !now.has(each.parent)) orphans++;
      now.set(each.node, each.value);
      if (log.items[i + 1]?.at === each.at) continue;
      const expected = trees.get(each.at)!;
      const wrong = [...expected].filter(([node, value]) => now.get(node) !== value);
      expect(wrong).toEqual([]);
    }
    expect(orphans).toBe(0);
  });

  test('nodes beyond the greatest number are left out', () => {
    const log = logOf((out) => {
      out.treeChange(change(0, 1, 0, -1));
      out.treeChange(change(TRACE_LIMITS.treeNodes, 1, 0, 0));
    });
    expect(log.tree.map(({ node }) => node)).toEqual([0]);
  });
});

test('what is kept does not depend on how the chunks are cut', () => {
  const write = (out: RecordWriter, cut: () => void) => {
    const random = createRandom(3);
    const clocks = Array.from({ length: 8 }, () => 0);
    for (let i = 0; i < TRACE_LIMITS.messages + 50_000; i++) {
      const from = random.below(8);
      clocks[from]! += random.below(50);
      const sentAt = clocks[from]!;
      out.message({ from, to: random.below(8), sentAt, receivedAt: sentAt + 3, bytes: 1 });
      if (i % 3 === 0) out.state(from, sentAt, processStates[random.below(6)]!);
      cut();
    }
  };
  const whole = logOf(write, Number.POSITIVE_INFINITY);
  const parts = logOf(write, 1000);
  expect(parts.messages).toEqual(whole.messages);
  expect(parts.lanes.map(({ times }) => times)).toEqual(whole.lanes.map(({ times }) => times));
  expect(parts.messageSampling).toBe(2);
});
