// Shared memory and messages of the threads of a parallel search, beside the packets of its processes.
import type { SearchRequest } from '../../core/search-request.js';
import type { EarlierResult, ProcessUse } from '../../core/search-result.js';
import type { SearchPlan } from '../../parallel/algorithm.js';
import type { ProcessSeat } from '../../parallel/process.js';
import type { TraceRequest } from '../process-recorder.js';
import { Bells, POSTED } from './bells.js';
import type { SearchReport, SearchSubject } from './protocol.js';

/** Where a process keeps its table: in a memory of its own, or in one that all share. */
export type TableMemory =
  | { readonly kind: 'own'; readonly bytes: number }
  | {
      readonly kind: 'shared';
      readonly memory: WebAssembly.Memory;
      /** The part of the memory that belongs to this process. */
      readonly arena: { readonly start: number; readonly end: number };
      /** Addresses of the game's data, 0 when it has none, and of the table. */
      readonly data: number;
      readonly table: number;
      /** Address of the processes' bells (bells.ts), which kernels look at. */
      readonly bells: number;
      /** The processes empty the table together first (emptying.ts), with words at this address; not if not given. */
      readonly emptying?: number;
    };

/** Runs one process of a parallel search until it is stopped. Process 0 reports progress. */
export interface ProcessCommand extends SearchSubject {
  readonly type: 'process';
  /** Limits beside the depth hold for process 0 only. */
  readonly plan: SearchPlan<SearchRequest>;
  readonly seat: ProcessSeat;
  readonly tableMemory: TableMemory;
  /** Shared state; see Blackboard. Absent where threads cannot share memory. */
  readonly blackboard: SharedArrayBuffer | undefined;
  /** Channels to the other processes, by their numbers; none to itself. */
  readonly peers: readonly (MessagePort | undefined)[];
  /** Instead of `peers`: one channel to a carrier of packets. It takes Outgoing and gives packets. */
  readonly mail?: MessagePort;
  /** Process 0: what an earlier search has found; what is not deeper is not reported. */
  readonly earlier?: EarlierResult;
  /** Process 0: whether reports carry what the master's tree knows, now and then. */
  readonly keep?: boolean;
  /** How the process records itself; not at all if not given. */
  readonly trace?: TraceRequest;
  /** When the search was asked for, by `sharedNow`: a player's clock runs from then on. */
  readonly askedAt: number;
  /** Process 0 of a search that is begun again: milliseconds that it has taken before; 0 if not given. */
  readonly spentMs?: number;
}

/** A packet on its way to another process. */
export interface Outgoing {
  readonly to: number;
  readonly packet: Uint8Array;
}

/** Nodes of a process so far. */
export interface NodeCounts {
  readonly nodes: number;
  readonly leaves: number;
}

/** The reply of a process at its end; process 0 adds the result of the search. */
export interface ProcessReply extends ProcessUse {
  readonly result?: SearchReport & NodeCounts;
}

/**
 * State that threads read instead of exchanging messages: whether the search is over, and in which iteration; what each
 * process has searched; a bell for each. (A process that takes the place of a dead one begins at 0.)
 */
export class Blackboard {
  readonly #words: Int32Array;
  /** Nodes and leaves of each process in turn. */
  readonly #searched: Float64Array;
  readonly bells: Bells;

  /** The bells lie in the memory of the processes' kernels, where that is one for all. */
  constructor(buffer: SharedArrayBuffer, size: number, tableMemory?: TableMemory) {
    this.#searched = new Float64Array(buffer, 0, 2 * size);
    this.#words = new Int32Array(buffer, 16 * size, 2);
    this.bells =
      tableMemory?.kind === 'shared'
        ? new Bells(tableMemory.memory.buffer, tableMemory.bells, size)
        : new Bells(buffer, 16 * size + 8, size);
  }

  static create(size: number): SharedArrayBuffer {
    return new SharedArrayBuffer(16 * size + 8 + Bells.bytes(size));
  }

  get stopped(): boolean {
    return Atomics.load(this.#words, 0) !== 0;
  }

  /** The iteration in which the search ended; 0 while that is unknown. */
  get iteration(): number {
    return Atomics.load(this.#words, 1);
  }

  setIteration(iteration: number): void {
    Atomics.store(this.#words, 1, iteration);
  }

  /** Tells all processes at once, also those that search or sleep. */
  stop(): void {
    Atomics.store(this.#words, 0, 1);
    this.bells.ringAll(POSTED);
  }

  setSearched(process: number, { nodes, leaves }: NodeCounts): void {
    this.#searched[2 * process] = nodes;
    this.#searched[2 * process + 1] = leaves;
  }

  /** All processes together. */
  get searched(): NodeCounts {
    let nodes = 0;
    let leaves = 0;
    for (let at = 0; at < this.#searched.length; at += 2) {
      nodes += this.#searched[at]!;
      leaves += this.#searched[at + 1]!;
    }
    return { nodes, leaves };
  }
}
