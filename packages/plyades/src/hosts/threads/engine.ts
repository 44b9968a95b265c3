// What a worker thread keeps between jobs: an instance of a game's kernel with a table, and the
// sequential search on it. A job for the same game and table size finds it ready.
import { bindGame, importGame, stateBoard } from '../../games/plain/index.js';
import { Kernel, type KernelOptions, Rules, Table } from '../../kernel/index.js';
import { type Board, recordBoard } from '../../search/board.js';
import { MAX_PLY, SEARCHERS, SequentialSearch, searchBytes } from '../../search/sequential.js';
import type { JobGame, SearchJob, SearchReport } from './protocol.js';
import { limitsNow } from './shared-time.js';

export interface Engine {
  /** True when this engine can run the job. */
  fits(job: SearchJob): boolean;
  /** Forgets earlier searches. */
  clear(): void;
  start(job: SearchJob): void;
  step(): boolean;
  abort(): void;
  report(): SearchReport;
}

const clock = { now: () => performance.now() };

export async function createEngine({ game, tableBytes }: SearchJob): Promise<Engine> {
  const fits = (job: SearchJob) =>
    identity(job.game) === identity(game) && job.tableBytes === tableBytes;
  if (game.kind === 'kernel') {
    const { module, data } = game.kernel;
    const kernel = makeKernel(module, tableBytes, data ? { data } : {});
    return makeEngine(fits, kernel, recordBoard(new Rules(kernel)), tableBytes);
  }
  const binding = bindGame(await importGame(game.url, game.exportName));
  const bytes = binding.usesTable ? tableBytes : 0;
  const kernel = makeKernel(game.module, bytes, { imports: binding.imports });
  const board = stateBoard(binding, MAX_PLY, SEARCHERS);
  const engine = makeEngine(fits, kernel, board, bytes);
  let root: unknown;
  return {
    ...engine,
    start(job) {
      root = job.position;
      engine.start(job);
    },
    report() {
      const report = engine.report();
      const plainPv = binding.line(root, report.pv);
      return { ...report, plainPv, plainMove: plainPv[0] };
    },
  };
}

function makeEngine<P>(
  fits: Engine['fits'],
  kernel: Kernel,
  board: Board<P>,
  tableBytes: number,
): Engine {
  const table = tableBytes > 0 ? Table.create(kernel, tableBytes) : undefined;
  const search = new SequentialSearch(kernel, board, table, clock);
  return {
    fits,
    clear: () => search.forget(),
    start: ({ position, limits, askedAt, settings, before }) =>
      search.start(
        position as P,
        limitsNow(limits, askedAt),
        settings,
        before as readonly P[] | undefined,
      ),
    step: () => search.step(),
    abort: () => search.abort(),
    report: () => ({ ...search.progress, stopped: search.stopped }),
  };
}

/** Equal for jobs that need the same kernel. */
export function identity(game: JobGame): string {
  return game.kind === 'kernel' ? game.kernel.id : `${game.url}#${game.exportName}`;
}

/** A kernel with room for a table of this size and a search. */
function makeKernel(
  module: WebAssembly.Module,
  tableBytes: number,
  options: KernelOptions,
): Kernel {
  const { exports } = new Kernel(module, options.imports ? { imports: options.imports } : {});
  return new Kernel(module, { ...options, capacity: tableBytes + searchBytes(exports) });
}
