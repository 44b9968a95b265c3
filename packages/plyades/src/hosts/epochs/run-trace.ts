// The trace of a run under the driver: the records of its processes, epoch by epoch and in the order of processes, with
// what only the driver knows between them: the ways of packets, faults and finished depths. The order does not depend
// on the number of threads; only the cuts between two chunks do.
import type { ActorReport } from '../../parallel/actor.js';
import { RecordWriter } from '../../trace/records.js';
import type { CellEvent, Nanos, Packet, ProcessTotals, TraceSegment } from './cell.js';

/** A chunk leaves when it is this long, in bytes, or after this time, in milliseconds. */
const CHUNK_BYTES = 1 << 15;
const CHUNK_MS = 50;

export class RunTrace {
  readonly #out = new RecordWriter();
  readonly #give: (chunk: Uint8Array) => void;
  #givenAt = 0;

  /** Gives chunks away as they are full, and the last one at the end of the run. */
  constructor(give: (chunk: Uint8Array) => void) {
    this.#give = give;
  }

  /** Gives away what is there, if it has waited long enough; `nowMs` is any clock's. */
  tick(nowMs: number): void {
    if (nowMs - this.#givenAt < CHUNK_MS) return;
    this.#givenAt = nowMs;
    this.#flush(1);
  }

  faults(begin: Nanos, events: readonly CellEvent[]): void {
    for (const event of events) {
      if (event.type === 'packet') continue;
      const { type, process } = event;
      this.#out.fault({ process, at: begin, type, until: endOf(event) });
    }
  }

  segments(segments: readonly TraceSegment[]): void {
    for (const { bytes } of segments) this.#out.append(bytes);
    this.#flush(CHUNK_BYTES);
  }

  /** A packet that arrives at these times, if at all; it is received when the next epoch begins, `next` or later. */
  packet(packet: Packet, arrivals: readonly Nanos[], next: Nanos, epochNs: Nanos): void {
    const { from, to, sentAt, bytes } = packet;
    const received = arrivals.map((at) => Math.max(next, Math.ceil(at / epochNs) * epochNs));
    for (const receivedAt of received.length === 0 ? [Number.NaN] : received) {
      this.#out.message({ from, to, sentAt, receivedAt, bytes: bytes.length });
    }
  }

  report(at: Nanos, report: ActorReport): void {
    if (report.type !== 'depth') return;
    const { depth, value, bound, pv } = report.finding;
    this.#out.depth({ at, depth, value, bound, pv });
  }

  /** The last counts of all processes, and the end. */
  end(at: Nanos, totals: readonly ProcessTotals[]): void {
    for (const { process, pieces, counters } of totals) {
      const counts = { nodes: counters.nodes, tableHits: Number.NaN, queue: Number.NaN };
      this.#out.sample({ process, at, ...counts });
      for (const [piece, nodes] of pieces ?? []) this.#out.progress(process, piece, nodes);
    }
    this.#out.endOfRun(at);
    this.#flush(1);
  }

  #flush(least: number): void {
    if (this.#out.length >= least) this.#give(this.#out.take());
  }
}

/** When a process that a fault has stopped works again. */
function endOf(event: Exclude<CellEvent, { type: 'packet' }>): Nanos {
  if (event.type === 'crash') return event.restartAt;
  return event.type === 'pause' ? event.until : Number.NaN;
}
