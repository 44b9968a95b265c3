// The messages between the threads of a driver at the ends of epochs, as bytes: events and packets in
// a plain layout, since there are many; the rest, which is rare, as JSON.
import type { Failure } from '../threads/protocol.js';
import type { CellEvent, CellOutcome, Nanos, Packet, ProcessTotals, TraceSegment } from './cell.js';

/** A request to a cell. */
export type CellRequest =
  | {
      readonly type: 'run';
      readonly begin: Nanos;
      readonly until: Nanos;
      readonly events: readonly CellEvent[];
      readonly busy: number;
    }
  | {
      readonly type: 'processTotals';
      readonly at: Nanos;
      readonly iteration: number | undefined;
    };

/** Its reply. */
export type CellReply =
  | { readonly type: 'outcome'; readonly outcome: CellOutcome }
  | { readonly type: 'processTotals'; readonly processTotals: ProcessTotals[] }
  | { readonly type: 'failed'; readonly failure: Failure };

const eventTypes = ['packet', 'crash', 'pause', 'slow'] as const;
/** Of an iteration that is not known. */
const NONE = -1;
const NO_BYTES = new Uint8Array(0);
const text = { encode: new TextEncoder(), decode: new TextDecoder() };

class Out {
  #bytes = new Uint8Array(1024);
  #view = new DataView(this.#bytes.buffer);
  #at = 0;

  number(value: number): void {
    this.#need(8);
    this.#view.setFloat64(this.#at, value);
    this.#at += 8;
  }

  bytes(value: Uint8Array): void {
    this.number(value.length);
    this.#need(value.length);
    this.#bytes.set(value, this.#at);
    this.#at += value.length;
  }

  json(value: unknown): void {
    this.bytes(text.encode.encode(JSON.stringify(value)));
  }

  take(): Uint8Array {
    return this.#bytes.subarray(0, this.#at);
  }

  #need(bytes: number): void {
    if (this.#at + bytes <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(2 * this.#bytes.length, this.#at + bytes));
    larger.set(this.#bytes);
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}

class In {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  number(): number {
    const value = this.#view.getFloat64(this.#at);
    this.#at += 8;
    return value;
  }

  bytes(): Uint8Array {
    const length = this.number();
    const value = this.#bytes.subarray(this.#at, this.#at + length);
    this.#at += length;
    return value;
  }

  json(): unknown {
    return JSON.parse(text.decode.decode(this.bytes()));
  }

  list<T>(read: () => T): T[] {
    return Array.from({ length: this.number() }, read);
  }
}

export function encodeRequest(request: CellRequest): Uint8Array {
  const out = new Out();
  if (request.type === 'processTotals') {
    out.number(1);
    out.number(request.at);
    out.number(request.iteration ?? NONE);
    return out.take();
  }
  out.number(0);
  out.number(request.begin);
  out.number(request.until);
  out.number(request.busy);
  out.number(request.events.length);
  for (const event of request.events) {
    out.number(eventTypes.indexOf(event.type));
    out.number(event.process);
    out.number(eventNumber(event));
    out.bytes(event.type === 'packet' ? event.bytes : NO_BYTES);
  }
  return out.take();
}

export function decodeRequest(bytes: Uint8Array): CellRequest {
  const from = new In(bytes);
  if (from.number() === 1) {
    const at = from.number();
    const iteration = from.number();
    return { type: 'processTotals', at, iteration: iteration === NONE ? undefined : iteration };
  }
  const begin = from.number();
  const until = from.number();
  const busy = from.number();
  const events = from.list(() => {
    const type = eventTypes[from.number()]!;
    return makeEvent(type, from.number(), from.number(), from.bytes());
  });
  return { type: 'run', begin, until, events, busy };
}

function eventNumber(event: CellEvent): number {
  switch (event.type) {
    case 'packet':
      return 0;
    case 'crash':
      return event.restartAt;
    case 'pause':
      return event.until;
    case 'slow':
      return event.factor;
  }
}

function makeEvent(
  type: CellEvent['type'],
  process: number,
  number: number,
  bytes: Uint8Array,
): CellEvent {
  switch (type) {
    case 'packet':
      return { type, process, bytes };
    case 'crash':
      return { type, process, restartAt: number };
    case 'pause':
      return { type, process, until: number };
    case 'slow':
      return { type, process, factor: number };
  }
}

export function encodeReply(answer: CellReply): Uint8Array {
  const out = new Out();
  if (answer.type !== 'outcome') {
    out.number(1);
    out.json(answer);
    return out.take();
  }
  const { packets, reports, quietUntil, work, nodes, busyNs, traces } = answer.outcome;
  out.number(0);
  out.number(quietUntil);
  out.number(work);
  out.number(nodes);
  out.number(busyNs);
  out.number(packets.length);
  for (const { from, to, sentAt, bytes } of packets) {
    out.number(from);
    out.number(to);
    out.number(sentAt);
    out.bytes(bytes);
  }
  out.number(reports.length);
  for (const report of reports) out.json(report);
  out.number(traces.length);
  for (const { process, bytes } of traces) {
    out.number(process);
    out.bytes(bytes);
  }
  return out.take();
}

export function decodeReply(bytes: Uint8Array): CellReply {
  const from = new In(bytes);
  if (from.number() === 1) return from.json() as CellReply;
  const quietUntil = from.number();
  const work = from.number();
  const nodes = from.number();
  const busyNs = from.number();
  const packets = from.list((): Packet => {
    return { from: from.number(), to: from.number(), sentAt: from.number(), bytes: from.bytes() };
  });
  const reports = from.list(() => from.json() as CellOutcome['reports'][number]);
  const traces = from.list((): TraceSegment => ({ process: from.number(), bytes: from.bytes() }));
  return {
    type: 'outcome',
    outcome: { packets, reports, quietUntil, work, nodes, busyNs, traces },
  };
}
