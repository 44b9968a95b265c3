// The game of a process, opened on its thread: a kernel in the memory that the process was given, its board
// and its table.
import { type KernelMemory, type MemoryNeeds, openGame } from '../../games/open.js';
import { type Kernel, Shadow, Table } from '../../kernel/index.js';
import { type Board, boardOf } from '../../search/board.js';
import { MAX_DEPTH } from '../../search/limits.js';
import { SPARE_PLIES } from '../ports.js';
import { Emptying } from './emptying.js';
import type { ProcessCommand } from './process-protocol.js';

/** A game opened on a kernel, for some searchers. */
export interface ProcessGame<P> {
  readonly kernel: Kernel;
  readonly board: Board<P>;
  readonly root: P;
  readonly table: Table | undefined;
  /** Moves of a line as the author of a plain game writes them. */
  readonly line?: (moves: readonly number[]) => readonly unknown[];
}

/** Plies of the searchers of a search of this depth. */
export const maxPlyOf = (depth: number): number => Math.min(depth, MAX_DEPTH) + SPARE_PLIES;

/** Bytes that a process needs beside its table. */
export function processBytes(
  exports: { searcherBytes(maxPly: number): number },
  searches: number,
  depth: number,
): number {
  return (searches + 1) * exports.searcherBytes(maxPlyOf(depth)) + (1 << 20);
}

/** Opens the game of a command in its memory, with room for `searchers` searchers. */
export async function openProcessGame(
  command: ProcessCommand,
  searchers: number,
): Promise<ProcessGame<unknown>> {
  const { position } = command;
  const opened = await openGame(command.game, (needs) => memoryFor(command, searchers, needs));
  const { kernel, usesTable, binding } = opened;
  return {
    kernel,
    board: boardOf(opened, maxPlyOf(command.plan.request.depth), searchers),
    root: position,
    table: tableOf(command, kernel, usesTable),
    ...(binding && { line: (moves) => binding.line(position, moves) }),
  };
}

function memoryFor(
  { tableMemory, plan: { request } }: ProcessCommand,
  searchers: number,
  { data, probe }: MemoryNeeds,
): KernelMemory {
  if (tableMemory.kind === 'shared') {
    const { memory, arena } = tableMemory;
    // Kernels count on zeros, and an earlier search may have been here.
    new Uint8Array(memory.buffer, arena.start, arena.end - arena.start).fill(0);
    return { memory, arena, data: tableMemory.data === 0 ? undefined : tableMemory.data };
  }
  const shadow = request.table === 'ring' ? Shadow.bytes(probe) : 0;
  const capacity =
    tableMemory.bytes + shadow + processBytes(probe.exports, searchers - 1, request.depth);
  return { capacity, data };
}

function tableOf(
  { tableMemory }: ProcessCommand,
  kernel: Kernel,
  usesTable: boolean,
): Table | undefined {
  if (!usesTable) return undefined;
  if (tableMemory.kind === 'shared') {
    if (tableMemory.table === 0) return undefined;
    const table = Table.at(kernel, tableMemory.table);
    const { emptying, memory } = tableMemory;
    if (emptying !== undefined) new Emptying(memory.buffer, emptying).run(table);
    return table;
  }
  return tableMemory.bytes > 0 ? Table.create(kernel, tableMemory.bytes) : undefined;
}
