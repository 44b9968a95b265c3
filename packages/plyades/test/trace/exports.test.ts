// Exports to other viewers: Perfetto's packets as a reader of protocol buffers sees them, and trace events as JSON.
import { describe, expect, test } from 'vitest';
import { unwrap } from '#dist/core/result.js';
import { createTraceLog } from '#dist/trace/growing-log.js';
import { EXPORTED_MESSAGES, makePerfetto, makeTraceJson } from '#dist/trace/index.js';
import { RecordWriter } from '#dist/trace/records.js';
import { HEADER } from './headers.js';

/** A message of protocol buffers as its fields: numbers as bigint, bytes as they are. */
type Fields = Map<number, (bigint | Uint8Array)[]>;

/** Written after the description of the wire format, not after the writer. */
function decode(bytes: Uint8Array): Fields {
  const fields: Fields = new Map();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++]!;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return BigInt.asUintN(64, value);
    }
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const values = fields.get(tag >> 3) ?? [];
    fields.set(tag >> 3, values);
    if ((tag & 7) === 0) values.push(varint());
    else if ((tag & 7) === 1) {
      values.push(view.getBigUint64(at, true));
      at += 8;
    } else if ((tag & 7) === 2) {
      const length = Number(varint());
      if (at + length > bytes.length) throw new Error('a field is longer than its message');
      values.push(bytes.subarray(at, at + length));
      at += length;
    } else throw new Error(`wire type ${tag & 7}`);
  }
  return fields;
}

const number = (fields: Fields, field: number) => {
  const value = fields.get(field)?.[0];
  return value === undefined ? undefined : Number(BigInt.asIntN(64, value as bigint));
};
const text = (fields: Fields, field: number) => {
  const value = fields.get(field)?.[0] as Uint8Array | undefined;
  return value && new TextDecoder().decode(value);
};
const inner = (fields: Fields, field: number) =>
  (fields.get(field) ?? []).map((bytes) => decode(bytes as Uint8Array));

interface PerfettoEvent {
  readonly at: number;
  readonly type: number;
  readonly track: string;
  readonly name: string | undefined;
  readonly facts: Record<string, number | string>;
  readonly flow: number | undefined;
  readonly endingFlow: number | undefined;
  readonly value: number | undefined;
}

/** The events of a file, with their tracks and names by name. */
function readPerfetto(file: Uint8Array): { events: PerfettoEvent[]; tracks: Map<number, string> } {
  const names = new Map<number, string>();
  const factNames = new Map<number, string>();
  const tracks = new Map<number, string>();
  const events: PerfettoEvent[] = [];
  for (const packet of inner(decode(file), 1)) {
    expect(number(packet, 10)).toBe(1);
    for (const interned of inner(packet, 12)) {
      expect(number(packet, 13)).toBe(1);
      for (const each of inner(interned, 2)) names.set(number(each, 1)!, text(each, 2)!);
      for (const each of inner(interned, 3)) factNames.set(number(each, 1)!, text(each, 2)!);
    }
    for (const track of inner(packet, 60)) {
      const [thread] = inner(track, 4);
      const [process] = inner(track, 3);
      const name = text(track, 2) ?? (thread ? text(thread, 5) : text(process!, 6));
      expect(tracks.has(number(track, 1)!)).toBe(false);
      tracks.set(number(track, 1)!, name!);
    }
    for (const event of inner(packet, 11)) {
      const facts: Record<string, number | string> = {};
      for (const each of inner(event, 4)) {
        facts[factNames.get(number(each, 1)!)!] = text(each, 6) ?? number(each, 4)!;
      }
      const nameId = number(event, 10);
      expect(tracks.has(number(event, 11)!)).toBe(true);
      events.push({
        at: number(packet, 8)!,
        type: number(event, 9)!,
        track: tracks.get(number(event, 11)!)!,
        name: nameId === undefined ? undefined : names.get(nameId),
        facts,
        flow: number(event, 47),
        endingFlow: number(event, 48),
        value: number(event, 30),
      });
    }
  }
  return { events, tracks };
}

function example(processes = HEADER.processes) {
  const log = createTraceLog({ ...HEADER, processes });
  const out = new RecordWriter();
  out.state(0, 0, 'deciding');
  out.state(0, 50, 'waiting');
  out.state(1, 0, 'starting');
  out.state(1, 100, 'searching');
  out.state(1, 300, 'messages');
  out.state(1, 320, 'waiting');
  const piece = {
    process: 1,
    path: [19, 26],
    depth: 7,
    alpha: -5,
    beta: 5,
    ahead: false,
    kind: 'own',
  } as const;
  out.pieceBegin({ ...piece, piece: 0, from: 100 });
  out.pieceBegin({ ...piece, piece: 1, from: 200, path: [1] });
  out.pieceEnd({
    ...piece,
    piece: 0,
    to: 250,
    nodes: 9,
    value: -3,
    bound: 'exact',
    outcome: 'done',
  });
  out.pieceEnd({
    ...piece,
    piece: 1,
    to: 300,
    nodes: 4,
    value: 0,
    bound: undefined,
    outcome: 'left',
  });
  out.message({ from: 0, to: 1, sentAt: 50, receivedAt: 90, bytes: 12 });
  out.message({ from: 1, to: 0, sentAt: 320, receivedAt: Number.NaN, bytes: 30 });
  out.sample({ process: 1, at: 200, nodes: 900, tableHits: Number.NaN, queue: 2 });
  out.fault({ process: 2, at: 10, type: 'crash', until: 500 });
  out.depth({ at: 400, depth: 7, value: -3, bound: 'exact', pv: [19, 26] });
  out.endOfRun(400);
  unwrap(log.append(out.take()));
  log.finish();
  return log;
}

