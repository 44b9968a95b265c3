// What a worker thread keeps between jobs: an instance of a game's kernel with a table, and the
// sequential search on it. A job for the same game and table size finds it ready.
import { PlyadesError } from '../../core/errors.js';
import { createMemory, freeArena, Kernel, Rules, Table } from '../../kernel/index.js';
import { type Board, recordBoard } from '../../search/board.js';
import { SequentialSearch, searchBytes } from '../../search/sequential.js';
import type { SearchJob, SearchReport } from './protocol.js';

export interface Engine {
  /** True when this engine can run the job. */
  fits(job: SearchJob): boolean;
  /** Forgets what the table holds. */
  clear(): void;
  start(job: SearchJob): void;
  step(): boolean;
  abort(): void;
  report(): SearchReport;
}

const clock = { now: () => performance.now() };

export async function createEngine(job: SearchJob): Promise<Engine> {
  if (job.game.kind === 'plain') {
    throw new PlyadesError('ERR_MISSING_PART', 'games in plain TypeScript are not loaded here');
  }
  const { id, module, data } = job.game.kernel;
  const kernel = makeKernel(module, job.tableBytes, data);
  const table = job.tableBytes > 0 ? Table.create(kernel, job.tableBytes) : undefined;
  const board = recordBoard(new Rules(kernel));
  const search = new SequentialSearch(kernel, board, table, clock);
  return {
    fits: ({ game, tableBytes }) =>
      game.kind === 'kernel' && game.kernel.id === id && tableBytes === job.tableBytes,
    clear: () => table?.clear(),
    start: ({ position, limits, settings }) =>
      search.start(position as Uint8Array, limits, settings),
    step: () => search.step(),
    abort: () => search.abort(),
    report: () => ({ ...search.progress, stopped: search.stopped }),
  };
}

/** A kernel in a memory of its own with room for a table of this size and a search. */
function makeKernel(
  module: WebAssembly.Module,
  tableBytes: number,
  data: Uint8Array | undefined,
): Kernel {
  const probe = new Kernel(module);
  const capacity = tableBytes + searchBytes(probe.exports) + (data?.length ?? 0) + (1 << 16);
  const memory = createMemory(capacity);
  return new Kernel(module, { memory, arena: freeArena(memory), ...(data && { data }) });
}

export type { Board };
