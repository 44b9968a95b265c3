// A batch of positions for the device. Positions that belong to one tree share most of their moves, so an
// item is 32 bits: the number of a path, which is a root and the moves from it, and one more move. That is
// the paper's parameter Pl, the moves since the beginning of the game, without its repetitions.

/** The move of an item that is the end of its path. */
export const NO_MOVE = 0x3ffff;
const MOVE_BITS = 18;

/** A batch has no more paths than this. */
export const MOST_PATHS = 2 ** (32 - MOVE_BITS);

/** Words before the roots, as src/gpu/shaders/batch.wgsl reads them. */
const HEAD = 16;

/** Positions and what is asked of them. */
export interface Batch {
  readonly count: number;
  /** Words of each root, all of the same length. */
  readonly roots: readonly Uint32Array[];
  /** Compact records of the same roots, for the processor. */
  readonly records: readonly Uint8Array[];
  /** For each path the number of its root and `pathLength` moves, NO_MOVE behind the last. */
  readonly paths: Uint32Array;
  readonly pathCount: number;
  readonly pathLength: number;
  /** `path << 18 | move` each. */
  readonly items: Uint32Array;
  /** Alpha and beta of each item, from its own side; open if not given. */
  readonly windows?: Int32Array;
  /** True when searches prune nothing above their leaves. */
  readonly open?: boolean;
  /** Plies of a search, 0 for leaves. */
  readonly depth: number;
  /** Plies of each item, where they differ. */
  readonly depths?: Uint32Array;
  /** Nodes after which the search of an item is given up: its value is then TOO_LONG. */
  readonly mostNodes?: number;
  /** Branches that are wanted of each item at most. */
  readonly limit: number;
}

/** In place of a value: its search took too many nodes. */
export const TOO_LONG = 0x7ffffffe;

export const itemOf = (path: number, move: number): number => ((path << MOVE_BITS) | move) >>> 0;
export const pathOf = (item: number): number => item >>> MOVE_BITS;
export const moveOf = (item: number): number => item & NO_MOVE;

/** The moves from the root to an item. */
export function movesTo(batch: Batch, index: number): { root: number; moves: number[] } {
  const item = batch.items[index]!;
  const at = pathOf(item) * (batch.pathLength + 1);
  const line = Array.from(batch.paths.subarray(at + 1, at + 1 + batch.pathLength));
  const moves = [...line, moveOf(item)].filter((move) => move !== NO_MOVE);
  return { root: batch.paths[at]!, moves };
}

/** A batch of positions that have nothing in common; at most MOST_PATHS. */
export function separateBatch(
  records: readonly Uint8Array[],
  toWords: (record: Uint8Array) => Uint32Array,
  asked: Partial<Omit<Batch, 'count' | 'roots' | 'records' | 'paths' | 'items'>>,
): Batch {
  const count = records.length;
  if (count > MOST_PATHS) throw new RangeError(`${count} positions in a batch of ${MOST_PATHS}`);
  return {
    count,
    roots: records.map(toWords),
    records,
    paths: Uint32Array.from({ length: count }, (_, i) => i),
    pathCount: count,
    pathLength: 0,
    items: Uint32Array.from({ length: count }, (_, i) => itemOf(i, NO_MOVE)),
    ...asked,
    depth: asked.depth ?? 0,
    limit: asked.limit ?? 0,
  };
}

/** Words that a batch takes on its way to the device. */
export function inputWords(batch: Batch): number {
  const roots = batch.roots.length * (batch.roots[0]?.length ?? 0);
  const paths = batch.pathCount * (batch.pathLength + 1);
  const each = 1 + (batch.windows === undefined ? 0 : 2) + (batch.depths === undefined ? 0 : 1);
  return HEAD + roots + paths + batch.count * each;
}

/**
 * Writes a batch for `lanes` lanes, one of `spread` side by side, and `pool` words behind the fixed part of
 * its output; with `values` children get values too.
 */
export function writeInput(
  batch: Batch,
  into: Uint32Array,
  { lanes, pool, values, spread }: { lanes: number; pool: number; values: boolean; spread: number },
): void {
  const rootWords = batch.roots[0]?.length ?? 0;
  const pathsAt = HEAD + batch.roots.length * rootWords;
  const itemsAt = pathsAt + batch.pathCount * (batch.pathLength + 1);
  const windowsAt = batch.windows === undefined ? 0 : itemsAt + batch.count;
  const behind = itemsAt + batch.count * (windowsAt === 0 ? 1 : 3);
  const depthsAt = batch.depths === undefined ? 0 : behind;
  const { count, pathLength, depth, limit, mostNodes = 0 } = batch;
  into.set([count, pathLength, depth, limit, HEAD, pathsAt, itemsAt, windowsAt, lanes, pool]);
  into.set([batch.open ? 1 : 0, depthsAt, mostNodes, values ? 1 : 0, spread], 10);
  batch.roots.forEach((root, i) => {
    into.set(root, HEAD + i * rootWords);
  });
  into.set(batch.paths.subarray(0, itemsAt - pathsAt), pathsAt);
  into.set(batch.items.subarray(0, count), itemsAt);
  if (batch.windows !== undefined) into.set(batch.windows.subarray(0, 2 * count), windowsAt);
  if (batch.depths !== undefined) into.set(batch.depths.subarray(0, count), depthsAt);
}
