// Records what one process of a parallel search on a real clock does, and gives it away in chunks: often enough for a
// picture that follows the search, seldom enough not to slow it down. A process that records more than its host can carry
// loses the records of a chunk, not time.
import type { Tracer, TraceTime } from '../core/trace.js';
import type { Actor, SearchFinding, Step } from '../parallel/actor.js';
import type { SearchPort } from '../parallel/ports.js';
import { tracedSearch } from '../parallel/traced-search.js';
import { ProcessTrace } from './process-trace.js';
import { ChunkWriter } from './trace-chunk.js';

/** How a process is asked to record itself. */
export interface TraceRequest {
  /** When the clock of the trace began, by `sharedNow`. */
  readonly from: number;
  /** A chunk leaves after this many milliseconds, or before, when it is long. */
  readonly chunkMs: number;
}

/** Chunks of this many bytes leave at once. */
const CHUNK_BYTES = 1 << 15;
/** But not sooner than this many milliseconds after the last: until then what is recorded beyond is dropped. */
const LEAST_MS = 20;
/** Between two counts of a process, and two descriptions of its tree, in nanoseconds. */
const LEAST_INTERVAL = 20e6;
/** A description of the tree takes its master time: the next one comes after this many times as long. */
const TREE_PAUSE = 100;
/** Pieces of a process that takes the place of a dead one have other numbers than those before. */
const PIECES_OF_ONE = 2 ** 26;

/** Gives chunks of what a process records away. */
export type RecordProcess = (
  seat: { readonly self: number; readonly incarnation: number },
  request: TraceRequest,
  give: (chunk: Uint8Array<ArrayBuffer>) => void,
) => ProcessRecorder;

export const recordProcess: RecordProcess = (seat, request, give) =>
  new ProcessRecorder(seat, request, give);

/** One process's side of a trace. */
export class ProcessRecorder {
  readonly #trace: ProcessTrace;
  readonly #packets = new ChunkWriter();
  readonly #request: TraceRequest;
  readonly #give: (chunk: Uint8Array<ArrayBuffer>) => void;
  /** When the clock of the trace began, by `performance.now`. */
  readonly #origin: number;
  #givenAt = performance.now();
  #started = false;
  /** Since when the tree is being described; undefined when it is not. */
  #describingFrom: TraceTime | undefined;
  #nextTreeAt: TraceTime = 0;

  constructor(
    { self, incarnation }: { readonly self: number; readonly incarnation: number },
    request: TraceRequest,
    give: (chunk: Uint8Array<ArrayBuffer>) => void,
  ) {
    this.#request = request;
    this.#give = give;
    this.#origin = request.from - performance.timeOrigin;
    this.#trace = new ProcessTrace({
      process: self,
      now: () => this.now(),
      leastInterval: LEAST_INTERVAL,
      firstPiece: incarnation * PIECES_OF_ONE,
    });
    this.#trace.state('starting', this.now());
  }

  /** The same searches, whose pieces are recorded. */
  searches<P>(searches: readonly SearchPort<P>[]): SearchPort<P>[] {
    return searches.map((search) => tracedSearch(search, this.#trace));
  }

  /** How the actor describes its tree: not so often that it would be slowed down. */
  readonly tracer: Tracer = {
    wantsTree: () => {
      const now = this.now();
      if (now < this.#nextTreeAt || !this.#trace.tracer.wantsTree()) return false;
      this.#describingFrom = now;
      return true;
    },
    node: (change) => this.#trace.tracer.node(change),
    pass: (pass) => this.#trace.tracer.pass(pass),
  };

  now(): TraceTime {
    return Math.max(0, (performance.now() - this.#origin) * 1e6);
  }

  sent(to: number, packet: Uint8Array): void {
    this.#packets.sent(to, this.now(), packet);
  }

  /** These packets are read from now on. */
  received(packets: readonly Uint8Array[]): void {
    if (packets.length === 0) return;
    const at = this.now();
    this.#trace.state('messages', at);
    for (const packet of packets) this.#packets.received(at, packet);
  }

  /** The actor has made a step that began then; it goes on, or has nothing to do. */
  stepped(begin: TraceTime, step: Step, actor: Actor): void {
    const deciding = step.masterNodes > 0;
    const worked = deciding || step.nodes > 0;
    if (worked) {
      this.#started = true;
      this.#trace.state(deciding ? 'deciding' : 'searching', begin);
    }
    const now = this.now();
    this.#trace.stepped(begin, now, deciding);
    if (this.#describingFrom !== undefined) {
      const end = this.now();
      this.#nextTreeAt = end + TREE_PAUSE * (end - this.#describingFrom);
      this.#describingFrom = undefined;
    }
    if (step.idle) this.#trace.state(this.#started ? 'waiting' : 'starting', worked ? now : begin);
    if (this.#trace.wantsSample) {
      this.#trace.sample(actor.counters.nodes, actor.queued ?? Number.NaN);
    }
    this.#tick();
  }

  finished(finding: SearchFinding): void {
    this.#trace.finished(finding);
  }

  /** The process ends. */
  end(actor: Actor): void {
    this.#trace.sample(actor.counters.nodes, actor.queued ?? Number.NaN);
    this.#flush();
  }

  #tick(): void {
    const now = performance.now();
    const length = this.#trace.length + this.#packets.length;
    const waited = now - this.#givenAt;
    if (waited >= this.#request.chunkMs) {
      this.#givenAt = now;
      if (length > 0) this.#flush();
    } else if (length >= CHUNK_BYTES) {
      if (waited >= Math.max(LEAST_MS, this.#request.chunkMs / 8)) {
        this.#givenAt = now;
        this.#flush();
      } else if (length >= 2 * CHUNK_BYTES) {
        this.#packets.take(0, this.#trace.take());
      }
    }
  }

  #flush(): void {
    this.#give(this.#packets.take(this.now(), this.#trace.take()));
  }
}
