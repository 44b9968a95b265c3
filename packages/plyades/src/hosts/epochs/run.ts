// Runs a search under the deterministic driver on some threads. Their number changes how long it takes
// and nothing else.
import type { Algorithm } from '../../parallel/algorithm.js';
import { deathOf, reviveFailure } from '../threads/failure.js';
import { createCell } from './cell-memory.js';
import { Channel } from './channel.js';
import { type DriverOptions, drive, localCells, type RunEnding } from './driver.js';
import type { EpochSearch } from './epoch-search.js';
import {
  type DriverProgramName,
  type DriverThread,
  type DriverThreads,
  freshThreads,
} from './pool.js';
import { RunTrace } from './run-trace.js';
import { type CellChannels, cellOf } from './serve.js';

export interface RunOptions {
  /** Threads to use, at least 1; fewer are used when there are fewer processes. */
  readonly threads: number;
  /** The program of the threads, `epochs` if not given. */
  readonly program?: DriverProgramName;
  /** Where threads come from; if not given, new ones run the program and are ended. */
  readonly pool?: DriverThreads | undefined;
  /** For the program that makes the world. */
  readonly world?: unknown;
  readonly onReport?: DriverOptions['onReport'];
  /** Called with a line for each epoch, if given. */
  readonly onLines?: (lines: readonly string[]) => void;
  /** If given, the search is traced: called with records, some times in a second. */
  readonly onTrace?: ((chunk: Uint8Array) => void) | undefined;
  /** Ends the run as `stopped`. */
  readonly signal?: AbortSignal | undefined;
}

/** Runs a search to its end. Rejects when a thread dies or a game throws; its threads are ended. */
export async function runEpochs(search: EpochSearch, options: RunOptions): Promise<RunEnding> {
  const pool = options.pool ?? freshThreads(options.program ?? 'epochs');
  const cells = usableThreads(search, options.threads);
  const leases = await Promise.allSettled(Array.from({ length: cells }, () => pool.lease()));
  const threads = leases.flatMap((lease) => (lease.status === 'fulfilled' ? [lease.value] : []));
  let busy = true;
  try {
    const failed = leases.find((lease) => lease.status === 'rejected');
    if (failed) throw failed.reason;
    const traced = options.onTrace === undefined ? search : { ...search, traced: true };
    const ending = await conduct(traced, options, threads);
    busy = false;
    return ending;
  } finally {
    await Promise.all(threads.map((thread) => pool.giveBack(thread, busy)));
  }
}

/** The same in the calling thread, which is blocked meanwhile: for many short runs. */
export async function runHere(
  search: EpochSearch,
  find: (name: string) => Algorithm,
  options: Pick<DriverOptions, 'world' | 'onReport' | 'onEpoch'> & Pick<RunOptions, 'onTrace'>,
): Promise<RunEnding> {
  const { onTrace, ...others } = options;
  const processes = Array.from({ length: search.processes }, (_, process) => process);
  const traced = onTrace !== undefined;
  const cell = await createCell({ ...search, traced }, processes, find);
  return drive(
    localCells([cell], () => 0),
    { ...search, ...others, trace: onTrace && new RunTrace(onTrace) },
  );
}

/** A shared table is used in a fixed order, so its processes take turns on one thread. */
function usableThreads(search: EpochSearch, threads: number): number {
  if (search.plan.request.table === 'shared' || typeof SharedArrayBuffer !== 'function') return 1;
  return Math.max(1, Math.min(threads, search.processes));
}

function conduct(search: EpochSearch, options: RunOptions, threads: readonly DriverThread[]) {
  const { world, onReport, onLines, onTrace, signal } = options;
  const [conductor, ...others] = threads as [DriverThread, ...DriverThread[]];
  const members = (cell: number) =>
    Array.from({ length: search.processes }, (_, process) => process).filter(
      (process) => cellOf(process, threads.length) === cell,
    );
  const abort = () => conductor.post({ type: 'abort' });
  return new Promise<RunEnding>((resolve, reject) => {
    for (const thread of threads) {
      thread.listen({
        word(word) {
          if (word.type === 'report') onReport?.(word.report, word.at, word.nodes);
          else if (word.type === 'observed') onLines?.(word.lines);
          else if (word.type === 'trace') onTrace?.(word.chunk);
          else if (word.type === 'ending') resolve(word.ending);
          else reject(reviveFailure(word.failure));
        },
        died: (cause) => reject(deathOf(cause)),
      });
    }
    const cells = others.map((thread, index): CellChannels => {
      const lines = { questions: Channel.allocate(), answers: Channel.allocate() };
      thread.post({ type: 'cell', search, processes: members(index + 1), lines });
      return lines;
    });
    const observe = onLines !== undefined;
    const processes = members(0);
    conductor.post({ type: 'conduct', search, processes, cells, world, observe });
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  }).finally(() => signal?.removeEventListener('abort', abort));
}
