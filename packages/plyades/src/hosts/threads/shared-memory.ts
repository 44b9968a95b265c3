// Where the processes of a parallel search keep what they search with: each in a memory of its own, or
// all in one memory with an arena for each and a table for all. A memory may outlive a search, so that
// the next one finds its table filled.
import { type GameSource, identityOf, openLayout } from '../../games/open.js';
import { createMemory, Rules, Table } from '../../kernel/index.js';
import type { AlgorithmProperties } from '../../parallel/algorithm.js';
import { MAX_DEPTH } from '../../search/limits.js';
import { tableShares } from '../shares.js';
import { Bells } from './bells.js';
import { Emptying } from './emptying.js';
import { processBytes } from './process-game.js';
import type { TableMemory } from './process-protocol.js';

/**
 * A thread that is ended may write for a moment longer, so its successor gets another arena:
 * there are this many to spare.
 */
export const SPARE_ARENAS = 8;

/** A memory for each process, with its share of `tableBytes`. */
export function ownTables(
  algorithm: AlgorithmProperties,
  size: number,
  tableBytes: number,
): TableMemory[] {
  return tableShares(algorithm, size, tableBytes).map((bytes) => ({ kind: 'own', bytes }));
}

/** The sizes of a memory. */
interface Layout {
  readonly game: GameSource;
  readonly tableBytes: number;
  readonly arenas: number;
  /** Bytes of an arena. */
  readonly each: number;
}

/** A memory with a table and arenas. */
interface TableAndArenas {
  /** Game and size of the table. */
  readonly key: string;
  /** Bytes of an arena. */
  readonly each: number;
  readonly memories: readonly TableMemory[];
  /** A new search begins: what the table has becomes the first to be replaced. */
  age(): void;
  /** The processes of the next search empty the table; returns the address of the words that they share for that. */
  beginEmptying(): number;
  /** For a thread that reads the table meanwhile. */
  readonly rules: Rules;
  readonly table: Table | undefined;
}

/** Keeps a memory from search to search, for as long as they ask for the same. */
export class ThreadGroupMemory {
  #current: TableAndArenas | undefined;

  /**
   * Memory for `size` processes that search up to `depth`, and SPARE_ARENAS more, with one table. When the game and the
   * table's size are those of the last call, and the arenas suffice, the memory is the same, so the system need not
   * provide new pages; the table then keeps its entries, aged, or is emptied by the processes together.
   */
  open(
    game: GameSource,
    algorithm: AlgorithmProperties,
    size: number,
    tableBytes: number,
    { depth = MAX_DEPTH, keepTable = true }: { depth?: number; keepTable?: boolean } = {},
  ): readonly TableMemory[] {
    const arenas = size + SPARE_ARENAS;
    const key = `${identityOf(game)} ${tableBytes}`;
    const each = arenaBytes(game, algorithm, depth);
    if (this.#current?.key === key && hasRoom(this.#current, arenas, each)) {
      const memories = this.#current.memories.slice(0, arenas);
      if (keepTable) {
        this.#current.age();
        return memories;
      }
      const emptying = this.#current.beginEmptying();
      return memories.map((memory) => ({ ...memory, emptying }));
    }
    // The old one must be free before another is made.
    this.#current = undefined;
    this.#current = { key, ...layOut({ game, tableBytes, arenas, each }) };
    return this.#current.memories;
  }

  /** The table of the memory, to be looked into by the thread that opened it; also while others search. */
  get contents(): { readonly rules: Rules; readonly table: Table } | undefined {
    const { rules, table } = this.#current ?? {};
    return rules && table && { rules, table };
  }

  /** Empties the table; no thread may be using the memory. */
  clear(): void {
    this.#current?.table?.clear();
  }

  /** Gives the memory up. */
  forget(): void {
    this.#current = undefined;
  }
}

const hasRoom = ({ memories, each }: TableAndArenas, arenas: number, bytes: number): boolean =>
  memories.length >= arenas && each >= bytes;

function arenaBytes(game: GameSource, algorithm: AlgorithmProperties, depth: number): number {
  const { exports } = openLayout(game, {});
  return Math.ceil(processBytes(exports, algorithm.searches, depth) / 64) * 64;
}

function layOut({ game, tableBytes, arenas, each }: Layout): Omit<TableAndArenas, 'key'> {
  const kernel = openLayout(game, ({ data, probe }) => {
    const dataBytes = data === undefined ? 0 : probe.exports.dataBytes() + data.length + 4096;
    const bytes = tableBytes + dataBytes + arenas * each + Bells.bytes(arenas) + Emptying.BYTES;
    const memory = createMemory(bytes + (1 << 20));
    return { memory, data };
  });
  const { memory } = kernel;
  const table = tableBytes > 0 ? Table.create(kernel, tableBytes).addMarks() : undefined;
  const bells = kernel.allocate(Bells.bytes(arenas));
  const emptying = kernel.allocate(Emptying.BYTES);
  const memories = Array.from({ length: arenas }, (): TableMemory => {
    const start = kernel.allocate(each);
    const arena = { start, end: start + each };
    const [data, address] = [kernel.dataAddress, table?.address ?? 0];
    return { kind: 'shared', memory, arena, data, table: address, bells };
  });
  const beginEmptying = () => {
    new Emptying(memory.buffer, emptying).begin();
    return emptying;
  };
  const age = () => table?.age();
  return { each, memories, age, beginEmptying, rules: new Rules(kernel), table };
}
