// A parallel search on threads: starts a process on each, connects them, replaces those that die, and
// gathers what they did. The algorithm alone decides about the search.
// When process 0 dies, which knows what has been found, the search is begun again.

import { PlyadesError } from '../../core/errors.js';
import { hashBytes, MAX_WORKERS, type SearchRequest } from '../../core/search-request.js';
import type {
  EarlierResult,
  ProcessUse,
  SearchProgress,
  StopReason,
} from '../../core/search-result.js';
import type { AlgorithmProperties, SearchPlan } from '../../parallel/algorithm.js';
import { addCounters, type Counters, createCounters, type Times } from '../../parallel/counters.js';
import { findDescription } from '../../parallel/described.js';
import { LINK_TIMES } from '../../parallel/links.js';
import { coreCount } from '../cores.js';
import type { LiveTrace } from '../live-trace.js';
import { resumePlan } from '../resume.js';
import { POSTED } from './bells.js';
import type { Thread, ThreadSource } from './pool.js';
import {
  Blackboard,
  type NodeCounts,
  type ProcessCommand,
  type ProcessReply,
  type TableMemory,
} from './process-protocol.js';
import type { SearchReport, SearchSubject } from './protocol.js';
import { ownTables, SPARE_ARENAS, ThreadGroupMemory } from './shared-memory.js';
import { sharedNow } from './shared-time.js';

/** When more threads than this die in one search, something is wrong with the work. */
export const MAX_DEATHS = SPARE_ARENAS;

/**
 * Threads that are stopped and do not end within this many milliseconds are ended. A slice takes less
 * than one, but a game in plain TypeScript may take its time over a single move, or never return.
 */
const GRACE_MS = 2000;

/**
 * A player does not wait longer than this for workers that have not stopped yet: on a busy machine one
 * may not even have started.
 */
const LAG_MS = 10;

/** Processes of a traced search send what they have recorded this often: a picture follows without a lag to be seen. */
const TRACE_CHUNK_MS = 50;

/** Threads of one program: the host sees deaths itself, and silence mostly means that a core is busy. */
export const THREAD_LINKS = { ...LINK_TIMES, heartbeat: 500_000, silence: 20_000_000 };

/** Of a process that has not answered: it died, or is late in play mode. */
export const NOTHING_USED: ProcessReply = {
  counters: createCounters(),
  times: { busy: 0, startIdle: 0, otherIdle: 0 },
};

export interface ThreadGroupSearch extends SearchSubject {
  readonly request: SearchRequest;
  /** A memory that outlives the search; one search at a time may use it. */
  readonly memory?: ThreadGroupMemory;
  /** Whether the table in that memory keeps what earlier searches left there; true if not given. */
  readonly keepTable?: boolean;
  /** When the search was asked for, by `sharedNow`; now if not given. */
  readonly askedAt?: number;
  /** The result of an earlier search of the same request: this one resumes it. */
  readonly earlier?: EarlierResult | undefined;
  /** Whether reports carry what the master's tree knows, now and then. */
  readonly keep?: boolean | undefined;
  /** Gathers what the processes record; they record nothing if not given.. */
  readonly trace?: LiveTrace | undefined;
}

export interface ThreadGroupHandlers {
  readonly onProgress?: (report: SearchReport) => void;
  readonly signal?: AbortSignal | undefined;
}

export interface ThreadGroupResult extends SearchReport {
  readonly status: StopReason;
  /** Threads that searched; a master is one more. */
  readonly workers: number;
  /** Without the counts of dead threads, and of late ones in play mode. */
  readonly counters: Readonly<Counters>;
  /** A master's comes first. */
  readonly processes: readonly ProcessUse[];
  /** Threads that died and were replaced. */
  readonly replaced: number;
  /** Resolves when no thread uses the search's memory any more, and all have been given back. */
  readonly settled: Promise<void>;
}

/** What a group found, as one thread would report it, and how it was found. */
export function separateReport({
  workers,
  counters,
  processes,
  replaced,
  settled: _,
  ...report
}: ThreadGroupResult): {
  readonly report: SearchReport;
  readonly use: Pick<ThreadGroupResult, 'workers' | 'counters' | 'processes' | 'replaced'> & {
    readonly times: readonly Times[];
  };
} {
  const times = processes.map((each) => each.times);
  return { report, use: { workers, counters, times, processes, replaced } };
}

