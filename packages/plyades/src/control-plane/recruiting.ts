// Capacity requests of a master: which are under way, which wait for their turn after a scan, and how many free-slot
// notices of one tick are followed. Any number of notices may come, from workers that do not exist; without the limits a
// flood of them would become a flood of requests.
import type { WorkerAddress } from './messages.js';
import type { Milliseconds } from './times.js';

/** More notices than this in one tick trigger a scan instead. */
export const MAX_FREE_SLOT_NOTICES_PER_TICK = 32;
/** Requests of one scan that are under way at the same time. */
export const MAX_SCAN_REQUESTS = 16;

/** A capacity request that has no reply yet. */
export interface OpenRequest {
  readonly id: number;
  readonly worker: WorkerAddress;
  /** A scan has found the worker, so a reply can be expected; of others a notice may be made up. */
  readonly expected: boolean;
  /** It is one of a scan's, which asks the next worker when this one is done. */
  readonly ofScan: boolean;
  readonly until: Milliseconds;
}

export class Recruiting {
  readonly #open = new Map<number, OpenRequest>();
  readonly #asked = new Set<string>();
  readonly #waiting: WorkerAddress[] = [];
  #ofScan = 0;
  #last = 0;
  #notices = 0;
  #isFlooded = false;

  /** Begins a request; undefined while one to the same worker is under way. */
  open(
    worker: WorkerAddress,
    until: Milliseconds,
    { expected, ofScan }: Pick<OpenRequest, 'expected' | 'ofScan'>,
  ): OpenRequest | undefined {
    if (this.#asked.has(worker.id)) return undefined;
    const request = { id: ++this.#last, worker, expected, ofScan, until };
    this.#asked.add(worker.id);
    this.#open.set(request.id, request);
    if (ofScan) this.#ofScan++;
    return request;
  }

  /** The request is done; undefined when it was given up before, or never made. */
  close(id: number): OpenRequest | undefined {
    const request = this.#open.get(id);
    if (request === undefined) return undefined;
    this.#open.delete(id);
    this.#asked.delete(request.worker.id);
    if (request.ofScan) this.#ofScan--;
    return request;
  }

  /** Requests whose time is over. */
  overdue(now: Milliseconds): OpenRequest[] {
    return [...this.#open.values()].filter(({ until }) => until <= now);
  }

  get underWay(): number {
    return this.#open.size;
  }

  /** When the first request is overdue; Infinity without any. */
  get nextOverdue(): Milliseconds {
    let next = Number.POSITIVE_INFINITY;
    for (const { until } of this.#open.values()) next = Math.min(next, until);
    return next;
  }

  /** A scan has found these workers. */
  wait(workers: readonly WorkerAddress[]): void {
    this.#waiting.push(...workers);
  }

  /** The next worker of the scan that may be asked now. */
  next(): WorkerAddress | undefined {
    return this.#ofScan < MAX_SCAN_REQUESTS ? this.#waiting.pop() : undefined;
  }

  /** True when all workers of the scan have been asked and have replied. */
  get isScanDone(): boolean {
    return this.#waiting.length === 0 && this.#ofScan === 0;
  }

  /** Whether a free-slot notice is followed; one too many leads to a scan at the next occasion. */
  followNotice(): boolean {
    if (this.#notices < MAX_FREE_SLOT_NOTICES_PER_TICK) {
      this.#notices++;
      return true;
    }
    this.#isFlooded = true;
    return false;
  }

  /** A tick begins. */
  forgetNotices(): void {
    this.#notices = 0;
  }

  /** More notices came than were followed, since the last scan. */
  get isFlooded(): boolean {
    return this.#isFlooded;
  }

  scanBegins(): void {
    this.#isFlooded = false;
  }
}
