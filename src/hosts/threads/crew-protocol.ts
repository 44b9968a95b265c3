// What the threads of a parallel search share and tell each other beside the packets of its processes.
import type { Mode } from '../../kernel/index.js';
import type { Task } from '../../parallel/algorithm.js';
import type { AlgorithmName } from '../../parallel/algorithms.js';
import type { Counters, Times } from '../../parallel/counters.js';
import type { Place } from '../../parallel/process.js';
import type { JobGame, SearchReport } from './protocol.js';

/** Where a process keeps its table: in a memory of its own, or in one that all share. */
export type TableHome =
  | { readonly kind: 'own'; readonly bytes: number }
  | {
      readonly kind: 'shared';
      readonly memory: WebAssembly.Memory;
      /** The part of the memory that belongs to this process. */
      readonly arena: { readonly start: number; readonly end: number };
      /** Addresses of the game's data, 0 when it has none, and of the table. */
      readonly data: number;
      readonly table: number;
    };

/** Runs one process of a parallel search until it is told to stop. Process 0 reports progress. */
export interface ProcessJob {
  readonly type: 'process';
  readonly game: JobGame;
  readonly position: unknown;
  readonly algorithm: AlgorithmName;
  readonly task: Task;
  readonly mode: Mode;
  readonly place: Place;
  readonly home: TableHome;
  /** Shared state; see Blackboard. Absent where threads cannot share memory. */
  readonly board: SharedArrayBuffer | undefined;
  /** Channels to the other processes, by their numbers; none to itself. */
  readonly peers: readonly (MessagePort | undefined)[];
  /** Ends the search when all processes together have searched so many nodes. */
  readonly nodes: number | undefined;
}

/** What a process has done when its job ends. */
export interface ProcessReport {
  readonly counters: Readonly<Counters>;
  readonly times: Times;
}

/** What a process answers at its end; process 0 with the result of the search. */
export interface ProcessAnswer extends ProcessReport {
  readonly result?: SearchReport;
}

/**
 * What threads look up instead of asking: how many packets were ever sent to each process, so that
 * nobody yields to his event loop in vain; whether the search is over; nodes searched by each.
 */
export class Blackboard {
  readonly #words: Int32Array;
  readonly #nodes: Float64Array;
  readonly #size: number;

  constructor(buffer: SharedArrayBuffer, size: number) {
    this.#size = size;
    this.#nodes = new Float64Array(buffer, 0, size);
    this.#words = new Int32Array(buffer, 8 * size, size + 1);
  }

  static create(size: number): SharedArrayBuffer | undefined {
    const shareable = typeof SharedArrayBuffer === 'function';
    return shareable ? new SharedArrayBuffer(8 * size + 4 * (size + 1)) : undefined;
  }

  mailTo(process: number): number {
    return Atomics.load(this.#words, process);
  }

  announceMail(process: number): void {
    Atomics.add(this.#words, process, 1);
  }

  get stopped(): boolean {
    return Atomics.load(this.#words, this.#size) !== 0;
  }

  stop(): void {
    Atomics.store(this.#words, this.#size, 1);
  }

  setNodes(process: number, nodes: number): void {
    this.#nodes[process] = nodes;
  }

  get nodes(): number {
    return this.#nodes.reduce((sum, nodes) => sum + nodes, 0);
  }
}
