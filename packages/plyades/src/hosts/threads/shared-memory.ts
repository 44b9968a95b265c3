// Where the processes of a parallel search keep what they search with: each in a memory of its own, or
// all in one memory with an arena for each and a table for all. A memory may outlive a search, so that
// the next one finds its table filled.
import { type GameSource, identityOf, openLayout } from '../../games/open.js';
import { createMemory, Rules, Table } from '../../kernel/index.js';
import type { Algorithm } from '../../parallel/algorithm.js';
import { MAX_DEPTH } from '../../search/limits.js';
import { tableShares } from '../shares.js';
import { processBytes } from './process-game.js';
import type { TableMemory } from './process-protocol.js';

/**
 * A thread that is ended may write for a moment longer, so whoever takes its place gets another arena:
 * there are this many to spare.
 */
export const SPARE_ARENAS = 8;

/** A memory for each process, with its share of `tableBytes`. */
export function ownTables(algorithm: Algorithm, size: number, tableBytes: number): TableMemory[] {
  return tableShares(algorithm, size, tableBytes).map((bytes) => ({ kind: 'own', bytes }));
}

/** What a memory is made for. */
interface Layout {
  readonly game: GameSource;
  readonly tableBytes: number;
  readonly arenas: number;
  /** Bytes of an arena. */
  readonly each: number;
}

/** A memory with a table and arenas. */
interface Estate {
  /** Equal for what can use the same memory. */
  readonly key: string;
  readonly homes: readonly TableMemory[];
  /** A new search begins: what the table has becomes the first to be replaced. */
  age(): void;
  /** For whoever looks into the table meanwhile. */
  readonly rules: Rules;
  readonly table: Table | undefined;
}

/** Keeps a memory from search to search, for as long as they ask for the same. */
export class ThreadGroupMemory {
  #estate: Estate | undefined;

  /**
   * Homes for `size` processes that search up to `depth`, and SPARE_ARENAS more, with one table. When
   * game and sizes are those of the last call the memory is the same, which spares the system to make
   * all its pages anew; the table then keeps its entries, aged, or is emptied by process 0.
   */
  open(
    game: GameSource,
    algorithm: Algorithm,
    size: number,
    tableBytes: number,
    { depth = MAX_DEPTH, keepTable = true }: { depth?: number; keepTable?: boolean } = {},
  ): readonly TableMemory[] {
    const arenas = size + SPARE_ARENAS;
    const key = [identityOf(game), algorithm.searches, arenas, tableBytes, depth].join(' ');
    if (this.#estate?.key === key) {
      const { homes } = this.#estate;
      if (!keepTable) return homes.map((home, self) => ({ ...home, clear: self === 0 }));
      this.#estate.age();
      return homes;
    }
    // The old one must be free before another is made.
    this.#estate = undefined;
    const each = arenaBytes(game, algorithm, depth);
    this.#estate = { key, ...settle({ game, tableBytes, arenas, each }) };
    return this.#estate.homes;
  }

  /** The table of the memory, to be looked into by the thread that opened it; also while others search. */
  get contents(): { readonly rules: Rules; readonly table: Table } | undefined {
    const { rules, table } = this.#estate ?? {};
    return rules && table && { rules, table };
  }

  /** Empties the table; nobody may be using the memory. */
  clear(): void {
    this.#estate?.table?.clear();
  }

  /** Gives the memory up. */
  forget(): void {
    this.#estate = undefined;
  }
}

function arenaBytes(game: GameSource, algorithm: Algorithm, depth: number): number {
  const { exports } = openLayout(game, {});
  return Math.ceil(processBytes(exports, algorithm.searches, depth) / 64) * 64;
}

function settle({ game, tableBytes, arenas, each }: Layout): Omit<Estate, 'key'> {
  const kernel = openLayout(game, ({ data, probe }) => {
    const dataBytes = data === undefined ? 0 : probe.exports.dataBytes() + data.length + 4096;
    const memory = createMemory(tableBytes + dataBytes + arenas * each + (1 << 20));
    return { memory, data };
  });
  const { memory } = kernel;
  const table = tableBytes > 0 ? Table.create(kernel, tableBytes) : undefined;
  const homes = Array.from({ length: arenas }, (): TableMemory => {
    const start = kernel.allocate(each);
    const arena = { start, end: start + each };
    return { kind: 'shared', memory, arena, data: kernel.dataAddress, table: table?.address ?? 0 };
  });
  return { homes, age: () => table?.age(), rules: new Rules(kernel), table };
}
