// What a parallel search asks of the host of its processes.
import type { Counters } from '../core/search-result.js';
import type { Micros, Step } from '../parallel/actor.js';
import type { OwnMaster } from '../parallel/own-search/master.js';

export interface OwnSearchHost<Position, Move, Entry> {
  readonly master: OwnMaster<Position, Move, Entry>;
  /** Workers that were replaced because they died. */
  readonly replaced: number;
  /** Of all processes that could still tell, where the host learns of them at its end. */
  readonly counters?: Readonly<Counters> | undefined;
  /** A root search has found this; for those who watch the cluster. */
  onFound?(depth: number, value: number): void;
  /** A new search begins: deaths of workers are counted from here on. */
  beginSearch(): void;
  /** Lets the master read its messages, work and send. Throws what a worker threw. */
  step(): Step;
  /** Resolves when a message for the master has come, or its time. */
  wait(until: Micros): Promise<void>;
  /** Ends a wait. */
  wake(): void;
  /** While busy, the host keeps the program alive. */
  setBusy(busy: boolean): void;
  /** Ends all workers. */
  close(): Promise<void>;
}
