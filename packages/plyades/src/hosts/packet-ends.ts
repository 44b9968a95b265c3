// Joins the two ends of each packet of a traced search: its sender and its receiver tell them in different chunks, in any
// order. An end without the other waits; the number of those that wait is bounded, and packets whose second end never
// comes count as lost.
import type { TraceTime } from '../core/trace.js';
import type { SentPacket, TraceChunk } from './trace-chunk.js';

/** A packet of which both ends are known, each by the clock of its process. */
export interface JoinedPacket {
  readonly from: number;
  readonly to: number;
  readonly sentAt: TraceTime;
  /** NaN when it was lost. */
  readonly receivedAt: TraceTime;
  readonly bytes: number;
}

/** Ends that wait for the other one, of each kind. */
const MAX_WAITING = 1 << 16;

type Waiting<T> = Map<number, T[]>;

export class PacketEnds {
  readonly #sent: Waiting<SentPacket & { readonly from: number }> = new Map();
  readonly #received: Waiting<{ readonly at: TraceTime }> = new Map();
  #sentCount = 0;
  #receivedCount = 0;

  /** The packets that are known with this chunk of a process, and those that have waited too long. */
  add(process: number, { sent, received }: Pick<TraceChunk, 'sent' | 'received'>): JoinedPacket[] {
    const joined: JoinedPacket[] = [];
    for (const packet of sent) {
      const key = keyOf(packet.to, packet.tag);
      const end = takeFirst(this.#received, key);
      if (end !== undefined) {
        this.#receivedCount--;
        joined.push(join(process, packet, end.at));
      } else {
        this.#sentCount++;
        addTo(this.#sent, key, { ...packet, from: process });
      }
    }
    for (const { at, tag } of received) {
      const key = keyOf(process, tag);
      const packet = takeFirst(this.#sent, key);
      if (packet !== undefined) {
        this.#sentCount--;
        joined.push(join(packet.from, packet, at));
      } else {
        this.#receivedCount++;
        addTo(this.#received, key, { at });
      }
    }
    while (this.#sentCount > MAX_WAITING) {
      const packet = takeOldest(this.#sent);
      this.#sentCount--;
      joined.push(join(packet.from, packet, Number.NaN));
    }
    while (this.#receivedCount > MAX_WAITING) {
      takeOldest(this.#received);
      this.#receivedCount--;
    }
    return joined;
  }

  /** Packets that no process has received. */
  takeRest(): JoinedPacket[] {
    const rest = [...this.#sent.values()].flat();
    this.#sent.clear();
    this.#sentCount = 0;
    return rest.map((packet) => join(packet.from, packet, Number.NaN));
  }
}

const keyOf = (to: number, tag: number): number => to * 2 ** 32 + tag;

const join = (
  from: number,
  { to, at, bytes }: SentPacket,
  receivedAt: TraceTime,
): JoinedPacket => ({ from, to, sentAt: at, receivedAt, bytes });

function addTo<T>(waiting: Waiting<T>, key: number, end: T): void {
  const ends = waiting.get(key);
  if (ends === undefined) waiting.set(key, [end]);
  else ends.push(end);
}

function takeFirst<T>(waiting: Waiting<T>, key: number): T | undefined {
  const ends = waiting.get(key);
  const end = ends?.shift();
  if (ends?.length === 0) waiting.delete(key);
  return end;
}

function takeOldest<T>(waiting: Waiting<T>): T {
  const [key] = waiting.keys();
  return takeFirst(waiting, key!)!;
}
