import type { MessageRecord, ProcessState, SampleRecord, TraceLog } from 'plyades/trace';
import { describe, expect, test } from 'vitest';
import { groupSamples, makeCurves, makeSeries } from '../../src/processors/curves.js';
import { LaneLog } from '../../src/processors/lane-log.js';
import { MessageIndex } from '../../src/processors/message-index.js';
import { momentOf, sayMoment } from '../../src/processors/moment.js';
import { makePlace, parsePlace } from '../../src/processors/place.js';
import {
  labelledProcesses,
  layRows,
  middleOf,
  processAt,
  rowOf,
} from '../../src/processors/rows.js';
import { clampSpan, panSpan, spanWith, zoomSpan } from '../../src/processors/span.js';
import { laneStates } from '../../src/processors/states.js';
import { timeTicks } from '../../src/processors/time-axis.js';
import { makeWaits } from '../../src/processors/waits.js';
import { madeTrace } from '../support/made-trace.js';

const made = madeTrace({ processes: 8, nodes: 500, crashes: 2 });
const lanes = new LaneLog(made);

/** A trace of lanes and messages alone. */
function traceOf(
  states: readonly (readonly (readonly [number, ProcessState])[])[],
  messages: readonly MessageRecord[],
  end: number,
): LaneLog {
  const log: TraceLog = {
    ...{ ...made, end, messages, pieces: [], faults: [] },
    lanes: states.map((changes) => ({
      times: changes.map(([at]) => at),
      states: changes.map(([, state]) => state),
    })),
  };
  return new LaneLog(log);
}

describe('a moment of a process', () => {
  test('has the piece that it searches, and the time since when', () => {
    for (const piece of made.pieces.slice(0, 200)) {
      const at = (piece.from + piece.to) / 2;
      const moment = momentOf(lanes, piece.process, at);
      if (moment.state === 'down') continue;
      const { outcome, ahead } = piece;
      const state = outcome === 'left' ? 'given-up' : ahead ? 'ahead' : 'searching';
      expect(moment).toMatchObject({ state, piece });
      expect(moment.since).toBeLessThanOrEqual(at);
      expect(moment.until).toBeGreaterThan(at);
      const text = sayMoment(moment, 'f5 d6');
      expect(text).toMatch(/Process \d searches a piece .*: f5 d6, depth \d+, [\d,]+ nodes, for/);
    }
  });

  test('has the messages that are on their way to it, and its fault', () => {
    const message = made.messages.find(({ to }) => to === 3)!;
    const at = (message.sentAt + message.receivedAt) / 2;
    expect(momentOf(lanes, 3, at).coming).toEqual([message]);
    expect(momentOf(lanes, 3, message.receivedAt).coming).not.toContain(message);
    const fault = made.faults[0]!;
    expect(momentOf(lanes, fault.process, fault.at + 1)).toMatchObject({ state: 'down', fault });
    expect(momentOf(lanes, fault.process, fault.until).fault).not.toBe(fault);
  });

  test('has no state beyond the run', () => {
    expect(momentOf(lanes, 3, made.end + 1).state).toBeUndefined();
    expect(sayMoment(momentOf(lanes, 3, made.end + 1), '')).toContain('has no record');
  });
});

describe('shares of states', () => {
  test('add up to one, for a process and for all', () => {
    for (const process of [undefined, 0, 5]) {
      const shares = lanes.shares({ from: 1_000_000, to: 20_000_000 }, process);
      expect(shares).toHaveLength(laneStates.length);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
    }
  });
});

describe('messages of a span', () => {
  const index = new MessageIndex(made.messages);
  const span = { from: 5_000_000, to: 6_000_000 };

  test('are those on their way in it', () => {
    for (const process of [undefined, 3]) {
      const slow = made.messages.filter(
        ({ sentAt, receivedAt, from, to }) =>
          sentAt <= span.to &&
          receivedAt >= span.from &&
          (process === undefined || from === process || to === process),
      );
      expect(slow.length).toBeGreaterThan(1);
      expect(index.within(span, 1000, process)).toEqual({ messages: slow, count: slow.length });
    }
  });

  test('are chosen evenly when there are too many, and the number of all is told', () => {
    const all = index.within(span, 1e6);
    const some = index.within(span, 4);
    expect(some.count).toBe(all.count);
    expect(some.messages).toHaveLength(4);
    expect(some.messages.every((message) => all.messages.includes(message))).toBe(true);
  });
});

describe('workers that wait', () => {
  test('wait for the network, for a busy master, or for work', () => {
    const message = { from: 0, to: 1, sentAt: 60, receivedAt: 70, bytes: 1 };
    const log = traceOf(
      [
        [
          [0, 'deciding'],
          [50, 'waiting'],
        ],
        [
          [0, 'starting'],
          [10, 'waiting'],
          [70, 'searching'],
        ],
      ],
      [message],
      100,
    );
    // 10 to 50 the master decides, 50 to 60 it waits as well, 60 to 70 the message flies.
    expect(makeWaits(log)).toEqual({ master: 0.4, work: 0.1, latency: 0.1 });
  });

  test('without a wait there is nothing to tell', () => {
    expect(makeWaits(traceOf([[[0, 'deciding']], [[0, 'searching']]], [], 100))).toBeUndefined();
  });
});

