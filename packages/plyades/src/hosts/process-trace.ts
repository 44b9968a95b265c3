// What one process of a traced search records, on any host: changes of its state, the pieces that it searches, its
// counts now and then, and the changes of its tree. The host gives the clock and takes the bytes.
import type { ProcessState, Tracer, TraceTime, TreeChange } from '../core/trace.js';
import type { SearchFinding } from '../parallel/actor.js';
import type { PieceSink, TracedEnd, TracedPiece } from '../parallel/traced-search.js';
import { RecordWriter } from '../trace/records.js';

/** A tree is described, and counts are taken, when the search has taken this share longer than at the last time. */
const TREE_SHARE = 1 / 32;
const SAMPLE_SHARE = 1 / 64;

/** The more nodes a description has, the longer until the next: with this many, as long as the search has taken. */
const TREE_CHANGES = 2 ** 16;

type TracedPass = Parameters<Tracer['pass']>[0];

export interface ProcessTraceOptions {
  readonly process: number;
  readonly now: () => TraceTime;
  /** The least time between two descriptions of a tree, and between two counts. */
  readonly leastInterval: TraceTime;
  /** The number of its first piece; 0 if not given. */
  readonly firstPiece?: number;
}

export class ProcessTrace implements PieceSink {
  readonly #process: number;
  readonly #now: () => TraceTime;
  readonly #leastInterval: TraceTime;
  readonly #out = new RecordWriter();
  #state: ProcessState | undefined;
  #nextPiece: number;
  /** Pieces under way, with their nodes. */
  readonly #open = new Map<number, { readonly begun: TracedPiece; nodes: number }>();
  /** NaN where the search does not count them. */
  #tableHits = 0;
  #treeAt: TraceTime = 0;
  #sampleAt: TraceTime = 0;
  readonly #changes: TreeChange[] = [];
  readonly #passes: TracedPass[] = [];
  /** When the work on the tree since the last pass began. */
  #decidedFrom: TraceTime | undefined;

  constructor({ process, now, leastInterval, firstPiece = 0 }: ProcessTraceOptions) {
    this.#nextPiece = firstPiece;
    this.#process = process;
    this.#now = now;
    this.#leastInterval = leastInterval;
  }

  /** Bytes that wait to be taken. */
  get length(): number {
    return this.#out.length;
  }

  /** What was recorded since. */
  take(): Uint8Array<ArrayBuffer> {
    return this.#out.take();
  }

  /** From `at` on the process is in this state. */
  state(state: ProcessState, at: TraceTime): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#out.state(this.#process, at, state);
  }

  begin(piece: TracedPiece): number {
    const number = this.#nextPiece++;
    this.#open.set(number, { begun: piece, nodes: 0 });
    const { kind, path, depth, alpha, beta, ahead } = piece;
    const from = this.#now();
    const process = this.#process;
    this.#out.pieceBegin({ process, piece: number, kind, from, path, depth, alpha, beta, ahead });
    return number;
  }

  searched(piece: number, nodes: number, tableHits: number): void {
    this.#tableHits += tableHits;
    const open = this.#open.get(piece);
    if (open !== undefined) open.nodes += nodes;
  }

  end(piece: number, end: TracedEnd): void {
    const nodes = this.#open.get(piece)?.nodes ?? 0;
    // Ended by a crash.
    if (!this.#open.delete(piece)) return;
    const { outcome, depth, alpha, beta, value, bound } = end;
    const to = this.#now();
    const process = this.#process;
    this.#out.pieceEnd({ process, piece, to, nodes, outcome, depth, alpha, beta, value, bound });
  }

  /** The process has lost all it knew. */
  crashed(): void {
    const lost = { outcome: 'left', value: Number.NaN, bound: undefined } as const;
    for (const [piece, { begun }] of [...this.#open]) {
      const { depth, alpha, beta } = begun;
      this.end(piece, { ...lost, depth, alpha, beta });
    }
  }

  /** Whether counts are due. */
  get wantsSample(): boolean {
    return this.#now() >= this.#sampleAt;
  }

  /** The counts of the process, and the nodes of its pieces so far. */
  sample(nodes: number, queue: number): void {
    const at = this.#now();
    const tableHits = this.#tableHits;
    this.#sampleAt = at + Math.max(this.#leastInterval, at * SAMPLE_SHARE);
    this.#out.sample({ process: this.#process, at, nodes, tableHits, queue });
    this.progress();
  }

  /** Process 0: the whole search has finished a depth. */
  finished({ depth, value, bound, pv }: SearchFinding): void {
    this.#out.depth({ at: this.#now(), depth, value, bound, pv });
  }

  /** Pieces under way, and their nodes. */
  get openPieces(): [piece: number, nodes: number][] {
    return Array.from(this.#open, ([piece, { nodes }]) => [piece, nodes]);
  }

  /** The nodes of the pieces under way. */
  progress(): void {
    for (const [piece, { nodes }] of this.#open) {
      if (nodes > 0) this.#out.progress(this.#process, piece, nodes);
    }
  }

  /**
   * The actor has made a step between these times, and maybe visited its own tree: what it has described of the tree holds at
   * the end of the step.
   */
  stepped(from: TraceTime, to: TraceTime, deciding: boolean): void {
    if (deciding) this.#decidedFrom ??= from;
    if (this.#changes.length > 0) {
      for (const change of this.#changes) {
        this.#out.treeChangeAt(this.#process, to, change);
      }
      this.#waitForTree(to, this.#changes.length);
      this.#changes.length = 0;
    }
    if (this.#passes.length === 0) return;
    for (const pass of this.#passes) {
      this.#out.pass({ ...pass, process: this.#process, from: this.#decidedFrom ?? from, to });
    }
    this.#decidedFrom = undefined;
    this.#passes.length = 0;
  }

  #waitForTree(at: TraceTime, changes: number): void {
    const share = Math.max(TREE_SHARE, changes / TREE_CHANGES);
    this.#treeAt = at + Math.max(this.#leastInterval, at * share);
  }

  /** How the actor describes its tree. */
  readonly tracer: Tracer = {
    wantsTree: () => {
      const at = this.#now();
      if (at < this.#treeAt) return false;
      this.#waitForTree(at, 0);
      return true;
    },
    node: (change) => void this.#changes.push(change),
    pass: (pass) => void this.#passes.push(pass),
  };
}