/** True when threads can share memory: always in Node, in a browser under cross-origin isolation. */
export const canShareMemory = (): boolean =>
  typeof SharedArrayBuffer === 'function' &&
  (globalThis as { crossOriginIsolated?: boolean }).crossOriginIsolated !== false;

/** Threads that search for `auto`: one for each core. */
export const autoWorkers = async (): Promise<number> => Math.min(await coreCount(), MAX_WORKERS);

/**
 * Runs a parallel search. Rejects with the first error of a process, after all have been stopped. In
 * play mode the result does not wait for workers that are late: see `settled`.
 */
export async function runThreadGroup(
  pool: ThreadSource,
  search: ThreadGroupSearch,
  handlers: ThreadGroupHandlers = {},
): Promise<ThreadGroupResult> {
  const { workers } = search.request;
  const count = workers === 'auto' ? await autoWorkers() : workers;
  return new ThreadGroup(pool, search, count, handlers).run();
}

/** The reply of process 0, and the counts of all others until then. */
interface Attempted {
  readonly result: SearchReport;
  readonly answers: readonly ProcessReply[];
}

class ThreadGroup {
  readonly #pool: ThreadSource;
  readonly #search: ThreadGroupSearch;
  readonly #handlers: ThreadGroupHandlers;
  readonly #algorithm: AlgorithmProperties;
  readonly #workers: number;
  readonly #size: number;
  readonly #plan: SearchPlan<SearchRequest>;
  readonly #askedAt: number;
  readonly #startedAt = performance.now();
  /** By process, and after them those to spare. */
  readonly #tableMemories;
  /** Threads that died. The number of the next one's incarnation. */
  #deaths = 0;
  #attempt: Attempt | undefined;
  #stopReason: StopReason | undefined;
  #last: SearchReport | undefined;
  #settled: Promise<void> = Promise.resolve();

