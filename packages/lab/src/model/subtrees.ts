// Sizes of the subtrees of a real search, as the thesis took them from its programs (section 4.3): the
// sequential search is watched node by node, and the leaves below each node at some distance from the horizon
// are counted. Nothing of the search changes by that, table and re-searches included.
import { loadKernel } from 'plyades/internal/games/load.js';
import { Kernel, Searcher, Table } from 'plyades/internal/kernel/index.js';
import type { SizeSample } from './sizes.js';

const MAX_PLY = 64;
/** Nodes between two looks at the signal. */
const SLICE = 1 << 16;

export interface SubtreeOptions {
  readonly game: string;
  readonly record: Uint8Array;
  /** Iterations of 1 to this depth are searched. */
  readonly depth: number;
  /** d': plies of the subtrees, 2 or more: nearer to the horizon, nodes are not entered one by one. */
  readonly plies: number;
  /** MiB of the table. */
  readonly hash: number;
  readonly signal: AbortSignal;
}

export interface Subtrees {
  /** Leaves of each search of a subtree; 0 when the table answered at once. */
  readonly sizes: SizeSample;
  readonly value: number;
  readonly nodes: number;
  readonly leaves: number;
}

/** Rejects when the signal is aborted. */
export async function measureSubtrees(options: SubtreeOptions): Promise<Subtrees> {
  const { game, record, depth, plies, hash, signal } = options;
  if (!(plies >= 2)) throw new RangeError(`subtrees of ${plies} plies: expected 2 or more`);
  const { module, data } = await loadKernel(game);
  const kernel = new Kernel(module, { capacity: (hash + 8) << 20, ...(data && { data }) });
  const searcher = new Searcher(kernel, MAX_PLY).attach(Table.create(kernel, hash << 20));
  searcher.start(record, { maxDepth: depth });
  const counts = new Map<number, number>();
  /** The subtree under way. */
  let ply: number | undefined;
  let before = 0;
  for (let step = 1; searcher.status === 'running'; step++) {
    if (step % SLICE === 0) {
      await new Promise(setImmediate);
      signal.throwIfAborted();
    }
    // One node is searched, and the next one is about to be entered.
    searcher.run(1);
    if (ply !== undefined && (searcher.ply <= ply || searcher.status !== 'running')) {
      const size = searcher.leaves - before;
      counts.set(size, (counts.get(size) ?? 0) + 1);
      ply = undefined;
    }
    if (searcher.ply > 0 && searcher.depth - searcher.ply === plies) {
      ply = searcher.ply;
      before = searcher.leaves;
    }
  }
  return {
    sizes: [...counts].sort(([a], [b]) => a - b),
    value: searcher.found!.value,
    nodes: searcher.nodes,
    leaves: searcher.leaves,
  };
}
