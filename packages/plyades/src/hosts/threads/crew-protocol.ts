// What the threads of a parallel search share and tell each other beside the packets of its processes.
import type { GameSource } from '../../games/open.js';
import type { Mode } from '../../kernel/index.js';
import type { Task } from '../../parallel/algorithm.js';
import type { AlgorithmName } from '../../parallel/algorithms.js';
import type { Counters, Times } from '../../parallel/counters.js';
import type { Place } from '../../parallel/process.js';
import type { Limits } from '../../search/limits.js';
import type { KnownFinding } from '../known.js';
import type { SearchReport } from './protocol.js';

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
      /** Whether this process is to empty the table first. */
      readonly clear?: boolean;
    };

/** Runs one process of a parallel search until it is told to stop. Process 0 reports progress. */
export interface ProcessJob {
  readonly type: 'process';
  readonly game: GameSource;
  readonly position: unknown;
  readonly before: readonly Uint8Array[];
  readonly algorithm: AlgorithmName;
  readonly task: Task;
  readonly mode: Mode;
  readonly place: Place;
  readonly home: TableHome;
  /** Shared state; see Blackboard. Absent where threads cannot share memory. */
  readonly board: SharedArrayBuffer | undefined;
  /** Channels to the other processes, by their numbers; none to itself. */
  readonly peers: readonly (MessagePort | undefined)[];
  /**
   * Instead of `peers`: one channel to whoever carries packets elsewhere. It takes Outgoing and gives
   * packets.
   */
  readonly mail?: MessagePort;
  /** Process 0: what an earlier search has found; what is not deeper is not reported. */
  readonly known?: KnownFinding;
  /** Process 0: whether reports carry what the master's tree knows, now and then. */
  readonly keep?: boolean;
  /** What ends the search early; none but for process 0. Its depth is the task's. */
  readonly limits: Pick<Limits, 'nodes' | 'ms' | 'clock'>;
  /** When the search was asked for, by `sharedNow`: a player's clock runs from then on. */
  readonly askedAt: number;
}

/** A packet on its way to another process. */
export interface Outgoing {
  readonly to: number;
  readonly packet: Uint8Array;
}

/** What a process has searched so far. */
export interface Searched {
  readonly nodes: number;
  readonly leaves: number;
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
 * nobody yields to his event loop in vain; whether the search is over, and in which iteration; what each has
 * searched. (A
 * process that takes the place of a dead one begins at 0.)
 */
export class Blackboard {
  readonly #words: Int32Array;
  /** Nodes and leaves of each process in turn. */
  readonly #searched: Float64Array;
  readonly #size: number;

  constructor(buffer: SharedArrayBuffer, size: number) {
    this.#size = size;
    this.#searched = new Float64Array(buffer, 0, 2 * size);
    this.#words = new Int32Array(buffer, 16 * size, size + 2);
  }

  static create(size: number): SharedArrayBuffer {
    return new SharedArrayBuffer(16 * size + 4 * (size + 2));
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

  /** The iteration in which the search ended; 0 while nobody knows. */
  get iteration(): number {
    return Atomics.load(this.#words, this.#size + 1);
  }

  setIteration(iteration: number): void {
    Atomics.store(this.#words, this.#size + 1, iteration);
  }

  stop(): void {
    Atomics.store(this.#words, this.#size, 1);
  }

  setSearched(process: number, { nodes, leaves }: Searched): void {
    this.#searched[2 * process] = nodes;
    this.#searched[2 * process + 1] = leaves;
  }

  /** All processes together. */
  get searched(): Searched {
    let nodes = 0;
    let leaves = 0;
    for (let at = 0; at < this.#searched.length; at += 2) {
      nodes += this.#searched[at]!;
      leaves += this.#searched[at + 1]!;
    }
    return { nodes, leaves };
  }
}
