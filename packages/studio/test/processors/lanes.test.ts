import fc from 'fast-check';
import type { Lane, MessageRecord, PieceRecord, ProcessState } from 'plyades/trace';
import { processStates } from 'plyades/trace';
import { describe, expect, test } from 'vitest';
import { flightsTo, type ShownLane, showLane } from '../../src/processors/flights.js';
import { LaneBins, type TimeSpan } from '../../src/processors/lane-bins.js';
import { LaneIndex } from '../../src/processors/lane-index.js';
import { markPieces } from '../../src/processors/piece-marks.js';
import { codeOf, laneStates, STATES } from '../../src/processors/states.js';

/** Lanes with as many changes as are needed to pass several checkpoints, many of them within one column. */
const lanes = fc
  .array(fc.record({ wait: fc.integer({ min: 1, max: 400 }), code: fc.nat(STATES - 1) }), {
    maxLength: 300,
  })
  .map((changes): { lane: ShownLane; end: number } => {
    let at = 0;
    const times: number[] = [];
    const codes: number[] = [];
    for (const { wait, code } of changes) {
      times.push(at);
      codes.push(code);
      at += wait;
    }
    return { lane: { times: Float64Array.from(times), codes: Uint8Array.from(codes) }, end: at };
  });

/** Time in each state between two moments, change by change. */
function slowShares({ times, codes }: ShownLane, end: number, span: TimeSpan): number[] {
  const sums = laneStates.map(() => 0);
  for (const [i, from] of times.entries()) {
    const to = times[i + 1] ?? end;
    sums[codes[i]!]! += Math.max(0, Math.min(to, span.to) - Math.max(from, span.from));
  }
  return sums;
}

const spans = fc
  .tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) + 0.001 }));

describe('the shares of a span', () => {
  test('are those that are added up change by change', () => {
    fc.assert(
      fc.property(lanes, spans, ({ lane, end }, { from, to }) => {
        const span = { from: from * end, to: to * end };
        const sums = new Float64Array(STATES);
        new LaneIndex(lane, end).addSpan(span.from, span.to, sums);
        const slow = slowShares(lane, end, span);
        for (const [state, sum] of sums.entries()) expect(sum).toBeCloseTo(slow[state]!, 5);
      }),
    );
  });

  test('of every column are those that are added up change by change, for several lanes', () => {
    fc.assert(
      fc.property(
        fc.array(lanes, { minLength: 1, maxLength: 3 }),
        spans,
        fc.integer({ min: 1, max: 40 }),
        checkColumns,
      ),
    );
  });

  test('are right where a column has hundreds of changes', () => {
    const times = Float64Array.from({ length: 5000 }, (_, i) => 3 * i + (i % 7) / 4);
    const codes = times.map((_, i) => (i * i) % STATES);
    const lane = { times, codes: Uint8Array.from(codes) };
    checkColumns([{ lane, end: 15_000 }], { from: 0.1003, to: 0.9001 }, 13);
    checkColumns([{ lane, end: 15_000 }], { from: 0, to: 1 }, 1);
  });
});

/** A colour for each state. */
const palette = Uint8Array.from({ length: STATES * 3 }, (_, i) => (i * 83) % 256);

/** Compares pixels and shares of two rows, with the same lanes in both, with slow ones. */
function checkColumns(
  all: { lane: ShownLane; end: number }[],
  part: TimeSpan,
  columns: number,
): void {
  const whole = Math.max(1, ...all.map(({ end }) => end));
  const span = { from: part.from * whole, to: part.to * whole };
  const bins = new LaneBins(columns, span, palette);
  const rows = [new Uint32Array(columns * 2), new Uint32Array(columns * 2)];
  for (const row of rows) {
    for (const { lane, end } of all) bins.add(new LaneIndex(lane, end));
    bins.takeRow(row, 2);
  }
  // The second row shows that taking a row empties it.
  expect(rows[1]).toEqual(rows[0]);
  const shares = bins.shares();
  const width = (span.to - span.from) / columns;
  for (let column = 0; column < columns; column++) {
    const begin = span.from + column * width;
    const slow = laneStates.map(() => 0);
    for (const { lane, end } of all) {
      const part = slowShares(lane, end, { from: begin, to: begin + width });
      for (const [state, sum] of part.entries()) slow[state]! += sum / width;
    }
    for (const [state, share] of slow.entries()) {
      expect(shares[column * STATES + state]).toBeCloseTo(2 * share, 5);
    }
    const sum = slow.reduce((sum, share) => sum + share, 0);
    const pixel = rows[0]![2 * column]!;
    expect(rows[0]![2 * column + 1]).toBe(pixel);
    if (sum < 1e-3) continue;
    for (let channel = 0; channel < 3; channel++) {
      const mixed = slow.reduce(
        (sum, share, code) => sum + share * palette[code * 3 + channel]!,
        0,
      );
      const shown = (pixel >>> (8 * channel)) & 255;
      expect(Math.abs(shown - mixed / sum)).toBeLessThan(0.6);
    }
  }
}

describe('the change at a moment', () => {
  test('is the last one at or before it, wherever the search begins', () => {
    fc.assert(
      fc.property(
        lanes,
        fc.integer({ min: -5, max: 130_000 }),
        fc.nat(),
        ({ lane, end }, at, any) => {
          const index = new LaneIndex(lane, end);
          const slow = lane.times.findLastIndex((time) => time <= at);
          expect(index.changeAt(at)).toBe(slow);
          expect(index.changeAt(at, slow < 0 ? -1 : any % (slow + 1))).toBe(slow);
        },
      ),
    );
  });
});

