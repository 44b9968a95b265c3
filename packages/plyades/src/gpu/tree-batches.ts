// Nodes of the host's tree as batches for the device: an item is its parent's path and its own move.
import { type Batch, itemOf, MOST_PATHS, NO_MOVE } from './batch.js';
import type { Calculates } from './calculator.js';
import type { GuessedTree } from './guessed-tree.js';

/** Items in a batch at most: with fewer, a large device waits more often for its last lanes. */
const MOST_ITEMS = 2 ** 18;

export interface TreeBatchRequest {
  /** Plies of every search, or of each. */
  readonly depth?: number;
  readonly depths?: Uint32Array;
  /** Alpha and beta of each. */
  readonly windows?: Int32Array;
  readonly open?: boolean;
  readonly mostNodes?: number;
}

export class TreeBatches {
  readonly #tree: GuessedTree;
  readonly #root: Pick<Batch, 'roots' | 'records' | 'limit'>;

  constructor(tree: GuessedTree, { shaders }: Calculates, record: Uint8Array) {
    this.#tree = tree;
    this.#root = {
      roots: [shaders.toWords(record)],
      records: [record],
      limit: shaders.limitOf(record),
    };
  }

  /** Batches of these nodes and where each begins. Children of one parent should stand together. */
  *of(
    nodes: ArrayLike<number>,
    asked: TreeBatchRequest,
    mostItems = MOST_ITEMS,
  ): Generator<{ from: number; batch: Batch }> {
    const tree = this.#tree;
    let deepest = 0;
    for (let i = 0; i < nodes.length; i++) deepest = Math.max(deepest, tree.ply[nodes[i]!]!);
    const pathLength = Math.max(0, deepest - 1);
    const { depth = 0, depths, windows, ...others } = asked;
    for (let from = 0; from < nodes.length; ) {
      const most = Math.min(nodes.length - from, mostItems);
      const items = new Uint32Array(most);
      const paths = new Uint32Array(Math.min(most, MOST_PATHS) * (pathLength + 1));
      let last = -2;
      let pathCount = 0;
      let count = 0;
      for (; count < most; count++) {
        const node = nodes[from + count]!;
        const parent = tree.parent[node]!;
        if (parent !== last) {
          if (pathCount === MOST_PATHS) break;
          this.#writePath(paths, pathCount * (pathLength + 1), parent, pathLength);
          last = parent;
          pathCount++;
        }
        items[count] = itemOf(pathCount - 1, node === 0 ? NO_MOVE : tree.move(node));
      }
      const batch: Batch = {
        ...this.#root,
        ...others,
        count,
        paths,
        pathCount,
        pathLength,
        items,
        depth,
        ...(depths && { depths: depths.subarray(from, from + count) }),
        ...(windows && { windows: windows.subarray(2 * from, 2 * (from + count)) }),
      };
      yield { from, batch };
      from += count;
    }
  }

  /** Nodes may have different plies: paths end in NO_MOVE. */
  #writePath(paths: Uint32Array, at: number, node: number, length: number): void {
    const tree = this.#tree;
    paths[at] = 0;
    paths.fill(NO_MOVE, at + 1, at + 1 + length);
    for (let each = node; each > 0; each = tree.parent[each]!) {
      paths[at + tree.ply[each]!] = tree.move(each);
    }
  }
}
