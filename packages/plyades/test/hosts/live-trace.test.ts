// The trace of a search on a real clock, as its caller gathers it from processes that may be elsewhere and may lie.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TraceHeader } from '#dist/core/trace.js';
import { LiveTrace } from '#dist/hosts/live-trace.js';
import { PacketEnds } from '#dist/hosts/packet-ends.js';
import { RemoteClock } from '#dist/hosts/remote-clock.js';
import { ChunkWriter, readChunk } from '#dist/hosts/trace-chunk.js';
import type { TraceLog } from '#dist/trace/log.js';
import { RecordWriter } from '#dist/trace/records.js';

const header: TraceHeader = {
  version: 1,
  build: '0',
  game: 'othello',
  position: '',
  algorithm: 'aphid',
  processes: 3,
  hasMaster: true,
  clock: 'real',
};

function open(): { trace: LiveTrace; log: TraceLog } {
  let log: TraceLog | undefined;
  const trace = new LiveTrace(header, (given) => {
    log = given;
  });
  return { trace, log: log! };
}

/** A packet whose tag is this number. */
const packet = (tag: number) => new Uint8Array([tag & 0xff, tag >> 8, 0, 0, 9]);

interface Told {
  readonly sent?: readonly (readonly [to: number, at: number, tag: number])[];
  readonly received?: readonly (readonly [at: number, tag: number])[];
  readonly at: number;
  readonly write?: (out: RecordWriter) => void;
}

function chunk({ sent = [], received = [], at, write }: Told): Uint8Array {
  const out = new ChunkWriter();
  const records = new RecordWriter();
  for (const [to, time, tag] of sent) out.sent(to, time, packet(tag));
  for (const [time, tag] of received) out.received(time, packet(tag));
  write?.(records);
  return out.take(at, records.take());
}

const searching = (process: number, at: number) => (out: RecordWriter) =>
  out.state(process, at, 'searching');

describe('a chunk', () => {
  test('gives back what was put into it', () => {
    const time = fc.nat(2 ** 50);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(65_535), time, fc.nat(65_535))),
        fc.array(fc.tuple(time, fc.nat(65_535))),
        fc.uint8Array(),
        time,
        (sent, received, records, at) => {
          const out = new ChunkWriter();
          for (const [to, when, tag] of sent) out.sent(to, when, packet(tag));
          for (const [when, tag] of received) out.received(when, packet(tag));
          expect(readChunk(out.take(at, records))).toEqual({
            at,
            sent: sent.map(([to, when, tag]) => ({ to, at: when, tag, bytes: 5 })),
            received: received.map(([when, tag]) => ({ at: when, tag })),
            records,
          });
          expect(out.length).toBe(0);
        },
      ),
    );
  });

  test('that is rubbish is refused, and nothing else is thrown', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const { trace } = open();
        trace.addRemote(1, bytes);
        trace.finish();
      }),
    );
  });
});

test('the two ends of a packet are joined in any order, equal ones in the order of sending', () => {
  const ends = new PacketEnds();
  const first = ends.add(1, { sent: [], received: [{ at: 50, tag: 7 }] });
  expect(first).toEqual([]);
  const sent = [10, 20, 30].map((at) => ({ to: 1, at, tag: 7, bytes: 4 }));
  expect(ends.add(0, { sent, received: [] })).toEqual([
    { from: 0, to: 1, sentAt: 10, receivedAt: 50, bytes: 4 },
  ]);
  expect(ends.add(1, { sent: [], received: [{ at: 60, tag: 7 }] })).toMatchObject([
    { sentAt: 20, receivedAt: 60 },
  ]);
  expect(ends.takeRest()).toMatchObject([{ sentAt: 30, receivedAt: Number.NaN }]);
});

test('ends that never meet do not fill the memory', () => {
  const ends = new PacketEnds();
  let lost = 0;
  for (let tag = 0; tag < 100_000; tag++) {
    const sent = [{ to: 1, at: tag, tag, bytes: 4 }];
    lost += ends.add(0, { sent, received: [{ at: tag, tag }] }).length;
  }
  expect(lost).toBe(100_000 - 2 ** 16);
  expect(ends.takeRest()).toHaveLength(2 ** 16);
});

