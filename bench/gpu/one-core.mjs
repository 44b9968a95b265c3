// One core of the same machine, by the project's own searches: what the device is compared with.
import { loadKernel } from '../../dist/games/load.js';
import { Kernel, Searcher, Table } from '../../dist/kernel/index.js';

/** One core: seconds, nodes and the value by each of its searches. */
export async function ownSearches(game, root, depth) {
  const { module } = await loadKernel(game);
  const kernel = new Kernel(module, { capacity: 300 << 20 });
  const table = Table.create(kernel, 256 << 20);
  const searcher = new Searcher(kernel, 96);
  const found = {};
  for (const [name, method, attached] of [
    ['alphabeta', 'alphabeta', undefined],
    ['negascout', 'negascout', undefined],
    ['negascout and table', 'negascout', table],
  ]) {
    // Without a table it is no rival there, and takes minutes.
    if (game === 'chess' && depth > 8 && attached === undefined) continue;
    for (let i = 0; i < 3; i++) {
      searcher.reset();
      searcher.attach(attached);
      attached?.clear();
      const began = performance.now();
      searcher.start(root, { maxDepth: depth, minDepth: attached ? 1 : depth, method });
      searcher.run(Number.POSITIVE_INFINITY);
      const seconds = (performance.now() - began) / 1000;
      const { nodes, leaves } = searcher;
      if (seconds < (found[name]?.seconds ?? Number.POSITIVE_INFINITY)) {
        found[name] = { seconds, nodes, leaves, value: searcher.found.value };
      }
      if (seconds > 1) break;
    }
  }
  return found;
}
