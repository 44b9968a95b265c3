// The memory of some virtual processes of a search, with their tables and searchers, and the cell that runs them. A
// process that starts again finds its part of the memory cleared.
import { createRandom } from '../../core/random.js';
import { type GameSource, needsOf, openGame } from '../../games/open.js';
import {
  createMemory,
  DATA_RESERVE,
  freeArena,
  type Kernel,
  memoryBytes,
  Shadow,
  Table,
} from '../../kernel/index.js';
import type { Algorithm } from '../../parallel/algorithm.js';
import { createActor } from '../../parallel/create-actor.js';
import { searchesOf } from '../../parallel/hierarchy/index.js';
import type { Ports } from '../../parallel/ports.js';
import type { ProcessSeat } from '../../parallel/process.js';
import { type PieceSink, tracedSearch } from '../../parallel/traced-search.js';
import { type Board, boardOf } from '../../search/board.js';
import { createPorts, type KernelPorts, SPARE_PLIES } from '../ports.js';
import { createProofCell } from '../proof/epoch-cell.js';
import { tableShares } from '../shares.js';
import { capacityFor, KERNEL_BYTES, PROCESS_BYTES, processesOfKernel } from './capacity.js';
import { Cell } from './cell.js';
import { type EpochSearch, traceInterval } from './epoch-search.js';
import { lyingSearch } from './lying-search.js';

interface ProcessPorts {
  readonly ports: KernelPorts<unknown>;
  readonly table: Table | undefined;
}

/** What decides the memory and the ports of processes. */
type ProcessMemory = Pick<EpochSearch, 'game' | 'position' | 'plan' | 'tableBytes'>;

/** Memories that a thread keeps from one search to the next, for as long as they are of the same size. */
export class Memories {
  readonly #free: Kernel[] = [];
  readonly #used: Kernel[] = [];

  /** A new search begins: nothing uses the memories of the last one any more. */
  renew(): void {
    this.#free.push(...this.#used.splice(0));
  }

  /** A memory for `bytes` bytes, all zero. */
  take(bytes: number): WebAssembly.Memory {
    const size = memoryBytes(bytes);
    const index = this.#free.findIndex(({ memory }) => memory.buffer.byteLength === size);
    if (index < 0) {
      // Those of other sizes must be free before another is made.
      this.#free.length = 0;
      return createMemory(bytes);
    }
    const [kernel] = this.#free.splice(index, 1);
    const { memory, free } = kernel!;
    // The memory behind what was allocated has never been written, or was zeroed.
    new Uint8Array(memory.buffer, 0, size - free).fill(0);
    return memory;
  }

  /** This kernel fills a memory that was taken. */
  use(kernel: Kernel): void {
    this.#used.push(kernel);
  }
}

/** A cell with these processes. Processes that share a table must all be in one. */
export async function createCell(
  search: EpochSearch,
  processes: readonly number[],
  find: (name: string) => Algorithm,
  memories = new Memories(),
): Promise<Cell> {
  if (search.proof !== undefined) return createProofCell(search, search.proof, processes);
  const algorithm = find(search.algorithm);
  const { plan, costs, processes: taken, spareSeats = 0 } = search;
  const size = taken + spareSeats;
  const absent = Array.from({ length: spareSeats }, (_, seat) => taken + seat);
  memories.renew();
  const byProcess = await createProcessPorts(search, processes, algorithm, memories);
  return new Cell(
    processes,
    (self, incarnation, outlet, pieces) => {
      const { ports, table } = byProcess.get(self)!;
      if (incarnation > 0) {
        ports.forget();
        if (plan.request.table !== 'shared') table?.clear();
      }
      const seat = { self, size, incarnation, ...(spareSeats > 0 && { absent }) };
      return createActor(algorithm, seat, outlet, portsOf(search, seat, ports, pieces), plan);
    },
    costs,
    traceInterval(search),
  );
}

/** The ports of one process that is alone: all of the table is its own. */
export async function openPortsAlone(
  search: ProcessMemory,
  algorithm: Algorithm,
): Promise<KernelPorts<unknown>> {
  const alone = { ...search, processes: 1 };
  const byProcess = await createProcessPorts(alone, [0], algorithm, new Memories());
  return byProcess.get(0)!.ports;
}