test('the clock of another machine is known to half of the difference between both ways', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1e12, max: 1e12 }),
      fc.array(fc.tuple(fc.nat(1e9), fc.nat(1e6), fc.nat(1e6)), { minLength: 1 }),
      (difference, trips) => {
        const clock = new RemoteClock();
        for (const [at, there, back] of trips) {
          // Sent here at `at`, received there; sent back at once, received here.
          clock.sent(at, at + there - difference);
          clock.arrived(at + there - difference, at + there + back);
        }
        const [there, back] = [1, 2].map((way) => Math.min(...trips.map((trip) => trip[way]!)));
        expect(clock.difference - difference).toBeCloseTo((back! - there!) / 2, 3);
      },
    ),
  );
});

describe('a worker elsewhere', () => {
  const AHEAD = 7e15;

  test('has its lane, pieces and messages in the time of process 0', () => {
    const { trace, log } = open();
    const sent = [[1, 1000, 11]] as const;
    trace.add(0, chunk({ at: 9000, sent, received: [[8000, 22]], write: searching(0, 500) }));
    trace.addRemote(
      1,
      chunk({
        at: AHEAD + 9000,
        sent: [[0, AHEAD + 7000, 22]],
        received: [[AHEAD + 2000, 11]],
        write: searching(1, AHEAD + 2000),
      }),
    );
    trace.finish();
    expect(log.messages).toMatchObject([
      { from: 0, to: 1, sentAt: 1000, receivedAt: 2000 },
      { from: 1, to: 0, sentAt: 7000, receivedAt: 8000 },
    ]);
    expect(log.lanes[1]).toMatchObject({ times: [2000], states: ['searching'] });
  });

  test.each<[string, (out: RecordWriter) => void]>([
    ['tells of another process', (out) => out.state(2, 1, 'down')],
    ['tells of process 0', (out) => out.state(0, 1, 'down')],
    ['ends the run', (out) => out.endOfRun(1)],
    ['finishes a depth', (out) => out.depth({ at: 1, depth: 1, value: 0, bound: 'exact', pv: [] })],
    [
      'invents messages',
      (out) => out.message({ from: 1, to: 2, sentAt: 1, receivedAt: 2, bytes: 3 }),
    ],
    ['thins out the others', (out) => out.sampling(2 ** 30, 2 ** 30)],
    ['tells the future', (out) => out.state(1, 9e15, 'searching')],
    [
      'floods',
      (out) => {
        for (let at = 0; at < 100_000; at++)
          out.state(1, at % 900, at % 2 ? 'waiting' : 'messages');
      },
    ],
  ])('that %s costs its own lane only', (_, write) => {
    const { trace, log } = open();
    trace.add(0, chunk({ at: 900, write: searching(0, 100) }));
    trace.addRemote(2, chunk({ at: 900, write: searching(2, 100) }));
    trace.addRemote(1, chunk({ at: 1000, write }));
    trace.addRemote(1, chunk({ at: 1000, write: searching(1, 100) }));
    trace.addRemote(2, chunk({ at: 950, write: (out) => out.state(2, 910, 'waiting') }));
    trace.add(0, chunk({ at: 5e9, write: (out) => out.state(0, 2e9, 'waiting') }));
    trace.finish();
    expect(log.lanes[1]!.states).toEqual([]);
    expect(log.lanes[0]!.states).toEqual(['searching', 'waiting']);
    expect(log.lanes[2]!.states).toEqual(['searching', 'waiting']);
    expect(log.messages).toEqual([]);
    expect(log.depths).toEqual([]);
    expect(log.messageSampling).toBe(1);
    expect(log.end).toBe(5e9);
  });

  test('that is replaced is down, and the next one has the lane', () => {
    const { trace, log } = open();
    trace.addRemote(1, chunk({ at: 1000, write: (out) => out.endOfRun(1) }));
    trace.lost(1);
    trace.addRemote(1, chunk({ at: 1000, write: searching(1, 1000) }));
    trace.add(0, chunk({ at: 60e9 }));
    trace.finish();
    expect(log.lanes[1]!.states).toEqual(['down', 'searching']);
  });

  test('with a number beyond the lanes is left out', () => {
    const { trace, log } = open();
    trace.addRemote(3, chunk({ at: 1, write: searching(3, 1) }));
    trace.lost(3);
    trace.finish();
    expect(log.lanes).toHaveLength(3);
  });
});
