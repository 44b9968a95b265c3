// What a process of a traced search on a real clock sends to the caller now and then: its records, and its ends of packets.
// The sender of a packet knows when it left and the receiver when it came, so each tells its end with a tag that both
// can see, and the caller joins them (live-trace.ts). A chunk may come from another machine: nothing read is trusted.
import type { TraceTime } from '../core/trace.js';
import { TraceBytes, TraceReader } from '../trace/bytes.js';
import { MAX_TRACE_PROCESSES } from '../trace/limits.js';

/** A packet as its sender knows it. */
export interface SentPacket {
  readonly to: number;
  readonly at: TraceTime;
  readonly tag: number;
  readonly bytes: number;
}

/** A packet as its receiver knows it. */
export interface ReceivedPacket {
  readonly at: TraceTime;
  readonly tag: number;
}

export interface TraceChunk {
  /** The time of the process's clock at which it was sent. */
  readonly at: TraceTime;
  readonly sent: readonly SentPacket[];
  readonly received: readonly ReceivedPacket[];
  /** See trace/records.ts. */
  readonly records: Uint8Array;
}

/** A packet begins with its checksum; two that are under way to one process at the same time hardly share it. */
export function tagOf(packet: Uint8Array): number {
  const [a = 0, b = 0, c = 0, d = 0] = packet;
  return (a | (b << 8) | (c << 16) | (d << 24)) >>> 0;
}

/** The ends of packets since the last chunk, as bytes. */
export class ChunkWriter {
  readonly #sent = new TraceBytes();
  readonly #received = new TraceBytes();
  readonly #chunk = new TraceBytes();
  #sentCount = 0;
  #receivedCount = 0;

  /** Bytes that wait. */
  get length(): number {
    return this.#sent.length + this.#received.length;
  }

  sent(to: number, at: TraceTime, packet: Uint8Array): void {
    this.#sentCount++;
    this.#sent.unsigned(to);
    this.#sent.unsigned(Math.round(at));
    this.#sent.unsigned(tagOf(packet));
    this.#sent.unsigned(packet.length);
  }

  received(at: TraceTime, packet: Uint8Array): void {
    this.#receivedCount++;
    this.#received.unsigned(Math.round(at));
    this.#received.unsigned(tagOf(packet));
  }

  /** The chunk with these records; nothing waits afterwards. */
  take(at: TraceTime, records: Uint8Array): Uint8Array<ArrayBuffer> {
    const out = this.#chunk;
    out.unsigned(Math.round(at));
    out.unsigned(this.#sentCount);
    out.raw(this.#sent.take());
    out.unsigned(this.#receivedCount);
    out.raw(this.#received.take());
    out.raw(records);
    this.#sentCount = 0;
    this.#receivedCount = 0;
    return out.take();
  }
}

/** Reads a chunk; its records are not looked at. Throws TraceDamage. */
export function readChunk(bytes: Uint8Array): TraceChunk {
  const from = new TraceReader(bytes);
  const at = from.unsigned();
  // A packet takes some bytes, so there cannot be more of them than bytes.
  const list = <T>(read: () => T): T[] => {
    const items: T[] = [];
    for (let left = from.unsigned(bytes.length); left > 0; left--) items.push(read());
    return items;
  };
  const sent = list((): SentPacket => {
    const to = from.unsigned(MAX_TRACE_PROCESSES - 1);
    const sentAt = from.unsigned();
    const tag = from.unsigned(2 ** 32 - 1);
    return { to, at: sentAt, tag, bytes: from.unsigned() };
  });
  const received = list((): ReceivedPacket => {
    const receivedAt = from.unsigned();
    return { at: receivedAt, tag: from.unsigned(2 ** 32 - 1) };
  });
  return { at, sent, received, records: from.raw(bytes.length - from.at) };
}