/** The ports of a process; those of a liar return false results, and those of a traced one record its pieces. */
function portsOf(
  { liars, plan }: EpochSearch,
  { self, incarnation }: Pick<ProcessSeat, 'self' | 'incarnation'>,
  ports: KernelPorts<unknown>,
  pieces: PieceSink | undefined,
): Ports<unknown> {
  const liar = liars?.find(({ process }) => process === self);
  if (liar === undefined && pieces === undefined) return ports;
  const random = createRandom(plan.request.seed + 1009 * self + 1_000_003 * incarnation);
  const searches = ports.searches.map((search) => {
    const honest = liar === undefined ? search : lyingSearch(search, liar.share, random);
    return pieces === undefined ? honest : tracedSearch(honest, pieces);
  });
  return { ...ports, searches };
}

/** The memory of a search under the driver by parts, in bytes. */
export interface RunMemory {
  /** For any number of processes: all tables, and a kernel's own memory. */
  readonly fixed: number;
  /** Of each process, but for its table. */
  readonly each: number;
}

/** The memory that a search takes, for callers that check whether it fits. */
export async function memoryOf(
  { game, plan, tableBytes }: Pick<EpochSearch, 'game' | 'plan' | 'tableBytes'>,
  algorithm: Algorithm,
): Promise<RunMemory> {
  const { depth, table } = plan.request;
  const { usesTable, searcherBytes, shadowBytes } = await sizesOf(game, depth + SPARE_PLIES);
  const shadow = table === 'ring' ? shadowBytes : 0;
  return {
    fixed: KERNEL_BYTES + (usesTable ? tableBytes : 0),
    each: searchesOf(algorithm, plan) * searcherBytes + shadow + PROCESS_BYTES,
  };
}

async function createProcessPorts(
  search: ProcessMemory & Pick<EpochSearch, 'processes'>,
  processes: readonly number[],
  algorithm: Algorithm,
  memories: Memories,
): Promise<Map<number, ProcessPorts>> {
  const { depth, table: kind, mode, selective = true } = search.plan.request;
  const maxPly = depth + SPARE_PLIES;
  const shared = kind === 'shared';
  const ring = kind === 'ring';
  const { usesTable, searcherBytes, shadowBytes } = await sizesOf(search.game, maxPly);
  const tableBytes = usesTable ? search.tableBytes : 0;
  const searches = searchesOf(algorithm, search.plan);
  const searchers = searches * searcherBytes;
  const shares = tableShares(algorithm, search.processes, shared ? 0 : tableBytes);
  const shadow = ring ? shadowBytes : 0;
  const each = Math.max(...shares) + shadow + searchers + PROCESS_BYTES;
  const most = shared ? processes.length : processesOfKernel(each);
  const byProcess = new Map<number, ProcessPorts>();
  for (let from = 0; from < processes.length; from += most) {
    const group = processes.slice(from, from + most);
    const bytes = group.length * each + (shared ? tableBytes : 0);
    const { kernel, board } = await openInMemories(
      search.game,
      capacityFor(bytes),
      maxPly,
      group.length * searches,
      memories,
    );
    const create = (size: number) => (size > 0 ? Table.create(kernel, size) : undefined);
    const common = shared ? create(tableBytes) : undefined;
    group.forEach((process, index) => {
      const table = common ?? create(shares[process]!);
      const ports = createPorts(kernel, board, search.position, table, {
        searches,
        maxPly,
        first: index * searches,
        mode,
        selective,
        tables: kind,
      });
      byProcess.set(process, { ports, table });
    });
  }
  return byProcess;
}

/** Bytes of a searcher of the game and of a shadow table, without the game's data. */
async function sizesOf(
  game: GameSource,
  maxPly: number,
): Promise<{ usesTable: boolean; searcherBytes: number; shadowBytes: number }> {
  const { usesTable, probe } = await needsOf(game);
  const searcherBytes = probe.exports.searcherBytes(maxPly);
  return { usesTable, searcherBytes, shadowBytes: Shadow.bytes(probe) };
}

/** A kernel of a game with `capacity` bytes from the memories, and a board for `searchers` searchers. */
export async function openInMemories(
  game: GameSource,
  capacity: number,
  maxPly: number,
  searchers: number,
  memories = new Memories(),
): Promise<{ kernel: Kernel; board: Board<unknown>; usesTable: boolean }> {
  const opened = await openGame(game, ({ data }) => {
    const memory = memories.take(capacity + (data === undefined ? 0 : DATA_RESERVE));
    return { memory, arena: freeArena(memory), data };
  });
  const { kernel, usesTable } = opened;
  memories.use(kernel);
  return { kernel, usesTable, board: boardOf(opened, maxPly, searchers) };
}