describe('a process that waits', () => {
  const lane = (changes: readonly (readonly [number, ProcessState])[]): Lane => ({
    times: changes.map(([at]) => at),
    states: changes.map(([, state]) => state),
  });
  const message = (sentAt: number, receivedAt: number, to = 1): MessageRecord => ({
    ...{ from: 0, to, sentAt, receivedAt, bytes: 10 },
  });
  const shown = (given: Lane, messages: readonly MessageRecord[], end = 100) => {
    const { times, codes } = showLane(given, end, flightsTo(messages, 2)[1]);
    return [...times].map((at, i) => [at, laneStates[codes[i]!]]);
  };

  test('waits for what is on its way from its sending to its arrival', () => {
    const waiting = lane([
      [0, 'searching'],
      [10, 'waiting'],
      [50, 'searching'],
    ]);
    expect(shown(waiting, [message(30, 50)])).toEqual([
      [0, 'searching'],
      [10, 'waiting'],
      [30, 'on-the-way'],
      [50, 'searching'],
    ]);
  });

  test('does not wait for messages to others, lost ones, or those that come while it searches', () => {
    const busy = lane([
      [0, 'searching'],
      [60, 'waiting'],
    ]);
    const messages = [message(0, 90, 0), message(5, Number.NaN), message(10, 40)];
    expect(shown(busy, messages)).toEqual([
      [0, 'searching'],
      [60, 'waiting'],
    ]);
  });

  test('has one state per moment where messages overlap, and across two waits', () => {
    const twice = lane([
      [0, 'waiting'],
      [40, 'messages'],
      [45, 'waiting'],
    ]);
    const messages = [message(10, 30), message(20, 50), message(70, 80)];
    expect(shown(twice, messages)).toEqual([
      [0, 'waiting'],
      [10, 'on-the-way'],
      [40, 'messages'],
      [45, 'on-the-way'],
      [50, 'waiting'],
      [70, 'on-the-way'],
      [80, 'waiting'],
    ]);
  });

  test('waits for the network exactly while some message flies, in any trace', () => {
    const changes = fc.array(
      fc.record({ wait: fc.integer({ min: 1, max: 9 }), state: fc.constantFrom(...processStates) }),
      { minLength: 1, maxLength: 30 },
    );
    const flights = fc.array(
      fc.record({ sentAt: fc.nat(150), takes: fc.integer({ min: 1, max: 40 }) }),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(changes, flights, (given, sent) => {
        const times: number[] = [];
        let end = 0;
        for (const { wait } of given) {
          times.push(end);
          end += wait;
        }
        const states = given.map(({ state }) => state);
        const messages = sent.map(({ sentAt, takes }) => message(sentAt, sentAt + takes));
        const result = showLane({ times, states }, end, flightsTo(messages, 2)[1]);
        for (let at = 0.5; at < end; at++) {
          const state = states[times.findLastIndex((time) => time <= at)]!;
          const flies = messages.some(({ sentAt, receivedAt }) => sentAt < at && at < receivedAt);
          const expected = state === 'waiting' && flies ? 'on-the-way' : state;
          const code = result.codes[result.times.findLastIndex((time) => time <= at)];
          expect(code).toBe(codeOf[expected]);
        }
      }),
    );
  });
});

describe('a process that searches', () => {
  const piece = (from: number, to: number, change: Partial<PieceRecord> = {}): PieceRecord => ({
    ...{ process: 0, piece: 0, from, to, path: [], depth: 1, alpha: 0, beta: 1, ahead: false },
    ...{ kind: 'own', nodes: 1, outcome: 'done', value: 0, bound: 'exact', ...change },
  });

  test('searches ahead or for nothing by the piece that it began last, and else plainly', () => {
    const changes = fc.array(
      fc.record({ wait: fc.integer({ min: 1, max: 9 }), code: fc.nat(STATES - 1) }),
      { minLength: 1, maxLength: 30 },
    );
    const records = fc.array(
      fc.record({
        from: fc.nat(150),
        takes: fc.integer({ min: 1, max: 60 }),
        ahead: fc.boolean(),
        outcome: fc.constantFrom('done' as const, 'left' as const, undefined),
      }),
      { maxLength: 12 },
    );
    const derived: readonly number[] = [codeOf.ahead, codeOf['given-up']];
    fc.assert(
      fc.property(changes, records, (given, begun) => {
        const times: number[] = [];
        let end = 0;
        for (const { wait } of given) {
          times.push(end);
          end += wait;
        }
        // A lane that is marked has no such states yet.
        const codes = given.map(({ code }) => (derived.includes(code) ? codeOf.searching : code));
        const pieces = begun
          .map(({ from, takes, ahead, outcome }) =>
            piece(from, outcome === undefined ? Number.NaN : from + takes, { ahead, outcome }),
          )
          .sort((a, b) => a.from - b.from);
        const lane = { times: Float64Array.from(times), codes: Uint8Array.from(codes) };
        const marked = markPieces(lane, pieces, end);
        for (let at = 0.5; at < end; at++) {
          const code = codes[times.findLastIndex((time) => time <= at)]!;
          const top = pieces.findLast(({ from, to }) => from < at && !(to < at));
          const kind =
            top?.outcome === 'left' ? 'given-up' : top?.ahead === true ? 'ahead' : 'searching';
          const expected = code === codeOf.searching ? codeOf[kind] : code;
          expect(marked.codes[marked.times.findLastIndex((time) => time <= at)]).toBe(expected);
        }
      }),
    );
  });
});