describe('curves', () => {
  const sample = (process: number, at: number, nodes: number, more = {}): SampleRecord => ({
    ...{ process, at, nodes, tableHits: Number.NaN, queue: Number.NaN, ...more },
  });

  test('of the node rate hold as many nodes as were searched', () => {
    const samples = [sample(0, 1e9, 1000), sample(1, 2e9, 4000), sample(0, 4e9, 7000)];
    const { rate, hits, queue } = makeCurves(
      makeSeries(groupSamples(samples, 2)),
      { from: 0, to: 4e9 },
      8,
    );
    const nodes = rate.reduce<number>((sum, each) => sum + (each ?? 0) * 0.5, 0);
    expect(nodes).toBeCloseTo(11_000, 6);
    expect(rate[0]).toBeNull();
    expect([...hits, ...queue].every((each) => each === null)).toBe(true);
  });

  test('of table hits are shares of the nodes of each interval', () => {
    const samples = [
      sample(0, 1e9, 1000, { tableHits: 100, queue: 3 }),
      sample(0, 2e9, 2000, { tableHits: 600, queue: 5 }),
    ];
    const groups = groupSamples(samples, 1);
    const { hits, queue } = makeCurves(makeSeries(groups), { from: 0, to: 2e9 }, 2);
    expect(hits).toEqual([null, 0.1, 0.5]);
    expect(queue).toEqual([null, 3, 5]);
  });

  test('of all processes are the sums of those of each', () => {
    const groups = groupSamples(made.samples, 8);
    const span = { from: 10_000_000, to: 31_000_000 };
    const { rate, queue, hits } = makeCurves(makeSeries(groups), span, 50);
    const each = groups.map((group) => makeCurves(makeSeries([group]), span, 50));
    for (let i = 1; i <= 50; i++) {
      const sum = (key: 'rate' | 'queue') => each.reduce((sum, curves) => sum + curves[key][i]!, 0);
      expect(rate[i]! / sum('rate')).toBeCloseTo(1, 6);
      expect(queue[i]).toBeCloseTo(sum('queue'), 6);
      expect(hits[i]).toBeCloseTo(0.2, 2);
    }
  });

  test('end with the samples', () => {
    const groups = groupSamples([sample(0, 1e9, 1000)], 1);
    expect(makeCurves(makeSeries(groups), { from: 0, to: 4e9 }, 4).rate).toEqual([
      null,
      1000,
      null,
      null,
      null,
    ]);
  });
});

describe('rows', () => {
  const machines = [2, 16, 64, 256, 1000, 1536].flatMap((processes) =>
    [false, true].map((hasMaster) => ({ processes, hasMaster })),
  );
  test.each(machines)('$processes processes fit, and none is left out', (machine) => {
    const { processes, hasMaster } = machine;
    const rows = layRows(processes, 440, hasMaster);
    expect(rows.height).toBeLessThanOrEqual(440);
    let next = 0;
    for (const row of rows.list) {
      expect(row.first).toBe(next);
      expect(row.bottom).toBeGreaterThan(row.top);
      next = row.last;
      for (let process = row.first; process < row.last; process++) {
        expect(rowOf(rows, process)).toBe(row);
      }
      expect(processAt(rows, row.top)).toBe(row.first);
      expect(processAt(rows, row.bottom - 0.01)).toBe(row.last - 1);
    }
    expect(next).toBe(processes);
    expect(processAt(rows, -5)).toBe(0);
    expect(processAt(rows, 9999)).toBe(processes - 1);
    // A master can be read, however many workers there are.
    const first = rows.list[0]!;
    if (hasMaster) expect(first.bottom - first.top).toBeGreaterThanOrEqual(8);
    if (hasMaster) expect(first.last).toBe(1);
    const labels = labelledProcesses(rows, 12);
    const distance = middleOf(rows, labels[1] ?? 99) - middleOf(rows, 0);
    expect(distance).toBeGreaterThanOrEqual(10);
  });
});

describe('the visible span', () => {
  test('stays in the run and keeps the moment it is zoomed around', () => {
    const span = zoomSpan({ from: 0, to: 1000 }, 0.5, 250, 1000);
    expect(span).toEqual({ from: 125, to: 625 });
    expect(zoomSpan(span, 8, 250, 1000)).toEqual({ from: 0, to: 1000 });
    expect(panSpan(span, 1, 1000)).toEqual({ from: 500, to: 1000 });
    expect(panSpan(span, -1, 1000)).toEqual({ from: 0, to: 500 });
    expect(clampSpan({ from: 5, to: 6 }, 1000)).toEqual({ from: 5, to: 105 });
    expect(spanWith({ from: 100, to: 200 }, 150, 1000)).toEqual({ from: 100, to: 200 });
    expect(spanWith({ from: 100, to: 200 }, 300, 1000)).toEqual({ from: 210, to: 310 });
  });

  test('has round ticks in one unit', () => {
    expect(timeTicks({ from: 0, to: 4e6 }, 4).map(({ text }) => text)).toEqual([
      '0 ms',
      '1 ms',
      '2 ms',
      '3 ms',
      '4 ms',
    ]);
    expect(timeTicks({ from: 1_000_000, to: 1_001_000 }, 4)[1]).toEqual({
      ...{ at: 1_000_200, text: '1,000,200 ns' },
    });
  });
});

describe('a place in an address', () => {
  const read = (text: string) => parsePlace(new Map(new URLSearchParams(text)));

  test('is read as it was written', () => {
    const place = { process: 12, span: { from: 1000, to: 250_000 } };
    const { process, span } = makePlace(place);
    expect(read(`process=${process}&span=${span}`)).toEqual(place);
    expect(makePlace({ process: undefined, span: undefined })).toEqual({});
  });

  test.each([
    'process=-1',
    'process=x',
    'process=999999',
    'span=5',
    'span=9-3',
    'span=1-2',
    'span=1e9-2e9',
  ])('is not taken from %s', (text) => {
    expect(read(text)).toEqual({ process: undefined, span: undefined });
  });
});
