// A parallel search on threads: starts a process on each, connects them, replaces those that die, and
// gathers what they did. It decides nothing about the search itself; that is the algorithm's affair.
import { PlyadesError } from '../../core/errors.js';
import { inertImports } from '../../games/plain/index.js';
import { createMemory, Kernel, type Mode, Table } from '../../kernel/index.js';
import type { Algorithm, TableKind, Task } from '../../parallel/algorithm.js';
import { type AlgorithmName, algorithms } from '../../parallel/algorithms.js';
import { addCounters, type Counters, createCounters, type Times } from '../../parallel/counters.js';
import type { StopReason } from '../../search/sequential.js';
import {
  Blackboard,
  type ProcessAnswer,
  type ProcessJob,
  type TableHome,
} from './crew-protocol.js';
import type { Thread, ThreadPool } from './pool.js';
import { processBytes } from './process.js';
import type { JobGame, SearchReport } from './protocol.js';

/** A worker that dies is replaced this often in one search; then something is wrong with the work. */
const MAX_REPLACEMENTS = 8;

export interface CrewOrder {
  readonly game: JobGame;
  readonly position: unknown;
  readonly algorithm: AlgorithmName;
  /** Threads that search; a master is one more. */
  readonly workers: number;
  readonly mode: Mode;
  readonly depth: number;
  readonly seed: number;
  readonly table: TableKind;
  /** Of all tables together. */
  readonly tableBytes: number;
  readonly nodes?: number | undefined;
  readonly ms?: number | undefined;
}

export interface CrewHandlers {
  readonly onProgress?: (report: SearchReport) => void;
  readonly signal?: AbortSignal | undefined;
}

export interface CrewAnswer extends SearchReport {
  readonly counters: Readonly<Counters>;
  /** By process; a master's come first. */
  readonly times: readonly Times[];
  readonly hasMaster: boolean;
  /** Threads that died and were replaced. */
  readonly replaced: number;
}

/** True when threads can share memory: always in Node, in a browser under cross-origin isolation. */
export const canShareMemory = (): boolean =>
  typeof SharedArrayBuffer === 'function' &&
  (globalThis as { crossOriginIsolated?: boolean }).crossOriginIsolated !== false;

/** Runs a parallel search. Rejects with the first error of a process, after all have been stopped. */
export async function runCrew(
  pool: ThreadPool,
  order: CrewOrder,
  handlers: CrewHandlers = {},
): Promise<CrewAnswer> {
  const algorithm: Algorithm = algorithms[order.algorithm];
  const size = order.workers + (algorithm.hasMaster ? 1 : 0);
  const board = canShareMemory() ? Blackboard.create(size) : undefined;
  const homes = makeHomes(order, algorithm, size);
  const { game, position, depth, mode, seed, table, nodes } = order;
  const task: Task = { depth, mode, table, seed };
  const crew: Thread[] = [];
  const incarnations = new Array<number>(size).fill(0);
  const answers: ProcessAnswer[] = [];
  const stopping = new AbortController();
  let reason: StopReason | undefined;
  let replaced = 0;

  function stop(why: StopReason | undefined): void {
    reason ??= why;
    if (board) new Blackboard(board, size).stop();
    stopping.abort();
  }

  /** Runs process `self` on its thread until the search is over, however many threads that takes. */
  async function keepRunning(self: number, peers: (MessagePort | undefined)[]): Promise<void> {
    const job: ProcessJob = {
      type: 'process',
      game,
      position,
      algorithm: order.algorithm,
      task,
      mode,
      place: { self, size, incarnation: incarnations[self]! },
      home: homes[self]!,
      board,
      peers,
      nodes: self === 0 ? nodes : undefined,
    };
    const thread = crew[self]!;
    try {
      answers[self] = (await thread.run(job, {
        signal: stopping.signal,
        transfer: peers.filter((port) => port !== undefined),
        ...(self === 0 && handlers.onProgress ? { onProgress: handlers.onProgress } : {}),
      })) as ProcessAnswer;
    } catch (error) {
      const died = error instanceof PlyadesError && error.code === 'ERR_WORKER';
      if (!died || self === 0 || stopping.signal.aborted || replaced >= MAX_REPLACEMENTS)
        throw error;
      replaced++;
      await replace(self);
    }
  }

  async function replace(self: number): Promise<void> {
    incarnations[self]!++;
    pool.giveBack(crew[self]!);
    crew[self] = await pool.lease();
    const peers: (MessagePort | undefined)[] = new Array(size).fill(undefined);
    for (let other = 0; other < size; other++) {
      if (other === self) continue;
      const { port1, port2 } = new MessageChannel();
      peers[other] = port1;
      crew[other]!.tell({ type: 'connect', process: self, port: port2 }, [port2]);
      crew[other]!.tell({ type: 'lost', process: self });
    }
    await keepRunning(self, peers);
  }

  const abort = () => stop('aborted');
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    crew.push(...(await Promise.all(Array.from({ length: size }, () => pool.lease()))));
    if (handlers.signal?.aborted) abort();
    else handlers.signal?.addEventListener('abort', abort, { once: true });
    if (order.ms !== undefined) timer = setTimeout(() => stop('time'), order.ms);
    const runs = connectAll(size).map((peers, self) => keepRunning(self, peers));
    // Process 0 answers for all; whoever fails ends the search.
    await Promise.race([runs[0], firstFailure(runs)]);
    stop(undefined);
    await Promise.all(runs);
  } catch (error) {
    stop(undefined);
    throw error;
  } finally {
    clearTimeout(timer);
    handlers.signal?.removeEventListener('abort', abort);
    for (const thread of crew) pool.giveBack(thread);
  }
  const counters = createCounters();
  for (const answer of answers) addCounters(counters, answer.counters);
  const result = answers[0]!.result!;
  return {
    ...result,
    nodes: counters.nodes,
    leaves: counters.leaves,
    stopped: result.stopped === 'aborted' ? reason : result.stopped,
    counters,
    times: answers.map((answer) => answer.times),
    hasMaster: algorithm.hasMaster,
    replaced,
  };
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

/** Tables for all: one in a memory that they share, or equal parts. A master's is small. */
function makeHomes(order: CrewOrder, algorithm: Algorithm, size: number): TableHome[] {
  const { tableBytes, workers, depth } = order;
  if (order.table === 'local') {
    const bytes = Math.floor(tableBytes / workers);
    return Array.from({ length: size }, () => ({ kind: 'own', bytes }));
  }
  const { game } = order;
  const module = game.kind === 'kernel' ? game.kernel.module : game.module;
  const imports = game.kind === 'kernel' ? {} : { imports: inertImports };
  const file = game.kind === 'kernel' ? game.kernel.data : undefined;
  const { exports } = new Kernel(module, imports);
  const each = Math.ceil(processBytes(exports, algorithm.searches, depth) / 64) * 64;
  const dataBytes = file === undefined ? 0 : exports.dataBytes() + file.length + 4096;
  const memory = createMemory(tableBytes + dataBytes + size * each + (1 << 20));
  const kernel = new Kernel(module, { ...imports, memory, ...(file ? { data: file } : {}) });
  const table = tableBytes > 0 ? Table.create(kernel, tableBytes).address : 0;
  return Array.from({ length: size }, () => {
    const start = kernel.allocate(each);
    const arena = { start, end: start + each };
    return { kind: 'shared', memory, arena, data: kernel.dataAddress, table };
  });
}
