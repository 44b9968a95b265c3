// How the bytes of local tables are divided among the processes of a search, on every host: together
// they have what is asked for, so that a sequential search with one table of that size is a fair
// comparison.
import type { Algorithm } from '../parallel/algorithm.js';

/** A master's table serves it for shallow searches and for the end of the line. */
const MASTER_TABLE = 1 << 20;

/**
 * Bytes of the table of each of `size` processes: equal parts of `tableBytes` for all that search, and a
 * little for a master. They add up to `tableBytes` at most.
 */
export function tableShares(
  { hasMaster }: Pick<Algorithm, 'hasMaster'>,
  size: number,
  tableBytes: number,
): readonly number[] {
  const master = hasMaster ? Math.min(MASTER_TABLE, Math.floor(tableBytes / size)) : 0;
  const share = Math.floor((tableBytes - master) / (hasMaster ? size - 1 : size));
  return Array.from({ length: size }, (_, self) => (hasMaster && self === 0 ? master : share));
}
