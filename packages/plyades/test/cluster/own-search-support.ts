// The program of the tests of own searches on clusters: a random tree, its position, and its value without any cluster.
import { fileURLToPath } from 'node:url';
import type { ParallelSearch } from 'plyades/own-search';
import { create } from '../support/own-search/random-tree.mjs';

export type Search = ParallelSearch<unknown, unknown>;

/** The module, as workers name it. */
export const program = fileURLToPath(
  new URL('../support/own-search/random-tree.mjs', import.meta.url),
);
export const position = {
  ...{ seed: 12345, branching: 6, spread: 50, keyed: true },
  ...{ doubles: false, extensions: false, byPly: false },
};
export const aphid = { minSize: 2, minPieces: 4 };

/** The value that the program finds alone. */
export function truth(depth: number): number {
  const alone = create(undefined);
  alone.setRoot(position);
  return alone.search(0, depth, -2000, 2000) + 0;
}

export async function toDepth(search: Search, depth: number) {
  for (let d = 1; d < depth; d++) await search.rootSearch(0, d, -2000, 2000);
  return search.rootSearch(0, depth, -2000, 2000);
}
