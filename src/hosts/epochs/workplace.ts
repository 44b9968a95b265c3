// The place where some virtual processes of a search live: memory with their tables and searchers, and
// the cell that runs them. A process that begins anew finds its part of the memory swept.
import { bindGame, importGame, stateBoard } from '../../games/plain/index.js';
import { Kernel, type KernelOptions, MAX_MEMORY, Rules, Table } from '../../kernel/index.js';
import type { Algorithm } from '../../parallel/algorithm.js';
import { type Board, recordBoard } from '../../search/board.js';
import { createPorts, type KernelPorts, SPARE_PLIES } from '../ports.js';
import { tableShares } from '../shares.js';
import { Cell } from './cell.js';
import type { EpochJob } from './job.js';

/** What a kernel needs beside tables and searchers: data, scratch for rules, rounding. */
const KERNEL_ROOM = 20 << 20;
/** Rounding of a process's tables and searchers, and the records of its roots. */
const PROCESS_ROOM = 16 << 10;

interface Home {
  readonly ports: KernelPorts<unknown>;
  readonly table: Table | undefined;
}

/** A cell with these processes. Processes that share a table must all be in one. */
export async function createCell(
  job: EpochJob,
  processes: readonly number[],
  algorithm: Algorithm,
): Promise<Cell> {
  const { task, costs, processes: size } = job;
  const homes = await createHomes(job, processes, algorithm);
  return new Cell(
    processes,
    (self, incarnation, outlet) => {
      const { ports, table } = homes.get(self)!;
      if (incarnation > 0) {
        ports.forget();
        if (task.table === 'local') table?.clear();
      }
      return algorithm.createActor({ self, size, incarnation }, outlet, ports, task);
    },
    costs,
  );
}

async function createHomes(
  job: EpochJob,
  processes: readonly number[],
  algorithm: Algorithm,
): Promise<Map<number, Home>> {
  const maxPly = job.task.depth + SPARE_PLIES;
  const shared = job.task.table === 'shared';
  const probe = await openGame(job, 0, maxPly, 0);
  const tableBytes = probe.usesTable ? job.tableBytes : 0;
  const searchers = algorithm.searches * probe.kernel.exports.searcherBytes(maxPly);
  const shares = tableShares(algorithm, job.processes, shared ? 0 : tableBytes);
  const each = Math.max(...shares) + searchers + PROCESS_ROOM;
  const room = MAX_MEMORY - KERNEL_ROOM - (shared ? tableBytes : 0);
  // One kernel cannot address more than 4 GiB; processes that share a table must fit into one.
  const most = shared ? processes.length : Math.max(1, Math.floor(room / each));
  const homes = new Map<number, Home>();
  for (let from = 0; from < processes.length; from += most) {
    const group = processes.slice(from, from + most);
    const bytes = group.length * each + (shared ? tableBytes : 0);
    const { kernel, board } = await openGame(
      job,
      bytes + KERNEL_ROOM,
      maxPly,
      group.length * algorithm.searches,
    );
    const create = (size: number) => (size > 0 ? Table.create(kernel, size) : undefined);
    const common = shared ? create(tableBytes) : undefined;
    group.forEach((process, index) => {
      const table = common ?? create(shares[process]!);
      const ports = createPorts(kernel, board, job.position, table, {
        searches: algorithm.searches,
        maxPly,
        first: index * algorithm.searches,
      });
      homes.set(process, { ports, table });
    });
  }
  return homes;
}

/** A kernel of the job's game with so much memory, and a board for so many searchers. */
export async function openGame(
  { game }: Pick<EpochJob, 'game'>,
  capacity: number,
  maxPly: number,
  searchers: number,
): Promise<{ kernel: Kernel; board: Board<unknown>; usesTable: boolean }> {
  if (game.kind === 'kernel') {
    const { module, data } = game.kernel;
    const options: KernelOptions = { capacity, ...(data === undefined ? {} : { data }) };
    const kernel = new Kernel(module, options);
    const board = recordBoard(new Rules(kernel)) as Board<unknown>;
    return { kernel, board, usesTable: true };
  }
  const binding = bindGame(await importGame(game.url, game.exportName));
  const kernel = new Kernel(game.module, { capacity, imports: binding.imports });
  const board = stateBoard(binding, maxPly, searchers);
  return { kernel, board, usesTable: binding.usesTable };
}