  constructor(
    pool: ThreadSource,
    search: ThreadGroupSearch,
    workers: number,
    handlers: ThreadGroupHandlers,
  ) {
    this.#pool = pool;
    this.#search = search;
    this.#handlers = handlers;
    this.#workers = workers;
    const { game, request, memory, keepTable = true } = search;
    this.#algorithm = findDescription(request.algorithm);
    this.#size = workers + (this.#algorithm.hasMaster ? 1 : 0);
    const linkTimes = THREAD_LINKS;
    this.#plan = { request, deepening: true, linkTimes, ...resumePlan(search.earlier) };
    this.#askedAt = search.askedAt ?? sharedNow();
    const tableBytes = hashBytes(request);
    this.#tableMemories =
      request.table !== 'shared'
        ? ownTables(this.#algorithm, this.#size, tableBytes)
        : [
            ...(memory ?? new ThreadGroupMemory()).open(
              game,
              this.#algorithm,
              this.#size,
              tableBytes,
              {
                keepTable,
                ...(memory ? {} : { depth: request.depth }),
              },
            ),
          ];
  }

  async run(): Promise<ThreadGroupResult> {
    const { signal } = this.#handlers;
    const abort = () => this.#stop('aborted');
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) abort();
    try {
      while (true) {
        const attempted = await this.#try();
        if (attempted) return this.#sum(attempted);
      }
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  #stop(reason: StopReason): void {
    this.#stopReason ??= reason;
    this.#attempt?.stop();
  }

  /** One attempt; undefined when process 0 died and there must be another. */
  async #try(): Promise<Attempted | undefined> {
    const threads = await leaseAll(this.#pool, this.#size);
    const attempt = new Attempt(this.#size, threads, this.#tableMemories[0]!);
    this.#attempt = attempt;
    if (this.#stopReason !== undefined) attempt.stop();
    const runs = connectAll(this.#size).map((peers, self) => this.#keep(attempt, self, peers));
    const { answers } = attempt;
    let answered = false;
    try {
      // Process 0 answers for all; the first process that fails ends the search.
      await Promise.race([runs[0], firstFailure(runs)]);
      answered = true;
      return { result: answers[0]!.result!, answers };
    } catch (error) {
      if (!isDeath(error) || this.#deaths > MAX_DEATHS) throw error;
      // A caller that does not want to wait gets what was known.
      if (this.#stopReason === undefined || this.#last === undefined) return undefined;
      return { result: { ...this.#last, status: 'aborted' }, answers };
    } finally {
      attempt.stop();
      this.#settled = attempt.settle(runs, this.#pool);
      const hurried = answered && this.#search.request.mode === 'play';
      await (hurried ? waitBriefly(this.#settled) : this.#settled);
      this.#attempt = undefined;
    }
  }

  /** Runs process `self` until the search is over, on however many threads that takes. */
  async #keep(attempt: Attempt, self: number, peers: Peers): Promise<void> {
    const { threads } = attempt;
    const stopping = attempt.stopping(self);
    const { trace } = this.#search;
    while (true) {
      try {
        const answer = await threads[self]!.run(this.#commandTo(attempt, self, peers), {
          signal: stopping,
          transfer: peers.filter((port) => port !== undefined),
          onSearched: (searched) => this.#count(attempt, self, searched),
          ...(trace && { onTraced: (chunk: Uint8Array) => trace.add(self, chunk) }),
          ...(self === 0 && {
            onProgress: (report: SearchReport) => this.#report(attempt, report),
          }),
        });
        attempt.answers[self] = answer as ProcessReply;
        return;
      } catch (error) {
        for (const port of peers) port?.close();
        // When the answer is known, or the caller has left, a worker that ends is not replaced.
        if (self !== 0 && stopping.aborted) return;
        if (!isDeath(error)) throw error;
        this.#deaths++;
        trace?.lost(self);
        const spare = this.#tableMemories[this.#size + this.#deaths - 1];
        if (spare !== undefined) this.#tableMemories[self] = spare;
        if (self === 0 || this.#deaths > MAX_DEATHS) throw error;
      }
      const thread = await this.#pool.lease();
      // From here to its start nothing may wait: the channel of a process that is replaced meanwhile would reach
      // the new thread before it listens.
      peers = this.#replace(attempt, self, thread);
    }
  }

  /** Gives process `self` another thread, known to all the others. */
  #replace({ threads, size, blackboard }: Attempt, self: number, thread: Thread): Peers {
    this.#pool.giveBack(threads[self]!);
    threads[self] = thread;
    return Array.from({ length: size }, (_, other) => {
      if (other === self) return undefined;
      const { port1, port2 } = new MessageChannel();
      threads[other]!.notify({ type: 'lost', process: self });
      threads[other]!.notify({ type: 'connect', process: self, port: port2 }, [port2]);
      blackboard?.bells.ring(other, POSTED);
      return port1;
    });
  }

  #commandTo(attempt: Attempt, self: number, peers: Peers): ProcessCommand {
    const { game, position, before, earlier, keep, trace } = this.#search;
    return {
      type: 'process',
      game,
      position,
      before,
      plan: this.#plan,
      seat: { self, size: this.#size, incarnation: this.#deaths },
      tableMemory: this.#tableMemories[self]!,
      blackboard: attempt.shared,
      peers,
      ...(self === 0 && earlier && { earlier }),
      ...(self === 0 && keep && { keep: true }),
      ...(trace && { trace: { from: trace.from, chunkMs: TRACE_CHUNK_MS } }),
      askedAt: this.#askedAt,
      // A search that is begun again has less time left.
      ...(this.#deaths > 0 && { spentMs: performance.now() - this.#startedAt }),
    };
  }

  /** Where nothing is shared, the group adds up what all have searched. */
  #count(attempt: Attempt, self: number, searched: NodeCounts): void {
    attempt.searched[self] = searched;
    const { nodes = Number.POSITIVE_INFINITY } = this.#search.request;
    if (sum(attempt.searched).nodes >= nodes) this.#stop('nodes');
  }

  /** A search that was begun again reports nothing until it knows as much as the one before. */
  #report(attempt: Attempt, report: SearchReport): void {
    if (report.depth < (this.#last?.depth ?? 0)) return;
    this.#last = attempt.blackboard ? report : { ...report, ...sum(attempt.searched) };
    this.#handlers.onProgress?.(this.#last);
  }

  #sum({ result, answers }: Attempted): ThreadGroupResult {
    const counters = createCounters();
    const processes = Array.from({ length: this.#size }, (__, self): ProcessUse => {
      const { result: _, ...use } = answers[self] ?? NOTHING_USED;
      return use;
    });
    for (const each of processes) addCounters(counters, each.counters);
    return {
      ...result,
      nodes: Math.max(counters.nodes, result.nodes),
      leaves: Math.max(counters.leaves, result.leaves ?? 0),
      status: this.#reasonOf(result),
      workers: this.#workers,
      counters,
      processes,
      replaced: this.#deaths,
      settled: this.#settled,
    };
  }

  /** A stop command has no reason: the group knows it. */
  #reasonOf({ status }: SearchProgress): StopReason {
    if (status !== 'aborted' && status !== 'searching') return status;
    return this.#stopReason ?? 'aborted';
  }
}

/** A process's ends of its channels, by the numbers of the others. */
type Peers = readonly (MessagePort | undefined)[];

/** The state that the threads of one attempt share. */
class Attempt {
  readonly size: number;
  readonly threads: Thread[];
  /** The memory of the blackboard, where threads can share some. */
  readonly shared: SharedArrayBuffer | undefined;
  readonly blackboard: Blackboard | undefined;
  readonly answers: ProcessReply[] = [];
  readonly searched: NodeCounts[] = [];
  /** One for each process: runtimes warn of a signal with many listeners. */
  readonly #stopping: readonly AbortController[];
  #patience: ReturnType<typeof setTimeout> | undefined;

  constructor(size: number, threads: Thread[], tableMemory: TableMemory) {
    this.size = size;
    this.threads = threads;
    this.shared = canShareMemory() ? Blackboard.create(size) : undefined;
    this.blackboard = this.shared && new Blackboard(this.shared, size, tableMemory);
    this.blackboard?.bells.reset();
    this.#stopping = threads.map(() => new AbortController());
  }

  /** Tells this process to stop. */
  stopping(self: number): AbortSignal {
    return this.#stopping[self]!.signal;
  }

  /** Tells all processes to stop, and ends those that do not. */
  stop(): void {
    this.blackboard?.stop();
    for (const controller of this.#stopping) controller.abort();
    this.#patience ??= setTimeout(() => {
      const late = new Error('it did not stop in time');
      for (const thread of this.threads) if (thread.busy) void thread.end(late);
    }, GRACE_MS);
  }

  /** Waits until no process runs any more, and gives the threads back. */
  async settle(runs: readonly Promise<void>[], pool: ThreadSource): Promise<void> {
    await Promise.allSettled(runs);
    clearTimeout(this.#patience);
    for (const thread of this.threads) pool.giveBack(thread);
  }
}

/** Waits for threads that are stopping, LAG_MS at most. */
export const waitBriefly = (settled: Promise<void>): Promise<void> =>
  Promise.race([settled, new Promise<void>((resolve) => setTimeout(resolve, LAG_MS))]);

const isDeath = (error: unknown): boolean =>
  error instanceof PlyadesError && error.code === 'ERR_WORKER';

function sum(searched: readonly (NodeCounts | undefined)[]): NodeCounts {
  let nodes = 0;
  let leaves = 0;
  for (const each of searched) {
    nodes += each?.nodes ?? 0;
    leaves += each?.leaves ?? 0;
  }
  return { nodes, leaves };
}

/** All of them or none. */
export async function leaseAll(pool: ThreadSource, size: number): Promise<Thread[]> {
  const leases = await Promise.allSettled(Array.from({ length: size }, () => pool.lease()));
  const failed = leases.find((lease) => lease.status === 'rejected');
  const threads = leases.flatMap((lease) => (lease.status === 'fulfilled' ? [lease.value] : []));
  if (failed === undefined) return threads;
  for (const thread of threads) pool.giveBack(thread);
  throw failed.reason;
}

/** Never resolves; rejects as soon as one of them does. */
function firstFailure(runs: readonly Promise<void>[]): Promise<never> {
  return new Promise((_, reject) => {
    for (const run of runs) run.catch(reject);
  });
}

/** A channel between every two processes: `result[a][b]` is a's end of the one to b. */
function connectAll(size: number): (MessagePort | undefined)[][] {
  const ends: (MessagePort | undefined)[][] = Array.from({ length: size }, () =>
    new Array(size).fill(undefined),
  );
  for (let a = 0; a < size; a++) {
    for (let b = a + 1; b < size; b++) {
      const { port1, port2 } = new MessageChannel();
      ends[a]![b] = port1;
      ends[b]![a] = port2;
    }
  }
  return ends;
}
