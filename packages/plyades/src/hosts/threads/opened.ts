// The game of a process, opened on its thread: a kernel in the home that the process was given, its board
// and its table.
import { bindGame, importGame, stateBoard } from '../../games/plain/index.js';
import { Kernel, type KernelOptions, Rules, Shadow, Table } from '../../kernel/index.js';
import { type Board, recordBoard } from '../../search/board.js';
import { MAX_DEPTH } from '../../search/limits.js';
import { SPARE_PLIES } from '../ports.js';
import type { ProcessJob } from './crew-protocol.js';

/** A game opened on a kernel, for some searchers. */
export interface Opened<P> {
  readonly kernel: Kernel;
  readonly board: Board<P>;
  readonly root: P;
  readonly table: Table | undefined;
  /** Moves of a line as the author of a plain game writes them. */
  readonly line?: (moves: readonly number[]) => readonly unknown[];
}

/** Plies of the searchers of a search of this depth. */
export const plyRoom = (depth: number): number => Math.min(depth, MAX_DEPTH) + SPARE_PLIES;

/** Bytes that a process needs beside its table. */
export function processBytes(
  exports: { searcherBytes(maxPly: number): number },
  searches: number,
  depth: number,
): number {
  return (searches + 1) * exports.searcherBytes(plyRoom(depth)) + (1 << 20);
}

/** Opens the game of a job in its home, with room for so many searchers. */
export async function openGame(job: ProcessJob, searchers: number): Promise<Opened<unknown>> {
  const { game, home, position } = job;
  const room = plyRoom(job.task.depth);
  if (game.kind === 'kernel') {
    const { module, data } = game.kernel;
    const kernel = makeKernel(job, module, data ? { data } : {}, searchers);
    const table = tableOf(job, kernel, true);
    const opened: Opened<Uint8Array> = {
      kernel,
      board: recordBoard(new Rules(kernel)),
      root: position as Uint8Array,
      table,
    };
    return opened as Opened<unknown>;
  }
  const binding = bindGame(await importGame(game.url, game.exportName));
  const kernel = makeKernel(job, game.module, { imports: binding.imports }, searchers);
  return {
    kernel,
    board: stateBoard(binding, room, searchers),
    root: position,
    table:
      home.kind === 'shared' || binding.usesTable
        ? tableOf(job, kernel, binding.usesTable)
        : undefined,
    line: (moves) => binding.line(position, moves),
  };
}

function makeKernel(
  job: ProcessJob,
  module: WebAssembly.Module,
  options: KernelOptions,
  searchers: number,
): Kernel {
  const { home, task } = job;
  if (home.kind === 'shared') {
    const { memory, arena, data } = home;
    const { data: _, ...rest } = options;
    // Kernels count on zeros, and an earlier search may have been here.
    new Uint8Array(memory.buffer, arena.start, arena.end - arena.start).fill(0);
    return new Kernel(module, { ...rest, memory, arena, ...(data === 0 ? {} : { data }) });
  }
  const probe = new Kernel(module, options.imports ? { imports: options.imports } : {});
  const shadow = task.table === 'ring' ? Shadow.bytes(probe) : 0;
  const capacity = home.bytes + shadow + processBytes(probe.exports, searchers - 1, task.depth);
  return new Kernel(module, { ...options, capacity });
}

function tableOf({ home }: ProcessJob, kernel: Kernel, usesTable: boolean): Table | undefined {
  if (!usesTable) return undefined;
  if (home.kind === 'shared') {
    if (home.table === 0) return undefined;
    const table = Table.at(kernel, home.table);
    if (home.clear) table.clear();
    return table;
  }
  return home.bytes > 0 ? Table.create(kernel, home.bytes) : undefined;
}
