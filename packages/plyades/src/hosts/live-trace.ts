// The trace of a search on a real clock, as its caller gathers it: chunks of the processes, and messages made of the two
// ends of each packet. Processes of this machine are believed. Those of other machines have clocks of their own, which
// the packets between them and process 0 bring in line, and may lie: what they send is checked field by field, and a
// worker that sends rubbish, or too much, loses its lane.
import type { TraceHeader, TraceTime } from '../core/trace.js';
import { TraceDamage } from '../trace/bytes.js';
import { createTraceLog, type GrowingTraceLog } from '../trace/growing-log.js';
import type { TraceLog } from '../trace/log.js';
import { RecordWriter } from '../trace/records.js';
import { type JoinedPacket, PacketEnds } from './packet-ends.js';
import { RemoteClock } from './remote-clock.js';
import { RemoteRecords } from './remote-records.js';
import { sharedNow } from './threads/shared-time.js';
import { readChunk, type TraceChunk } from './trace-chunk.js';

/** A process of another machine. */
interface Remote {
  readonly clock: RemoteClock;
  readonly records: RemoteRecords;
}

export class LiveTrace {
  /** When the clock of the trace began, by `sharedNow`. */
  readonly from = sharedNow();
  readonly #log: GrowingTraceLog;
  readonly #packets = new PacketEnds();
  readonly #remotes = new Map<number, Remote>();
  /** Processes that have sent what cannot be: nothing more of them is recorded. */
  readonly #refused = new Set<number>();
  readonly #out = new RecordWriter();
  /** The time of the last chunk of process 0. */
  #firstEnd: TraceTime | undefined;

  /** Processes beyond those of the header have no lane. */
  constructor(header: TraceHeader, give: (log: TraceLog) => void) {
    this.#log = createTraceLog(header);
    give(this.#log);
  }

  now(): TraceTime {
    return Math.max(0, (sharedNow() - this.from) * 1e6);
  }

  /** A chunk of a process of this machine. */
  add(process: number, chunk: Uint8Array): void {
    this.#take(process, chunk, undefined);
  }

  /** A chunk of a process of another machine. */
  addRemote(process: number, chunk: Uint8Array): void {
    let remote = this.#remotes.get(process);
    if (remote === undefined) {
      remote = { clock: new RemoteClock(), records: new RemoteRecords(process) };
      this.#remotes.set(process, remote);
    }
    this.#take(process, chunk, remote);
  }

  /** The process is gone; another one may take its place. */
  lost(process: number): void {
    const lane = this.#log.lanes[process];
    if (lane === undefined || this.#log.complete) return;
    this.#out.state(process, Math.max(lane.times.at(-1) ?? 0, this.now()), 'down');
    this.#append();
    this.#remotes.delete(process);
    this.#refused.delete(process);
  }

  /** No process sends anything more: the search ended with the last records of process 0. */
  finish(): void {
    if (this.#log.complete) return;
    this.#writeMessages(this.#packets.takeRest());
    this.#out.endOfRun(this.#firstEnd ?? this.now());
    this.#append();
    this.#log.finish();
  }

  #take(process: number, bytes: Uint8Array, remote: Remote | undefined): void {
    const known = process < this.#log.header.processes && !this.#refused.has(process);
    if (!known || this.#log.complete) return;
    try {
      const chunk = readChunk(bytes);
      if (process === 0) this.#firstEnd = chunk.at;
      if (remote !== undefined) this.#checkPackets(chunk, remote);
      const joined = this.#packets.add(process, chunk);
      for (const packet of joined) this.#align(packet);
      this.#writeMessages(joined);
      this.#writeRecords(chunk, remote);
      this.#append();
    } catch (error) {
      if (!(error instanceof TraceDamage)) throw error;
      this.#out.take();
      this.#refused.add(process);
    }
  }

  #checkPackets({ at, sent, received }: TraceChunk, { clock, records }: Remote): void {
    const now = this.now();
    clock.arrived(at, now);
    records.count(sent.length + received.length, now);
    const { processes } = this.#log.header;
    if (sent.some(({ to }) => to >= processes)) throw new TraceDamage('there is no such process');
    for (const packet of [...sent, ...received]) {
      if (packet.at > at) throw new TraceDamage('it tells of what has not happened yet');
    }
  }

  /** Packets to and from process 0 tell how the clock of the other end differs. */
  #align({ from, to, sentAt, receivedAt }: JoinedPacket): void {
    if (Number.isNaN(receivedAt)) return;
    if (to === 0) this.#remotes.get(from)?.clock.arrived(sentAt, receivedAt);
    if (from === 0) this.#remotes.get(to)?.clock.sent(sentAt, receivedAt);
  }

  #writeMessages(packets: readonly JoinedPacket[]): void {
    const { processes } = this.#log.header;
    for (const { from, to, sentAt, receivedAt, bytes } of packets) {
      if (from >= processes || to >= processes) continue;
      const sent = Math.max(0, sentAt + this.#differenceOf(from));
      const received = Math.max(sent, receivedAt + this.#differenceOf(to));
      this.#out.message({ from, to, sentAt: sent, receivedAt: received, bytes });
    }
  }

  #differenceOf(process: number): TraceTime {
    return this.#remotes.get(process)?.clock.difference ?? 0;
  }

  #writeRecords({ at, records }: TraceChunk, remote: Remote | undefined): void {
    if (remote === undefined) {
      this.#out.append(records);
      return;
    }
    const { difference } = remote.clock;
    const copy = new RecordWriter();
    remote.records.copy(records, { latest: at, difference, now: this.now() }, copy);
    this.#out.append(copy.take());
  }

  /** Throws TraceDamage when the log refuses something. */
  #append(): void {
    if (this.#out.length === 0) return;
    const added = this.#log.append(this.#out.take());
    if (!added.ok) throw new TraceDamage(added.error.message);
  }
}
