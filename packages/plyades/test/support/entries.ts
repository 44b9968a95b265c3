// A transposition table as its bytes: entries read and written from outside, by the layout that
// assembly/search/table.ts documents. Tests look at what a search left there, and tamper with it.
import type { Kernel, Table } from '#dist/kernel/index.js';

export interface Entry {
  /** Place of its first word. */
  readonly address: number;
  readonly key: bigint;
  readonly value: number;
  /** 255 for a search to the end of the game. */
  readonly depth: number;
  readonly bound: 'lower' | 'upper' | 'exact';
  /** The value rests on an evaluation somewhere. */
  readonly open: boolean;
  readonly play: boolean;
  readonly move: number;
  readonly generation: number;
  /** Another process found it. */
  readonly foreign: boolean;
}

const HEADER = 64;
const ENTRY = 16;
const BOUNDS = [undefined, 'lower', 'upper', 'exact'] as const;

/** Addresses of all places of a table, empty or not. */
export function places(table: Table): number[] {
  return Array.from({ length: table.entries }, (_, i) => table.address + HEADER + i * ENTRY);
}

/** The two words of a place. */
export function words({ f64View }: Kernel, address: number): readonly [bigint, bigint] {
  return [f64View.getBigUint64(address, true), f64View.getBigUint64(address + 8, true)];
}

export function setWord({ f64View }: Kernel, address: number, word: bigint): void {
  f64View.setBigUint64(address, word, true);
}

/** What is stored, in order of place. */
export function entries(kernel: Kernel, table: Table): Entry[] {
  return places(table).flatMap((address) => {
    const [first, data] = words(kernel, address);
    if (data === 0n) return [];
    const field = (from: bigint, bits: bigint) => Number((data >> from) & ((1n << bits) - 1n));
    const bound = BOUNDS[field(28n, 2n)];
    if (bound === undefined) throw new Error(`an entry without a bound at ${address}`);
    return [
      {
        address,
        key: first ^ data,
        value: field(0n, 20n) - 2 ** 19,
        depth: field(20n, 8n),
        bound,
        open: field(30n, 1n) === 1,
        play: field(31n, 1n) === 1,
        move: field(32n, 24n),
        generation: field(56n, 7n),
        foreign: field(63n, 1n) === 1,
      },
    ];
  });
}