describe('a Perfetto trace', () => {
  const { events, tracks } = readPerfetto(makePerfetto(example()));
  const of = (track: string) =>
    events.filter((each) => each.track === track).map(({ at, type, name }) => [at, type, name]);

  test('has a track for each process, with a slice for each state but waiting', () => {
    expect([...tracks.values()]).toContain('process 7');
    expect(of('process 0, master')).toEqual([
      [0, 1, 'deciding'],
      [50, 2, undefined],
      [50, 3, 'send'],
    ]);
    expect(of('process 1').filter(([, type]) => type !== 3)).toEqual([
      [100, 1, 'searching'],
      [300, 2, undefined],
      [300, 1, 'messages'],
      [320, 2, undefined],
    ]);
  });

  test('puts pieces that overlap side by side, with what is known of them', () => {
    const pieces = events.filter(({ track, type }) => track === 'process 1: pieces' && type === 1);
    expect(pieces.map(({ at, name, facts }) => [at, name, facts])).toEqual([
      [
        100,
        'depth 7',
        { path: '19 26', alpha: -5, beta: 5, nodes: 9, value: -3, bound: 'exact', outcome: 'done' },
      ],
      [200, 'depth 7', { path: '1', alpha: -5, beta: 5, nodes: 4, value: 0, outcome: 'left' }],
    ]);
    const ids = [...tracks].filter(([, name]) => name === 'process 1: pieces');
    expect(ids.length).toBe(2);
  });

  test('joins the ends of a message that was received, and shows the other', () => {
    const [sent] = events.filter(({ flow }) => flow !== undefined);
    const [received] = events.filter(({ endingFlow }) => endingFlow !== undefined);
    expect(sent).toMatchObject({ at: 50, name: 'send', track: 'process 0, master' });
    expect(received).toMatchObject({ at: 90, name: 'receive', track: 'process 1' });
    expect(received!.endingFlow).toBe(sent!.flow);
    expect(events.find(({ name }) => name === 'send, not received')).toMatchObject({ at: 320 });
  });

  test('counts nodes and what waits, and names faults and finished depths', () => {
    const counters = events.filter(({ type }) => type === 4);
    expect(counters.map(({ track, value }) => [track, value])).toEqual([
      ['process 1: nodes', 900],
      ['process 1: queue', 2],
    ]);
    expect(events.find(({ name }) => name === 'crash')).toMatchObject({ at: 10 });
    expect(events.find(({ name }) => name === 'depth 7 finished')).toMatchObject({
      at: 400,
      track: 'aphid, othello',
      facts: { value: -3, line: '19 26' },
    });
  });

  test('is in the order of time, and slices of a track end before others begin', () => {
    const times = events.map(({ at }) => at);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  test('has arrows for a bounded number of messages', () => {
    const log = createTraceLog({ ...HEADER, processes: 1536 });
    const out = new RecordWriter();
    for (let i = 0; i < 3 * EXPORTED_MESSAGES + 7; i++) {
      out.message({ from: i % 1536, to: 0, sentAt: i, receivedAt: i + 5, bytes: 1 });
    }
    unwrap(log.append(out.take()));
    log.finish();
    const read = readPerfetto(makePerfetto(log));
    const flows = read.events.filter(({ flow }) => flow !== undefined);
    expect(flows.length).toBeGreaterThan(EXPORTED_MESSAGES / 2);
    expect(flows.length).toBeLessThanOrEqual(EXPORTED_MESSAGES);
    expect([...read.tracks.values()].filter((name) => /^process \d+/.test(name)).length).toBe(1536);
  });
});

describe('trace events as JSON', () => {
  const parse = (json: string) =>
    (JSON.parse(json) as { traceEvents: Record<string, unknown>[] }).traceEvents;

  test('have slices in microseconds, arrows, counters and names', () => {
    const events = parse(unwrap(makeTraceJson(example())));
    const searching = events.find(({ name }) => name === 'searching');
    expect(searching).toMatchObject({ ph: 'X', ts: 0.1, dur: 0.2 });
    const [start, end] = ['s', 'f'].map((ph) => events.find((each) => each.ph === ph)!);
    expect(start).toMatchObject({ ts: 0.05 });
    expect(end).toMatchObject({ ts: 0.09, id: start!.id });
    expect(events.filter(({ ph }) => ph === 'C').length).toBe(2);
    const names = events.filter(({ name }) => name === 'thread_name').map(({ args }) => args);
    expect(names).toContainEqual({ name: 'process 0, master' });
    expect(names).toContainEqual({ name: 'process 1: pieces' });
  });

  test('are refused for more than 64 processes, with the format to take', () => {
    expect(makeTraceJson(example(64)).ok).toBe(true);
    const made = makeTraceJson(example(65));
    expect(made.ok).toBe(false);
    if (made.ok) return;
    expect(made.error.code).toBe('ERR_LIMIT');
    expect(made.error.message).toContain('.pftrace');
  });
});
